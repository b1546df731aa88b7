import { each, hasOwn, isArray } from '../globals.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { Refused } from './refusal.ts';

/**
 * The names of the tools that the messages of a body call, in their order: one message of JSON-RPC, or a batch of them.
 * Everything but `tools/call`, exactly so written, calls none. A message that another reader could take for a call is
 * refused: one with the key `__proto__`, which assigning copies to the prototype, and other spellings of the method.
 *
 * @param body JSON whose objects have no prototype.
 * @throws Refused where a message is no object, or a call names its tool by anything but a text
 */
export function calledTools(body: Json): readonly string[] {
  const messages = isArray(body) ? (body as readonly Json[]) : [body];
  if (messages.length === 0) throw new Refused('invalid request', 'A batch has to have messages.');
  const names: string[] = [];
  each(messages, (message) => {
    const name = calledBy(message);
    if (name !== undefined) names[names.length] = name;
  });
  return names;
}

function calledBy(message: Json): string | undefined {
  if (!isJsonObject(message)) throw new Refused('invalid request', 'Each message has to be an object.');
  const { method, params } = message as Readonly<Record<string, Json | undefined>>;
  if (method !== undefined && typeof method !== 'string') {
    throw new Refused('invalid request', 'The method of a message has to be a text.');
  }
  if (hasOwn(message, '__proto__') || isLooselyCall(method)) {
    throw new Refused('invalid request', 'A message can be read in two ways.');
  }
  if (method !== 'tools/call') return undefined;
  const name = params !== undefined && isJsonObject(params) ? (params as Partial<JsonObject>).name : undefined;
  if (typeof name !== 'string') throw new Refused('invalid request', 'A call has to name its tool by a text.');
  return name;
}

/** Whether a server that does not compare methods exactly could take it for a call. */
function isLooselyCall(method: string | undefined): boolean {
  return method !== undefined && method !== 'tools/call' && method.trim().toLowerCase() === 'tools/call';
}

/**
 * Refuses headers that state another method or name than the body: what routes by them would run what was not checked
 * (MCP 2026-07-28, Streamable HTTP, "Standard Headers").
 *
 * @throws Refused where they differ
 */
export function requireSameHeaders(headers: Headers, body: Json): void {
  const message = isJsonObject(body) ? (body as Partial<JsonObject>) : {};
  const params = isJsonObject(message.params ?? null) ? (message.params as Partial<JsonObject>) : {};
  const method = headers.get('mcp-method');
  const name = headers.get('mcp-name');
  const isSameMethod = method === null || method === message.method;
  const isSameName = name === null || message.method !== 'tools/call' || isHeaderOf(name, params.name);
  if (!isSameMethod || !isSameName) {
    throw new Refused('invalid request', 'The headers Mcp-Method and Mcp-Name have to state what the body has.');
  }
}

/** Whether a header stands for a text: as it is, or as Base64 of its UTF-8, which is marked. */
function isHeaderOf(header: string, text: Json | undefined): boolean {
  if (typeof text !== 'string') return false;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte));
  return header === text || header === `=?base64?${btoa(bytes.join(''))}?=`;
}
