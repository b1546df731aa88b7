/**
 * What the command needs besides the programmatic API, `eslint-plugin-agent-safety/analysis`. For the package `agent-safety` of
 * the same version, and no part of the plugin's public interface.
 */
export { agentsBelow, reachOf } from '../analysis/delegation.ts';
export { parsePolicy } from '../config/policy/parse.ts';
export { POLICY_FILE, policyAbove } from '../config/policy/policy-file.ts';
export type { Policy } from '../config/policy/policy.ts';
export type { AgentFact } from '../facts/agents/agents.ts';
export { builtInPermissionOf } from '../facts/agents/built-in-tools.ts';
export { mayStop } from '../facts/agents/guards.ts';
export type { GivenGuard } from '../facts/agents/guards.ts';
export { isRemote } from '../facts/agents/remote-agents.ts';
export type { RemoteAgent } from '../facts/agents/remote-agents.ts';
export { serverOf } from '../facts/agents/servers.ts';
export { effectsOfTool, type GivenTool, type ToolFact, type ToolSetFact } from '../facts/agents/tools.ts';
export { labelOf, nameOf } from '../facts/delegations/agent-names.ts';
export type { Capability, DelegationFacts } from '../facts/delegations/delegation-facts.ts';
export type { Delegation } from '../facts/delegations/delegations.ts';
export { judgedEffectsOf } from '../facts/guardrails/impact.ts';
export type { Impact } from '../facts/guardrails/impact.ts';
export { invocationVerdictOf, toolVerdictOf } from '../facts/guardrails/verdicts.ts';
export type { InvocationVerdict, ToolVerdict } from '../facts/guardrails/verdicts.ts';
export { invocationAt } from '../facts/guardrails/invocations.ts';
export { anySensitivity, SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
export { impactOf, sensitivityOf } from '../facts/guardrails/sensitivity.ts';
export type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
export { unresolvedModulesOf } from '../facts/setup/unresolved-modules.ts';
export type { UnresolvedModule } from '../facts/setup/unresolved-modules.ts';
export { unresolvedSdksOf } from '../facts/setup/unresolved-sdks.ts';
export type { UnresolvedReason, UnresolvedSdk } from '../facts/setup/unresolved-sdks.ts';
export type { Effect } from '../program/effects/effects.ts';
export { checked } from '../rules/check.ts';
export type { PresetFinding } from '../rules/check.ts';
export { noDisallowedCapability } from '../rules/no-disallowed-capability.ts';
export { noLethalCombination } from '../rules/no-lethal-combination.ts';
export { noScopeWidening } from '../rules/no-scope-widening.ts';
export { docsUrlOf, presetNames } from '../rules/rule.ts';
export type { PresetName } from '../rules/rule.ts';
export { calledAt, filesOnDisk, projectConfigAt, subjectAt, syntax, transpiled } from '../type-utils/index.ts';
export type { ProjectFiles, ts } from '../type-utils/index.ts';
