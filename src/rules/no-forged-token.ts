import { dirname } from 'node:path';
import { ESLintUtils } from '@typescript-eslint/utils';
import { isExpectedToBeRefused } from '../facts/tokens/expected.ts';
import { type Forgery, forgeriesIn } from '../facts/tokens/forgeries.ts';
import { tokensOf } from '../config/settings/tokens.ts';
import type { ts } from '../type-utils/index.ts';
import { pathFromRoot } from '../type-utils/index.ts';
import { createRule } from './create-rule.ts';
import { locationOf, shortText } from './texts/places.ts';
import { mintText } from './texts/tokens.ts';

export const noForgedToken = createRule<[], Forgery['kind']>({
  name: 'no-forged-token',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow a guardrail token that comes from anything but a guardrail',
      layer: 'guardrail',
      presets: { recommended: 'error', strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      asserted:
        '`{{value}}` is only said to be a {{noun}}: no guardrail has decided about this call. Take the one that {{source}}.',
      built:
        '`{{value}}` makes a {{noun}} out of something else, and no guardrail has decided about this call. Take the one that {{source}}.',
      guessed:
        '`{{value}}` lets the checker take anything for a {{noun}}, whether or not a guardrail minted it. Pass on the one that {{source}}.',
      silenced:
        '`{{value}}` is no {{noun}}, and a comment keeps TypeScript from saying so. Take the one that {{source}}.',
      untyped:
        '`{{value}}` is `{{type}}`, which hides whether it is a {{noun}} that a guardrail minted. Give it the type of the one that {{source}}.',
    },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    const tokens = tokensOf(context.settings);

    return {
      'Program:exit'(node) {
        const file: ts.SourceFile = esTreeNodeToTSNodeMap.get(node);
        const reported = new Set<ts.Node>();
        for (const forgery of forgeriesIn(file, program, tokens)) {
          // What is taken for several kinds of tokens is one mistake.
          if (reported.has(forgery.node) || isExpectedToBeRefused(forgery.node)) continue;
          reported.add(forgery.node);
          report(forgery);
        }
      },
    };

    function report({ kind, node, model, wildcard, home }: Forgery): void {
      const source = home
        ? `\`${pathFromRoot(home.fileName, dirname(context.filename))}\` makes`
        : `\`${mintText(model)}\` returns`;
      const data = { value: shortText(node), noun: model.noun, source, type: wildcard ?? '' };
      context.report({ loc: locationOf(node), messageId: kind, data });
    }
  },
});
