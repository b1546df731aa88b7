import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * The pin of a registry document: `sha256-` and the digest, in lowercase hexadecimal digits, of its canonical JSON
 * (RFC 8785) in UTF-8. The document as it is written, with no default added: those who enforce it compare their pins.
 *
 * @throws Error where a text in the document holds half of a surrogate pair, which has no UTF-8
 */
export function pinOf(document: unknown): string {
  const hash = createHash('sha256').update(String(canonicalize(document)), 'utf8');
  return `sha256-${hash.digest('hex')}`;
}
