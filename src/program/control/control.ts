import { ControlFlow, type Controls, type GuardCondition } from '../../analysis/control.ts';
import { memo } from '../../memo.ts';
import { compilerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';
import { flowGraphOf } from '../flow/lower.ts';

const controlFlowOf = memo(
  (program: ts.Program, container: ts.Node) =>
    new ControlFlow(
      flowGraphOf(container),
      (call) => syntax.isCallExpression(call as ts.Node) && compilerOf(program).neverReturns(call as ts.CallExpression),
    ),
);

/** The flow of the function around a node, and the next node at or around it that may run, by that flow. */
interface Placed {
  readonly flow: ControlFlow;
  readonly site: ts.Node | undefined;
}

function placeOf(node: ts.Node, program: ts.Program, container = syntax.containerOf(node)): Placed {
  const flow = controlFlowOf(program, container);
  for (let at = node; at !== container; at = at.parent) if (flow.has(at)) return { flow, site: at };
  // The end of a function is the function itself.
  return { flow, site: node === container && flow.has(node) ? node : undefined };
}

/**
 * Whether a node of a function runs only under control of something: on every path to it from the function's entry a
 * condition can keep it from running, or a call comes back only if it may run. Conditions are expressions of `if`, loops,
 * `?:` and the left of `&&`, `||` and `??`, or the `switch`, `for … of` or `for … in` statement itself. True also of code
 * that never runs, and where the function is too large to be looked at.
 */
export function isControlled(node: ts.Node, controls: Controls, program: ts.Program): boolean {
  const { flow, site } = placeOf(node, program);
  return site !== undefined && flow.isControlled(site, controls);
}

/** The conditions that decide whether a node of a function runs. `undefined`: it never does, or the function is too large. */
export function conditionsOf(node: ts.Node, program: ts.Program): readonly GuardCondition[] | undefined {
  const { flow, site } = placeOf(node, program);
  return site && !flow.isTooLarge ? flow.conditionsOf(site) : undefined;
}

/** The same but for the conditions of loops, and none where they are not known. */
export function branchesOf(node: ts.Node, program: ts.Program): readonly GuardCondition[] {
  const isOfLoop = (condition: ts.Node): boolean =>
    [condition, condition.parent].some((each) => syntax.isIterationStatement(each, false));
  return conditionsOf(node, program)?.filter(({ site }) => !isOfLoop(site as ts.Node)) ?? [];
}

/**
 * Whether a path goes from a node, once it is over, to another one of the same function or of one around it. `undefined`:
 * not known.
 */
export function leadsTo(from: ts.Node, to: ts.Node, program: ts.Program): boolean | undefined {
  return betweenNodes(from, to, program, (flow, first, second) => flow.leadsTo(first, second));
}

/** The same from where a node throws, without coming back to it. */
export function failsInto(from: ts.Node, to: ts.Node, program: ts.Program): boolean | undefined {
  return betweenNodes(from, to, program, (flow, first, second) => flow.failsInto(first, second));
}

function betweenNodes(
  from: ts.Node,
  to: ts.Node,
  program: ts.Program,
  isSo: (flow: ControlFlow, first: ts.Node, second: ts.Node) => boolean,
): boolean | undefined {
  let container = syntax.containerOf(to);
  while (!isInside(from, container)) container = syntax.containerOf(container);
  const [first, second] = [placeOf(from, program, container), placeOf(to, program, container)];
  const isKnown = first.site && second.site && !first.flow.isTooLarge;
  return isKnown ? isSo(first.flow, first.site, second.site) : undefined;
}

/** Whether a `throw` leaves a function: one that is not caught there. */
export function isLeftByThrow(fn: ts.Node): boolean {
  return flowGraphOf(fn).blocks.some(({ instructions }) =>
    instructions.some((each) => each.op === 'exit' && each.kind === 'throw'),
  );
}

/** Whether what a node of a function throws is taken by a `catch` clause there. */
export function isCaught(node: ts.Node, fn: ts.Node): boolean {
  for (let at = node; at !== fn; at = at.parent)
    if (syntax.isTryStatement(at.parent) && at.parent.tryBlock === at && at.parent.catchClause) return true;
  return false;
}

/**
 * Whether every path from a node of a function, or of one inside it, goes through one of some others of the function before
 * it is left, where nothing throws but them.
 */
export function isFollowedBy(
  node: ts.Node,
  others: readonly ts.Node[],
  container: ts.Node,
  program: ts.Program,
): boolean {
  const { flow, site } = placeOf(node, program, container);
  return site !== undefined && !flow.isTooLarge && flow.postDominates(others, site);
}

/** Whether a node dominates another one of the same function: every path to that goes through it before. */
export function dominates(node: ts.Node, other: ts.Node, program: ts.Program): boolean {
  const [first, second] = [placeOf(node, program), placeOf(other, program)];
  return first.site !== undefined && second.site !== undefined && first.flow.dominates(first.site, second.site);
}

/**
 * The conditions that every path to a node of a function tests, with the outcomes after which the node runs. The function itself
 * stands for its end.
 */
export function conditionsBefore(
  node: ts.Node,
  container: ts.Node,
  program: ts.Program,
  isWanted: (condition: GuardCondition) => boolean = () => true,
): readonly GuardCondition[] {
  const { flow, site } = placeOf(node, program, container);
  if (!site || flow.isTooLarge) return [];
  return flow
    .conditionsOf(site)
    .filter((condition) => isWanted(condition) && !flow.isReachedWithout(site, { tests: [condition.site] }));
}

/** Whether every path to a node, from the beginning of a function that it is in or around it, tests some condition. */
export function isTestedBefore(
  node: ts.Node,
  home: ts.Node,
  program: ts.Program,
  isWanted: (condition: GuardCondition) => boolean,
): boolean {
  for (let at = node; ;) {
    const container = syntax.containerOf(at);
    if (conditionsBefore(at, container, program, isWanted).length > 0) return true;
    if (container === home || syntax.isSourceFile(container)) return false;
    at = container;
  }
}

/** Whether the end of a function may be reached. */
export function hasOpenEnd(fn: ts.Node, program: ts.Program): boolean {
  const flow = controlFlowOf(program, fn);
  return flow.isTooLarge || (flow.has(fn) && flow.isReachedWithout(fn, {}));
}

/** What a path does not go through. */
interface Detour {
  readonly nodes: readonly ts.Node[];
  /** Tests of these conditions. */
  readonly tests: readonly ts.Node[];
}

/**
 * Whether a path goes from a node of a function, once it is over, to another one without some others. True also where that is
 * not known.
 */
export function mayLeadTo(
  from: ts.Node,
  to: ts.Node,
  container: ts.Node,
  without: Detour,
  program: ts.Program,
): boolean {
  const [first, second] = [placeOf(from, program, container), placeOf(to, program, container)];
  if (!first.site || !second.site || first.flow.isTooLarge) return true;
  return first.flow.isReachedWithout(second.site, without, first.site);
}

/** Whether a path leads to a node of a function without some others of it. True also where that is not known. */
export function isReachedWithout(others: readonly ts.Node[], node: ts.Node, program: ts.Program): boolean {
  const { flow, site } = placeOf(node, program);
  if (!site || flow.isTooLarge) return true;
  const nodes = others.flatMap((each) => placeOf(each, program, syntax.containerOf(node)).site ?? []);
  return flow.isReachedWithout(site, { nodes });
}

/** Whether a node of a function runs only after a call there has come back, without an exception. */
export function runsAfter(call: ts.Node, node: ts.Node, container: ts.Node, program: ts.Program): boolean {
  const [first, second] = [placeOf(call, program, container), placeOf(node, program, container)];
  if (!first.site || !second.site || first.site === second.site || first.flow.isTooLarge) return false;
  return first.flow.dominates(first.site, second.site) && !first.flow.failsInto(first.site, second.site);
}
