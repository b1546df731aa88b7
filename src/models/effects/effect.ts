import type { ExportRef } from '../sessions/protocol.ts';

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
  /**
   * The first words that the text may have, in capitals: `POST` stands for `'post'` and for `'POST /repos'`, and
   * {@link MODEL_TEXT} for any that the model writes.
   */
  readonly firstWord: readonly string[];
}

/**
 * Where a call says what is read, or who is reached. A page is at a `url`, of which the host counts, and which may be a
 * property of an object; a file has a `path`; a `command` is a line or the program to run; everything else, such as the
 * receiver of a mail, has a `name`. What is `open`
 * has been written by whoever wanted to, such as the mails in an inbox; a `cache` is mostly the program's own.
 */
export type Target =
  | {
      readonly is: 'command' | 'name' | 'path' | 'url';
      readonly argument: number | 'receiver';
      /** Properties of the argument, any of which says it. Absent: the argument itself. */
      readonly properties?: readonly string[];
    }
  | { readonly is: 'cache' | 'open' };

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
  /** It runs its last argument as code: a text that is surely arithmetic has no effect. */
  readonly isCode?: true;
  /** What the texts that it is given are run as; `page`: as a script in a page. Absent: they are data for what it runs. */
  readonly runs?: 'code' | 'page' | 'shell' | 'sql';
  /** With an object alone it does nothing but give itself with these options: `execa({ shell: true })(command)`. */
  readonly takesOptionsFirst?: true;
  /** The program that is given all its arguments as words: `git` of `git.raw('push', remote)`. */
  readonly program?: string;
  /** What it changes of the program's own. Absent: it changes something of another system. */
  readonly store?: Store;
  /** It takes all there is away, and not one thing: a table, a database. */
  readonly isWhole?: true;
  /** What it makes in another system changes nothing before it is accepted there: a draft of an invoice. */
  readonly isDraft?: true;
  /** Absent: it reads a private store, or reaches a recipient that was chosen before. */
  readonly target?: Target;
  /** What messages call the object, where its declared name is not what people write: `axios` for `Axios`. */
  readonly label?: string;
  /** Its methods are in groups, of which messages name the one: `octokit.pulls.create` for `octokit.rest.pulls.create`. */
  readonly isGrouped?: true;
}

/** Stands for the first word of a text that the model writes. */
export const MODEL_TEXT = '!';

/**
 * What is changed of the program's own: `entries` are added or updated, as rows of a database; a file is written at a path; a
 * folder is made where there may be one, and a link only where nothing is; a `repository` is the working copy and the history
 * of a version control system; `usage` is what the program reports of its own use, for a bill.
 */
export type Store = 'entries' | 'file' | 'folder' | 'link' | 'repository' | 'usage';

/** The methods of HTTP that send something, or ask for a change. */
export const writingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The sinks of one object, by what its methods do. */
export function sinksOf(
  object: Omit<Sink, 'effect' | 'methods'>,
  methods: Readonly<Partial<Record<EffectKind, readonly string[]>>>,
): readonly Sink[] {
  return Object.entries(methods).map(([effect, names]) => {
    return { ...object, methods: names, effect: effect as EffectKind };
  });
}
