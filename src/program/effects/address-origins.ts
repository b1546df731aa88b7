import type { ts } from '../../type-utils/index.ts';
import { bindingOf, compilerOf, declarationOf, syntax } from '../../type-utils/index.ts';
import type { Runnable } from './effects.ts';
import { returnsIn, valueOf } from '../values/functions.ts';

/** A function, as it is called on one way. */
export interface Frame {
  readonly fn: Runnable;
  /** The call that runs it, in the function around. Undefined: whoever runs the first one is not in the program. */
  readonly call: ts.Node | undefined;
  readonly isCallback: boolean;
  readonly outer: Frame | undefined;
}

/**
 * What an address or a path begins with, which decides where it leads.
 *
 * - `input`: what the first function is given. `text`: this text. `module`: the folder of the program's own file.
 * - `home`: the folder of a user. `scratch`: that for temporary files.
 */
export type Start =
  | { readonly kind: 'home' | 'input' | 'module' | 'scratch' | 'unknown' }
  | { readonly kind: 'text'; readonly text: string };

const UNKNOWN: Start = { kind: 'unknown' };
const MAX_DEPTH = 16;

/** Methods of texts and addresses that leave the beginning as it is. */
const prefixPreservingMethods = new Set(
  'concat filter flat href normalize replace replaceAll slice split substring toLowerCase toString toUpperCase trim'.split(
    ' ',
  ),
);

/** Functions that give what they are given first, as far as its beginning goes. */
const pathFunctions = new Set(
  'String decodeURI encodeURI fileURLToPath join normalize pathToFileURL realpath realpathSync resolve'.split(' '),
);

const folders: Readonly<Record<string, Start>> = { homedir: { kind: 'home' }, tmpdir: { kind: 'scratch' } };

/** Properties of an object that says where a request goes, what decides first. */
const addressing = ['baseURL', 'prefixUrl', 'origin', 'hostname', 'host', 'href', 'url'];

/** Finds out what texts begin with, on the way from the function that is given the input. */
export class TextStarts {
  readonly #program: ts.Program;
  readonly #isFixed: (property: string) => boolean;

  /** @param isFixed whether a property of the input can have but few values */
  constructor(program: ts.Program, isFixed: (property: string) => boolean) {
    this.#program = program;
    this.#isFixed = isFixed;
  }

  startOf(expression: ts.Expression, frame: Frame | undefined, depth = 0): Start {
    const node = valueOf(expression);
    if (depth > MAX_DEPTH) return UNKNOWN;
    const next = (inner: ts.Expression | undefined): Start => (inner ? this.startOf(inner, frame, depth + 1) : UNKNOWN);
    if (syntax.isStringLiteralLike(node)) return { kind: 'text', text: node.text };
    if (syntax.isTemplateExpression(node)) {
      const [span] = node.templateSpans;
      return pieces(node.head.text, span?.literal.text ?? '', () => next(span?.expression));
    }
    if (syntax.isBinaryExpression(node)) return this.#ofBinary(node, next);
    if (syntax.isConditionalExpression(node)) return anyOf([next(node.whenTrue), next(node.whenFalse)]);
    if (syntax.isArrayLiteralExpression(node)) return next(node.elements[0]);
    if (syntax.isObjectLiteralExpression(node))
      return next(addressing.map((name) => propertyIn(node, name)).find((value) => value !== undefined));
    if (node.kind === syntax.SyntaxKind.MetaProperty) return { kind: 'module' };
    if (syntax.isNewExpression(node)) return next(node.arguments?.[1] ?? node.arguments?.[0]);
    if (syntax.isCallExpression(node)) return this.#ofCall(node, frame, depth, next);
    if (syntax.isElementAccessExpression(node)) {
      const start = next(node.expression);
      return start.kind === 'input' ? start : UNKNOWN;
    }
    return this.#ofName(node, [], frame, depth);
  }

  #ofBinary(node: ts.BinaryExpression, next: (inner: ts.Expression) => Start): Start {
    const { kind } = node.operatorToken;
    if (kind === syntax.SyntaxKind.BarBarToken || kind === syntax.SyntaxKind.QuestionQuestionToken)
      return anyOf([next(node.left), next(node.right)]);
    if (kind !== syntax.SyntaxKind.PlusToken) return UNKNOWN;
    const left = next(node.left);
    return left.kind === 'text' ? pieces(left.text, '', () => next(node.right)) : left;
  }

  #ofCall(
    call: ts.CallExpression,
    frame: Frame | undefined,
    depth: number,
    next: (inner: ts.Expression | undefined) => Start,
  ): Start {
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const name = syntax.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
    const folder = folders[name];
    if (folder) return folder;
    // `[base, id].join('/')`
    if (receiver && syntax.isArrayLiteralExpression(syntax.withoutAssertions(receiver))) return next(receiver);
    if (pathFunctions.has(name) && isOfModule(receiver)) return next(call.arguments[0]);
    if (receiver && prefixPreservingMethods.has(name)) return next(receiver);
    const fn = compilerOf(this.#program).functionCalledBy(call)?.fn;
    if (!fn?.body) return UNKNOWN;
    const inner: Frame = { fn, call, isCallback: false, outer: frame };
    const returned = syntax.isBlock(fn.body) ? returnsIn(fn.body).map(({ expression }) => expression) : [fn.body];
    return anyOf(returned.map((value) => (value ? this.startOf(value, inner, depth + 1) : UNKNOWN)));
  }

  /** Of a name, or a property of what has one; `keys` are those of the properties, outermost first. */
  #ofName(node: ts.Expression, keys: readonly string[], frame: Frame | undefined, depth: number): Start {
    if (syntax.isPropertyAccessExpression(node)) {
      const inner = syntax.withoutAssertions(node.expression);
      const { text } = node.name;
      if (inner.kind === syntax.SyntaxKind.MetaProperty) return { kind: 'module' };
      if (inner.getText() === 'process.env') return /^(?:HOME|USERPROFILE)$/.test(text) ? { kind: 'home' } : UNKNOWN;
      if (syntax.isIdentifier(inner) || syntax.isPropertyAccessExpression(inner)) {
        const constant = keys.length === 0 ? this.#constantAt(node.name, depth) : undefined;
        return constant ?? this.#ofName(inner, [text, ...keys], frame, depth + 1);
      }
      return prefixPreservingMethods.has(text) ? this.startOf(inner, frame, depth + 1) : UNKNOWN;
    }
    if (!syntax.isIdentifier(node)) return UNKNOWN;
    const binding = bindingOf(node);
    if (!binding) return /^__(?:dirname|filename)$/.test(node.text) ? { kind: 'module' } : UNKNOWN;
    if (syntax.isImportSpecifier(binding)) return this.#constantAt(node, depth) ?? UNKNOWN;
    return this.#ofBinding(binding, keys, frame, depth);
  }

  #ofBinding(binding: ts.Node, keys: readonly string[], frame: Frame | undefined, depth: number): Start {
    if (syntax.isParameter(binding)) return this.#ofParameter(binding, keys, frame, depth);
    if (syntax.isBindingElement(binding)) {
      const key = binding.propertyName ?? binding.name;
      const own = syntax.isIdentifier(key) && syntax.isObjectBindingPattern(binding.parent) ? [key.text] : [];
      return this.#ofBinding(binding.parent.parent, [...own, ...keys], frame, depth);
    }
    if (!syntax.isVariableDeclaration(binding)) return UNKNOWN;
    const { parent } = binding.parent;
    const value = syntax.isForOfStatement(parent) ? parent.expression : binding.initializer;
    return value ? this.#ofProperty(value, keys, frame, depth) : UNKNOWN;
  }

  #ofProperty(value: ts.Expression, keys: readonly string[], frame: Frame | undefined, depth: number): Start {
    const node = valueOf(value);
    const [key, ...rest] = keys;
    if (key === undefined || depth > MAX_DEPTH) return this.startOf(node, frame, depth + 1);
    if (syntax.isObjectLiteralExpression(node)) {
      const property = propertyIn(node, key);
      return property ? this.#ofProperty(property, rest, frame, depth + 1) : UNKNOWN;
    }
    if (syntax.isIdentifier(node) || syntax.isPropertyAccessExpression(node))
      return this.#ofName(node, keys, frame, depth + 1);
    // `new URL(url).href`
    return prefixPreservingMethods.has(key) ? this.startOf(node, frame, depth + 1) : UNKNOWN;
  }

  #ofParameter(
    parameter: ts.ParameterDeclaration,
    keys: readonly string[],
    frame: Frame | undefined,
    depth: number,
  ): Start {
    let at = frame;
    while (at && at.fn !== parameter.parent) at = at.outer;
    if (!at) {
      // `urls.map((url) => fetch(url))`
      const call = parameter.parent.parent;
      const callee = syntax.isCallExpression(call) && syntax.withoutAssertions(call.expression);
      return callee && syntax.isPropertyAccessExpression(callee)
        ? inputOnly(this.startOf(callee.expression, frame, depth + 1))
        : UNKNOWN;
    }
    const index = parameter.parent.parameters.indexOf(parameter);
    const { call } = at;
    if (!call) return index === 0 && !keys.some((key) => this.#isFixed(key)) ? { kind: 'input' } : UNKNOWN;
    if (!syntax.isCallExpression(call) && !syntax.isNewExpression(call)) return UNKNOWN;
    if (at.isCallback) {
      const callee = syntax.withoutAssertions(call.expression);
      return syntax.isPropertyAccessExpression(callee)
        ? inputOnly(this.startOf(callee.expression, at.outer, depth + 1))
        : UNKNOWN;
    }
    const given = call.arguments ?? [];
    if (given.slice(0, index + 1).some(syntax.isSpreadElement)) return UNKNOWN;
    const argument = given[index] ?? parameter.initializer;
    return argument ? this.#ofProperty(argument, keys, at.outer, depth + 1) : UNKNOWN;
  }

  /** A constant of another file, or of an object. */
  #constantAt(name: ts.Node, depth: number): Start | undefined {
    const declaration = declarationOf(name, this.#program);
    if (!declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
    const isHeld =
      syntax.isVariableDeclaration(declaration) ||
      syntax.isPropertyAssignment(declaration) ||
      syntax.isPropertyDeclaration(declaration);
    return isHeld && declaration.initializer ? this.startOf(declaration.initializer, undefined, depth + 1) : undefined;
  }
}

/** The host of an address that begins with a text, where all of the host is in it. */
export function hostIn(text: string): string | undefined {
  return /^(?:\w+:)?\/\/([^/?#:]+)(?=[/?#:])/.exec(`${text}${/^\w+:\/\/[^/]*$/.test(text) ? '/' : ''}`)?.[1];
}

/** `https://${host}/…` begins with the host; of `https://${shop}.example.com/…` the end of the host decides. */
function pieces(head: string, behind: string, first: () => Start): Start {
  const isScheme = /^\w+:\/\/$/.test(head);
  if (head !== '' && !isScheme) return { kind: 'text', text: head };
  return isScheme && behind.startsWith('.') ? UNKNOWN : first();
}

function anyOf(starts: readonly Start[]): Start {
  return starts.find(({ kind }) => kind === 'input') ?? starts[0] ?? UNKNOWN;
}

function inputOnly(start: Start): Start {
  return start.kind === 'input' ? start : UNKNOWN;
}

function propertyIn(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of node.properties) {
    const isNamed = property.name && syntax.isIdentifier(property.name) && property.name.text === name;
    if (isNamed && syntax.isPropertyAssignment(property)) return property.initializer;
    if (isNamed && syntax.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

/** `join(…)`, `path.join(…)`, `path.posix.join(…)`, and no method of a value. */
function isOfModule(receiver: ts.Expression | undefined): boolean {
  if (!receiver) return true;
  let node = syntax.withoutAssertions(receiver);
  while (syntax.isPropertyAccessExpression(node)) node = syntax.withoutAssertions(node.expression);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return (
    binding !== undefined &&
    !syntax.isVariableDeclaration(binding) &&
    !syntax.isParameter(binding) &&
    !syntax.isBindingElement(binding)
  );
}
