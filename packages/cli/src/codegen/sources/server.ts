import { type Connection, shownConnection } from '../../tools/live/connection.ts';
import { listTools } from '../../tools/live/list-tools.ts';
import { progressOn } from '../../tools/progress.ts';
import { manifestTools } from './manifest.ts';
import type { ToolSource } from './source.ts';

/**
 * The tools of a live server, as it lists them.
 *
 * @param timeout in milliseconds
 * @throws ServerError where the server does not answer
 * @throws Error where what it lists are no tools
 */
export async function toolsOfServer(connection: Connection, timeout: number): Promise<ToolSource> {
  const { name, tools } = await listTools(connection, timeout, progressOn());
  // The same checks as of a file: neither is trusted.
  const manifest = { name, tools: tools.map((tool) => ({ ...tool })) };
  return manifestTools(manifest, shownConnection(connection), 'server');
}
