import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';

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
      failsAfter(parent.tryBlock, node)
    )
      return true;
  }
  return false;
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

function failsAfter(block: ts.Block, node: ts.Node): boolean {
  return block.statements.some((statement) => {
    if (statement.pos < node.end) return false;
    if (syntax.isThrowStatement(statement)) return true;
    if (!syntax.isExpressionStatement(statement)) return false;
    const expression = syntax.isAwaitExpression(statement.expression)
      ? statement.expression.expression
      : statement.expression;
    if (!syntax.isCallExpression(expression)) return false;
    const callee = syntax.withoutAssertions(expression.expression);
    return (
      (syntax.isPropertyAccessExpression(callee) && failing.has(callee.name.text)) ||
      (syntax.isIdentifier(callee) && failing.has(callee.text))
    );
  });
}
