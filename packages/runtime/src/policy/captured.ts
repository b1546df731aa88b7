/* eslint-disable @typescript-eslint/unbound-method -- each is given its receiver */

/**
 * Functions of the language, taken while the program loads: others may replace them later, on their prototypes too, and
 * what decides about a call goes on with these.
 */

const { bind, call } = Function.prototype;

/** A method as a function of its receiver. */
export function unbound<Receiver, Rest extends unknown[], Result>(
  method: (this: Receiver, ...rest: Rest) => Result,
): (receiver: Receiver, ...rest: Rest) => Result {
  return bind.call(call, method) as (receiver: Receiver, ...rest: Rest) => Result;
}

export const { isArray } = Array;
export const { create, freeze, hasOwn, keys: keysOf } = Object;

type OfText<Rest extends unknown[], Result> = (text: string, ...rest: Rest) => Result;

export const codeAt: OfText<[at: number], number> = unbound(String.prototype.charCodeAt);
export const endsWith: OfText<[end: string], boolean> = unbound(String.prototype.endsWith);
export const includes: OfText<[part: string], boolean> = unbound(String.prototype.includes);
export const padStart: OfText<[length: number, filler: string], string> = unbound(String.prototype.padStart);
export const slice: OfText<[start: number, end?: number], string> = unbound(String.prototype.slice);
export const matches: (pattern: RegExp, text: string) => boolean = unbound(RegExp.prototype.test);
export const subarray: (bytes: Uint8Array, start: number, end: number) => Uint8Array = unbound(
  Uint8Array.prototype.subarray,
);
export const toBase: (value: number, base: number) => string = unbound(Number.prototype.toString);

const loneSurrogate = /\p{Surrogate}/u;
const native = (String.prototype as { isWellFormed?: (this: string) => boolean }).isWellFormed;

/** Whether a text has no half of a surrogate pair. */
export const isWellFormed: (text: string) => boolean = native
  ? unbound(native)
  : (text) => !matches(loneSurrogate, text);

const encoder = new TextEncoder();
const encodeWith = unbound(TextEncoder.prototype.encodeInto);

/** Writes the UTF-8 of a text from the start of `target`, which has room for it. The count of bytes. */
export function encodeInto(text: string, target: Uint8Array): number {
  return encodeWith(encoder, text, target).written;
}

/** A loop that looks up nothing on a prototype, as `for … of` does. */
export function each<Item>(items: ArrayLike<Item>, visit: (item: Item, index: number) => void): void {
  const { length } = items;
  for (let index = 0; index < length; index++) visit(items[index] as Item, index);
}
