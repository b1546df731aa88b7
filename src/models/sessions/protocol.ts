/**
 * The data types that describe an SDK's sessions. A protocol is JSON: built-in ones are written `as const satisfies
 * Protocol`, users write the same shape in `settings['agent-safety'].protocols`.
 */

/** The name of a state of one protocol, such as `active`. */
export type State = string;

/** Where in its life a state is. Messages and causes are chosen by it, never by a state's name. */
export type Phase = 'unopened' | 'opening' | 'open' | 'closed' | 'failed' | 'consumed';

/** A named export of a package. Matched by the checker's symbol: the package of the nearest `package.json`, and the name. */
export interface ExportRef {
  /**
   * npm package names. Several where a package re-exports another's declaration, or where the declaring package differs.
   * @minItems 1
   */
  readonly packages: readonly string[];
  /**
   * Export names, mangled declaration names (`tool$1`) included.
   * @minItems 1
   */
  readonly names: readonly string[];
  /** The versions of the resolved package. Absent: every version. */
  readonly versions?: VersionRange;
}

/**
 * A range of versions, as npm has them.
 * @format semver-range
 */
export type VersionRange = string;

/**
 * The versions that have something; by package where the packages of a callee are numbered differently. Absent, or of a
 * package that is not listed: every version that the model covers.
 * @minProperties 1
 * @errorMessage must be a range of versions such as `>=1.2.0 <2.0.0`, or an object of such ranges by the names of packages
 */
export type Versions = VersionRange | Readonly<Record<string, VersionRange>>;

/**
 * The index of an argument of a call.
 * @minimum 0
 * @errorMessage must be the index of an argument, a whole number from 0
 */
export type ArgumentIndex = number;

/** A function, class or method that code calls. */
export interface CalleeRef extends ExportRef {
  /** A method of the class or interface that `names` name. Absent: the export itself is called or constructed. */
  readonly method?: string;
}

/** What an operation is for. With the phase of the state it is called in, it gives the cause that a message names. */
export type Role = 'open' | 'close' | 'use' | 'configure' | 'notify';

/** What the SDK does when an operation is called in a state that does not allow it: observed, and checked by the conformance tests. */
export type Outcome =
  'throws' | 'rejects' | 'hangs' | 'leaks' | 'races' | 'silently-empty' | 'silently-dropped' | 'breaks-later';

export interface StateInfo {
  readonly phase: Phase;
  /** How a message says it: "`weather` is {text}", such as `not connected` or `closed`. */
  readonly text: string;
}

export interface Op {
  readonly role: Role;
  /**
   * The versions that have the method. Absent: all. Compared with published packages, and not used by the analysis: where the
   * method is missing, TypeScript reports the call, and it throws.
   */
  readonly versions?: Versions;
  /** The states in which the operation may be called. */
  readonly from: readonly State[];
  /** The state after the call, by the state before it; a state that is not listed stays. Takes effect at the call. */
  readonly moves?: Readonly<Record<State, State>>;
  /** Set where the operation returns a promise: the state after it was awaited and fulfilled, by the state at that moment. */
  readonly settles?: Readonly<Record<State, State>>;
  /** The states in which a failed (rejected or throwing) call may leave the session. Absent: as it was. */
  readonly fails?: readonly State[];
  /** What happens in the states that are not in `from`. */
  readonly misuse?: Readonly<Record<State, Outcome>>;
  /** Set where its promise waits for an answer: what becomes of it when the session is closed before there is one. */
  readonly interrupted?: Outcome;
  /** The role that its result has, for `calls`: the tools of an MCP client die with it. */
  readonly gives?: string;
}

/** A call that is given the session, or a value that lives on it, and acts on it. */
export interface CallRule {
  readonly callee: CalleeRef;
  /** What the call must be given, anywhere in its arguments: the session itself (`subject`) or a value with this role. */
  readonly takes: string;
  /** The operation that this is on the session. Absent: none. */
  readonly op?: string;
  /** The role of what the call returns. */
  readonly gives?: string;
}

/** Awaiting (or iterating to its end) a value with this role is an operation on the session it lives on. */
export interface AwaitRule {
  readonly role: string;
  readonly op: string;
  /** Whether it is a promise itself, which an async function that returns it awaits: not a stream, which is read. */
  readonly promise?: boolean;
  /** The role of what it is fulfilled with, where that lives on the session in its turn: a stream that has started. */
  readonly gives?: string;
}

/** A member that shows the state: `if (client.transport)`. */
export interface StateTest {
  readonly member: string;
  /** Whether the member is a method that must be called. */
  readonly call?: boolean;
  readonly whenTruthy: readonly State[];
  readonly whenFalsy: readonly State[];
}

/** An option of the constructor that decides the state after `new`. */
export interface ConstructRule {
  /** The index of the constructor's argument, an object literal. */
  readonly argument: ArgumentIndex;
  /**
   * The path of a property in it: `['capabilities', 'tools']`.
   * @minItems 1
   */
  readonly property: readonly string[];
  /** Whether the property must be given, with a value other than `undefined`, or must not. */
  readonly given: boolean;
  /** Given with a value that is new each time: with a call such as `randomUUID()` in it. */
  readonly unique?: boolean;
  readonly state: State;
}

/** A function that makes a session. */
export interface Factory {
  readonly callee: CalleeRef;
  readonly state: State;
}

export interface Protocol {
  /** Unique, such as `mcp.client.v1`. */
  readonly id: string;
  /** What messages call the session, such as `client`. */
  readonly noun: string;
  /**
   * The classes or interfaces whose values follow the protocol; subclasses in SDK packages are listed by name.
   * @minItems 1
   */
  readonly subjects: readonly ExportRef[];
  /**
   * In the order of a session's life. Sets of states are sets of bits in the analysis.
   * @minProperties 1
   * @maxProperties 30
   */
  readonly states: Readonly<Record<State, StateInfo>>;
  /** The state after `new`. Absent: `new` is not how sessions are made. */
  readonly construct?: State;
  /**
   * Tried in order before `construct`: the first rule that holds decides. Where it is unknown whether one holds (the
   * argument is not a literal, or it spreads something), the session is not followed.
   */
  readonly constructWith?: readonly ConstructRule[];
  readonly factories?: readonly Factory[];
  /** The state of one that a pattern takes out of what a call returns: `const [result, next] = await …`. Absent: not followed. */
  readonly emerges?: State;
  /** By method name, plus names that only `calls` and `awaits` use. `Symbol.asyncDispose` and `Symbol.dispose` are written so. */
  readonly ops: Readonly<Record<string, Op>>;
  /** Methods that neither need nor change a state. A method in neither list makes the session unknown. */
  readonly neutral?: readonly string[];
  /** Properties whose value counts as the session itself: `McpServer#server`. */
  readonly views?: readonly string[];
  /** Properties whose value lives on the session, and the role that it has for `calls`: the connected servers of a group. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly calls?: readonly CallRule[];
  readonly awaits?: readonly AwaitRule[];
  readonly guards?: readonly StateTest[];
  /** Moves that the peer makes by itself, at any later `await` or call to other code: `attached` to `initialized`. */
  readonly spontaneous?: Readonly<Record<State, State>>;
  /** The states in which leaving the session behind leaks it. Absent: it needs no close. */
  readonly mustClose?: readonly State[];
  /** Nothing but its operations moves it: code that it is handed to can neither patch it nor bring it back. */
  readonly sealed?: boolean;
  /**
   * What it may be opened over without holding anything outside of memory: such a session needs no close either.
   * @minItems 1
   */
  readonly inMemory?: readonly ExportRef[];
  /** The operation that binds one session to one connection; connecting it twice shares it between clients. */
  readonly perConnection?: string;
  /** The SDK's documentation or source of the behaviour described here. */
  readonly source: string;
}
