import type { Json } from '../json.ts';
import { create, each, freeze, isArray } from '../globals.ts';
import { digests, leastSize } from './digest.ts';
import { PolicyDenied, shown } from './denied.ts';
import type { DeniedCall, PolicyCode } from './denied.ts';
import { valueAt } from './pointer.ts';
import type { Pointer } from './pointer.ts';
import type { ContentSpec } from './registry.ts';
import type { ExpectedDocumentHash } from './tool-call.ts';

/** A document that was measured: where it is, the SHA-256 of its bytes, and how many they are. */
export interface DocumentHash {
  readonly pointer: string;
  readonly hash: string;
  readonly size_bytes: number;
}

/** The documents of a call, in the order of the registry's pointers. Deeply frozen. */
export interface MeasuredDocuments {
  readonly document_hashes: readonly DocumentHash[];
  readonly batch_total_bytes: number;
}

/** Where documents are looked for, for messages. */
export interface ContentPlace extends DeniedCall {
  /** `undefined`: absent documents are denied as all that is no text is. */
  readonly mayBeAbsent?: boolean;
}

export const noDocuments: MeasuredDocuments = freeze({ document_hashes: freeze([]), batch_total_bytes: 0 });

/**
 * Finds the documents of a call or a result, and measures and hashes them.
 *
 * @param json The arguments, or the result.
 * @throws PolicyDenied DOC_CONTENT_POINTER_INVALID, DOC_SIZE_EXCEEDED or DOC_ENCODING_INVALID. What is too large by the
 *   length of its text alone is not read.
 */
export function measureDocuments(spec: ContentSpec, json: Json, place: ContentPlace): MeasuredDocuments {
  const texts = textsOf(spec, json, place);
  checkLeastSizes(spec, texts, place);
  const hashes: DocumentHash[] = [];
  let total = 0;
  each(texts, (text, index) => {
    const measured = measure(spec, text, place);
    total += measured.size_bytes;
    if (total > spec.mostBatchBytes) throw batchTooLarge(spec, place);
    hashes[index] = measured;
  });
  return freeze({ document_hashes: freeze(hashes), batch_total_bytes: total });
}

/**
 * Compares the documents of a call with those that its caller meant. A list that is not empty has to have each document,
 * and nothing else: one that is left out could be anything.
 *
 * @throws PolicyDenied DOC_HASH_MISMATCH
 */
export function checkExpected(
  expected: readonly ExpectedDocumentHash[] | undefined,
  { document_hashes: found }: MeasuredDocuments,
  place: ContentPlace,
): void {
  if (!expected || expected.length === 0) return;
  const hashes = hashesOf(found);
  each(expected, ({ pointer, hash }) => {
    const actual = hashes[pointer];
    if (actual === undefined) throw mismatch(pointer, 'is no document of this call by the registry', place);
    if (actual !== hash) throw mismatch(pointer, 'has another SHA-256 than `expected_document_hashes` has', place);
  });
  const listed = hashesOf(expected);
  each(found, ({ pointer }) => {
    if (listed[pointer] === undefined) throw mismatch(pointer, 'is missing in `expected_document_hashes`', place);
  });
}

/** A text and where it was found. */
interface Found {
  readonly pointer: Pointer;
  readonly text: string;
}

function textsOf({ pointers }: ContentSpec, json: Json, place: ContentPlace): readonly Found[] {
  const texts: Found[] = [];
  each(pointers, (pointer) => {
    const text = valueAt(pointer, json);
    if (typeof text === 'string') texts[texts.length] = { pointer, text };
    else if (text !== undefined || place.mayBeAbsent !== true) throw noText(pointer, text, place);
  });
  return texts;
}

function checkLeastSizes(spec: ContentSpec, texts: readonly Found[], place: ContentPlace): void {
  let total = 0;
  each(texts, ({ pointer, text }) => {
    const size = leastSize(text, spec.encoding);
    if (size > spec.mostItemBytes) throw itemTooLarge(spec, pointer.text, place);
    total += size;
  });
  if (total > spec.mostBatchBytes) throw batchTooLarge(spec, place);
}

function measure(spec: ContentSpec, { pointer, text }: Found, place: ContentPlace): DocumentHash {
  const digest = digests.of(text, spec.encoding);
  if (!digest) throw badEncoding(spec, pointer.text, place);
  if (digest.size > spec.mostItemBytes) throw itemTooLarge(spec, pointer.text, place);
  return freeze({ pointer: pointer.text, hash: digest.hash, size_bytes: digest.size });
}

function hashesOf(documents: readonly ExpectedDocumentHash[]): Readonly<Record<string, string>> {
  const hashes = create(null) as Record<string, string>;
  each(documents, ({ pointer, hash }) => {
    hashes[pointer] = hash;
  });
  return hashes;
}

function noText(pointer: Pointer, found: Json | undefined, place: ContentPlace): PolicyDenied {
  const what = found === undefined ? 'nothing' : `${kindOf(found)} instead of a text`;
  const remedy = place.wasInvoked === true ? 'Correct `read_content_pointers` in the registry, or the server' : 'Pass a text there, an empty one if there is none, or correct `write_content_pointers` in the registry'; // prettier-ignore
  return denied('DOC_CONTENT_POINTER_INVALID', pointer.text, `has ${what} at ${shown(pointer.text)}. ${remedy}.`, place); // prettier-ignore
}

function badEncoding({ encoding }: ContentSpec, pointer: string, place: ContentPlace): PolicyDenied {
  const what =
    encoding === 'utf8'
      ? 'half of a surrogate pair, which has no UTF-8. Pass well-formed text, or base64 with `content_encoding: base64` in the registry'
      : 'a text that is not canonical base64 (RFC 4648, padded, without line breaks). Encode it again';
  return denied('DOC_ENCODING_INVALID', pointer, `has at ${shown(pointer)} ${what}.`, place);
}

function itemTooLarge(spec: ContentSpec, pointer: string, place: ContentPlace): PolicyDenied {
  const limit = `\`${spec.itemLimit}\` allows ${spec.mostItemBytes} bytes`;
  return denied('DOC_SIZE_EXCEEDED', pointer, `is too large at ${shown(pointer)}: ${limit}. ${smaller}.`, place);
}

function batchTooLarge(spec: ContentSpec, place: ContentPlace): PolicyDenied {
  const limit = `\`max_batch_bytes\` allows ${spec.mostBatchBytes} bytes`;
  return denied('DOC_SIZE_EXCEEDED', undefined, `has documents that are together too large: ${limit}. ${smaller}.`, place); // prettier-ignore
}

const smaller = 'Move it in parts, or review the limit in the registry';

function mismatch(pointer: string, what: string, place: ContentPlace): PolicyDenied {
  return denied('DOC_HASH_MISMATCH', pointer, `does not match: ${shown(pointer)} ${what}. Review the documents again, and list the hash of each.`, place); // prettier-ignore
}

function denied(code: PolicyCode, pointer: string | undefined, what: string, place: ContentPlace): PolicyDenied {
  const subject = place.wasInvoked === true ? 'The result' : 'The call';
  return new PolicyDenied(code, `${subject} of ${shown(place.toolName)} ${what}`, { ...place, pointer });
}

function kindOf(json: Json): string {
  if (json === null) return 'null';
  if (isArray(json)) return 'a list';
  return typeof json === 'object' ? 'an object' : `a ${typeof json}`;
}
