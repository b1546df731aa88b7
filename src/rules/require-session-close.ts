import { isClosedInUse } from '../facts/sessions/remedies.ts';
import type { Leak, Misuse } from '../facts/sessions/session-facts.ts';
import { syntax, type ts } from '../type-utils/index.ts';
import { closedInFinally, disposed } from './edits/sessions.ts';
import { defineRule, type Suggestion, suggested } from './rule.ts';
import { placeText } from './texts/places.ts';
import { suggestionTexts } from './texts/suggestions.ts';

/**
 * `checkTests`: sessions of tests count, too. `checkThrowingCalls`: count calls that may throw as paths out of the
 * function, all, or those that fail in ordinary operation or that a `catch` block takes.
 */
export interface Options {
  readonly checkTests: boolean;
  readonly checkThrowingCalls: boolean | 'modelled';
}

type MessageId =
  | 'closeInFinally'
  | 'disposeAtEnd'
  | 'leftOpen'
  | 'leftOpenByThrow'
  | 'leftRunning'
  | 'neverClosed'
  | 'replaced'
  | 'replacedInLoop';

export const requireSessionClose = defineRule<MessageId, Options>({
  name: 'require-session-close',
  docs: {
    description: 'Require that a session which does not leave its function is closed on every path out',
    layer: 'session',
    presets: { recommended: ['warn', { checkTests: false }], strict: ['error', { checkThrowingCalls: 'modelled' }] },
  },
  hasSuggestions: true,
  messages: {
    closeInFinally: suggestionTexts.closeInFinally,
    disposeAtEnd: suggestionTexts.disposeAtEnd,
    leftOpen:
      '`{{subject}}` is still open when the function is left on {{place}}, and nothing else holds this {{noun}}. Close it there, or in a `finally` block.',
    leftOpenByThrow:
      '`{{subject}}` stays open when an error leaves the function on {{place}}, and nothing else holds this {{noun}}. Close it in a `finally` block.',
    leftRunning:
      '`{{subject}}` is {{state}} when the function is left on {{place}}, and nothing else holds this {{noun}}. Close it when that run is over: where its stream has been read, or in a callback for its end.',
    neverClosed:
      '`{{subject}}` is still open when the function ends, and nothing else holds this {{noun}}. Close it in a `finally` block.',
    replaced:
      '`{{subject}}` is still open when another one takes its place on {{place}}, and nothing else holds this {{noun}}. Close it before that.',
    replacedInLoop:
      '`{{subject}}` is still open when the next iteration of the loop puts another one in its place, and nothing else holds this {{noun}}. Close it before that.',
  },
  options: {
    properties: {
      checkTests: {
        type: 'boolean',
        description:
          'Check also sessions that tests make: in what a test runner is given, and in files that import one.',
      },
      checkThrowingCalls: {
        enum: [false, 'modelled', true],
        description:
          'Count calls that may throw as paths out of the function: none, those that fail in ordinary operation by their model or that a `catch` block takes, or all.',
      },
    },
    defaults: { checkTests: true, checkThrowingCalls: false },
  },
  *check(file, { sessions, program }, { checkTests, checkThrowingCalls }) {
    const { leaks, misuses } = sessions.in(file);
    for (const leak of leaks) {
      if (leak.inTest && !checkTests) continue;
      if (leak.caught && checkThrowingCalls === false) continue;
      if (leak.implicit && !(checkThrowingCalls === 'modelled' ? leak.modelled : checkThrowingCalls)) continue;
      const { node, subject, protocol, exit } = leak;
      yield {
        node,
        messageId: messageOf(leak),
        data: { subject, noun: protocol.noun, place: placeText(exit, file), state: stateText(leak) },
        witnesses: [{ node: exit, role: 'session' }],
        suggestions: remediesFor(leak, misuses, program),
      };
    }
  },
});

function remediesFor(leak: Leak, misuses: readonly Misuse[], program: ts.Program): readonly Suggestion<MessageId>[] {
  // At the end, the variable holds the other one.
  if (leak.replaced || leak.needed !== undefined || isClosedInUse(leak, misuses)) return [];
  const { node, subject } = leak;
  const own = disposed(node, program);
  return [
    ...suggested('closeInFinally', { subject }, closedInFinally(leak, program)),
    ...suggested('disposeAtEnd', { subject, keyword: own?.keyword ?? '' }, own?.edits),
  ];
}

function stateText({ protocol, needed }: Leak): string {
  return needed === undefined ? '' : (protocol.states[needed]?.text ?? '');
}

function messageOf({ exceptional, exit, replaced, inLoop, needed }: Leak): MessageId {
  if (inLoop) return 'replacedInLoop';
  if (replaced) return 'replaced';
  if (exceptional) return 'leftOpenByThrow';
  if (needed !== undefined) return 'leftRunning';
  const isEnd = syntax.isFunctionLike(exit) || syntax.isClassStaticBlockDeclaration(exit);
  return isEnd ? 'neverClosed' : 'leftOpen';
}
