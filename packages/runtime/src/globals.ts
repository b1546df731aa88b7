/* eslint-disable @typescript-eslint/unbound-method -- each is given its receiver */

/**
 * Functions of the language, taken while the program loads. Others may replace them on their objects and prototypes later:
 * what decides about a call uses these, and a loop where an array's method would be looked up.
 */

const { bind, call } = Function.prototype;

/** A method as a function of its receiver. */
export function unbound<Receiver, Rest extends unknown[], Result>(
  method: (this: Receiver, ...rest: Rest) => Result,
): (receiver: Receiver, ...rest: Rest) => Result {
  return bind.call(call, method) as (receiver: Receiver, ...rest: Rest) => Result;
}

/** A method as a function that needs no receiver. */
export const bindTo: (method: (...args: never) => unknown, receiver: unknown) => unknown = unbound(bind as never);

/** The first index at which a test holds, or -1. Without the iterator or a method of the list, which others can replace. */
export function indexWhere<Item>(list: readonly Item[], test: (item: Item, index: number) => boolean): number {
  for (let index = 0; index < list.length; index++) if (test(list[index] as Item, index)) return index;
  return -1;
}

/** Calls a function with each item, in their order, and looks up nothing on a prototype, as `for … of` does. */
export function each<Item>(list: ArrayLike<Item>, visit: (item: Item, index: number) => void): void {
  const { length } = list;
  for (let index = 0; index < length; index++) visit(list[index] as Item, index);
}

export const { isArray } = Array;
export const { isFinite } = Number;
export const { create, freeze, hasOwn, keys: keysOf } = Object;
export const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
export const { stringify } = JSON;

type OfText<Rest extends unknown[], Result> = (text: string, ...rest: Rest) => Result;

export const codeAt: OfText<[at: number], number> = unbound(String.prototype.charCodeAt);
export const endsWith: OfText<[end: string], boolean> = unbound(String.prototype.endsWith);
export const includes: OfText<[part: string], boolean> = unbound(String.prototype.includes);
export const padStart: OfText<[length: number, filler: string], string> = unbound(String.prototype.padStart);
export const slice: OfText<[start: number, end?: number], string> = unbound(String.prototype.slice);
export const matches: (pattern: RegExp, text: string) => boolean = unbound(RegExp.prototype.test);
export const toBase: (value: number, base: number) => string = unbound(Number.prototype.toString);

const loneSurrogate = /\p{Surrogate}/u;
const native = (String.prototype as { isWellFormed?: (this: string) => boolean }).isWellFormed;

/** Whether a text has no half of a surrogate pair. */
export const isWellFormed: (text: string) => boolean = native
  ? unbound(native)
  : (text) => !matches(loneSurrogate, text);
