import type { ExportRef } from '../sessions/protocol.ts';

/**
 * Calls that run another function of the program on its backend, by a reference that the backend generates:
 * `ctx.runMutation(internal.tasks.remove, { id })` runs `remove` of `tasks.ts`. Read from convex 1.34.
 */
export interface RemoteCalls {
  readonly of: ExportRef;
  /** Methods, or the exports themselves, with the index of the argument that is the reference. */
  readonly names: Readonly<Record<string, number>>;
}

export const remoteCalls: readonly RemoteCalls[] = [
  {
    of: { packages: ['convex'], names: ['GenericActionCtx', 'GenericMutationCtx', 'GenericQueryCtx'] },
    names: { runAction: 0, runMutation: 0, runQuery: 0 },
  },
  { of: { packages: ['convex'], names: ['Scheduler'] }, names: { runAfter: 1, runAt: 1 } },
  {
    of: { packages: ['convex'], names: ['ConvexHttpClient', 'ConvexClient', 'ConvexReactClient'] },
    names: { action: 0, mutation: 0, query: 0 },
  },
  {
    of: { packages: ['convex'], names: ['fetchAction', 'fetchMutation', 'fetchQuery'] },
    names: { fetchAction: 0, fetchMutation: 0, fetchQuery: 0 },
  },
];

/** The file, without its extension, that declares the references: in a folder beside the modules that it names. */
export const referenceFile = '/_generated/api';

/** The property of what a registration is given that holds the function: `mutation({ args: { … }, handler: … })`. */
export const registeredFunction = 'handler';
