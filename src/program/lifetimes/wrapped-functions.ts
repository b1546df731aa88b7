import type { ts } from '../../type-utils/index.ts';
import {
  bindingNamedBy,
  calledBinding,
  compilerOf,
  enclosingLoopOf,
  isConstant,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';
import { referenceOf } from '../values/functions.ts';
import { anywhere, nodesIn, returnedBy } from '../values/nodes.ts';
import { comesAfter, isLatched } from './callback-runs.ts';

/** A call of a function that hands its arguments on to another one: `charge(order)` of `charge = withRetry(fn)`. */
export interface WrappedCall {
  readonly call: ts.CallExpression;
  /** The call of the inner function that may run several times for one call of the outer one. */
  readonly repeatedBy: ts.Node | undefined;
}

/**
 * The calls of the constant that holds a wrapped function: the function is written as an argument of one of the program
 * that returns `(...args) => fn(...args)`.
 */
export function wrappedCallsOf(fn: ts.Node, program: ts.Program): readonly WrappedCall[] {
  const wrapping = syntax.parentOf(fn);
  if (!syntax.isCallExpression(wrapping)) return [];
  const constant = syntax.parentOf(wrapping);
  const inner = innerCallsOf(wrapping, fn, program);
  if (inner.length === 0 || !syntax.isVariableDeclaration(constant) || !isConstant(constant)) return [];
  const repeatedBy = inner.find((call) => inner.some((other) => isRepeated(call, other, program)));
  return usesOf(constant, program).flatMap((use) => {
    const reference = referenceOf(use);
    const call = syntax.parentOf(reference);
    return syntax.isCallExpression(call) && call.expression === reference ? [{ call, repeatedBy }] : [];
  });
}

/** The calls of a parameter by which the result of a function gives it all that it is given itself. */
function innerCallsOf(wrapping: ts.CallExpression, fn: ts.Node, program: ts.Program): readonly ts.CallExpression[] {
  const wrapper = compilerOf(program).functionCalledBy(wrapping)?.fn;
  const parameter = wrapper?.parameters[wrapping.arguments.findIndex((each) => each === fn)];
  const [result, ...others] = wrapper ? returnedBy(wrapper).map(syntax.withoutAssertions) : [];
  if (!parameter || !result || others.length > 0 || !syntax.isFunctionValue(result)) return [];
  const [rest] = result.parameters;
  if (!rest?.dotDotDotToken) return [];
  return nodesIn(result.body, syntax.isCallExpression, anywhere).filter(
    (call) => calledBinding(call) === parameter && call.arguments.length === 1 && isSpreadOf(call.arguments[0], rest),
  );
}

function isSpreadOf(argument: ts.Expression | undefined, rest: ts.ParameterDeclaration): boolean {
  return argument !== undefined && syntax.isSpreadElement(argument) && bindingNamedBy(argument.expression) === rest;
}

/** Whether a call may come after another one, or after itself by a loop. */
function isRepeated(call: ts.Node, earlier: ts.Node, program: ts.Program): boolean {
  if (isLatched(call, program, syntax.containerOf(call))) return false;
  const isPossible = call !== earlier || enclosingLoopOf(call) !== undefined;
  return isPossible && syntax.containerOf(call) === syntax.containerOf(earlier) && comesAfter(earlier, call, program);
}
