import { noDisallowedCapability } from './no-disallowed-capability.ts';
import { noForgedToken } from './no-forged-token.ts';
import { noIneffectiveGuardrail } from './no-ineffective-guardrail.ts';
import { noLethalCombination } from './no-lethal-combination.ts';
import { noScopeWidening } from './no-scope-widening.ts';
import { noSharedServer } from './no-shared-server.ts';
import { noTokenMismatch } from './no-token-mismatch.ts';
import { noTokenReuse } from './no-token-reuse.ts';
import { noUnguardedSensitiveTool } from './no-unguarded-sensitive-tool.ts';
import { noUnresolvedSdk } from './no-unresolved-sdk.ts';
import { noWrongSessionState } from './no-wrong-session-state.ts';
import { requireGuardrail } from './require-guardrail.ts';
import { requireRegisteredTool } from './require-registered-tool.ts';
import type { Rule } from './rule.ts';
import { requireSessionClose } from './require-session-close.ts';
import { validDocumentPointer } from './valid-document-pointer.ts';

/** Every rule of the plugin by its name. The only list: presets, rule tables and meta-tests read this one. */
export const rules: Readonly<Record<string, Rule>> = {
  'no-disallowed-capability': noDisallowedCapability,
  'no-forged-token': noForgedToken,
  'no-ineffective-guardrail': noIneffectiveGuardrail,
  'no-lethal-combination': noLethalCombination,
  'no-scope-widening': noScopeWidening,
  'no-shared-server': noSharedServer,
  'no-token-mismatch': noTokenMismatch,
  'no-token-reuse': noTokenReuse,
  'no-unguarded-sensitive-tool': noUnguardedSensitiveTool,
  'no-unresolved-sdk': noUnresolvedSdk,
  'no-wrong-session-state': noWrongSessionState,
  'require-guardrail': requireGuardrail,
  'require-registered-tool': requireRegisteredTool,
  'require-session-close': requireSessionClose,
  'valid-document-pointer': validDocumentPointer,
};
