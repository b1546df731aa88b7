import { type FlowGraph, type Site, type Slot } from '../flow-graph.ts';
import type { EntrySession, Failure, FunctionOutcomes, Violation, Observer, Semantics } from './semantics.ts';
import { Store } from './store.ts';

/** Stands among the places of calls that may be right for all places. */
export const anySite: Site = {};
/** How many of those places are told apart. */
const MAX_PASSING = 64;

/** One run over one function: what it works on, and what its parts tell each other. */
export class Frame {
  readonly graph: FlowGraph;
  readonly semantics: Semantics;
  readonly callees: FunctionOutcomes;
  readonly entry: EntrySession | undefined;
  readonly store = new Store((place) => this.#isOpenToOthers(place));
  /** The first call that is wrong for the entry session in some state it can be in there. */
  risk: Failure | undefined;
  /** Set in the reporting pass. */
  observer: Observer | undefined;
  /** Only an exception leads to what is being run. */
  isExceptional = false;
  /** A promise's callback is being run where it is chained. */
  inCallback = false;
  readonly #failures = new Map<Site, Failure>();
  readonly #allowing = new Set<Site>();
  #slots: Map<Site, Slot> | undefined;

  constructor(graph: FlowGraph, semantics: Semantics, callees: FunctionOutcomes, entry: EntrySession | undefined) {
    this.graph = graph;
    this.semantics = semantics;
    this.callees = callees;
    this.entry = entry;
  }

  /** The first call that is wrong for the entry session on every path that reaches it. */
  get failure(): Failure | undefined {
    return this.violations[0]?.failure;
  }

  get violations(): readonly Violation[] {
    return [...this.#failures].flatMap(([at, failure]) => (this.#allowing.has(at) ? [] : [{ at, failure }]));
  }

  /** The places of the calls that may be right, in this function and in those that it calls. */
  get passing(): ReadonlySet<Site> {
    return this.#allowing;
  }

  /** Notes the calls inside a callee that may be right: past some number, any may be. */
  passesInside(sites: ReadonlySet<Site>): void {
    for (const site of sites) {
      if (this.#allowing.size > MAX_PASSING) this.#allowing.add(anySite);
      else this.#allowing.add(site);
    }
  }

  /** Notes a call, at `site`, that is wrong for certain on one of the paths to it. */
  fails(site: Site, failure: Failure): void {
    const known = this.#failures.get(site);
    // On different paths different calls inside it are to blame: none of them for certain.
    if (known && known.site !== failure.site) this.#allowing.add(site);
    else this.#failures.set(site, failure);
  }

  /** Notes a call that may be right on one of the paths to it. */
  passes(site: Site): void {
    this.#allowing.add(site);
  }

  /** Forgets what was noted on the way to the fixpoint. */
  forget(): void {
    this.#failures.clear();
    this.#allowing.clear();
    this.risk = undefined;
  }

  /** Whether other code can assign a place: a field, a property, a variable of the code around that is not constant. */
  #isOpenToOthers(place: Site): boolean {
    const slot = this.slotOf(place);
    return (
      slot?.kind !== 'variable' || slot.reassignedElsewhere || (slot.reassigned && this.graph.outer.includes(slot))
    );
  }

  /** The slot with a declaration, among those that the function mentions. */
  slotOf(declaration: Site): Slot | undefined {
    if (!this.#slots) {
      this.#slots = new Map();
      for (const block of this.graph.blocks) {
        for (const instruction of block.instructions)
          if ('slot' in instruction) this.#slots.set(instruction.slot.declaration, instruction.slot);
      }
      for (const slot of [...this.graph.parameters, ...this.graph.outer, ...(this.entry?.slots ?? [])])
        if (slot) this.#slots.set(slot.declaration, slot);
    }
    return this.#slots.get(declaration);
  }
}
