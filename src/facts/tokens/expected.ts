import { isTestCall } from '../../program/values/test-code.ts';
import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { isExpectedToReject } from '../sessions/expected-rejections.ts';

/** What a test says that expects a call to fail: `.rejects`, `TokenRejected`, `'rejected'`, `toThrow`. */
const failure = /reject|throw|fail/i;

/**
 * Whether a node is a call that a test expects to be refused, or lies in one: by an assertion around the call, or by one
 * that the test makes later about what has become of it.
 */
export function isExpectedToBeRefused(node: ts.Node, program: ts.Program): boolean {
  return isExpectedToReject(node, program) || isRefusalTestedAfter(node);
}

/** `const again = invokeTool(…); await expect(again).rejects…`, inside of a test. */
function isRefusalTestedAfter(node: ts.Node): boolean {
  for (let at = node.parent; !syntax.isSourceFile(at); at = at.parent) {
    if (!syntax.isFunctionLike(at) || !at.body) continue;
    if (isTestCall(syntax.parentOf(at)) && failure.test(at.getSourceFile().text.slice(node.end, at.body.end)))
      return true;
  }
  return false;
}
