import type { CalleeRef } from '../sessions/protocol.ts';

/** A call that makes a schema of another one: what the result accepts is what its argument describes. */
export interface SchemaMaker {
  readonly callee: CalleeRef;
  readonly argument: number;
}

/** Converters between validators and JSON Schema, and wrappers of either. */
export const schemaMakers: readonly SchemaMaker[] = [
  {
    callee: { packages: ['ai', '@ai-sdk/provider-utils'], names: ['asSchema', 'jsonSchema', 'zodSchema'] },
    argument: 0,
  },
  { callee: { packages: ['@modelcontextprotocol/server'], names: ['fromJsonSchema'] }, argument: 0 },
  { callee: { packages: ['zod'], names: ['toJSONSchema'] }, argument: 0 },
  { callee: { packages: ['zod-to-json-schema'], names: ['zodToJsonSchema'] }, argument: 0 },
  { callee: { packages: ['@valibot/to-json-schema'], names: ['toJsonSchema'] }, argument: 0 },
];
