import { agentSdks } from '../../models/agents/index.ts';
import type { AgentSdk } from '../../models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../models/protocol.ts';

/** What the guardrail rules know: the SDKs, and the functions that the user says decide. */
export interface AgentSettings {
  readonly sdks: readonly AgentSdk[];
  readonly guards: readonly CalleeRef[];
}

/** The SDKs and guards of the settings, with those that are built in. */
export function agentSettingsOf(_settings: Readonly<Record<string, unknown>>): AgentSettings {
  return { sdks: agentSdks, guards: [] };
}
