import {
  afterFailure,
  type Automaton,
  closeUnder,
  closeUnderPeer,
  image,
  type Operation,
  type StateSet,
  statesIn,
} from './automaton.ts';
import { type Site } from '../flow-graph.ts';
import { type Cell, type Pending, type Track, type Witnesses } from './values.ts';
import { type Creation } from './semantics.ts';

export function cellOf(creation: Creation, site: Site, escaped: boolean): Cell {
  return {
    external: creation.external,
    escaped,
    opaque: false,
    maybeSettled: false,
    tracks: creation.masks.map((mask, i) => ({
      mask,
      effects: creation.effects[i] ?? 0,
      started: 0,
      failed: false,
      isConsequence: false,
      raced: 0,
      foreign: 0,
      witnesses: creation.witnesses?.[i] ?? (creation.external ? [] : madeAt(mask, site)),
    })),
  };
}

function madeAt(mask: StateSet, site: Site): Witnesses {
  return statesIn(mask).reduce<Witnesses>((all, state) => replaceAt(all, state, [site]), []);
}

export function replaceAt<T>(list: readonly T[], index: number, item: T): readonly T[] {
  const copy = Array.from({ length: Math.max(list.length, index + 1) }, (_, i) => list[i] as T);
  copy[index] = item;
  return copy;
}

/** The witnesses after a move: a state that was entered has the place of the move. */
export function movedWitnesses(witnesses: Witnesses, from: StateSet, moves: readonly number[], site: Site): Witnesses {
  let result = witnesses;
  for (const state of statesIn(from)) {
    const to = moves[state] ?? state;
    if (to !== state) result = replaceAt(result, to, [site]);
  }
  return result;
}

/** Where a session may stand after other code had an occasion to run. */
export function interleaved(track: Track, automaton: Automaton, waits: boolean): Track {
  const mask = waits
    ? closeUnderPeer(automaton, closeUnder(automaton, track.mask, track.effects))
    : closeUnder(automaton, track.mask, track.effects & automaton.callEffects);
  if (mask === track.mask) return track;
  // Where a promise is on its way, the session moves on by itself.
  const isOnItsWay = (track.mask & ~track.foreign & automaton.passing) !== 0;
  const foreign = isOnItsWay ? 0 : (track.foreign & track.mask) | (mask & ~track.mask);
  if (!waits) return { ...track, mask, foreign };
  const hasCalls = (track.effects & automaton.callEffects) !== 0;
  const rejected = hasCalls
    ? 0
    : [...automaton.operations.values()].reduce((all, o) => (track.effects & o.settleEffect ? all | o.fails : all), 0);
  return { ...track, mask, raced: track.raced | (rejected & mask & ~track.mask), foreign };
}

/** What is foreign of the states after a move of those that it may come from. */
export function foreignAfter(
  { mask: before, foreign }: Track,
  from: StateSet,
  moves: readonly number[],
  mask: StateSet,
  strong: boolean,
): StateSet {
  if (foreign === 0) return 0;
  const own = from & ~foreign;
  return own === 0 ? 0 : mask & ~(image(own, moves) | (strong ? 0 : before & ~foreign));
}

/** Where a session stands once the promise of an operation is fulfilled. */
export function settledTrack(track: Track, pending: Pending): Track {
  const { operation, strong, site } = pending;
  if (!operation.settles) return track;
  // Fulfilled: the rejections that were thought possible in the meantime did not come.
  const surviving = (strong && track.mask & ~track.raced) || track.mask;
  const settled = image(surviving, operation.settles);
  const mask = strong ? settled : track.mask | settled;
  return {
    ...track,
    mask,
    // Another state is a new start.
    isConsequence: track.isConsequence && settled === track.mask,
    effects: strong ? track.effects & ~operation.settleEffect : track.effects,
    raced: strong ? 0 : track.raced,
    foreign: foreignAfter(track, surviving, operation.settles, mask, strong),
    witnesses: movedWitnesses(track.witnesses, surviving, operation.settles, site),
  };
}

/** The states in which a call that is awaited on the spot is refused, and which it does not itself lead to. */
export function refusing(operation: Operation): StateSet {
  return operation.stops & ~image(operation.allowed, operation.moves);
}

/**
 * Where a session stands once an awaited promise is rejected. Where it was not the only one that was awaited, another
 * one's rejection may have come first: the operation may have worked, or be going on still.
 */
export function rejectedTrack(track: Track, pending: Pending, isAlone: boolean, isRefused: boolean): Track {
  const { operation, strong, site } = pending;
  // What is refused leaves the session as it was.
  if (isRefused && isAlone) return track;
  const failed = afterFailure(track.mask, operation);
  const isOver = strong && isAlone;
  const worked = isAlone || !operation.settles ? 0 : image(track.mask, operation.settles);
  const witnesses = statesIn(failed & ~track.mask).reduce(
    (all, state) => replaceAt(all, state, [site]),
    track.witnesses,
  );
  const mask = (isOver ? 0 : track.mask) | failed | worked;
  return {
    ...track,
    mask,
    foreign: 0,
    isConsequence: track.isConsequence && mask === track.mask,
    effects: isOver ? track.effects & ~operation.settleEffect : track.effects,
    witnesses:
      isAlone || !operation.settles ? witnesses : movedWitnesses(witnesses, track.mask, operation.settles, site),
  };
}
