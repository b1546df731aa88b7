import type { CalleeRef, ExportRef } from '../sessions/protocol.ts';

/** What an entry point runs once for. */
export type EntryUnit = 'request' | 'connection' | 'session';

/** A call that is given a function to run once per request or connection, anywhere in its arguments. */
export interface Registrar {
  readonly unit: EntryUnit;
  /** Who registers. Absent: a method of any object, which then needs `path` or `events`. */
  readonly callees?: readonly CalleeRef[];
  /** With `callees`: any of these methods of what they name. Without: methods of any object. */
  readonly methods?: readonly string[];
  /** Another argument is a URL path. */
  readonly path?: true;
  /** The first argument is one of these. */
  readonly events?: readonly string[];
}

/** Types of parameters that make a function an entry point: it is given a request, so it runs once per request. */
export interface EntrySignature {
  readonly unit: EntryUnit;
  readonly parameter: readonly ExportRef[];
  /** The function also has a parameter of one of these types. */
  readonly and?: readonly ExportRef[];
  /** The function also returns one of these types, or a promise of it. */
  readonly returns?: readonly ExportRef[];
}

const verbs = ['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'all', 'use', 'route', 'any', 'del'];
const webPackages = ['typescript', 'node', 'undici-types', 'undici', 'bun', 'bun-types', '@cloudflare/workers-types'];

/** Read from the type declarations of the packages; the events are Node's and ws' and socket.io's. */
export const registrars: readonly Registrar[] = [
  { unit: 'request', methods: [...verbs, 'on'], path: true },
  { unit: 'request', methods: ['on', 'addListener', 'addEventListener'], events: ['request', 'stream', 'fetch'] },
  {
    unit: 'connection',
    methods: ['on', 'addListener'],
    events: ['connection', 'secureConnection', 'upgrade'],
  },
  {
    unit: 'request',
    methods: verbs,
    callees: [
      { packages: ['express', 'express-serve-static-core'], names: ['Application', 'IRouter', 'IRoute', 'Router'] },
      { packages: ['hono'], names: ['Hono', 'HonoBase'] },
      { packages: ['koa'], names: ['Application'] },
      { packages: ['koa-router', '@koa/router'], names: ['Router'] },
      { packages: ['fastify'], names: ['FastifyInstance'] },
      { packages: ['polka'], names: ['Polka'] },
      { packages: ['restify'], names: ['Server'] },
      { packages: ['elysia'], names: ['Elysia'] },
      { packages: ['itty-router'], names: ['IttyRouterType', 'RouterType', 'AutoRouterType'] },
      { packages: ['h3'], names: ['Router', 'H3'] },
      { packages: ['@hapi/hapi'], names: ['Server'] },
      { packages: ['connect'], names: ['Server'] },
    ],
  },
  { unit: 'request', methods: ['on'], callees: [{ packages: ['hono'], names: ['Hono', 'HonoBase'] }] },
  {
    unit: 'request',
    methods: ['addHook'],
    events: ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse'],
    callees: [{ packages: ['fastify'], names: ['FastifyInstance'] }],
  },
  {
    unit: 'request',
    callees: [
      { packages: ['node:http', 'node:https'], names: ['createServer'] },
      { packages: ['node:http2'], names: ['createServer', 'createSecureServer'] },
      { packages: ['bun', 'bun-types', 'deno', '@deno/types', '@hono/node-server'], names: ['serve'] },
      { packages: ['h3'], names: ['eventHandler', 'defineEventHandler', 'defineHandler'] },
      { packages: ['firebase-functions'], names: ['onRequest', 'onCall'] },
      { packages: ['@google-cloud/functions-framework'], names: ['http'] },
    ],
  },
  // Factories of servers: what they return is connected once per call.
  { unit: 'request', callees: [{ packages: ['@modelcontextprotocol/server'], names: ['createMcpHandler'] }] },
  { unit: 'session', callees: [{ packages: ['mcp-proxy'], names: ['startHTTPServer'] }] },
  { unit: 'connection', callees: [{ packages: ['node:net', 'node:tls'], names: ['createServer'] }] },
];

/** Options that are called once per session: `new StreamableHTTPServerTransport({ onsessioninitialized })`. */
export const callbackOptions: Readonly<Record<string, EntryUnit>> = {
  onsessioninitialized: 'session',
};

export const entrySignatures: readonly EntrySignature[] = [
  {
    unit: 'request',
    parameter: [{ packages: ['node:http', 'node:https'], names: ['IncomingMessage'] }],
    and: [{ packages: ['node:http', 'node:https'], names: ['ServerResponse'] }],
  },
  {
    unit: 'request',
    parameter: [
      { packages: ['express', 'express-serve-static-core'], names: ['Request'] },
      { packages: ['fastify'], names: ['FastifyRequest'] },
      { packages: ['hono'], names: ['Context'] },
      { packages: ['koa'], names: ['Context', 'BaseContext', 'ParameterizedContext', 'ExtendableContext'] },
      { packages: ['h3'], names: ['H3Event'] },
      { packages: ['next'], names: ['NextRequest', 'NextApiRequest'] },
      { packages: ['@vercel/node'], names: ['VercelRequest'] },
      { packages: ['@azure/functions'], names: ['HttpRequest'] },
      {
        packages: ['aws-lambda'],
        names: ['APIGatewayProxyEvent', 'APIGatewayProxyEventV2', 'APIGatewayProxyEventBase', 'LambdaFunctionURLEvent'],
      },
    ],
  },
  {
    unit: 'request',
    parameter: [{ packages: webPackages, names: ['Request'] }],
    returns: [{ packages: webPackages, names: ['Response'] }],
  },
];

/** Decorators of methods that a framework calls once per request. */
export const entryDecorators: readonly ExportRef[] = [
  {
    packages: ['@nestjs/common'],
    names: ['Get', 'Post', 'Put', 'Delete', 'Patch', 'Options', 'Head', 'All', 'Search', 'Sse'],
  },
];

/** Functions of test runners that are given a test, or what sets it up: there, the test is who connects. */
export const testRunners: readonly string[] = [
  'after',
  'afterAll',
  'afterEach',
  'before',
  'beforeAll',
  'beforeEach',
  'describe',
  'it',
  'suite',
  'test',
];

/** Packages of test runners and of their assertions: a file that imports one is of tests, or helps them. */
export const testPackages: readonly string[] = [
  '@jest/globals',
  '@playwright/test',
  'bun:test',
  'chai',
  'node:test',
  'vitest',
];

/** Those of them that bring more than that, and what of them a test imports. */
export const testImports: Readonly<Record<string, readonly string[]>> = { '@playwright/test': ['expect', 'test'] };

/** Calls by which a test puts something else in the place of a module: `vi.mock(…)`, `jest.mock(…)`, `mock.module(…)`. */
export const mockingCalls = {
  of: ['jest', 'mock', 'vi'] as readonly string[],
  names: ['doMock', 'mock', 'module', 'unstable_mockModule'] as readonly string[],
};

/** Exports that a framework calls by their name: Next.js' route handlers, SvelteKit's endpoints. */
export const entryExports = {
  names: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
  files: /(?:^|\/)(?:route|\+server)\.[cm]?[jt]sx?$/,
  /** Methods of the default export: Workers' and Bun's `export default { fetch }`. */
  defaultMethods: ['fetch'],
} as const;
