import { type Automaton, type Effects, type Operation, type StateSet } from './automaton.ts';
import { type ExitKind, type FlowGraph, type Site, type Slot } from '../flow-graph.ts';
import { type Cell, type SessionObject, type Witnesses } from './values.ts';

/** A session that comes into being: the protocols it follows and the state it starts in, for each. */
export interface Creation {
  readonly automata: readonly Automaton[];
  readonly masks: readonly StateSet[];
  /** Other code holds it too. */
  readonly external: boolean;
  /** What code elsewhere may do to it, for each protocol. */
  readonly effects: readonly Effects[];
  /** Where it got into its state, when that is not the place of creation. */
  readonly witnesses: readonly Witnesses[] | undefined;
  /** The states before it is opened, for each protocol, where only one call opens it. */
  readonly unopened?: readonly StateSet[] | undefined;
  /** Nothing in the function that gets it holds it: only values that live on it are there. */
  readonly isHidden?: boolean;
  /** Something that outlives the function which made it holds it too: a closure in a variable outside. */
  readonly isHeld?: boolean;
}

/** A session in a field of a new class instance. */
export interface OwnedSession {
  /** What declares the field. */
  readonly key: Site;
  readonly name: string;
  readonly slot: Slot;
  readonly creation: Creation;
}

/** A call that is given a session, or a value that lives on one, and acts on it. */
export interface CallEffect {
  readonly automaton: Automaton;
  /** What it takes: `subject`, or the role of a link. */
  readonly takes: string;
  readonly operation: Operation | undefined;
  readonly gives: string | undefined;
}

/** A function of the program that a call runs. */
export interface Callee {
  readonly graph: FlowGraph;
  /** Its `this` is the caller's. */
  readonly sharesThis: boolean;
}

/** A function of the program that comes back, and has to do with no session but those that it is given. */
export interface Bystander {
  readonly fn: Site;
  /** Its `this` is the caller's. */
  readonly sharesThis: boolean;
  /** An `async` function. */
  readonly isAsync: boolean;
  readonly throws: boolean;
}

/** What a function value does with a variable around it. */
export interface Uses {
  /** The methods it calls on it. */
  readonly methods: ReadonlySet<string>;
  /** The members it reads or assigns without calling them. */
  readonly members: ReadonlySet<string>;
  /** It does something else with it: passes it on, stores it, returns it. */
  readonly leaks: boolean;
}

/** On which of the paths through a function something holds. */
export type Share = 'always' | 'sometimes' | 'never';

/** How one function, called with one session in one state, leaves it. */
export interface Outcome {
  /** The states after it returned and its promise was fulfilled; 0: it does not return. */
  readonly exit: StateSet;
  /** The states it would return in if a call that fails for certain had worked. */
  readonly deadExit: StateSet;
  /** The states after it threw; 0: it does not throw. */
  readonly thrown: StateSet;
  /** What goes wrong afterwards is a consequence of the call that is wrong here. */
  readonly isConsequence: boolean;
  /** It throws only after a call that is wrong. */
  readonly thrownFailed: boolean;
  /** What goes wrong after it threw is a consequence of that. */
  readonly thrownMuted: boolean;
  /** What declares the places that it opened the session over. */
  readonly openedOver: readonly Site[];
  /** What it did, or left behind for other code to do. */
  readonly touched: Effects;
  /** What code it leaves behind may do later. */
  readonly effects: Effects;
  readonly escapes: boolean;
  /** A promise of one of its operations went where it is not followed. */
  readonly isUnfollowed: boolean;
  /** Something that outlives the call holds the session, and may close it. */
  readonly held: boolean;
  /** A place around the function that held the session may hold another one, or none, when it comes back. */
  readonly replaced: boolean;
  /** It is what the function returns, on every path or on some. */
  readonly returned: Share;
  /** What it returns lives on the session, on every path or on some. */
  readonly returnsLinked: Share;
  /** The role of that: of an agent's tools, a run may come back. */
  readonly linkedRole: string | undefined;
  /** It returns the promise of an operation, on some path. */
  readonly promises: boolean;
  /** Set when a call in it is wrong on every path that returns. */
  readonly failure: Failure | undefined;
  /** Set when a call in it is wrong on some path. */
  readonly risk: Failure | undefined;
  /** The calls in it that are wrong on every path that reaches them, and the places of those that are right on some. */
  readonly violations: readonly Violation[];
  readonly passing: ReadonlySet<Site>;
  readonly witnesses: Witnesses;
}

/** A call that is wrong, or in whose callee one is. */
export interface Violation {
  readonly at: Site;
  readonly failure: Failure;
}

export interface Failure {
  readonly operation: string;
  /** The innermost call that is wrong. */
  readonly site: Site;
  /** It comes before the function waits for anything: a caller that does not await the function meets it too. */
  readonly isEarly: boolean;
  /** The function had moved the session before: the violation is its own. */
  readonly isOwn: boolean;
  /** The states in which the session is there. */
  readonly states: StateSet;
  readonly witnesses: Witnesses;
}

/** What a function returns, when that is one session it made, one of its parameters, or a value that lives on one it made. */
export type Returned =
  | { readonly kind: 'linked'; readonly creation: Creation; readonly track: number; readonly role: string }
  | { readonly kind: 'fresh'; readonly creation: Creation; readonly nullish: boolean }
  | { readonly kind: 'parameter'; readonly index: number };

/** How a function can be left, whatever it is given. */
export interface Flow {
  readonly returns: boolean;
  readonly throws: boolean;
  /** It returns only if a call that fails for certain had worked. */
  readonly isUnreachable: boolean;
  /** What it returns is, on some path, the promise of an operation. */
  readonly promises: boolean;
}

/** What the engine asks about the program. Answers must not change during a run. */
export interface Semantics {
  /** The session that `new`, or a call of a modelled factory, makes, or that is taken out of what a call returns. */
  creationAt(site: Site): Creation | undefined;
  /** Whether a `new` makes a disposable stack. */
  isStackAt(site: Site): boolean;
  /** The sessions in the fields of the class instance that a `new` makes. */
  ownedAt(site: Site): readonly OwnedSession[];
  /** The session that comes from outside the function in this place, by its declared type. */
  entering(slot: Slot, methods: ReadonlySet<string>): Creation | undefined;
  callEffectsAt(site: Site): readonly CallEffect[];
  calleeAt(site: Site): Callee | undefined;
  /** The function that a call runs, where its text shows that it is a neutral callee: it needs no graph and no summary. */
  bystanderAt(site: Site): Bystander | undefined;
  /**
   * Whether what a call runs may make a session, or not come back: where no session exists, another callee need not be
   * known. Cheaper to ask than `calleeAt`.
   */
  mayMatter(site: Site): boolean;
  /** The graph of a function that is called where it is written, or chained to a promise. */
  graphOf(fn: Site): FlowGraph | undefined;
  /** Whether `inner` is written inside the scope of the declaration, so that it may refer to it. */
  mayReach(inner: Site, slot: Slot): boolean;
  usesOf(fn: Site, slot: Slot): Uses | undefined;
  /** What the function values made inside `fn` do with the variable, taken together. */
  usesInClosures(fn: Site, slot: Slot): Uses | undefined;
  neverReturns(site: Site): boolean;
  /** Whether a call of what is not followed comes back for certain. */
  neverThrows(site: Site): boolean;
  /** Whether no other code gets to run before a function comes back. */
  isSelfContained(fn: Site): boolean;
  /** How a promise that is no session's settles: it is never fulfilled, or it is in the end; `undefined`: unknown. */
  settlementOf(site: Site): Settlement | undefined;
  /** Whether what leaves a function there is a promise, by its type. */
  returnsPromise(site: Site): boolean;
  isExhaustive(site: Site): boolean;
}

export type Settlement = 'never-fulfilled' | 'fulfilled';

/** What functions of the program come to. */
export interface FunctionOutcomes {
  flowOf(graph: FlowGraph): Flow;
  outcomeOf(graph: FlowGraph, entry: EntrySession): Outcome;
  returnedBy(graph: FlowGraph): Returned | undefined;
}

/** One call of an operation, on one path. */
export interface Visit {
  readonly site: Site;
  readonly operation: Operation | undefined;
  /** The operation; empty when a function of the program is called and nothing in it is wrong. */
  readonly name: string;
  readonly automaton: Automaton;
  readonly object: SessionObject;
  /** The states in which the session may be here and the call is wrong, and those in which it is right. */
  readonly violating: StateSet;
  readonly allowing: StateSet;
  /** Those in which it can only be because other code acted on it meanwhile. */
  readonly foreign: StateSet;
  /** Nothing is known of the state: the session comes from outside and was not touched since. */
  readonly uninformed: boolean;
  /** On a path that a certain failure has ended. */
  readonly isUnreachable: boolean;
  /** Only an exception leads there: to a `catch` block, or to a `finally` block that is run for the exception. */
  readonly isExceptional: boolean;
  /** Told while a promise's callback runs in the state in which it is called. */
  readonly inCallback: boolean;
  /** The receiver may be something else. */
  readonly other: boolean;
  /** Other code may have changed the state in a way that is not followed. */
  readonly interfered: boolean;
  readonly isConsequence: boolean;
  readonly witnesses: Witnesses;
  /** Where the wrong call is, when it is inside the function that is called here. */
  readonly inside: Failure | undefined;
  /** What that function knows the session by: it may be given several. */
  readonly through: Slot | undefined;
  /** What else is wrong inside that function, and the places in it that are right on some path. */
  readonly violations: readonly Failure[];
  readonly passing: ReadonlySet<Site>;
}

/** How sessions are left: with the function, by an exception that a call throws, or by assigning something else to their variable. */
export type Leaving = ExitKind | 'unwind' | 'lost';

/** What a reporting pass is told. */
export interface Observer {
  visit(visit: Visit): void;
  /** The function is left, or a session in it; `cells` are those of the sessions it made. */
  exit(kind: Leaving, site: Site, cells: readonly (readonly [SessionObject, Cell])[]): void;
}

/** The session that a run starts with, in one state of one automaton. */
export interface EntrySession {
  /** The places that hold it, or the promise of an operation on it, or what lives on it: the role of that. */
  readonly slots: readonly Slot[];
  readonly promiseOf?: Operation | undefined;
  readonly linkedAs?: string | undefined;
  readonly automaton: Automaton;
  readonly state: number;
  /** What its caller, or code that its caller left behind, may do to it while the function waits. */
  readonly effects: Effects;
}

export interface RunResult {
  readonly outcome: Outcome;
  readonly returned: Returned | undefined;
}
