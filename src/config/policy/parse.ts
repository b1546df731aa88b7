import { relative } from 'node:path';
import { type Node, type ParseError, parseTree, printParseErrorCode, stripComments } from 'jsonc-parser';
import { ConfigurationError } from '../configuration-error.ts';
import { problemsOf, type Path, pathText } from '../schema.ts';
import type { Combination, EffectName, Grant, Policy } from './policy.ts';

/** Something that is wrong in a policy file, with its place from line 1 and column 1. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  /** ``grants[0].tols is not known. Did you mean `tools`?`` */
  readonly text: string;
}

/** A policy file that does not hold. Its message names the file, and every mistake with line and column. */
export class PolicyError extends ConfigurationError {
  readonly file: string;
  /** In the order of the text. Empty where the file as a whole is the problem. */
  readonly mistakes: readonly Mistake[];

  constructor(file: string, problem: string | readonly Mistake[]) {
    const mistakes = typeof problem === 'string' ? [] : problem;
    const name = nameOf(file);
    const lines = mistakes.map(({ line, column, text }) => `${name}:${line}:${column}  ${text}`);
    super([typeof problem === 'string' ? `${name} ${problem}.` : 'The policy does not hold.', ...lines].join('\n'));
    this.name = 'PolicyError';
    this.file = file;
    this.mistakes = mistakes;
  }
}

/** What a valid file holds, as it stands there. */
interface PolicyValue {
  readonly agents?: Readonly<Record<string, { readonly allow: readonly string[] }>>;
  readonly grants?: readonly (Omit<Grant, 'expires' | 'line'> & { readonly expires?: string })[];
  readonly tools?: Readonly<Record<string, { readonly effects: readonly EffectName[] }>>;
  readonly forbidden?: readonly Omit<Combination, 'line'>[];
}

/**
 * The policy that a text says.
 *
 * @param file the path of the file, for messages
 * @throws PolicyError with all mistakes
 */
export function parsePolicy(text: string, file: string): Policy {
  const source = new PolicyText(text);
  if (source.mistakes.length > 0) throw new PolicyError(file, source.mistakes);
  const { agents = {}, grants = [], tools = {}, forbidden } = source.value as PolicyValue;
  return {
    file,
    agents: Object.entries(agents).map(([name, { allow }]) => ({ name, allow, line: source.lineOf(['agents', name]) })),
    grants: grants.map(({ from, to, tools: granted, reason, expires }, index) => {
      return { from, to, tools: granted, reason, expires, line: source.lineOf(['grants', index]) };
    }),
    tools: Object.entries(tools).map(([pattern, { effects }]) => {
      return { pattern, effects, line: source.lineOf(['tools', pattern]) };
    }),
    forbidden: forbidden?.map(({ name, effects, reason }, index) => {
      return { name, effects, reason, line: source.lineOf(['forbidden', index]) };
    }),
  };
}

/** A text with its values, where they stand, and what is wrong with them. */
class PolicyText {
  readonly value: unknown;
  readonly mistakes: readonly Mistake[];
  readonly #text: string;
  readonly #root: Node | undefined;

  constructor(withMark: string) {
    this.#text = withMark.replace(/^\uFEFF/, '');
    const errors: ParseError[] = [];
    this.#root = parseTree(this.#text, errors, { disallowComments: true });
    // Behind the first place where the syntax breaks, the rest is guesswork. Comments break nothing.
    const broken = errors.find((error) => !isComment(error));
    const found = errors
      .filter((error) => error === broken || isComment(error))
      .map((error) => this.#mistakeAt(error.offset, this.#syntaxText(error)));
    if (!broken && this.#root) {
      this.value = JSON.parse(stripComments(this.#text, ' '));
      found.push(...this.#repeatedNames(this.#root, []));
      const problems = problemsOf('policy', this.value);
      for (const { path, isName, text } of problems)
        found.push(this.#mistakeAt((isName ? this.#nameAt(path) : this.#nodeAt(path)).offset, text));
      if (problems.length === 0) found.push(...this.#senseless(this.value as PolicyValue));
    }
    this.mistakes = found.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** The line on which an entry begins: of a property its name. */
  lineOf(path: Path): number {
    return this.#placeAt(this.#nameAt(path).offset).line;
  }

  #syntaxText({ error, offset, length }: ParseError): string {
    if (this.#text.trim() === '') return 'The file is empty. A policy that says nothing is `{}`.';
    const name = printParseErrorCode(error);
    const given = (this.#text.slice(offset, offset + length).split(/[\r\n]/)[0] ?? '').trim();
    const there = given === '' ? 'the file ends' : `there is \`${given}\``;
    const isAfterComma = name.endsWith('Expected') && this.#text.slice(0, offset).trimEnd().endsWith(',');
    const remedy = isAfterComma ? ' Behind the last entry no comma is allowed.' : '';
    return `${syntaxTexts[name]?.(there) ?? `The syntax of JSON breaks here: ${name}.`}${remedy}`;
  }

  // ── what a schema cannot say ───────────────────────────────────────────────────────────────────────────────────

  /** `JSON.parse` keeps the last of two properties with one name, without a word. */
  #repeatedNames(node: Node, path: Path): readonly Mistake[] {
    const seen = new Map<string, Node>();
    return (node.children ?? []).flatMap((child, index): readonly Mistake[] => {
      if (child.type !== 'property') return this.#repeatedNames(child, [...path, index]);
      const [key, value] = child.children ?? [];
      if (!key) return [];
      const own = [...path, String(key.value)];
      const first = seen.get(String(key.value));
      seen.set(String(key.value), first ?? key);
      const within = value ? this.#repeatedNames(value, own) : [];
      if (!first) return within;
      const { line } = this.#placeAt(first.offset);
      const text = `${pathText(own)} stands here twice, first on line ${line}. Make one of both.`;
      return [this.#mistakeAt(key.offset, text), ...within];
    });
  }

  /** Entries that are valid and say nothing, or the same again. */
  #senseless({ grants = [], forbidden = [] }: PolicyValue): readonly Mistake[] {
    const toItself = grants.flatMap(({ from, to }, index): readonly Mistake[] =>
      from === to
        ? [this.#mistakeIn(['grants', index], `is from \`${from}\` to itself. Put the tools on its allow-list.`)]
        : [],
    );
    const again = grants.flatMap(({ from, to, tools }, index) =>
      grants.slice(0, index).flatMap((earlier, first): readonly Mistake[] => {
        if (earlier.from !== from || earlier.to !== to) return [];
        const names = tools.filter((tool) => earlier.tools.includes(tool)).map((tool) => `\`${tool}\``);
        if (names.length === 0) return [];
        const other = `as the one on line ${this.lineOf(['grants', first])} does. Keep one of both.`;
        const text = `grants ${names.join(', ')} from \`${from}\` to \`${to}\`, ${other}`;
        return [this.#mistakeIn(['grants', index], text)];
      }),
    );
    const namesakes = forbidden.flatMap(({ name }, index): readonly Mistake[] => {
      const first = forbidden.findIndex((each) => each.name === name);
      if (first === index) return [];
      const other = `as the one on line ${this.lineOf(['forbidden', first])} is. Give it a name of its own.`;
      return [this.#mistakeIn(['forbidden', index], `is called \`${name}\`, ${other}`)];
    });
    return [...toItself, ...again, ...namesakes];
  }

  // ── places ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #mistakeIn(path: Path, text: string): Mistake {
    return this.#mistakeAt(this.#nodeAt(path).offset, `${pathText(path)} ${text}`);
  }

  #mistakeAt(offset: number, text: string): Mistake {
    return { ...this.#placeAt(offset), text };
  }

  #placeAt(offset: number): { readonly line: number; readonly column: number } {
    const lines = this.#text.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  }

  /** The name of a property; an entry of a list itself. */
  #nameAt(path: Path): Node {
    const node = this.#nodeAt(path);
    return (node.parent?.type === 'property' ? node.parent.children?.[0] : undefined) ?? node;
  }

  /** The value at a path: of a property that stands there twice the last, as `JSON.parse` has it. */
  #nodeAt(path: Path): Node {
    let at = this.#root;
    for (const step of path) {
      const next: Node | undefined =
        typeof step === 'number'
          ? at?.children?.[step]
          : at?.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
      at = next ?? at;
    }
    return at ?? { type: 'null', offset: 0, length: 0 };
  }
}

/** What breaks the syntax, with what is there instead. */
const syntaxTexts: Readonly<Record<string, (there: string) => string>> = {
  InvalidCommentToken: () => 'JSON has no comments. Say it in a `reason`, or take it out.',
  PropertyNameExpected: (there) => `A name in double quotes is due here, and ${there}.`,
  ValueExpected: (there) => `A value is due here, and ${there}.`,
  ColonExpected: (there) => `A colon is due here, and ${there}.`,
  CommaExpected: (there) => `A comma is due here, and ${there}.`,
  CloseBraceExpected: (there) => `A \`}\` is due here, and ${there}.`,
  CloseBracketExpected: (there) => `A \`]\` is due here, and ${there}.`,
  EndOfFileExpected: (there) => `The policy is over here, and ${there}.`,
  InvalidSymbol: (there) => `A value is due here, and ${there}. Texts are in double quotes.`,
  UnexpectedEndOfString: () => 'The text that begins here does not end. Close it with a double quote.',
};

function isComment({ error }: ParseError): boolean {
  return printParseErrorCode(error) === 'InvalidCommentToken';
}

/** The path as people click on it: from the folder in which the program runs, where the file lies below that. */
function nameOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}
