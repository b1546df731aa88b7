import type { Protocol } from '../../src/models/sessions/protocol.ts';

/** The package that generated programs import. Its types are below, its behaviour is in `session-stub.ts`. */
export const packageName = 'fuzz-session';

/**
 * The protocol of the MCP v1 client, over a class that runs without a peer. `close` says what a failure leaves, because
 * the stub must know it as exactly as the analysis does.
 */
export const fuzzProtocol = {
  id: 'fuzz.session',
  noun: 'session',
  subjects: [{ packages: [packageName], names: ['Session'] }],
  states: {
    new: { phase: 'unopened', text: 'not connected' },
    connecting: { phase: 'opening', text: 'still connecting' },
    active: { phase: 'open', text: 'connected' },
    closed: { phase: 'closed', text: 'closed' },
    halfOpen: { phase: 'failed', text: 'half-open after a failed `connect()`' },
  },
  construct: 'new',
  ops: {
    connect: {
      role: 'open',
      from: ['new', 'closed'],
      moves: { new: 'connecting', closed: 'connecting' },
      settles: { connecting: 'active' },
      fails: ['closed', 'halfOpen'],
      misuse: { connecting: 'rejects', active: 'rejects', halfOpen: 'rejects' },
    },
    close: {
      role: 'close',
      from: ['new', 'connecting', 'active', 'closed', 'halfOpen'],
      moves: { connecting: 'closed', active: 'closed', halfOpen: 'closed' },
      settles: {},
      fails: ['closed'],
    },
    'Symbol.asyncDispose': {
      role: 'close',
      from: ['new', 'connecting', 'active', 'closed', 'halfOpen'],
      moves: { connecting: 'closed', active: 'closed', halfOpen: 'closed' },
      settles: {},
      fails: ['closed'],
    },
    callTool: {
      role: 'use',
      from: ['active'],
      settles: {},
      misuse: { new: 'rejects', connecting: 'rejects', closed: 'rejects', halfOpen: 'rejects' },
    },
    registerCapabilities: {
      role: 'configure',
      from: ['new', 'closed'],
      misuse: { connecting: 'throws', active: 'throws', halfOpen: 'throws' },
    },
  },
  guards: [{ member: 'transport', whenTruthy: ['connecting', 'active', 'halfOpen'], whenFalsy: ['new', 'closed'] }],
  source: 'tests/fuzz/session-stub.ts',
} as const satisfies Protocol;

/** The operations whose calls the oracle watches. A disposal is never wrong, and not watched. */
export const watchedOps: ReadonlySet<string> = new Set(['connect', 'close', 'callTool', 'registerCapabilities']);

export const packageJson = JSON.stringify({ name: packageName, version: '1.0.0', types: './index.d.ts' });

export const packageTypes = `
export interface Answer { readonly ok: boolean }

export declare class Session implements AsyncDisposable {
  readonly transport: object | undefined;
  connect(detail?: unknown): Promise<void>;
  close(detail?: unknown): Promise<void>;
  callTool(detail?: unknown): Promise<Answer>;
  registerCapabilities(detail?: unknown): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Each read is a fresh decision; reading does not throw. */
export declare const env: { readonly [decision: string]: boolean };
export declare const kinds: { readonly [decision: string]: 'a' | 'b' | 'c' };
export declare const maybe: { readonly [decision: string]: object | undefined };
/** A decision that may throw instead. */
export declare function cond(): boolean;
export declare function mayThrow(): void;
/** Settles, or fails, before or after anything else that is waited for. */
export declare function pause(): Promise<void>;
/** Ends the program, or throws. */
export declare function exit(): never;
/** Does to the session what it likes. */
export declare function lend(session: Session): void;
/** Gives back any of them, and does to any of them what it likes. */
export declare function pick(sessions: readonly Session[]): Session;
/** Calls the function never, at once, or later. */
export declare function later(callback: () => unknown): void;
`;
