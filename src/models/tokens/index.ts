import { guardrailToken, uncheckedInvocation } from './agent-safety.ts';
import type { TokenModel } from './token-model.ts';

/** The tokens that need no configuration. */
export const builtInTokens: readonly TokenModel[] = [guardrailToken, uncheckedInvocation];
