import type { ts } from '../../../type-utils/index.ts';
import { calledBinding, compilerOf, constantInitializerOf, syntax } from '../../../type-utils/index.ts';
import { functionGivenAs, listAround } from '../../../program/values/functions.ts';

/** The functions of the program that a call runs: one, or each of a list that is gone through. */
export function functionsCalledBy(call: ts.CallExpression, program: ts.Program): readonly syntax.FunctionLike[] {
  const fn = compilerOf(program).functionCalledBy(call)?.fn;
  if (fn) return [fn];
  const list = listAround(calledBinding(call));
  return list ? elementsOf(list).flatMap((each) => functionGivenAs(each, program) ?? []) : [];
}

function elementsOf(list: ts.Expression): readonly ts.Expression[] {
  const name = syntax.withoutAssertions(list);
  const made = syntax.isIdentifier(name) ? constantInitializerOf(name) : undefined;
  const value = made ? syntax.withoutAssertions(made) : name;
  return syntax.isArrayLiteralExpression(value) ? value.elements : [];
}
