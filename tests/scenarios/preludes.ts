/** Ends the text that a case has in front of its own; failures are shown without it. */
export const preludeEnd = '/* prelude */\n';

const common =
  'declare const info: { name: string; version: string }; ' +
  'declare const flag: boolean, other: boolean, unsure: boolean; ' +
  'declare const kind: "a" | "b" | "c"; ' +
  'declare const call: { name: string }; ' +
  'declare const urls: string[]; ' +
  'declare function external(...values: unknown[]): Promise<unknown>; ' +
  'declare function cond(): boolean; ' +
  'declare function log(...values: unknown[]): void; ' +
  'declare function delay(ms: number): Promise<void>; ';

const version1 =
  "import { Client } from '@modelcontextprotocol/sdk/client/index.js'; " +
  "import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'; " +
  "import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'; " +
  "import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'; " +
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'; " +
  "import { Server } from '@modelcontextprotocol/sdk/server/index.js'; " +
  "import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'; " +
  "import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'; " +
  'declare const transport: Transport; ' +
  'declare function newTransport(): Transport; ' +
  common;

const version2 =
  "import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'; " +
  "import type { Transport } from '@modelcontextprotocol/client'; " +
  "import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'; " +
  "import { McpServer, Server } from '@modelcontextprotocol/server'; " +
  "import type { Transport as ServerTransport } from '@modelcontextprotocol/server'; " +
  "import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'; " +
  'declare const transport: Transport; ' +
  'declare const serverTransport: ServerTransport; ' +
  'declare function newTransport(): Transport; ' +
  common;

/** A file that has the classes of the MCP SDK v1 in scope, and some values and functions about which nothing is known. */
export function v1(text: string): string {
  return version1 + preludeEnd + text.replace(/^\n/, '');
}

/** As {@link v1}, with the packages of the MCP SDK v2. */
export function v2(text: string): string {
  return version2 + preludeEnd + text.replace(/^\n/, '');
}
