import { type CallbackModel, callbackModels, type Frequency } from '../../models/sharing/callbacks.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  assignedIn,
  bindingOf,
  compilerOf,
  enclosingLoopOf,
  isCallOf,
  isConstant,
  isGlobalName,
  isInside,
  isPlatformGlobal,
  syntax,
  usesInFile,
} from '../../type-utils/index.ts';
import { testedBy } from '../control/conditions.ts';
import { branchesOf, dominates, failsInto, leadsTo } from '../control/control.ts';
import { callSitesOf, referenceOf, writtenIn } from '../values/functions.ts';
import { anywhere, contains } from '../values/nodes.ts';
import { isKeptToRun } from './kept-functions.ts';

/** A place that runs a function: a call of it, or a call that is given it to run. */
export interface Run {
  readonly node: ts.Node;
  /** `called`: the node is a call of the function itself. */
  readonly how: Frequency | 'called';
}

type Call = ts.CallExpression | ts.NewExpression;
type Member = ts.MethodDeclaration | ts.PropertyAssignment | ts.ShorthandPropertyAssignment;
type Reader = (value: ts.Node) => readonly Run[];

/** How many names, calls and results lie between a function and what runs it, at most. */
const MAX_DEPTH = 6;

/**
 * What runs a function: calls of it by its name, and calls that are given it, where it is known that they run it. Followed
 * through constants, lists that a loop goes over, and the results of functions. A function may be run by more than this.
 */
export function runsOf(fn: ts.Node, program: ts.Program): readonly Run[] {
  return new RunFinder(program).of(fn);
}

/** The first of some runs that comes after another one, or after itself, where what they run was made only once. */
function repeatIn(runs: readonly Run[], made: ts.Node, program: ts.Program): ts.Node | undefined {
  const isRepeated = ({ node, how }: Run): boolean => how === 'repeatedly' || isRunAgain(node, made, program);
  return runs.find((run) => isRepeated(run) || runs.some(({ node }) => isAfter(run.node, node, program)))?.node;
}

/** Whether a loop comes back to a node without making anew what was made elsewhere. */
export function isRunAgain(node: ts.Node, made: ts.Node, program: ts.Program): boolean {
  const loop = enclosingLoopOf(node);
  return loop !== undefined && !isInside(made, loop) && comesAfter(node, node, program);
}

/** Whether a loop comes back to a node. The body of `() => act()` is not followed by itself, though its result is. */
function isInLoop(node: ts.Node, program: ts.Program): boolean {
  return enclosingLoopOf(node) !== undefined && comesAfter(node, node, program);
}

/** Whether every path to a node has run another one of the same function before. */
export function isAfter(node: ts.Node, other: ts.Node, program: ts.Program): boolean {
  if (node === other || syntax.containerOf(node) !== syntax.containerOf(other)) return false;
  const list = syntax.parentOf(node);
  if (syntax.isArrayLiteralExpression(list) && syntax.parentOf(other) === list) return node.pos > other.pos;
  return dominates(other, node, program) && leadsTo(other, node, program) === true;
}

/** Whether one node may run after another one has succeeded or failed. */
export function comesAfter(first: ts.Node, second: ts.Node, program: ts.Program): boolean {
  return leadsTo(first, second, program) === true || failsInto(first, second, program) === true;
}

/**
 * Whether a flag decides if a node runs: a variable or property that something changes, so that it may run only once.
 *
 * @param fn where variables are no flags: each run of this function has its own
 */
export function isLatched(node: ts.Node, program: ts.Program, fn?: ts.Node): boolean {
  const isFlag = (part: ts.Node): boolean =>
    (syntax.isIdentifier(part) && isChangedVariable(part, fn)) ||
    (syntax.isPropertyAccessExpression(part) && isChangedProperty(part));
  return branchesOf(node, program).some((condition) => contains(testedBy(condition), isFlag, anywhere));
}

function isChangedVariable(name: ts.Identifier, fn: ts.Node | undefined): boolean {
  const binding = bindingOf(name);
  return binding !== undefined && writtenIn(name.getSourceFile()).has(binding) && !(fn && isInside(binding, fn));
}

function isChangedProperty({ name }: ts.PropertyAccessExpression): boolean {
  const targets = assignedIn(name.getSourceFile());
  return targets.some((target) => syntax.isPropertyAccessExpression(target) && target.name.text === name.text);
}

class RunFinder {
  readonly #program: ts.Program;
  readonly #depth: number;
  /** The functions whose parameters are being followed. */
  readonly #inside: readonly syntax.FunctionLike[];

  constructor(program: ts.Program, depth = 0, inside: readonly syntax.FunctionLike[] = []) {
    this.#program = program;
    this.#depth = depth;
    this.#inside = inside;
  }

  of(value: ts.Node): readonly Run[] {
    if (this.#depth > MAX_DEPTH || syntax.isGenerator(value)) return [];
    if (syntax.isFunctionDeclaration(value)) return this.#ofName(value);
    if (syntax.isGetAccessor(value))
      return this.#usesOf(value).map((node) => ({ node: referenceOf(node), how: 'called' }));
    if (syntax.isMethodDeclaration(value)) return this.#ofMember(value);
    const parent = syntax.parentOf(value);
    if (syntax.isAwaitExpression(parent)) return this.of(parent);
    if (syntax.isCallOrNew(parent)) return this.#ofCall(parent, value);
    if (syntax.isVariableDeclaration(parent)) return isConstant(parent) ? this.#ofName(parent) : [];
    if (syntax.isPropertyAssignment(parent) || syntax.isShorthandPropertyAssignment(parent))
      return this.#ofMember(parent);
    if (syntax.isArrayLiteralExpression(parent))
      return this.#isRunFromList(parent) ? [{ node: value, how: 'once' }] : [];
    return isReturned(value, parent) ? this.#ofResult(syntax.containerOf(value), value) : [];
  }

  get #next(): Reader {
    const finder = new RunFinder(this.#program, this.#depth + 1, this.#inside);
    return (value) => finder.of(value);
  }

  #ofName(declaration: ts.NamedDeclaration): readonly Run[] {
    return this.#usesOf(declaration).map(referenceOf).flatMap(this.#next);
  }

  #usesOf(declaration: ts.NamedDeclaration): readonly ts.Node[] {
    return usesInFile(declaration, this.#program);
  }

  #ofCall(call: Call, value: ts.Node): readonly Run[] {
    if (syntax.withoutAssertions(call.expression) === value) return [{ node: call, how: 'called' }];
    const index = call.arguments?.findIndex((argument) => syntax.withoutAssertions(argument) === value) ?? -1;
    const isTaken = ({ callback }: CallbackModel): boolean => callback === index;
    const how = this.#byModel(call, isTaken) ?? (index < 0 ? undefined : this.#byParameter(call, index));
    if (!how && index >= 0 && isKeptToRun(call, this.#program)) return [{ node: call, how: 'once' }];
    return how ? [{ node: call, how }] : [];
  }

  /** A member of an object: an option of a call, what a `using` declaration disposes with, or what is called by its name. */
  #ofMember(member: Member): readonly Run[] {
    const holder = syntax.parentOf(member.parent);
    if (syntax.isVariableDeclaration(holder) && isDisposal(member.name) && syntax.isUsing(holder.parent))
      return [{ node: holder, how: 'once' }];
    if (!syntax.isCallOrNew(holder) || holder.arguments?.[0] !== member.parent) return this.#ofName(member);
    const isTaken = ({ callback }: CallbackModel): boolean =>
      typeof callback === 'object' && callback.options.includes(member.name.getText());
    const how = this.#byModel(holder, isTaken);
    return how ? [{ node: holder, how }] : [];
  }

  /** How often what belongs to the language, a browser or Node runs a function. */
  #byModel(call: Call, isTaken: (model: CallbackModel) => boolean): Frequency | undefined {
    const model = callbackModels.find((each) => isTaken(each) && this.#isCallOf(call, each) && fits(call, each));
    return model?.frequency;
  }

  #isCallOf(call: Call, { methods, packages, names }: CallbackModel): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    const name = syntax.lastNameOf(callee)?.text ?? '';
    if (methods?.includes(name) === false) return false;
    const origin = compilerOf(this.#program).calleeOrigin(call);
    if (origin) return isCallOf(origin, { packages, names, ...(methods && { method: name }) });
    return (
      !methods && names.includes(name) && syntax.isIdentifier(callee) && isGlobalName(callee) && isPlatformGlobal(name)
    );
  }

  /** How often a function of the program runs a parameter. */
  #byParameter(call: Call, index: number): Frequency | undefined {
    const fn = syntax.isCallExpression(call) ? compilerOf(this.#program).functionCalledBy(call)?.fn : undefined;
    const parameter = fn?.parameters[index];
    if (!fn?.body || !parameter || parameter.dotDotDotToken || syntax.isGenerator(fn)) return undefined;
    // It gives it to itself: that is once more.
    if (this.#inside.includes(fn)) return 'once';
    const finder = new RunFinder(this.#program, this.#depth + 1, [...this.#inside, fn]);
    const runs = this.#usesOf(parameter)
      .flatMap((use) => finder.of(referenceOf(use)))
      .filter(({ node }) => !isLatched(node, this.#program, syntax.containerOf(node)));
    if (runs.some(({ node, how }) => how === 'repeatedly' || finder.#isRepeated(node, fn))) return 'repeatedly';
    const isAgain = (first: Run, second: Run): boolean =>
      first.node !== second.node &&
      syntax.containerOf(first.node) === syntax.containerOf(second.node) &&
      comesAfter(first.node, second.node, this.#program);
    if (runs.some((first) => runs.some((second) => isAgain(first, second)))) return 'repeatedly';
    return runs.some(({ node }) => finder.#isCertain(node, fn)) ? 'once' : undefined;
  }

  /** Whether a function comes back to a node, by a loop or a function inside it that runs repeatedly. */
  #isRepeated(node: ts.Node, fn: ts.Node): boolean {
    if (isInLoop(node, this.#program)) return true;
    const container = syntax.containerOf(node);
    if (container === fn || !isInside(container, fn)) return false;
    return this.#next(container).some(({ how }) => how === 'repeatedly') || this.#isRepeated(container, fn);
  }

  /** Whether a function runs a node whenever it is called, or has it run later. */
  #isCertain(node: ts.Node, fn: ts.Node): boolean {
    const container = syntax.containerOf(node);
    if (branchesOf(node, this.#program).length > 0 || !isInside(container, fn)) return false;
    return container === fn || this.#next(container).some((run) => this.#isCertain(run.node, fn));
  }

  /** Whether each element of a list is called: by `for (const step of steps) await step()`, or by `steps.map((step) => step())`. */
  #isRunFromList(list: ts.ArrayLiteralExpression): boolean {
    const declaration = syntax.parentOf(list);
    if (!syntax.isVariableDeclaration(declaration) || !isConstant(declaration)) return false;
    return this.#usesOf(declaration).some((use) => {
      const element = elementOfLoop(use) ?? this.#elementOfCallback(use);
      if (!element) return false;
      const isAgain = ({ node }: Run): boolean => syntax.isParameter(element) || isInLoop(node, this.#program);
      return this.#ofName(element).some(isAgain);
    });
  }

  /** `step` of `steps.map((step) => …)`. */
  #elementOfCallback(list: ts.Node): ts.ParameterDeclaration | undefined {
    const method = syntax.parentOf(list);
    const call = syntax.isPropertyAccessExpression(method) ? syntax.parentOf(method) : undefined;
    if (!call || !syntax.isCallExpression(call)) return undefined;
    const fn = call.arguments[0] && syntax.withoutAssertions(call.arguments[0]);
    const isForEach = this.#byModel(call, ({ callback }) => callback === 0) === 'repeatedly';
    return isForEach && fn && syntax.isFunctionValue(fn) ? fn.parameters[0] : undefined;
  }

  /** The function is what another one returns: whether the result of one call is run more than once. */
  #ofResult(maker: ts.Node, value: ts.Node): readonly Run[] {
    if (!syntax.isFunctionLike(maker) || syntax.isGenerator(maker) || maker === value) return [];
    return callSitesOf(maker, this.#program).flatMap(({ call }) => {
      const again = repeatIn(this.#next(call), call, this.#program);
      return again ? [{ node: again, how: 'repeatedly' as const }] : [];
    });
  }
}

/** `step` of `for (const step of steps)`. */
function elementOfLoop(list: ts.Node): ts.VariableDeclaration | undefined {
  const loop = syntax.parentOf(list);
  const isWhole = syntax.isForOfStatement(loop) && syntax.withoutAssertions(loop.expression) === list;
  return isWhole && syntax.isVariableDeclarationList(loop.initializer) ? loop.initializer.declarations[0] : undefined;
}

function fits(call: Call, { when, unless }: CallbackModel): boolean {
  const textOf = (argument: number): string => call.arguments?.[argument]?.getText() ?? '';
  return (!when || when.text.test(textOf(when.argument))) && !unless?.text.test(textOf(unless.argument));
}

function isReturned(value: ts.Node, parent: ts.Node): boolean {
  return syntax.isReturnStatement(parent) || (syntax.isArrowFunction(parent) && parent.body === value);
}

/** `[Symbol.dispose]`, `[Symbol.asyncDispose]`. */
function isDisposal(name: ts.PropertyName): boolean {
  if (!syntax.isComputedPropertyName(name) || !syntax.isPropertyAccessExpression(name.expression)) return false;
  const { expression, name: member } = name.expression;
  const isSymbol = syntax.isIdentifier(expression) && expression.text === 'Symbol' && isGlobalName(expression);
  return isSymbol && (member.text === 'dispose' || member.text === 'asyncDispose');
}
