// `server.ts <folder> [--read-only]`: serves the files below a folder over stdio, to one client.
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { McpServerSession } from '@agent-safety/runtime/mcp';
import { fileAgents } from './agents.ts';
import { answersOf } from './answers.ts';
import { ConfinedRoot } from './confined-root.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'read-only': { type: 'boolean' } } });
const [folder = '.'] = positionals;

// Closed by the end of the process: what is being written when the client leaves is still written.
const root = await ConfinedRoot.open(folder);
const { files, reader } = fileAgents(root);

const uninit = McpServerSession.over(new StdioServerTransport(), {
  serverInfo: { name: 'file-manager', version: '1.0.0' },
  handlers: values['read-only'] === true ? answersOf(reader) : answersOf(files),
  onViolation: ({ kind, detail }) => console.error(`${kind}: ${detail}`),
});
const [, owesResult] = await uninit.recvInitialize();
const awaitingInitialized = await owesResult.sendInitializeResult();
const session = await awaitingInitialized.recvInitialized();

// The handlers do the work. The channel of notifications ends when the client leaves.
for await (const { method } of session.notifications) console.error(`The client says ${method}.`);
await session.close();
