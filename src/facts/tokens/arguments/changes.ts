import type { ts } from '../../../type-utils/index.ts';
import { calledName, compilerOf, isInside, syntax } from '../../../type-utils/index.ts';
import { iterating } from '../../../program/values/functions.ts';
import { readerOf, targetsOf, writtenBy } from './aliases.ts';
import { functionsCalledBy } from './callees.ts';
import { type GivenName, namesGiven } from './given-names.ts';
import { changedByCall } from './known-calls.ts';
import { isAtOrBelow, isSamePlace, type Place } from '../places.ts';
import { propertyOf } from './properties.ts';
import type { Change } from './readings.ts';

/** Methods of promises. */
const settling: ReadonlySet<string> = new Set('catch finally then'.split(' '));
/** How many functions deep a change is looked for. */
const MAX_DEPTH = 4;

/**
 * What a body does to change a place, to all that holds it and to its parts, in the order of the text: assignments under any
 * constant name, `delete`, methods that change their object, and functions and setters of the program that do so.
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

/** What a function is run by and with. */
interface Run {
  readonly node: ts.Node;
  readonly given: readonly ts.Expression[];
  /** What it is called on. */
  readonly receiver: ts.Expression | undefined;
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
      found.push(...(syntax.isCallExpression(node) ? this.#changesByCall(node) : this.#changesByWriting(node)));
      syntax.forEachChild(node, visit);
    };
    visit(body);
    return found;
  }

  #changesByWriting(node: ts.Node): readonly Change[] {
    // The loop itself goes on after it.
    const at = syntax.isForInOrOf(node) ? node.initializer : node;
    const targets = assignedBy(node);
    const written = targets
      .flatMap((target) => writtenBy(target, this.#program))
      .filter((place) => this.#isRelated(place) && !this.#isKept(place, node))
      .map(({ path }) => ({ node: at, path }));
    return [...written, ...targets.flatMap((target) => this.#changesBySetter(target, node))];
  }

  /** `form.target = path`, where a setter of the program puts that somewhere else. */
  #changesBySetter(target: ts.Expression, node: ts.Node): readonly Change[] {
    if (this.#depth >= MAX_DEPTH || !syntax.isPropertyAccessExpression(target)) return [];
    const fn = compilerOf(this.#program).setterRunBy(target);
    const given = syntax.isPlainAssignment(node) ? [node.right] : [];
    return fn ? this.#changesBy(fn, { node, given, receiver: target.expression }) : [];
  }

  /** `state = { ...state, step }` leaves the other properties as they are. */
  #isKept({ path }: Place, node: ts.Node): boolean {
    if (!syntax.isPlainAssignment(node)) return false;
    const { right } = node;
    const rest = this.#place.path.slice(path.length);
    const content = rest.reduce(
      (whole, key) => propertyOf(whole, key ?? '', right, node),
      readerOf(this.#program).read(right),
    );
    return (
      path.length <= this.#place.path.length && content.kind === 'read' && isSamePlace(content.reading, this.#place)
    );
  }

  #isRelated(written: Place): boolean {
    return isAtOrBelow(written, this.#place) || isAtOrBelow(this.#place, written);
  }

  #changesByCall(call: ts.CallExpression): readonly Change[] {
    const object = changedByCall(call);
    const places = object ? targetsOf(this.#program, object) : [];
    const changes = places.flatMap((place) => this.#changeOfParts(place, call) ?? []);
    if (this.#depth >= MAX_DEPTH) return changes;
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const run = { node: call, given: call.arguments, receiver };
    return [...changes, ...functionsCalledBy(call, this.#program).flatMap((fn) => this.#changesBy(fn, run))];
  }

  /** A part of the place is changed, or the element that it lies in. What else changes beside it may be another part. */
  #changeOfParts(whole: Place, node: ts.CallExpression): Change | undefined {
    if (isAtOrBelow(whole, this.#place)) return { node, path: [...whole.path, undefined] };
    const index = whole.path.length;
    // What is put at the end of a list leaves the others where they are.
    const isElement = calledName(node) !== 'push' && /^\d+$/.test(this.#place.path[index] ?? '');
    return isElement && isAtOrBelow(this.#place, whole)
      ? { node, path: this.#place.path.slice(0, index + 1) }
      : undefined;
  }

  /** By its parameters, by `this`, or because it sees the variable itself. */
  #changesBy(fn: syntax.FunctionLike, { node, given, receiver }: Run): readonly Change[] {
    const names = given.flatMap((argument, index) => {
      const parameter = fn.parameters[index];
      return parameter ? namesGiven(parameter, argument, this.#program) : [];
    });
    const owned =
      receiver && isMember(fn)
        ? targetsOf(this.#program, receiver).map((place): GivenName => ({ name: fn.parent, below: [], place }))
        : [];
    const changes = [...names, ...owned].flatMap((name) => this.#changesThrough(name, fn, node));
    return [...changes, ...this.#changesByClosure(fn, node)];
  }

  /** What a function changes under another name, where that stands for the place, for a part of it or for what holds it. */
  #changesThrough({ name, below, place }: GivenName, fn: ts.Node, node: ts.Node): readonly Change[] {
    if (!this.#isRelated(place)) return [];
    const inner = { root: name, path: [...below, ...this.#place.path.slice(place.path.length)] };
    return new ChangeSearch(inner, this.#program, this.#depth + 1)
      .changesIn(fn)
      .filter(({ path }) => path.length > below.length)
      .map(({ path }): Change => ({ node, path: [...place.path, ...path.slice(below.length)] }));
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

/** Whether `this` of a function is an instance of the class around it. */
function isMember(fn: syntax.FunctionLike): boolean {
  return syntax.isClassLike(fn.parent);
}

/** What a statement or an operator assigns to: `a = b`, `[a.b, c] = d`, `i++`, `delete a.b`, `for (a.b of c)`. */
function assignedBy(node: ts.Node): readonly ts.Expression[] {
  if (syntax.isAssignment(node)) return targetsIn(node.left);
  if (syntax.isDeleteExpression(node)) return [node.expression];
  if (syntax.isForInOrOf(node))
    return syntax.isVariableDeclarationList(node.initializer) ? [] : targetsIn(node.initializer);
  return syntax.isUpdate(node) ? [node.operand] : [];
}

/** The variables and properties of a pattern that is assigned to. */
function targetsIn(pattern: ts.Node): readonly ts.Expression[] {
  if (syntax.isIdentifier(pattern) || syntax.isAccess(pattern)) return [pattern];
  if (syntax.isPlainAssignment(pattern)) return targetsIn(pattern.left);
  if (syntax.isPropertyAssignment(pattern)) return targetsIn(pattern.initializer);
  const targets: ts.Expression[] = [];
  syntax.forEachChild(pattern, (part) => void targets.push(...targetsIn(part)));
  return targets;
}

/** Whether a function runs where it is written: at once, for each element, or when a promise settles that is waited for. */
function isRunInPlace(fn: ts.Node): boolean {
  const call = syntax.parentOf(fn);
  if (!syntax.isCallExpression(call)) return false;
  const callee = syntax.withoutAssertions(call.expression);
  if (callee === fn) return true;
  if (!syntax.isPropertyAccessExpression(callee)) return false;
  const { text } = callee.name;
  return iterating.has(text) || (settling.has(text) && isAwaited(call));
}

/** `await promise.then(…)`, and with more handlers behind. */
function isAwaited(call: ts.CallExpression): boolean {
  const parent = syntax.parentOf(call);
  if (syntax.isAwaitExpression(parent)) return true;
  const next = syntax.isPropertyAccessExpression(parent) && settling.has(parent.name.text) ? parent.parent : undefined;
  return next !== undefined && syntax.isCallExpression(next) && isAwaited(next);
}
