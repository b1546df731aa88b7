import type { Compiler, ts } from '../../type-utils/index.ts';
import { compilerOf, isGlobalName, syntax, usesOf } from '../../type-utils/index.ts';
import { isInert } from '../flow/expressions.ts';

/** What declares an object: a variable, a parameter, or an element of a pattern. */
export type Holder = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

/** A use of an object after which what is at a path in it may be another value. */
interface Change {
  readonly node: ts.Node;
  /** What is at the path is assigned there. Otherwise the object is handed on, to where anything may change it at any time. */
  readonly isAssigned: boolean;
}

/** What is done to an object and those that hold it too. */
interface Uses {
  readonly changes: readonly Change[];
  /** The calls of functions of the program that are given it, with the path in what they are given. */
  readonly given: readonly GivenUse[];
  /** It is returned: what the function is called for has it, too. */
  readonly isReturned: boolean;
}

interface GivenUse {
  readonly call: ts.CallExpression;
  readonly fn: syntax.FunctionLike;
  readonly index: number;
  readonly path: readonly string[];
}

type MutableUses = { -readonly [Key in keyof Uses]: Uses[Key] extends readonly (infer Item)[] ? Item[] : Uses[Key] };

/** What a function does with an argument: by reading it nothing changes, and by returning it neither, for now. */
type Handling = 'reads' | 'returns' | 'changes';

/** Finds where what is at a path in an object may get another value. */
export class ObjectUses {
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #known = new Map<ts.Node, Map<string, Uses>>();

  constructor(program: ts.Program) {
    this.#program = program;
    this.#compiler = compilerOf(program);
  }

  usesOf(holder: Holder, path: readonly string[]): Uses {
    const key = path.join('.');
    const known = this.#known.get(holder) ?? new Map<string, Uses>();
    this.#known.set(holder, known);
    let uses = known.get(key);
    if (!uses) {
      // What a function does that calls itself with it is not known.
      known.set(key, { changes: [{ node: holder, isAssigned: false }], given: [], isReturned: false });
      const found: MutableUses = { changes: [], given: [], isReturned: false };
      this.#collect(holder, path, found, new Set());
      known.set(key, (uses = found));
    }
    return uses;
  }

  /** What a function does with an argument, as far as what is at a path in it matters. */
  handlingOf(fn: syntax.FunctionLike, index: number, path: readonly string[]): Handling {
    const parameter = fn.parameters[index];
    if (!parameter || !fn.body || parameter.dotDotDotToken || syntax.isGenerator(fn)) return 'changes';
    const found: MutableUses = { changes: [], given: [], isReturned: false };
    const uses = syntax.isIdentifier(parameter.name) ? this.usesOf(parameter, path) : found;
    if (!syntax.isIdentifier(parameter.name)) this.#collectPattern(parameter.name, path, found, new Set());
    if (uses.changes.length > 0) return 'changes';
    return uses.isReturned ? 'returns' : 'reads';
  }

  #collect(holder: Holder, path: readonly string[], found: MutableUses, seen: Set<ts.Node>): void {
    if (seen.has(holder)) return;
    seen.add(holder);
    for (const use of usesOf(holder, this.#program)) this.#classify(use, path, found, seen);
  }

  /** Follows an expression outwards as long as it is the object, or a part of it on the path. */
  #classify(use: ts.Node, path: readonly string[], found: MutableUses, seen: Set<ts.Node>): void {
    let node = use;
    let rest = path;
    const change = (at: ts.Node, isAssigned = false): void => {
      found.changes.push({ node: at, isAssigned });
    };
    for (;;) {
      const { parent } = node;
      if (isPassedOn(parent, node)) {
        node = parent;
        continue;
      }
      if (isWritten(node)) {
        change(parent, true);
        return;
      }
      if (syntax.isAccess(parent) && parent.expression === node) {
        if (rest.length === 0) return;
        const name = memberOf(parent);
        const outer = syntax.parentOf(parent);
        if (syntax.isCallExpression(outer) && syntax.withoutAssertions(outer.expression) === parent) {
          change(outer);
          return;
        }
        if (name === undefined ? rest.length === 1 && !isWritten(withAssertions(parent)) : name !== rest[0]) return;
        if (name === undefined) {
          change(parent, isWritten(withAssertions(parent)));
          return;
        }
        rest = rest.slice(1);
        node = parent;
        continue;
      }
      // A part that is a text cannot be changed.
      if (rest.length === 0) {
        if (syntax.isCallExpression(parent)) this.#givenAt(parent, node, rest, found);
        return;
      }
      if (isOnlyRead(parent, node)) return;
      if (syntax.isSpreadAssignment(parent) && rest.length === 1) return;
      if (syntax.isReturnStatement(parent) || (syntax.isArrowFunction(parent) && parent.body === node)) {
        found.isReturned = true;
        return;
      }
      if (syntax.isVariableDeclaration(parent) && parent.initializer === node) {
        if (syntax.isIdentifier(parent.name)) this.#collect(parent, rest, found, seen);
        else this.#collectPattern(parent.name, rest, found, seen);
        return;
      }
      if (syntax.isCallExpression(parent)) {
        const handling = this.#handlingAt(parent, node, rest, found);
        if (handling === 'changes') change(parent);
        if (handling !== 'returns') return;
        node = parent;
        continue;
      }
      change(parent);
      return;
    }
  }

  #handlingAt(call: ts.CallExpression, node: ts.Node, path: readonly string[], found: MutableUses): Handling {
    if (isInert(call.expression) || isReader(call)) return 'reads';
    const given = this.#givenAt(call, node, path, found);
    return given ? this.handlingOf(given.fn, given.index, path) : 'changes';
  }

  /** Notes what a function of the program is given. */
  #givenAt(call: ts.CallExpression, node: ts.Node, path: readonly string[], found: MutableUses): GivenUse | undefined {
    const index = call.arguments.findIndex((argument) => argument === node);
    const isPlain = index >= 0 && !call.arguments.slice(0, index).some((each) => syntax.isSpreadElement(each));
    const fn = isPlain ? this.#compiler.functionCalledBy(call)?.fn : undefined;
    if (!fn) return undefined;
    const given = { call, fn, index, path };
    found.given.push(given);
    return given;
  }

  /** `const { type, connection } = database` */
  #collectPattern(pattern: ts.BindingPattern, path: readonly string[], found: MutableUses, seen: Set<ts.Node>): void {
    const [first, ...rest] = path;
    if (first === undefined) return;
    if (!syntax.isObjectBindingPattern(pattern)) {
      found.changes.push({ node: pattern, isAssigned: false });
      return;
    }
    for (const element of pattern.elements) {
      const { name, propertyName, dotDotDotToken, initializer } = element;
      const key = propertyName ?? name;
      const isOther = syntax.isIdentifier(key) ? key.text !== first : !syntax.isStringLiteralLike(key);
      if (dotDotDotToken ? rest.length === 0 : isOther || rest.length === 0) continue;
      if (dotDotDotToken || initializer) found.changes.push({ node: element, isAssigned: false });
      else if (syntax.isIdentifier(name)) this.#collect(element, rest, found, seen);
      else this.#collectPattern(name, rest, found, seen);
    }
  }
}

/** The name of the member that an access reads. */
export function memberOf(access: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  return syntax.lastNameOf(access)?.text;
}

/** Whether a node is the whole value of the one around it: `(a)`, `a as T`, `await a`, `a ?? b`, `c ? a : b`. */
function isPassedOn(parent: ts.Node, node: ts.Node): boolean {
  if (isAssertion(parent) || syntax.isAwaitExpression(parent)) return true;
  if (syntax.isConditionalExpression(parent)) return parent.condition !== node;
  if (!syntax.isBinaryExpression(parent)) return false;
  const isAnd = parent.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken;
  const isLast = isAnd || parent.operatorToken.kind === syntax.SyntaxKind.CommaToken;
  return isLast ? parent.right === node : syntax.isLogical(parent);
}

function isAssertion(node: ts.Node): boolean {
  return syntax.isExpression(node) && syntax.withoutAssertions(node) !== node;
}

/** An expression with the assertions around it. */
function withAssertions(node: ts.Node): ts.Node {
  let at = node;
  while (isAssertion(at.parent)) at = at.parent;
  return at;
}

/** Whether a value is assigned to an expression: `a = b`, `a++`, `delete a`, `[a] = list`, `for (a of list)`. */
function isWritten(node: ts.Node): boolean {
  const { parent } = node;
  if (syntax.isAssignment(parent)) return parent.left === node;
  if (syntax.isUpdate(parent)) return true;
  if (parent.kind === syntax.SyntaxKind.DeleteExpression) return true;
  if (syntax.isForInOrOf(parent)) return parent.initializer === node;
  const isPart =
    syntax.isArrayLiteralExpression(parent) ||
    (syntax.isPropertyAssignment(parent) && parent.initializer === node) ||
    syntax.isShorthandPropertyAssignment(parent) ||
    syntax.isSpreadElement(parent) ||
    syntax.isSpreadAssignment(parent);
  if (!isPart) return false;
  const isProperty = !syntax.isArrayLiteralExpression(parent) && !syntax.isSpreadElement(parent);
  return isWritten(withAssertions(isProperty ? parent.parent : parent));
}

/** Whether what is around an expression only looks at its value: conditions, comparisons, texts. */
function isOnlyRead(parent: ts.Node, node: ts.Node): boolean {
  if (syntax.isTypeNode(parent) || syntax.isBinaryExpression(parent))
    return !syntax.isBinaryExpression(parent) || !syntax.isAssignment(parent);
  switch (parent.kind) {
    case syntax.SyntaxKind.ConditionalExpression:
    case syntax.SyntaxKind.DoStatement:
    case syntax.SyntaxKind.ExpressionStatement:
    case syntax.SyntaxKind.ForStatement:
    case syntax.SyntaxKind.IfStatement:
    case syntax.SyntaxKind.PrefixUnaryExpression:
    case syntax.SyntaxKind.SwitchStatement:
    case syntax.SyntaxKind.TemplateSpan:
    case syntax.SyntaxKind.TypeOfExpression:
    case syntax.SyntaxKind.TypeQuery:
    case syntax.SyntaxKind.VoidExpression:
    case syntax.SyntaxKind.WhileStatement:
      return true;
    default:
      return syntax.isElementAccessExpression(parent) && parent.argumentExpression === node;
  }
}

const readers = new Set(['Array.isArray', 'Object.keys', 'structuredClone']);

/** Functions of the language that only read what they are given. */
function isReader({ expression }: ts.CallExpression): boolean {
  const callee = syntax.withoutAssertions(expression);
  const root = syntax.rootOf(callee);
  return readers.has(callee.getText()) && syntax.isIdentifier(root) && isGlobalName(root);
}
