import {
  afterCalls,
  anywhere,
  type Automaton,
  type Awaited,
  closeUnder,
  closeUnderPeer,
  type Effects,
  mayBeClosed,
  type Operation,
  type StateSet,
} from './automaton.ts';
import { type Invoke, type Site, type Slot } from '../flow-graph.ts';
import { copyState, setCell, setValue, type State } from './state.ts';
import {
  type Cell,
  type Disposal,
  instanceValue,
  isBare,
  type Link,
  type ObjectId,
  type Pending,
  type SessionObject,
  sessionValue,
  type Track,
  union,
  type Value,
  withoutObject,
} from './values.ts';
import { type CallEffect, type Creation, type OwnedSession, type Uses } from './semantics.ts';
import { cellOf, interleaved, refusing } from './tracks.ts';

/** The role of a part of the session, such as its transport: closing it closes the session. */
export const PART = '(part)';

/** Whether a value is nothing but what lives on sessions, such as their tools: whoever has it cannot close them. */
export function isOnlyLinked({ objects, owned, carried, captured, links }: Value): boolean {
  const held = objects.length + owned.length + carried.length + captured.length;
  return held === 0 && links.length > 0 && links.every(({ role }) => role !== PART);
}

/** The sessions of one run, and what happens to them in a state: escapes, other code that runs, promises that settle. */
export class Store {
  /** Told in a reporting pass when the last variable that held a session gets another value. */
  onLost: ((object: SessionObject, cell: Cell, site: Site) => void) | undefined;
  readonly objects: SessionObject[] = [];
  readonly #objectIds = new Map<Site, ObjectId>();
  readonly #pendings = new Map<Site, Pending[]>();
  #pendingCount = 0;
  readonly #links: Link[] = [];
  readonly #fieldKeys = new Map<Site, Map<Site, Site>>();
  entryObject: ObjectId | undefined;

  /** The sessions that were opened over what a declaration holds: closing that closes them. */
  readonly conduits = new Map<Site, Set<ObjectId>>();
  touched: Effects = 0;

  /** How many disposable stacks there are: mostly none. */
  stackCount = 0;
  readonly #isOpenToOthers: (place: Site) => boolean;

  /** @param isOpenToOthers whether code outside of the function can assign a place */
  constructor(isOpenToOthers: (place: Site) => boolean) {
    this.#isOpenToOthers = isOpenToOthers;
  }

  /** The session that is known by a key. */
  idAt(key: Site): ObjectId | undefined {
    return this.#objectIds.get(key);
  }

  objectAt(
    key: Site,
    { automata, unopened, isHidden }: Pick<Creation, 'automata' | 'isHidden' | 'unopened'>,
    made: boolean,
    site: Site = key,
    field?: Slot,
  ): SessionObject {
    const known = this.#objectIds.get(key);
    const object = known === undefined ? undefined : this.objects[known];
    if (object) return object;
    const id = this.objects.length;
    const fresh: SessionObject = { id, automata, site, made, unopened, field, isHidden };
    this.objects.push(fresh);
    this.#objectIds.set(key, id);
    return fresh;
  }

  /** A session that nothing holds is dropped: at a join it must not interfere with the one that took its place. */
  collect(state: State, objects: readonly ObjectId[], site: Site | undefined): void {
    for (const object of objects) {
      const holds = (value: Value): boolean =>
        value.objects.includes(object) ||
        value.carried.includes(object) ||
        value.owned.includes(object) ||
        value.pending.some((p) => p.object === object) ||
        value.links.some((l) => l.object === object);
      if (object === this.entryObject || some(state.env, holds) || some(state.temps, holds)) continue;
      if (this.stackCount > 0 && stackOf(state, object) !== undefined) continue;
      const left = this.objects[object];
      const cell = state.heap.get(object);
      if (site && left?.made && cell && !cell.escaped && !cell.external) this.onLost?.(left, cell, site);
      setCell(state, object, undefined);
    }
  }

  /**
   * The state in which an exception leaves an expression: sessions that only its operands hold are lost with it, such as
   * one that a rejected promise would have brought.
   */
  unwound(state: State, operands: readonly ObjectId[]): State {
    if (operands.length === 0) return state;
    const thrown = copyState(state);
    thrown.temps.clear();
    this.collect(thrown, operands, undefined);
    return thrown;
  }

  applyUses(state: State, object: ObjectId, uses: Uses): void {
    if (uses.leaks) {
      this.escapeObjects(state, [object]);
      return;
    }
    const automata = this.objects[object]?.automata ?? [];
    const isKnown = (method: string): boolean =>
      automata.some((a) => a.operations.has(method) || a.neutral.has(method) || a.tests.has(method));
    // A method that is taken off the session can be called from anywhere.
    const takesMethod = [...uses.members].some((member) => automata.some((a) => a.operations.has(member)));
    if (takesMethod || ![...uses.methods].every(isKnown)) {
      this.escapeObjects(state, [object]);
      return;
    }
    automata.forEach((automaton, track) => {
      let effects = 0;
      for (const method of uses.methods) {
        const operation = automaton.operations.get(method);
        if (operation) effects |= operation.callEffect | operation.settleEffect;
      }
      this.#addEffects(state, object, track, effects);
    });
  }

  #addEffects(state: State, object: ObjectId, track: number, effects: Effects): void {
    if (object === this.entryObject) this.touched |= effects;
    this.updateTrack(state, object, track, (t) =>
      (t.effects | effects) === t.effects && (t.started & effects) === 0
        ? t
        : { ...t, effects: t.effects | effects, started: t.started & ~effects },
    );
  }

  /** A property of an object is assigned; sessions hold their own callbacks, and can be patched. */
  assignMember(state: State, object: Value, name: string, value: Value): void {
    this.escape(state, object.objects.length > 0 ? { ...value, captured: [] } : value);
    this.escapeObjects(state, object.owned);
    for (const id of object.objects) {
      const cell = state.heap.get(id);
      const automata = this.objects[id]?.automata ?? [];
      const isPatched = name === '[]' || automata.some((automaton) => automaton.operations.has(name));
      if (!cell) continue;
      const mayAct = cell.external || cell.tracks.some((t, i) => (t.effects & (automata[i]?.callEffects ?? 0)) !== 0);
      if (isPatched || (mayAct && value.captured.includes(id))) setCell(state, id, { ...cell, opaque: true });
    }
  }

  make(state: State, site: Site, creation: Creation): Value {
    const object = this.objectAt(site, creation, true);
    this.#loseEarlier(state, object, site);
    this.forget(state, object.id);
    setCell(state, object.id, cellOf(creation, site, creation.isHeld === true));
    return sessionValue(object.id);
  }

  /** The session of an earlier iteration, which only the place holds that the new one is for. */
  #loseEarlier(state: State, object: SessionObject, site: Site): void {
    const cell = state.heap.get(object.id);
    if (!this.onLost || !cell || cell.escaped || cell.external) return;
    const holders = [...state.env.values()].filter((value) => value !== withoutObject(value, object.id));
    if (holders.length === 1) this.onLost(object, cell, site);
  }

  /** A disposable stack, which has nothing to close yet. */
  makeStack(state: State, site: Site): Value {
    let object = this.idAt(site);
    if (object === undefined) {
      this.stackCount++;
      object = this.objectAt(site, { automata: [] }, true).id;
      this.objects[object] = { id: object, automata: [], site, made: true, isStack: true };
    }
    this.forget(state, object);
    setCell(state, object, {
      tracks: [],
      external: false,
      escaped: true,
      opaque: false,
      maybeSettled: false,
      disposals: [],
    });
    return sessionValue(object);
  }

  /** Takes from a stack what it has to close. */
  emptyStack(state: State, stack: ObjectId): readonly Disposal[] {
    const cell = state.heap.get(stack);
    if (!cell?.disposals?.length) return [];
    setCell(state, stack, { ...cell, disposals: [] });
    return cell.disposals;
  }

  /** A class instance, whose sessions nothing but its methods and its users in this function can reach. */
  makeInstance(state: State, site: Site, sessions: readonly OwnedSession[]): Value {
    let keys = this.#fieldKeys.get(site);
    if (!keys) this.#fieldKeys.set(site, (keys = new Map<Site, Site>()));
    const owned = sessions.map(({ key, slot, creation }) => {
      const own = keys.get(key) ?? {};
      keys.set(key, own);
      const object = this.objectAt(own, creation, true, site, slot);
      this.forget(state, object.id);
      // The instance closes it, where anything does: this function owes it no close.
      setCell(state, object.id, cellOf(creation, site, true));
      return object.id;
    });
    return instanceValue([...owned].sort((a, b) => a - b));
  }

  /** The sessions that a value has in its fields, by these; none where it may be another instance. */
  fieldsOf({ owned, other }: Value): readonly (readonly [Slot, ObjectId])[] {
    const objects = owned.flatMap((id) => this.objects[id] ?? []);
    const [first] = objects;
    if (other || objects.some(({ site }) => site !== first?.site)) return [];
    return objects.flatMap(({ id, field }) => (field ? [[field, id] as const] : []));
  }

  /** The session of an earlier iteration is no longer what this number means. */
  forget(state: State, object: ObjectId): void {
    if (!state.heap.has(object)) return;
    if (this.stackCount > 0) dropFromStacks(state, object);
    for (const [declaration, value] of state.env) setValue(state, declaration, withoutObject(value, object));
    for (const [temp, value] of state.temps) state.temps.set(temp, withoutObject(value, object));
  }

  updateTrack(state: State, object: ObjectId, track: number, update: (track: Track) => Track): void {
    const cell = state.heap.get(object);
    const current = cell?.tracks[track];
    if (!cell || !current) return;
    const updated = update(current);
    if (updated === current) return;
    const tracks = cell.tracks.length === 1 ? [updated] : cell.tracks.map((t, i) => (i === track ? updated : t));
    setCell(state, object, { ...cell, tracks });
  }

  #updateTracks(
    state: State,
    objects: Iterable<ObjectId>,
    update: (track: Track, automaton: Automaton) => Track,
  ): void {
    for (const object of objects)
      this.objects[object]?.automata.forEach((automaton, track) => {
        this.updateTrack(state, object, track, (t) => update(t, automaton));
      });
  }

  /** Other code got hold of the session: from here on its state is anybody's. */
  escapeObjects(state: State, objects: readonly ObjectId[]): void {
    for (const object of objects) {
      const cell = state.heap.get(object);
      if (!cell) continue;
      if (object === this.entryObject) this.touched = -1;
      if (cell.disposals) this.#giveAway(state, object);
      const automata = this.objects[object]?.automata ?? [];
      const tracks = cell.tracks.map((track, i) => {
        const automaton = automata[i];
        return automaton ? { ...track, mask: anywhere(automaton, track.mask) } : track;
      });
      setCell(state, object, { ...cell, tracks, external: true, escaped: true, disposals: undefined });
    }
  }

  /** The stacks that a function returns, by themselves or inside of something, are for others to dispose. */
  giveAwayStacks(state: State, { objects, carried, captured }: Value): void {
    for (const id of [...objects, ...carried, ...captured])
      if (this.objects[id]?.isStack) this.escapeObjects(state, [id]);
  }

  /** Other code may dispose a stack, at any time. */
  #giveAway(state: State, stack: ObjectId): void {
    for (const { resource, captured } of this.emptyStack(state, stack))
      this.escapeObjects(state, [...(resource?.objects ?? []), ...captured]);
  }

  /** The session is stored where other code finds it, at its next occasion. */
  share(state: State, object: ObjectId): void {
    const cell = state.heap.get(object);
    if (!cell) return;
    if (object === this.entryObject) this.touched = -1;
    if (cell.disposals) this.#giveAway(state, object);
    setCell(state, object, { ...cell, external: true, escaped: true, disposals: undefined });
  }

  /** Something that outlives the function holds the session. */
  hold(state: State, object: ObjectId): void {
    const cell = state.heap.get(object);
    if (cell && !cell.escaped) setCell(state, object, { ...cell, escaped: true });
  }

  escape(state: State, value: Value): void {
    if (isBare(value)) return;
    this.escapeObjects(state, value.objects);
    this.escapeObjects(state, value.carried);
    this.escapeObjects(state, value.owned);
    for (const link of value.links) this.escapeObjects(state, [link.object]);
    for (const object of value.captured) this.hold(state, object);
    this.blur(state, value);
  }

  /** Other code may await the promise, at any time. */
  blur(state: State, value: Value): void {
    for (const { object, track, operation } of value.pending) {
      const automaton = this.objects[object]?.automata[track];
      if (!automaton || operation.settleEffect === 0) continue;
      this.#addEffects(state, object, track, operation.settleEffect);
      this.updateTrack(state, object, track, (t) => ({
        ...t,
        mask: closeUnder(automaton, t.mask, operation.settleEffect),
        foreign: 0,
      }));
      const cell = state.heap.get(object);
      if (cell && !cell.maybeSettled) setCell(state, object, { ...cell, maybeSettled: true });
    }
  }

  escapeArguments(state: State, values: readonly Value[], taken: ReadonlySet<ObjectId>): void {
    for (const value of values) {
      if (isBare(value)) continue;
      this.escapeObjects(
        state,
        value.objects.filter((o) => !taken.has(o)),
      );
      this.escapeObjects(
        state,
        value.carried.filter((o) => !taken.has(o)),
      );
      this.escapeObjects(state, value.owned);
      for (const link of value.links) if (!taken.has(link.object)) this.escapeObjects(state, [link.object]);
      this.blur(state, value);
    }
  }

  /** Whether other code that runs at once may change some session. */
  isExposed(state: State): boolean {
    for (const { external, tracks } of state.heap.values())
      if (external || tracks.some(({ effects }) => effects !== 0)) return true;
    return false;
  }

  /**
   * Other code gets an occasion to run: whatever it may do to the sessions it holds may have been done. Promises settle,
   * and the peer acts, only when the function `waits`.
   */
  interleave(state: State, except: readonly ObjectId[], waits: boolean): void {
    state.waited ||= waits;
    if (state.heap.size === 0) return;
    for (const [object, cell] of state.heap) {
      if (except.includes(object)) continue;
      const automata = this.objects[object]?.automata ?? [];
      let tracks: Track[] | undefined;
      for (let i = 0; i < cell.tracks.length; i++) {
        const track = cell.tracks[i];
        const automaton = automata[i];
        if (!track || !automaton) continue;
        if (!cell.external && track.effects === 0 && (!waits || automaton.spontaneous.length === 0)) continue;
        const later = cell.external
          ? atLarge(track, automaton, waits || this.#mayBeReplaced(state, object))
          : interleaved(track, automaton, waits);
        if (later.mask === track.mask) continue;
        tracks ??= [...cell.tracks];
        tracks[i] = later;
      }
      if (tracks) setCell(state, object, { ...cell, tracks });
    }
  }

  /** Whether other code may put another session into a place that holds this one. */
  #mayBeReplaced(state: State, object: ObjectId): boolean {
    for (const [place, value] of state.env)
      if (value.objects.includes(object) && this.#isOpenToOthers(place)) return true;
    return false;
  }

  /** How a call fails, in whatever state the session may be: at once, or by its promise; `undefined`: it may work. */
  refusal(state: State, object: ObjectId, method: string): 'throws' | 'rejects' | undefined {
    const cell = state.heap.get(object);
    if (!cell || cell.opaque) return undefined;
    for (const [track, automaton] of (this.objects[object]?.automata ?? []).entries()) {
      const operation = automaton.operations.get(method);
      const mask = cell.tracks[track]?.mask ?? 0;
      if (operation && (mask & ~(operation.stops & ~operation.allowed)) === 0)
        return operation.settles === undefined ? 'throws' : 'rejects';
    }
    return undefined;
  }

  /**
   * The states in which a session from elsewhere is when the promise that opens it is discarded: had the call been refused,
   * the process would end with an unhandled rejection. Where no other call opens it, there is a first time on which it has
   * never been opened. 0: nothing is concluded.
   */
  startedFrom({ id, unopened }: SessionObject, track: number, operation: Operation, mask: StateSet): StateSet {
    if (this.isOwn(id) || operation.effect !== 'opens' || operation.settleEffect === 0) return 0;
    const allowed = mask & operation.allowed;
    return allowed & (unopened?.[track] ?? allowed) || allowed;
  }

  /** Notes that a session is opened over what a declaration holds. */
  noteConduit(bundle: Site, object: ObjectId): void {
    const sessions = this.conduits.get(bundle);
    if (sessions) sessions.add(object);
    else this.conduits.set(bundle, new Set([object]));
  }

  /** Notes what sessions are opened over; closing one end of a pair closes the session at the other. */
  noteConnection(state: State, objects: readonly ObjectId[], call: Invoke, method: string): void {
    for (const id of objects) {
      let effect: Operation['effect'];
      for (const automaton of this.objects[id]?.automata ?? []) effect ??= automaton.operations.get(method)?.effect;
      if (effect === undefined) continue;
      if (effect === 'opens') {
        for (const slot of call.argumentSlots) if (slot) this.noteConduit(slot.bundle, id);
        continue;
      }
      for (const sessions of this.conduits.values())
        if (sessions.has(id))
          this.mayClose(
            state,
            [...sessions].filter((o) => o !== id),
          );
    }
  }

  mayClose(state: State, objects: Iterable<ObjectId>): void {
    this.#updateTracks(state, objects, (t, automaton) => {
      let { effects } = t;
      for (const operation of automaton.operations.values())
        if (operation.effect === 'closes') effects |= operation.callEffect;
      return { ...t, mask: mayBeClosed(automaton, t.mask), effects, foreign: 0 };
    });
  }

  pendingOf(
    site: Site,
    object: ObjectId,
    track: number,
    operation: Operation,
    strong: boolean,
    direct: boolean,
    isRaced = false,
  ): Pending {
    const atSite = this.#pendings.get(site);
    const known = atSite?.find(
      (p) =>
        p.object === object &&
        p.track === track &&
        p.operation.name === operation.name &&
        p.strong === strong &&
        p.direct === direct &&
        p.isRaced === isRaced,
    );
    if (known) return known;
    const pending: Pending = { id: this.#pendingCount++, site, object, track, operation, strong, direct, isRaced };
    if (atSite) atSite.push(pending);
    else this.#pendings.set(site, [pending]);
    return pending;
  }

  /** The promise as one between whose call and whose `await` nothing happens to the session. */
  asDirect({ site, object, track, operation, strong }: Pending): Pending {
    return this.pendingOf(site, object, track, operation, strong, true);
  }

  /** The promise as one of several of which the first decides: it alone if the others are never fulfilled. */
  asRaced({ site, object, track, operation, strong }: Pending, isOnlyOne: boolean): Pending {
    return this.pendingOf(site, object, track, operation, strong && isOnlyOne, false, true);
  }

  linkOf(object: ObjectId, track: number, role: string): Link {
    const known = this.#links.find((l) => l.object === object && l.track === track && l.role === role);
    if (known) return known;
    const link: Link = { id: this.#links.length, object, track, role };
    this.#links.push(link);
    return link;
  }

  /** What awaiting the value does to its session, if it is an operation on that. */
  awaitedOf({ object, track, role }: Link): Awaited | undefined {
    return this.objects[object]?.automata[track]?.awaited.get(role);
  }

  /** What a promise is fulfilled with, in the place of the promise, among values that live on sessions. */
  fulfilled(links: readonly Link[]): readonly Link[] {
    const given = links.map((link) => {
      const role = this.awaitedOf(link)?.gives;
      return role === undefined ? link : this.linkOf(link.object, link.track, role);
    });
    return given.every((link, index) => link === links[index]) ? links : given;
  }

  /** What is left of values that live on sessions when they were awaited. */
  afterAwait(links: readonly Link[]): readonly Link[] {
    return this.fulfilled(links.filter((link) => this.awaitedOf(link)?.gives !== undefined || !this.awaitedOf(link)));
  }

  /** Whether the receiver is one session for certain, or the only variable that holds any of several. */
  isOnlyMeaning(state: State, value: Value): boolean {
    if (value.other && value.objects.length > 0) return false;
    if (value.objects.length === 1) return true;
    let holders = 0;
    for (const held of state.env.values()) if (held.objects.some((o) => value.objects.includes(o))) holders++;
    for (const held of state.temps.values()) if (held.objects.some((o) => value.objects.includes(o))) holders++;
    return holders <= 1;
  }

  takenBy(effect: CallEffect, value: Value): (readonly [ObjectId, number])[] {
    if (effect.takes !== 'subject')
      return value.links
        .filter((l) => l.role === effect.takes && this.objects[l.object]?.automata[l.track] === effect.automaton)
        .map((l) => [l.object, l.track]);
    return union(value.objects, value.carried).flatMap((id) => {
      const track = this.objects[id]?.automata.indexOf(effect.automaton) ?? -1;
      return track < 0 ? [] : [[id, track] as const];
    });
  }

  /** A call that is awaited on the spot and came back was not in a state in which it is refused. */
  narrow(state: State, value: Value): void {
    for (const { object, track, operation, strong, direct } of value.pending) {
      const cell = state.heap.get(object);
      // What other code holds may have been brought into the state after the call.
      if (!strong || !direct || !cell || cell.external || !this.isOwn(object)) continue;
      this.updateTrack(state, object, track, (t) => ({ ...t, mask: t.mask & ~refusing(operation) || t.mask }));
    }
  }

  /**
   * Whether the function made the session, or is asked about it: what may happen to it is then known from its closures.
   * Of other sessions it is taken that nothing happens to them while this function waits for its own call on them.
   */
  isOwn(object: ObjectId): boolean {
    return object === this.entryObject || this.objects[object]?.made === true;
  }

  /** While a session's own call is awaited, the closures that hold the session may run. */
  interleaveClosures(state: State, objects: readonly ObjectId[]): void {
    const own = objects.filter((object) => this.isOwn(object));
    this.#updateTracks(state, own, (t, automaton) => {
      return { ...t, mask: closeUnder(automaton, t.mask, t.effects & automaton.callEffects), foreign: 0 };
    });
  }

  /** Sessions that were opened together may be each other's peers: each may have moved on. */
  peersAct(state: State, objects: readonly ObjectId[]): void {
    this.#updateTracks(state, objects, (t, automaton) => ({
      ...t,
      mask: closeUnderPeer(automaton, t.mask),
      foreign: 0,
    }));
  }
}

/**
 * Where a session may stand once code that is not followed had an occasion to act on it: one that it opens is open when
 * this function has waited, and not before, unless it is another one.
 */
function atLarge(track: Track, automaton: Automaton, isAnything: boolean): Track {
  const mask = isAnything ? anywhere(automaton, track.mask) : afterCalls(automaton, track.mask);
  return mask === track.mask ? track : { ...track, mask };
}

/** The stack that has a session to close. */
function stackOf(state: State, object: ObjectId): ObjectId | undefined {
  for (const [stack, { disposals }] of state.heap)
    if (disposals?.some(({ resource }) => resource?.objects.includes(object))) return stack;
  return undefined;
}

/** What the session of an earlier iteration is closed by is no longer followed. */
function dropFromStacks(state: State, object: ObjectId): void {
  for (const [stack, cell] of state.heap) {
    if (!cell.disposals?.some((disposal) => isAbout(disposal, object))) continue;
    setCell(state, stack, { ...cell, disposals: cell.disposals.filter((disposal) => !isAbout(disposal, object)) });
  }
}

function isAbout({ resource, captured }: Disposal, object: ObjectId): boolean {
  return captured.includes(object) || resource?.objects.includes(object) === true;
}

function some<V>(values: ReadonlyMap<unknown, V>, test: (value: V) => boolean): boolean {
  for (const value of values.values()) if (test(value)) return true;
  return false;
}
