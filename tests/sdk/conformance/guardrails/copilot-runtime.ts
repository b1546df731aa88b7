import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopilotClient, type CopilotSession, RuntimeConnection, type SessionConfig } from '@github/copilot-sdk';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node.js';

/**
 * The runtime that the SDK talks to is a binary of some hundred megabytes, which is not installed. The tests run against
 * one where this names it: `copilot` of `@github/copilot-<platform>`. Otherwise against a stand-in that asks what
 * version 1.0.102 was seen to ask, in the order in which it asked.
 */
export const RUNTIME = process.env.COPILOT_CLI_PATH;

/** What happened to a call of the model: what the tool gave, or why it did not run. */
type Outcome = string;

/**
 * Lets the model of a session call a tool once.
 *
 * @param act what is done with the session, which ends when its model is done
 * @param call the name of the tool; an agent of the session calls it where there is one of the name `worker`
 */
export async function withSession(
  config: SessionConfig,
  call: string,
  act: (session: CopilotSession) => Promise<unknown> = (session) => session.sendAndWait('go', 5000),
): Promise<void> {
  const server = RUNTIME === undefined ? standIn(call) : model(call);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  const home = await mkdtemp(join(tmpdir(), 'copilot-'));
  const client =
    RUNTIME === undefined
      ? new CopilotClient({ connection: RuntimeConnection.forUri(`127.0.0.1:${port}`) })
      : new CopilotClient({
          connection: RuntimeConnection.forStdio({ path: RUNTIME }),
          baseDirectory: home,
          env: { ...process.env, COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: url, COPILOT_MODEL: 'none' },
        });
  try {
    const session = await client.createSession({
      model: 'none',
      provider: { type: 'openai', baseUrl: url, apiKey: 'none' },
      workingDirectory: home,
      ...config,
    });
    await act(session);
  } finally {
    await client.forceStop();
    server.close();
    await rm(home, { recursive: true, force: true });
  }
}

// ── the stand-in ─────────────────────────────────────────────────────────────────────────────────────────────────────

interface Created {
  readonly sessionId: string;
  readonly tools?: readonly { readonly name: string; readonly skipPermission?: boolean }[];
  readonly availableTools?: readonly string[];
  readonly excludedTools?: readonly string[];
  readonly hooks: boolean;
  readonly requestPermission: boolean;
}

/** A runtime whose model calls a tool as soon as it is sent something. */
function standIn(call: string): Server {
  return createServer((socket: Socket) => {
    const peer = createMessageConnection(socket, socket);
    let created: Created | undefined;
    const waiting = new Map<string, (answer: unknown) => void>();
    const answered = ({ requestId, ...answer }: { requestId: string }) => {
      waiting.get(requestId)?.(answer);
      return { success: true };
    };
    peer.onRequest('connect', () => ({ protocolVersion: 3 }));
    peer.onRequest('session.create', (given: Created) => {
      created = given;
      return { sessionId: given.sessionId, capabilities: {} };
    });
    peer.onRequest('session.permissions.handlePendingPermissionRequest', answered);
    peer.onRequest('session.tools.handlePendingToolCall', answered);
    peer.onRequest('session.send', () => {
      if (created) void new Turn(peer, created, waiting).run(call);
      return { messageId: 'message' };
    });
    peer.listen();
  });
}

/** One turn of a session, in which its model calls a tool. */
class Turn {
  readonly #peer: MessageConnection;
  readonly #session: Created;
  readonly #waiting: Map<string, (answer: unknown) => void>;

  constructor(peer: MessageConnection, session: Created, waiting: Map<string, (answer: unknown) => void>) {
    this.#peer = peer;
    this.#session = session;
    this.#waiting = waiting;
  }

  async run(call: string): Promise<void> {
    const content = await this.#call(call);
    this.#tell('assistant.message', { content });
    this.#tell('session.idle', {});
  }

  async #call(toolName: string): Promise<Outcome> {
    const { tools = [], availableTools, excludedTools = [] } = this.#session;
    const tool = tools.find(({ name }) => name === toolName);
    const isIn = (names: readonly string[]): boolean =>
      [toolName, `custom:${toolName}`, 'custom:*'].some((name) => names.includes(name));
    if (!tool || !isIn(availableTools ?? [toolName]) || isIn(excludedTools)) return 'does not exist';
    const said = await this.#hook(toolName);
    if (said === 'deny') return 'denied by the hook';
    const isRunning =
      said === 'allow' ||
      (said === 'ask'
        ? await this.#permission({ kind: 'hook', toolName })
        : (tool.skipPermission ?? false) || (await this.#permission({ kind: 'custom-tool', toolName })));
    if (!isRunning) return 'denied';
    return JSON.stringify(await this.#ask('external_tool.requested', { toolName, toolCallId: 'call', arguments: {} }));
  }

  async #hook(toolName: string): Promise<string | undefined> {
    const { hooks, sessionId } = this.#session;
    if (!hooks) return undefined;
    const input = { sessionId, timestamp: 0, workingDirectory: '/', toolName, toolArgs: {} };
    const { output } = await this.#peer.sendRequest<{ output?: { permissionDecision?: string } }>('hooks.invoke', {
      sessionId,
      hookType: 'preToolUse',
      input,
    });
    return output?.permissionDecision;
  }

  async #permission(permissionRequest: { kind: string; toolName: string }): Promise<boolean> {
    if (!this.#session.requestPermission) return false;
    const { result } = (await this.#ask('permission.requested', { permissionRequest })) as { result: { kind: string } };
    return ['approve-once', 'approve-for-session', 'approve-for-location', 'approved'].includes(result.kind);
  }

  /** What the SDK answers to an event, by a request of its own. */
  #ask(type: string, data: object): Promise<unknown> {
    const requestId = `${type} ${this.#waiting.size}`;
    return new Promise((resolve) => {
      this.#waiting.set(requestId, resolve);
      this.#tell(type, { requestId, ...data });
    });
  }

  #tell(type: string, data: object): void {
    const { sessionId } = this.#session;
    void this.#peer.sendNotification('session.event', { sessionId, event: { type, data } });
  }
}

// ── the real one ─────────────────────────────────────────────────────────────────────────────────────────────────────

interface Completion {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The prompt of an agent below, by which the model knows that it is asked on behalf of that one. */
export const WORKER = 'You are the worker below.';

/** A model for the real runtime: it calls a tool, and is done when it has a result. The session's has the worker do it. */
function model(call: string): HttpServer {
  return createHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url?.endsWith('/chat/completions') !== true) return void response.writeHead(404).end('{}');
      const { stream, messages } = JSON.parse(Buffer.concat(parts).toString()) as Completion;
      const isDone = messages.some(({ role }) => role === 'tool');
      const task = { agent_type: 'worker', name: 'worker', description: 'Work', prompt: 'go', mode: 'sync' };
      const isDelegated = call === 'task' && !JSON.stringify(messages[0]?.content).includes(WORKER);
      const name = call === 'task' && !isDelegated ? 'erase' : call;
      const fn = { name, arguments: JSON.stringify(isDelegated ? task : {}) };
      const calls = [{ index: 0, id: `call_${messages.length}`, type: 'function', function: fn }];
      const message = { role: 'assistant', ...(isDone ? { content: 'done' } : { content: null, tool_calls: calls }) };
      const finish = isDone ? 'stop' : 'tool_calls';
      if (stream === true) {
        const chunk = (delta: object, reason: string | null) =>
          `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`${chunk(message, null)}${chunk({}, finish)}data: [DONE]\n\n`);
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: finish }] }));
      }
    });
  });
}
