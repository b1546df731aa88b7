/** How deep calls, imports and nested expressions are followed, together. */
export const MAX_DEPTH = 100;

/** How many calls of one function are followed inside of each other. What a recursive one makes of itself has no end. */
export const MAX_RECURSION = 3;

/** How many expressions are looked at for one query. Past that the rest is unknown. */
export const MAX_STEPS = 5000;

/** How many of them for one condition: where that takes more, both of its branches are still known. */
export const MAX_CONDITION_STEPS = 1000;

/** How much of what is left of them one of several parts may take, such as one that is spread into a list. */
export const PART = 0.75;

/** How many runs of a callback, loop or function are followed, and how many values a choice may have. */
export const MAX_SIZE = 200;

/** How many calls are followed back from one place, to all that lead there: there may be as many ways as in a maze. */
export const MAX_CALLS = 1000;

/** How many calls that hand a value on are followed for one query, to see what they put into it. Past that it is open. */
export const MAX_HANDED_ON = 2000;

/** How many instances of a class are told apart: what all of many have in common is in none of them alone. */
export const MAX_INSTANCES = 8;

/** How many runs of the code around one call are told apart for what makes an agent. */
export const MAX_AROUND = 8;

/** How many of them are followed back from what makes an agent: what it is by each of many callers says little. */
export const MAX_CALLERS = 60;

/** How many elements of a list are kept: a list of more is open. */
export const MAX_ELEMENTS = 10_000;

/** Whether something is met for the first time on a walk over values, which ends where it has met too many. */
export function isFirst(each: object, seen: Set<object>): boolean {
  if (seen.has(each) || seen.size >= MAX_SIZE) return false;
  seen.add(each);
  return true;
}
