// First, so that a compiler that is not supported is this error, before what is loaded below stumbles over it.
import './type-utils/typescript.ts';
import { createRequire } from 'node:module';
import type { ESLint, Linter } from 'eslint';
import { presetNames } from './rules/create-rule.ts';
import type { PresetLevel, PresetName } from './rules/create-rule.ts';
import { rules } from './rules/index.ts';

/** The plugin's object, as ESLint takes it in `plugins`, with its presets. */
export interface AgentSafetyPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  /**
   * One flat config object each. They set `plugins` and `rules` and nothing else: typed linting
   * (`languageOptions.parserOptions`) stays as the project has it.
   */
  readonly configs: Record<PresetName, Linter.Config>;
}

const namespace = 'agent-safety';

// package.json lies one folder above both src/ and dist/, and an import of JSON would need a newer Node than 20.
const manifest = createRequire(import.meta.url)('../package.json') as { name: string; version: string };

// Types of ESLint and typescript-eslint describe the same objects and are not assignable to each other.
const eslintRules = rules as unknown as Record<string, NonNullable<ESLint.Plugin['rules']>[string]>;

const configs: Record<PresetName, Linter.Config> = { recommended: {}, strict: {} };

const plugin: AgentSafetyPlugin = {
  meta: { name: manifest.name, version: manifest.version, namespace },
  rules: eslintRules,
  configs,
};

for (const preset of presetNames) {
  configs[preset] = {
    name: `${namespace}/${preset}`,
    plugins: { [namespace]: plugin },
    rules: rulesOfPreset(preset),
  };
}

export type { AgentSdk } from './models/agents/agent-sdk.ts';
export type { Protocol } from './models/protocol.ts';

export default plugin;

function rulesOfPreset(preset: PresetName): Linter.RulesRecord {
  const entries: Linter.RulesRecord = {};
  for (const [name, rule] of Object.entries(rules)) {
    const level = rule.meta.docs?.presets[preset];
    if (level !== undefined) entries[`${namespace}/${name}`] = toRuleEntry(level);
  }
  return entries;
}

function toRuleEntry(level: PresetLevel): Linter.RuleEntry {
  return typeof level === 'string' ? level : [...level];
}
