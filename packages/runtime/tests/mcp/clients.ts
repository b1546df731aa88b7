import { McpClient } from '../../src/mcp/index.ts';
import type { ClientHandlers, HandshakeClientOptions, StatelessClientOptions } from '../../src/mcp/index.ts';
import { answers, statelessAnswers } from './answers.ts';
import { WireTransport } from './wire.ts';

export const clientInfo = { name: 'client', version: '1' };

/** A client that has done its handshake with a server that answers `initialize` and what `more` says. */
export async function activeClient<Handlers extends ClientHandlers = ClientHandlers>(
  options: HandshakeClientOptions<Handlers> = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ transport: WireTransport; client: McpClient }> {
  const transport = new WireTransport({ initialize: answers.initialize, ...more });
  const awaiting = await McpClient.over(transport, options).sendInitialize({ clientInfo });
  const [, next] = await awaiting.recvInitializeResult();
  return { transport, client: await next.sendInitialized() };
}

/** A client without a handshake, over a wire that answers what `answers` says. */
export async function statelessClient<Handlers extends ClientHandlers = ClientHandlers>(
  options: Partial<StatelessClientOptions<Handlers>> = {},
  more: Readonly<Record<string, unknown>> = statelessAnswers,
): Promise<{ transport: WireTransport; client: McpClient<'Active', '2026-07-28'> }> {
  const transport = new WireTransport(more);
  return { transport, client: await McpClient.stateless(transport, { clientInfo, ...options }) };
}
