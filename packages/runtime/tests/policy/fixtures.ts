import { createHash } from 'node:crypto';
import { createConnector, parseRegistry, PolicyDenied } from '../../src/policy/index.ts';
import type { AuditEvent, ConnectorOptions, Perform } from '../../src/policy/index.ts';

/** A registry with a tool of each kind. `limits` go into each `document_spec`. */
export function registryDocument(limits: Readonly<Record<string, number>> = {}) {
  const spec = (content_encoding: string, pointers: object) => ({ content_encoding, ...pointers, ...limits });
  return {
    schema_id: 'talos.mcp.tool_registry',
    schema_version: 'v1',
    server_id: 'mcp-github',
    server_version: '1.0.0',
    tools: [
      { tool_name: 'list-issues', tool_class: 'read', is_document_op: false },
      { tool_name: 'close-issue', tool_class: 'write', is_document_op: false },
      {
        tool_name: 'create-pr',
        tool_class: 'write',
        is_document_op: true,
        document_spec: spec('utf8', { write_content_pointers: ['/body', '/files/0/content'] }),
      },
      {
        tool_name: 'save-note',
        tool_class: 'write',
        is_document_op: true,
        document_spec: spec('utf8', { write_content_pointers: ['/body'] }),
      },
      {
        tool_name: 'upload',
        tool_class: 'write',
        is_document_op: true,
        document_spec: spec('base64', { write_content_pointers: ['/data'] }),
      },
      {
        tool_name: 'get-file',
        tool_class: 'read',
        is_document_op: true,
        document_spec: spec('utf8', { read_content_pointers: ['/content/0/text'] }),
      },
    ],
  };
}

export const registry = parseRegistry(registryDocument());

/** A connector whose tool answers `result`, the calls that it ran, and the entries of its audit log. */
export function recorder(
  options: Partial<ConnectorOptions<unknown>> = {},
  result: unknown = { content: [{ type: 'text', text: 'hello' }] },
) {
  const calls: unknown[] = [];
  const events: AuditEvent[] = [];
  const perform: Perform<unknown> = (call) => {
    calls.push(structuredClone(call));
    return result;
  };
  const connector = createConnector({
    ...('registries' in options ? {} : { registry }),
    call: perform,
    onAudit: (event) => void events.push(event),
    clock: () => 1_750_000_000_000,
    ...options,
  });
  return { connector, calls, events, outcomes: () => events.map(({ event }) => event) };
}

/** A call of a tool of the registry, with a key. */
export function callOf(tool_name: string, args: unknown = {}, more: object = {}) {
  return { server_id: 'mcp-github', tool_name, arguments: args, idempotency_key: 'key-1', ...more } as never;
}

/** The denial that a promise rejects with; its code, for what rejects otherwise. */
export async function denialOf(promise: Promise<unknown>): Promise<PolicyDenied> {
  const error: unknown = await promise.then(
    () => new Error('It was allowed.'),
    (reason: unknown) => reason,
  );
  if (error instanceof PolicyDenied) return error;
  throw error;
}

/** The code of the denial that a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return (await denialOf(promise)).code;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
