import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, syntax, constantInitializerOf } from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { conditionsOf, isControlled } from '../control/control.ts';
import { type Definition, definitionsReaching, sourceOf } from '../values/definitions.ts';
import { type Evaluator, plainEvaluatorOf } from '../values/evaluator.ts';
import { writtenIn } from '../values/functions.ts';
import { anywhere, isWrittenText, nodesIn } from '../values/nodes.ts';
import { areNamesListed } from './listed-names.ts';
import { optionsOf, textIn } from '../values/values.ts';

/** With these alone nothing can be named, called or read: no quotes, and no brackets for `[]['at']`. */
const arithmetic = new Set('0123456789+-*/%^(). ,\t\n\r');

/**
 * Names that lead to more than numbers and texts. With letters that spell none of them, `sqrt`, code names nothing else
 * either, but what the program declares where it runs `eval`: what leads to all that is global, as `this` and `top` do, leads
 * to these alone.
 */
const powerfulNames = (
  'Bun Deno Function Proxy Reflect Worker alert await constructor crypto delete document eval exports fetch import module ' +
  'new open process require setInterval setTimeout'
).split(' ');

const letters: readonly string[] = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** How many names and calls are looked through. */
const MAX_DEPTH = 12;

/** The characters that a text may have beside what the program puts between them, and the letters of that. */
type Alphabet = ReadonlySet<string>;

const none: Alphabet = new Set();

/**
 * Whether a text that is run as code is arithmetic, whatever the program is given: all that is not written in it has been
 * stripped of every other character (`replace(/[^\d+]/g, '')`), or is known to have none, because code that comes before
 * leaves where a pattern for the whole text does not match. Where that lets letters in, the names of them are in a list.
 */
export function isArithmetic(text: ts.Expression, program: ts.Program): boolean {
  const alphabet = new AlphabetReader(program).of(text);
  if (!alphabet) return false;
  const isSpelt = (name: string): boolean => Array.from(name).every((each) => alphabet.has(each));
  return !powerfulNames.some(isSpelt) || areNamesListed(text, program);
}

/** Reads which characters a text can have. */
class AlphabetReader {
  readonly #program: ts.Program;
  readonly #evaluator: Evaluator;
  /** The definitions that are being read: what a loop adds to itself is in the others. */
  readonly #open = new Set<Definition>();
  /** What the parameters of callbacks may be. */
  readonly #parts = new Map<ts.Node, Alphabet>();
  /** What a callback writes is put between what is given, and its letters count. */
  #isInCallback = false;
  #depth = 0;

  constructor(program: ts.Program) {
    this.#program = program;
    this.#evaluator = plainEvaluatorOf(program);
  }

  /** Undefined: any. What is written in the text itself, and not put between what is given, does not count. */
  of(text: ts.Expression): Alphabet | undefined {
    if (this.#depth > MAX_DEPTH) return undefined;
    this.#depth++;
    const alphabet = this.#read(syntax.withoutAssertions(text));
    this.#depth--;
    return alphabet;
  }

  #read(node: ts.Expression): Alphabet | undefined {
    if (syntax.isStringLiteralLike(node)) return none;
    const parts = partsOfText(node);
    if (parts) return this.#isInCallback || !parts.some(isCompleted) ? this.#ofAny(parts) : undefined;
    if (syntax.isCallExpression(node)) return this.#ofCall(node);
    return syntax.isIdentifier(node) ? (this.#testedOf(node) ?? this.#definedAt(node)) : undefined;
  }

  #ofAny(texts: readonly ts.Expression[]): Alphabet | undefined {
    const alphabets = texts.map((text) => this.of(text));
    return alphabets.includes(undefined) ? undefined : new Set(alphabets.flatMap((each) => [...(each ?? [])]));
  }

  /** What a name stands for where it is used, by each definition that comes to there. */
  #definedAt(name: ts.Identifier): Alphabet | undefined {
    const declaration = bindingOf(name);
    const part = declaration && this.#parts.get(declaration);
    if (part) return part;
    const definitions = declaration && this.#definitionsAt(name, declaration);
    const fresh = definitions?.filter((each) => !this.#open.has(each));
    const texts = fresh?.map(sourceOf).filter((each) => each !== undefined);
    if (!fresh || texts?.length !== fresh.length) return undefined;
    fresh.forEach((each) => this.#open.add(each));
    const alphabet = this.#ofAny(texts);
    fresh.forEach((each) => this.#open.delete(each));
    return alphabet;
  }

  #definitionsAt(name: ts.Identifier, declaration: ts.Node): readonly Definition[] | undefined {
    if (!syntax.isVariableDeclaration(declaration)) return undefined;
    return isConstant(declaration) ? [declaration] : definitionsReaching(name, declaration, this.#program);
  }

  /** `text.replace(/[^\d+]/g, '')`, and what leaves the text as it is or replaces parts of it by what is written there. */
  #ofCall({ expression: callee, arguments: given }: ts.CallExpression): Alphabet | undefined {
    if (!syntax.isPropertyAccessExpression(callee)) return undefined;
    const { name, expression: receiver } = callee;
    if (/^(?:trim\w*|slice|substring)$/.test(name.text)) return this.of(receiver);
    const [pattern, by] = given;
    if (!pattern || !by || !/^replace(?:All)?$/.test(name.text)) return undefined;
    const whole = this.of(receiver);
    const before = (isOfAll(pattern) ? onlyLeftBy(pattern) : undefined) ?? whole;
    const written = before && this.#writtenBy(by, whole);
    if (!written) return undefined;
    const isReplaced = isOfAll(pattern) ? isCharacter(pattern) : (): boolean => false;
    return new Set([...[...before].filter((each) => !isReplaced(each)), ...written]);
  }

  /** What a replacement puts into a text: nothing by `''`; a callback, and `$&` or `$1`, are given parts of that text. */
  #writtenBy(by: ts.Expression, text: Alphabet | undefined): Alphabet | undefined {
    const node = syntax.withoutAssertions(by);
    if (syntax.isArrowFunction(node) && !syntax.isBlock(node.body)) {
      const written = nodesIn(node.body, isWrittenText, anywhere).map(({ text: part }) => lettersOf(part));
      if (text) node.parameters.forEach((each) => this.#parts.set(each, text));
      this.#isInCallback = true;
      const given = this.of(node.body);
      this.#isInCallback = false;
      return given && !written.includes(undefined)
        ? new Set([...given, ...written.flatMap((each) => each ?? [])])
        : undefined;
    }
    const texts = this.#textsOf(node);
    const letters = texts.map((each) => {
      const written = each === undefined ? undefined : lettersOf(each);
      return each?.includes('$') ? written && text && [...written, ...text] : written;
    });
    return letters.includes(undefined) ? undefined : new Set(letters.flatMap((each) => each ?? []));
  }

  /** The texts that an expression is put together of. Undefined stands for one that is not in the program. */
  #textsOf(text: ts.Expression): readonly (string | undefined)[] {
    const node = syntax.withoutAssertions(text);
    return syntax.isTemplateExpression(node)
      ? [
          node.head.text,
          ...node.templateSpans.flatMap((span) => [...this.#textsOf(span.expression), span.literal.text]),
        ]
      : optionsOf(this.#evaluator.valueOf(node)).map((option) => textIn(option));
  }

  /** By a test of the whole text that holds on each path to a name. */
  #testedOf(name: ts.Identifier): Alphabet | undefined {
    const binding = bindingOf(name);
    if (!binding) return undefined;
    const isNamed = (node: ts.Node | undefined): node is ts.Identifier =>
      node !== undefined && syntax.isIdentifier(node) && bindingOf(node) === binding;
    const isKept = isConstant(binding) || !writtenIn(binding.getSourceFile()).has(binding);
    const [only, ...others] = isKept ? [] : (this.#definitionsAt(name, binding) ?? []);
    if (!isKept && (!only || others.length > 0)) return undefined;
    const isSame = (node: ts.Node | undefined): boolean => {
      if (!isNamed(node) || isKept) return isNamed(node);
      const tested = this.#definitionsAt(node, binding);
      return tested?.length === 1 && tested[0] === only;
    };

    const found = new Set<string>();
    const isTest = (condition: ts.Expression): boolean => {
      const call = syntax.withoutAssertions(condition);
      if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
      const { name: method, expression: receiver } = call.expression;
      const alphabet = method.text === 'test' && isSame(call.arguments[0]) ? ofWhole(receiver) : undefined;
      alphabet?.forEach((each) => found.add(each));
      return alphabet !== undefined;
    };
    // What is too large to be looked at is not known to be tested.
    for (let at: ts.Node = name; !syntax.isSourceFile(at); at = syntax.containerOf(at))
      if (
        conditionsOf(at, this.#program) !== undefined &&
        isControlled(
          at,
          {
            decides: (condition) => partsOf(condition).some(({ part, value }) => value === true && isTest(part)),
            stops: () => false,
          },
          this.#program,
        )
      )
        return found;
    return undefined;
  }
}

/** The parts of a text that is put together of some: of a template with texts between them, of a sum of two. */
function partsOfText(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (syntax.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  const isSum = syntax.isBinaryExpression(node) && node.operatorToken.kind === syntax.SyntaxKind.PlusToken;
  return isSum ? [node.left, node.right] : undefined;
}

/** Whether what is written beside a part makes another name of its letters: `process.${name}`, `'get' + name`. */
function isCompleted(part: ts.Expression): boolean {
  const { parent } = part;
  if (syntax.isBinaryExpression(parent))
    return part === parent.right
      ? mayEndInName(textAt(parent.left, 'end')) && !syntax.isStringLiteralLike(syntax.withoutAssertions(part))
      : mayBeginWithName(textAt(parent.right, 'start')) && !syntax.isStringLiteralLike(syntax.withoutAssertions(part));
  const span = parent as ts.TemplateSpan;
  const { head, templateSpans: spans } = span.parent;
  const before = spans[spans.indexOf(span) - 1]?.literal ?? head;
  return mayEndInName(before.text) || mayBeginWithName(span.literal.text);
}

function mayEndInName(text: string): boolean {
  return /[\w$.]$/.test(text);
}

function mayBeginWithName(text: string): boolean {
  return /^[\w$]/.test(text);
}

/** What is written at an end of a text; nothing where that is not written there. */
function textAt(text: ts.Expression, end: 'end' | 'start'): string {
  const node = syntax.withoutAssertions(text);
  if (syntax.isStringLiteralLike(node)) return node.text;
  if (syntax.isTemplateExpression(node))
    return end === 'start' ? node.head.text : (node.templateSpans.at(-1)?.literal.text ?? '');
  return syntax.isBinaryExpression(node) ? textAt(end === 'start' ? node.left : node.right, end) : '';
}

/** What a pattern for a whole text lets in: `/^[\d\s+\-*\/().]+$/`, or the name of a constant that is one. */
function ofWhole(pattern: ts.Expression): Alphabet | undefined {
  const node = syntax.withoutAssertions(pattern);
  if (syntax.isIdentifier(node)) {
    const named = constantInitializerOf(node);
    return named !== undefined && !syntax.isIdentifier(named) ? ofWhole(named) : undefined;
  }
  if (node.kind !== syntax.SyntaxKind.RegularExpressionLiteral) return undefined;
  const [, inside, flags = ''] =
    /^\/\^\[([^^].*)\](?:[+*]|\{\d+(?:,\d*)?\})\$\/([gisuvy]*)$/s.exec(node.getText()) ?? [];
  return inside === undefined ? undefined : ofClass(inside, flags);
}

/** What is left where all that a pattern matches is taken out: `/[^\d+]/g`. */
function onlyLeftBy(pattern: ts.Expression): Alphabet | undefined {
  const [, inside, flags = ''] = /^\/\[\^(.+)\][+*]?\/([a-z]*)$/s.exec(pattern.getText()) ?? [];
  return inside === undefined ? undefined : ofClass(inside, flags);
}

/** Whether a pattern is replaced wherever it matches. */
function isOfAll(pattern: ts.Expression): boolean {
  return /\/[a-z]*g[a-z]*$/.test(pattern.getText()) && pattern.kind === syntax.SyntaxKind.RegularExpressionLiteral;
}

/** A test for the character that a pattern stands for, wherever it is: `/e/g`. */
function isCharacter(pattern: ts.Expression): (character: string) => boolean {
  const [, single, flags] = /^\/([A-Za-z])\/([a-z]*)$/.exec(pattern.getText()) ?? [];
  return (character) =>
    single !== undefined &&
    (character === single || (flags?.includes('i') === true && isSameLetter(character, single)));
}

function isSameLetter(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The characters of a class, by what stands between its brackets; undefined where there may be others than arithmetic and letters. */
function ofClass(inside: string, flags: string): Alphabet | undefined {
  if (/(?<!\\)\]/.test(inside) || flags.includes('v')) return undefined;
  const parts = inside.match(/\\?[^\\](?:-\\?[^\\])?/gs) ?? [];
  const characters = parts.join('') === inside ? parts.map(charactersOf) : [undefined];
  if (characters.includes(undefined)) return undefined;
  const all = characters.flatMap((each) => each ?? []);
  return new Set(flags.includes('i') ? all.flatMap((each) => [each.toLowerCase(), each.toUpperCase()]) : all);
}

/** Those of `\d`, `\-`, `+`, `0-9`. */
function charactersOf(part: string): readonly string[] | undefined {
  if (part === '\\d' || part === '\\s') return [];
  if (part === '\\w') return letters;
  const range = /^(\\?.)-(\\?.)$/s.exec(part);
  if (!range) return isOneOf(part) ? [part] : undefined;
  const [, from = '', to = ''] = range;
  // `\s-` and `\d-`: no range, but the class and a hyphen before the next one.
  if (/^\\[dsw]$/.test(from)) return [...(charactersOf(from) ?? []), ...(charactersOf(to) ?? [])];
  const codes = [from, to].map((end) => end.charCodeAt(end.length - 1));
  const [first = 0, last = 0] = codes;
  if (!isOneOf(from) || !isOneOf(to) || last < first) return undefined;
  const all = Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
  return all.every((each) => isLetter(each) || arithmetic.has(each)) ? all : undefined;
}

/** The letters of what a program puts into a text; undefined where that can hold a text or a list in turn. */
function lettersOf(written: string): readonly string[] | undefined {
  return /["'`[\]]/.test(written) ? undefined : (written.match(/[A-Za-z]/g) ?? []);
}

function isLetter(part: string): boolean {
  return /^[A-Za-z]$/.test(part);
}

/** An escaped letter is another character, or a class of them. */
function isOneOf(part: string): boolean {
  return part.startsWith('\\')
    ? !/^\\[a-zA-Z0-9]/.test(part) && arithmetic.has(part.slice(1))
    : isLetter(part) || arithmetic.has(part);
}
