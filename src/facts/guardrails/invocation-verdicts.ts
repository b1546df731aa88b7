import type { ts } from '../../type-utils/index.ts';
import type { Guardrails } from './guardrails.ts';
import { hasGuardAskedAnyway, type Invocation, isDecided } from './invocations.ts';
import type { Sensitivity } from './sensitivity.ts';
import type { SensitivityPolicy } from './sensitivity-policy.ts';

/** Whether a call that runs a tool by itself is safe: it is harmless, guarded, or neither. */
export type InvocationVerdict =
  { readonly kind: 'guarded' | 'harmless' } | { readonly kind: 'unguarded'; readonly sensitivity: Sensitivity };

/**
 * The verdict about a call of a tool.
 *
 * @param isExempt whether a tool needs no guard whatever it does, by what defines it
 */
export function verdictOf(
  invocation: Invocation,
  { facts, decisions }: Guardrails,
  policy: SensitivityPolicy,
  isExempt: (definition: ts.Node) => boolean = () => false,
): InvocationVerdict {
  const { tools, model } = invocation;
  const sensitivity = sensitivityIn(invocation, policy);
  if (!sensitivity || tools.some(({ node }) => isExempt(node))) return { kind: 'harmless' };
  const requestsApproval = tools.some(
    (tool) => (tool.handler !== undefined && decisions.asks(tool.handler)) || hasGuardAskedAnyway(tool, model, facts),
  );
  return requestsApproval || isDecided(invocation, decisions)
    ? { kind: 'guarded' }
    : { kind: 'unguarded', sensitivity };
}

/** Of the first tool that counts; unknown where no tool is known. */
function sensitivityIn({ tools, name }: Invocation, policy: SensitivityPolicy): Sensitivity | undefined {
  if (tools.length === 0) return policy.countUnknown && !policy.isReadingName(name) ? { class: 'unknown' } : undefined;
  return tools.map((tool) => policy.sensitiveOf(tool, name)).find((each) => each !== undefined);
}
