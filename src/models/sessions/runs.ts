import type { AwaitRule, StateInfo } from './protocol.ts';

/*
 * What protocols of clients have in common that give an agent their tools: a state `running`, from which the operation `drain`
 * leads back, and roles for what a run gives.
 */

export const running = {
  phase: 'open',
  text: 'needed by a run that may still call its tools',
} as const satisfies StateInfo;

/** `run`: the promise of a run's end. */
export const awaitedRun = { role: 'run', op: 'drain', promise: true } as const satisfies AwaitRule;

/** Beside it `stream`, which is read to the run's end, and `start`, the promise of one that has only started. */
export const awaitedRuns = [
  awaitedRun,
  { role: 'stream', op: 'drain' },
  { role: 'start', op: 'runTools', promise: true, gives: 'stream' },
] as const satisfies readonly AwaitRule[];
