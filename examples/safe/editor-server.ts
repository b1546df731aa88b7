import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

/** Started by an editor, which talks to it over standard input and output. */
export async function serveEditor(readMacros: () => Promise<Map<string, string>>): Promise<void> {
  const server = new McpServer({ name: 'macros', version: '1.0.0' });
  const macros = await readMacros();

  server.registerTool(
    'expand_macro',
    { description: 'Expands a macro of the open folders', inputSchema: { name: z.string() } },
    async ({ name }) => {
      const { roots } = await server.server.listRoots();
      return { content: [{ type: 'text', text: `${macros.get(name) ?? ''} (${roots.length} folders)` }] };
    },
  );
  await server.connect(new StdioServerTransport());
}
