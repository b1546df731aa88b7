import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf } from '../../program/control/control.ts';
import type { ts } from '../../type-utils/index.ts';
import type { EffectKind } from '../../models/effects/effect.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { ToolFact } from '../agents/tools.ts';
import { compareImpacts, type JudgedEffect, judgedEffectsOf, type Reason } from './impact.ts';
import type { SensitivityPolicy } from './sensitivity-policy.ts';

/** Why an effect of low impact makes no hint untrue: what a tool only passes by, or takes back of its own, or a program that may only read. */
export const byTheWay: readonly Reason[] = ['aside', 'moves', 'runs'];

/** Why an effect makes a hint untrue only where all that counts is reported: a command that reads, which is given texts of the model. */
const besideReading: readonly Reason[] = ['option', 'shell'];

/** What an effect must be to contradict a statement about a tool. */
export interface Contradicting {
  readonly kinds: readonly EffectKind[];
  /** Reasons with which one of low impact does not. */
  readonly without: readonly Reason[];
}

/**
 * The effect of a tool that contradicts what is stated of it, such as that it only reads: the one that can break most. What a
 * tool that is named for reading keeps beside, behind other calls, contradicts nothing.
 */
export function contradictingEffectOf(
  tool: ToolFact,
  name: string | undefined,
  { kinds, without }: Contradicting,
  facts: AgentFacts,
  policy: SensitivityPolicy,
): JudgedEffect | undefined {
  const isBeside = ({ effect, impact, reason }: JudgedEffect): boolean =>
    impact === 'low' &&
    (without.includes(reason) || (effect.path.length > 1 && policy.isReadingName(name ?? tool.name)));
  return judgedEffectsOf(facts, tool).find(
    (each) =>
      kinds.includes(policy.isReadingName(name ?? tool.name) ? each.effect.kind : kindOf(each)) &&
      each.impact !== 'none' &&
      !isBeside(each) &&
      !isForUnmarked(each, facts.program) &&
      !(besideReading.includes(each.reason) && !policy.countsImpact('low')),
  );
}

/** What an effect comes to: a request that takes something away or changes it is no mere egress. */
function kindOf({ effect: { kind }, impact, reason }: JudgedEffect): EffectKind {
  return kind === 'egress' && compareImpacts(impact, 'low') > 0 ? (kindsByReason[reason] ?? kind) : kind;
}

const kindsByReason: Readonly<Partial<Record<Reason, EffectKind>>> = {
  deletes: 'delete',
  elsewhere: 'write',
  money: 'spend',
};

/** Whether an effect is on a path that depends on such a mark: `if (!tool.annotations.readOnlyHint) await snapshot();` */
function isForUnmarked({ effect }: JudgedEffect, program: ts.Program): boolean {
  return effect.path.some((call) =>
    branchesOf(call, program).some((condition) =>
      /\b(?:readOnly|destructive)Hint\b/.test(testedBy(condition).getText()),
    ),
  );
}
