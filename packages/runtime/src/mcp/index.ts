/** `@agent-safety/runtime/mcp`: MCP sessions whose state is in their type. Needs `@modelcontextprotocol/core` for its schemas. */
export { McpClient } from './client.ts';
export type { ConnectOptions, ProtocolEra } from './client.ts';
export type {
  ClientHandlers,
  ClientOptions,
  DeclaredCapabilities,
  HandshakeClientOptions,
  StatelessClientOptions,
} from './client-options.ts';
export type { HandshakeRequests, SharedRequests, StatelessRequests, Subscription } from './client-requests.ts';
export { defaultTimeoutMs } from './connection.ts';
export type { ProtocolViolation, RequestOptions } from './connection.ts';
export type { Handler, HandlerContext } from './answering.ts';
export { elsewhere } from '../adapters/elsewhere.ts';
export type { RunnerOf, ToolCallResult } from './guarded-call.ts';
export type { TokenFor } from '../guardrail/token.ts';
export type { SessionHandle } from './handle.ts';
export type { ClientState, InitializeRequest } from './handshake-client.ts';
export { ManifestError, manifestOf, parseManifest } from './manifest.ts';
export type { ListedTool, ToolManifest } from './manifest.ts';
export { toolsFrom } from './manifest-tools.ts';
export type {
  DecideTool,
  JsonSchemaValidator,
  ManifestTools,
  ManifestToolsOptions,
  ToolDecision,
  ToolDecisions,
} from './manifest-tools.ts';
export { defaultChannelCapacity } from './notification-channel.ts';
export type { NotificationChannel } from './notification-channel.ts';
export { pagesOf } from './pages.ts';
export { McpServerSession } from './server.ts';
export type { ServerMessages } from './server-messages.ts';
export type { ServerHandlerContext, ServerHandlers, ServerSessionOptions } from './server-options.ts';
export type { ServerState } from './server-session.ts';
export { SessionError, SessionStateError, sessionCode } from './session-error.ts';
export type { SessionErrorReason } from './session-error.ts';
export type { JsonRpcId, JsonRpcMessage, SendOptions, SessionTransport } from './transport.ts';
export { handshakeVersions, statelessVersion } from './vocabulary.ts';
export type {
  ClientCapabilities,
  ClientNotification,
  HandshakeVersion,
  Implementation,
  InitializeParams,
  InitializeResult,
  Progress,
  ServerCapabilities,
  ServerNotification,
  StatelessVersion,
  SubscriptionFilter,
} from './vocabulary.ts';
