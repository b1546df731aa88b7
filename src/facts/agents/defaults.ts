import type { Evaluator } from '../../program/values/evaluator.ts';
import { type ChoiceValue, optionsOf, type Value } from '../../program/values/values.ts';
import { compilerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';

/** What a parameter is where nothing is given for it. */
export function defaultOf(option: Value, evaluator: Evaluator): readonly Exclude<Value, ChoiceValue>[] {
  if (option.kind !== 'unknown' || option.symbol?.kind !== 'parameter' || option.symbol.path.length > 0) return [];
  const { fn, index } = option.symbol;
  const initializer = fn.parameters[index]?.initializer;
  return initializer ? optionsOf(evaluator.valueOf(initializer)) : [];
}

/** Whether a value is what is there where none is given: `mode ?? 'plan'`, and the initializer of a parameter or a pattern. */
export function isDefault(node: ts.Node, program: ts.Program): boolean {
  const parent = syntax.parentOf(node);
  if (syntax.isParameter(parent) || syntax.isBindingElement(parent)) return true;
  return (
    syntax.isBinaryExpression(parent) &&
    syntax.isFallback(parent) &&
    isInside(node, parent.right) &&
    compilerOf(program).mayBeMissing(parent.left)
  );
}
