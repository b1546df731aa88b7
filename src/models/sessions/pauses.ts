import type { CalleeRef } from './protocol.ts';

/** Functions whose promise is fulfilled after some time, whatever else happens: https://nodejs.org/api/timers.html#timers-promises-api */
export const pauses: readonly CalleeRef[] = [
  { packages: ['node:timers/promises'], names: ['setTimeout', 'setImmediate'] },
];
