import { ESLintUtils } from '@typescript-eslint/utils';
import type { TSESLint } from '@typescript-eslint/utils';

/** The four questions that make a tool call safe, and `setup`: what has to hold for them to be answered. */
export type Layer = 'session' | 'guardrail' | 'lattice' | 'contract' | 'setup';

/** How a preset switches a rule on: a level, or a level and the rule's options. */
export type PresetLevel = 'error' | 'warn' | readonly ['error' | 'warn', ...options: unknown[]];

export const presetNames = ['recommended', 'strict'] as const;

export type PresetName = (typeof presetNames)[number];

/** What a rule says about itself. Presets, rule tables and docs heads are derived from it. */
export interface RuleDocs {
  /** Starts with "Disallow", "Require" or "Enforce", and has no full stop. */
  readonly description: string;
  readonly layer: Layer;
  /** The presets that switch the rule on. A rule in `recommended` is in `strict` too. */
  readonly presets: Readonly<Partial<Record<PresetName, PresetLevel>>>;
  /** True exactly where the rule asks for parser services. */
  readonly requiresTypeChecking: boolean;
}

/** Any rule of this plugin, for code that treats rules alike. */
export type AgentSafetyRule = TSESLint.RuleModule<string, readonly unknown[], RuleDocs>;

/** The page that explains a rule: ESLint's formatters and editors link to it. */
export function docsUrlOf(ruleName: string): string {
  return `https://github.com/agent-safety/agent-safety/blob/main/docs/rules/${ruleName}.md`;
}

const withDocsUrl = ESLintUtils.RuleCreator<RuleDocs>(docsUrlOf);

/**
 * Makes a rule: adds the docs URL to its metadata, and lays the options over their defaults. The only way rules of this
 * plugin are made.
 */
export const createRule: typeof withDocsUrl = (rule) => ({
  ...withDocsUrl(rule),
  create: (context) => rule.create(context, withDefaults(rule.meta.defaultOptions, context.options)),
});

/**
 * What the creator does itself with a clone of the defaults, for each rule and each file. ESLint has laid the options over
 * the defaults already, from 9.15 on.
 */
function withDefaults<Options extends readonly unknown[]>(defaults: Options | undefined, given: Options): Options {
  const options = (defaults ?? []).map((value, at) =>
    isRecord(value) && isRecord(given[at]) ? { ...value, ...given[at] } : (given[at] ?? value),
  );
  return options as readonly unknown[] as Options;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
