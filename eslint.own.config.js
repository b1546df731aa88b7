// The plugin on its own code, from the build. Apart from eslint.config.js, so that a broken build does not stop lint.
import agentSafety from './dist/index.js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  // Fixtures are wrong on purpose, and tests of the SDKs misuse them to see what happens.
  globalIgnores([
    '**/dist',
    'coverage',
    '.cases',
    '.tmp',
    '.cache',
    '**/node_modules',
    'tests/package',
    'tests/sdk',
    'examples/unsafe',
    'examples/safe',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.ts'],
    // Not switched on: comments that disable its rules would otherwise name rules that are not there.
    plugins: { '@typescript-eslint': tseslint.plugin },
    extends: [agentSafety.configs.strict],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
);
