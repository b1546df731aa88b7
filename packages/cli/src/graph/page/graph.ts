import type { PageAgent, PageData, PageReach, PageStep, PageTool } from './data.ts';

/** Parts of the graph, by their indexes. */
export interface Selection {
  readonly agents: ReadonlySet<number>;
  readonly steps: ReadonlySet<number>;
}

/** A way along which a tool can be run, and who holds the tool. */
export interface Way {
  readonly path: readonly number[];
  readonly tool: number | undefined;
}

/** The graph, to ask questions of. */
export class Graph {
  readonly data: PageData;
  readonly #outgoing: readonly number[][];
  readonly #incoming: readonly number[][];

  constructor(data: PageData) {
    this.data = data;
    this.#outgoing = data.agents.map(() => []);
    this.#incoming = data.agents.map(() => []);
    data.steps.forEach(({ from, to }, at) => {
      this.#outgoing[from]?.push(at);
      this.#incoming[to]?.push(at);
    });
  }

  agent(index: number): PageAgent {
    return elementOf(this.data.agents, index);
  }

  tool(index: number): PageTool {
    return elementOf(this.data.tools, index);
  }

  step(index: number): PageStep {
    return elementOf(this.data.steps, index);
  }

  /** The steps from an agent. */
  from(agent: number): readonly number[] {
    return this.#outgoing[agent] ?? [];
  }

  /** The steps to an agent. */
  to(agent: number): readonly number[] {
    return this.#incoming[agent] ?? [];
  }

  /** The agents that one can have run, itself included, and the steps to them. */
  reachFrom(agent: number): Selection {
    const agents = new Set([agent]);
    const steps = new Set<number>();
    for (const from of agents)
      for (const step of this.from(from)) {
        steps.add(step);
        agents.add(this.step(step).to);
      }
    return { agents, steps };
  }

  /** The agents that can have a tool run, with their ways; the shortest first. */
  waysTo(tool: number): readonly { readonly agent: number; readonly reach: PageReach }[] {
    return this.data.agents
      .flatMap(({ reach }, agent) => {
        const found = reach.find((reached) => reached.tool === tool);
        return found ? [{ agent, reach: found }] : [];
      })
      .sort((a, b) => a.reach.path.length - b.reach.path.length);
  }

  /** The steps between the agents of a way. Where two agents have several, all of them. */
  stepsAlong(path: readonly number[]): readonly number[] {
    return path.slice(1).flatMap((to, at) => this.from(path[at] ?? -1).filter((step) => this.step(step).to === to));
  }

  along({ path }: Way): Selection {
    return { agents: new Set(path), steps: new Set(this.stepsAlong(path)) };
  }

  /** The names of a way: `frontdesk → billing`. */
  namesOf(path: readonly number[]): string {
    return path.map((agent) => this.agent(agent).name).join(' → ');
  }
}

function elementOf<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new Error(`The graph has no part ${String(index)}.`);
  return element;
}
