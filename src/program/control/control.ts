import { ControlFlow, type Controls } from '../../analysis/control.ts';
import { memo } from '../../memo.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import { flowGraphOf } from '../flow/lower.ts';

const controlFlowOf = memo(
  (container: ts.Node) =>
    new ControlFlow(
      flowGraphOf(container),
      (call) => syntax.isCallExpression(call as ts.Node) && /^process\.(?:abort|exit)$/.test(calleeText(call)),
    ),
);

function calleeText(call: object): string {
  return (call as ts.CallExpression).expression.getText();
}

/**
 * Whether a node of a function runs only under control of something: on every path to it from the function's entry a
 * condition can keep it from running, or a call comes back only if it may run. Conditions are expressions of `if`, loops,
 * `?:` and the left of `&&`, `||` and `??`, or the `switch`, `for … of` or `for … in` statement itself. True also of code
 * that never runs, and where the function is too large to be looked at.
 *
 * @param container what `syntax.containerOf` gives for the node
 */
export function isControlled(node: ts.Node, container: ts.Node, controls: Controls): boolean {
  const flow = controlFlowOf(container);
  for (let at = node; at !== container; at = at.parent) if (flow.has(at)) return flow.isControlled(at, controls);
  return false;
}
