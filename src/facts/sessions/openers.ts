import type { Protocol, State } from '../../models/sessions/protocol.ts';
import type { Misuse } from './session-facts.ts';

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

/** Whether opening a session by a method, and awaiting that, is all that an operation needs. */
export function isEnough({ ops }: Protocol, state: State, opener: string, op: string): boolean {
  const { moves, settles } = ops[opener] ?? {};
  const called = moves?.[state] ?? state;
  const settled = settles?.[called];
  return settled !== undefined && ops[op]?.from.includes(settled) === true;
}

/** The method by which a session of a protocol is closed. */
export function closerOf({ ops }: Protocol): string | undefined {
  return Object.keys(ops).find((name) => ops[name]?.role === 'close' && /^\w+$/.test(name));
}
