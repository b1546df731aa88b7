import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, compilerOf, isConstant, isInside, syntax, initializerOf } from '../../type-utils/index.ts';
import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf } from '../../program/control/control.ts';
import { isRunByStack } from '../../program/flow/stacks.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { isExpectedToReject } from './expected-rejections.ts';

/**
 * Whether a session that is open on some paths to an exit, and closed on others, was forgotten on the first. It was not
 * where conditions that the flow analysis does not correlate decide both: a flag, a test that is made twice, an exit that
 * is taken for one of the states only.
 */
export function isForgottenOnSomePaths(
  exit: ts.Node,
  fn: ts.Node,
  subject: string,
  closers: ReadonlySet<string>,
  program: ts.Program,
): boolean {
  return (
    isPlainExit(exit, fn) &&
    !conditionsAround(callsOn(fn, subject, closers), fn).some((condition) => isCorrelated(condition, fn)) &&
    !isClosedOnceInside(fn, subject, closers, program)
  );
}

/**
 * Whether a function inside closes the session once, which a flag decides that it sets: `if (closed) return; closed = true;
 * await client.close();`. Where it was set before, the session is closed as well.
 */
function isClosedOnceInside(fn: ts.Node, subject: string, closers: ReadonlySet<string>, program: ts.Program): boolean {
  return functionsInside(fn).some((inner) => {
    const conditions = callsOn(inner, subject, closers).flatMap((call) => branchesOf(call, program));
    return conditions.some((condition) => isCorrelated(testedBy(condition), inner));
  });
}

const functionsInside = memo((fn: ts.Node) =>
  nodesIn(fn, syntax.isFunctionLike, anywhere).filter((inner) => inner !== fn),
);

/**
 * Whether a session needs no close of its own: what it was opened over is closed, or holds nothing outside of memory, or
 * it was not expected to open at all.
 */
export function isSettledOtherwise(
  site: ts.Node,
  fn: ts.Node,
  subject: string,
  openers: ReadonlySet<string>,
  closers: ReadonlySet<string>,
  isInMemory: (node: ts.Expression) => boolean,
  program: ts.Program,
): boolean {
  if (partsClosed(fn, subject, closers)) return true;
  const opening = callsOn(fn, subject, openers);
  if (opening.some((call) => isExpectedToReject(call, program))) return true;
  if (isMadeInMemory(site, openers, isInMemory, program)) return true;
  // `await connectTo(client, transport)`
  const given = [...opening, ...callsOfFunctionsWith(fn, subject, openers, program)]
    .flatMap((call) => [...call.arguments])
    .filter((argument) => !isNamed(argument, subject));
  const isClosed = (name: string): boolean =>
    callsOn(fn, name, closers).length > 0 || callsOfFunctionsWith(fn, name, closers, program).length > 0;
  return given.some((argument) => isInMemory(argument) || namesBehind(argument, 2).some(isClosed));
}

/** `await connected()`, where that function opens what it returns, and only over what holds nothing outside of memory. */
function isMadeInMemory(
  site: ts.Node,
  openers: ReadonlySet<string>,
  isInMemory: (node: ts.Expression) => boolean,
  program: ts.Program,
): boolean {
  const maker = syntax.isCallExpression(site) ? compilerOf(program).functionCalledBy(site)?.fn : undefined;
  if (!maker) return false;
  const returned = ownNodesOf(maker, syntax.isReturnStatement).map(({ expression }) => expression?.getText() ?? '');
  return (
    returned.length > 0 &&
    returned.every((name) => {
      const opening = callsOn(maker, name, openers);
      return opening.length > 0 && opening.every((call) => call.arguments.some(isInMemory));
    })
  );
}

/** The calls that give what a name stands for to functions of the program which call some methods on it. */
function callsOfFunctionsWith(
  fn: ts.Node,
  name: string,
  methods: ReadonlySet<string>,
  program: ts.Program,
): readonly ts.CallExpression[] {
  return ownCallsOf(fn).filter((call) => {
    const index = call.arguments.findIndex((argument) => isNamed(argument, name));
    const called = index < 0 ? undefined : compilerOf(program).functionCalledBy(call)?.fn;
    const parameter = called?.parameters[index]?.name;
    return parameter && syntax.isIdentifier(parameter) && callsOn(called, parameter.text, methods).length > 0;
  });
}

function isNamed(node: ts.Node, name: string): boolean {
  return syntax.isIdentifier(node) && node.text === name;
}

/** `client.transport?.close()` */
function partsClosed(fn: ts.Node, subject: string, closers: ReadonlySet<string>): boolean {
  return [...methodCallsOf(fn).keys()].some(
    (receiver) => receiver.startsWith(`${subject}.`) && callsOn(fn, receiver, closers).length > 0,
  );
}

/**
 * Whether a function value in `fn` holds the session, so that it may outlive the function or be closed from there. An
 * exit in a `catch` block is left before such functions are of use.
 *
 * @param isLost whether another session takes its place at the exit: functions behind that, and in no loop with it, have the other
 */
export function isHeldByClosure(exit: ts.Node, fn: ts.Node, subject: string, isLost: boolean): boolean {
  const around = nodesFrom(exit, fn);
  const first = namesInClosuresOf(fn).get(subject);
  if (first === undefined || around.some(syntax.isCatchClause)) return false;
  return !isLost || first < exit.end || around.some((each) => syntax.isIterationStatement(each, false));
}

/** All that the functions inside a function name, with the first place of each. */
const namesInClosuresOf = memo((fn: ts.Node): ReadonlyMap<string, number> => {
  const isInside = (name: ts.Node): boolean => {
    let at = name;
    // What a stack of the function runs lives no longer than that is followed.
    while (at !== fn && !(syntax.isFunctionLike(at) && !isRunByStack(at))) at = at.parent;
    return at !== fn;
  };
  const places = new Map<string, number>();
  for (const name of namesIn(fn)) if (!places.has(name.text) && isInside(name)) places.set(name.text, name.pos);
  return places;
});

/** A session that is open at an exit of its function, and the names of the methods that open and close it. */
interface OpenExit {
  readonly site: ts.Node;
  readonly exit: ts.Node;
  readonly fn: ts.Node;
  readonly subject: string;
  readonly openers: ReadonlySet<string>;
  readonly closers: ReadonlySet<string>;
}

/** What makes the session or opens it. */
function openingsOf({ site, fn, subject, openers }: OpenExit): readonly ts.Node[] {
  return [site, ...callsOn(fn, subject, openers)];
}

function catchAround({ exit, fn }: OpenExit): ts.CatchClause | undefined {
  return nodesFrom(exit, fn).find(syntax.isCatchClause);
}

/**
 * Whether an exit in a `catch` block is reached only where something throws of which nobody expects it: between where the
 * session opens and where the `try` block ends, or gives it to what keeps it, nothing is awaited or thrown, but a text is
 * logged, or a value kept.
 */
export function isLeftUnexpectedly(at: OpenExit, program: ts.Program): boolean {
  const clause = catchAround(at);
  if (!clause) return false;
  const { tryBlock } = clause.parent;
  const opening = openingsOf(at).filter((node) => node.end <= tryBlock.end);
  const opened = Math.max(...opening.map(({ end }) => end), tryBlock.pos);
  const closing = [
    ...callsOn(at.fn, at.subject, at.closers),
    ...callsOfFunctionsWith(at.fn, at.subject, at.closers, program),
  ];
  // What fails to close is not left open by that.
  const isClosing = (node: ts.Node): boolean =>
    syntax.isAwaitExpression(node) && closing.some((call) => isInside(call, node.expression));
  const kept = keptFrom(tryBlock, at, opened);
  const isBetween = (node: ts.Node): boolean => node.pos >= opened && node.pos < kept;
  return !contains(
    tryBlock,
    (node) =>
      isBetween(node) && !isClosing(node) && mayFail(node, program) && !isCaughtOrClosed(node, tryBlock, closing),
  );
}

/**
 * Whether a failure inside a block is taken by a `catch` clause in the block, or comes in such a clause behind the call
 * that closes the session. What the clause itself throws before that is a failure of its own.
 */
function isCaughtOrClosed(node: ts.Node, block: ts.Block, closing: readonly ts.CallExpression[]): boolean {
  return nodesFrom(node, block).some((around) => {
    if (syntax.isCatchClause(around))
      return closing.some((call) => call.end <= node.pos && isInside(call, around) && isUnconditional(call, around));
    const { parent } = around;
    return syntax.isTryStatement(parent) && parent.tryBlock === around && parent.catchClause !== undefined;
  });
}

/** Where something surely keeps the session, in a statement of the block itself behind where it opens; or its end. */
function keptFrom(block: ts.Block, { fn, subject }: OpenExit, opened: number): number {
  const keepers = namesIn(block).flatMap((name) => (name.text === subject ? keepersOf(name, fn) : []));
  const isSure = (node: ts.Node): boolean => node.pos >= opened && isOfStatement(node, block);
  return Math.min(block.end, ...keepers.filter(isSure).map(({ end }) => end));
}

/** Whether a node is all that one of the statements of a block evaluates. */
function isOfStatement({ parent }: ts.Node, block: ts.Block): boolean {
  return syntax.isExpressionStatement(parent) && parent.parent === block;
}

/**
 * Whether a session is open at an exit only where a call failed and a `catch` block took that: the exit is in such a block,
 * or comes after a `try` block that opens the session, and closes it or hands it on. Where the `try` block itself throws,
 * the program decides.
 */
export function isLeftByCaughtFailure(at: OpenExit): boolean {
  const { fn, subject, closers } = at;
  const opening = openingsOf(at);
  const decides = (block: ts.Node): boolean => contains(block, syntax.isThrowStatement);
  const clause = catchAround(at);
  if (clause) return !decides(clause.parent.tryBlock) && opening.some(({ end }) => end <= clause.parent.tryBlock.end);
  const isDone = (block: ts.Block): boolean =>
    callsOn(fn, subject, closers).some((call) => isInside(call, block)) ||
    namesIn(block).some((name) => name.text === subject && isKeptAt(name, fn));
  return ownTriesOf(fn).some(
    ({ tryBlock, catchClause }) =>
      catchClause !== undefined &&
      !decides(tryBlock) &&
      opening.some((node) => isInside(node, tryBlock)) &&
      isDone(tryBlock),
  );
}

/** Whether a `finally` block that runs before the function is left at an exit calls what closes the session. */
export function isClosedInFinally(exit: ts.Node, fn: ts.Node, subject: string, closers: ReadonlySet<string>): boolean {
  return nodesFrom(exit, fn).some((node) => {
    const { parent } = node;
    const block = syntax.isTryStatement(parent) && parent.finallyBlock !== node ? parent.finallyBlock : undefined;
    return block !== undefined && callsOn(fn, subject, closers).some((call) => isInside(call, block));
  });
}

/** What fails in ordinary operation, or by the program's own decision. */
function mayFail(node: ts.Node, program: ts.Program): boolean {
  if (syntax.isAwaitExpression(node) || syntax.isThrowStatement(node)) return true;
  if (syntax.isForOfStatement(node)) return node.awaitModifier !== undefined;
  if (!syntax.isCallExpression(node)) return false;
  const called = compilerOf(program).functionCalledBy(node)?.fn;
  return called !== undefined && contains(called, syntax.isThrowStatement);
}

/** A node of a function and those around it in the function, from the inside. */
function nodesFrom(start: ts.Node, fn: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  for (let at = start; at !== fn && !syntax.isSourceFile(at); at = at.parent) nodes.push(at);
  return nodes;
}

/** Methods by which a container takes what it is given. */
const storing = new Set(['add', 'push', 'set', 'unshift']);

/**
 * Whether a session is opened in a `try` block that gives it to what keeps it: `pool.push(client)`, `return client`. It is
 * left open there only where a call in between throws, and to close it in any case would take it from its keeper.
 */
export function isKeptUnlessThrown(site: ts.Node, fn: ts.Node, subject: string): boolean {
  const block = nodesFrom(site, fn).find(
    (node) => syntax.isTryStatement(node.parent) && node.parent.tryBlock === node && node.parent.catchClause,
  );
  return block !== undefined && namesIn(block).some((name) => name.text === subject && isKeptAt(name, fn));
}

function isKeptAt(value: ts.Expression, fn: ts.Node): boolean {
  return keepersOf(value, fn).length > 0;
}

/** What gives a value to what keeps it: `return client`, `this.client = client`, `pool.push({ client })`. */
function keepersOf(value: ts.Expression, fn: ts.Node): readonly ts.Node[] {
  const { parent } = value;
  if (syntax.isReturnStatement(parent)) return [parent];
  if (syntax.isAssignment(parent)) {
    const isKept = parent.right === value && (syntax.isAccess(parent.left) || isDeclaredOutside(parent.left, fn));
    return isKept ? [parent] : [];
  }
  // `const entry = { client }`, of which the entry is kept
  if (
    syntax.isShorthandPropertyAssignment(parent) ||
    (syntax.isPropertyAssignment(parent) && parent.initializer === value)
  )
    return keepersOf(parent.parent, fn);
  if (syntax.isVariableDeclaration(parent)) {
    if (!syntax.isObjectLiteralExpression(value)) return [];
    return usesOfBinding(parent, fn).flatMap((name) => keepersOf(name, fn));
  }
  const isKept =
    syntax.isCallExpression(parent) &&
    parent.arguments.includes(value) &&
    syntax.isPropertyAccessExpression(parent.expression) &&
    storing.has(parent.expression.name.text);
  return isKept ? [parent] : [];
}

function usesOfBinding(binding: ts.VariableDeclaration, fn: ts.Node): readonly ts.Identifier[] {
  return namesIn(fn).filter((name) => name !== binding.name && bindingOf(name) === binding);
}

function isDeclaredOutside(name: ts.Expression, fn: ts.Node): boolean {
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  return binding !== undefined && !isInside(binding, fn);
}

/** The names that an expression consists of, and those that went into the variables it names. */
function namesBehind(expression: ts.Expression, depth: number): string[] {
  const node = syntax.withoutAssertions(expression);
  if (syntax.isCallOrNew(node))
    return depth === 0 ? [] : (node.arguments ?? []).flatMap((argument) => namesBehind(argument, depth - 1));
  if (!syntax.isIdentifier(node)) return [];
  const initializer = initializerOf(node);
  return [node.text, ...(initializer && depth > 0 ? namesBehind(initializer, depth - 1) : [])];
}

function isPlainExit(exit: ts.Node, fn: ts.Node): boolean {
  return isUnconditional(exit, nodesFrom(exit, fn).find(syntax.isCatchClause) ?? fn);
}

/** Whether no branch or loop stands between a node and one around it. */
function isUnconditional(node: ts.Node, within: ts.Node): boolean {
  return !nodesFrom(node, within).some(
    (around) =>
      syntax.isIfStatement(around) ||
      syntax.isConditionalExpression(around) ||
      syntax.isSwitchStatement(around) ||
      syntax.isIterationStatement(around, false),
  );
}

/** The calls of some methods on a name, in a function but not in the functions inside it. */
function callsOn(fn: ts.Node, subject: string, methods: ReadonlySet<string>): ts.CallExpression[] {
  return (methodCallsOf(fn).get(subject) ?? []).filter(
    (call) => syntax.isPropertyAccessExpression(call.expression) && methods.has(call.expression.name.text),
  );
}

/** The calls in a function but not in the functions inside it. */
const ownCallsOf = memo((fn: ts.Node) => ownNodesOf(fn, syntax.isCallExpression));

/** The `try` statements in a function but not in the functions inside it. */
const ownTriesOf = memo((fn: ts.Node) => ownNodesOf(fn, syntax.isTryStatement));

function ownNodesOf<T extends ts.Node>(fn: ts.Node, isWanted: (node: ts.Node) => node is T): readonly T[] {
  return nodesIn(fn, isWanted, (node) => node === fn || !syntax.isFunctionLike(node));
}

/** The method calls of a function, by the text of their receivers. */
const methodCallsOf = memo((fn: ts.Node): ReadonlyMap<string, readonly ts.CallExpression[]> => {
  const calls = new Map<string, ts.CallExpression[]>();
  for (const call of ownCallsOf(fn)) {
    if (!syntax.isPropertyAccessExpression(call.expression)) continue;
    const receiver = syntax.withoutAssertions(call.expression.expression);
    if (!syntax.isIdentifier(receiver) && !syntax.isPropertyAccessExpression(receiver)) continue;
    const text = receiver.getText();
    addTo(calls, text, call);
  }
  return calls;
});

function conditionsAround(nodes: readonly ts.Node[], fn: ts.Node): ts.Expression[] {
  const conditions: ts.Expression[] = [];
  for (const start of nodes) {
    for (const node of nodesFrom(start, fn)) {
      const { parent } = node;
      if (syntax.isIfStatement(parent) && parent.expression !== node) conditions.push(parent.expression);
      if (syntax.isConditionalExpression(parent) && parent.condition !== node) conditions.push(parent.condition);
      if (
        syntax.isBinaryExpression(parent) &&
        parent.right === node &&
        !syntax.isAssignmentOperator(parent.operatorToken.kind)
      )
        conditions.push(parent.left);
    }
  }
  return conditions;
}

/** A condition over a variable that the function assigns, or that another condition tests too. */
function isCorrelated(condition: ts.Expression, fn: ts.Node): boolean {
  const names = namesIn(condition).filter((name) => bindingOf(name));
  return names.some((name) => {
    const binding = bindingOf(name);
    if (binding && !isConstant(binding) && isAssignedIn(fn, name.text)) return true;
    return conditionsIn(fn).some((other) => other !== condition && namesIn(other).some((n) => n.text === name.text));
  });
}

function namesIn(node: ts.Node): readonly ts.Identifier[] {
  return nodesIn(node, syntax.isIdentifier, anywhere);
}

function conditionsIn(fn: ts.Node): readonly ts.Expression[] {
  const isBranch = (node: ts.Node): node is ts.IfStatement | ts.ConditionalExpression =>
    syntax.isIfStatement(node) || syntax.isConditionalExpression(node);
  return nodesIn(fn, isBranch, anywhere).map((each) => (syntax.isIfStatement(each) ? each.expression : each.condition));
}

function isAssignedIn(fn: ts.Node, name: string): boolean {
  const isOfName = (node: ts.Node): boolean =>
    syntax.isAssignment(node) && syntax.isIdentifier(node.left) && node.left.text === name;
  return contains(fn, isOfName, anywhere);
}
