import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { z } from 'zod';
import { ticketStore } from './ticket-store.ts';

/** The desk's tickets as tools, for agents that reach it over HTTP. */
const server = new McpServer({ name: 'tickets', version: '1.0.0' });

server.registerTool(
  'close_ticket',
  { description: 'Closes a ticket', inputSchema: { id: z.string(), reason: z.string() } },
  async ({ id, reason }) => ({ content: [{ type: 'text', text: await ticketStore.close(id, reason) }] }),
);

const app = express();
app.use(express.json());

app.post('/mcp', async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  res.on('close', () => void transport.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(3000);
