import type { Json } from '../json.ts';
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

const { freeze } = Object;

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
  for (let index = 0; index < texts.length; index++) {
    const measured = measure(spec, texts[index] as Found, place);
    total += measured.size_bytes;
    if (total > spec.mostBatchBytes) throw batchTooLarge(spec, place);
    hashes[index] = measured;
  }
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
  for (let index = 0; index < expected.length; index++) {
    const { pointer, hash } = expected[index] as ExpectedDocumentHash;
    const document = withPointer(found, pointer);
    if (!document) throw mismatch(pointer, 'is expected to have a hash and is no document of this call by the registry', place); // prettier-ignore
    if (document.hash !== hash)
      throw mismatch(pointer, 'has another SHA-256 than `expected_document_hashes` has', place);
  }
  for (let index = 0; index < found.length; index++) {
    const { pointer } = found[index] as DocumentHash;
    if (!withPointer(expected, pointer)) throw mismatch(pointer, 'is a document and missing in `expected_document_hashes`', place); // prettier-ignore
  }
}

/** A text and where it was found. */
interface Found {
  readonly pointer: Pointer;
  readonly text: string;
}

function textsOf({ pointers }: ContentSpec, json: Json, place: ContentPlace): readonly Found[] {
  const texts: Found[] = [];
  for (let index = 0; index < pointers.length; index++) {
    const pointer = pointers[index] as Pointer;
    const text = valueAt(pointer, json);
    if (typeof text === 'string') texts[texts.length] = { pointer, text };
    else if (text !== undefined || place.mayBeAbsent !== true) throw noText(pointer, text, place);
  }
  return texts;
}

function checkLeastSizes(spec: ContentSpec, texts: readonly Found[], place: ContentPlace): void {
  let total = 0;
  for (let index = 0; index < texts.length; index++) {
    const { pointer, text } = texts[index] as Found;
    const size = leastSize(text, spec.encoding);
    if (size > spec.mostItemBytes) throw itemTooLarge(spec, pointer.text, place);
    total += size;
  }
  if (total > spec.mostBatchBytes) throw batchTooLarge(spec, place);
}

function measure(spec: ContentSpec, { pointer, text }: Found, place: ContentPlace): DocumentHash {
  const digest = digests.of(text, spec.encoding);
  if (!digest) throw badEncoding(spec, pointer.text, place);
  if (digest.size > spec.mostItemBytes) throw itemTooLarge(spec, pointer.text, place);
  return freeze({ pointer: pointer.text, hash: digest.hash, size_bytes: digest.size });
}

function withPointer<Listed extends { readonly pointer: string }>(list: readonly Listed[], pointer: string) {
  for (let index = 0; index < list.length; index++) if (list[index]?.pointer === pointer) return list[index];
  return undefined;
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
  if (Array.isArray(json)) return 'a list';
  return typeof json === 'object' ? 'an object' : `a ${typeof json}`;
}
