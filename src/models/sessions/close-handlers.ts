/** What a session of the MCP SDK calls when its connection has ended: `onclose` of `Protocol`, both major versions. */
export const closeHandlers: ReadonlySet<string> = new Set(['onclose']);
