import type { Place } from '../agents/agent-sdk.ts';
import type { CalleeRef } from '../sessions/protocol.ts';

/** A method that runs a tool of a server by its name. */
export interface ToolCaller {
  readonly callee: CalleeRef;
  readonly name: Place;
}

const packages = ['@agent-safety/runtime'];
const names = ['McpClient', 'SharedRequests', 'HandshakeRequests', 'StatelessRequests'];
const name = { argument: 0, path: ['name'] } as const satisfies Place;

/**
 * Those that are no invocation of a guarded tool, beside the invocations of the SDKs' models: the runtime's client sends what
 * an agent's runner has let through.
 */
export const toolCallers: readonly ToolCaller[] = ['callTool', 'callToolAsTask'].map((method) => {
  return { callee: { packages, names, method }, name };
});

/** What makes a connector of the runtime, which decides by a registry, and a client that calls through one. */
export const connectors = {
  connector: { packages, names: ['createConnector'] },
  client: { packages, names: ['connectClient'] },
} as const satisfies Readonly<Record<string, CalleeRef>>;

/** The key of `_meta` by which a request is recognized again: `requestMeta.idempotencyKey` of the runtime. */
export const keyInMeta = 'agent-safety/idempotency_key';
