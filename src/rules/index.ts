import type { AgentSafetyRule } from './create-rule.ts';
import { noSharedServer } from './no-shared-server.ts';
import { noUnguardedSensitiveTool } from './no-unguarded-sensitive-tool.ts';
import { noWrongSessionState } from './no-wrong-session-state.ts';
import { requireSessionClose } from './require-session-close.ts';

/** Every rule of the plugin by its name. The only list: presets, rule tables and meta-tests read this one. */
export const rules: Readonly<Record<string, AgentSafetyRule>> = {
  'no-shared-server': noSharedServer,
  'no-unguarded-sensitive-tool': noUnguardedSensitiveTool,
  'no-wrong-session-state': noWrongSessionState,
  'require-session-close': requireSessionClose,
};
