import type { AgentNode, DelegationEdge, GraphReport, HeldTool, ToolNode } from './report-types.ts';
import { shownName } from './names.ts';

/** Whether something is only in the newer of two revisions, or only in the older. */
export type Presence = 'added' | 'removed';

/** What is in one of two revisions only, by the indexes of agents and delegations in the report that holds both. */
export interface Presences {
  readonly agents: ReadonlyMap<number, Presence>;
  readonly delegations: ReadonlyMap<number, Presence>;
}

/** A report with what is new and what is gone in it, where it holds two revisions. */
export interface MarkedReport {
  readonly report: GraphReport;
  readonly presences?: Presences | undefined;
}

/** A graph as every picture shows it: what stands where in the agents' cards, and what is marked. */
export interface Drawing {
  /** One for each agent of the report, in its order. */
  readonly cards: readonly Card[];
  readonly steps: readonly Step[];
  /** The tools stand in the cards as counts, because there are too many cards to read their names. */
  readonly isFolded: boolean;
}

export interface Card {
  readonly name: string;
  /** The SDK, or by what protocol it is remote. */
  readonly detail: string;
  /** The file it is made in, where others have the same name. */
  readonly file: string | undefined;
  readonly isRemote: boolean;
  /** It may have more tools than these. */
  readonly isOpen: boolean;
  /** Those to review first. */
  readonly tools: readonly CardTool[];
  /** How many findings concern it. */
  readonly findings: number;
  readonly presence: Presence | undefined;
}

export interface CardTool {
  /** Index in the report's tools. */
  readonly tool: number;
  readonly name: string;
  readonly mark: ToolMark;
  readonly isGuarded: boolean;
  /** A finding concerns this agent and this tool. */
  readonly hasFinding: boolean;
}

/** `undecided`: sensitive, and it runs without a guard. */
export type ToolMark = 'undecided' | 'decided' | 'unknown' | 'harmless';

export interface Step {
  /** Index in the report's delegations. */
  readonly delegation: number;
  /** Indexes of cards. */
  readonly from: number;
  readonly to: number;
  readonly via: DelegationEdge['via'];
  readonly badges: readonly Badge[];
  /** A finding's way takes it. */
  readonly hasFinding: boolean;
  readonly presence: Presence | undefined;
}

/**
 * What a step has: a guard that reaches across it, a grant of the policy, less than the other agent has (`narrowed`), or
 * an agent that is chosen at run time (`dynamic`).
 */
export type Badge = 'guarded' | 'granted' | 'narrowed' | 'dynamic';

/** In the order in which they stand in a card. */
export const toolMarks: readonly ToolMark[] = ['undecided', 'unknown', 'decided', 'harmless'];

/** With more cards than these, names of tools are too small to read in a picture of the whole. */
const mostUnfolded = 24;

/** What a report comes to as a picture. */
export function drawingOf(
  { report, presences }: MarkedReport,
  isFolded = report.agents.length > mostUnfolded,
): Drawing {
  const agents = indexesOf(report.agents);
  const tools = indexesOf(report.tools);
  const stepsWithFinding = new Set<string>();
  const toolsWithFinding = new Set<string>();
  const findingCounts = new Map<string, number>();
  for (const { path, tools: about } of report.findings) {
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) continue;
    findingCounts.set(first, (findingCounts.get(first) ?? 0) + 1);
    path.slice(1).forEach((to, at) => stepsWithFinding.add(keyOf(path[at] ?? '', to)));
    for (const tool of about) toolsWithFinding.add(keyOf(last, tool));
  }

  return {
    isFolded,
    cards: report.agents.map(cardOf),
    steps: report.delegations.flatMap((edge, at) => {
      const [from, to] = [agents.get(edge.from), agents.get(edge.to)];
      if (from === undefined || to === undefined) return [];
      const hasFinding = stepsWithFinding.has(keyOf(edge.from, edge.to));
      return [
        {
          delegation: at,
          from,
          to,
          via: edge.via,
          badges: badgesOf(edge),
          hasFinding,
          presence: presences?.delegations.get(at),
        },
      ];
    }),
  };

  function cardOf(agent: AgentNode, at: number): Card {
    const isRemote = agent.kind === 'remote';
    return {
      name: shownName(agent.label),
      detail: isRemote ? `remote, ${shownName(agent.sdk)}` : shownName(agent.sdk),
      file: agent.id === agent.label || agent.at === null ? undefined : shownName(agent.at.replace(/:\d+:\d+$/, '')),
      isRemote,
      isOpen: agent.knowledge === 'open' && !isRemote,
      tools: agent.holds
        .flatMap((held) => cardToolOf(agent.id, held))
        .sort(
          (a, b) =>
            Number(b.hasFinding) - Number(a.hasFinding) || toolMarks.indexOf(a.mark) - toolMarks.indexOf(b.mark),
        ),
      findings: findingCounts.get(agent.id) ?? 0,
      presence: presences?.agents.get(at),
    };
  }

  function cardToolOf(agent: string, held: HeldTool): CardTool[] {
    const index = tools.get(held.tool);
    const tool = index === undefined ? undefined : report.tools[index];
    if (index === undefined || !tool) return [];
    return [
      {
        tool: index,
        name: shownName(tool.label),
        mark: markOf(tool, held.isGuarded),
        isGuarded: held.isGuarded,
        hasFinding: toolsWithFinding.has(keyOf(agent, held.tool)),
      },
    ];
  }
}

/** How a tool is marked, by its class and by whether it is guarded. */
export function markOf(tool: Pick<ToolNode, 'class'>, isGuarded: boolean): ToolMark {
  if (tool.class === 'sensitive') return isGuarded ? 'decided' : 'undecided';
  return tool.class;
}

/** Where each node stands in its list, by its id. */
export function indexesOf(nodes: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(nodes.map(({ id }, index) => [id, index]));
}

/** What a step is marked with. */
export function badgesOf({ guards, grants, lets, knowledge }: DelegationEdge): Badge[] {
  const badges: readonly (readonly [Badge, boolean])[] = [
    ['guarded', guards.length > 0],
    ['granted', grants.length > 0],
    ['narrowed', lets !== null],
    ['dynamic', knowledge === 'dynamic'],
  ];
  return badges.flatMap(([badge, isThere]) => (isThere ? [badge] : []));
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
