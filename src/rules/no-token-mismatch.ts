import { ESLintUtils } from '@typescript-eslint/utils';
import type { ts } from '../type-utils/index.ts';
import { mayMisuseTokens } from '../facts/tokens/calls.ts';
import { isExpectedToBeRefused } from '../facts/tokens/expected.ts';
import { type Mismatch, mismatchesIn } from '../facts/tokens/mismatches.ts';
import { tokensOf } from '../config/settings/tokens.ts';
import { createRule } from './create-rule.ts';
import { locationOf, placeText, shortText } from './texts/places.ts';
import { calledText, mintText } from './texts/tokens.ts';

export const noTokenMismatch = createRule<[], Mismatch['kind']>({
  name: 'no-token-mismatch',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow spending a guardrail token on another tool, agent or arguments than it was minted for',
      layer: 'guardrail',
      presets: { recommended: 'error', strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      changedArguments:
        '`{{given}}` is changed on {{change}}, after the guardrail looked at it ({{place}}): `{{op}}` rejects. Change it before `{{mint}}`.',
      otherAgent:
        'The {{noun}} was minted for `{{minted}}` ({{place}}), and `{{op}}` is called for `{{given}}`: it rejects. Let the runner of `{{given}}` mint one.',
      otherArguments:
        'The guardrail looked at `{{minted}}` ({{place}}), and `{{op}}` is given `{{given}}`: it rejects. Pass the same arguments to both.',
      otherTool:
        'The {{noun}} was minted for `{{minted}}` ({{place}}), and `{{op}}` runs `{{given}}`: it rejects. Call `{{mint}}` with that tool.',
    },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    const tokens = tokensOf(context.settings);

    return {
      'Program:exit'(node) {
        const file: ts.SourceFile = esTreeNodeToTSNodeMap.get(node);
        if (!mayMisuseTokens(file, program, tokens)) return;
        for (const mismatch of mismatchesIn(file, program, tokens))
          if (!isExpectedToBeRefused(mismatch.spend.call)) report(mismatch, file);
      },
    };

    function report({ kind, spend, mint, node, minted, change }: Mismatch, file: ts.SourceFile): void {
      context.report({
        loc: locationOf(node),
        messageId: kind,
        data: {
          given: shortText(node),
          minted: minted ? shortText(minted) : '',
          noun: spend.model.noun,
          op: calledText(spend.call),
          place: placeText(mint.call, file),
          change: change ? placeText(change, file) : '',
          mint: mintText(mint.model),
        },
      });
    }
  },
});
