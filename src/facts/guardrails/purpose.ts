import { memo } from '../../memo.ts';
import { readingWords } from '../../models/agents/harmless.ts';
import { makingWords, removingWords, runningWords } from '../../models/agents/purpose.ts';
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
    !words.some((word) => speaking.some((beginning) => word.startsWith(beginning)))
  );
});

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
  const made = syntax.isFunctionLike(maker) ? (maker.name?.getText() ?? '') : '';
  const called = name === '' ? held : name;
  return {
    names: `${name} ${held} ${made}`,
    called: wordsOf(called),
    words: wordsOf(`${called} ${textBeside(tool)}`),
  };
});

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
