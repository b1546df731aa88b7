import type { ts } from '../../type-utils/index.ts';
import { usesTestRunner } from '../../program/values/test-code.ts';
import type { AgentFact } from '../agents/agents.ts';
import { isForTests } from '../agents/definitions.ts';
import { isOfReadingServers } from '../agents/reading-servers.ts';
import type { GivenTool, ToolFact } from '../agents/tools.ts';
import type { Guardrails } from './guardrails.ts';
import type { DecisionFinder } from './decisions.ts';
import { isGuardedOnDirectCall, type Invocation } from './invocations.ts';
import type { Sensitivity } from './sensitivity.ts';
import { byClass, type SensitivityPolicy } from './sensitivity-policy.ts';

/** What runs a tool of which nothing safe is known, and what that tool does. */
interface Unguarded {
  readonly kind: 'unguarded';
  readonly sensitivity: Sensitivity;
}

/**
 * Whether a call that runs a tool by itself is safe: the tool does nothing that counts, the call is guarded, or neither.
 * `tested`: it stands in a test.
 */
export type InvocationVerdict = { readonly kind: 'guarded' | 'harmless' | 'tested' } | UnguardedRun;

interface UnguardedRun extends Unguarded {
  /** Of the tools that the call may run, the one that does it. */
  readonly tool: ToolFact | undefined;
}

/**
 * Whether a tool that an agent has is safe. `delegated`: the tool is an agent, and the verdicts are those of its own
 * tools. `ineffective`: a guard is there and stops nothing. `listed`: the tools of a server, of which the names are chosen.
 * `tested`: an agent of a test or an evaluation has it, which no user runs.
 */
export type ToolVerdict =
  { readonly kind: 'delegated' | 'guarded' | 'harmless' | 'ineffective' | 'listed' | 'tested' } | Unguarded;

/** Whether a tool needs no guard whatever it does, by what defines it. */
export type Exemption = (definition: ts.Node) => boolean;

const noExemption: Exemption = () => false;

/** The verdict about a call of a tool. */
export function invocationVerdictOf(
  invocation: Invocation,
  guardrails: Guardrails,
  policy: SensitivityPolicy,
  isExempt = noExemption,
): InvocationVerdict {
  const { call, tools, model } = invocation;
  if (usesTestRunner(call.getSourceFile(), guardrails.facts.program)) return { kind: 'tested' };
  const found = sensitivityIn(invocation, policy);
  if (!found || tools.some(({ node }) => isExempt(node))) return { kind: 'harmless' };
  const requestsApproval = tools.some(
    (tool) => guardrails.requestsApproval(tool) || isGuardedOnDirectCall(tool, model, guardrails.facts),
  );
  return requestsApproval || isDecided(invocation, guardrails.decisions)
    ? { kind: 'guarded' }
    : { kind: 'unguarded', ...found };
}

/** Of the first tool that counts; unknown where no tool is known. */
function sensitivityIn(
  { tools, name, server }: Invocation,
  policy: SensitivityPolicy,
): Pick<UnguardedRun, 'sensitivity' | 'tool'> | undefined {
  if (tools.length === 0) {
    const sensitivity = policy.sensitiveByName(name, server);
    return sensitivity && { sensitivity, tool: undefined };
  }
  for (const tool of tools) {
    const sensitivity = policy.sensitiveOf(tool, tools.length > 1 ? tool.name : name);
    if (sensitivity) return { sensitivity, tool };
  }
  return undefined;
}

/** The verdict about a tool that an agent is given. */
export function toolVerdictOf(
  agent: AgentFact,
  given: GivenTool,
  guardrails: Guardrails,
  policy: SensitivityPolicy,
  isExempt = noExemption,
): ToolVerdict {
  const { tool } = given;
  if (tool.kind === 'agent') return { kind: 'delegated' };
  if (isExempt(tool.node)) return { kind: 'harmless' };
  if (tool.kind === 'tool' && isForTests({ agent, given: { ...given, tool } }, guardrails.facts))
    return { kind: 'tested' };
  const writing = tool.kind === 'set' ? policy.writingIn(tool) : [];
  if (tool.kind === 'set' && writing.length === 0) {
    if (!policy.countUnknown || isOfReadingServers(tool, guardrails.facts.evaluator)) return { kind: 'harmless' };
    if (tool.only) return { kind: 'listed' };
  }
  // To find out what a tool does takes more time than what guards it.
  const { isGuarded, failures } = guardrails.verdictOf(agent, given);
  if (isGuarded) return { kind: 'guarded' };
  if (failures.length > 0) return { kind: 'ineffective' };
  const sensitivity: Sensitivity | undefined =
    tool.kind === 'set' ? (writing.length > 0 ? byClass : { class: 'unknown' }) : policy.sensitiveOf(tool, given.name);
  return sensitivity ? { kind: 'unguarded', sensitivity } : { kind: 'harmless' };
}

/**
 * Whether a call of a tool is guarded: on every path to it, or by its author, where the call names the tool
 * and makes its input.
 */
function isDecided(
  { call, tools, name, about, receiver, chosenBy, isWrittenOut: isAllWritten }: Invocation,
  decisions: DecisionFinder,
): boolean {
  if (isAllWritten) return true;
  const subject = decisions.subjectOf(about, receiver, name, tools.length === 0 ? chosenBy : undefined);
  if (tools.length === 0 && name !== undefined && !decisions.isGivenFromOutside(subject)) return true;
  return decisions.isFromCommandLine(about) || decisions.isDecided(call, subject);
}
