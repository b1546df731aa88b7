import type { ts } from '../../../type-utils/index.ts';
import { bindingOf, isInside, patternHolderOf, syntax } from '../../../type-utils/index.ts';
import { testedBy } from '../../../program/control/conditions.ts';
import { branchesOf, leadsTo } from '../../../program/control/control.ts';
import { type Change, changesOf } from './changes.ts';
import type { Place } from '../places.ts';
import { type Reading, timeOf } from './readings.ts';

type Conditions = ReturnType<typeof branchesOf>;

/** The call that mints a token, and the one that spends it. */
export interface Calls {
  readonly mint: ts.Node;
  readonly spend: ts.Node;
}

/**
 * The first change of a place between two readings of it, one for each call: of the variable and the properties on the path
 * between the times at which each was read, and of what lies below between the calls.
 */
export function changeBetween(
  minted: Reading,
  spent: Reading,
  calls: Calls,
  program: ts.Program,
  counts: (path: Place['path']) => boolean = () => true,
): Change | undefined {
  const { mint, spend } = calls;
  const container = syntax.containerOf(spend);
  const starts = [...minted.times, ...spent.times, mint].filter((time) => isInside(time, container));
  const within = { pos: Math.min(...starts.map(({ end }) => end)), end: spend.end };
  return changesOf(minted, container, program, within).find((change) => {
    const { length } = change.path;
    const isCounted = length <= minted.path.length || counts(change.path);
    return (
      isCounted && isBetween(change.node, [timeOf(minted, length, mint), timeOf(spent, length, spend)], calls, program)
    );
  });
}

function isBetween(
  change: ts.Node,
  times: readonly [ts.Node, ts.Node],
  { mint, spend }: Calls,
  program: ts.Program,
): boolean {
  const container = syntax.containerOf(spend);
  const [from, to] = times[0].pos <= times[1].pos ? times : [times[1], times[0]];
  if (from === to || times.some((time) => syntax.containerOf(time) !== container)) return false;
  if (change.pos < from.end || !isBefore(change, to)) return false;
  // A call that is awaited and fails has given nothing.
  const parent = syntax.parentOf(mint);
  const minted = syntax.isAwaitExpression(parent) ? parent : mint;
  const isAfterMint = change.pos >= mint.end;
  // A variable that is read may have no step of its own in the flow.
  return (
    leadsTo(isInside(from, mint) ? minted : from, change, program) !== false &&
    (!isAfterMint || leadsTo(minted, change, program) === true) &&
    leadsTo(change, to, program) === true &&
    leadsTo(change, spend, program) === true &&
    !isForOtherCase(change, spend, program)
  );
}

/** The changes of what a variable is made with, up to a call that it is given to. */
export function changesUntil(call: ts.Node, at: Place, program: ts.Program): readonly Change[] {
  const within = { pos: at.root.end, end: call.end };
  if (!isInside(at.root, syntax.containerOf(call))) return [];
  return changesOf(at, syntax.containerOf(call), program, within).filter(
    ({ node }) => node.pos >= at.root.end && isBefore(node, call) && leadsTo(node, call, program) !== false,
  );
}

/** Whether a node is written before another, or among the arguments of that. */
function isBefore(node: ts.Node, other: ts.Node): boolean {
  return node.end <= other.pos || (node !== other && isInside(node, other));
}

/**
 * Whether a change is made on a condition about something that the path to a place tests again:
 * `if (!isAllowed) args.path = ''; if (isAllowed) await invokeTool(…)`.
 */
function isForOtherCase(change: ts.Node, to: ts.Node, program: ts.Program): boolean {
  const [before, after] = [change, to].map((node) => branchesOf(node, program)) as [Conditions, Conditions];
  const rootsOf = (conditions: Conditions, others: Conditions): readonly ts.Node[] =>
    conditions
      .filter(({ site }) => !others.some((other) => other.site === site))
      .flatMap((condition) => rootsIn(testedBy(condition)));
  const tested = new Set(rootsOf(before, after));
  return rootsOf(after, before).some((root) => tested.has(root));
}

/** The variables of an expression, and those that a constant in it is worked out of. */
export function rootsIn(expression: ts.Expression): readonly ts.Node[] {
  const roots = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    if (binding && !roots.has(binding)) {
      roots.add(binding);
      const holder = patternHolderOf(binding);
      if (holder !== binding) roots.add(holder);
      if (syntax.isVariableDeclaration(holder) && holder.initializer) visit(holder.initializer);
    }
    syntax.forEachChild(node, visit);
  };
  visit(expression);
  // Functions and classes that every guardrail takes say nothing of its subject.
  return [...roots].filter(
    (root) => syntax.isVariableDeclaration(root) || syntax.isParameter(root) || syntax.isBindingElement(root),
  );
}
