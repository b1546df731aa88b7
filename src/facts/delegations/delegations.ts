import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { callsIn, compilerOf, functionsIn, isInside, syntax, writtenFor } from '../../type-utils/index.ts';
import { agentPlacesOf, allNamesOf } from '../agents/agent-lookup.ts';
import type { AgentFact, AgentFacts, SubAgent } from '../agents/agents.ts';
import { readAt } from '../../program/values/places.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import { isRemote, type RemoteAgent } from '../agents/remote-agents.ts';
import type { GivenTool, ToolFact } from '../agents/tools.ts';
import { type OpaqueResult, optionsOf, type Value } from '../../program/values/values.ts';

/** A step from one agent to another. */
export interface Delegation {
  readonly from: AgentFact;
  readonly to: AgentFact | RemoteAgent;
  /**
   * - `child`: a handoff, a sub-agent, a step of a workflow. `asTool`: the SDK makes a tool of the other agent.
   * - `inTool`: a tool's handler runs it, of which the SDK has no record. `remote`: it runs elsewhere.
   * - `delegate`: one lends tools to the other.
   */
  readonly via: 'asTool' | 'child' | 'delegate' | 'inTool' | 'remote';
  /** The tool by which it is run: one that the SDK makes of it, or one whose handler runs it. */
  readonly through: GivenTool | undefined;
  /** Where the step is written, as far as that is known; otherwise what makes the agent below. */
  readonly place: ts.Node;
  /** The names of the tools that the step lets through. Undefined where it takes nothing away, which is usual, or where they are not known. */
  readonly lets: readonly string[] | undefined;
  /** One of several, of which one is chosen when the program runs. */
  readonly isDynamic: boolean;
  /** What made the other agent for this step, and what made this one, of what is made several times. */
  readonly made?: OpaqueResult | undefined;
  readonly by?: OpaqueResult | undefined;
  /** The SDK offers it by default: back to the agent above, or aside. */
  readonly isReturn?: true;
}

/** A step to an agent of the program. */
export type LocalDelegation = Delegation & { readonly to: AgentFact };

export function isLocal(delegation: Delegation): delegation is LocalDelegation {
  return !isRemote(delegation.to);
}

/** An agent that a function runs. */
interface Run {
  readonly agent: AgentFact | RemoteAgent;
  readonly place: ts.Node;
  readonly isDynamic: boolean;
  /** What made the agent for this run, of what is made several times. */
  readonly made: OpaqueResult | undefined;
}

/** What a function is given, as far as that is known. */
type Given = (index: number) => Value;

/** How deep the functions that a handler calls are followed. */
const MAX_DEPTH = 8;

/** The steps from an agent to those that it runs or hands over to, directly. */
export function delegationsFrom(from: AgentFact, facts: AgentFacts): readonly Delegation[] {
  const steps = [
    ...facts.childrenOf(from).flatMap((child) => stepTo(child, from, facts)),
    ...transfersFrom(from, facts),
    ...from.tools.flatMap((through) => stepsIn(through, from, facts)),
    ...lendingsFrom(from, facts),
  ];
  return steps.map((step) => (isRemote(step.to) ? { ...step, via: 'remote' } : step));
}

function stepTo(child: SubAgent, from: AgentFact, facts: AgentFacts): readonly Delegation[] {
  const { agent, via, place, isDynamic, made, by } = child;
  const to = facts.factAt(agent) ?? facts.remoteAt(agent);
  const through = from.tools.find(
    ({ tool }) =>
      tool.kind === 'agent' &&
      (tool.node === place || tool.node === agent || facts.lookUp.nodesOf(tool.agent).some((node) => node === agent)),
  );
  return to ? [{ from, to, via, through, place, lets: undefined, isDynamic, made, by }] : [];
}

/** The steps back to the agent above, and aside to those below it. */
function transfersFrom(from: AgentFact, facts: AgentFacts): readonly Delegation[] {
  const { returns } = from.model;
  if (!returns) return [];
  const isLeftOut = (place: typeof returns.unlessToParent): boolean => isTrue(readAt(from.value, place));
  const above = facts.parentsOf(from).filter(({ agent, child }) => agent.model.returns && child.via === 'child');
  return above.flatMap(({ agent: parent, child }) => {
    const peers = isLeftOut(returns.unlessToPeers) ? [] : parent.children.filter((peer) => peer.via === 'child');
    const targets = [
      ...(isLeftOut(returns.unlessToParent) ? [] : [parent]),
      ...peers.flatMap((peer) => facts.factAt(peer.agent) ?? facts.remoteAt(peer.agent) ?? []),
    ];
    return targets
      .filter((to) => to !== from)
      .map((to): Delegation => {
        const { place } = child;
        return { from, to, via: 'child', through: undefined, place, lets: undefined, isDynamic: false, isReturn: true };
      });
  });
}

function isTrue(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'literal' && option.value === true);
}

function lendingsFrom(from: AgentFact, facts: AgentFacts): readonly Delegation[] {
  return facts.lookUp.lendingsOf(from.node).flatMap(({ to: node, node: place, lets: lent }): readonly Delegation[] => {
    const to = facts.factAt(node) ?? facts.remoteAt(node);
    const lets = lent === 'held' ? allNamesOf(from) : lent;
    return to ? [{ from, to, via: 'delegate', through: undefined, place, lets, isDynamic: false }] : [];
  });
}

function stepsIn(through: GivenTool, from: AgentFact, facts: AgentFacts): readonly Delegation[] {
  const { tool } = through;
  if (tool.kind !== 'tool') return [];
  const runs = [...(tool.handler ? runsIn(facts, tool.handler) : []), ...runsInArguments(tool, facts)];
  return oneOfEach(runs)
    .filter(({ agent }) => agent !== from)
    .map(({ agent: to, ...run }): Delegation => ({ from, to, via: 'inTool', through, lets: undefined, ...run }));
}

/** The agents that are run by the functions that are given to a wrapper of the handler: `execute: logged(async () => …)`. */
function runsInArguments({ node, model, handler }: ToolFact, facts: AgentFacts): readonly Run[] {
  const { argument, path: [name] = [] } = model.handler ?? { argument: -1 };
  if ((handler && isInside(handler, node)) || !isCall(node) || argument === 'receiver') return [];
  const given = node.arguments?.at(argument);
  const object = given && syntax.withoutAssertions(given);
  const written = name === undefined ? object : object && writtenFor(object, name);
  const wrapper = written && syntax.withoutAssertions(written);
  if (!wrapper || !syntax.isCallExpression(wrapper)) return [];
  return wrapper.arguments
    .map(syntax.withoutAssertions)
    .flatMap((each) => (syntax.isFunctionLike(each) ? runsIn(facts, each) : []));
}

/** The agents that a function runs, itself or by functions that it calls. */
const runsIn = memo((facts: AgentFacts, fn: syntax.FunctionLike): readonly Run[] =>
  oneOfEach(runsBelow(fn, undefined, facts, new Map(), 0)),
);

/** One run of each agent. */
function oneOfEach(runs: readonly Run[]): readonly Run[] {
  const byAgent = new Map<Run['agent'], Run>();
  for (const run of runs) {
    const other = byAgent.get(run.agent);
    byAgent.set(run.agent, other && other.made !== run.made ? leftOpen(run) : run);
  }
  return [...byAgent.values()];
}

/** A call that is followed into what it calls. Met a second time, it may be given something else. */
interface Followed {
  runs: readonly Run[];
  isMetAgain: boolean;
}

function runsBelow(
  fn: syntax.FunctionLike,
  given: Given | undefined,
  facts: AgentFacts,
  followed: Map<Call, Followed>,
  depth: number,
): readonly Run[] {
  const names = runningNamesOf(facts);
  const calls = callsIn(fn.getSourceFile(), (name) => names.has(name)).filter((call) => isInside(call, fn));
  return calls.flatMap((call): readonly Run[] => {
    const value = given ? facts.evaluator.valueWithin(call, fn, given) : facts.evaluator.valueOf(call);
    const run = runsBy(call, value, facts);
    if (run.length > 0 || !syntax.isCallExpression(call) || depth > MAX_DEPTH) return run;
    const before = followed.get(call);
    if (before) {
      before.isMetAgain = true;
      return before.runs.map(leftOpen);
    }
    const called = compilerOf(facts.program).functionCalledBy(call)?.fn;
    if (!called?.body) return [];
    const { evaluator } = facts;
    const argument: Given = (index) => {
      const expression = call.arguments[index];
      if (!expression) return { kind: 'literal', value: undefined, node: call };
      return given ? evaluator.valueWithin(expression, fn, given) : evaluator.valueOf(expression);
    };
    const below: Followed = { runs: [], isMetAgain: false };
    followed.set(call, below);
    below.runs = runsBelow(called, argument, facts, followed, depth + 1);
    return below.isMetAgain ? below.runs.map(leftOpen) : below.runs;
  });
}

/** A run of which it is left open what made the agent. */
function leftOpen(run: Run): Run {
  return { ...run, made: undefined };
}

function runsBy(call: Call, value: Value, facts: AgentFacts): readonly Run[] {
  // `generateText({ … })` is an agent by itself, and `agent.generate(text, { toolsets })` one beside the other.
  const made = facts.agentAt(call);
  const own = made && facts.isOwn(made) ? made : undefined;
  const run = facts.matcher.at('run', call);
  const agents = (run ? agentPlacesOf(run) : []).map((place) => readAt(value, place));
  const nodes = agents.flatMap((agent) => facts.lookUp.nodesOf(agent));
  const known = nodes.flatMap((node) => facts.factAt(node) ?? facts.remoteAt(node) ?? []);
  const named = known.length === 0 && run?.isRemote ? [facts.remoteBehind(call, run)] : known;
  const isDynamic = named.length > 1;
  const runs = named.map((agent): Run => ({
    agent,
    place: call,
    isDynamic,
    made: onlyMakingIn(agents.flatMap(optionsOf), agent.node),
  }));
  return own ? [{ agent: own, place: call, isDynamic: false, made: onlyMakingIn([value], call) }, ...runs] : runs;
}

/** What makes an agent, where one of the values alone is that. */
function onlyMakingIn(values: readonly Value[], agent: ts.Node): OpaqueResult | undefined {
  const [made, ...others] = values.filter(
    (value): value is OpaqueResult => value.kind === 'made' && value.call === agent,
  );
  return others.length === 0 ? made : undefined;
}

/** The names of what runs agents, and of the program's functions that come to a call by such a name. */
const runningNamesOf = memo(({ matcher }: AgentFacts): ReadonlySet<string> => {
  const names = new Set(matcher.runningNames);
  const functions = [...matcher.files].flatMap((file) => functionsIn(file));
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { names: own, calledNames, original } of functions) {
      const comesToRun = original !== undefined ? names.has(original) : calledNames.some((name) => names.has(name));
      if (comesToRun) for (const name of own) names.add(name);
    }
  }
  return names;
});
