import type { CalleeRef } from './protocol.ts';

/** Functions that return another identifier each time. */
export const uniqueIds: readonly CalleeRef[] = [
  { packages: ['node:crypto'], names: ['randomUUID'] },
  { packages: ['typescript', 'node:crypto', '@types/node'], names: ['Crypto'], method: 'randomUUID' },
  { packages: ['uuid'], names: ['v1', 'v4', 'v6', 'v7'] },
  { packages: ['nanoid'], names: ['nanoid'] },
];
