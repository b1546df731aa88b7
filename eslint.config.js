import js from '@eslint/js';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Folders that may not know ESLint: the engines also run outside of it. */
const withoutEslint = {
  regex: '^(eslint|@eslint|@typescript-eslint)(/|$)',
  message: 'Only src/hosts/eslint knows ESLint.',
};

const typescript = {
  name: 'typescript',
  message:
    "The compiler's only entrance, for types too, is src/type-utils/index.ts: `import type { ts }`, `import { syntax }`.",
};

/** The arrows between the folders of src/: `folder` may import none of `forbidden`. */
function arrows(folder, forbidden, patterns = []) {
  return {
    files: [`src/${folder}/**/*.ts`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: folder === 'type-utils' ? [] : [typescript],
          patterns: [
            {
              regex: `^(\\.\\./)+(index\\.ts$|(${forbidden.join('|')})/)`,
              message: `src/${folder} may not depend on this folder: see "Where things live" in CONTRIBUTING.md.`,
            },
            {
              // What is checked before the compiler is loaded cannot come through what loads it.
              regex: '/type-utils/(?!(index|supported-compiler)\\.ts$)',
              message: 'src/type-utils/index.ts is the only entrance to the compiler.',
            },
            ...patterns,
          ],
        },
      ],
    },
  };
}

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
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortSignal',
          'Buffer',
          'URL',
          'atob',
          'console',
          'crypto',
          'TextEncoder',
          'fetch',
          'performance',
          'process',
          'setTimeout',
          'clearTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['tests/rules/**/*.ts'],
    extends: [eslintPlugin.configs.recommended],
  },
  {
    files: ['tests/**/*.ts', 'packages/*/tests/**/*.ts'],
    rules: {
      // A test that finds nothing where it expects something should fail, and so it does.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // What SDKs have deprecated is still in use, and so in the tests.
      '@typescript-eslint/no-deprecated': 'off',
      // A stub is async because what it stands for is.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.test-d.ts'],
    rules: {
      // A statement that is there for what the compiler says about it.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
    },
  },
  arrows(
    'analysis',
    ['hosts', 'rules', 'internal', 'facts', 'program', 'config', 'models', 'type-utils'],
    [{ regex: '^[^.]', message: 'The engines are pure: they import nothing.' }],
  ),
  arrows(
    'models',
    ['hosts', 'rules', 'internal', 'facts', 'program', 'config', 'analysis', 'type-utils'],
    [{ regex: '^[^.]', message: 'Models are data: they import types of their own folder only.' }],
  ),
  arrows(
    'type-utils',
    ['hosts', 'rules', 'internal', 'facts', 'program', 'config', 'analysis', 'models'],
    // The forms of the option `allow`, matched with types of the compiler.
    [{ ...withoutEslint, regex: '^(eslint|@eslint|@typescript-eslint)(/|$)' }],
  ),
  arrows('config', ['hosts', 'rules', 'internal', 'facts', 'program', 'analysis', 'type-utils'], [withoutEslint]),
  arrows('program', ['hosts', 'rules', 'internal', 'facts', 'config'], [withoutEslint]),
  arrows('facts', ['hosts', 'rules', 'internal'], [withoutEslint]),
  arrows('rules', ['hosts', 'internal'], [withoutEslint]),
  arrows('hosts', ['internal']),
  arrows('internal', ['hosts']),
  {
    files: ['packages/cli/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [typescript],
          patterns: [
            {
              // The dialects of JSON Schema that `ajv` exports are under its `dist`.
              regex: '^(?!ajv/dist/).*/(src|dist|packages|node_modules)/',
              message: 'Import the plugin by its name, as its users have it.',
            },
            withoutEslint,
          ],
        },
      ],
    },
  },
  {
    files: ['packages/runtime/src/**/*.ts'],
    ignores: ['packages/runtime/src/{mcp,adapters,policy,oauth}/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!canonicalize$)[^.]', message: 'The core entry has no dependency at run time.' },
            {
              regex: '/(mcp|adapters|policy|oauth)/',
              message: 'The core knows neither sessions, SDKs, registries nor access tokens.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/runtime/src/policy/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!@noble/hashes/)[^.]', message: 'The enforcement of registries needs no SDK.' },
            { regex: '/(mcp|adapters)/', message: 'The enforcement of registries knows neither sessions nor SDKs.' },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/runtime/src/oauth/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!jose$)[^.]',
              message: 'The gate needs no SDK: it knows Web-standard requests and `authInfo`.',
            },
            { regex: '/(mcp|adapters|policy)/', message: 'The gate knows neither sessions, SDKs nor registries.' },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/runtime/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "BinaryExpression[operator='in']",
          message: 'It looks at prototypes, which others can change. Use Object.hasOwn, or a kind of its own.',
        },
      ],
    },
  },
);
