/* eslint-disable @typescript-eslint/unbound-method -- each is given its receiver */

import { unbound } from '../globals.ts';
import type { OfText } from '../globals.ts';

export const codeAt: OfText<[at: number], number> = unbound(String.prototype.charCodeAt);
export const endsWith: OfText<[end: string], boolean> = unbound(String.prototype.endsWith);
export const includes: OfText<[part: string], boolean> = unbound(String.prototype.includes);
export const padStart: OfText<[length: number, filler: string], string> = unbound(String.prototype.padStart);
export const startsWith: OfText<[start: string], boolean> = unbound(String.prototype.startsWith);
export const toBase: (value: number, base: number) => string = unbound(Number.prototype.toString);
