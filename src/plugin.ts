import { createRequire } from 'node:module';
import type { ESLint, Linter } from 'eslint';
import { typedLinting } from './hosts/eslint/parsers.ts';
import { eslintRules } from './hosts/eslint/rules.ts';
import { rulesOf } from './rules/presets.ts';
import { type PresetName, presetNames } from './rules/rule.ts';

/** A preset, for projects with typed linting, or with the parser that typed linting needs. */
export type ConfigName = PresetName | `${PresetName}-standalone`;

/** The plugin's object, as ESLint takes it in `plugins`, with its presets. */
export interface AgentSafetyPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  /**
   * One flat config object each, for TypeScript files. `recommended` and `strict` set `files`, `plugins` and `rules`:
   * the parser (`languageOptions`) stays as the project has it. The two that end in `-standalone` bring one: that of
   * typescript-eslint with its project service, where it is installed and the compiler is not version 7; otherwise one that
   * gives ESLint the comments of a file, and no tree for rules of others.
   */
  readonly configs: Record<ConfigName, Linter.Config>;
  /** The plugin itself, for compiled code that reads the default export of what `require` returns. */
  readonly default: AgentSafetyPlugin;
}

const namespace = 'agent-safety';

/** Without them ESLint would run typed rules on its own configuration file, which no TypeScript project includes. */
const typescriptFiles = ['**/*.ts', '**/*.tsx', '**/*.mts', '**/*.cts'];

const require = createRequire(import.meta.url);

// package.json lies one folder above both src/ and dist/, and an import of JSON would need a newer Node than 20.
const manifest = require('../package.json') as { name: string; version: string };

const configs: Record<ConfigName, Linter.Config> = {
  recommended: {},
  strict: {},
  'recommended-standalone': {},
  'strict-standalone': {},
};

const plugin: AgentSafetyPlugin = {
  meta: { name: manifest.name, version: manifest.version, namespace },
  // Types of ESLint and typescript-eslint describe the same objects and are not assignable to each other.
  rules: eslintRules as unknown as Record<string, NonNullable<ESLint.Plugin['rules']>[string]>,
  configs,
  get default() {
    return plugin;
  },
};

for (const preset of presetNames) {
  configs[preset] = {
    name: `${namespace}/${preset}`,
    files: typescriptFiles,
    plugins: { [namespace]: plugin },
    rules: rulesOfPreset(preset),
  };
  configs[`${preset}-standalone`] = {
    ...configs[preset],
    name: `${namespace}/${preset}-standalone`,
    get languageOptions() {
      return typedLinting();
    },
  };
}

export type { AgentSdk } from './models/agents/agent-sdk.ts';
export type { Protocol } from './models/sessions/protocol.ts';

export default plugin;

function rulesOfPreset(preset: PresetName): Linter.RulesRecord {
  return Object.fromEntries(
    rulesOf(preset).map(({ rule, level, options }): [string, Linter.RuleEntry] => [
      `${namespace}/${rule.name}`,
      options.length > 0 ? [level, ...options] : level,
    ]),
  );
}
