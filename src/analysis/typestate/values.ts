import type { Automaton, Effects, Operation, StateSet } from './automaton.ts';
import type { Site, Slot } from '../flow-graph.ts';

/** A session the analysis follows, numbered within one run. */
export type ObjectId = number;

export const noObjects: ReadonlySet<ObjectId> = new Set();

/** A promise of an operation that was called and not awaited yet. Interned: compare by identity. */
export interface Pending {
  readonly id: number;
  readonly site: Site;
  readonly object: ObjectId;
  /** Which of the object's automata. */
  readonly track: number;
  readonly operation: Operation;
  /** Only this object can have been meant, so its state is replaced rather than widened. */
  readonly strong: boolean;
  /** Awaited where it was called: nothing comes between. */
  readonly direct: boolean;
  /** It is one of several that `Promise.race` awaits: when another one decides, it goes on. */
  readonly isRaced: boolean;
}

/** A value that lives on a session, such as the tools that a client handed out. Interned. */
export interface Link {
  readonly id: number;
  readonly object: ObjectId;
  readonly track: number;
  readonly role: string;
}

/** A callback on a promise chain. */
export interface Step {
  readonly method: 'then' | 'catch' | 'finally' | 'settled';
  /** What runs when the promise is fulfilled (or settled, for `finally`), where its body is known. */
  readonly callbacks: readonly (Site | undefined)[];
}

/** What an expression may evaluate to. */
export interface Value {
  /** The sessions it may be; sorted. */
  readonly objects: readonly ObjectId[];
  readonly nullish: boolean;
  /** It may be something that is not followed. */
  readonly other: boolean;
  readonly pending: readonly Pending[];
  /** Callbacks chained to the promise; `undefined`: different ones on different paths. */
  readonly steps: readonly Step[] | undefined;
  readonly links: readonly Link[];
  /** Sessions inside an array or object literal. */
  readonly carried: readonly ObjectId[];
  /** Sessions that a function value holds on to. */
  readonly captured: readonly ObjectId[];
  /** Sessions in the fields of the new class instance that it is. */
  readonly owned: readonly ObjectId[];
  /** The function it is. */
  readonly fn: Site | undefined;
  /** A promise whose effects were taken into account where it was made. */
  readonly settled: boolean;
  /** A promise that is rejected for certain: the session was in no state that allows the operation. */
  readonly refused: boolean;
  /** What a test of it tells, where that is known. */
  readonly truth: boolean | undefined;
}

const none: readonly never[] = [];

export const unknownValue: Value = {
  objects: none,
  nullish: true,
  other: true,
  pending: none,
  steps: none,
  links: none,
  carried: none,
  captured: none,
  owned: none,
  fn: undefined,
  settled: false,
  refused: false,
  truth: undefined,
};
export const nullishValue: Value = { ...unknownValue, other: false, truth: false };
export const presentValue: Value = { ...unknownValue, nullish: false };
export const trueValue: Value = { ...presentValue, truth: true };
export const falseValue: Value = { ...presentValue, truth: false };

/** The value that is one session. */
export function sessionValue(object: ObjectId): Value {
  return { ...unknownValue, objects: [object], nullish: false, other: false };
}

/** Whether nothing is known of the value that could ever matter. */
export function isUninformative(value: Value): boolean {
  return value.other && !value.refused && value.truth === undefined && value.steps?.length === 0 && isBare(value);
}

/** Whether the value has nothing to do with any session. */
export function isBare(value: Value): boolean {
  return (
    value.objects.length +
      value.pending.length +
      value.links.length +
      value.carried.length +
      value.captured.length +
      value.owned.length ===
    0
  );
}

export function joinValues(a: Value, b: Value): Value {
  if (a === b) return a;
  const objects = union(a.objects, b.objects);
  const pending = unionById(a.pending, b.pending);
  const steps = sameSteps(a.steps, b.steps) ? a.steps : undefined;
  const links = unionById(a.links, b.links);
  const carried = union(a.carried, b.carried);
  const captured = union(a.captured, b.captured);
  const owned = union(a.owned, b.owned);
  const nullish = a.nullish || b.nullish;
  const other = a.other || b.other;
  const fn = a.fn === b.fn ? a.fn : undefined;
  const settled = a.settled && b.settled;
  const refused = a.refused && b.refused;
  const truth = a.truth === b.truth ? a.truth : undefined;
  const same =
    objects === a.objects &&
    pending === a.pending &&
    steps === a.steps &&
    links === a.links &&
    carried === a.carried &&
    captured === a.captured &&
    owned === a.owned &&
    nullish === a.nullish &&
    other === a.other &&
    fn === a.fn &&
    settled === a.settled &&
    refused === a.refused &&
    truth === a.truth;
  return same
    ? a
    : { objects, nullish, other, pending, steps, links, carried, captured, owned, fn, settled, refused, truth };
}

/** The value that is a new class instance with sessions in its fields. */
export function instanceValue(owned: readonly ObjectId[]): Value {
  return { ...presentValue, other: false, owned };
}

/** The value once the session is no longer the one it was: made anew at the same place. */
export function withoutObject(value: Value, object: ObjectId): Value {
  const held =
    value.objects.includes(object) ||
    value.carried.includes(object) ||
    value.captured.includes(object) ||
    value.owned.includes(object) ||
    value.pending.some((p) => p.object === object) ||
    value.links.some((l) => l.object === object);
  if (!held) return value;
  return {
    ...value,
    objects: value.objects.filter((o) => o !== object),
    other: true,
    pending: value.pending.filter((p) => p.object !== object),
    links: value.links.filter((l) => l.object !== object),
    carried: value.carried.filter((o) => o !== object),
    captured: value.captured.filter((o) => o !== object),
    owned: value.owned.filter((o) => o !== object),
  };
}

/** The union of two sorted lists; the first list itself when it holds the second. */
export function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  if (b.every((x) => a.includes(x))) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

function unionById<T extends { readonly id: number }>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const missing = b.filter((x) => !a.includes(x));
  return missing.length === 0 ? a : [...a, ...missing].sort((x, y) => x.id - y.id);
}

function sameSteps(a: readonly Step[] | undefined, b: readonly Step[] | undefined): boolean {
  if (a === b) return true;
  if (a?.length !== b?.length || !a || !b) return false;
  return a.every((step, i) => {
    const other = b[i];
    return other?.method === step.method && step.callbacks.every((callback, j) => callback === other.callbacks[j]);
  });
}

/** Where a session stands in one of its protocols. */
export interface Track {
  readonly mask: StateSet;
  /** What other code may do to it at the next occasion. */
  readonly effects: Effects;
  /** Of these, what only a call that nothing waits for may still do: a close puts an end to it. */
  readonly started: Effects;
  /** On every path here, a call was wrong. */
  readonly failed: boolean;
  /** As `failed`, but forgotten once a transition that is allowed gives the session a new start. */
  readonly isConsequence: boolean;
  /** States that it can only be in because a promise that is not awaited yet may have been rejected. */
  readonly raced: StateSet;
  /** States that it can only be in because other code acted on it meanwhile: another run of the same method. */
  readonly foreign: StateSet;
  readonly witnesses: Witnesses;
}

/** By state: the places that moved the session into it, two at the most. */
export type Witnesses = readonly (readonly Site[] | undefined)[];

export interface Cell {
  readonly tracks: readonly Track[];
  /** Code that is not followed holds it too, and may call anything on it at the next occasion. */
  readonly external: boolean;
  /** On every path here, something that outlives the function holds it. */
  readonly escaped: boolean;
  /** It calls itself back, or was patched: nothing can be said of it any more. */
  readonly opaque: boolean;
  /** A promise of one of its operations went where it is not followed: what may hold is no ground for a report. */
  readonly maybeSettled: boolean;
  /** Of a disposable stack: what it closes, in the order in which it was given that. */
  readonly disposals?: readonly Disposal[] | undefined;
}

/** What a disposable stack does when it is disposed, by one call that told it to. */
export interface Disposal {
  readonly id: number;
  /** What is disposed itself, or given to the function. */
  readonly resource: Value | undefined;
  /** The function that it runs; `undefined`: it disposes the resource. */
  readonly fn: Site | undefined;
  /** The sessions that the function holds. */
  readonly captured: readonly ObjectId[];
  /** On every path here, the stack was given it. */
  readonly isCertain: boolean;
}

/** What does not change about a session during a run. */
export interface SessionObject {
  readonly id: ObjectId;
  readonly automata: readonly Automaton[];
  /** Where it is made, or what declares it when it comes from outside. */
  readonly site: Site;
  /** Made by the function that is analysed, which therefore owes it a close. */
  readonly made: boolean;
  /** The states before it is opened, for each automaton, where one call in the program opens it. */
  readonly unopened?: readonly StateSet[] | undefined;
  /** The field of a class instance that holds it. */
  readonly field?: Slot | undefined;
  /** Nothing in the function holds it, so that it has no name. */
  readonly isHidden?: boolean | undefined;
  /** It is no session, but a disposable stack, which has sessions to close. */
  readonly isStack?: boolean | undefined;
}

/** The join of two tracks; the first itself when the second adds nothing. */
export function joinTracks(a: Track, b: Track): Track {
  if (a === b) return a;
  const mask = a.mask | b.mask;
  const effects = a.effects | b.effects;
  const started = effects & ~(a.effects & ~a.started) & ~(b.effects & ~b.started);
  const failed = a.failed && b.failed;
  const isConsequence = a.isConsequence && b.isConsequence;
  const raced = inBothOrAlone(a.raced, b.raced, a.mask, b.mask);
  const foreign = inBothOrAlone(a.foreign, b.foreign, a.mask, b.mask);
  const witnesses = joinWitnesses(a, b);
  const same =
    mask === a.mask &&
    effects === a.effects &&
    started === a.started &&
    failed === a.failed &&
    isConsequence === a.isConsequence &&
    raced === a.raced &&
    foreign === a.foreign &&
    witnesses === a.witnesses;
  return same ? a : { mask, effects, started, failed, isConsequence, raced, foreign, witnesses };
}

/** The states that are marked on each side that has them at all. */
function inBothOrAlone(a: StateSet, b: StateSet, inA: StateSet, inB: StateSet): StateSet {
  return (a & (b | ~inB)) | (b & ~inA);
}

/** The places of both, for each state that either can be in; the first list itself when the second adds nothing. */
function joinWitnesses(a: Track, b: Track): Witnesses {
  if (a.witnesses === b.witnesses) return a.witnesses;
  let joined: (readonly Site[] | undefined)[] | undefined;
  for (let state = 0; state < b.witnesses.length; state++) {
    const other = (b.mask >> state) & 1 ? b.witnesses[state] : undefined;
    if (other === undefined) continue;
    const sites = mergeSites((a.mask >> state) & 1 ? a.witnesses[state] : undefined, other);
    if (sites === a.witnesses[state]) continue;
    joined ??= [...a.witnesses];
    joined[state] = sites;
  }
  return joined ?? a.witnesses;
}

/** The first two places of both lists. */
export function mergeSites(
  a: readonly Site[] | undefined,
  b: readonly Site[] | undefined,
): readonly Site[] | undefined {
  if (!a || !b || a === b) return a ?? b;
  const added = b.filter((site) => !a.includes(site));
  return added.length === 0 || a.length >= 2 ? a : [...a, ...added].slice(0, 2);
}

/** The join of two cells; the first itself when the second adds nothing. */
export function joinCells(a: Cell, b: Cell): Cell {
  if (a === b) return a;
  const tracks = a.tracks.map((track, i) => {
    const other = b.tracks[i];
    return other ? joinTracks(track, other) : track;
  });
  const external = a.external || b.external;
  const escaped = a.escaped && b.escaped;
  const opaque = a.opaque || b.opaque;
  const maybeSettled = a.maybeSettled || b.maybeSettled;
  const disposals = joinDisposals(a.disposals, b.disposals);
  const same =
    external === a.external &&
    escaped === a.escaped &&
    opaque === a.opaque &&
    maybeSettled === a.maybeSettled &&
    disposals === a.disposals &&
    tracks.every((track, i) => track === a.tracks[i]);
  return same ? a : { tracks, external, escaped, opaque, maybeSettled, disposals };
}

/** What either stack does, which is certain where both do it; the first list itself when the second adds nothing. */
function joinDisposals(a: Cell['disposals'], b: Cell['disposals']): Cell['disposals'] {
  if (a === b) return a;
  const own = a ?? [];
  const inBoth = own.map((disposal) =>
    joinDisposal(
      disposal,
      b?.find(({ id }) => id === disposal.id),
    ),
  );
  const added = (b ?? []).flatMap((disposal) =>
    own.some(({ id }) => id === disposal.id) ? [] : [joinDisposal(disposal, undefined)],
  );
  if (a && added.length === 0) return inBoth.every((disposal, i) => disposal === a[i]) ? a : inBoth;
  return [...inBoth, ...added].sort((x, y) => x.id - y.id);
}

function joinDisposal(disposal: Disposal, other: Disposal | undefined): Disposal {
  const isCertain = disposal.isCertain && other?.isCertain === true;
  const resource =
    disposal.resource && other?.resource ? joinValues(disposal.resource, other.resource) : disposal.resource;
  const captured = union(disposal.captured, other?.captured ?? none);
  const isSame = isCertain === disposal.isCertain && resource === disposal.resource && captured === disposal.captured;
  return isSame ? disposal : { ...disposal, isCertain, resource, captured };
}

export function isChained(method: string): method is Step['method'] {
  return method === 'then' || method === 'catch' || method === 'finally';
}

/** The promise with one more callback. */
export function chain(promise: Value, method: Step['method'], callbacks: readonly Value[]): Value {
  const step: Step = { method, callbacks: callbacks.map((callback) => callback.fn) };
  return { ...promise, objects: [], other: true, steps: promise.steps && [...promise.steps, step] };
}

/** The value when it is known to be `null` or `undefined` (or, for a truth test, falsy); `undefined` when it cannot be. */
export function toNullish(value: Value, test: 'truthy' | 'nullish'): Value | undefined {
  const isSession = value.objects.length + value.owned.length > 0 && !value.nullish && !value.other;
  if (isSession || value.truth === true) return undefined;
  return { ...(test === 'nullish' ? nullishValue : unknownValue), other: value.other, truth: false };
}

/** The value when it is known not to be; `undefined` when it cannot be anything else. */
export function toPresent(value: Value, test: 'truthy' | 'nullish'): Value | undefined {
  const isNullish =
    value.nullish && !value.other && value.objects.length + value.pending.length + value.links.length === 0;
  if (isNullish || (test === 'truthy' && value.truth === false)) return undefined;
  return { ...value, nullish: false, truth: test === 'truthy' ? true : value.truth };
}

/** The value of a place that other code may assign before it is tested. */
export function withoutTruth(value: Value): Value {
  return value.truth === undefined || (value.nullish && !value.other) ? value : { ...value, truth: undefined };
}
