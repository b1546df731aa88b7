export type { AuditEvent, AuditListener, AuditOutcome, Environment } from './audit.ts';
export { createConnector } from './connector.ts';
export type { CallContext, CallOptions, Connector, ConnectorOptions, Outcome, Perform } from './connector.ts';
export type { DocumentHash, MeasuredDocuments } from './content.ts';
export { policyCodes, PolicyDenied, RegistryError } from './denied.ts';
export type { DeniedCall, PolicyCode } from './denied.ts';
export type { ContentEncoding } from './digest.ts';
export type { ToolEffect } from './effect.ts';
export type { CallCapability, EnforcementOptions } from './enforcement.ts';
export { createGateway } from './gateway.ts';
export type { Authorization, Gateway, GatewayOptions } from './gateway.ts';
export { connectClient, guardServer, requestMeta, resultMeta } from './mcp-wrappers.ts';
export type {
  ConnectOptions,
  ForwardingClient,
  ForwardOptions,
  GuardOptions,
  NamedCall,
  ProxyServer,
  ToolClient,
} from './mcp-wrappers.ts';
export { requireRegistryParity } from './pins.ts';
export type { Pinned, RegistryPins } from './pins.ts';
export { parseRegistry, registryPin } from './registry.ts';
export type { DocumentSpec, RegisteredTool, Registry, RegistryPin } from './registry.ts';
export type { ExpectedDocumentHash, ToolCall } from './tool-call.ts';
export { McpError } from '../errors.ts';
export type { Json, JsonObject } from '../json.ts';
