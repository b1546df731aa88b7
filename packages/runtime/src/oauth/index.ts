/** `@agent-safety/runtime/oauth`: access tokens decide which tools of an MCP server over HTTP a caller reaches. Needs `jose`. */
export { grantOf } from './access-grant.ts';
export type { AccessGrant, RequestAuthInfo, VerifiedToken } from './access-grant.ts';
export { InsufficientScope, InvalidAccessToken } from './errors.ts';
export { jwtVerifier } from './jwt-verifier.ts';
export type { AccessTokenVerifier, JwtVerifierOptions, SignatureAlgorithm } from './jwt-verifier.ts';
export type { Refusal, RefusalReason } from './refusal.ts';
export { createResourceGate } from './resource-gate.ts';
export type { Admission, AdmittedHandler, ResourceGate, ResourceGateOptions } from './resource-gate.ts';
export type { ProtectedResourceMetadata } from './resource-metadata.ts';
export { scopesFor } from './tool-scopes.ts';
export type { ReachedTool, ScopedTool, ScopePolicy, ScopeRules, ToolScopes } from './tool-scopes.ts';
