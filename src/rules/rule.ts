import { ConfigurationError } from '../config/configuration-error.ts';
import type { Capability } from '../facts/delegations/delegation-facts.ts';
import type { AgentFact } from '../facts/agents/agents.ts';
import type { Analysis } from '../facts/analysis.ts';
import { CompilerFailure, type ts } from '../type-utils/index.ts';

/** The four questions that make a tool call safe, and `setup`: what has to hold for them to be answered. */
export type Layer = 'session' | 'guardrail' | 'lattice' | 'contract' | 'setup';

/** How a preset switches a rule on: a level, or a level and the rule's options. */
export type PresetLevel = 'error' | 'warn' | readonly ['error' | 'warn', ...options: unknown[]];

export const presetNames = ['recommended', 'strict'] as const;

export type PresetName = (typeof presetNames)[number];

/** The metadata of a rule. Presets, rule tables and docs heads are derived from it. */
export interface RuleDocs {
  /** Starts with "Disallow", "Require" or "Enforce", and has no full stop. */
  readonly description: string;
  readonly layer: Layer;
  /** The presets that switch the rule on. A rule in `recommended` is in `strict` too. */
  readonly presets: Readonly<Partial<Record<PresetName, PresetLevel>>>;
}

/**
 * A place that explains a finding: the effect that a tool reaches, an agent that has it, the call that closed a session, a
 * guard that has no effect.
 */
export interface Witness {
  readonly node: ts.Node;
  readonly role: 'agent' | 'effect' | 'guard' | 'mint' | 'origin' | 'session' | 'tool';
}

/** An edit of a file's text; offsets in UTF-16 code units, as in the compiler's tree. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Suggestion<MessageId extends string = string> {
  readonly messageId: MessageId;
  readonly data: Readonly<Record<string, string>>;
  /** All in the file of the finding. */
  readonly edits: readonly TextEdit[];
}

/** What a rule reports, as data; a host renders it. */
export interface Report<MessageId extends string = string> {
  readonly messageId: MessageId;
  /** What the placeholders of the message stand for. */
  readonly data: Readonly<Record<string, string>>;
  /** The place, in the file that is checked. */
  readonly node: ts.Node;
  readonly witnesses?: readonly Witness[];
  readonly suggestions?: readonly Suggestion<MessageId>[];
  /** What of the graph of delegations it concerns: the agents along the path, and the tools. */
  readonly agents?: readonly AgentFact[];
  readonly capabilities?: readonly Capability[];
}

/** What a rule reports in a file that is no source: its place is one of the text. */
export interface TextReport<MessageId extends string = string> {
  readonly messageId: MessageId;
  readonly data: Readonly<Record<string, string>>;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** A report of a rule, with the rule's name and the text of the message. */
export interface Finding<MessageId extends string = string> extends Report<MessageId | FailureMessageId> {
  readonly rule: string;
  readonly message: string;
}

/** A rule: metadata, and a function from a file and the analysis of its program to reports. */
export interface Rule<MessageId extends string = string, Options extends object = object> {
  readonly name: string;
  readonly docs: RuleDocs;
  /** By id. Placeholders are written `{{name}}`. */
  readonly messages: Readonly<Record<MessageId, string>>;
  /** Whether reports may have suggestions. */
  readonly hasSuggestions?: true;
  /** The options, each with its JSON Schema, and their defaults. Absent where the rule takes none. */
  readonly options?: { readonly properties: Readonly<Record<string, object>>; readonly defaults: Options };
  // A method, so that rules with different options can be in one list.
  check(file: ts.SourceFile, analysis: Analysis, options: Options): Iterable<Report<MessageId>>;
  /** What it reports in a JSON file, for hosts that check these. Absent: nothing. */
  checkJson?(text: string, path: string): Iterable<TextReport<MessageId>>;
}

/** The message of every rule for a file that it could not analyse: it reports nothing else there. */
export const failureMessages = {
  analysisFailed:
    'This file could not be analysed by `{{rule}}`, so that what is wrong in it is not reported: {{error}} Please report it, with the file: https://github.com/agent-safety/agent-safety/issues.',
} as const;

export type FailureMessageId = keyof typeof failureMessages;

/** Infers the types of a rule from its definition. */
export function defineRule<MessageId extends string, Options extends object = object>(
  rule: Rule<MessageId, Options>,
): Rule<MessageId, Options> {
  return rule;
}

/** A suggestion, where there is something to edit. */
export function suggested<MessageId extends string>(
  messageId: MessageId,
  data: Readonly<Record<string, string>>,
  edits: readonly TextEdit[] | undefined,
): readonly Suggestion<MessageId>[] {
  return edits && edits.length > 0 ? [{ messageId, data, edits }] : [];
}

/** The page that explains a rule: ESLint's formatters and editors link to it. */
export function docsUrlOf(ruleName: string): string {
  return `https://github.com/agent-safety/agent-safety/blob/main/docs/rules/${ruleName}.md`;
}

/**
 * The findings of a rule in a file. A rule that fails gives one finding instead, on the first statement of the file.
 *
 * @throws ConfigurationError where a setting or the policy file is wrong
 * @throws CompilerFailure where the compiler's process ended, so that nothing can be said of this or any other file
 * @param given laid over the rule's default options
 */
export function findingsOf<MessageId extends string, Options extends object>(
  rule: Rule<MessageId, Options>,
  file: ts.SourceFile,
  analysis: Analysis,
  given: Partial<Options> = {},
): readonly Finding<MessageId>[] {
  // Where there are no defaults, there are no options.
  const options = { ...rule.options?.defaults, ...given } as Options;
  try {
    return [...reportedOnce(rule, rule.check(file, analysis, options))];
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof CompilerFailure) throw error;
    return [failureOf(rule, file, error)];
  }
}

function* reportedOnce<MessageId extends string, Options extends object>(
  rule: Rule<MessageId, Options>,
  reports: Iterable<Report<MessageId>>,
): Iterable<Finding<MessageId>> {
  const reported = new Set<string>();
  for (const report of reports) {
    const message = filledIn(rule.messages[report.messageId], report.data);
    // Two paths to the same sentence at the same place are one finding.
    const key = `${String(report.node.pos)} ${String(report.node.end)} ${message}`;
    if (reported.has(key)) continue;
    reported.add(key);
    yield { ...report, rule: rule.name, message };
  }
}

function failureOf<MessageId extends string, Options extends object>(
  { name }: Rule<MessageId, Options>,
  file: ts.SourceFile,
  error: unknown,
): Finding<MessageId> {
  // Where it was thrown says more than the error, above all of one that ran out of stack.
  const thrown = error instanceof Error ? (error.stack ?? error.message).split('\n', 2).map((line) => line.trim()) : [];
  const data = { rule: name, error: `${thrown.join(' ') || String(error)}.` };
  const message = filledIn(failureMessages.analysisFailed, data);
  return { messageId: 'analysisFailed', data, node: file.statements[0] ?? file, rule: name, message };
}

/** A message with its placeholders replaced, as ESLint does. */
function filledIn(message: string, data: Readonly<Record<string, string>>): string {
  return message.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, key: string) => data[key] ?? placeholder);
}
