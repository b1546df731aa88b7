import type { ts } from '../../../type-utils/index.ts';
import { calledName, compilerOf, declarationOf, isInside, syntax } from '../../../type-utils/index.ts';
import { iterating, writtenIn } from '../../../program/values/functions.ts';
import { targetsOf, writtenBy } from './aliases.ts';
import { isAtOrBelow, type Place } from '../places.ts';

/** What changes a place. */
export interface Change {
  readonly node: ts.Node;
  /** What it writes, from the variable on: what holds the place, the place, or a part of it. */
  readonly path: Place['path'];
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods of arrays, maps and sets that change what they are called on. */
const mutatingMethods = wordsOf('add clear copyWithin delete fill pop push reverse set shift sort splice unshift');
/** Those after which there is another element at a place of the list. */
const movingMethods = wordsOf('copyWithin fill reverse shift sort splice unshift');
/** Functions of `Object` and `Reflect` that change their first argument. */
const changingFirst = wordsOf('assign defineProperties defineProperty deleteProperty set setPrototypeOf');
const promiseMethods = wordsOf('catch finally then');

/** How many functions deep a change is looked for. */
const MAX_DEPTH = 4;

/**
 * What a body does to change a place, to all that holds it and to its parts, in the order of the text: assignments under any
 * constant name, `delete`, methods that change their object, and functions of the program that do so.
 *
 * Knowingly missed: changes by code that runs meanwhile, and by functions of other packages.
 */
export function changesOf(
  place: Place,
  body: ts.Node,
  program: ts.Program,
  within: ts.ReadonlyTextRange = body,
): readonly Change[] {
  return new ChangeSearch(place, program).changesIn(body, within);
}

class ChangeSearch {
  readonly #place: Place;
  readonly #program: ts.Program;
  readonly #depth: number;
  /** Those that were looked into: functions of a file may all call each other. */
  readonly #known: Map<ts.Node, readonly Change[]>;

  constructor(place: Place, program: ts.Program, depth = 0, known = new Map<ts.Node, readonly Change[]>()) {
    this.#place = place;
    this.#program = program;
    this.#depth = depth;
    this.#known = known;
  }

  changesIn(body: ts.Node, within: ts.ReadonlyTextRange = body): readonly Change[] {
    const found: Change[] = [];
    const visit = (node: ts.Node): void => {
      if (node.end <= within.pos || node.pos >= within.end) return;
      if (node !== body && syntax.isFunctionLike(node) && !isRunInPlace(node)) return;
      found.push(...this.#changesAt(node));
      syntax.forEachChild(node, visit);
    };
    visit(body);
    return found;
  }

  #changesAt(node: ts.Node): readonly Change[] {
    if (syntax.isCallExpression(node)) return this.#changesByCall(node);
    const targets = assignedBy(node);
    const written = targets
      .flatMap((target) => writtenBy(target, this.#program))
      .filter((each) => this.#isRelated(each));
    // The loop itself goes on after it.
    const at = syntax.isForInOrOf(node) ? node.initializer : node;
    const changes = written.map(({ path }): Change => ({ node: at, path }));
    return [...changes, ...targets.flatMap((target) => this.#changesBySetter(target, at))];
  }

  #isRelated(written: Place): boolean {
    return isAtOrBelow(written, this.#place) || isAtOrBelow(this.#place, written);
  }

  #changesBySetter(target: ts.Expression, node: ts.Node): readonly Change[] {
    const left = syntax.withoutAssertions(target);
    if (!syntax.isPropertyAccessExpression(left) || this.#depth >= MAX_DEPTH) return [];
    const setter = declarationOf(left.name, this.#program);
    if (!setter || !syntax.isSetAccessor(setter) || !setter.body) return [];
    return [...this.#changesToThis(setter, left.expression, node), ...this.#changesByClosure(setter, node)];
  }

  #changesByCall(call: ts.CallExpression): readonly Change[] {
    const changed = changedByMethod(call);
    const places = changed ? targetsOf(changed.object, this.#program) : [];
    const changes = places.flatMap((place) => this.#changeOfParts(place, changed?.isMoving === true, call) ?? []);
    const fn = this.#depth < MAX_DEPTH ? compilerOf(this.#program).functionCalledBy(call)?.fn : undefined;
    return fn?.body ? [...changes, ...this.#changesBy(fn, call)] : changes;
  }

  /** A part of the place is changed, or the element that it lies in. What else changes beside it may be another part. */
  #changeOfParts(whole: Place, isMoving: boolean, node: ts.Node): Change | undefined {
    if (isAtOrBelow(whole, this.#place)) return { node, path: [...whole.path, undefined] };
    const index = whole.path.length;
    const isElement = isMoving && /^\d+$/.test(this.#place.path[index] ?? '');
    return isElement && isAtOrBelow(this.#place, whole)
      ? { node, path: this.#place.path.slice(0, index + 1) }
      : undefined;
  }

  /** By its parameters, by `this`, or because it sees the variable itself. */
  #changesBy(fn: syntax.FunctionLike, call: ts.CallExpression): readonly Change[] {
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const written = writtenIn(fn.getSourceFile());
    const byArgument = call.arguments.flatMap((argument, index) => {
      const parameter = fn.parameters[index];
      // One that is assigned anew stands for something else from then on: for a copy, as a rule.
      return parameter && !written.has(parameter) ? this.#changesThrough(parameter, argument, fn, call) : [];
    });
    const byThis = receiver ? this.#changesToThis(fn, receiver, call) : [];
    return [...byArgument, ...byThis, ...this.#changesByClosure(fn, call)];
  }

  #changesToThis(fn: syntax.FunctionLike, receiver: ts.Expression, node: ts.Node): readonly Change[] {
    const owner = syntax.isClassLike(fn.parent) ? fn.parent : undefined;
    return owner ? this.#changesThrough(owner, receiver, fn, node) : [];
  }

  /** What a function changes under another name, where that stands for the place, for a part of it or for what holds it. */
  #changesThrough(name: ts.Node, given: ts.Expression, fn: ts.Node, node: ts.Node): readonly Change[] {
    const targets = targetsOf(given, this.#program).filter((target) => this.#isRelated(target));
    return targets.flatMap((target) => {
      const inner = { root: name, path: this.#place.path.slice(target.path.length) };
      const changes = new ChangeSearch(inner, this.#program, this.#depth + 1).changesIn(fn);
      return changes
        .filter(({ path }) => path.length > 0)
        .map(({ path }): Change => ({ node, path: [...target.path, ...path] }));
    });
  }

  #changesByClosure(fn: syntax.FunctionLike, node: ts.Node): readonly Change[] {
    const { root } = this.#place;
    const seesIt = syntax.isClassLike(root)
      ? syntax.isArrowFunction(fn) && isInside(fn, root)
      : isInside(fn, syntax.containerOf(root));
    if (!seesIt) return [];
    let changes = this.#known.get(fn);
    if (!changes) {
      this.#known.set(fn, []);
      changes = new ChangeSearch(this.#place, this.#program, this.#depth + 1, this.#known).changesIn(fn);
      this.#known.set(fn, changes);
    }
    return changes.map(({ path }) => ({ node, path }));
  }
}

/** What a statement or an operator assigns to: `a = b`, `[a.b, c] = d`, `i++`, `delete a.b`, `for (a.b of c)`. */
function assignedBy(node: ts.Node): readonly ts.Expression[] {
  if (syntax.isAssignment(node)) return targetsIn(node.left);
  if (syntax.isDeleteExpression(node)) return [node.expression];
  if (syntax.isForInOrOf(node))
    return syntax.isVariableDeclarationList(node.initializer) ? [] : targetsIn(node.initializer);
  const isUnary = syntax.isPostfixUnaryExpression(node) || syntax.isPrefixUnaryExpression(node);
  return isUnary && isIncrement(node) ? [node.operand] : [];
}

/** The variables and properties of a pattern that is assigned to. */
function targetsIn(pattern: ts.Expression): readonly ts.Expression[] {
  const node = syntax.withoutAssertions(pattern);
  if (syntax.isSpreadElement(node)) return targetsIn(node.expression);
  if (syntax.isArrayLiteralExpression(node)) return node.elements.flatMap(targetsIn);
  if (syntax.isPlainAssignment(node)) return targetsIn(node.left);
  if (!syntax.isObjectLiteralExpression(node)) return [node];
  return node.properties.flatMap((property) => {
    if (syntax.isShorthandPropertyAssignment(property)) return [property.name];
    if (syntax.isPropertyAssignment(property)) return targetsIn(property.initializer);
    return syntax.isSpreadAssignment(property) ? targetsIn(property.expression) : [];
  });
}

/** The object of which a call of a built-in function changes the parts: `list.push(…)`, `Object.assign(args, …)`. */
function changedByMethod(
  call: ts.CallExpression,
): { readonly object: ts.Expression; readonly isMoving: boolean } | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  const [first] = call.arguments;
  if (!syntax.isPropertyAccessExpression(callee)) return undefined;
  const { expression: receiver, name } = callee;
  const isBuiltIn = syntax.isIdentifier(receiver) && (receiver.text === 'Object' || receiver.text === 'Reflect');
  if (isBuiltIn) return first && changingFirst.has(name.text) ? { object: first, isMoving: false } : undefined;
  if (mutatingMethods.has(name.text)) return { object: receiver, isMoving: movingMethods.has(name.text) };
  // `Array.prototype.push.apply(list, others)`
  const isApplied = ['apply', 'call'].includes(name.text) && syntax.isPropertyAccessExpression(receiver);
  return first && isApplied && mutatingMethods.has(receiver.name.text)
    ? { object: first, isMoving: movingMethods.has(receiver.name.text) }
    : undefined;
}

/** Whether a function runs where it is written: at once, for each element, or when a promise is settled that is awaited. */
function isRunInPlace(fn: ts.Node): boolean {
  const parent = syntax.parentOf(fn);
  if (!syntax.isCallExpression(parent)) return false;
  const callee = syntax.withoutAssertions(parent.expression);
  if (callee === fn) return true;
  const name = syntax.isPropertyAccessExpression(callee) ? calledName(parent) : undefined;
  return name !== undefined && (iterating.has(name) || (promiseMethods.has(name) && isAwaited(parent)));
}

/** `await load().then(…).catch(…)`, `await Promise.all([load().then(…)])` */
function isAwaited(call: ts.Node): boolean {
  let at = syntax.parentOf(call);
  while (syntax.isAccess(at) || syntax.isCallExpression(at) || syntax.isArrayLiteralExpression(at))
    at = syntax.parentOf(at);
  return syntax.isAwaitExpression(at);
}

function isIncrement({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
  return operator === syntax.SyntaxKind.PlusPlusToken || operator === syntax.SyntaxKind.MinusMinusToken;
}
