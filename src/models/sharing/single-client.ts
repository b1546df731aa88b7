import type { CalleeRef, ExportRef } from '../sessions/protocol.ts';

/**
 * What comes of giving an object that serves one client to several, as executed with the SDKs. The leaks are
 * GHSA-345p-7cg4-v4c7 (CVE-2026-25536): before 1.26 a second `connect()` replaced the server's transport in silence, and
 * a transport without sessions mixed up requests whose ids were the same, which those of two clients are. Hono's does so to
 * this day (`mixesAnswers`).
 */
export type SharingEffect =
  | 'leaksAnswers'
  | 'leaksMessages'
  | 'mixesAnswers'
  | 'refusesSecond'
  | 'refusesSecondFactory'
  | 'returnsShared'
  | 'reusesTransport'
  | 'sharesSession'
  | 'sharesTools';

/** An object that serves one client, or one request, and the calls that bind it to one. */
export interface SingleClientObject {
  readonly subjects: readonly ExportRef[];
  /** Methods of the object that bind it. */
  readonly methods: readonly string[];
  /** Calls that bind it when it is anywhere in their arguments. */
  readonly takenBy: readonly CalleeRef[];
  /** An option of the constructor's first argument with which the object serves more than one. */
  readonly unlessOption?: string;
  readonly effect: SharingEffect;
}

/** A call that is given a function to make one object per client; returning the same one shares it. */
export interface ObjectFactory {
  readonly callee: CalleeRef;
  /** The argument, or the property of the argument, that is the factory. */
  readonly argument: number;
  readonly property?: string;
}

const sdkV1 = ['@modelcontextprotocol/sdk'];
const serverV2 = ['@modelcontextprotocol/server'];

/** What sharing the session of a protocol with `perConnection` comes to, where it is known. */
export const sharingEffects: readonly (ExportRef & { readonly effect: SharingEffect })[] = [
  { packages: sdkV1, names: ['McpServer', 'Server'], versions: '<1.26.0', effect: 'leaksMessages' },
  { packages: sdkV1, names: ['McpServer', 'Server'], versions: '>=1.26.0', effect: 'refusesSecond' },
  { packages: serverV2, names: ['McpServer', 'Server'], effect: 'refusesSecondFactory' },
];

const transport = { methods: ['handleRequest'], takenBy: [], unlessOption: 'sessionIdGenerator' } as const;
const transportV1 = {
  packages: sdkV1,
  names: ['StreamableHTTPServerTransport', 'WebStandardStreamableHTTPServerTransport'],
} as const;

export const singleClientObjects: readonly SingleClientObject[] = [
  { ...transport, subjects: [{ ...transportV1, versions: '<1.26.0' }], effect: 'leaksAnswers' },
  {
    ...transport,
    subjects: [
      transportV1,
      { packages: serverV2, names: ['WebStandardStreamableHTTPServerTransport'] },
      { packages: ['@modelcontextprotocol/node'], names: ['NodeStreamableHTTPServerTransport'] },
    ],
    effect: 'reusesTransport',
  },
  // https://github.com/honojs/middleware/tree/main/packages/mcp
  {
    ...transport,
    subjects: [{ packages: ['@hono/mcp'], names: ['StreamableHTTPTransport'] }],
    effect: 'mixesAnswers',
  },
  {
    subjects: [{ packages: ['@anthropic-ai/claude-agent-sdk'], names: ['McpSdkServerConfigWithInstance'] }],
    methods: [],
    takenBy: [{ packages: ['@anthropic-ai/claude-agent-sdk'], names: ['query', 'startup'] }],
    effect: 'sharesTools',
  },
];

export const objectFactories: readonly ObjectFactory[] = [
  { callee: { packages: serverV2, names: ['createMcpHandler'] }, argument: 0 },
  { callee: { packages: ['mcp-proxy'], names: ['startHTTPServer'] }, argument: 0, property: 'createServer' },
];
