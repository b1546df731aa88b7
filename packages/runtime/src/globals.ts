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

/** Whether a list has exactly this item. */
export function isIn<Item>(list: readonly Item[], item: Item): boolean {
  return indexWhere(list, (one) => one === item) >= 0;
}

/** Calls a function with each item, in their order, and looks up nothing on a prototype, as `for … of` does. */
export function each<Item>(list: ArrayLike<Item>, visit: (item: Item, index: number) => void): void {
  const { length } = list;
  for (let index = 0; index < length; index++) visit(list[index] as Item, index);
}

/** A list of what a function makes of each item. */
export function mapped<Item, Result>(list: ArrayLike<Item>, of: (item: Item, index: number) => Result): Result[] {
  const results: Result[] = [];
  each(list, (item, index) => {
    results[index] = of(item, index);
  });
  return results;
}

export const { isArray } = Array;
export const { isFinite } = Number;
export const { create, freeze, hasOwn, keys: keysOf, values: valuesOf } = Object;
export const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
export const { stringify } = JSON;

/** An option that was really given: what others put on prototypes is none. */
export function ownOption<Options extends object, Key extends keyof Options>(
  options: Options,
  key: Key,
): Options[Key] | undefined {
  return hasOwn(options, key) ? options[key] : undefined;
}

export type OfText<Rest extends unknown[], Result> = (text: string, ...rest: Rest) => Result;

export const slice: OfText<[start: number, end?: number], string> = unbound(String.prototype.slice);
const exec = unbound(RegExp.prototype.exec);

/** Whether a pattern is found. By `exec`, which `test` would look up. */
export function matches(pattern: RegExp, text: string): boolean {
  return exec(pattern, text) !== null;
}

export const NativePromise = Promise;

/** What is promised, as a native promise: one that is native already is not asked for its `then`. */
export function promiseOf(given: unknown): Promise<unknown> {
  return given instanceof NativePromise ? given : new NativePromise((settle) => settle(given));
}

/** `then` of promises. Under its own name, `import()` would take this module for a promise. */
export const whenSettled: (promise: Promise<unknown>, ...on: Parameters<Promise<unknown>['then']>) => Promise<unknown> =
  unbound(Promise.prototype.then);

const loneSurrogate = /\p{Surrogate}/u;
const native = (String.prototype as { isWellFormed?: (this: string) => boolean }).isWellFormed;

/** Whether a text has no half of a surrogate pair. */
export const isWellFormed: (text: string) => boolean = native
  ? unbound(native)
  : (text) => !matches(loneSurrogate, text);
