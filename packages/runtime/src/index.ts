export { toolNamed } from './capability/agent.ts';
export type { Agent, AnyAgent, CapsOf, DynamicTool, HasCaps } from './capability/agent.ts';
export { bottom, capsOf, dynamicCaps, has, isSubset, join, meet, top } from './capability/capability-set.ts';
export type { CapabilitySet } from './capability/capability-set.ts';
export type { SchemaCap, ToolCap } from './capability/capability.ts';
export type { Bottom, CapOf, Caps, CapsOfList, IsSubset, Join, Meet, Top } from './capability/caps.ts';
export { delegate } from './capability/delegate.ts';
export type { DelegatedAgent } from './capability/delegate.ts';
export { defineTool, needsNoGuardrail, noGuardrailRequired } from './capability/tool.ts';
export type {
  AnyTool,
  GivenOf,
  NoGuardrailRequired,
  ResultOf,
  SchemaTool,
  Tool,
  ToolClass,
  ToolContext,
  ToolDefinition,
} from './capability/tool.ts';
export { canonicalJson, digestOf } from './canonical.ts';
export { CapabilityNotHeld, errorCode, McpError, TokenRejected } from './errors.ts';
export type { JsonRpcError, TokenRejection } from './errors.ts';
export { block, GuardrailBlocked, isBlocked } from './guardrail/blocked.ts';
export type { Block } from './guardrail/blocked.ts';
export { CallbackRunner } from './guardrail/callback-runner.ts';
export type { CallbackRunnerOptions, DecisionOptions } from './guardrail/callback-runner.ts';
export { defineAgent } from './guardrail/define-agent.ts';
export type { AgentDefinition } from './guardrail/define-agent.ts';
export type { BeforeTool, BeforeToolCall, DecisionRecord, Guarded, Guardrail } from './guardrail/guardrail.ts';
export { invokeTool } from './guardrail/invoke-tool.ts';
export type { InvocationOptions } from './guardrail/invoke-tool.ts';
export type { GuardrailToken, TokenBrand } from './guardrail/token.ts';
export { uncheckedInvocation } from './guardrail/unchecked.ts';
export type { UncheckedInvocation } from './guardrail/unchecked.ts';
export type { Json, JsonObject } from './json.ts';
export type { InferInput, InferOutput, StandardSchemaV1 } from './standard-schema.ts';
