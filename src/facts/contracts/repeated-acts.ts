import { loggingWords, readingWords } from '../../models/agents/harmless.ts';
import { amountName } from '../../models/contracts/keys.ts';
import { besidePayments, repeatingMethods, settlingMethods } from '../../models/contracts/repeats.ts';
import { memo } from '../../memo.ts';
import { type EffectFrame, outsideCallsOf, stepsOf } from '../../program/effects/effects.ts';
import { readAt } from '../../program/values/places.ts';
import { textIn } from '../../program/values/values.ts';
import { calledName, compilerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { nameByDefinition } from '../agents/definitions.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import { functionsOf, type ToolFact } from '../agents/tools.ts';
import { type JudgedEffect, judgedEffectsOf } from '../guardrails/impact.ts';
import { wordsOf } from '../guardrails/purpose.ts';
import { inputNamesOf } from './input-names.ts';
import { type Repeated, repeatedByName, repeatedBySentence } from './repeated-names.ts';

/** Something that a tool does, and that it does twice where it runs twice. */
export interface RepeatedAct {
  readonly kind: Repeated;
  readonly call: Call;
  /** The calls on the way there, outermost first; the last is `call`. */
  readonly path: readonly ts.Node[];
  readonly frames: readonly EffectFrame[];
  /** What a sink of the models does; undefined for a call of which the author of the tool says what it is for. */
  readonly effect: JudgedEffect | undefined;
}

/** How many functions are gone through on the way to a call of what is not in the program. */
const MAX_DEPTH = 4;

const innocent = new RegExp(`^_*(?:${[...readingWords, ...loggingWords].join('|')})(?![a-z])`);

/** What the author of a tool says that it does: by its name, its description and its input. */
export const statedRepetitionOf = memo((facts: AgentFacts, tool: ToolFact): Repeated | undefined => {
  const hasAmount = [...inputNamesOf(facts, tool).names].some((each) => amountName.test(each));
  const { description } = tool.model;
  const sentence = (description && textIn(readAt(tool.value, description))) ?? '';
  const name = nameByDefinition(tool, facts) ?? '';
  const byName = repeatedByName(name, hasAmount);
  const bySentence = repeatedBySentence(sentence, hasAmount);
  return byName === 'payment' || bySentence === 'payment' ? 'payment' : (byName ?? bySentence);
});

/**
 * What a tool does that is done twice where it runs twice: by the sinks that it comes to, and by calls of what is not in the
 * program where its author says that it pays, sends or creates. Not what an SDK or a receiver does once by itself: a change of
 * one thing, a file at a path, an entry of the program's own store.
 */
export const repeatedActsOf = memo((facts: AgentFacts, tool: ToolFact): readonly RepeatedAct[] => {
  const stated = statedRepetitionOf(facts, tool);
  const known = judgedEffectsOf(facts, tool).flatMap((judged): readonly RepeatedAct[] => {
    const { call, path, frames } = judged.effect;
    const kind = judged.impact === 'none' ? undefined : kindOf(judged, stated);
    return kind && isCall(call) ? [{ kind, call, path, frames, effect: judged }] : [];
  });
  return known.length > 0 || stated === undefined ? known : unknownActsOf(facts, tool, stated);
});

function kindOf({ effect, reason }: JudgedEffect, stated: Repeated | undefined): Repeated | undefined {
  const { kind, sink, target, store, isDraft, detail } = effect;
  const method = sink.split('.').at(-1) ?? '';
  if (kind === 'spend') return settlingMethods.includes(method) ? undefined : 'payment';
  if (kind === 'write') {
    if (store !== undefined || isDraft === true) return undefined;
    return repeatingMethods.some((each) => sink.endsWith(each)) ? 'creation' : undefined;
  }
  if (kind !== 'egress' || reason === 'upkeep') return undefined;
  if (target?.is === 'name') return 'message';
  if (target?.is === 'url' || detail !== undefined) return isPost(method, detail) ? stated : undefined;
  return /^(?:WebSocket|Navigator)\b/.test(sink) ? undefined : 'message';
}

function isPost(method: string, detail: string | undefined): boolean {
  return detail === 'POST' || (detail === undefined && /^post(?:Form)?$/.test(method));
}

/** The calls of what is not in the program that do what the author of the tool says. */
function unknownActsOf(facts: AgentFacts, tool: ToolFact, stated: Repeated): readonly RepeatedAct[] {
  const { program } = facts;
  return functionsOf(tool).flatMap((fn) =>
    outsideCallsOf(fn, program).flatMap((call): readonly RepeatedAct[] => {
      if (tool.runs.has(call) || !mayActAs(call, stated, program)) return [];
      const way = wayTo(call, fn, program);
      return way ? [{ kind: stated, call, effect: undefined, ...way }] : [];
    }),
  );
}

/** Whether a call of what only a declaration is known of may be what the tool is for, by the name of what is called. */
function mayActAs(call: Call, stated: Repeated, program: ts.Program): boolean {
  // What an object is made with acts for all that it does later.
  if (!syntax.isCallExpression(call) || syntax.isConstructorDeclaration(syntax.containerOf(call))) return false;
  const name = calledName(call);
  if (name === undefined || innocent.test(name)) return false;
  const { isPlatform, gives } = compilerOf(program).resultOfCall(call);
  if (isPlatform || gives === 'value') return false;
  const own = repeatedByName(name, true);
  if (own === stated || stated !== 'payment') return own === stated;
  const isAct = own !== undefined && !besidePayments.includes(wordsOf(name).at(-1) ?? '');
  const isGeneral = /^(?:request|execute|process|perform|submit|post|mutate)$/.test(name);
  return isAct || isGeneral || /pay|charge|refund|order|contract/i.test(name);
}

/** The shortest way from a function to a call in it, or in a function of the program that it calls. */
function wayTo(
  call: Call,
  from: syntax.FunctionLike,
  program: ts.Program,
): Pick<RepeatedAct, 'frames' | 'path'> | undefined {
  const queue: Pick<RepeatedAct, 'frames' | 'path'>[] = [{ path: [], frames: [{ fn: from, isCallback: false }] }];
  const seen = new Set<ts.Node>([from]);
  for (const { path, frames } of queue) {
    const fn = frames.at(-1)?.fn;
    if (!fn || path.length > MAX_DEPTH) continue;
    if (isInside(call, fn)) return { path: [...path, call], frames };
    for (const step of stepsOf(fn, program)) {
      if (seen.has(step.to)) continue;
      seen.add(step.to);
      queue.push({
        path: [...path, step.call],
        frames: [...frames, { fn: step.to, isCallback: step.isCallback }],
      });
    }
  }
  return undefined;
}
