import { functionsAround, methodCalledWith } from '../../program/values/functions.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import { isInside, syntax } from '../../type-utils/index.ts';

/** A call on each element of a list whose promises nothing looks at. */
export interface Started {
  readonly call: ts.CallExpression;
  /** The statement behind which all calls are under way, and none is done. */
  readonly statement: ts.Statement;
}

/** Methods that run a function for each element and wait for none of the promises that it returns. */
const forEach: ReadonlySet<string> = new Set(['forEach', 'map']);

/** Those that run it for each element before they return, whatever they return. */
const iterating: ReadonlySet<string> = new Set([...forEach, 'every', 'filter', 'find', 'flatMap', 'some']);

/** What a method call begins, where it is in the callback of `servers.map(async (server) => …);` and the list of promises is dropped. */
export function startedBy(access: ts.PropertyAccessExpression): Started | undefined {
  const call = syntax.parentOf(access);
  const [callback] = functionsAround(access);
  const each = callback && callOfEach(callback, forEach);
  if (!each || !syntax.isCallExpression(call) || call.expression !== access) return undefined;
  const parent = syntax.parentOf(each);
  const statement = syntax.isVoidExpression(parent) ? syntax.parentOf(parent) : parent;
  return syntax.isExpressionStatement(statement) ? { call, statement } : undefined;
}

/** Whether a call behind a statement, in the same sequence, is reached without waiting for anything. */
export function isRightBehind(call: ts.Node, statement: ts.Statement): boolean {
  const sequence = statement.parent;
  if (!syntax.isBlock(sequence) && !syntax.isSourceFile(sequence)) return false;
  if (!isInside(call, sequence) || call.pos < statement.end) return false;
  const [fn] = functionsAround(call);
  if (fn !== functionsAround(statement)[0]) {
    const each = fn && callOfEach(fn, iterating);
    return fn !== undefined && each !== undefined && !waitsBefore(call, fn) && isRightBehind(each, statement);
  }
  return !waitsBefore(call, sequence, statement.end);
}

/** Whether a function, or a sequence from a place on, waits for something before it makes a call. */
export function waitsBefore(call: ts.Node, scope: ts.Node, from = scope.pos): boolean {
  const body = syntax.isFunctionLike(scope) ? scope.body : scope;
  if (!body) return false;
  return nodesIn(body, isWaiting).some(
    (node) => node.pos >= from && node.pos < call.end && !(isInside(call, node) && !syntax.isForOfStatement(node)),
  );
}

/** The call that runs a function once for each element of a list: `sessions.map((session) => …)`. */
function callOfEach(fn: syntax.FunctionLike, methods: ReadonlySet<string>): ts.CallExpression | undefined {
  const [call, method] = [syntax.parentOf(fn), methodCalledWith(fn)];
  const isGiven = syntax.isFunctionValue(fn) && syntax.isCallExpression(call) && call.arguments[0] === fn;
  return isGiven && method && methods.has(method.name.text) ? call : undefined;
}

function isWaiting(node: ts.Node): node is ts.Node {
  return (
    syntax.isAwaitExpression(node) ||
    node.kind === syntax.SyntaxKind.YieldExpression ||
    (syntax.isForOfStatement(node) && node.awaitModifier !== undefined)
  );
}
