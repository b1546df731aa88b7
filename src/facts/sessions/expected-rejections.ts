import type { ts } from '../../type-utils/index.ts';
import { calledName, syntax } from '../../type-utils/index.ts';
import { isFollowedBy } from '../../program/control/control.ts';
import { nodesIn } from '../../program/values/nodes.ts';

/** Assertions that a call fails, by the name that test frameworks give them. */
const rejecting = new Set([
  'rejects',
  'throws',
  'throwsAsync',
  'toThrow',
  'toThrowError',
  'toReject',
  'rejectedWith',
  'isRejected',
  'expectError',
]);
const failing = new Set(['fail', 'unreachable']);

/**
 * Whether a test expects the call to fail: inside `expect(…).rejects` or `assert.rejects(…)`, or in a `try` block that
 * fails the test on every path that goes on from it.
 */
export function isExpectedToReject(node: ts.Node, program: ts.Program): boolean {
  for (let child = node, parent = node.parent; !syntax.isSourceFile(parent); child = parent, parent = parent.parent) {
    if (
      syntax.isCallExpression(parent) &&
      parent.arguments.some((argument) => argument === child) &&
      isRejectingAssertion(parent)
    )
      return true;
    if (
      syntax.isTryStatement(parent) &&
      parent.tryBlock === child &&
      parent.catchClause &&
      isFollowedBy(node, failuresIn(parent.tryBlock), syntax.containerOf(parent), program)
    )
      return true;
  }
  return false;
}

/** Whether what a call rejects with goes to a function right there: `server.sendLoggingMessage(text).catch(() => console.error(text))` */
export function isCaughtAtOnce(node: ts.Node): boolean {
  const { parent } = node;
  return (
    syntax.isPropertyAccessExpression(parent) && parent.name.text === 'catch' && syntax.isCallExpression(parent.parent)
  );
}

/** `assert.rejects(call)`, `expect(call).rejects.toThrow()`, `t.throws(() => call)`. */
function isRejectingAssertion(call: ts.CallExpression): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isPropertyAccessExpression(callee) && rejecting.has(callee.name.text)) return true;
  if (syntax.isIdentifier(callee) && rejecting.has(callee.text)) return true;
  for (
    let current: ts.Node = call;
    syntax.isPropertyAccessExpression(current.parent) || syntax.isCallExpression(current.parent);
    current = current.parent
  ) {
    if (
      syntax.isPropertyAccessExpression(current.parent) &&
      current.parent.expression === current &&
      rejecting.has(current.parent.name.text)
    )
      return true;
    if (syntax.isCallExpression(current.parent) && current.parent.expression !== current) return false;
  }
  return false;
}

/** What fails a test in the block of a `try`. What has a handler of its own is left out. */
function failuresIn(block: ts.Block): readonly ts.Node[] {
  const isFailure = (node: ts.Node): node is ts.Node =>
    syntax.isThrowStatement(node) || (syntax.isCallExpression(node) && failing.has(calledName(node) ?? ''));
  const isCaughtHere = (node: ts.Node): boolean =>
    !syntax.isFunctionLike(node) && !(syntax.isTryStatement(node) && node.catchClause);
  return nodesIn(block, isFailure, isCaughtHere);
}
