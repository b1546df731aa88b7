import { allStates, type Automaton, closeUnder, type Effects, type StateSet, statesIn } from './automaton.ts';
import { type FlowGraph, type Invoke, type Site, type Slot } from '../flow-graph.ts';
import { copyState, setValue, type State } from './state.ts';
import {
  isBare,
  joinTracks,
  type Link,
  type ObjectId,
  type Pending,
  type SessionObject,
  sessionValue,
  type Track,
  union,
  unknownValue,
  type Value,
  type Witnesses,
} from './values.ts';
import type { Bystander, Callee, Failure, Share, Visit } from './semantics.ts';
import { replaceAt } from './tracks.ts';
import type { Store } from './store.ts';
import { anySite, type Frame } from './frame.ts';
import { type Passed, passedBy } from './passed.ts';

/** What the outcomes of a function, called with one session in each of the states it may be in, add up to. */
interface Effect {
  exit: StateSet;
  deadExit: StateSet;
  thrown: StateSet;
  touched: number;
  effects: number;
  escapes: boolean;
  isUnfollowed: boolean;
  held: boolean;
  replaced: boolean;
  returned: Share | undefined;
  returnsLinked: Share | undefined;
  linkedRole: string | undefined;
  isConsequence: boolean;
  /** What is thrown comes after a wrong call, on every path. */
  thrownFailed: boolean;
  thrownMuted: boolean;
  /** The entry states in which a call is wrong on every path, and on some. */
  failing: StateSet;
  risky: StateSet;
  failure: Failure | undefined;
  risk: Failure | undefined;
  readonly violations: Map<Site, Failure>;
  readonly passing: Set<Site>;
  witnesses: Witnesses;
  /** The entry states that decide the verdict. */
  judged: StateSet;
}

/** One protocol of one session that is passed to a function. */
interface Subject {
  readonly object: SessionObject;
  readonly track: number;
  readonly automaton: Automaton;
  readonly how: Passed;
  /** It gets the promise of an operation on it, not the session itself. */
  readonly promise: Pending | undefined;
  readonly linkedAs: string | undefined;
  readonly isAwaited: boolean;
  /** The states that the function may find it in, and what others may do to it while the function waits. */
  readonly entering: StateSet;
  readonly effects: Effects;
}

interface Consequence {
  readonly returns: boolean;
  readonly throws: boolean;
  readonly dies: boolean;
}

export const noSites: ReadonlySet<Site> = new Set();
const settledValue: Value = { ...unknownValue, settled: true };
const nothingWrong = {
  name: '',
  violating: 0,
  isConsequence: false,
  witnesses: [],
  inside: undefined,
  through: undefined,
  violations: [],
  passing: noSites,
} as const;

/** Calls of functions of the program: what the summaries say of each session that they get. */
export class KnownCalls {
  readonly #frame: Frame;
  readonly #store: Store;

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#store = frame.store;
  }

  /** Calls a function, which runs nowhere else when it `isInPlace`; answers false when control does not come back. */
  invoke(
    state: State,
    call: Invoke,
    callee: Callee,
    values: readonly Value[],
    raise: (state: State) => void,
    isInPlace: boolean,
    owner?: Value,
  ): boolean {
    const outer = this.#frame.inCallback;
    this.#frame.inCallback ||= isInPlace;
    const returns = this.#invoke(state, call, callee, values, raise, owner);
    this.#frame.inCallback = outer;
    return returns;
  }

  #invoke(
    state: State,
    call: Invoke,
    callee: Callee,
    values: readonly Value[],
    raise: (state: State) => void,
    owner: Value | undefined,
  ): boolean {
    const { graph } = callee;
    const passed = passedBy(this.#frame, state, { call, callee, values, owner });
    for (const slot of placesOf(call, graph)) {
      const carried = this.#store.conduits.get(slot.outside);
      if (carried && graph.receivers.has(slot.inside.declaration)) this.#store.mayClose(state, carried);
    }

    const flow = this.#frame.callees.flowOf(graph);
    const isAwaited = call.awaited || !(graph.isAsync || flow.promises);
    const thrown = copyState(state);
    let returns = flow.returns || !isAwaited;
    let { throws } = flow;
    // It comes back only where a call that fails for certain had worked; or its promise is rejected for certain.
    let dies = flow.isUnreachable || !flow.returns;
    const returned = new Map<ObjectId, Share>();
    const links: Link[] = [];
    for (const [id, how] of passed) {
      const object = this.#store.objects[id];
      object?.automata.forEach((automaton, track) => {
        const promise = how.promises?.find((pending) => pending.track === track);
        if ((how.promises && !promise) || (how.link && how.link.track !== track)) return;
        const entry = this.#entryOf(state, graph, object, track);
        const subject = { object, track, automaton, how, promise, linkedAs: how.link?.role, isAwaited, ...entry };
        const effect = this.#effectOn(state, call, graph, subject);
        if (!effect) return;
        if (effect.returned !== undefined && effect.returned !== 'never') returned.set(id, effect.returned);
        const role = effect.linkedRole ?? how.link?.role;
        const isRun = role !== undefined && automaton.awaited.has(role);
        if (role !== undefined && (how.link || isRun) && effect.returnsLinked === 'always')
          links.push(this.#store.linkOf(id, track, role));
        // What may have it is not followed.
        if (how.link && effect.returnsLinked === 'sometimes') this.#store.escapeObjects(state, [id]);
        const consequence = this.#apply(state, thrown, call, subject, effect);
        if (how.certain.length === 0) return;
        returns &&= consequence.returns;
        throws &&= consequence.throws;
        dies ||= consequence.dies;
      });
    }
    if (!this.#store.isExposed(state) || !this.#frame.semantics.isSelfContained(graph.fn)) {
      const kept = [...passed.keys()];
      this.#store.interleave(state, kept, isAwaited && graph.isAsync);
      this.#store.interleave(thrown, kept, isAwaited && graph.isAsync);
    }
    if (isAwaited && throws) raise(thrown);
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    if (!returns) return false;
    state.isUnreachable ||= dies && isAwaited;
    if (call.statement && this.#frame.semantics.neverReturns(call.site)) return false;
    const own = this.#returnValue(state, call, graph, values);
    const result = links.length > 0 ? { ...own, links: [...own.links, ...links] } : own;
    const value = dies && !isAwaited ? { ...result, refused: true } : result;
    const objects = union(
      value.objects,
      [...returned.keys()].sort((a, b) => a - b),
    );
    const isCertain = objects.length === 1 && [...returned.values()].every((share) => share === 'always');
    const nullish = value.nullish && !isCertain;
    state.temps.set(call.dst, objects === value.objects ? value : { ...value, objects, nullish, other: !isCertain });
    return true;
  }

  /** Whether a call gives a function no session, neither as an argument nor around it. */
  isAside(state: State, { fn, sharesThis }: Bystander, values: readonly Value[]): boolean {
    if (this.#store.conduits.size > 0 || !values.every(isBare)) return false;
    const { semantics } = this.#frame;
    for (const [declaration, value] of state.env) {
      if (isBare(value)) continue;
      const slot = this.#frame.slotOf(declaration);
      if (!slot || (slot.kind === 'field' && !sharesThis) || !semantics.mayReach(fn, slot)) continue;
      if (semantics.usesOf(fn, slot)) return false;
    }
    return true;
  }

  /** Calls a function that no session is given to: other code may have an occasion to run meanwhile. */
  invokeBystander(
    state: State,
    call: Invoke,
    { fn, isAsync, throws }: Bystander,
    raise: (state: State) => void,
  ): boolean {
    const isAwaited = call.awaited || !isAsync;
    if (!this.#store.isExposed(state) || !this.#frame.semantics.isSelfContained(fn))
      this.#store.interleave(state, [], isAwaited && isAsync);
    if (isAwaited && throws) raise(state);
    if (call.statement && this.#frame.semantics.neverReturns(call.site)) return false;
    state.temps.set(call.dst, call.awaited && isAsync ? settledValue : unknownValue);
    return true;
  }

  /** A field or variable that the function has given another value, or none, may be anything when it comes back. */
  #loosen(state: State, { certain, possible }: Passed): void {
    for (const { declaration } of [...certain, ...possible]) {
      const value = state.env.get(declaration);
      if (value && value.objects.length > 0) setValue(state, declaration, { ...value, nullish: true, other: true });
    }
  }

  /**
   * What a session that this function made, or is asked about, may go through in the callee is told in full. Another one's
   * states are widened beforehand by what others do to it; in the callee nothing more happens to it.
   */
  #entryOf(
    state: State,
    graph: FlowGraph,
    { id, automata }: SessionObject,
    track: number,
  ): { readonly entering: StateSet; readonly effects: Effects } {
    const { mask = 0, effects = 0 } = state.heap.get(id)?.tracks[track] ?? {};
    if (this.#store.isOwn(id)) return { entering: mask, effects };
    const automaton = automata[track];
    return { entering: graph.isAsync && automaton ? closeUnder(automaton, mask, effects) : mask, effects: 0 };
  }

  #effectOn(state: State, call: Invoke, graph: FlowGraph, subject: Subject): Effect | undefined {
    const { object, track, automaton, how, promise, linkedAs, isAwaited } = subject;
    const current = state.heap.get(object.id)?.tracks[track];
    if (!current) return undefined;
    const all: Effect = {
      exit: 0,
      deadExit: 0,
      thrown: 0,
      touched: 0,
      effects: 0,
      escapes: false,
      isUnfollowed: false,
      held: false,
      replaced: false,
      returned: undefined,
      returnsLinked: undefined,
      linkedRole: undefined,
      isConsequence: true,
      thrownFailed: true,
      thrownMuted: true,
      failing: 0,
      risky: 0,
      failure: undefined,
      risk: undefined,
      violations: new Map(),
      passing: new Set(),
      witnesses: current.witnesses,
      judged: subject.entering,
    };
    const { entering, effects } = subject;
    const { certain, possible } = how;
    const names =
      certain.length === 0 ? [possible] : possible.length === 0 ? [certain] : [certain, [...certain, ...possible]];
    const entries = names.flatMap((slots) =>
      statesIn(entering).map((entry) => ({
        slots,
        automaton,
        state: entry,
        effects,
        promiseOf: promise?.operation,
        linkedAs,
      })),
    );
    let spared = 0;
    let others = 0;
    for (const entrySession of entries) {
      const entry = entrySession.state;
      const outcome = this.#frame.callees.outcomeOf(graph, entrySession);
      all.exit |= outcome.exit;
      all.deadExit |= outcome.deadExit;
      all.thrown |= outcome.thrown;
      all.touched |= outcome.touched;
      all.effects |= outcome.effects;
      all.escapes ||= outcome.escapes;
      all.isUnfollowed ||= outcome.isUnfollowed;
      all.held ||= outcome.held;
      all.replaced ||= outcome.replaced;
      all.returned = eitherShare(all.returned, outcome.returned);
      all.returnsLinked = eitherShare(all.returnsLinked, outcome.returnsLinked);
      all.linkedRole ??= outcome.linkedRole;
      if (outcome.linkedRole !== undefined && outcome.linkedRole !== all.linkedRole) all.returnsLinked = 'sometimes';
      all.isConsequence &&= outcome.isConsequence;
      if (outcome.thrown !== 0) {
        all.thrownFailed &&= outcome.thrownFailed;
        all.thrownMuted &&= outcome.thrownMuted;
      }
      all.failure ??= outcome.failure;
      if (outcome.failure && (isAwaited || outcome.failure.isEarly)) {
        all.failing |= 1 << entry;
        if (outcome.failure.site !== all.failure?.site) others |= 1 << entry;
      } else spared |= 1 << entry;
      if (outcome.risk) all.risky |= 1 << entry;
      all.risk ??= outcome.risk;
      for (const { at, failure } of outcome.violations) all.violations.set(at, failure);
      for (const site of outcome.passing) all.passing.add(site);
      if (outcome.openedOver.length > 0)
        for (const { inside, outside } of placesOf(call, graph))
          if (outcome.openedOver.includes(inside.bundle)) this.#store.noteConduit(outside, object.id);
      for (const reached of statesIn(outcome.exit)) {
        const sites = outcome.witnesses[reached];
        if (sites) all.witnesses = replaceAt(all.witnesses, reached, promise ? [promise.site] : sites);
      }
    }
    all.failing &= ~spared;
    const excused = excusedIn(automaton, entering, all.failing | all.risky);
    if (excused !== 0) {
      all.failing &= ~excused;
      all.risky &= ~excused;
      if ((all.failing | all.risky) === 0) all.failure = all.risk = undefined;
    }
    const early = this.#earlyFailure(graph, current, subject, names);
    if (early) {
      const judged = ownStates(current);
      return { ...all, ...early, failing: judged, judged };
    }
    if (others === 0) return all;
    // In different states different calls in the callee come first: to blame is one that is wrong whenever it is reached.
    const blamed = blamedOf([...all.violations.values()], all.passing);
    if (blamed && all.failing === entering) all.failure = blamed;
    else all.failing &= ~others;
    return all;
  }

  /**
   * The call in the callee that is wrong in whatever state the session is now, before other code has an occasion to bring
   * it into another one. What others may do to it while the callee waits, or may have done before, does not excuse such a call.
   */
  #earlyFailure(
    graph: FlowGraph,
    current: Track,
    { automaton, object, entering, promise }: Subject,
    names: readonly (readonly Slot[])[],
  ): Pick<Effect, 'exit' | 'failure'> | undefined {
    const { effects } = current;
    const mask = ownStates(current);
    if (promise || mask === entering || mask === 0 || this.#store.isOwn(object.id)) return undefined;
    let failure: Failure | undefined;
    let exit: StateSet = 0;
    for (const slots of names)
      for (const state of statesIn(mask)) {
        const outcome = this.#frame.callees.outcomeOf(graph, { slots, automaton, state, effects });
        if (!outcome.failure?.isEarly || (failure && failure.site !== outcome.failure.site)) return undefined;
        ({ failure } = outcome);
        exit |= outcome.exit | outcome.deadExit;
      }
    return { failure, exit };
  }

  /** Applies the effect of a call to one session. */
  #apply(state: State, thrown: State, call: Invoke, subject: Subject, effect: Effect): Consequence {
    const { object, track, automaton, how, promise, isAwaited, entering } = subject;
    const { judged } = effect;
    const cell = state.heap.get(object.id);
    const current = cell?.tracks[track];
    if (!cell || !current) return { returns: true, throws: true, dies: false };
    const { exit, deadExit, touched, escapes, failing } = effect;
    const failsForCertain = failing === judged && failing !== 0;
    this.#tell(state, call, subject, effect, failsForCertain);

    const isWrong = isAwaited && failsForCertain;
    const reached = exit === 0 && isWrong ? deadExit : exit;
    const after = isAwaited ? reached : closeUnder(automaton, entering | reached, touched);
    const lasting = (current.effects & ~current.started) | effect.effects;
    const started = current.started | (isAwaited ? 0 : touched);
    const left: Track = {
      mask: after,
      effects: lasting | started,
      started: started & ~lasting,
      failed: current.failed || isWrong,
      isConsequence: isWrong ? effect.isConsequence : current.isConsequence && touched === 0,
      raced: touched === 0 ? current.raced : 0,
      foreign: touched === 0 ? current.foreign & after : 0,
      witnesses: effect.witnesses,
    };
    const isCertain = how.certain.length > 0;
    const hasFailed = isAwaited && effect.thrown !== 0 && effect.thrownFailed;
    this.#store.updateTrack(state, object.id, track, (t) => (isCertain ? left : joinTracks(t, left)));
    this.#store.updateTrack(thrown, object.id, track, (t) => {
      const unwound = {
        ...left,
        mask: effect.thrown,
        foreign: 0,
        failed: t.failed || hasFailed,
        isConsequence: hasFailed ? effect.thrownMuted : t.isConsequence,
      };
      return isCertain ? unwound : joinTracks(t, unwound);
    });
    if (promise && effect.isUnfollowed)
      for (const path of [state, thrown]) this.#store.blur(path, { ...unknownValue, pending: [promise] });
    if (effect.held) this.#store.hold(state, object.id);
    if (effect.replaced) this.#loosen(state, how);
    if (escapes) {
      this.#store.escapeObjects(state, [object.id]);
      this.#store.escapeObjects(thrown, [object.id]);
    }
    return {
      returns: after !== 0 || escapes,
      throws: effect.thrown !== 0,
      dies: failsForCertain && exit === 0,
    };
  }

  /** Tells the observer, and the summary of this function, what goes wrong inside the callee. */
  #tell(state: State, call: Invoke, subject: Subject, effect: Effect, failsForCertain: boolean): void {
    const { object, track, automaton, how } = subject;
    const cell = state.heap.get(object.id);
    const current = cell?.tracks[track];
    if (!cell || !current) return;
    const { failing, risky, failure, judged } = effect;
    const inside = failure ?? effect.risk;
    const { inCallback, isExceptional } = this.#frame;
    const foreign = current.mask & ~judged;
    const about = {
      automaton,
      object,
      allowing: (judged & ~failing) | foreign,
      foreign,
      uninformed: !object.made && statesIn(current.mask).every((s) => current.witnesses[s] === undefined),
      inCallback,
      isExceptional,
      isUnreachable: state.isUnreachable,
      other: how.other || cell.opaque,
      interfered: cell.maybeSettled || cell.external || (current.effects & automaton.callEffects) !== 0,
      operation: undefined,
    };
    // What the function did to the session before says more than the state in which it got it.
    const isOwn = inside?.isOwn ?? false;
    if (!inCallback)
      this.#frame.observer?.visit({
        ...about,
        site: call.site,
        name: inside?.operation ?? '',
        violating: inside && isOwn ? inside.states : judged & (failing | risky),
        isConsequence: current.isConsequence && !isOwn,
        witnesses: inside && isOwn ? inside.witnesses : current.witnesses,
        inside,
        through: how.certain[0] ?? how.possible[0],
        violations: [...effect.violations.values()],
        passing: effect.passing,
      });
    const isEntry = object.id === this.#store.entryObject;
    if (isEntry) {
      this.#store.touched |= effect.touched;
      if (inside && !cell.external) this.#frame.risk ??= inside;
    }
    if (inCallback) {
      this.#tellInside(state, current, about, effect, how, inside);
      return;
    }
    if (!isEntry) return;
    if (!state.isUnreachable) this.#frame.passesInside(effect.passing);
    if (!failure || !failsForCertain || how.isOneOfSeveral) this.#frame.passes(call.site);
    else if (!current.failed && !state.isUnreachable)
      this.#frame.fails(call.site, { ...failure, isEarly: failure.isEarly && !state.waited });
  }

  /** Code that runs here and nowhere else, a callback or a function that is called where it is written, is judged in place. */
  #tellInside(
    state: State,
    current: Track,
    about: Pick<
      Visit,
      | 'automaton'
      | 'object'
      | 'allowing'
      | 'foreign'
      | 'uninformed'
      | 'inCallback'
      | 'isExceptional'
      | 'isUnreachable'
      | 'other'
      | 'interfered'
      | 'operation'
    >,
    { violations, passing }: Effect,
    how: Passed,
    inside: Failure | undefined,
  ): void {
    const visit = (site: Site, failure: Failure, allowing: StateSet): void => {
      this.#frame.observer?.visit({
        ...about,
        allowing,
        site,
        name: failure.operation,
        violating: failure.states,
        isConsequence: current.isConsequence && !failure.isOwn,
        witnesses: Array.from({ length: 30 }, (_, s) => failure.witnesses[s] ?? current.witnesses[s]),
        inside: failure.site === site ? undefined : failure,
        through: undefined,
        violations: [],
        passing: noSites,
      });
    };
    const isEntry = about.object.id === this.#store.entryObject;
    for (const [at, failure] of violations) {
      const isPassing = passing.has(at) || how.isOneOfSeveral;
      visit(at, failure, isPassing ? allStates(about.automaton) : 0);
      if (!isEntry) continue;
      if (isPassing) this.#frame.passes(at);
      else if (!current.failed && !state.isUnreachable)
        this.#frame.fails(at, { ...failure, isEarly: failure.isEarly && !state.waited });
    }
    if (inside && violations.size === 0) visit(inside.site, inside, about.allowing);
    for (const site of passing) {
      if (isEntry) this.#frame.passes(site);
      if (!violations.has(site) && !about.isUnreachable)
        this.#frame.observer?.visit({ ...about, site, ...nothingWrong });
    }
  }

  #returnValue(state: State, call: Invoke, graph: FlowGraph, values: readonly Value[]): Value {
    const returned = this.#frame.callees.returnedBy(graph);
    const settled = call.awaited && graph.isAsync;
    if (!returned) return settled ? settledValue : unknownValue;
    if (returned.kind === 'parameter') {
      const value = values[returned.index];
      return value && value.objects.length > 0
        ? { ...sessionValue(0), objects: value.objects, other: value.other, settled }
        : unknownValue;
    }
    if (returned.kind === 'linked') {
      const { objects } = this.#store.make(state, call.site, returned.creation);
      // The function that made it owes it the close.
      for (const object of objects) this.#store.hold(state, object);
      const links = objects.map((object) => this.#store.linkOf(object, returned.track, returned.role));
      return { ...(settled ? settledValue : unknownValue), links };
    }
    return { ...this.#store.make(state, call.site, returned.creation), nullish: returned.nullish, settled };
  }
}

/** The states that a session may be in by what its function does, where it is in any of them, and not by what others do alone. */
function ownStates({ mask, foreign }: Track): StateSet {
  return mask & ~foreign || mask;
}

/** What holds on the paths from one state, and from others before it. */
function eitherShare(before: Share | undefined, share: Share): Share {
  return before === undefined || before === share ? share : 'sometimes';
}

/** The wrong states that the peer may have moved on from by itself, into one that is right and is thought possible. */
function excusedIn({ spontaneous }: Automaton, possible: StateSet, wrong: StateSet): StateSet {
  return spontaneous.length === 0
    ? 0
    : statesIn(wrong).reduce((all, s) => ((spontaneous[s] ?? 0) & possible & ~wrong ? all | (1 << s) : all), 0);
}

/** The first of several violations that no path passes without. */
export function blamedOf(violations: Iterable<Failure>, passing: ReadonlySet<Site>): Failure | undefined {
  if (passing.has(anySite)) return undefined;
  for (const violation of violations) if (!passing.has(violation.site)) return violation;
  return undefined;
}

/** The places that a function works on: its parameters, by what the caller gives for them, and what it has around it. */
function placesOf(call: Invoke, graph: FlowGraph): { readonly inside: Slot; readonly outside: Site }[] {
  const given = graph.parameters.flatMap((inside, index) => {
    const outside = call.argumentSlots[index]?.bundle;
    return inside && outside ? [{ inside, outside }] : [];
  });
  return [...given, ...graph.outer.map((slot) => ({ inside: slot, outside: slot.bundle }))];
}
