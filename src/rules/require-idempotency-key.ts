import { nameNodeOf } from '../facts/agents/definitions.ts';
import type { Analysis } from '../facts/analysis.ts';
import { type MissingKey, MissingKeyFinder } from '../facts/contracts/missing-keys.ts';
import type { RepeatedAct } from '../facts/contracts/repeated-acts.ts';
import { calledName, syntax, type ts } from '../type-utils/index.ts';
import { defineRule, type Report } from './rule.ts';
import { placeInFile, placeText, registryPlaceText, shortText } from './texts/places.ts';
import { effectText, toolText } from './texts/tools.ts';

/** `checkAllWrites`: a call of a registered write tool needs a key although its input is not known to have one. */
export interface Options {
  readonly checkAllWrites: boolean;
}

type MessageId =
  'callWithoutKey' | 'keyOfAttempt' | 'keyOfExecution' | 'keyUnused' | 'noKeyInSchema' | 'retriedWithoutKey';

export const requireIdempotencyKey = defineRule<MessageId, Options>({
  name: 'require-idempotency-key',
  docs: {
    description: 'Require an idempotency key where a payment, a message or a creation may be repeated',
    layer: 'contract',
    presets: { strict: 'error' },
  },
  messages: {
    callWithoutKey:
      '{{tool}} is registered as `write` ({{place}}), and this call has no {{key}}. Give it one that is the same in each repetition, in the arguments or in `_meta`.',
    keyOfAttempt:
      '`{{value}}` makes another key in each attempt, so that {{what}} is done again by each. Make the key once, before the first attempt.',
    keyOfExecution:
      '`{{value}}` makes another key each time {{tool}} runs, so that a repeated call {{does}} again. Take the key from the input or the call, or derive it from the arguments.',
    keyUnused: '{{tool}} takes `{{key}}` and does not use it, so that a repeated call {{does}} again. Pass it on.',
    noKeyInSchema:
      '{{tool}} {{what}}, and nothing in its input tells a repeated call from a new one. Add an idempotency key to the input and pass it on.',
    retriedWithoutKey:
      '{{what}} is repeated by the {{by}} on {{place}} although the first attempt may have succeeded. Give it an idempotency key made before the first attempt.',
  },
  options: {
    properties: {
      checkAllWrites: {
        type: 'boolean',
        description:
          'Check every call of a tool that the registry classifies as `write`, and not only where its input has a key.',
      },
    },
    defaults: { checkAllWrites: false },
  },
  *check(file, analysis: Analysis, { checkAllWrites }) {
    const { agents } = analysis;
    const finder = new MissingKeyFinder(agents, analysis.registriesFor(file), checkAllWrites);
    for (const found of finder.in(file)) yield reportOf(found, file, agents);
  },
});

function reportOf(found: MissingKey, file: ts.SourceFile, agents: Analysis['agents']): Report<MessageId> {
  if (found.kind === 'retried') {
    const { call, from, by, problem, name } = found;
    const at = placeInFile(call, from);
    const what = name === undefined ? `\`${calledName(call) ?? 'this call'}\`` : toolText(name);
    if (problem.kind === 'fresh')
      return {
        node: placeInFile(problem.node, at),
        messageId: 'keyOfAttempt',
        data: { value: shortText(problem.node), what },
        witnesses: [{ node: call, role: 'effect' }],
      };
    return {
      node: at,
      messageId: 'retriedWithoutKey',
      data: { what, by: nounOf(by), place: placeText(by, file) },
      witnesses: [{ node: by, role: 'origin' }],
    };
  }
  if (found.kind === 'call') {
    const { call, name, registered, key } = found;
    const data = {
      tool: toolText(name),
      place: registryPlaceText(registered),
      key: key === undefined ? 'idempotency key' : `\`${key}\``,
    };
    return { node: call, messageId: 'callWithoutKey', data };
  }
  const { tool, name, act } = found;
  const at = placeInFile(nameNodeOf(tool, agents), tool.node);
  const subject = name === undefined ? 'This tool' : toolText(name);
  const witnesses = [{ node: act.call, role: 'effect' }] as const;
  if (found.kind === 'fresh') {
    const data = {
      value: shortText(found.node),
      tool: name === undefined ? 'the tool' : toolText(name),
      does: deeds[act.kind],
    };
    return { node: placeInFile(found.node, at), messageId: 'keyOfExecution', data, witnesses };
  }
  if (found.unused !== undefined)
    return {
      node: at,
      messageId: 'keyUnused',
      data: { tool: subject, key: found.unused, does: deeds[act.kind] },
      witnesses,
    };
  return {
    node: at,
    messageId: 'noKeyInSchema',
    data: { tool: subject, what: whatOf(act, file) },
    witnesses,
  };
}

const deeds = { payment: 'pays', message: 'sends', creation: 'creates' } as const;

function whatOf(act: RepeatedAct, file: ts.SourceFile): string {
  return act.effect && act.effect.reason !== 'sends'
    ? effectText(act.effect, file)
    : `${deeds[act.kind]} with \`${calledName(act.call) ?? ''}\` (${placeText(act.call, file)})`;
}

function nounOf(by: ts.Node): string {
  if (syntax.isIterationStatement(by, false)) return 'loop';
  return 'call';
}
