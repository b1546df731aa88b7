import type { Outcome, Protocol, State } from '../../models/sessions/protocol.ts';
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

/** The method that brings the session from a wrong state to one that allows the operation, if there is one. */
export function openerOf({ protocol, states, op }: Misuse): string | undefined {
  const allowed = new Set(protocol.ops[op]?.from);
  const reaches = (from: State, name: string): boolean => {
    const operation = protocol.ops[name];
    if (!operation?.from.includes(from)) return false;
    const called = operation.moves?.[from] ?? from;
    const settled = operation.settles?.[called] ?? called;
    return settled !== from && reachesAllowed(protocol, settled, allowed);
  };
  const opener = Object.keys(protocol.ops).find(
    (name) => protocol.ops[name]?.role === 'open' && states.some((state) => reaches(state, name)),
  );
  // What only a call elsewhere does to the session goes by the name of that call.
  const call = protocol.calls?.find((rule) => rule.op === opener);
  return call?.callee.method ?? call?.callee.names[0] ?? opener;
}

/** By itself or by its peer, the session gets from a state to one that is allowed. */
function reachesAllowed(protocol: Protocol, state: State, allowed: ReadonlySet<State>): boolean {
  const next = protocol.spontaneous?.[state];
  return allowed.has(state) || (next !== undefined && allowed.has(next));
}
