import type {
  AgentNode,
  DelegationEdge,
  GraphFinding,
  GraphReport,
  HeldTool,
  ReachedTool,
  ToolNode,
} from './report-types.ts';
import { markOf, toolMarks } from './drawing.ts';
import { Matches } from './agent-matching.ts';
import { shownName } from './names.ts';
import { counted } from '../texts.ts';
import { viaTexts } from './texts.ts';

/** What is different in a graph, as a sentence. */
export interface Change {
  readonly kind:
    | 'agent-added'
    | 'agent-removed'
    | 'delegation-added'
    | 'delegation-removed'
    | 'reach-gained'
    | 'reach-lost'
    | 'guard-lost'
    | 'guard-gained'
    | 'class-changed'
    | 'knowledge-changed'
    | 'grant-added'
    | 'grant-removed'
    | 'finding-added'
    | 'finding-removed';
  readonly text: string;
  /** Ids of the agents that it concerns, in the newer graph where they are there. */
  readonly agents: readonly string[];
  readonly tools: readonly string[];
}

/** What differs between the graphs of two revisions. What to review first comes first. */
export function changesBetween(before: GraphReport, after: GraphReport): readonly Change[] {
  const matches = new Matches(before, after);
  const agentsAfter = new Map(after.agents.map((agent) => [agent.id, agent]));
  const toolsAfter = new Map(after.tools.map((tool) => [tool.id, tool]));
  const toolsBefore = new Map(before.tools.map((tool) => [matches.tool(tool.id), tool]));
  const agentsBefore = new Map(before.agents.map((agent) => [matches.agent(agent.id), agent]));
  const kept = after.agents.flatMap((agent) => {
    const old = agentsBefore.get(agent.id);
    return old ? [{ agent, old }] : [];
  });

  return [
    ...findings(),
    ...kept.flatMap(({ agent, old }) => guards(agent, old)),
    ...after.agents.flatMap((agent) => (agentsBefore.has(agent.id) ? [] : [added(agent)])),
    ...before.agents.flatMap((agent) => (agentsAfter.has(matches.agent(agent.id)) ? [] : [removed(agent)])),
    // The cause before what follows from it.
    ...kept.flatMap(({ agent, old }) => gained(agent, old)).sort((a, b) => a.agents.length - b.agents.length),
    ...kept
      .flatMap(({ agent, old }) => lost(agent, old))
      .sort((a, b) => a.way.length - b.way.length)
      .map(({ change }) => change),
    ...steps(),
    ...after.tools.flatMap(classes),
    ...kept.flatMap(({ agent, old }) => knowledge(agent, old)),
  ];

  function nameOf(id: string): string {
    return `\`${shownName(id)}\``;
  }

  function added({ id, reach }: AgentNode): Change {
    const undecided = reach.filter((reached) => markOfReached(reached) === 'undecided').length;
    const share = undecided === 0 ? '' : `, ${String(undecided)} of them sensitive and unguarded`;
    return {
      kind: 'agent-added',
      text: `${nameOf(id)} is new: it can reach ${counted(reach.length, 'tool')}${share}.`,
      agents: [id],
      tools: [],
    };
  }

  function removed({ id }: AgentNode): Change {
    return { kind: 'agent-removed', text: `${nameOf(id)} is gone.`, agents: [], tools: [] };
  }

  function gained(agent: AgentNode, old: AgentNode): Change[] {
    const known = new Set(old.reach.map(({ tool }) => matches.tool(tool)));
    const others = agent.reach.filter(({ tool }) => !known.has(tool));
    return byWay(others, (reached) => reached.path).map(({ way, reached }) => {
      const tools = reached.map(({ tool }) => tool).sort((a, b) => urgency(a, way) - urgency(b, way));
      const through = way.slice(1).map(nameOf).join(' → ');
      const text =
        way.length === 1
          ? `${nameOf(agent.id)} has ${listed(tools.map(nameOf))} now.`
          : `${nameOf(agent.id)} can now reach ${listed(tools.map(nameOf))} (through ${through}).`;
      return { kind: 'reach-gained', text, agents: [...way], tools };
    });
  }

  function lost(agent: AgentNode, old: AgentNode): { readonly change: Change; readonly way: readonly string[] }[] {
    const known = new Set(agent.reach.map(({ tool }) => tool));
    const others = old.reach.filter(({ tool }) => !known.has(matches.tool(tool)));
    return byWay(others, ({ path }) => path.map((id) => matches.agent(id))).map(({ way, reached }) => {
      const tools = reached.map(({ tool }) => matches.tool(tool));
      const through = way.slice(1).map(nameOf).join(' → ');
      const names = listed(reached.map(({ tool }) => nameOf(tool)));
      const text =
        way.length === 1
          ? `${nameOf(agent.id)} no longer has ${names}.`
          : `${nameOf(agent.id)} can no longer reach ${names} (it did through ${through}).`;
      return { change: { kind: 'reach-lost', text, agents: [agent.id], tools }, way };
    });
  }

  function guards(agent: AgentNode, old: AgentNode): Change[] {
    const wasGuarded = new Map(old.holds.map(({ tool, isGuarded }) => [matches.tool(tool), isGuarded]));
    return agent.holds.flatMap(({ tool, isGuarded }: HeldTool): Change[] => {
      if (!wasGuarded.has(tool) || wasGuarded.get(tool) === isGuarded) return [];
      const about = { agents: [agent.id], tools: [tool] };
      return isGuarded
        ? [
            {
              kind: 'guard-gained',
              text: `${nameOf(agent.id)} runs ${nameOf(tool)} with a guard now.`,
              ...about,
            },
          ]
        : [
            {
              kind: 'guard-lost',
              text: `${nameOf(agent.id)} runs ${nameOf(tool)} without a guard now.`,
              ...about,
            },
          ];
    });
  }

  function steps(): Change[] {
    const old = new Map(before.delegations.map((edge) => [stepKey(matches.edge(edge)), edge]));
    const now = new Map(after.delegations.map((edge) => [stepKey(edge), edge]));
    return [
      ...after.delegations.flatMap((edge): Change[] => {
        const same = old.get(stepKey(edge));
        return same
          ? changed(edge, same)
          : [stepChange('delegation-added', edge.from, edge.to, `is new (${viaTexts[edge.via]})`)];
      }),
      ...before.delegations.flatMap((edge) =>
        now.has(stepKey(matches.edge(edge)))
          ? []
          : [
              stepChange(
                'delegation-removed',
                matches.agent(edge.from),
                matches.agent(edge.to),
                `is gone (${viaTexts[edge.via]})`,
              ),
            ],
      ),
    ];
  }

  /** What is different in a step that is in both. */
  function changed(edge: DelegationEdge, old: DelegationEdge): Change[] {
    const { from, to } = edge;
    const guardsOf = ({ guards: own }: DelegationEdge): string[] => own.map(({ guard }) => guard);
    const grantsOf = ({ grants }: DelegationEdge): string[] =>
      grants.map(({ tools, reason }) => `${listed(tools.map(nameOf))}: ${shownName(reason)}`);
    return [
      ...without(guardsOf(old), guardsOf(edge)).map((guard) =>
        stepChange('guard-lost', from, to, `is no longer guarded by \`${shownName(guard)}\``),
      ),
      ...without(guardsOf(edge), guardsOf(old)).map((guard) =>
        stepChange('guard-gained', from, to, `is now guarded by \`${shownName(guard)}\``),
      ),
      ...without(grantsOf(edge), grantsOf(old)).map((grant) =>
        stepChange('grant-added', from, to, `is now granted ${grant}`),
      ),
      ...without(grantsOf(old), grantsOf(edge)).map((grant) =>
        stepChange('grant-removed', from, to, `is no longer granted ${grant}`),
      ),
    ];
  }

  function stepChange(kind: Change['kind'], from: string, to: string, said: string): Change {
    const text = `The step from ${nameOf(from)} to ${nameOf(to)} ${said.replace(/\.?$/, '.')}`;
    return { kind, text, agents: [from, to].filter((id) => agentsAfter.has(id)), tools: [] };
  }

  function classes(tool: ToolNode): Change[] {
    const old = toolsBefore.get(tool.id);
    if (!old || old.class === tool.class) return [];
    const words = { harmless: 'harmless', sensitive: 'sensitive', unknown: 'not known' } as const;
    const text = `What ${nameOf(tool.id)} does is ${words[tool.class]} now, and was ${words[old.class]}.`;
    return [{ kind: 'class-changed', text, agents: [], tools: [tool.id] }];
  }

  function knowledge({ id, knowledge: now }: AgentNode, old: AgentNode): Change[] {
    if (old.knowledge === now) return [];
    const text =
      now === 'open'
        ? `${nameOf(id)} may have more than can be read now.`
        : `All that ${nameOf(id)} has can be read now.`;
    return [{ kind: 'knowledge-changed', text, agents: [id], tools: [] }];
  }

  function findings(): Change[] {
    const old = new Set(before.findings.map((finding) => findingKey(matches.finding(finding))));
    const now = new Set(after.findings.map(findingKey));
    return [
      ...after.findings
        .filter((finding) => !old.has(findingKey(finding)))
        .map((finding) => findingChange('finding-added', 'New finding', finding)),
      ...before.findings
        .filter((finding) => !now.has(findingKey(matches.finding(finding))))
        .map((finding) => findingChange('finding-removed', 'No longer found', finding)),
    ];
  }

  function findingChange(kind: Change['kind'], said: string, { message, path, tools }: GraphFinding): Change {
    const isNew = kind === 'finding-added';
    return {
      kind,
      text: `${said}: ${shownName(message)}`,
      agents: isNew ? path : path.map((id) => matches.agent(id)).filter((id) => agentsAfter.has(id)),
      tools: isNew ? tools : tools.map((id) => matches.tool(id)).filter((id) => toolsAfter.has(id)),
    };
  }

  function urgency(tool: string, way: readonly string[]): number {
    return toolMarks.indexOf(markOfReached({ tool, path: way }));
  }

  function markOfReached({ tool, path }: Pick<ReachedTool, 'tool' | 'path'>) {
    const held = agentsAfter.get(path.at(-1) ?? '')?.holds.find((each) => each.tool === tool);
    return markOf(toolsAfter.get(tool) ?? { class: 'unknown' }, held?.isGuarded ?? false);
  }
}

/** Steps of one graph with the same key are the same step: from whom, to whom, and how. */
export function stepKey({ from, to, via }: Pick<DelegationEdge, 'from' | 'to' | 'via'>): string {
  return JSON.stringify([from, to, via]);
}

/** Two findings with the same key are the same finding: its words may name lines. */
function findingKey({ rule, path, tools }: Pick<GraphFinding, 'path' | 'rule' | 'tools'>): string {
  return JSON.stringify([rule, path, tools]);
}

/** Tools that are reached in the same way, together. */
function byWay(reached: readonly ReachedTool[], wayOf: (reached: ReachedTool) => readonly string[]) {
  const groups = new Map<string, { readonly way: readonly string[]; readonly reached: ReachedTool[] }>();
  for (const each of reached) {
    const way = wayOf(each);
    const key = JSON.stringify(way);
    const group = groups.get(key) ?? { way, reached: [] };
    groups.set(key, group);
    group.reached.push(each);
  }
  return [...groups.values()];
}

function without(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((each) => !others.includes(each));
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const [last = '', ...before] = [...names].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}
