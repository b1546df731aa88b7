/**
 * What agents have, and the steps between them. Agents and capabilities are whatever the caller takes for them, compared
 * by identity; both lists are finite, and steps may lead in circles.
 */
export interface DelegationGraph<Agent, Capability> {
  /** What an agent runs itself. */
  capsOf(agent: Agent): readonly Capability[];
  /** Its steps to other agents, in an order that does not change. */
  stepsFrom(agent: Agent): readonly Step<Agent, Capability>[];
}

/** A step by which one agent has another one run. */
export interface Step<Agent, Capability> {
  readonly to: Agent;
  /** What it lets through. Absent: everything, since hardly an SDK takes anything away. */
  readonly lets?: Pick<ReadonlySet<Capability>, 'has'> | undefined;
}

/** What an agent may use, for which it answers itself. */
export interface Authority<Agent, Capability> {
  readonly scope: ReadonlySet<Capability>;
  /** What it may have run through an agent, by that one or any further on, though its scope does not hold it. */
  readonly grants: ReadonlyMap<Agent, ReadonlySet<Capability>>;
}

/** The agents on a way, from the one that asks to the one that has the capability. */
export type Way<Agent> = readonly [Agent, ...Agent[]];

/**
 * All that an agent can have run, itself or through others, each with the shortest path:
 *
 *     R(a) = Caps(a) ∪ ⋃ (lets(a → b) ∩ R(b))        least solution
 */
export function reachOf<Agent, Capability>(
  graph: DelegationGraph<Agent, Capability>,
  agent: Agent,
): ReadonlyMap<Capability, Way<Agent>> {
  return arriving(graph, agent, () => true, new Map<Agent, ReadonlySet<Capability>>());
}

/**
 * What an agent can have run beyond what it may use, each with the shortest way that nothing licenses. What is left of
 * its reach is the effective set:
 *
 *     E(p) = scope(p)     E(w) = grant(p, w) ∪ ⋂ (E(u) ∪ ¬lets(u → w)) over the steps to w        greatest solution
 *     Effective(p → w) = Caps(w) ∩ E(w)
 *
 * The complement of E is found, which is the least solution of the dual equations: what is not in the scope travels along
 * each step that lets it through, and ends at an agent for which it is granted.
 */
export function excessOf<Agent, Capability>(
  graph: DelegationGraph<Agent, Capability>,
  agent: Agent,
  { scope, grants }: Authority<Agent, Capability>,
): ReadonlyMap<Capability, Way<Agent>> {
  return arriving(graph, agent, (capability) => !scope.has(capability), grants);
}

/** All agents that one runs or hands over to, directly or by others: itself too, where it is in a circle. */
export function agentsBelow<Agent>(
  graph: { stepsFrom(agent: Agent): readonly { readonly to: Agent }[] },
  agent: Agent,
): ReadonlySet<Agent> {
  const below = new Set(graph.stepsFrom(agent).map(({ to }) => to));
  for (const each of below) for (const { to } of graph.stepsFrom(each)) below.add(to);
  return below;
}

/** What is had by agents on ways from the first one that let it through, and along which it ends nowhere before. */
function arriving<Agent, Capability>(
  graph: DelegationGraph<Agent, Capability>,
  from: Agent,
  isWanted: (capability: Capability) => boolean,
  ends: ReadonlyMap<Agent, ReadonlySet<Capability>>,
): ReadonlyMap<Capability, Way<Agent>> {
  const found = new Map<Capability, Way<Agent>>();
  for (const alike of travellingAlike(graph, from, isWanted, ends)) {
    const [first] = alike;
    // By breadth, so that the first way to an agent is a shortest one.
    const ways = new Map<Agent, Way<Agent>>([[from, [from]]]);
    for (const [agent, way] of ways) {
      for (const capability of graph.capsOf(agent))
        if (alike.has(capability) && !found.has(capability)) found.set(capability, way);
      for (const { to, lets } of graph.stepsFrom(agent)) {
        const isStopped = first !== undefined && (lets?.has(first) === false || ends.get(to)?.has(first) === true);
        if (!ways.has(to) && !isStopped) ways.set(to, [...way, to]);
      }
    }
  }
  return found;
}

/** The capabilities of all agents on any way, those together that no step and no end tells apart: mostly all of them. */
function travellingAlike<Agent, Capability>(
  graph: DelegationGraph<Agent, Capability>,
  from: Agent,
  isWanted: (capability: Capability) => boolean,
  ends: ReadonlyMap<Agent, ReadonlySet<Capability>>,
): readonly ReadonlySet<Capability>[] {
  const agents = new Set([from]);
  const sets = new Set<Pick<ReadonlySet<Capability>, 'has'>>(ends.values());
  for (const agent of agents)
    for (const { to, lets } of graph.stepsFrom(agent)) {
      agents.add(to);
      if (lets) sets.add(lets);
    }
  const byMembership = new Map<string, Set<Capability>>();
  for (const agent of agents)
    for (const capability of graph.capsOf(agent)) {
      if (!isWanted(capability)) continue;
      const membership = [...sets].map((set) => (set.has(capability) ? 1 : 0)).join('');
      const alike = byMembership.get(membership) ?? new Set();
      byMembership.set(membership, alike.add(capability));
    }
  return [...byMembership.values()];
}
