import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { noSchemaMismatch, type Options } from '../../../src/rules/no-schema-mismatch.ts';
import { codeOf, errorsIn } from '../marked.ts';
import { tester } from '../rule-tester.ts';

export type MessageId = keyof typeof noSchemaMismatch.messages;

type Given = readonly [Partial<Options>] | undefined;

/** Collects the cases of the rule, each a whole program. */
export class SchemaCases {
  readonly #valid: ValidTestCase<readonly Options[]>[] = [];
  readonly #invalid: InvalidTestCase<MessageId, readonly Options[]>[] = [];

  /** A program that is wrong where it is marked: `«args.width»`. */
  readonly wrong = (name: string, messageId: MessageId, marked: string, options?: Given): void => {
    const errors = errorsIn(marked, { messageId, data: {} }).map(({ data: _, suggestions: __, ...error }) => error);
    this.#invalid.push({
      name,
      code: codeOf(marked),
      errors,
      ...(options && { options: options as unknown as readonly Options[] }),
    });
  };

  /** A program of which nothing is reported. */
  readonly right = (name: string, code: string, options?: Given): void => {
    this.#valid.push({ name, code, ...(options && { options: options as unknown as readonly Options[] }) });
  };

  run(title: string): void {
    tester.run(title, noSchemaMismatch, { valid: this.#valid, invalid: this.#invalid });
  }
}

/** A server that lists some tools, and runs them in one handler: `req` is the request. */
export function dispatching(tools: string, body: string, before = ''): string {
  return `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
declare function run(...values: unknown[]): Promise<string>;
declare function copy(from: string, to: string): Promise<string>;
declare function show(text: string, width?: number): Promise<string>;
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
${before}
export function serve(server: Server) {
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [${tools}] }));
  server.setRequestHandler(CallToolRequestSchema, async (req) => {
    ${body}
  });
}`;
}

/** A tool of a server, with the JSON Schemas of its properties. */
export function listed(name: string, properties: string, required: string, more = ''): string {
  return `{ name: '${name}', inputSchema: { type: 'object', properties: { ${properties} }, required: [${required}], ${more} } }`;
}

/** A tool that is registered with a server, version 1. */
export function registering(config: string, handler: string, before = ''): string {
  return `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
declare function copy(from: string, to: string): Promise<string>;
declare function show(text: string, width?: number): Promise<string>;
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
${before}
export function serve(server: McpServer) {
  server.registerTool('work', { ${config} }, ${handler});
}`;
}
