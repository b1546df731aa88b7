import type { ts } from '../../../type-utils/index.ts';
import { bindingOf, isInside, patternHolderOf, syntax } from '../../../type-utils/index.ts';
import { testedBy } from '../../../program/control/conditions.ts';
import { branchesOf, leadsTo } from '../../../program/control/control.ts';
import { changesOf } from './changes.ts';
import type { Place } from '../places.ts';
import { type Change, type Reading, timeOf } from './readings.ts';

/** The call that mints a token, and the one that spends it. */
export interface Calls {
  readonly mint: ts.Node;
  readonly spend: ts.Node;
}

/**
 * The first change of a place between two readings of it, one for each call: of the variable and the properties on the path
 * between the times at which each was read, and of what lies below between the calls.
 */
export function changeBetween(minted: Reading, spent: Reading, calls: Calls, program: ts.Program): Change | undefined {
  const { mint, spend } = calls;
  const container = syntax.containerOf(spend);
  const starts = [...minted.times, ...spent.times, mint].filter((time) => isInside(time, container));
  const within = { pos: Math.min(...starts.map(({ end }) => end)), end: spend.end };
  return changesOf(minted, container, program, within).find(({ node, path: { length } }) =>
    isBetween(node, timeOf(minted, length, mint), timeOf(spent, length, spend), calls, program),
  );
}

function isBetween(change: ts.Node, first: ts.Node, second: ts.Node, calls: Calls, program: ts.Program): boolean {
  const { mint, spend } = calls;
  const container = syntax.containerOf(spend);
  const [from, to] = first.pos <= second.pos ? [first, second] : [second, first];
  if (from === to || [from, to].some((time) => syntax.containerOf(time) !== container)) return false;
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

/** The changes of a variable, or of what it is made with, from its declaration to a node. */
export function changesUntil(node: ts.Node, place: Place, program: ts.Program): readonly Change[] {
  const container = syntax.containerOf(node);
  const { root } = place;
  if (!isInside(root, container)) return [];
  return changesOf(place, container, program, { pos: root.end, end: node.end }).filter(
    (change) =>
      change.node.pos >= root.end && isBefore(change.node, node) && leadsTo(change.node, node, program) !== false,
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
  const [before, after] = [branchesOf(change, program), branchesOf(to, program)];
  const rootsOf = (conditions: typeof before, others: typeof before): readonly ts.Node[] =>
    conditions
      .filter(({ site }) => !others.some((other) => other.site === site))
      .flatMap((condition) => variablesIn(testedBy(condition)));
  const tested = new Set(rootsOf(before, after));
  return rootsOf(after, before).some((root) => tested.has(root));
}

/** The variables of an expression, and those that a constant in it is worked out of. */
export function variablesIn(expression: ts.Expression): readonly ts.Node[] {
  const roots = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    const holder = binding && patternHolderOf(binding);
    // Functions and classes that every guardrail takes say nothing of its subject.
    if (holder && !roots.has(holder) && (syntax.isVariableDeclaration(holder) || syntax.isParameter(holder))) {
      roots.add(holder);
      if (syntax.isVariableDeclaration(holder) && holder.initializer) visit(holder.initializer);
    }
    syntax.forEachChild(node, visit);
  };
  visit(expression);
  return [...roots];
}
