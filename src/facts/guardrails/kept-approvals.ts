import { approvalResults } from '../../models/agents/purpose.ts';
import type { Runnable } from '../../program/effects/effects.ts';
import { assignmentsTo, functionsAround, referenceOf } from '../../program/values/functions.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { bindingOf, declarationOf, isInside, syntax, type ts } from '../../type-utils/index.ts';
import { wordsOf } from './purpose.ts';

/**
 * The reads in a function of an approval that another function has kept: `gate.approved`, where a tool that requests it does
 * `gate.approved = decision.approved`. What the function itself is given or makes is not meant.
 *
 * @param requestsIt whether a function comes to a request for approval
 */
export function keptApprovalsIn(
  fn: Runnable,
  program: ts.Program,
  requestsIt: (fn: syntax.FunctionLike) => boolean,
): readonly ts.Node[] {
  const names = nodesIn(fn, syntax.isIdentifier, anywhere).filter(({ text }) => isNamedSo(text));
  return names.map(referenceOf).filter((reference) => {
    const root = syntax.isExpression(reference) ? syntax.rootOf(reference) : reference;
    const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
    if (binding && isInside(binding, fn)) return false;
    const name = syntax.isPropertyAccessExpression(reference) ? reference.name : reference;
    const declaration = declarationOf(name, program);
    if (!declaration || isInside(declaration, fn) || declaration.getSourceFile().isDeclarationFile) return false;
    return assignmentsTo(declaration, program).some((each) =>
      functionsAround(each).some((outer) => outer !== fn && requestsIt(outer)),
    );
  });
}

/** `approved`, `isApproved`, `userConfirmed` */
function isNamedSo(name: string): boolean {
  return approvalResults.includes(wordsOf(name).at(-1) ?? '');
}
