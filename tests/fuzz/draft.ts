import type { Beyond, Profile } from './profiles.ts';
import type { Random } from './random.ts';

/** Lines of a program, without their ends. */
export type Lines = readonly string[];

/** A session as an expression of the program. */
export interface SessionName {
  readonly text: string;
  readonly isAssignable: boolean;
  /** May be `undefined`: calls are written `?.`. */
  readonly isOptional: boolean;
  /** No other name that has this trait is for the same session. */
  readonly isOwn: boolean;
}

/** A function of the program. */
export interface Callable {
  readonly text: string;
  /** Of type `Session`, as many. */
  readonly parameters: number;
  readonly isAsync: boolean;
  readonly returnsSession: boolean;
  /** Uses sessions that it is not given. */
  readonly capturesSessions: boolean;
}

/** What a statement can refer to, and where it may go. */
export interface Scope {
  readonly sessions: readonly SessionName[];
  readonly promises: readonly string[];
  readonly callables: readonly Callable[];
  readonly labels: readonly string[];
  readonly isAsync: boolean;
  readonly canReturn: boolean;
  /** What `return` must return. */
  readonly returnsSession: boolean;
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  readonly depth: number;
}

/** Where a program begins. */
export const emptyScope: Scope = {
  sessions: [],
  promises: [],
  callables: [],
  labels: [],
  isAsync: true,
  canReturn: true,
  returnsSession: false,
  inLoop: false,
  inSwitch: false,
  depth: 0,
};

/** A program while it is written. */
export class Draft {
  readonly random: Random;
  readonly #profile: Profile;
  /** How many statements may still be written, nested ones aside. */
  budget = 0;
  /** What the text so far suggests: random operations are mostly wrong, and code behind a wrong one rarely runs. */
  readonly connected = new Set<string>();
  /** Nothing connects. Where sessions outlive calls, that is what can be known of them for certain. */
  isNeverConnected = false;
  /** The functions that are called so far. */
  readonly invoked = new Set<string>();
  readonly #counters = new Map<string, number>();

  constructor(random: Random, profile: Profile) {
    this.random = random;
    this.#profile = profile;
  }

  allows(beyond: Beyond): boolean {
    return this.#profile.allows.has(beyond);
  }

  /** A name that the program does not have yet. */
  fresh(prefix: string): string {
    const count = (this.#counters.get(prefix) ?? 0) + 1;
    this.#counters.set(prefix, count);
    return `${prefix}${count}`;
  }
}

/** A variable, parameter or field that always holds a session. */
export function sessionName(text: string, { isAssignable = false, isOwn = false } = {}): SessionName {
  return { text, isAssignable, isOptional: false, isOwn };
}

export function indent(lines: Lines): string[] {
  return lines.map((line) => (line === '' ? line : `  ${line}`));
}
