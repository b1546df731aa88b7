import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import type { ListedTool, Listing } from '../listing.ts';
import type { Progress } from '../progress.ts';
import { visible, visibleLines } from '../../visible.ts';
import { type Connection, secretsOf, shownConnection } from './connection.ts';
import { ServerProcess } from './server-process.ts';

/** A server that could not be reached, or did not answer as the protocol has it. Its message has no secrets. */
class ServerError extends Error {
  override readonly name = 'ServerError';
}

/** More tools than any server has: those of one that never ends its list. */
const MAX_TOOLS = 100_000;

/** How a session is opened: with the handshake that all servers before 2026-07-28 need, or as the server wants it. */
type Opening = 'handshake' | 'negotiated';

/**
 * The tools of a live server. Whatever happens, a server that was started has ended when this returns.
 *
 * @param timeout for all of it, in milliseconds
 * @throws ServerError where the server does not start, ends, takes too long, or answers what the protocol does not have
 */
export async function listTools(connection: Connection, timeout: number, progress: Progress): Promise<Listing> {
  const clock = new AbortController();
  const timer = setTimeout(() => {
    clock.abort();
  }, timeout);
  const limit: Limit = { signal: clock.signal, timeout };
  try {
    return await listedBy('handshake', connection, limit, progress);
  } finally {
    clearTimeout(timer);
    progress.clear();
  }
}

interface Limit {
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly timeout: number;
}

async function listedBy(opening: Opening, connection: Connection, limit: Limit, progress: Progress): Promise<Listing> {
  const transport = transportFor(connection);
  const client = new Client(
    { name: 'agent-safety', version: '1' },
    opening === 'negotiated' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  let isOpen = false;
  try {
    progress.show(`Connecting to ${shownConnection(connection)} …`);
    await within(limit, client.connect(transport, limit));
    isOpen = true;
    return await listingOf(client, limit, progress);
  } catch (error) {
    if (isOpen || limit.signal.aborted || opening === 'negotiated' || !mayNeedNone(error))
      throw serverError(error, connection, transport, limit);
    await closed(client, transport);
    return await listedBy('negotiated', connection, limit, progress);
  } finally {
    await closed(client, transport);
  }
}

function transportFor(connection: Connection): Transport {
  if (connection.kind === 'stdio') return new ServerProcess(connection);
  return new StreamableHTTPClientTransport(connection.url, { requestInit: { headers: connection.headers } });
}

/** Whether a server that refuses the handshake may do without it. */
function mayNeedNone(error: unknown): boolean {
  return error instanceof ProtocolError || (error instanceof SdkHttpError && error.status === 400);
}

/** The client's own list stops at a number of pages, and leaves out tools that it could not call. */
async function listingOf(client: Client, limit: Limit, progress: Progress): Promise<Listing> {
  const { name = '', version } = client.getServerVersion() ?? {};
  const tools: ListedTool[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  if (client.getServerCapabilities()?.tools !== undefined)
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = await within(limit, client.request({ method: 'tools/list', params }, limit));
      tools.push(...page.tools.map(listedTool));
      progress.show(`Reading the tools of ${visible(name)}: ${String(tools.length)} …`);
      cursor = page.nextCursor;
      if (tools.length > MAX_TOOLS || (cursor !== undefined && cursors.has(cursor)))
        throw new ServerError(
          `The list of its tools does not end: after ${String(tools.length)} tools its pages go on.`,
        );
      if (cursor !== undefined) cursors.add(cursor);
    } while (cursor !== undefined);
  return { name, ...(version === undefined ? {} : { version }), tools };
}

function listedTool(tool: {
  readonly name: string;
  readonly description?: string | undefined;
  readonly annotations?: object | undefined;
  readonly inputSchema?: object;
  readonly outputSchema?: object | undefined;
}): ListedTool {
  const { name, description, annotations, inputSchema, outputSchema } = tool;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations: annotations as JsonObject }),
    ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as JsonObject }),
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
  };
}

/** Ends at the limit also what does not look at its signal, such as a program that is slow to start. */
async function within<T>({ signal }: Limit, work: Promise<T>): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(new ServerError('aborted'));
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  // Without these, what ends later would be an error that nothing handles.
  work.catch(() => undefined);
  aborted.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

async function closed(client: Client, transport: Transport): Promise<void> {
  // A connection that fails to close is of no use any more either.
  await client.close().catch(() => undefined);
  await transport.close().catch(() => undefined);
}

// ── what went wrong ──────────────────────────────────────────────────────────────────────────────────────────────────

function serverError(error: unknown, connection: Connection, transport: Transport, limit: Limit): ServerError {
  const isLate = limit.signal.aborted || (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout);
  const seconds = String(limit.timeout / 1000);
  const reason = isLate
    ? `It did not answer within ${seconds} seconds. Give it more with --timeout <seconds>, or see whether it waits for something`
    : connection.kind === 'http'
      ? httpReason(error)
      : processReason(error, connection.command, transport as ServerProcess);
  const output = transport instanceof ServerProcess ? outputOf(transport) : [];
  const text = [`${shownConnection(connection)}: ${ended(reason)}`, ...output].join('\n');
  const secrets = secretsOf(connection);
  return new ServerError(secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text));
}

function processReason(error: unknown, command: string, { ending }: ServerProcess): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT')
    return `There is no program \`${visible(command)}\` on the PATH. Correct --stdio, or install it`;
  if (code === 'EACCES') return `\`${visible(command)}\` cannot be run: it is no program, or not allowed`;
  if (ending !== undefined) return `It ended with ${ending} before it listed its tools`;
  return protocolReason(error);
}

function httpReason(error: unknown): string {
  const status = error instanceof SdkHttpError ? error.status : undefined;
  if (error instanceof UnauthorizedError || status === 401 || status === 403)
    return `It answers ${String(status ?? 401)}, not authorized. Give a token with --header "Authorization: Bearer …"`;
  if (status !== undefined) return `It answers HTTP ${String(status)} and no message of the protocol. Correct --url`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error)
    return `It cannot be reached: ${'code' in cause ? String(cause.code) : visible(cause.message)}. Correct --url, or start it`;
  return protocolReason(error);
}

function protocolReason(error: unknown): string {
  if (error instanceof ServerError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const lines = visibleLines(message).slice(0, 8).join(' ').replaceAll(/\s+/g, ' ').slice(0, 400);
  return error instanceof ProtocolError
    ? `It answers with an error: ${lines}`
    : `Its answer is none of the Model Context Protocol: ${lines}`;
}

function outputOf({ errorOutput, strayOutput }: ServerProcess): readonly string[] {
  const shown = (title: string, text: string): readonly string[] =>
    text.trim() === ''
      ? []
      : [
          title,
          ...visibleLines(text.trim())
            .slice(-12)
            .map((line) => `  ${line}`),
        ];
  return [
    ...shown('What it wrote to its standard output:', strayOutput),
    ...shown('What it wrote to its standard error:', errorOutput),
  ];
}

function ended(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
