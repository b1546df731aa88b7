// A stdio MCP server of a few lines: it starts faster than one that loads an SDK. Every request gets an answer.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// Who looks for processes that were left behind finds their ids here. Without the folder, nobody waits for this one.
try {
  writeFileSync(`${process.argv[2]}/${process.pid}`, '');
} catch {
  process.exit();
}

const results = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'peer', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object', properties: {} } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'hello' }] }),
  'resources/list': () => ({ resources: [{ name: 'note', uri: 'note://one' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ name: 'notes', uriTemplate: 'note://{id}' }] }),
  'resources/read': (params) => ({ contents: [{ uri: params.uri, text: 'one' }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const result = results[method];
  const answer = result ? { result: result(params) } : { error: { code: -32601, message: `No ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
