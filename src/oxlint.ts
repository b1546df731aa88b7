import type { ESLint } from 'eslint';
import { eslintRules } from './hosts/eslint/rules.ts';

/**
 * The plugin for oxlint, `eslint-plugin-agent-safety/oxlint`. Its rules are those of ESLint: where oxlint has no types, they
 * read them from the project, with the compiler that is installed. `oxlint/recommended.json` and `oxlint/strict.json` of the
 * package are the presets, to be extended.
 */
const plugin: Pick<ESLint.Plugin, 'meta' | 'rules'> = {
  meta: { name: 'agent-safety' },
  // Types of ESLint and typescript-eslint describe the same objects and are not assignable to each other.
  rules: eslintRules as unknown as NonNullable<ESLint.Plugin['rules']>,
};

export default plugin;
