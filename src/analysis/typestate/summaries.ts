import type { FlowGraph, Site } from '../flow-graph.ts';
import { noOutcome, unknownOutcome } from './outcomes.ts';
import { Recorder } from './recorder.ts';
import type {
  EntrySession,
  Flow,
  FunctionOutcomes,
  Observer,
  Outcome,
  Returned,
  RunResult,
  Semantics,
} from './semantics.ts';
import { analyseFunction } from './typestate.ts';

interface Summary {
  readonly number: number;
  readonly graph: FlowGraph;
  readonly entry: EntrySession | undefined;
  outcome: Outcome;
  returned: Returned | undefined;
  runs: number;
  isQueued: boolean;
  readonly dependents: Set<Summary>;
  /** What its last run told, where that is asked for. */
  recorded: Recorder | undefined;
}

/** How often a function may be summarised anew before it counts as unknown. */
const MAX_RUNS = 40;

/** How many callers deep a function is summarised as soon as it is asked for; what is called below that has to wait. */
const MAX_DEPTH = 40;

/**
 * The table of function summaries: how each function, called with one session in one state, leaves it, and what it
 * returns. Filled on demand, callees first, and solved to the least fixpoint with a worklist, so that answers depend
 * neither on the order of the questions nor on the depth of the calls.
 */
export class Summaries implements FunctionOutcomes {
  readonly #semantics: Semantics;
  readonly #byFunction = new Map<Site, Map<string, Summary>>();
  readonly #ids = new Map<Site, number>();
  /** All summaries, the callers of a new one before it. Those that are queued have no larger number than `#youngest`. */
  readonly #all: Summary[] = [];
  #youngest = -1;
  #current: Summary | undefined;
  #depth = 0;

  constructor(semantics: Semantics) {
    this.#semantics = semantics;
  }

  outcomeOf(graph: FlowGraph, entry: EntrySession): Outcome {
    return this.#demand(graph, entry).outcome;
  }

  flowOf(graph: FlowGraph): Flow {
    const { exit, deadExit, thrown, promises } = this.#demand(graph, undefined).outcome;
    const isUnreachable = exit === 0 && deadExit !== 0;
    return { returns: exit + deadExit !== 0, throws: thrown !== 0, isUnreachable, promises };
  }

  returnedBy(graph: FlowGraph): Returned | undefined {
    return this.#demand(graph, undefined).returned;
  }

  /** Analyses a function that nothing is known of when it starts, and tells what happens in it. */
  observe(graph: FlowGraph, observer: Observer): void {
    const known = this.#byFunction.get(graph.fn)?.get('');
    if (known) {
      analyseFunction(graph, this.#semantics, this, undefined, observer);
    } else {
      const summary = this.#add(graph, undefined, '');
      summary.recorded = new Recorder();
      this.#runNow(summary);
      this.#solve();
      summary.recorded.tell(observer);
      summary.recorded = undefined;
    }
  }

  #demand(graph: FlowGraph, entry: EntrySession | undefined): Summary {
    const key = entry ? this.#keyOf(entry) : '';
    let summary = this.#byFunction.get(graph.fn)?.get(key);
    if (!summary) {
      summary = this.#add(graph, entry, key);
      if (this.#depth < MAX_DEPTH) this.#runNow(summary);
      else this.#enqueue(summary);
    }
    if (this.#current) summary.dependents.add(this.#current);
    return summary;
  }

  #add(graph: FlowGraph, entry: EntrySession | undefined, key: string): Summary {
    const summary: Summary = {
      number: this.#all.length,
      graph,
      entry,
      outcome: noOutcome,
      returned: undefined,
      runs: 0,
      isQueued: false,
      dependents: new Set(),
      recorded: undefined,
    };
    this.#all.push(summary);
    const summaries = this.#byFunction.get(graph.fn);
    if (summaries) summaries.set(key, summary);
    else this.#byFunction.set(graph.fn, new Map([[key, summary]]));
    return summary;
  }

  #keyOf({ slots, automaton, state, effects, promiseOf, linkedAs }: EntrySession): string {
    const places = slots.map((slot) => this.#idOf(slot.declaration)).join(',');
    return `${places}:${automaton.id}:${String(state)}:${String(effects)}:${promiseOf?.name ?? ''}:${linkedAs ?? ''}`;
  }

  #idOf(site: Site): number {
    const known = this.#ids.get(site);
    if (known !== undefined) return known;
    this.#ids.set(site, this.#ids.size);
    return this.#ids.size - 1;
  }

  #enqueue(summary: Summary): void {
    summary.isQueued = true;
    this.#youngest = Math.max(this.#youngest, summary.number);
  }

  /** Runs what is queued, the youngest first: callees before those that wait for them. */
  #solve(): void {
    while (this.#youngest >= 0) {
      const summary = this.#all[this.#youngest];
      if (summary?.isQueued) {
        summary.isQueued = false;
        this.#runNow(summary);
      } else this.#youngest--;
    }
  }

  #runNow(summary: Summary): void {
    summary.runs++;
    const result = this.#run(summary);
    if (isSame(result.outcome, summary.outcome) && isSameReturn(result.returned, summary.returned)) return;
    summary.outcome = result.outcome;
    summary.returned = result.returned;
    for (const dependent of summary.dependents) this.#enqueue(dependent);
  }

  #run(summary: Summary): RunResult {
    if (summary.recorded) summary.recorded = new Recorder();
    if (summary.runs > MAX_RUNS) return { outcome: unknownOutcome(summary.entry?.automaton), returned: undefined };
    const caller = this.#current;
    this.#current = summary;
    this.#depth++;
    try {
      return analyseFunction(summary.graph, this.#semantics, this, summary.entry, summary.recorded);
    } finally {
      this.#depth--;
      this.#current = caller;
    }
  }
}

/** What of a field is compared, where that is not the field itself: what is collected only grows. */
const compared: { readonly [Field in keyof Outcome]?: (value: Outcome[Field]) => unknown } = {
  openedOver: ({ length }) => length,
  failure: (failure) => failure?.site,
  risk: (risk) => risk?.site,
  violations: ({ length }) => length,
  passing: ({ size }) => size,
  // They explain the states, and change nothing for callers.
  witnesses: () => undefined,
};

function isSame(a: Outcome, b: Outcome): boolean {
  return (Object.keys(a) as (keyof Outcome)[]).every((field) => {
    const of = compared[field] as ((value: unknown) => unknown) | undefined;
    return of ? of(a[field]) === of(b[field]) : a[field] === b[field];
  });
}

function isSameReturn(a: Returned | undefined, b: Returned | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === 'parameter' || b.kind === 'parameter')
    return a.kind === 'parameter' && b.kind === 'parameter' && a.index === b.index;
  const isSameKind =
    a.kind === 'linked'
      ? b.kind === 'linked' && a.role === b.role && a.track === b.track
      : b.kind === 'fresh' && a.nullish === b.nullish;
  if (!isSameKind) return false;
  const { creation: x } = a;
  const { creation: y } = b;
  return (
    x.automata === y.automata &&
    x.external === y.external &&
    x.isHeld === y.isHeld &&
    x.masks.every((mask, i) => mask === y.masks[i]) &&
    x.effects.every((effects, i) => effects === y.effects[i])
  );
}
