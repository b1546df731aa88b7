import type { ts } from '../../../type-utils/index.ts';
import {
  bindingOf,
  compilerOf,
  isGlobalName,
  isInside,
  mayBeMissing,
  patternHolderOf,
  syntax,
} from '../../../type-utils/index.ts';
import { valueOf, writtenIn } from '../../../program/values/functions.ts';
import { returnedBy } from '../../../program/values/nodes.ts';
import {
  composed,
  contentOfBinary,
  contentOfCopying,
  contentOfList,
  contentOfObject,
  contentOfResult,
  contentOfTemplate,
  copyOf,
  textOfKey,
} from './composed-contents.ts';
import {
  choice,
  type Content,
  isLiteral,
  literal,
  type ObjectContent,
  type PropertyLayer,
  type ReadContent,
  type Reader,
  type SpreadLayer,
  unknown,
} from './contents.ts';
import { below, isCopy, type Reading } from './readings.ts';

/** How many expressions lie in one another, and how many functions call each other, at most. */
const MAX_DEPTH = 40;
const MAX_CALLS = 3;

/** Where a function is followed that a call runs. */
interface Run {
  /** What its parameters are given. */
  readonly given: ReadonlyMap<ts.Node, Content>;
  /** What all that it reads is read by. */
  readonly call: ts.CallExpression;
  readonly depth: number;
}

/** Adds to what a variable is declared with what is done to it until a node reads it. */
export type Settling = (node: ts.Node, content: Content, reader: ContentReader) => Content;

/**
 * Reads what expressions give: through constants, objects and lists that are put together, copies, and functions of the
 * program that return something of their parameters.
 */
export class ContentReader implements Reader {
  readonly #program: ts.Program;
  readonly #run: Run | undefined;
  readonly #settling: Settling | undefined;
  readonly #known = new WeakMap<ts.Expression, Content>();
  #depth = 0;

  constructor(program: ts.Program, run?: Run, settling?: Settling) {
    this.#program = program;
    this.#run = run;
    this.#settling = settling;
  }

  read(expression: ts.Expression): Content {
    const known = this.#known.get(expression);
    if (known || this.#depth > MAX_DEPTH) return known ?? unknown(expression);
    this.#depth++;
    const content = this.#read(valueOf(expression));
    this.#depth--;
    this.#known.set(expression, content);
    return content;
  }

  settled(content: Content, node: ts.Node): Content {
    return content.at ? (this.#settling?.(node, content, this) ?? content) : content;
  }

  timeOf(node: ts.Node): ts.Node {
    return this.#run?.call ?? node;
  }

  /** A property of an object, or an element of a list. */
  propertyOf(whole: Content, name: string, node: ts.Expression, time: ts.Node = this.timeOf(node)): Content {
    const at = whole.at && below(whole.at, name, time);
    switch (whole.kind) {
      case 'read':
        return { kind: 'read', reading: below(whole.reading, name, time), node, at };
      case 'object':
        return { ...this.entryOf(whole, name, node), at };
      case 'list': {
        const element = whole.elements[Number(name)];
        return element ? { ...element, at } : unknown(node);
      }
      case 'choice':
        return {
          ...choice(
            whole.options.map((option) => this.propertyOf(option, name, node, time)),
            node,
          ),
          at,
        };
      default:
        return { ...unknown(node), at };
    }
  }

  /** The property of an object that is put together: `undefined` as a literal where it has none. */
  entryOf({ layers }: ObjectContent, name: string, node: ts.Expression): Content {
    const options: Content[] = [];
    for (const layer of [...layers].reverse()) {
      const found = 'spread' in layer ? this.#entryOfSpread(layer, name, node) : ofProperty(layer, name, node);
      if (!found) continue;
      options.push(found.content);
      if (found.isCertain) return choice(options, node);
    }
    return options.length === 0 ? literal(undefined, node) : choice(options, node);
  }

  /** Undefined: what is spread has no such property. */
  #entryOfSpread(
    { spread, without }: SpreadLayer,
    name: string,
    node: ts.Expression,
  ): { readonly content: Content; readonly isCertain: boolean } | undefined {
    if (without.has(name)) return undefined;
    if (spread.kind === 'object') {
      const content = this.entryOf(spread, name, node);
      return isLiteral(content, undefined) ? undefined : { content, isCertain: content.kind !== 'choice' };
    }
    const content = this.propertyOf(spread, name, spread.node, this.timeOf(spread.node));
    const declared = compilerOf(this.#program).shapeOf(spread.node).properties;
    if (!declared) return { content, isCertain: false };
    const property = declared.get(name);
    return property && { content, isCertain: property.isOptional === false };
  }

  #read(node: ts.Expression): Content {
    if (syntax.isIdentifier(node)) return this.#readName(node);
    if (syntax.isStringLiteralLike(node)) return literal(node.text, node);
    if (syntax.isNumericLiteral(node)) return literal(Number(node.text), node);
    if (syntax.isAccess(node)) return this.#readAccess(node);
    if (syntax.isObjectLiteralExpression(node)) return contentOfObject(node, this);
    if (syntax.isArrayLiteralExpression(node)) return contentOfList(node, this);
    if (syntax.isTemplateExpression(node)) return contentOfTemplate(node, this);
    if (syntax.isConditionalExpression(node))
      return choice([this.read(node.whenTrue), this.read(node.whenFalse)], node);
    if (syntax.isBinaryExpression(node)) return contentOfBinary(node, this.#mayBeEither(node), this);
    if (syntax.isCallExpression(node))
      return contentOfCopying(node, this) ?? this.#readRun(node) ?? contentOfResult(node, this, this.#program);
    return this.#readKeyword(node);
  }

  /** Whether the right side of `a ?? b` is ever taken. */
  #mayBeEither({ left, operatorToken: { kind } }: ts.BinaryExpression): boolean {
    return kind !== syntax.SyntaxKind.QuestionQuestionToken || mayBeMissing(left, this.#program);
  }

  #readKeyword(node: ts.Expression): Content {
    switch (node.kind) {
      case syntax.SyntaxKind.TrueKeyword:
      case syntax.SyntaxKind.FalseKeyword:
        return literal(node.kind === syntax.SyntaxKind.TrueKeyword, node);
      case syntax.SyntaxKind.NullKeyword:
        return literal(null, node);
      case syntax.SyntaxKind.ThisKeyword: {
        const owner = this.#run ? undefined : syntax.classOfThis(node);
        return owner ? this.#readFrom(owner, node) : unknown(node);
      }
      default:
        return unknown(node);
    }
  }

  #readName(node: ts.Identifier): Content {
    const binding = bindingOf(node);
    if (!binding) return node.text === 'undefined' && isGlobalName(node) ? literal(undefined, node) : unknown(node);
    return this.#run?.given.get(binding) ?? this.#readBinding(binding, node);
  }

  /** What a variable holds: unless it is assigned again, what it is declared with. */
  #readBinding(binding: ts.Node, node: ts.Expression): Content {
    const own = this.#readFrom(binding, node);
    if (writtenIn(binding.getSourceFile()).has(binding)) return own;
    if (syntax.isVariableDeclaration(binding) && binding.initializer)
      return heldBy(own.reading, this.read(binding.initializer), node);
    return syntax.isBindingElement(binding) ? (this.#readElement(binding, node) ?? own) : own;
  }

  /** What a pattern takes: `{ path } = args`. Undefined: that is not known. */
  #readElement(element: ts.BindingElement, node: ts.Expression): Content | undefined {
    const whole = this.#readPattern(element.parent, node);
    if (!whole) return undefined;
    const { reading } = this.#readFrom(element, node);
    // What a parameter has by default is part of what the function is given.
    if (element.initializer && syntax.isParameter(patternHolderOf(element))) return undefined;
    if (element.dotDotDotToken) return heldBy(reading, this.#readRest(element, whole), node);
    const key = keyTakenBy(element);
    if (key === undefined) return undefined;
    const { at: _, ...content } = this.propertyOf(whole, key, node, this.timeOf(element));
    if (!element.initializer) return content.kind === 'unknown' ? undefined : content;
    return { ...choice([content, this.read(element.initializer)], node), at: reading };
  }

  /** What a pattern takes apart. */
  #readPattern({ parent }: ts.BindingPattern, node: ts.Expression): Content | undefined {
    if (syntax.isBindingElement(parent)) return this.#readElement(parent, node);
    if (syntax.isParameter(parent)) return this.#run?.given.get(parent) ?? this.#readFrom(parent, node);
    return parent.initializer && this.read(parent.initializer);
  }

  /** `{ path, ...rest } = args` */
  #readRest({ parent }: ts.BindingElement, whole: Content): Content {
    if (!syntax.isObjectBindingPattern(parent)) return unknown(whole.node);
    const taken = parent.elements.flatMap((each) => (each.dotDotDotToken ? [] : [keyTakenBy(each)]));
    const without = new Set(taken.flatMap((key) => key ?? []));
    if (taken.length > without.size) return unknown(whole.node);
    return composed([{ spread: copyOf(whole, parent, false, this), without }], whole.node);
  }

  #readAccess(node: ts.ElementAccessExpression | ts.PropertyAccessExpression): Content {
    const whole = this.read(node.expression);
    if (syntax.isPropertyAccessExpression(node)) return this.propertyOf(whole, node.name.text, node);
    const { argumentExpression: key } = node;
    const index = this.read(key);
    if (index.kind === 'literal') return this.propertyOf(whole, String(index.value), node);
    return { kind: 'result', operation: '[]', inputs: [whole, index], altered: [], node };
  }

  /** What a function of the program returns. Undefined: it is not followed. */
  #readRun(call: ts.CallExpression): Content | undefined {
    const depth = (this.#run?.depth ?? 0) + 1;
    const fn = depth > MAX_CALLS ? undefined : compilerOf(this.#program).functionCalledBy(call)?.fn;
    if (!fn || syntax.isGenerator(fn) || call.arguments.some(syntax.isSpreadElement)) return undefined;
    const written = writtenIn(fn.getSourceFile());
    const given = new Map<ts.Node, Content>();
    for (const [index, parameter] of fn.parameters.entries()) {
      const argument = call.arguments[index];
      if (!argument || parameter.dotDotDotToken || written.has(parameter)) return undefined;
      given.set(parameter, this.read(argument));
    }
    const reader = new ContentReader(this.#program, { given, call: this.#run?.call ?? call, depth }, this.#settling);
    const returned = returnedBy(fn).map((each) => reader.#readReturned(each, fn));
    const isKnown = returned.length > 0 && returned.every(({ kind }) => kind !== 'unknown');
    return isKnown ? choice(returned, call) : undefined;
  }

  /** What a function returns: what a variable of its own holds may have been changed there. */
  #readReturned(expression: ts.Expression, fn: ts.Node): Content {
    const content = this.read(expression);
    if (!content.at || !isInside(content.at.root, fn)) return content;
    const { at: _, ...settled } = this.#settling ? this.settled(content, expression) : unknown(expression);
    return settled;
  }

  #readFrom(root: ts.Node, node: ts.Expression): ReadContent {
    return { kind: 'read', reading: { root, path: [], times: [this.timeOf(node)] }, node };
  }
}

/** Undefined: another property is meant. */
function ofProperty(
  { key, content }: PropertyLayer,
  name: string,
  node: ts.Expression,
): { readonly content: Content; readonly isCertain: boolean } | undefined {
  if (key === undefined) return { content: unknown(node), isCertain: false };
  return key === name ? { content, isCertain: true } : undefined;
}

/** What a constant is declared with: another name of that, or an object of its own. */
function heldBy(own: Reading, content: Content, node: ts.Expression): Content {
  if (content.kind === 'unknown') return { kind: 'read', reading: own, node };
  if (content.kind === 'literal') return content;
  return content.kind === 'read' && !isCopy(content.reading) ? content : { ...content, at: own };
}

function keyTakenBy(element: ts.BindingElement): string | undefined {
  const { parent: pattern, propertyName, name } = element;
  if (syntax.isArrayBindingPattern(pattern)) return String(pattern.elements.indexOf(element));
  if (propertyName) return textOfKey(propertyName);
  return syntax.isIdentifier(name) ? name.text : undefined;
}
