import { ESLintUtils } from '@typescript-eslint/utils';
import type { ts } from '../type-utils/index.ts';
import { protocolsOf } from '../config/settings/protocols.ts';
import type { Leak } from '../facts/sessions/session-facts.ts';
import { sessionFactsOf } from '../facts/sessions/sessions.ts';
import { withTypestateClasses } from '../facts/sessions/typestate-classes.ts';
import { createRule } from './create-rule.ts';
import { locationOf, placeText } from './texts/places.ts';

/** `checkThrowingCalls`: count every call that may throw as a way out of the function. */
export type Options = [{ readonly checkThrowingCalls: boolean }];

type MessageId = 'leftOpen' | 'leftOpenByThrow' | 'neverClosed';

export const requireSessionClose = createRule<Options, MessageId>({
  name: 'require-session-close',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that a session which does not leave its function is closed on every way out',
      layer: 'session',
      presets: { recommended: 'warn', strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      leftOpen:
        '`{{subject}}` is still open when the function is left on {{place}}, and nothing else holds this {{noun}}. Close it there, or in a `finally` block.',
      leftOpenByThrow:
        '`{{subject}}` stays open when an error leaves the function on {{place}}, and nothing else holds this {{noun}}. Close it in a `finally` block.',
      neverClosed:
        '`{{subject}}` is still open when the function ends, and nothing else holds this {{noun}}. Close it in a `finally` block.',
    },
    schema: [
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          checkThrowingCalls: {
            type: 'boolean',
            description: 'Count every call that may throw as a way out of the function.',
          },
        },
      },
    ],
    defaultOptions: [{ checkThrowingCalls: false }],
  },
  create(context, [{ checkThrowingCalls }]) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    const protocols = withTypestateClasses(program, protocolsOf(context.settings));

    return {
      'Program:exit'(node) {
        const file: ts.SourceFile = esTreeNodeToTSNodeMap.get(node);
        for (const leak of sessionFactsOf(file, program, protocols).leaks) {
          if (checkThrowingCalls || !leak.implicit) report(leak, file);
        }
      },
    };

    function report(leak: Leak, file: ts.SourceFile): void {
      const { node, subject, protocol, exit } = leak;
      context.report({
        loc: locationOf(node),
        messageId: messageOf(leak),
        data: { subject, noun: protocol.noun, place: placeText(exit, file) },
      });
    }
  },
});

function messageOf({ exceptional, exit }: Leak): MessageId {
  if (exceptional) return 'leftOpenByThrow';
  return 'body' in exit ? 'neverClosed' : 'leftOpen';
}
