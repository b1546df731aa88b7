import { visible } from '../visible.ts';

/** Something in a file that types cannot be made of: where it is, what is wrong, and what to do. */
export interface Problem {
  /** RFC 6901, from the root of the file. Empty for the file as a whole. */
  readonly pointer: string;
  /** What is wrong and what to do, in sentences. */
  readonly text: string;
}

/** What stops the work on one tool. The tools after it are still read, so that one run lists all problems. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ pointer, text }) => `${pointer}: ${text}`).join('\n'));
    this.problems = problems;
  }
}

/** Problems that a message lists before it counts the rest. */
const shownProblems = 10;

/** The error of a whole source: each problem with the file and its pointer. */
export function sourceError(source: string, problems: readonly Problem[]): Error {
  const lines = problems.slice(0, shownProblems).map((problem) => lineOf(source, problem));
  const more = problems.length - lines.length;
  return new Error([...lines, ...(more > 0 ? [`${String(more)} more problems.`] : [])].join('\n'));
}

/** A line for a problem or a note: `tools.json#/tools/0/name: …`. */
export function lineOf(source: string, { pointer, text }: Problem): string {
  return `${source}${pointer === '' ? '' : `#${shortened(pointer)}`}: ${text}`;
}

/** A pointer, appended to by keys and indexes. */
export function pointerTo(pointer: string, ...tokens: readonly (string | number)[]): string {
  const escaped = tokens.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer, ...escaped].join('/');
}

/** A name of a source that is not trusted, for a message: one line, and not too long. */
export function quoted(name: string): string {
  return `\`${shortened(name)}\``;
}

function shortened(text: string): string {
  return visible(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
