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

/** A step into a block from one before it: by an edge, or by an exception. */
interface Step {
  readonly from: number;
  readonly edge: Edge | undefined;
}

/** Control dependence in one function: which conditions decide whether a node runs. Exceptions are edges too. */
export class ControlFlow {
  readonly #blocks: readonly Block[];
  readonly #isTooLarge: boolean;
  readonly #isEnd: (call: Site) => boolean;
  readonly #places = new Map<Site, Place[]>();
  /** The blocks that test a condition, by the condition. */
  readonly #tests = new Map<Site, Set<number>>();
  readonly #before: readonly Step[][];

  /** @param isEnd whether a call never comes back: `process.exit()` */
  constructor({ blocks, overBudget }: FlowGraph, isEnd: (call: Site) => boolean) {
    this.#blocks = blocks;
    this.#isTooLarge = overBudget;
    this.#isEnd = isEnd;
    const before = blocks.map((): Step[] => []);
    for (const block of blocks) {
      block.instructions.forEach((instruction, index) => {
        const site = siteOf(instruction);
        if (site) push(this.#places, site, { block: block.id, index });
      });
      for (const { condition } of block.edges)
        if (condition) this.#tests.set(condition.site, (this.#tests.get(condition.site) ?? new Set()).add(block.id));
      for (const { to, edge } of this.#stepsFrom(block)) before[to]?.push({ from: block.id, edge });
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
   * or a call that comes back only if it may run. An outcome behind which something else decides is no free path, so that
   * in `if (needsApproval()) { if (!approved()) return; }` both conditions decide. True also of what never runs, and where
   * the function is too large.
   */
  isControlled(site: Site, { decides, stops }: Controls): boolean {
    const places = this.#places.get(site);
    if (!places || this.#isTooLarge) return true;
    const stopping = this.#blocks.map(({ instructions }) =>
      instructions.findIndex((each) => each.op === 'invoke' && stops(each.site)),
    );
    const deciding = new Set<Site>();
    /** Whether a step goes past something that decides. */
    const isCut = ({ from, edge }: Step): boolean =>
      edge !== undefined &&
      ((stopping[from] ?? -1) >= 0 ||
        (edge.condition !== undefined && deciding.has(edge.condition.site) && this.#isExit(edge, places)));
    const waiting = new Set(this.#tests.keys());
    for (let known = -1; known !== deciding.size;) {
      known = deciding.size;
      for (const condition of waiting) {
        if (this.#discardedBy(condition, places, isCut).length === 0) continue;
        waiting.delete(condition);
        const calls = (): readonly Site[] => this.#callsFrom(this.#discardedBy(condition, places), condition);
        if (decides(condition, calls)) deciding.add(condition);
      }
    }
    const reached = new Set([0]);
    for (const id of reached) {
      const block = this.#blocks[id];
      if (!block) continue;
      const stop = stopping[id] ?? -1;
      if (places.some((place) => place.block === id && (stop < 0 || place.index <= stop))) return false;
      for (const { to, edge } of this.#stepsFrom(block)) if (!isCut({ from: id, edge })) reached.add(to);
    }
    return true;
  }

  /** The blocks to which outcomes of a condition lead from which a node is not reached, unless it is tested again. */
  #discardedBy(
    condition: Site,
    places: readonly Place[],
    isCut: (step: Step) => boolean = () => false,
  ): readonly number[] {
    const tests = this.#tests.get(condition) ?? new Set();
    const reaching = this.#reaching(places, tests, isCut);
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
  #reaching(places: readonly Place[], tests: ReadonlySet<number>, isCut: (step: Step) => boolean): ReadonlySet<number> {
    const reaching = new Set(places.map(({ block }) => block));
    for (const id of reaching)
      for (const step of this.#before[id] ?? []) if (!tests.has(step.from) && !isCut(step)) reaching.add(step.from);
    return reaching;
  }

  /** The calls in some blocks and those behind them, up to the next test of a condition. */
  #callsFrom(blocks: readonly number[], condition: Site): readonly Site[] {
    const tests = this.#tests.get(condition);
    const behind = new Set(blocks);
    for (const id of behind) {
      const block = this.#blocks[id];
      if (block && !tests?.has(id)) for (const { to } of this.#stepsFrom(block)) behind.add(to);
    }
    return [...behind].flatMap((id) =>
      (this.#blocks[id]?.instructions ?? []).flatMap((each) => (each.op === 'invoke' ? each.site : [])),
    );
  }

  #stepsFrom(block: Block): readonly { readonly to: number; readonly edge: Edge | undefined }[] {
    const steps = this.#endsIn(block) ? [] : block.edges.map((edge) => ({ to: edge.to, edge }));
    const { handler, instructions } = block;
    return handler !== undefined && instructions.some(mayThrow) ? [...steps, { to: handler, edge: undefined }] : steps;
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
