import type { Block, Edge, FlowGraph, Instruction, Site } from './flow-graph.ts';

/** A condition of which one outcome leads to a node, and another does not. */
export interface GuardCondition {
  /** The expression, or the statement of a `switch` or a loop over elements. */
  readonly site: Site;
  /** The outcomes that lead to the node: of a `switch` the clauses. */
  readonly outcomes: ReadonlySet<boolean | Site>;
  /** The calls that run where an outcome keeps the node from running. */
  readonly discarded: () => readonly Site[];
}

/** What lets a node run only under control of something else. */
export interface Controls {
  readonly decides: (condition: GuardCondition) => boolean;
  /** Whether a call comes back only if the node may run. */
  readonly stops: (call: Site) => boolean;
}

interface Place {
  readonly block: number;
  readonly index: number;
}

/** A step from a block into another: by an edge, or by an exception. */
interface Step {
  readonly from: number;
  readonly to: number;
  readonly edge: Edge | undefined;
}

/** Control dependence in one function: which conditions decide whether a node runs. Exceptions are edges too. */
export class ControlFlow {
  /** The function has too many paths to be looked at. */
  readonly isTooLarge: boolean;
  readonly #blocks: readonly Block[];
  readonly #isEnd: (call: Site) => boolean;
  readonly #places = new Map<Site, Place[]>();
  /** The blocks that test a condition, by the condition. */
  readonly #tests = new Map<Site, Set<number>>();
  readonly #before: readonly Step[][];

  /** @param isEnd whether a call never comes back: `process.exit()` */
  constructor({ blocks, overBudget }: FlowGraph, isEnd: (call: Site) => boolean) {
    this.#blocks = blocks;
    this.isTooLarge = overBudget;
    this.#isEnd = isEnd;
    const before = blocks.map((): Step[] => []);
    for (const block of blocks) {
      block.instructions.forEach((instruction, index) => {
        const site = siteOf(instruction);
        if (site) this.#places.set(site, [...(this.#places.get(site) ?? []), { block: block.id, index }]);
      });
      for (const { condition } of block.edges)
        if (condition) this.#tests.set(condition.site, (this.#tests.get(condition.site) ?? new Set()).add(block.id));
      for (const step of this.#stepsFrom(block)) before[step.to]?.push(step);
    }
    this.#before = before;
  }

  /** Whether the graph has a node that may run: what it computes, or the function that it is. */
  has(site: Site): boolean {
    return this.#places.has(site);
  }

  /** Whether a path goes from one node, once it is over, to another. */
  leadsTo(from: Site, to: Site): boolean {
    return this.#isReached(this.#behind(from), [], this.#isAt(to));
  }

  /** Whether a path goes from one node, where it throws, to another without coming back to the first. */
  failsInto(from: Site, to: Site): boolean {
    const handlers = (this.#places.get(from) ?? []).flatMap(({ block }) => this.#blocks[block]?.handler ?? []);
    const begins = handlers.map((block) => ({ block, index: 0 }));
    return this.#isReached(begins, [from], this.#isAt(to));
  }

  /** Whether a node dominates another one: every path from the entry to that goes through it first. */
  dominates(site: Site, other: Site): boolean {
    return site !== other && !this.#isReached([{ block: 0, index: 0 }], [site], this.#isAt(other));
  }

  /**
   * Whether a path goes to a node without one of some others, or a test of one of some conditions: from the entry, or from
   * another node, once that is over.
   */
  isReachedWithout(
    site: Site,
    { nodes = [], tests = [] }: { readonly nodes?: readonly Site[]; readonly tests?: readonly Site[] },
    from?: Site,
  ): boolean {
    const places = this.#places.get(site) ?? [];
    const isTest = ({ edge }: Step): boolean =>
      edge?.condition !== undefined && tests.includes(edge.condition.site) && this.#isExit(edge, places);
    const begins = from ? this.#behind(from) : [{ block: 0, index: 0 }];
    return this.#isReached(begins, nodes, this.#isAt(site), (step) => !isTest(step));
  }

  /**
   * Whether every path from a node, once it is over, goes through one of some others before the function is left, where
   * nothing throws but them.
   */
  postDominates(others: readonly Site[], site: Site): boolean {
    const isNormal = (step: Step): boolean => step.edge !== undefined;
    return !this.#isReached(
      this.#behind(site),
      others,
      (block, begin, end) =>
        end === block.instructions.length && !this.#stepsFrom(block, begin, end).some((step) => isNormal(step)),
      isNormal,
    );
  }

  #behind(site: Site): readonly Place[] {
    return (this.#places.get(site) ?? []).map(({ block, index }) => ({ block, index: index + 1 }));
  }

  #isAt(site: Site): (block: Block, begin: number, end: number) => boolean {
    const places = this.#places.get(site) ?? [];
    return ({ id }, begin, end) => places.some(({ block, index }) => block === id && index >= begin && index <= end);
  }

  /** Whether a path goes from some places to an end without going past some nodes. */
  #isReached(
    begins: readonly Place[],
    past: readonly Site[],
    isEnd: (block: Block, begin: number, end: number) => boolean,
    isTaken: (step: Step) => boolean = () => true,
  ): boolean {
    const cuts = past.flatMap((site) => this.#places.get(site) ?? []);
    const seen = new Set<number>();
    const waiting = [...begins];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const { block: id, index: begin } = at;
      const block = this.#blocks[id];
      if (!block || seen.has(id)) continue;
      if (begin === 0) seen.add(id);
      const cut = cuts.filter((each) => each.block === id && each.index >= begin).map(({ index }) => index);
      const end = Math.min(...cut, block.instructions.length);
      if (isEnd(block, begin, end)) return true;
      for (const step of this.#stepsFrom(block, begin, end))
        if (isTaken(step)) waiting.push({ block: step.to, index: 0 });
    }
    return false;
  }

  /** The conditions that decide whether a node runs: after some of their outcomes it does not, unless they are tested again. */
  conditionsOf(site: Site): readonly GuardCondition[] {
    const places = this.#places.get(site) ?? [];
    return [...this.#tests.keys()].flatMap((condition) => {
      const { exits, outcomes } = this.#outcomesOf(condition, places);
      return exits.length > 0
        ? [{ site: condition, outcomes, discarded: () => this.#callsFrom(exits, condition) }]
        : [];
    });
  }

  /**
   * Whether every path to a node goes through something that decides about it: a condition that can keep it from running,
   * or a call that comes back only if it may run. An outcome behind which something else decides is no free path, so that
   * in `if (needsApproval()) { if (!approved()) return; }` both conditions decide. True also of what never runs, and where
   * the function is too large.
   */
  isControlled(site: Site, { decides, stops }: Controls): boolean {
    const places = this.#places.get(site);
    if (!places || this.isTooLarge) return true;
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
        if (this.#outcomesOf(condition, places, isCut).exits.length === 0) continue;
        waiting.delete(condition);
        const { exits, outcomes } = this.#outcomesOf(condition, places);
        if (decides({ site: condition, outcomes, discarded: () => this.#callsFrom(exits, condition) }))
          deciding.add(condition);
      }
    }
    const reached = new Set([0]);
    for (const id of reached) {
      const block = this.#blocks[id];
      if (!block) continue;
      const stop = stopping[id] ?? -1;
      if (places.some((place) => place.block === id && (stop < 0 || place.index <= stop))) return false;
      for (const step of this.#stepsFrom(block)) if (!isCut(step)) reached.add(step.to);
    }
    return true;
  }

  /**
   * The outcomes of a condition that lead to a node without another test of it, and as `exits` the blocks behind the others:
   * none where it does not decide.
   */
  #outcomesOf(
    condition: Site,
    places: readonly Place[],
    isCut: (step: Step) => boolean = () => false,
  ): { readonly outcomes: ReadonlySet<boolean | Site>; readonly exits: readonly number[] } {
    const tests = this.#tests.get(condition) ?? new Set();
    const reaching = this.#reaching(places, tests, isCut);
    const outcomes = new Set<boolean | Site>();
    const exits: number[] = [];
    for (const id of tests)
      for (const edge of this.#blocks[id]?.edges ?? []) {
        if (edge.condition?.site !== condition || !this.#isExit(edge, places)) continue;
        if (reaching.has(edge.to)) outcomes.add(edge.condition.outcome);
        else exits.push(edge.to);
      }
    return { outcomes, exits: outcomes.size > 0 ? exits : [] };
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

  /** The steps from the instructions of a block between two of them: an exception comes of any, an edge of the last. */
  #stepsFrom({ id, edges, handler, instructions }: Block, begin = 0, end = instructions.length): readonly Step[] {
    const run = instructions.slice(begin, end);
    const isLeft = end === instructions.length && !run.some((each) => each.op === 'invoke' && this.#isEnd(each.site));
    const steps = isLeft ? edges.map((edge) => ({ from: id, to: edge.to, edge })) : [];
    return handler !== undefined && run.some(mayThrow) ? [...steps, { from: id, to: handler, edge: undefined }] : steps;
  }
}

function siteOf(instruction: Instruction): Site | undefined {
  if (instruction.op === 'closure') return instruction.fn;
  if (instruction.op === 'escape') return instruction.thrownBy;
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
