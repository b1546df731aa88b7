import { type FlowGraph, type Site, type Slot } from './flow-graph.ts';
import { type EntrySession, type Failure, type Observer, type Semantics } from './semantics.ts';
import { Store } from './store.ts';

/** One run over one function: what it works on, and what its parts tell each other. */
export class Frame {
  readonly graph: FlowGraph;
  readonly semantics: Semantics;
  readonly entry: EntrySession | undefined;
  readonly store = new Store();
  /** The first call that is wrong for the entry session in every state it can be in there, and in some. */
  failure: Failure | undefined;
  risk: Failure | undefined;
  /** Set in the reporting pass. */
  observer: Observer | undefined;
  /** A promise's callback is being run where it is chained. */
  inCallback = false;
  #slots: Map<Site, Slot> | undefined;

  constructor(graph: FlowGraph, semantics: Semantics, entry: EntrySession | undefined) {
    this.graph = graph;
    this.semantics = semantics;
    this.entry = entry;
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
