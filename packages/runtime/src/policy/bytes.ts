/* eslint-disable @typescript-eslint/unbound-method -- each is given its receiver */

import { unbound } from '../globals.ts';

const encoder = new TextEncoder();
const encodeWith = unbound(TextEncoder.prototype.encodeInto);

/** Writes the UTF-8 of a text from the start of `target`, which has room for it. The count of bytes. */
export function encodeInto(text: string, target: Uint8Array): number {
  return encodeWith(encoder, text, target).written;
}

export const subarray: (bytes: Uint8Array, start: number, end: number) => Uint8Array = unbound(
  Uint8Array.prototype.subarray,
);
