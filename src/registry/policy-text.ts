import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Ajv2020, type DefinedError, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Node, type ParseError, parseTree, printParseErrorCode, stripComments } from 'jsonc-parser';
import { nearestOf } from './nearest.ts';
import type { Combination, EffectName, Grant, Policy } from './policy.ts';

/** Something that is wrong in a policy file, with its place from line 1 and column 1. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  /** `grants[0].tols is not known. Did you mean `tools`?` */
  readonly text: string;
}

/** A policy file that does not hold. Its message names the file, and every mistake with line and column. */
export class PolicyError extends Error {
  readonly file: string;
  /** In the order of the text. Empty where the file as a whole is the fault. */
  readonly mistakes: readonly Mistake[];

  constructor(file: string, fault: string | readonly Mistake[]) {
    const mistakes = typeof fault === 'string' ? [] : fault;
    const name = nameOf(file);
    const lines = mistakes.map(({ line, column, text }) => `${name}:${line}:${column}  ${text}`);
    const whole = typeof fault === 'string' ? `: ${name} ${fault}.` : ' does not hold.';
    super([`The policy file${whole}`, ...lines].join('\n'));
    this.name = 'PolicyError';
    this.file = file;
    this.mistakes = mistakes;
  }
}

/** What a value in the file looks like, once it is valid. */
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
export function policyIn(text: string, file: string): Policy {
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

type Path = readonly (number | string)[];

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
    const isComment = ({ error }: ParseError): boolean => printParseErrorCode(error) === 'InvalidCommentToken';
    // Behind the first place where the syntax breaks, the rest is guesswork.
    const broken = errors.find((error) => !isComment(error));
    const syntax = errors.filter((error) => error === broken || isComment(error));
    const found = syntax.map((error) => this.#mistakeAt(error.offset, this.#syntaxText(error)));
    if (!broken && this.#root) {
      this.value = JSON.parse(stripComments(this.#text, ' '));
      found.push(...this.#repeatedKeys(this.#root, []), ...this.#invalid());
      if (found.length === 0) found.push(...this.#senseless(this.value as PolicyValue));
    }
    this.mistakes = found.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** The line on which an entry begins: of a property its name. */
  lineOf(path: Path): number {
    return this.#placeAt(this.#keyAt(path).offset).line;
  }

  #syntaxText({ error, offset, length }: ParseError): string {
    if (this.#text.trim() === '') return 'The file is empty. A policy that says nothing is `{}`.';
    const name = printParseErrorCode(error);
    const given = this.#text.slice(offset, offset + length).split('\n')[0] ?? '';
    const there = given === '' ? 'the file ends' : `there is \`${given.trim()}\``;
    return syntaxTexts[name]?.(there) ?? `The syntax of JSON breaks here: ${name}.`;
  }

  // ── what the schema says ───────────────────────────────────────────────────────────────────────────────────────

  #invalid(): readonly Mistake[] {
    const validate = validator();
    validate(this.value);
    const errors = (validate.errors ?? []) as DefinedError[];
    const misspelt = new Set(errors.map((error) => `${error.instancePath} ${nearestTo(error) ?? ''}`));
    return errors.flatMap((error): readonly Mistake[] => {
      const path = pathOf(error.instancePath, this.value);
      const name = pathText(path);
      const mistake = (text: string, at: Node): readonly Mistake[] => [this.#mistakeAt(at.offset, `${text}.`)];
      switch (error.keyword) {
        case 'additionalProperties': {
          const own = [...path, error.params.additionalProperty];
          const allowed = propertiesOf(error);
          return mistake(`${pathText(own)} is not known.${suggested(nearestTo(error), allowed)}`, this.#keyAt(own));
        }
        case 'required': {
          const { missingProperty } = error.params;
          if (misspelt.has(`${error.instancePath} ${missingProperty}`)) return [];
          return mistake(`${name} must have \`${missingProperty}\``, this.#nodeAt(path));
        }
        case 'enum': {
          const allowed = error.params.allowedValues.map(String);
          const near = suggested(nearestTo(error), allowed);
          return mistake(
            `${name} must be one of the allowed values, not ${shown(error.data)}.${near}`,
            this.#nodeAt(path),
          );
        }
        case 'type':
          return mistake(
            `${name} must be ${kindText(error.params.type)}, not ${shown(error.data)}`,
            this.#nodeAt(path),
          );
        case 'pattern': {
          const { patternErrorMessage: must } = error.parentSchema as { readonly patternErrorMessage: string };
          if (error.propertyName === undefined)
            return mistake(`${name} ${must}, not ${shown(error.data)}`, this.#nodeAt(path));
          return mistake(`${shown(error.propertyName)} in ${name} ${must}`, this.#keyAt([...path, error.propertyName]));
        }
        case 'format':
          return mistake(`${name} must be a day that the calendar has, not ${shown(error.data)}`, this.#nodeAt(path));
        case 'minItems':
          return mistake(`${name} must not be empty`, this.#nodeAt(path));
        case 'uniqueItems': {
          const second = [...path, Math.max(error.params.i, error.params.j)];
          const value = (error.data as readonly unknown[])[second.at(-1) as number];
          return mistake(`${name} has ${shown(value)} twice`, this.#nodeAt(second));
        }
        case 'propertyNames':
          return [];
        default:
          return mistake(`${name} ${(error as ErrorObject).message ?? 'is not valid'}`, this.#nodeAt(path));
      }
    });
  }

  // ── what the schema cannot say ─────────────────────────────────────────────────────────────────────────────────

  /** `JSON.parse` keeps the last of two properties with one name, without a word. */
  #repeatedKeys(node: Node, path: Path): readonly Mistake[] {
    const seen = new Map<string, Node>();
    return (node.children ?? []).flatMap((child, index): readonly Mistake[] => {
      if (child.type !== 'property') return this.#repeatedKeys(child, [...path, index]);
      const [key, value] = child.children ?? [];
      if (!key) return [];
      const name = String(key.value);
      const first = seen.get(name);
      seen.set(name, first ?? key);
      const repeated = first
        ? [
            this.#mistakeAt(
              key.offset,
              `${pathText([...path, name])} stands here twice, first on line ${this.#placeAt(first.offset).line}. Make one of both.`,
            ),
          ]
        : [];
      return [...repeated, ...(value ? this.#repeatedKeys(value, [...path, name]) : [])];
    });
  }

  #senseless({ grants = [], forbidden = [] }: PolicyValue): readonly Mistake[] {
    const found: Mistake[] = [];
    grants.forEach(({ from, to, tools }, index) => {
      const path = ['grants', index];
      const { offset } = this.#nodeAt(path);
      if (from === to)
        found.push(
          this.#mistakeAt(offset, `${pathText(path)} is from \`${from}\` to itself. Put the tools on its allow-list.`),
        );
      grants.slice(0, index).forEach((earlier, first) => {
        const again =
          earlier.from === from && earlier.to === to ? tools.filter((tool) => earlier.tools.includes(tool)) : [];
        if (again.length === 0) return;
        const names = again.map((tool) => `\`${tool}\``).join(', ');
        const line = this.lineOf(['grants', first]);
        found.push(
          this.#mistakeAt(
            offset,
            `${pathText(path)} grants ${names} from \`${from}\` to \`${to}\`, as the one on line ${line} does. Keep one of both.`,
          ),
        );
      });
    });
    forbidden.forEach(({ name }, index) => {
      const first = forbidden.findIndex((each) => each.name === name);
      if (first === index) return;
      const line = this.lineOf(['forbidden', first]);
      const text = `${pathText(['forbidden', index])} is called \`${name}\`, as the one on line ${line} is. Give it a name of its own.`;
      found.push(this.#mistakeAt(this.#nodeAt(['forbidden', index]).offset, text));
    });
    return found;
  }

  // ── places ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #mistakeAt(offset: number, text: string): Mistake {
    return { ...this.#placeAt(offset), text };
  }

  #placeAt(offset: number): { readonly line: number; readonly column: number } {
    const lines = this.#text.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  }

  /** The name of a property, and an entry of a list itself. */
  #keyAt(path: Path): Node {
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
  PropertyNameExpected: (there) =>
    `A name in double quotes is due here, and ${there}. The last entry has no comma behind it.`,
  ValueExpected: (there) => `A value is due here, and ${there}. The last entry has no comma behind it.`,
  ColonExpected: (there) => `A colon is due here, and ${there}.`,
  CommaExpected: (there) => `A comma is due here, and ${there}.`,
  CloseBraceExpected: (there) => `A \`}\` is due here, and ${there}.`,
  CloseBracketExpected: (there) => `A \`]\` is due here, and ${there}.`,
  EndOfFileExpected: (there) => `The policy is over here, and ${there}.`,
  InvalidSymbol: (there) => `A value is due here, and ${there}. Texts are in double quotes.`,
  UnexpectedEndOfString: () => 'The text that begins here does not end. Close it with a double quote.',
};

let validate: ValidateFunction | undefined;

function validator(): ValidateFunction {
  if (validate) return validate;
  const schema = JSON.parse(readFileSync(new URL('../../policy.schema.json', import.meta.url), 'utf8')) as object;
  const ajv = new Ajv2020({ allErrors: true, verbose: true });
  // Editors show it as well: it is a word of the JSON language server.
  ajv.addKeyword('patternErrorMessage');
  // What is no date at all is a matter of the pattern.
  ajv.addFormat('date', (text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || isDay(text));
  return (validate = ajv.compile(schema));
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The steps of a JSON pointer. */
function pathOf(pointer: string, root: unknown): Path {
  const path: (number | string)[] = [];
  let at = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(at) ? Number(key) : key);
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return path;
}

/** `grants[0].tools`, `agents["front desk"].allow`. */
function pathText(path: Path): string {
  if (path.length === 0) return 'The policy';
  return path
    .map((step) => (typeof step === 'string' && /^[$\w]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join('')
    .replace(/^\./, '');
}

function propertiesOf({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys((parentSchema?.properties ?? {}) as object);
}

/** The allowed name or value that is meant, where one is near. */
function nearestTo(error: DefinedError): string | undefined {
  if (error.keyword === 'additionalProperties') return nearestOf(propertiesOf(error), error.params.additionalProperty);
  return error.keyword === 'enum' && typeof error.data === 'string'
    ? nearestOf(error.params.allowedValues.map(String), error.data)
    : undefined;
}

/** The sentences behind a mistake, up to the last full stop. */
function suggested(nearest: string | undefined, allowed: readonly string[]): string {
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  return `${hint} Allowed: ${allowed.map((name) => `\`${name}\``).join(', ')}`;
}

function kindText(type: string): string {
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : 'a text';
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : `\`${JSON.stringify(value)}\``;
}

/** The path as people click on it: from the folder in which the program runs, where the file lies below that. */
function nameOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}
