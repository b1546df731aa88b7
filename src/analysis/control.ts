import type { Block, Edge, FlowGraph, Instruction, Site } from './flow-graph.ts';

/** What lets a node run only under control of something else. */
export interface Controls {
  /** Whether a test decides; `discarded`: the calls that run where its outcome keeps the node from running. */
  readonly decides: (condition: Site, discarded: () => readonly Site[]) => boolean;
  /** Whether a call comes back only if the node may run. */
  readonly stops: (call: Site) => boolean;
}

interface Place {
  readonly block: number;
  readonly index: number;
}

/** Control dependence in one function: which conditions decide whether a node runs. Exceptions are edges too. */
export class ControlFlow {
  readonly #blocks: readonly Block[];
  readonly #isTooLarge: boolean;
  readonly #isEnd: (call: Site) => boolean;
  readonly #places = new Map<Site, Place[]>();
  /** The blocks that test a condition, by the condition. */
  readonly #tests = new Map<Site, Set<number>>();
  readonly #before: readonly number[][];

  /** @param isEnd whether a call never comes back: `process.exit()` */
  constructor({ blocks, overBudget }: FlowGraph, isEnd: (call: Site) => boolean) {
    this.#blocks = blocks;
    this.#isTooLarge = overBudget;
    this.#isEnd = isEnd;
    const before = blocks.map((): number[] => []);
    for (const block of blocks) {
      block.instructions.forEach((instruction, index) => {
        const site = siteOf(instruction);
        if (site) push(this.#places, site, { block: block.id, index });
      });
      for (const { condition } of block.edges)
        if (condition) this.#tests.set(condition.site, (this.#tests.get(condition.site) ?? new Set()).add(block.id));
      for (const next of this.#successors(block)) before[next]?.push(block.id);
    }
    this.#before = before;
  }

  /** Whether the graph has a node: what it computes, or the function that it is. */
  has(site: Site): boolean {
    return this.#places.has(site);
  }

  /** The conditions that decide whether a node runs: after some of their outcomes it does not, unless they are tested again. */
  conditionsOf(site: Site): readonly Site[] {
    const places = this.#places.get(site) ?? [];
    return [...this.#tests.keys()].filter((condition) => this.#discardedBy(condition, places).length > 0);
  }

  /**
   * Whether every path to a node goes through something that decides about it: a condition that can keep it from running,
   * or a call that comes back only if it may run. True also of what never runs, and where the function is too large.
   */
  isControlled(site: Site, { decides, stops }: Controls): boolean {
    const places = this.#places.get(site);
    if (!places || this.#isTooLarge) return true;
    const deciding = new Set<Site>();
    for (const condition of this.#tests.keys()) {
      const discarded = this.#discardedBy(condition, places);
      if (discarded.length > 0 && decides(condition, () => this.#callsFrom(discarded, condition)))
        deciding.add(condition);
    }
    const reached = new Set([0]);
    for (const id of reached) {
      const block = this.#blocks[id];
      if (!block) continue;
      const stop = block.instructions.findIndex((each) => each.op === 'invoke' && stops(each.site));
      if (places.some((place) => place.block === id && (stop < 0 || place.index <= stop))) return false;
      if (block.handler !== undefined && block.instructions.some(mayThrow)) reached.add(block.handler);
      if (stop >= 0 || this.#endsIn(block)) continue;
      for (const edge of block.edges)
        if (!edge.condition || !deciding.has(edge.condition.site) || !this.#isExit(edge, places)) reached.add(edge.to);
    }
    return true;
  }

  /** The blocks to which outcomes of a condition lead from which a node is not reached, unless it is tested again. */
  #discardedBy(condition: Site, places: readonly Place[]): readonly number[] {
    const tests = this.#tests.get(condition) ?? new Set();
    const reaching = this.#reaching(places, tests);
    const exits = [...tests]
      .flatMap((id) => this.#blocks[id]?.edges ?? [])
      .filter((edge) => edge.condition?.site === condition && this.#isExit(edge, places));
    return exits.some(({ to }) => reaching.has(to)) ? exits.map(({ to }) => to).filter((to) => !reaching.has(to)) : [];
  }

  /** Whether an edge leaves the test of its condition: `a && b` has one between its parts. */
  #isExit({ to, condition }: Edge, places: readonly Place[]): boolean {
    return (
      condition === undefined ||
      this.#tests.get(condition.site)?.has(to) !== true ||
      places.some(({ block }) => block === to)
    );
  }

  /** The blocks from which some places are reached without another test of a condition. */
  #reaching(places: readonly Place[], tests: ReadonlySet<number>): ReadonlySet<number> {
    const reaching = new Set(places.map(({ block }) => block));
    for (const id of reaching)
      for (const earlier of this.#before[id] ?? []) if (!tests.has(earlier)) reaching.add(earlier);
    return reaching;
  }

  /** The calls in some blocks and those behind them, up to the next test of a condition. */
  #callsFrom(blocks: readonly number[], condition: Site): readonly Site[] {
    const tests = this.#tests.get(condition);
    const behind = new Set(blocks);
    for (const id of behind) {
      const block = this.#blocks[id];
      if (block && !tests?.has(id)) for (const next of this.#successors(block)) behind.add(next);
    }
    return [...behind].flatMap((id) =>
      (this.#blocks[id]?.instructions ?? []).flatMap((each) => (each.op === 'invoke' ? each.site : [])),
    );
  }

  #successors(block: Block): readonly number[] {
    const next = this.#endsIn(block) ? [] : block.edges.map(({ to }) => to);
    return block.handler !== undefined && block.instructions.some(mayThrow) ? [...next, block.handler] : next;
  }

  #endsIn({ instructions }: Block): boolean {
    return instructions.some((each) => each.op === 'invoke' && this.#isEnd(each.site));
  }
}

function siteOf(instruction: Instruction): Site | undefined {
  if (instruction.op === 'closure') return instruction.fn;
  return 'site' in instruction ? instruction.site : undefined;
}

function mayThrow(instruction: Instruction): boolean {
  switch (instruction.op) {
    case 'invoke':
      return !instruction.inert;
    case 'create':
    case 'await':
    case 'iterate':
    case 'yield':
    case 'dispose':
      return true;
    case 'exit':
      return instruction.kind === 'throw' || instruction.kind === 'rethrow';
    default:
      return false;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
