import type { AgentSafetyRule } from './create-rule.ts';
import { noSharedServer } from './no-shared-server.ts';

/** Every rule of the plugin by its name. The only list: presets, rule tables and meta-tests read this one. */
export const rules: Readonly<Record<string, AgentSafetyRule>> = {
  'no-shared-server': noSharedServer,
};
