/** What takes a program beyond the core: why the text of one call from outside no longer tells what happens when. */
export type Beyond =
  /**
   * Sessions outlive the call from outside: in fields, in variables of the module. Such calls come one after the other,
   * and in between, but where two of them use a session at the same time nothing is said of it any more.
   */
  | 'outliving'
  /** The program's functions run while others of them wait: calls that are not awaited, races, promises of calls. */
  | 'overlapping'
  /** Promises call the program back: `then`, `catch`, `finally`. */
  | 'callbacks'
  /** Sessions go where nobody follows them: to other code, into arrays and objects. */
  | 'unfollowed'
  /** Functions assign variables of the function around them. */
  | 'assignedInside';

/** Which programs are written. */
export interface Profile {
  readonly allows: ReadonlySet<Beyond>;
}

export type ProfileName = 'core' | 'wide';

/**
 * `core` has the programs in which everything happens in the order of the text: sessions are made in one call from
 * outside, are held by variables, parameters and results, and are gone when it ends; a function that is called is
 * awaited before its caller goes on, or runs beside others that concern other sessions. Within that, all of the
 * language's control flow: branches, loops, labels, `switch`, `try`/`catch`/`finally`, `break`, `continue`, `return`,
 * `throw`, functions that never return; aliases by `const`, `let` and assignment, variables that may be `undefined`,
 * optional chaining, `using`; functions and arrow functions with sessions as parameters, in closures or as results,
 * also from another file; `await` early, late, in conditions and arguments, forgotten at an operation, of variables
 * that hold promises, and of `Promise.all`.
 *
 * `wide` adds all that makes it depend on more than the text: see `Beyond`.
 */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  core: { allows: new Set() },
  wide: { allows: new Set(['outliving', 'overlapping', 'callbacks', 'unfollowed', 'assignedInside']) },
};

/** The share of the always wrong operations that the analysis may miss. */
export const missedLimits: Readonly<Record<ProfileName, number>> = { core: 0.005, wide: 0.05 };

/** Whether there is a profile of the name. */
export function isProfileName(name: string): name is ProfileName {
  return name in profiles;
}
