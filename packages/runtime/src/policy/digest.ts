import { isWellFormed, slice } from '../globals.ts';
import { encodeInto, subarray } from './bytes.ts';
import { platform } from './platform.ts';
import type { Hashing, Platform } from './platform.ts';
import { codeAt, endsWith, includes } from './texts.ts';

/** What a document's text stands for: its UTF-8 bytes, or the bytes that it encodes. */
export type ContentEncoding = 'utf8' | 'base64';

/** The SHA-256 of a document's bytes, in lowercase hexadecimal digits, and how many they are. */
export interface ContentDigest {
  readonly hash: string;
  readonly size: number;
}

/** Digests of documents, on one platform. */
export interface Digests {
  /**
   * The digest of exactly the bytes that the text stands for: line ends, a byte order mark and the form of Unicode stay as
   * they are. `undefined` where it stands for none: half of a surrogate pair in UTF-8, other than canonical base64
   * (RFC 4648 section 4, with padding, nothing between the characters, and no bits left over).
   */
  readonly of: (text: string, encoding: ContentEncoding) => ContentDigest | undefined;
}

/** Characters that are read at a time: a multiple of four, and few enough to stay in the processor's cache. */
const chunk = 16_384;

/** Digests by the functions of a platform. */
export function digestsOn({ startHash, hash: hashOf, decodeBase64 }: Platform): Digests {
  // One for all: what is in it is hashed before anything else of the program runs.
  const bytes = new Uint8Array(3 * chunk);

  return { of: (text, encoding) => (encoding === 'utf8' ? ofUtf8(text) : ofBase64(text)) };

  function ofUtf8(text: string): ContentDigest | undefined {
    if (!isWellFormed(text)) return undefined;
    const { length } = text;
    if (length <= chunk) {
      const written = encodeInto(text, bytes);
      return { hash: hashOf(subarray(bytes, 0, written)), size: written };
    }
    const hash = startHash();
    let size = 0;
    for (let start = 0; start < length;) {
      const end = endOfChunk(text, start);
      const written = encodeInto(part(text, start, end), bytes);
      addTo(hash, written);
      size += written;
      start = end;
    }
    return { hash: hash.hex(), size };
  }

  function ofBase64(text: string): ContentDigest | undefined {
    const size = sizeOfBase64(text);
    if (size === undefined) return undefined;
    const hash = startHash();
    const { length } = text;
    for (let start = 0; start < length; start += chunk) {
      const end = start + chunk < length ? start + chunk : length;
      const piece = part(text, start, end);
      const expected = end === length ? size - (start / 4) * 3 : (chunk / 4) * 3;
      // Decoders read other characters by their low byte, or skip them, which leaves fewer bytes.
      if (encodeInto(piece, bytes) !== end - start || decodeBase64(piece, bytes) !== expected) return undefined;
      addTo(hash, expected);
    }
    return { hash: hash.hex(), size };
  }

  function addTo(hash: Hashing, count: number): void {
    hash.update(count === bytes.length ? bytes : subarray(bytes, 0, count));
  }
}

/** Digests of documents, on the platform that the program runs on. */
export const digests = digestsOn(platform);

/** The fewest bytes that a text of this length can stand for: what is larger than allowed by that is not read at all. */
export function leastSize(text: string, encoding: ContentEncoding): number {
  // One of UTF-16 is at least one byte; four of base64 are at least one.
  return encoding === 'utf8' ? text.length : (text.length / 4) * 3 - 2;
}

/** How many bytes base64 stands for by its length, padding and last character. `undefined` where these are not canonical. */
function sizeOfBase64(text: string): number | undefined {
  const { length } = text;
  if (length % 4 !== 0) return undefined;
  // Of the alphabet for addresses, which decoders take for that of base64.
  if (includes(text, '-') || includes(text, '_')) return undefined;
  const padding = endsWith(text, '==') ? 2 : endsWith(text, '=') ? 1 : 0;
  // Before padding, some bits of the last character stand for nothing, and are zero.
  const isCanonical = padding === 0 || includes(padding === 2 ? 'AQgw' : 'AEIMQUYcgkosw048', part(text, length - padding - 1, length - padding)); // prettier-ignore
  return isCanonical ? (length / 4) * 3 - padding : undefined;
}

/** The end of the chunk that starts there, before a surrogate pair that it would split. */
function endOfChunk(text: string, start: number): number {
  const end = start + chunk;
  if (end >= text.length) return text.length;
  const last = codeAt(text, end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

function part(text: string, start: number, end: number): string {
  return start === 0 && end === text.length ? text : slice(text, start, end);
}
