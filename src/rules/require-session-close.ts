import type { Leak } from '../facts/sessions/session-facts.ts';
import { defineRule } from './rule.ts';
import { placeText } from './texts/places.ts';

/** `checkThrowingCalls`: count every call that may throw as a path out of the function. */
export interface Options {
  readonly checkThrowingCalls: boolean;
}

type MessageId = 'leftOpen' | 'leftOpenByThrow' | 'neverClosed';

export const requireSessionClose = defineRule<MessageId, Options>({
  name: 'require-session-close',
  docs: {
    description: 'Require that a session which does not leave its function is closed on every path out',
    layer: 'session',
    presets: { recommended: 'warn', strict: 'error' },
  },
  messages: {
    leftOpen:
      '`{{subject}}` is still open when the function is left on {{place}}, and nothing else holds this {{noun}}. Close it there, or in a `finally` block.',
    leftOpenByThrow:
      '`{{subject}}` stays open when an error leaves the function on {{place}}, and nothing else holds this {{noun}}. Close it in a `finally` block.',
    neverClosed:
      '`{{subject}}` is still open when the function ends, and nothing else holds this {{noun}}. Close it in a `finally` block.',
  },
  options: {
    properties: {
      checkThrowingCalls: {
        type: 'boolean',
        description: 'Count every call that may throw as a path out of the function.',
      },
    },
    defaults: { checkThrowingCalls: false },
  },
  *check(file, { sessions }, { checkThrowingCalls }) {
    for (const leak of sessions.in(file).leaks) {
      if (leak.implicit && !checkThrowingCalls) continue;
      const { node, subject, protocol, exit } = leak;
      yield {
        node,
        messageId: messageOf(leak),
        data: { subject, noun: protocol.noun, place: placeText(exit, file) },
        witnesses: [{ node: exit, role: 'session' }],
      };
    }
  },
});

function messageOf({ exceptional, exit }: Leak): MessageId {
  if (exceptional) return 'leftOpenByThrow';
  return 'body' in exit ? 'neverClosed' : 'leftOpen';
}
