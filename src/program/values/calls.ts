import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { MAX_SIZE } from './budget.ts';
import { valueOfBuiltIn } from './built-ins.ts';
import { madeBy } from './classes.ts';
import { exitsOf } from './exits.ts';
import { withLaterChanges } from './later-changes.ts';
import { argumentAt, type Scope } from './scope.ts';
import { choice, literal, unknown, type Value } from './values.ts';

/** What a call gives: of a built-in or a function of the program its result, otherwise something made. */
export function valueOfCall(node: ts.CallExpression, scope: Scope): Value {
  const known = valueOfBuiltIn(node, scope);
  if (known) return known;
  const called = functionCalledBy(node, scope);
  if (called) {
    const inside = scope.at(called).within(called, (index) => argumentAt(node, index, scope));
    return withLaterChanges(resultOf(called, inside), node, scope);
  }
  const identity = scope.interpreter.knowledge.identityOf(node);
  return withLaterChanges(
    identity === undefined ? madeBy(node, scope) : argumentAt(node, identity, scope),
    node,
    scope,
  );
}

function functionCalledBy(node: ts.CallExpression, scope: Scope): syntax.FunctionLike | undefined {
  const callee = syntax.withoutAssertions(node.expression);
  if (syntax.isIdentifier(callee) || syntax.isFunctionLike(callee)) {
    const value = scope.evaluate(callee);
    return value.kind === 'function' ? value.fn : undefined;
  }
  return syntax.isPropertyAccessExpression(callee) ? scope.interpreter.compiler.functionCalledBy(node)?.fn : undefined;
}

/** What a function returns: one of the values behind `return`. */
export function resultOf(fn: syntax.FunctionLike, scope: Scope): Value {
  const { body } = fn;
  if (!body || ('asteriskToken' in fn && fn.asteriskToken)) return unknown(fn);
  if (!syntax.isBlock(body)) return scope.evaluate(body);
  const { returns: returned } = exitsOf(body, scope);
  if (returned.length === 0) return literal(undefined, fn);
  if (returned.length > MAX_SIZE) return unknown(fn);
  return choice(
    returned.map(({ expression }) => (expression ? scope.evaluate(expression) : literal(undefined, fn))),
    fn,
  );
}
