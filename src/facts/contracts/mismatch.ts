import type { ts } from '../../type-utils/index.ts';

/**
 * - `undeclared`: the handler takes a property that the input schema does not declare
 * - `optional`: it takes one for always there that the schema leaves optional
 * - `type`: it takes one for another type than the schema's
 * - `needed…`, `parsed…`: the same, where the input is passed on as a whole, or checked by another schema
 * - `required`: the schema requires a property that the handler takes for optional: harmless
 * - `unhandled`: it refuses some of the values that the schema lists, and has branches for the others
 * - `result…`: what the handler returns lacks a required property, has one of another type, one that the output schema
 *   does not declare, or nothing in its place
 */
export type MismatchKind =
  | 'optional'
  | 'neededOptional'
  | 'neededUndeclared'
  | 'parsedOptional'
  | 'parsedUndeclared'
  | 'required'
  | 'resultAbsent'
  | 'resultMissing'
  | 'resultType'
  | 'resultUndeclared'
  | 'type'
  | 'undeclared'
  | 'unhandled';

/** A place where a handler and a declared schema disagree. */
export interface Mismatch {
  readonly kind: MismatchKind;
  readonly node: ts.Node;
  /** The names of the tools, as far as they have one. */
  readonly tools: readonly string[];
  /** What defines the tool, or registers the handler. */
  readonly tool: ts.Node;
  /** The properties that lead to it. */
  readonly path: readonly string[];
  /** What the schema says, and what the code takes or returns. */
  readonly declared?: string;
  readonly taken?: string;
  /** A declared property of a similar name. */
  readonly nearest?: string | undefined;
  /** Where the schema, or the property of it, is written. */
  readonly schema?: ts.Node | undefined;
}
