import type { Outcome } from '../../models/sessions/protocol.ts';
import type { Misuse } from '../../facts/sessions/session-facts.ts';

/** What a wrong call does at run time, as messages say it. */
const consequences: Readonly<Record<Outcome, string>> = {
  throws: 'it throws',
  rejects: 'it rejects',
  hangs: 'it hangs until it times out',
  leaks: 'the first connection leaks',
  races: 'it overtakes the handshake',
  'silently-empty': 'it returns an empty list',
  'silently-dropped': 'it is dropped without an error',
  'breaks-later': 'what depends on it fails later',
};

export function consequenceOf({ outcome, cause }: Misuse): string {
  if (outcome === undefined)
    return cause.phase === 'consumed' ? 'its type states an outdated state' : 'it does not work';
  return consequences[outcome];
}

/** The states in which the session is wrong here, as a message says them. */
export function statesText({ protocol, states }: Misuse): string {
  const texts = [...new Set(states.map((state) => protocol.states[state]?.text ?? state))];
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1) ?? ''}`;
}
