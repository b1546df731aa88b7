import type { DelegationEdge, GraphFinding, GraphReport } from './report-types.ts';

interface Node {
  readonly id: string;
  readonly label: string;
  readonly at: string | null;
}

/**
 * Which agent and which tool of one graph is which of another. By its id first; then, for what an edit elsewhere gave
 * another id, by its name in its file; then by its name alone, so that what moved to another file is still the same.
 */
export class Matches {
  readonly #agents: ReadonlyMap<string, string>;
  readonly #tools: ReadonlyMap<string, string>;

  constructor(before: GraphReport, after: GraphReport) {
    this.#agents = matched(before.agents, after.agents);
    this.#tools = matched(before.tools, after.tools);
  }

  /** The id in the newer graph; of what is gone, one that nothing has there. */
  agent(id: string): string {
    return this.#agents.get(id) ?? id;
  }

  tool(id: string): string {
    return this.#tools.get(id) ?? id;
  }

  /** A step of the older graph by the ids of the newer. */
  edge(edge: DelegationEdge): DelegationEdge {
    return { ...edge, from: this.agent(edge.from), to: this.agent(edge.to) };
  }

  finding(finding: GraphFinding): GraphFinding {
    const { path, tools } = finding;
    return { ...finding, path: path.map((id) => this.agent(id)), tools: tools.map((id) => this.tool(id)) };
  }
}

function matched(before: readonly Node[], after: readonly Node[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  let [left, right] = [before, after];
  for (const keyOf of [({ id }: Node) => id, inFile, ({ label }: Node) => label]) {
    const olds = alone(left, keyOf);
    const news = alone(right, keyOf);
    for (const [key, old] of olds) {
      const same = news.get(key);
      if (same) ids.set(old.id, same.id);
    }
    const matchedIds = new Set(ids.values());
    left = left.filter(({ id }) => !ids.has(id));
    right = right.filter(({ id }) => !matchedIds.has(id));
  }
  // An id that something else has by now would make one of the two.
  const taken = new Set(after.map(({ id }) => id));
  for (const { id } of left) {
    if (!taken.has(id)) continue;
    const free = freeId(id, taken);
    taken.add(free);
    ids.set(id, free);
  }
  return ids;
}

function inFile({ label, at }: Node): string {
  return JSON.stringify([label, at?.replace(/:\d+:\d+$/, '')]);
}

/** Those that no other has the key of, by their keys. */
function alone(nodes: readonly Node[], keyOf: (node: Node) => string): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const several = new Set<string>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (found.has(key)) several.add(key);
    found.set(key, node);
  }
  for (const key of several) found.delete(key);
  return found;
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = `${id} (before)`;
  while (taken.has(free)) free += '′';
  return free;
}
