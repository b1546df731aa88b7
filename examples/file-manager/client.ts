// `client.ts [<folder>]`: a client that lists, writes, reads and is refused, first of the whole file manager and then of
// its half that can only read. Works in a folder of its own unless it is given one.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { McpError } from '@agent-safety/runtime';
import { McpClient } from '@agent-safety/runtime/mcp';

const [folder = await mkdtemp(path.join(tmpdir(), 'file-manager-'))] = process.argv.slice(2);

const files = await connect();
try {
  console.log(`files: ${await toolNames(files)}`);
  await show(files, 'writeFile', { path: 'notes.md', content: 'Milk\n' });
  await show(files, 'writeFile', { path: 'notes.md', content: 'Bread\n', append: true });
  await show(files, 'readFile', { path: 'notes.md' });
  await show(files, 'writeFile', { path: '.env', content: 'TOKEN=1' });
  await show(files, 'readFile', { path: '../secrets' });
  await show(files, 'readFile', { path: 'notes.md', encoding: 'latin1' });
  await show(files, 'deleteFile', { path: 'notes.md' });
} finally {
  await files.close();
}

const reader = await connect('--read-only');
try {
  console.log(`reader: ${await toolNames(reader)}`);
  await show(reader, 'readFile', { path: 'notes.md', encoding: 'base64' });
  await show(reader, 'writeFile', { path: 'notes.md', content: '' });
} finally {
  await reader.close();
}

/** Starts a server as this program was started, and goes through the handshake with it. */
async function connect(...flags: readonly string[]): Promise<McpClient> {
  const server = path.join(import.meta.dirname, `server${path.extname(import.meta.filename)}`);
  const args = [...process.execArgv, server, path.resolve(folder), ...flags];
  return await McpClient.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: import.meta.dirname, stderr: 'inherit' }),
    { clientInfo: { name: 'shopping', version: '1.0.0' } },
  );
}

async function toolNames(client: McpClient): Promise<string> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).join(', ');
}

/** Calls a tool, and prints what came of it: a result, a refusal of the policy, or an error with its code. */
async function show(client: McpClient, name: string, args: Record<string, unknown>): Promise<void> {
  const outcome = await client.callTool({ name, arguments: args }).then(
    ({ content: [first] }) => (first?.type === 'text' ? first.text : ''),
    (error: unknown) => {
      if (error instanceof McpError) return `error ${error.code}: ${error.message}`;
      throw error;
    },
  );
  console.log(`${name} ${JSON.stringify(args)}\n  ${outcome}`);
}
