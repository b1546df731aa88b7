import type { GraphReport } from './report-types.ts';
import { stepKey } from './changes.ts';
import type { MarkedReport, Presence } from './drawing.ts';
import { Matches } from './agent-matching.ts';

/** The graph of the newer of two revisions, with what is gone since the older, so that both can be seen in one picture. */
export function mergedReport(before: GraphReport, after: GraphReport): MarkedReport {
  const matches = new Matches(before, after);
  const agents = new Set(after.agents.map(({ id }) => id));
  const tools = new Set(after.tools.map(({ id }) => id));
  const olds = new Set(before.agents.map(({ id }) => matches.agent(id)));
  const steps = new Set(after.delegations.map(stepKey));
  const edges = before.delegations.map((edge) => matches.edge(edge));
  const oldSteps = new Set(edges.map(stepKey));
  const gone = before.agents
    .map((agent) => ({
      ...agent,
      id: matches.agent(agent.id),
      holds: agent.holds.map((held) => ({ ...held, tool: matches.tool(held.tool) })),
      // It runs nothing any more.
      reach: [],
    }))
    .filter(({ id }) => !agents.has(id));
  const goneSteps = edges.filter((edge) => !steps.has(stepKey(edge)));
  const goneTools = before.tools
    .map((tool) => ({ ...tool, id: matches.tool(tool.id) }))
    .filter(({ id }) => !tools.has(id) && gone.some(({ holds }) => holds.some(({ tool }) => tool === id)));

  return {
    report: {
      ...after,
      agents: [...after.agents, ...gone],
      tools: [...after.tools, ...goneTools],
      delegations: [...after.delegations, ...goneSteps],
    },
    presences: {
      agents: marked(
        after.agents.map(({ id }) => olds.has(id)),
        gone.length,
      ),
      delegations: marked(
        after.delegations.map((edge) => oldSteps.has(stepKey(edge))),
        goneSteps.length,
      ),
    },
  };
}

/** By index: those that were not there before, and behind them all, those that are gone. */
function marked(wasThere: readonly boolean[], gone: number): ReadonlyMap<number, Presence> {
  const added = wasThere.flatMap((was, at) => (was ? [] : [[at, 'added'] as const]));
  const removed = Array.from({ length: gone }, (_, at) => [wasThere.length + at, 'removed'] as const);
  return new Map<number, Presence>([...added, ...removed]);
}
