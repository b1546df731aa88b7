import type ts from 'typescript';
import {
  isAwaitExpression,
  isCallExpression,
  isExpressionStatement,
  isIdentifier,
  isPropertyAccessExpression,
  isSourceFile,
  isTryStatement,
  isThrowStatement,
  withoutAssertions,
} from '../../type-utils/syntax.ts';

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
 * goes on to fail the test by hand.
 */
export function isExpectedToReject(node: ts.Node): boolean {
  for (let child = node, parent = node.parent; !isSourceFile(parent); child = parent, parent = parent.parent) {
    if (
      isCallExpression(parent) &&
      parent.arguments.some((argument) => argument === child) &&
      isRejectingAssertion(parent)
    )
      return true;
    if (isTryStatement(parent) && parent.tryBlock === child && parent.catchClause && failsAfter(parent.tryBlock, node))
      return true;
  }
  return false;
}

/** `assert.rejects(call)`, `expect(call).rejects.toThrow()`, `t.throws(() => call)`. */
function isRejectingAssertion(call: ts.CallExpression): boolean {
  const callee = withoutAssertions(call.expression);
  if (isPropertyAccessExpression(callee) && rejecting.has(callee.name.text)) return true;
  if (isIdentifier(callee) && rejecting.has(callee.text)) return true;
  for (
    let current: ts.Node = call;
    isPropertyAccessExpression(current.parent) || isCallExpression(current.parent);
    current = current.parent
  ) {
    if (
      isPropertyAccessExpression(current.parent) &&
      current.parent.expression === current &&
      rejecting.has(current.parent.name.text)
    )
      return true;
    if (isCallExpression(current.parent) && current.parent.expression !== current) return false;
  }
  return false;
}

function failsAfter(block: ts.Block, node: ts.Node): boolean {
  return block.statements.some((statement) => {
    if (statement.pos < node.end) return false;
    if (isThrowStatement(statement)) return true;
    if (!isExpressionStatement(statement)) return false;
    const expression = isAwaitExpression(statement.expression) ? statement.expression.expression : statement.expression;
    if (!isCallExpression(expression)) return false;
    const callee = withoutAssertions(expression.expression);
    return (
      (isPropertyAccessExpression(callee) && failing.has(callee.name.text)) ||
      (isIdentifier(callee) && failing.has(callee.text))
    );
  });
}
