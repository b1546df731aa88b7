import type { FlowGraph, Site } from './flow-graph.ts';
import { noOutcome, unknownOutcome } from './outcomes.ts';
import type { EntrySession, Outcome, Returned, RunResult, Semantics } from './semantics.ts';
import { analyseFunction } from './typestate.ts';

/** What the summaries need to know of the program; they add what they compute themselves. */
export type ProgramSemantics = Omit<Semantics, 'flowOf' | 'outcomeOf' | 'returnedBy'>;

interface Summary {
  readonly graph: FlowGraph;
  readonly entry: EntrySession | undefined;
  outcome: Outcome;
  returned: Returned | undefined;
  runs: number;
  isQueued: boolean;
  readonly dependents: Set<Summary>;
}

/** How often a function may be summarised anew before it counts as unknown. */
const MAX_RUNS = 40;

/**
 * The table of function summaries: how each function, called with one session in one state, leaves it, and what it
 * returns. Filled on demand, solved to the least fixpoint with a worklist, so that answers depend neither on the order
 * of the questions nor on the depth of the calls.
 */
export class Summaries {
  readonly #semantics: Semantics;
  readonly #byFunction = new Map<Site, Map<string, Summary>>();
  readonly #ids = new Map<Site, number>();
  #queue: Summary[] = [];
  #current: Summary | undefined;

  constructor(program: ProgramSemantics) {
    this.#semantics = {
      creationAt: (site) => program.creationAt(site),
      entering: (slot, methods) => program.entering(slot, methods),
      callEffectsAt: (site) => program.callEffectsAt(site),
      calleeAt: (site) => program.calleeAt(site),
      graphOf: (fn) => program.graphOf(fn),
      mayReach: (inner, slot) => program.mayReach(inner, slot),
      usesOf: (fn, slot) => program.usesOf(fn, slot),
      usesInClosures: (fn, slot) => program.usesInClosures(fn, slot),
      neverReturns: (site) => program.neverReturns(site),
      isExhaustive: (site) => program.isExhaustive(site),
      outcomeOf: (graph, entry) => this.#demand(graph, entry).outcome,
      flowOf: (graph) => {
        const { outcome } = this.#demand(graph, undefined);
        const { exit, deadExit, thrown, promises } = outcome;
        return { returns: exit + deadExit !== 0, throws: thrown !== 0, dead: exit === 0 && deadExit !== 0, promises };
      },
      returnedBy: (graph) => this.#demand(graph, undefined).returned,
    };
  }

  /** The answers of the program and of this table, for a reporting pass. */
  get semantics(): Semantics {
    return this.#semantics;
  }

  /** Makes sure that everything the function's analysis asks for is at its fixpoint. */
  settle(graph: FlowGraph): void {
    this.#demand(graph, undefined);
    this.#solve();
  }

  #demand(graph: FlowGraph, entry: EntrySession | undefined): Summary {
    let summaries = this.#byFunction.get(graph.fn);
    if (!summaries) this.#byFunction.set(graph.fn, (summaries = new Map<string, Summary>()));
    const key = entry ? this.#keyOf(entry) : '';
    let summary = summaries.get(key);
    if (!summary) {
      summary = {
        graph,
        entry,
        outcome: noOutcome,
        returned: undefined,
        runs: 0,
        isQueued: false,
        dependents: new Set(),
      };
      summaries.set(key, summary);
      this.#enqueue(summary);
    }
    if (this.#current) summary.dependents.add(this.#current);
    return summary;
  }

  #keyOf({ slots, automaton, state, effects }: EntrySession): string {
    const places = slots.map((slot) => this.#idOf(slot.declaration)).join(',');
    return `${places}:${automaton.id}:${String(state)}:${String(effects)}`;
  }

  #idOf(site: Site): number {
    const known = this.#ids.get(site);
    if (known !== undefined) return known;
    this.#ids.set(site, this.#ids.size);
    return this.#ids.size - 1;
  }

  #enqueue(summary: Summary): void {
    if (summary.isQueued) return;
    summary.isQueued = true;
    this.#queue.push(summary);
  }

  #solve(): void {
    for (let summary = this.#queue.pop(); summary; summary = this.#queue.pop()) {
      summary.isQueued = false;
      summary.runs++;
      const result = this.#run(summary);
      if (isSame(result.outcome, summary.outcome) && isSameReturn(result.returned, summary.returned)) continue;
      summary.outcome = result.outcome;
      summary.returned = result.returned;
      for (const dependent of summary.dependents) this.#enqueue(dependent);
    }
  }

  #run(summary: Summary): RunResult {
    if (summary.runs > MAX_RUNS) return { outcome: unknownOutcome(summary.entry?.automaton), returned: undefined };
    this.#current = summary;
    try {
      return analyseFunction(summary.graph, this.#semantics, summary.entry);
    } finally {
      this.#current = undefined;
    }
  }
}

function isSame(a: Outcome, b: Outcome): boolean {
  return (
    a.exit === b.exit &&
    a.deadExit === b.deadExit &&
    a.thrown === b.thrown &&
    a.muted === b.muted &&
    a.thrownFailed === b.thrownFailed &&
    a.thrownMuted === b.thrownMuted &&
    a.touched === b.touched &&
    a.effects === b.effects &&
    a.escapes === b.escapes &&
    a.held === b.held &&
    a.returned === b.returned &&
    a.promises === b.promises &&
    a.openedOver.length === b.openedOver.length &&
    a.failure?.site === b.failure?.site &&
    a.faults.length === b.faults.length &&
    a.passing.size === b.passing.size &&
    a.risk?.site === b.risk?.site
  );
}

function isSameReturn(a: Returned | undefined, b: Returned | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === 'parameter' || b.kind === 'parameter')
    return a.kind === 'parameter' && b.kind === 'parameter' && a.index === b.index;
  const { creation: x } = a;
  const { creation: y } = b;
  return (
    a.nullish === b.nullish &&
    x.automata === y.automata &&
    x.foreign === y.foreign &&
    x.masks.every((mask, i) => mask === y.masks[i]) &&
    x.effects.every((effects, i) => effects === y.effects[i])
  );
}
