import { memo } from '../../memo.ts';
import { bindingNamedBy, compilerOf, isInside, type Origin, syntax, type ts } from '../../type-utils/index.ts';
import { plainEvaluatorOf } from './evaluator.ts';
import { usesTestRunner } from './test-code.ts';
import { anywhere, contains } from './nodes.ts';
import { everyValueIn, type Value } from './values.ts';

/** Whether it matters what is declared there. */
type IsWanted = (origin: Origin) => boolean;

/**
 * The functions of a package that a variable, parameter, field or property of the program may hold: `query` of
 * `this.run` in `class Agent { private run = query; … }`, and of `run` in `const run = deps.run ?? query`. What callers give
 * to a parameter is looked for too, in all runs of the code around, those of tests left out. Empty where other functions are
 * among it, unless a choice between them is written out: which one it is, depends on who calls.
 */
export function exportsHeldBy(reference: ts.Expression, isWanted: IsWanted, program: ts.Program): readonly Origin[] {
  return wantedAmong(heldBy(program, reference), reference, isWanted, program);
}

/** The same, but of a parameter only what it is by default: what callers hand to it, has its effect where they do. */
export function exportsHeldInPlace(
  reference: ts.Expression,
  isWanted: IsWanted,
  program: ts.Program,
): readonly Origin[] {
  const binding = bindingNamedBy(reference);
  if (!binding || !syntax.isParameter(binding)) return exportsHeldBy(reference, isWanted, program);
  const held = binding.initializer ? heldBy(program, reference) : [];
  const isDefault = ({ node }: Value): boolean => node === reference || isInside(node, binding);
  return held.every(isDefault) ? wantedAmong(held, reference, isWanted, program) : [];
}

const heldBy = memo((program: ts.Program, reference: ts.Expression): readonly Value[] => {
  const held = valuesOf(reference, program);
  // What callers give may be missing.
  return [...held, ...held.flatMap((each) => defaultOf(each) ?? []).flatMap((each) => valuesOf(each, program))];
});

function valuesOf(expression: ts.Expression, program: ts.Program): readonly Value[] {
  const runs = plainEvaluatorOf(program).valuesOf(expression, [expression], true);
  return runs.flatMap((run) => everyValueIn(run)).filter(({ node }) => !usesTestRunner(node.getSourceFile(), program));
}

function wantedAmong(
  held: readonly Value[],
  reference: ts.Expression,
  isWanted: IsWanted,
  program: ts.Program,
): readonly Origin[] {
  const others: ts.Node[] = [];
  const names: ts.Node[] = [];
  const origins: Origin[] = [];
  for (const value of held) {
    const { kind, node } = value;
    if (node === reference || isOfParameter(value)) continue;
    const name = kind === 'unknown' && syntax.isExpression(node) ? syntax.lastNameOf(node) : undefined;
    const origin = name && compilerOf(program).originOfName(name);
    if (name && origin && isWanted(origin)) {
      names.push(name);
      origins.push(origin);
    } else if (name || kind === 'function') others.push(node);
  }
  return others.every((other) => names.some((name) => isEitherOf(name, other, program))) ? origins : [];
}

/** Whether a choice has both: `isDry ? show : query`, `show ?? query`. */
function isEitherOf(name: ts.Node, other: ts.Node, program: ts.Program): boolean {
  const isOther = (node: ts.Node): boolean =>
    node === other || (syntax.isIdentifier(node) && compilerOf(program).functionNamedBy(node) === other);
  for (let at = name; syntax.isExpression(at); at = at.parent)
    if (syntax.isEither(at) && contains(at, isOther, anywhere)) return true;
  return false;
}

function isOfParameter(value: Value): boolean {
  return value.kind === 'unknown' && value.symbol?.kind === 'parameter';
}

/** What a parameter is where it is given nothing. */
function defaultOf(value: Value): ts.Expression | undefined {
  const part = value.kind === 'unknown' && value.symbol?.kind === 'parameter' ? value.symbol : undefined;
  return part?.path.length === 0 ? part.fn.parameters[part.index]?.initializer : undefined;
}
