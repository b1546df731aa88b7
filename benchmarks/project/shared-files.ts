/** Files that all features of a generated project use: a log, retries, and the program's ways to open a client. */
export const sharedFiles: readonly (readonly [string, string])[] = [
  [
    'src/shared/logger.ts',
    `export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
  readonly at: number;
}

const entries: LogEntry[] = [];

export function log(level: LogEntry['level'], text: string): void {
  entries.push({ level, text, at: Date.now() });
  if (entries.length > 1000) entries.shift();
}

export function recent(level?: LogEntry['level']): readonly LogEntry[] {
  return level === undefined ? entries : entries.filter((entry) => entry.level === level);
}
`,
  ],
  [
    'src/shared/retry.ts',
    `import { log } from './logger.js';

export async function retry<T>(attempts: number, run: (attempt: number) => Promise<T>): Promise<T> {
  let last: unknown;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      last = error;
      log('warn', \`attempt \${attempt} failed\`);
    }
  }
  throw last;
}
`,
  ],
  [
    'src/shared/sessions.ts',
    `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { log } from './logger.js';

export type Endpoint = { readonly command: string; readonly args: string[] } | { readonly url: string };

export const clientInfo = { name: 'bench', version: '1.0.0' };

export function transportFor(endpoint: Endpoint) {
  return 'url' in endpoint
    ? new StreamableHTTPClientTransport(new URL(endpoint.url))
    : new StdioClientTransport({ command: endpoint.command, args: endpoint.args });
}

export async function openClient(endpoint: Endpoint): Promise<Client> {
  const client = new Client(clientInfo);
  await client.connect(transportFor(endpoint));
  log('info', 'connected');
  return client;
}

export async function withClient<T>(endpoint: Endpoint, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(endpoint);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

export async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  const content = Array.isArray(result.content) ? result.content : [];
  return content.map((part: { type: string; text?: string }) => part.text ?? '').join('\\n');
}

export async function allTools(client: Client): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ cursor });
    for (const tool of page.tools) names.push(tool.name);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}
`,
  ],
];
