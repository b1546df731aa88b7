import type { TokenModel } from '../models/tokens/token-model.ts';
import type { Misuse } from '../facts/sessions/session-facts.ts';
import type { Overuse } from '../facts/tokens/lifetimes.ts';
import { enclosingLoopOf, syntax, type ts } from '../type-utils/index.ts';
import { movedIntoLoop } from './edits/moves.ts';
import { defineRule, type Report, type Suggestion, suggested } from './rule.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { placeText, shortText } from './texts/places.ts';
import { calledText, mintText } from './texts/tokens.ts';

type MessageId =
  | 'mintInLoop'
  | 'outlivesCall'
  | 'sharedWithAgent'
  | 'spentAfterFailure'
  | 'spentInCallee'
  | 'spentInLoop'
  | 'spentRepeatedly'
  | 'spentTwice';

export const noTokenReuse = defineRule<MessageId>({
  name: 'no-token-reuse',
  docs: {
    description: 'Disallow spending a guardrail token twice, or keeping it beyond its call',
    layer: 'guardrail',
    presets: { recommended: 'error', strict: 'error' },
  },
  hasSuggestions: true,
  messages: {
    mintInLoop: suggestionTexts.mintInLoop,
    outlivesCall:
      '`{{token}}` is stored in `{{place}}`, which outlives the call that the {{noun}} was minted for. Spend it where it is minted, and keep the arguments instead.',
    sharedWithAgent:
      '`{{token}}` is handed to `{{place}}`, but a {{noun}} is for one call of one agent. Mint one with the other agent’s own runner.',
    spentAfterFailure:
      '`{{op}}` is given `{{token}}`, which the call that failed ({{place}}) has spent. Mint a new {{noun}} with `{{mint}}` before retrying.',
    spentInCallee:
      'This hands `{{token}}` to `{{op}}` ({{inside}}) once more: {{place}} has spent it. Mint a {{noun}} for each call.',
    spentInLoop:
      '`{{op}}` is given `{{token}}` again in a later iteration: the first has spent it. Call `{{mint}}` inside the loop.',
    spentRepeatedly:
      '`{{op}}` may run several times with the same `{{token}}` ({{place}}): the first call spends it. Call `{{mint}}` for each call.',
    spentTwice:
      '`{{op}}` is given `{{token}}`, which {{place}} has spent{{may}}: it rejects. Mint a {{noun}} for each call.',
  },
  *check(file, { tokens, program }) {
    const misuses = tokens.misusesIn(file);
    for (const misuse of misuses) yield ofMisuse(misuse, file, tokens.models, program);
    const reported = new Set(misuses.map((misuse) => misuse.node));
    const isKnown = ({ node, others = [] }: Overuse): boolean => [node, ...others].some((each) => reported.has(each));
    for (const overuse of tokens.overusesIn(file)) if (!isKnown(overuse)) yield ofOveruse(overuse, file);
  },
});

function ofMisuse(
  misuse: Misuse,
  file: ts.SourceFile,
  models: readonly TokenModel[],
  program: ts.Program,
): Report<MessageId> {
  const { node, called, witnesses, inside, protocol, certainty } = misuse;
  const model = models.find(({ id }) => id === protocol.id);
  const given = model && givenToMethod(misuse, model);
  const [witness] = witnesses;
  return {
    node,
    messageId: misuse.inEarlierIteration ? 'spentInLoop' : inside ? 'spentInCallee' : 'spentTwice',
    data: {
      op: called,
      token: given ? shortText(given) : misuse.subject,
      noun: protocol.noun,
      place: witness ? `the call on ${placeText(witness.node, file)}` : 'an earlier call',
      may: certainty === 'possible' ? ' on some paths' : '',
      mint: model ? mintText(model) : '',
      inside: inside ? placeText(inside, file) : '',
    },
    witnesses: witnesses.map((each) => ({ node: each.node, role: 'session' })),
    suggestions: misuse.inEarlierIteration && model ? mintingInLoop(misuse, model, program) : [],
  };
}

/** The token that a method is given. What the method is called on, the session, is the subject of such a call. */
function givenToMethod({ node, called }: Misuse, { spends }: TokenModel): ts.Expression | undefined {
  const spend = spends.find(({ callee }) => callee.method === called);
  return spend && syntax.isCallExpression(node) ? node.arguments[spend.token] : undefined;
}

function mintingInLoop(misuse: Misuse, model: TokenModel, program: ts.Program): readonly Suggestion<MessageId>[] {
  const { node, subject } = misuse;
  const loop = enclosingLoopOf(node);
  const token =
    givenToMethod(misuse, model) ??
    (syntax.isCallExpression(node) ? node.arguments.find((argument) => argument.getText() === subject) : undefined);
  const edits = loop && token && movedIntoLoop(loop, token, program);
  return suggested('mintInLoop', { mint: mintText(model) }, edits);
}

function ofOveruse({ kind, node, by, model }: Overuse, file: ts.SourceFile): Report<MessageId> {
  const data = { noun: model.noun, mint: mintText(model), op: calledText(node), token: shortText(node) };
  const place = placeText(by, file);
  switch (kind) {
    case 'stored':
      return { node, messageId: 'outlivesCall', data: { ...data, place: shortText(by) } };
    case 'shared':
      return { node, messageId: 'sharedWithAgent', data: { ...data, place: calledText(by) } };
    case 'again':
      return {
        node,
        messageId: 'spentTwice',
        data: { ...data, token: model.noun, place: `the call on ${place}`, may: '' },
      };
    case 'repeated':
      return { node, messageId: 'spentRepeatedly', data: { ...data, token: model.noun, place } };
    case 'retried':
      return { node, messageId: 'spentAfterFailure', data: { ...data, token: model.noun, place } };
  }
}
