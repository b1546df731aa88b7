import { freeze, slice } from '../globals.ts';
import type { MeasuredDocuments } from './content.ts';
import { hexOf } from './platform.ts';
import { padStart, toBase } from './texts.ts';
import type { ToolCall } from './tool-call.ts';

/** The record of a call that ran, by `tool_effect.schema.json`. Deeply frozen. */
export interface ToolEffect extends MeasuredDocuments {
  /** A UUID of version 7: the time of the call, and 74 random bits. */
  readonly effect_id: string;
  readonly server_id: string;
  readonly tool_name: string;
  readonly tool_class: 'read' | 'write';
  readonly idempotency_key?: string;
  readonly content_hash_alg: 'sha256';
}

const { isInteger } = Number;
const { floor } = Math;
const random = crypto.getRandomValues.bind(crypto);

/** The last millisecond that 48 bits count. */
const lastMoment = 0xffff_ffff_ffff;

/** The record of a call. */
export function toolEffect(
  id: string,
  { server_id, tool_name, idempotency_key }: ToolCall,
  tool_class: 'read' | 'write',
  { document_hashes, batch_total_bytes }: MeasuredDocuments,
): ToolEffect {
  const key = idempotency_key === undefined ? {} : { idempotency_key };
  const documents = { document_hashes, batch_total_bytes, content_hash_alg: 'sha256' } as const;
  return freeze({ effect_id: id, server_id, tool_name, tool_class, ...key, ...documents });
}

/** A UUID of version 7 (RFC 9562 section 5.7), in lowercase. `moment` is in milliseconds. */
export function uuidv7(moment: number): string {
  const time = padStart(toBase(moment, 16), 12, '0');
  const version = hexOf(0x70 | (randomByte() & 0x0f)) + randomHex();
  const variant = hexOf(0x80 | (randomByte() & 0x3f)) + randomHex();
  const rest = randomHex() + randomHex() + randomHex() + randomHex() + randomHex() + randomHex();
  return `${slice(time, 0, 8)}-${slice(time, 8)}-${version}-${variant}-${rest}`;
}

// Random bytes are drawn for many ids at once: each draw costs as much as a hash. None is used twice.
const drawn = new Uint8Array(1000);
let used = drawn.length;

function randomByte(): number {
  if (used === drawn.length) {
    random(drawn);
    used = 0;
  }
  return drawn[used++] ?? 0;
}

function randomHex(): string {
  return hexOf(randomByte());
}

/**
 * The moment that a clock gives, in whole milliseconds.
 *
 * @throws TypeError for what is none: no record would have its time.
 */
export function momentOf(clock: () => number): number {
  const moment: unknown = clock();
  const whole = typeof moment === 'number' ? floor(moment) : NaN;
  if (isInteger(whole) && whole >= 0 && whole <= lastMoment) return whole;
  throw new TypeError('The option `clock` has to give milliseconds since 1970, as `Date.now` does.');
}
