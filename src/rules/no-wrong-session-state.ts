import type { ts } from '../type-utils/index.ts';
import type { Misuse } from '../facts/sessions/session-facts.ts';
import { openerOf } from '../facts/sessions/openers.ts';
import { consequenceOf, statesText } from './texts/sessions.ts';
import { awaitedOpening, awaitedRequest, openedBefore } from './edits/sessions.ts';
import { defineRule, type Report, type Suggestion, suggested } from './rule.ts';
import { placeText } from './texts/places.ts';
import { suggestionTexts } from './texts/suggestions.ts';

/** `mode`: report what fails on every path, or also what fails on some; `checkExpectedRejections`: also calls that a test expects to fail. */
export interface Options {
  readonly mode: 'definite' | 'possible';
  readonly checkExpectedRejections: boolean;
}

type MessageId =
  | 'awaitRequest'
  | 'awaitTransition'
  | 'calledAfterClose'
  | 'calledAfterFailedOpen'
  | 'calledBeforeInitialized'
  | 'calledBeforeOpen'
  | 'calledUnawaited'
  | 'closedInReturn'
  | 'closedInUse'
  | 'closedUnanswered'
  | 'configuredAfterOpen'
  | 'neverOpened'
  | 'openBefore'
  | 'openedTwice'
  | 'staleHandle'
  | 'wrongInCallee'
  | 'wrongOnSomePaths'
  | 'wrongState';

export const noWrongSessionState = defineRule<MessageId, Options>({
  name: 'no-wrong-session-state',
  docs: {
    description: 'Disallow calling a session method in a state that does not allow it',
    layer: 'session',
    presets: { recommended: 'error', strict: ['error', { mode: 'possible' }] },
  },
  hasSuggestions: true,
  messages: {
    awaitRequest: suggestionTexts.awaitRequest,
    awaitTransition: suggestionTexts.awaitTransition,
    calledAfterClose:
      '`{{op}}` needs an open {{noun}}, but `{{subject}}` is {{state}} since {{place}}: {{consequence}}. Call it before that, or open a new {{noun}}.',
    calledAfterFailedOpen:
      '`{{op}}` needs an open {{noun}}, but `{{subject}}` is {{state}} ({{place}}): {{consequence}}. Close it and open a new one first.',
    calledBeforeInitialized:
      '`{{op}}` is called while `{{subject}}` is {{state}} ({{place}}): {{consequence}}. Call it from a request handler or once initialized.',
    calledBeforeOpen:
      '`{{op}}` needs an open {{noun}}, but `{{subject}}` is {{state}} here: {{consequence}}. Await `{{opener}}` before it.',
    calledUnawaited:
      '`{{op}}` is called before `{{opener}}` on {{place}} is done: {{consequence}}. Await `{{opener}}` first.',
    closedInReturn:
      '`{{op}}` gives what needs `{{subject}}`, which is closed ({{place}}) when it is returned: {{consequence}}. Leave closing to the caller, or return only what was read of it.',
    closedInUse:
      '`{{subject}}` is closed while it is {{state}} ({{place}}): {{consequence}}. Close it when that is done.',
    closedUnanswered:
      'The promise of `{{op}}` is returned without `await`, so `{{subject}}` is closed ({{place}}) before there is an answer: {{consequence}}. Return it with `await`.',
    configuredAfterOpen:
      '`{{op}}` configures the {{noun}} before it is connected, but `{{subject}}` is {{state}} since {{place}}: {{consequence}}. Call it earlier.',
    neverOpened:
      '`{{op}}` needs an open {{noun}}, but nothing in the program opens `{{subject}}` ({{place}}): {{consequence}}. Await its `{{opener}}` before this.',
    openBefore: suggestionTexts.openBefore,
    openedTwice:
      '`{{op}}` is called on `{{subject}}`, which is {{state}} since {{place}}: {{consequence}}. Close it first, or use another {{noun}}.',
    staleHandle:
      '`{{op}}` is called on `{{subject}}`, a {{noun}} that is consumed ({{place}}): {{consequence}}. Use the one that the consuming call returned.',
    wrongInCallee:
      'This calls `{{op}}` ({{inside}}) while `{{subject}}` is {{state}}: {{consequence}}. Bring the {{noun}} into the right state before.',
    wrongOnSomePaths:
      '`{{op}}` may find `{{subject}}` {{state}} ({{place}}): {{consequence}}. Make the {{noun}} ready on every path to the call.',
    wrongState:
      '`{{op}}` is called while `{{subject}}` is {{state}} ({{place}}): {{consequence}}. Call it in another order.',
  },
  options: {
    properties: {
      mode: {
        type: 'string',
        enum: ['definite', 'possible'],
        description: 'Report calls that are wrong on every path, or also those that are wrong on some.',
      },
      checkExpectedRejections: {
        type: 'boolean',
        description: 'Report calls that a test expects to fail as well.',
      },
    },
    defaults: { mode: 'definite', checkExpectedRejections: false },
  },
  *check(file, { sessions, program }, { mode, checkExpectedRejections }) {
    for (const misuse of sessions.in(file).misuses) {
      if (mode === 'definite' && misuse.certainty !== 'definite') continue;
      if (misuse.expectedToReject && !checkExpectedRejections) continue;
      yield reportOf(misuse, file, program);
    }
  },
});

function reportOf(misuse: Misuse, file: ts.SourceFile, program: ts.Program): Report<MessageId> {
  const { node, called, subject, protocol, witnesses, inside, unawaited } = misuse;
  const [witness] = witnesses;
  const loop = misuse.inEarlierIteration ? ', in an earlier iteration' : '';
  const opener = unawaited ? textOfCall(unawaited) : `${openerOf(misuse) ?? 'connect'}()`;
  const messageId = messageOf(misuse);
  return {
    node,
    messageId,
    data: {
      op: called,
      subject,
      noun: protocol.noun,
      state: statesText(misuse),
      consequence: consequenceOf(misuse),
      place: witness ? placeText(witness.node, file) + loop : 'an earlier path',
      opener,
      inside: inside ? placeText(inside, file) : '',
    },
    witnesses: witnesses.map((each) => ({ node: each.node, role: 'session' })),
    suggestions: remediesFor(misuse, messageId, opener, program),
  };
}

function remediesFor(
  misuse: Misuse,
  messageId: MessageId,
  opener: string,
  program: ts.Program,
): readonly Suggestion<MessageId>[] {
  if (misuse.returned === 'promise')
    return suggested('awaitRequest', { call: textOfCall(misuse.node) }, awaitedRequest(misuse.node));
  if (misuse.unawaited) return suggested('awaitTransition', { opener }, awaitedOpening(misuse));
  const isUnopened = messageId === 'calledBeforeOpen' || messageId === 'neverOpened';
  const name = isUnopened ? openerOf(misuse) : undefined;
  return suggested('openBefore', { opener }, name === undefined ? undefined : openedBefore(misuse, name, program));
}

function messageOf({
  certainty,
  inside,
  cause,
  unawaited,
  returned,
  neverOpened,
  protocol,
  states,
}: Misuse): MessageId {
  if (returned) return returned === 'promise' ? 'closedUnanswered' : 'closedInReturn';
  if (neverOpened) return 'neverOpened';
  if (cause.phase === 'consumed' && !inside) return 'staleHandle';
  if (inside) return 'wrongInCallee';
  if (certainty === 'possible') return 'wrongOnSomePaths';
  if (cause.role === 'open') return 'openedTwice';
  if (cause.role === 'configure') return 'configuredAfterOpen';
  if (cause.role === 'close') return 'closedInUse';
  const isFailed = states.some((state) => protocol.states[state]?.phase === 'failed');
  const waitsForPeer = states.some((state) => protocol.spontaneous?.[state] !== undefined);
  switch (cause.phase) {
    case 'unopened':
      return 'calledBeforeOpen';
    case 'opening':
      return waitsForPeer ? 'calledBeforeInitialized' : unawaited ? 'calledUnawaited' : 'wrongState';
    case 'closed':
      return isFailed ? 'calledAfterFailedOpen' : 'calledAfterClose';
    case 'failed':
      return 'calledAfterFailedOpen';
    case 'consumed':
    case 'open':
      return 'wrongState';
  }
}

/** `client.connect(…)`, for a message. */
function textOfCall(call: ts.Node): string {
  const text = call.getText();
  return `${text.slice(0, Math.max(text.indexOf('('), 0)).replace(/\s+/g, '')}()`;
}
