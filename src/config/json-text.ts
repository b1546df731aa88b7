import { relative } from 'node:path';
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode, stripComments } from 'jsonc-parser';
import { type Path, pathText, problemsOf, type SchemaName } from './schema.ts';

/** Something that is wrong in a file, with its place from line 1 and column 1. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  /** ``grants[0].tols is not known. Did you mean `tools`?`` */
  readonly text: string;
}

/** How messages name what a file holds. */
interface Wording {
  /** `policy` */
  readonly noun: string;
  /** What an empty file needs. */
  readonly ifEmpty: string;
  /** Where a comment can go instead. */
  readonly insteadOfComments: string;
}

const wordings = {
  policy: {
    noun: 'policy',
    ifEmpty: 'A policy that says nothing is `{}`.',
    insteadOfComments: 'Say it in a `reason`, or take it out.',
  },
  registry: {
    noun: 'registry',
    ifEmpty: 'Write a registry document into it, or remove it.',
    insteadOfComments: 'Say it in a `reason` of the review file, or take it out.',
  },
  review: {
    noun: 'review',
    ifEmpty: 'Write a review into it, or remove it.',
    insteadOfComments: 'Say it in a `reason`, or take it out.',
  },
} as const satisfies Partial<Record<SchemaName, Wording>>;

/** Nothing that a person or a tool wrote is deeper, and recursion over it would overflow the stack. */
const MAX_DEPTH = 250;

/** The text of a JSON file with its value, where its parts stand, and what is wrong with them by its schema. */
export class JsonText {
  /** Undefined where the syntax is broken. */
  readonly value: unknown;
  /** In the order of the text. */
  readonly mistakes: readonly Mistake[];
  /** Whether the value is of the type that the schema stands for. There may still be mistakes, such as comments. */
  readonly isOfSchema: boolean = false;
  readonly #wording: Wording;
  readonly #text: string;
  readonly #root: Node | undefined;
  /** Where the lines start. */
  #starts: readonly number[] | undefined;

  constructor(withMark: string, schema: keyof typeof wordings) {
    this.#wording = wordings[schema];
    this.#text = withMark.replace(/^\uFEFF/, '');
    const tooDeep = depthExceededAt(this.#text);
    if (tooDeep !== undefined) {
      this.mistakes = [this.#mistakeAt(tooDeep, `Values are nested deeper than ${MAX_DEPTH} levels here.`)];
      return;
    }
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
      const problems = problemsOf(schema, this.value);
      for (const { path, isName, text } of problems)
        found.push(isName ? this.mistakeAtName(path, text) : this.mistakeAt(path, text));
      this.isOfSchema = problems.length === 0;
    }
    this.mistakes = inOrder(found);
  }

  /** Where an entry begins: a property with its name. */
  placeOf(path: Path): { readonly line: number; readonly column: number } {
    return this.#placeAt(this.#nameAt(path).offset);
  }

  /** A mistake at a value. The text begins with its path, or stands for itself. */
  mistakeAt(path: Path, text: string): Mistake {
    return this.#mistakeAt(this.#nodeAt(path).offset, text);
  }

  /** A mistake at the name of a property; of an entry of a list, at the entry. */
  mistakeAtName(path: Path, text: string): Mistake {
    return this.#mistakeAt(this.#nameAt(path).offset, text);
  }

  #syntaxText({ error, offset, length }: ParseError): string {
    const { noun, ifEmpty, insteadOfComments } = this.#wording;
    if (this.#text.trim() === '') return `The file is empty. ${ifEmpty}`;
    const name = printParseErrorCode(error);
    const given = (this.#text.slice(offset, offset + length).split(/[\r\n]/)[0] ?? '').trim();
    const there = given === '' ? 'the file ends' : `there is \`${given}\``;
    const isAfterComma = name.endsWith('Expected') && this.#text.slice(0, offset).trimEnd().endsWith(',');
    const remedy = isAfterComma ? ' Behind the last entry no comma is allowed.' : '';
    if (name === 'InvalidCommentToken') return `JSON has no comments. ${insteadOfComments}`;
    if (name === 'EndOfFileExpected') return `The ${noun} is over here, and ${there}.`;
    return `${syntaxTexts[name]?.(there) ?? `The syntax of JSON breaks here: ${name}.`}${remedy}`;
  }

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

  // ── places ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #mistakeAt(offset: number, text: string): Mistake {
    return { ...this.#placeAt(offset), text };
  }

  #placeAt(offset: number): { readonly line: number; readonly column: number } {
    // Every line of a registry has a place, and a registry may have thousands: the last start that is not behind it.
    const starts = (this.#starts ??= [0, ...Array.from(this.#text.matchAll(/\r\n|\r|\n/g), endOf)]);
    let [first, last] = [0, starts.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((starts[middle] ?? 0) <= offset) first = middle;
      else last = middle - 1;
    }
    return { line: first + 1, column: offset - (starts[first] ?? 0) + 1 };
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

/** Mistakes in the order of the text. */
export function inOrder(mistakes: readonly Mistake[]): readonly Mistake[] {
  return mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** The path as people click on it: from the folder in which the program runs, where the file lies below that. */
export function nameOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}

/** What breaks the syntax, with what is there instead. */
const syntaxTexts: Readonly<Record<string, (there: string) => string>> = {
  PropertyNameExpected: (there) => `A name in double quotes is due here, and ${there}.`,
  ValueExpected: (there) => `A value is due here, and ${there}.`,
  ColonExpected: (there) => `A colon is due here, and ${there}.`,
  CommaExpected: (there) => `A comma is due here, and ${there}.`,
  CloseBraceExpected: (there) => `A \`}\` is due here, and ${there}.`,
  CloseBracketExpected: (there) => `A \`]\` is due here, and ${there}.`,
  InvalidSymbol: (there) => `A value is due here, and ${there}. Texts are in double quotes.`,
  UnexpectedEndOfString: () => 'The text that begins here does not end. Close it with a double quote.',
};

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}

function isComment({ error }: ParseError): boolean {
  return printParseErrorCode(error) === 'InvalidCommentToken';
}

/** Where objects and lists first stand too deep within each other. */
function depthExceededAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const at = scanner.getTokenOffset();
    if (scanner.getTokenLength() > 1) continue;
    if (text[at] === '{' || text[at] === '[') depth++;
    else if (text[at] === '}' || text[at] === ']') depth--;
    if (depth > MAX_DEPTH) return at;
  }
  return undefined;
}
