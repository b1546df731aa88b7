import type { ExportRef } from '../sessions/protocol.ts';

/** Functions that run the function which they are given again after an error. Read from the packages' documentation. */
export const retrying: readonly ExportRef[] = [
  { packages: ['p-retry', 'async-retry', 'promise-retry', 'retry-as-promised', 'async-await-retry'], names: ['*'] },
  { packages: ['exponential-backoff'], names: ['backOff'] },
  {
    packages: ['ts-retry-promise', '@lifeomic/attempt', 'radash', 'es-toolkit', 'ts-retry', 'async'],
    names: ['retry', 'retryAsync', 'retryable'],
  },
  { packages: ['cockatiel'], names: ['RetryPolicy', 'retry'] },
];
