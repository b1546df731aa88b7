import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';

const app = express();
app.use(express.json());

app.post('/status/mcp', async (req, res) => {
  const statusServer = new McpServer({ name: 'status', version: '1.0.0' });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  res.on('close', () => void statusServer.close());
  await statusServer.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.get('/status', async (_req, res) => {
  res.json({ tickets: await versionOf('support-tickets'), macros: await versionOf('support-macros') });
});

app.listen(3001);

/** The version that a local server reports. */
async function versionOf(command: string): Promise<string | undefined> {
  const client = new Client({ name: 'status', version: '1.0.0' });
  try {
    await client.connect(new StdioClientTransport({ command }));
    return client.getServerVersion()?.version;
  } finally {
    await client.close();
  }
}
