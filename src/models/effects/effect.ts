import type { ExportRef } from '../protocol.ts';

/** What a function does to the world, or takes from it. */
export type EffectKind =
  | 'read-private'
  | 'untrusted-input'
  /** Changes something that outlives the call. */
  | 'write'
  /** Takes something away that cannot be brought back by the same means. */
  | 'delete'
  /** Runs commands, or code that is not the program's own. */
  | 'execute'
  /** Sends data out. Whether it changes anything there is for the receiver to say: a `POST` may only search. */
  | 'egress'
  /** Moves money. */
  | 'spend';

/** A text that a call must be given for a sink to count. What is not known is not given. */
export interface Condition {
  readonly argument: number;
  /** A property of the argument. Absent: the argument itself. */
  readonly property?: string;
  /** The first words that the text may have, in capitals: `POST` stands for `'post'` and for `'POST /repos'`. */
  readonly firstWord: readonly string[];
}

/** A function or method of an SDK that has an effect. */
export interface Sink {
  /** The functions and constructors, or with `methods` what these are called on. The name `*` is any of the packages. */
  readonly of: ExportRef;
  /**
   * Names of methods; `create*` is every name that begins so, and `()` a call of the object itself. Absent: what `of`
   * names is called or constructed.
   */
  readonly methods?: readonly string[];
  /** `of` names what the methods return: for clients that a generator writes into the user's own sources. */
  readonly by?: 'result';
  readonly effect: EffectKind;
  readonly when?: Condition;
  /** What messages call the object, where its declared name is not what people write: `axios` for `Axios`. */
  readonly label?: string;
}

/** The methods of HTTP that send something, or ask for a change. */
export const writingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
