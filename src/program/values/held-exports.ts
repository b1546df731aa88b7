import { memo } from '../../memo.ts';
import { bindingNamedBy, compilerOf, type Origin, syntax, type ts } from '../../type-utils/index.ts';
import { plainEvaluatorOf } from './evaluator.ts';
import { everyValueIn, type Value } from './values.ts';

/**
 * The exports of packages that a variable, parameter, field or property of the program may hold: `query` of
 * `this.run` in `class Agent { private run = query; … }`, and of `run` in `const run = deps.run ?? query`. What callers give
 * to a parameter is looked for too, in all runs of the code around.
 */
export const exportsHeldBy = memo((program: ts.Program, reference: ts.Expression): readonly Origin[] => {
  const held = valuesOf(reference, program);
  // What callers give may be missing.
  const defaults = held.flatMap((each) => defaultOf(each) ?? []);
  return originsOf([...held, ...defaults.flatMap((each) => valuesOf(each, program))], reference, program);
});

/** The same without what callers give to a parameter. */
export function exportsHeldInPlace(program: ts.Program, reference: ts.Expression): readonly Origin[] {
  const binding = bindingNamedBy(reference);
  if (!binding || !syntax.isParameter(binding)) return exportsHeldBy(program, reference);
  return binding.initializer ? originsOf(valuesOf(binding.initializer, program), reference, program) : [];
}

function valuesOf(expression: ts.Expression, program: ts.Program): readonly Value[] {
  const runs = plainEvaluatorOf(program).valuesOf(expression, [expression], true);
  return runs.flatMap((run) => everyValueIn(run));
}

function originsOf(held: readonly Value[], reference: ts.Expression, program: ts.Program): readonly Origin[] {
  return held.flatMap(({ kind, node }) => {
    const name = kind === 'unknown' && syntax.isExpression(node) ? syntax.lastNameOf(node) : undefined;
    const origin = name && node !== reference ? compilerOf(program).originOfName(name) : undefined;
    return origin ? [origin] : [];
  });
}

/** What a parameter is where it is given nothing. */
function defaultOf(value: Value): ts.Expression | undefined {
  const part = value.kind === 'unknown' && value.symbol?.kind === 'parameter' ? value.symbol : undefined;
  return part?.path.length === 0 ? part.fn.parameters[part.index]?.initializer : undefined;
}
