import { memo } from '../../memo.ts';
import { plainReadingWords, readingWords } from '../../models/agents/harmless.ts';
import {
  actingNouns,
  actingVerbs,
  makingWords,
  removingWords,
  runningWords,
  tamingWords,
  unlikeRemoving,
  joiningWords,
  writingWords,
} from '../../models/agents/purpose.ts';
import type { Runnable } from '../../program/effects/effects.ts';
import { readAt } from '../../program/values/places.ts';
import { textIn } from '../../program/values/values.ts';
import { isInside, syntax } from '../../type-utils/index.ts';
import type { ToolFact } from '../agents/tools.ts';

/** What a tool is called, and what its author writes about it beside the handler. */
interface Statement {
  /** The names of the tool: its own, and those of what holds the definition. */
  readonly names: string;
  /** The words of the name, in lower case. */
  readonly called: readonly string[];
  /** The words of all that is said, in lower case. */
  readonly words: readonly string[];
}

const innocent: ReadonlySet<string> = new Set([...makingWords, ...readingWords]);

/**
 * Whether a tool is for something else than to remove, or to run programs, by its author's own words: its name has a word for
 * making, changing or reading, and neither the name nor the rest of the definition has one for the effect. A name that says
 * nothing, or is not in English, leaves it open.
 */
export const isForSomethingElse = memo((tool: ToolFact, kind: 'delete' | 'execute'): boolean => {
  const { called, words } = statementOf(tool);
  const speaking = kind === 'delete' ? removingWords : runningWords;
  return (
    called.some((word) => innocent.has(word)) &&
    !words.some(
      (word) =>
        !(kind === 'delete' && unlikeRemoving.has(word)) && speaking.some((beginning) => word.startsWith(beginning)),
    )
  );
});

/** Whether a tool only reads by its name: `search_catalog`, `get-orders`, and not `get_or_create`. */
export const isNamedForReading = memo((tool: ToolFact): boolean => {
  const { called, words } = statementOf(tool);
  const [first = '', ...others] = called;
  const isActing = (word: string): boolean =>
    [...removingWords, ...writingWords].some((beginning) => word.startsWith(beginning));
  return (
    plainReadingWords.includes(first) && !others.some((word) => joiningWords.includes(word)) && !words.some(isActing)
  );
});

/** The author's word for what a tool does, and where it is written. */
export interface StatedAction {
  readonly word: string;
  readonly where: 'description' | 'name';
}

/**
 * What the author says that a tool does, where that is to take away, to send, to publish or to pay: the first verb of its
 * description, or that of its name. Undefined where either begins with a verb that reads.
 */
export function statedActionOf(tool: ToolFact, name: string | undefined): StatedAction | undefined {
  const { description } = tool.model;
  const [, ...sentence] = /^\s*(?:[A-Za-z]+ly\s+)?([A-Za-z]+)\b[^\w\s]*((?:\s+[\w-]+){0,4})/.exec(
    (description && textIn(readAt(tool.value, description))) ?? '',
  ) ?? [''];
  const [said = '', behind = ''] = sentence;
  const called = wordsOf(name ?? '');
  const isReading = [said.toLowerCase(), called[0] ?? ''].some((word) => readingWords.includes(word.replace(/s$/, '')));
  if (isReading || isTamed(called) || isTamed(behind.toLowerCase().trim().split(/\s+/))) return undefined;
  if (isActing(said)) return { word: said, where: 'description' };
  const [first = ''] = called;
  return isActing(first) && !actingNouns.includes(first) ? { word: first, where: 'name' } : undefined;
}

function isTamed(words: readonly string[]): boolean {
  return words.some((word) => tamingWords.includes(word));
}

/** `delete`, `Deletes`, `publishes`. */
function isActing(word: string): boolean {
  const own = word.toLowerCase();
  return [own, own.replace(/s$/, ''), own.replace(/es$/, '')].some((each) => actingVerbs.includes(each));
}

/** What a tool is called by: its name, what holds it, and the function that makes it. */
export function namesOf(tool: ToolFact): string {
  return statementOf(tool).names;
}

const statementOf = memo((tool: ToolFact): Statement => {
  const { name = '', node } = tool;
  let holder = syntax.parentOf(node);
  while (syntax.isCallExpression(holder)) holder = syntax.parentOf(holder);
  const held = syntax.isPropertyAssignment(holder) || syntax.isVariableDeclaration(holder) ? holder.name.getText() : '';
  const maker = syntax.containerOf(node);
  const made = syntax.isFunctionLike(maker) ? nameOfFunction(maker) : '';
  const called = name === '' ? held : name;
  return {
    names: `${name} ${held} ${made}`,
    called: wordsOf(called),
    words: wordsOf(`${called} ${textBeside(tool)}`),
  };
});

/** The name of a function, or of the variable or property that holds it. */
export function nameOfFunction(fn: Runnable): string {
  const holder = syntax.parentOf(fn);
  const held = syntax.isVariableDeclaration(holder) || syntax.isPropertyAssignment(holder) ? holder.name : undefined;
  return (fn.name ?? held)?.getText() ?? '';
}

/** Words of the SDKs in definitions, of which none says what the tool is for. */
const keys = /\b(?:create|server|register|define)?tool\b|\b(?:execute|handler|invoke|func|run|call|_call)\s*[:(]/gi;

/** The text of a definition without that of its handler. */
function textBeside({ node, handler, input }: ToolFact): string {
  const text = node.getText();
  const start = node.getStart();
  const own =
    handler && isInside(handler, node)
      ? `${text.slice(0, handler.getStart() - start)} ${text.slice(handler.getEnd() - start)}`
      : text;
  const said = own.replace(keys, ' ');
  return input && !isInside(input, node) ? `${said} ${input.getText()}` : said;
}

/** The words of names and sentences, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** The words of names, without the `s` of a plural. */
export function singularWordsOf(names: string): readonly string[] {
  return wordsOf(names).map((word) => word.replace(/s$/, ''));
}
