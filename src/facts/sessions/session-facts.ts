import type { ts } from '../../type-utils/index.ts';
import type { Op, Outcome, Phase, Protocol, State } from '../../models/sessions/protocol.ts';

/** Why a call of an operation is wrong, by what the operation is for and where in its life the session is. */
export interface Cause {
  readonly role: Op['role'];
  readonly phase: Phase;
}

/** A place that explains a finding: where the session got into the state it is in. */
export interface Witness {
  readonly state: State;
  /** The call, `await` or `new` that moved the session into the state, in this file or another. */
  readonly node: ts.Node;
}

/** What the analysis concludes about one call of an operation, over all paths that reach it. */
export type Certainty = 'definite' | 'possible' | 'fine' | 'unknown';

/** The answer for one call of an operation on a session that is followed. */
export interface Verdict {
  /** The call expression, or the `using` declaration for a disposal. */
  readonly node: ts.Node;
  readonly op: string;
  readonly certainty: Certainty;
  /** Every path to this call passes a wrong call on the same session: rules stay silent, the first one was reported. */
  readonly isConsequence: boolean;
}

/** A call of an operation in a state that does not allow it. */
export interface Misuse {
  readonly protocol: Protocol;
  readonly certainty: 'definite' | 'possible';
  readonly node: ts.Node;
  /** The operation's name in the protocol. */
  readonly op: string;
  /** What is called, as the source names it: the method, or the function that is given the session. */
  readonly called: string;
  /** How the source names the session: `client`, `this.#client`. */
  readonly subject: string;
  readonly cause: Cause;
  /** The states that the session can be in here and that do not allow the operation. */
  readonly states: readonly State[];
  readonly witnesses: readonly Witness[];
  readonly outcome: Outcome | undefined;
  /** The wrong state was reached in an earlier iteration of a loop around the call. */
  readonly inEarlierIteration: boolean;
  /** The call is to one of the program's functions, and the operation is called inside it, here. */
  readonly inside: ts.Node | undefined;
  /** The call whose promise is not awaited, where that is the cause. */
  readonly unawaited: ts.Node | undefined;
  /**
   * The session is closed, at the witness, while what the call gives is returned: a promise that is not awaited, before the
   * request is answered, or what needs the session open, such as its tools.
   */
  readonly returned: 'promise' | 'result' | undefined;
  /** Nothing in the program opens the session, wherever this call is reached from. */
  readonly neverOpened: boolean;
  /** A test expects the call to fail. */
  readonly expectedToReject: boolean;
}

/** What is so of most misuses: no circumstance explains them but the state. */
export const plain = {
  inEarlierIteration: false,
  inside: undefined,
  unawaited: undefined,
  returned: undefined,
  neverOpened: false,
  expectedToReject: false,
} as const satisfies Partial<Misuse>;

/** Whether closing a session in some state is a misuse in its turn: something goes on that needs it. */
export function isMisusedBy({ ops }: Protocol, closers: ReadonlySet<string>, state: State): boolean {
  return [...closers].some((op) => ops[op]?.misuse?.[state] !== undefined);
}

/** A session that can be left behind without having been closed. */
export interface Leak {
  readonly protocol: Protocol;
  readonly subject: string;
  /** Where the session is made. */
  readonly node: ts.Node;
  /** Where the function is left: a `return`, a `throw`, or the function itself for its end; or where it is replaced. */
  readonly exit: ts.Node;
  /** Another session takes its place in the variable that holds it. */
  readonly replaced: boolean;
  /** That is the one which the next iteration of a loop makes in the same way. */
  readonly inLoop: boolean;
  /** Left by an exception rather than by `return` or at the end. */
  readonly exceptional: boolean;
  /** By an exception that a call may throw, which nothing in the function says it expects. */
  readonly implicit: boolean;
  /** Where a call failed, and a `catch` block of the function took that. */
  readonly caught: boolean;
  /** That call fails in ordinary operation by its model. */
  readonly modelled: boolean;
  /** A run that goes on needs it, by the state that it is in: to close it there would be wrong as well. */
  readonly needed: State | undefined;
  /** The session is made in code of tests. */
  readonly inTest: boolean;
}

/** What the analysis found in one file. Sorted by position. */
export interface SessionFacts {
  readonly verdicts: readonly Verdict[];
  readonly misuses: readonly Misuse[];
  readonly leaks: readonly Leak[];
}
