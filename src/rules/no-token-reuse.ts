import { ESLintUtils } from '@typescript-eslint/utils';
import { agentFactsOf } from '../facts/agents/agents.ts';
import { agentSettingsOf } from '../config/settings/agent-sdks.ts';
import type { Misuse } from '../facts/sessions/session-facts.ts';
import { sessionFactsOf } from '../facts/sessions/sessions.ts';
import { mayMisuseTokens } from '../facts/tokens/calls.ts';
import { isExpectedToBeRefused } from '../facts/tokens/expected.ts';
import { type Overuse, overusesIn } from '../facts/tokens/lifetimes.ts';
import { tokenProtocolsOf } from '../facts/tokens/protocol.ts';
import { tokensOf } from '../config/settings/tokens.ts';
import type { ts } from '../type-utils/index.ts';
import { syntax } from '../type-utils/index.ts';
import { createRule } from './create-rule.ts';
import { locationOf, placeText, shortText } from './texts/places.ts';
import { calledText, mintText } from './texts/tokens.ts';

type MessageId =
  | 'outlivesCall'
  | 'sharedWithAgent'
  | 'spentAfterFailure'
  | 'spentInCallee'
  | 'spentInLoop'
  | 'spentRepeatedly'
  | 'spentTwice';

export const noTokenReuse = createRule<[], MessageId>({
  name: 'no-token-reuse',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow spending a guardrail token twice, or keeping it beyond its call',
      layer: 'guardrail',
      presets: { recommended: 'error', strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      outlivesCall:
        '`{{token}}` is stored in `{{place}}`, which outlives the call that the {{noun}} was minted for. Spend it where it is minted, and keep the arguments instead.',
      sharedWithAgent:
        '`{{token}}` is handed to `{{place}}`, but a {{noun}} is for one call of one agent. Let the other agent’s own runner mint one.',
      spentAfterFailure:
        '`{{op}}` is given `{{token}}`, which the call that failed ({{place}}) has spent. Ask `{{mint}}` again before a retry.',
      spentInCallee:
        'This hands `{{token}}` to `{{op}}` ({{inside}}) once more: {{place}} has spent it. Mint a {{noun}} for each call.',
      spentInLoop:
        '`{{op}}` is given `{{token}}` again in a later iteration: the first has spent it. Call `{{mint}}` inside the loop.',
      spentRepeatedly:
        '`{{op}}` may run several times with the same `{{token}}` ({{place}}): the first call spends it. Call `{{mint}}` for each.',
      spentTwice:
        '`{{op}}` is given `{{token}}`, which {{place}} has spent{{may}}: it rejects. Mint a {{noun}} for each call.',
    },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    const tokens = tokensOf(context.settings);
    const protocols = tokenProtocolsOf(tokens);

    return {
      'Program:exit'(node) {
        const file: ts.SourceFile = esTreeNodeToTSNodeMap.get(node);
        if (!mayMisuseTokens(file, program, tokens)) return;
        const misuses = sessionFactsOf(file, program, protocols).misuses.filter(isCertainEnough);
        for (const misuse of misuses) if (!isExpectedToBeRefused(misuse.node)) reportMisuse(misuse, file);
        const agents = agentFactsOf(program, agentSettingsOf(context.settings).sdks);
        const reported = new Set(misuses.map((misuse) => misuse.node));
        for (const overuse of overusesIn(file, agents, tokens))
          if (!reported.has(overuse.node) && !isExpectedToBeRefused(overuse.node)) reportOveruse(overuse, file);
      },
    };

    function reportMisuse(misuse: Misuse, file: ts.SourceFile): void {
      const { node, called, witnesses, inside, protocol, certainty } = misuse;
      const model = tokens.find(({ id }) => id === protocol.id);
      const [witness] = witnesses;
      context.report({
        loc: locationOf(node),
        messageId: misuse.inEarlierIteration ? 'spentInLoop' : inside ? 'spentInCallee' : 'spentTwice',
        data: {
          op: called,
          token: misuse.subject,
          noun: protocol.noun,
          place: witness ? `the call on ${placeText(witness.node, file)}` : 'an earlier call',
          may: certainty === 'possible' ? ' on some paths' : '',
          mint: model ? mintText(model) : '',
          inside: inside ? placeText(inside, file) : '',
        },
      });
    }

    function reportOveruse({ kind, node, by, model }: Overuse, file: ts.SourceFile): void {
      const data = { noun: model.noun, mint: mintText(model) };
      const [loc, place] = [locationOf(node), placeText(by, file)];
      if (kind === 'stored' || kind === 'shared')
        context.report({
          loc,
          messageId: kind === 'stored' ? 'outlivesCall' : 'sharedWithAgent',
          data: { ...data, token: shortText(node), place: kind === 'shared' ? calledText(by) : shortText(by) },
        });
      else
        context.report({
          loc,
          messageId: kind === 'repeated' ? 'spentRepeatedly' : 'spentAfterFailure',
          data: { ...data, op: calledText(node), token: model.noun, place },
        });
    }
  },
});

/**
 * Whether a token is spent already on some path that the function itself takes. What a function that it calls may do or
 * not do depends on what that is given.
 */
function isCertainEnough({ certainty, node, inside, witnesses }: Misuse): boolean {
  if (certainty === 'definite') return true;
  return !inside && witnesses.some((witness) => syntax.containerOf(witness.node) === syntax.containerOf(node));
}
