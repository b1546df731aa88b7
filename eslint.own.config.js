// The plugin on its own code, from the build. Apart from eslint.config.js, so that a broken build does not stop lint.
import agentSafety from './dist/index.js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Our rules, but for fixtures, which are wrong on purpose, and tests of the SDKs, which misuse them to see what happens. */
export const ownRules = defineConfig({
  files: ['**/*.ts'],
  ignores: ['tests/sdk/**'],
  // Not switched on: comments that disable its rules would otherwise name rules that are not there.
  plugins: { '@typescript-eslint': tseslint.plugin },
  extends: [agentSafety.configs.strict],
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
  },
});

export default defineConfig(
  globalIgnores([
    '**/dist',
    'coverage',
    '.cases',
    '.tmp',
    '.cache',
    '**/node_modules',
    'tests/package',
    'examples/unsafe',
    'examples/safe',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  ownRules,
);
