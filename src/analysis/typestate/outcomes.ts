import { allStates, type Automaton, type StateSet, statesIn } from './automaton.ts';
import { type State, valueIn } from './state.ts';
import {
  type Cell,
  mergeSites,
  type ObjectId,
  type SessionObject,
  type Track,
  type Value,
  type Witnesses,
} from './values.ts';
import { type Creation, type Outcome, type Returned, type Share } from './semantics.ts';
import { replaceAt } from './tracks.ts';
import type { Frame } from './frame.ts';

/** A way out of the function by `return`, or at its end. */
export interface Exit {
  readonly state: State;
  readonly value: Value;
  /** The value is the promise of an operation. */
  readonly promises: boolean;
}

/** The outcome of a function that was not analysed yet: the least one. */
export const noOutcome: Outcome = {
  exit: 0,
  deadExit: 0,
  thrown: 0,
  isConsequence: false,
  thrownFailed: false,
  thrownMuted: false,
  openedOver: [],
  touched: 0,
  effects: 0,
  escapes: false,
  isUnfollowed: false,
  held: false,
  replaced: false,
  returned: 'never',
  returnsLinked: 'never',
  linkedRole: undefined,
  promises: false,
  failure: undefined,
  risk: undefined,
  violations: [],
  passing: new Set(),
  witnesses: [],
};

/** The outcome of a function of which nothing is known. */
export function unknownOutcome(automaton: Automaton | undefined): Outcome {
  const all = automaton ? allStates(automaton) : 1;
  const anything = {
    ...{ touched: -1, escapes: true, isUnfollowed: true, held: true, replaced: true },
    ...({ returned: 'sometimes', returnsLinked: 'sometimes', promises: true } as const),
  };
  return { ...noOutcome, exit: all, thrown: all, ...anything };
}

/** How a run leaves its entry session. Paths that end in a call that fails for certain count only where there are no others. */
export function outcomeOf(
  run: Frame,
  all: readonly Exit[],
  throws: readonly State[],
  unwound: State | undefined,
): Outcome {
  const entry = run.entry;
  const id = run.store.entryObject;
  const living = all.filter(({ state }) => !state.isUnreachable);
  const deadMask = (own: (state: State) => StateSet): StateSet =>
    all.reduce((all, { state }) => (state.isUnreachable ? all | own(state) : all), 0);
  const thrown = unwound?.isUnreachable === false ? unwound : undefined;
  if (!entry || id === undefined) {
    const promises = all.some((exit) => exit.promises);
    return {
      ...noOutcome,
      exit: living.length > 0 ? 1 : 0,
      deadExit: deadMask(() => 1),
      thrown: thrown ? 1 : 0,
      promises,
    };
  }
  const maskIn = (state: State): StateSet => state.heap.get(id)?.tracks[0]?.mask ?? 0;
  const exits = living.map(({ state, value }) => ({ cell: state.heap.get(id), value }));
  const tracks = exits.map(({ cell }) => cell?.tracks[0]);
  const isLost = exits.some(
    ({ cell, value }) => (cell?.external ?? true) || value.carried.includes(id) || value.captured.includes(id),
  );
  const deadExit = deadMask(maskIn);
  const outer = entry.slots.filter((slot) => !run.graph.parameters.includes(slot));
  const hasFailed = (state: State): boolean => state.heap.get(id)?.tracks[0]?.failed === true;
  // Of a function that never returns, its own `throw` statements are the ways out, or what its callees throw.
  const returns = all.length > 0 ? all.map(({ state }) => state) : throws;
  const ends = returns.length > 0 || !unwound ? returns : [unwound];
  const failed = ends.length > 0 && ends.every((state) => state.isUnreachable || hasFailed(state));
  const witnesses = tracks.reduce<Witnesses>(
    (all, track) =>
      statesIn(track?.mask ?? 0).reduce(
        (sum, state) => replaceAt(sum, state, mergeSites(sum[state], track?.witnesses[state])),
        all,
      ),
    [],
  );
  return {
    exit: tracks.reduce((mask, track) => mask | (track?.mask ?? 0), 0),
    deadExit,
    thrown: thrown ? maskIn(thrown) : 0,
    isConsequence: ends.every((state) => state.heap.get(id)?.tracks[0]?.isConsequence === true),
    thrownFailed: thrown !== undefined && hasFailed(thrown),
    thrownMuted: thrown?.heap.get(id)?.tracks[0]?.isConsequence === true,
    openedOver: [...run.store.conduits].flatMap(([bundle, sessions]) => (sessions.has(id) ? [bundle] : [])),
    touched: run.store.touched,
    effects: tracks.reduce((all, track) => all | (track?.effects ?? 0), 0),
    escapes: isLost || run.store.touched === -1,
    isUnfollowed: exits.some(({ cell }) => cell?.maybeSettled === true),
    held: exits.some(({ cell, value }) => cell?.escaped === true || value.captured.includes(id)),
    replaced: living.some(({ state }) =>
      outer.some(({ declaration }) => !valueIn(state, declaration).objects.includes(id)),
    ),
    returned: returnedShare(all, id),
    ...linkedReturn(all, id),
    promises: all.some((exit) => exit.promises),
    failure: failed ? run.failure : undefined,
    risk: run.risk,
    violations: run.violations,
    passing: run.passing,
    witnesses,
  };
}

/** What the function returns, where that is one session on every path. */
export function returnedBy(
  run: Frame,
  all: readonly Exit[],
  parameters: ReadonlyMap<ObjectId, number>,
): Returned | undefined {
  const linked = linkedBy(run, all);
  if (linked) return linked;
  let result: { object: SessionObject; cells: Cell[]; nullish: boolean } | undefined;
  let nullishExit = false;
  const living = all.filter((exit) => !exit.state.isUnreachable);
  for (const { state, value } of living.length > 0 ? living : all) {
    if (value.nullish && !value.other && value.objects.length === 0) {
      nullishExit = true;
      continue;
    }
    const [id] = value.objects;
    const object = id === undefined ? undefined : run.store.objects[id];
    const cell = id === undefined ? undefined : state.heap.get(id);
    if (value.objects.length !== 1 || !object || object.isStack || !cell || value.other) return undefined;
    if (result && result.object.automata !== object.automata) return undefined;
    const parameter = parameters.get(object.id);
    if (parameter !== undefined && all.every((exit) => exit.value.objects[0] === id && exit.value.objects.length === 1))
      return { kind: 'parameter', index: parameter };
    if (!object.made) return undefined;
    result = {
      object: result?.object ?? object,
      cells: [...(result?.cells ?? []), cell],
      nullish: (result?.nullish ?? false) || value.nullish,
    };
  }
  if (!result) return undefined;
  const { object, cells, nullish } = result;
  return { kind: 'fresh', nullish: nullish || nullishExit, creation: creationOf(object, cells) };
}

/** The value that lives on a session of the function, such as its tools, where every exit returns one. */
function linkedBy(run: Frame, all: readonly Exit[]): Returned | undefined {
  const living = all.filter((exit) => !exit.state.isUnreachable);
  const [link] = living[0]?.value.links ?? [];
  const object = link && run.store.objects[link.object];
  if (!link || !object?.made) return undefined;
  const cells: Cell[] = [];
  for (const { state, value } of living) {
    const cell = state.heap.get(object.id);
    const isOnly = value.links.length === 1 && value.links[0] === link;
    const holds = value.objects.length + value.carried.length + value.captured.length + value.owned.length > 0;
    if (!cell || !isOnly || holds) return undefined;
    cells.push(cell);
  }
  return {
    kind: 'linked',
    track: link.track,
    role: link.role,
    creation: { ...creationOf(object, cells), isHidden: true },
  };
}

/** What a session is to a caller, by where it stands at the exits. */
function creationOf(object: SessionObject, cells: readonly Cell[]): Creation {
  const trackwise = <T>(read: (track: Track) => T, merge: (a: T, b: T) => T): T[] =>
    object.automata.map((_, i) =>
      cells.flatMap((cell) => (cell.tracks[i] ? [read(cell.tracks[i])] : [])).reduce(merge),
    );
  return {
    automata: object.automata,
    masks: trackwise(
      (t) => t.mask,
      (a, b) => a | b,
    ),
    effects: trackwise(
      (t) => t.effects,
      (a, b) => a | b,
    ),
    witnesses: trackwise(
      (t) => t.witnesses,
      (a, b) => Array.from({ length: Math.max(a.length, b.length) }, (_, i) => mergeSites(a[i], b[i])),
    ),
    external: cells.some((cell) => cell.external),
    isHeld: cells.every((cell) => cell.escaped),
  };
}

function linkedReturn(exits: readonly Exit[], id: ObjectId): Pick<Outcome, 'returnsLinked' | 'linkedRole'> {
  const linked = exits.flatMap(({ value }) => value.links.find(({ object }) => object === id) ?? []);
  const [first] = linked;
  if (!first) return { returnsLinked: 'never', linkedRole: undefined };
  const isAlways = linked.length === exits.length && linked.every(({ role }) => role === first.role);
  return { returnsLinked: isAlways ? 'always' : 'sometimes', linkedRole: first.role };
}

function returnedShare(exits: readonly Exit[], id: ObjectId): Share {
  if (!exits.some(({ value }) => value.objects.includes(id))) return 'never';
  return exits.every(({ value }) => value.objects.length === 1 && value.objects[0] === id && !value.other)
    ? 'always'
    : 'sometimes';
}
