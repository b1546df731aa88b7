import canonicalize from 'canonicalize';
import { readJson } from './json.ts';

/**
 * The canonical text of a JSON value (RFC 8785): equal values have equal texts, whatever the order of their keys.
 *
 * @throws McpError with code -32602, naming the JSON path of what is not plain JSON.
 */
export function canonicalJson(value: unknown): string {
  // Only what is not JSON has no text.
  return String(canonicalize(readJson(value, 'The value')));
}

/**
 * The SHA-256 digest of the canonical text, for records of who was allowed to call what.
 *
 * @throws McpError with code -32602, naming the JSON path of what is not plain JSON.
 */
export async function digestOf(value: unknown): Promise<`sha256:${string}`> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `sha256:${hex.join('')}`;
}
