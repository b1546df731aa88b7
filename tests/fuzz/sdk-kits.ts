import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { World } from './compile.ts';

/** The SDKs that generated programs are run against. */
export type SdkVersion = 'v1' | 'v2';

/** The share of the misuses that the analysis may miss. */
export const sdkMissedLimit = 0.01;

/** How programs write the sessions of one class of an SDK. `§` stands for the session. */
export interface Kit {
  readonly className: string;
  readonly imports: string;
  readonly create: string;
  /** Needs an unopened session. */
  readonly configure: readonly string[];
  /** Possible from the start, and for the first time not later than that. */
  readonly register: readonly string[];
  readonly connect: string;
  readonly use: readonly string[];
  readonly guards: readonly string[];
  /** How often programs are about it. */
  readonly weight: number;
}

/** The module through which programs reach the other side, and which takes their decisions. */
export const surroundings = 'sdk-surroundings';

const sdkFolder = join(dirname(fileURLToPath(import.meta.url)), '../sdk');

/** From here the SDKs are resolved, by the compiler and by Node. */
export const sdkManifest = join(sdkFolder, 'package.json');

const info = `{ name: 'oracle', version: '1.0.0' }`;
const declaredByServer = `{ tools: { listChanged: true }, resources: { listChanged: true }, prompts: { listChanged: true }, logging: {} }`;
const sampling = `{ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 1 }`;
const form = `{ message: '?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }`;

const clientKit: Omit<Kit, 'imports'> = {
  className: 'Client',
  create: `new Client(${info}, { capabilities: { roots: { listChanged: true } } })`,
  configure: ['§.registerCapabilities({ sampling: {} })'],
  register: [],
  connect: '§.connect(toServer())',
  use: [
    `§.callTool({ name: 'echo', arguments: {} })`,
    `§.callTool({ name: 'echo', arguments: {} })`,
    '§.listTools()',
    '§.listTools()',
    '§.listPrompts()',
    `§.getPrompt({ name: 'greet' })`,
    '§.listResources()',
    '§.listResourceTemplates()',
    `§.readResource({ uri: 'note://one' })`,
    `§.subscribeResource({ uri: 'note://one' })`,
    `§.setLoggingLevel('info')`,
    '§.sendRootsListChanged()',
    '§.ping()',
  ],
  guards: ['§.transport'],
  weight: 60,
};

const toClient = '§.connect(toClient())';

/** Registers what it offers: has declared no capability. */
const registeringKit: Omit<Kit, 'imports'> = {
  className: 'McpServer',
  create: `new McpServer(${info})`,
  configure: [],
  register: [
    `§.registerTool(fresh(), { description: 'A tool' }, () => ({ content: [] }))`,
    `§.registerTool(fresh(), { description: 'A tool' }, () => ({ content: [] }))`,
    '§.registerResource(fresh(), `note://${fresh()}`, {}, () => ({ contents: [] }))',
    `§.registerPrompt(fresh(), { description: 'A prompt' }, () => ({ messages: [] }))`,
  ],
  connect: toClient,
  use: [`§.server.createMessage(${sampling})`, '§.server.listRoots()', '§.server.ping()'],
  guards: ['§.isConnected()'],
  weight: 16,
};

/** Has declared its capabilities, so that it may speak of changes. */
const declaringKit: Omit<Kit, 'imports'> = {
  ...registeringKit,
  create: `new McpServer(${info}, { capabilities: ${declaredByServer} })`,
  configure: ['§.server.registerCapabilities({ completions: {} })'],
  use: [
    '§.sendToolListChanged()',
    '§.sendResourceListChanged()',
    '§.sendPromptListChanged()',
    `§.sendLoggingMessage({ level: 'info', data: 'hello' })`,
    `§.server.createMessage(${sampling})`,
    `§.server.elicitInput(${form})`,
    '§.server.listRoots()',
  ],
  weight: 12,
};

const lowLevelKit: Omit<Kit, 'imports'> = {
  className: 'Server',
  create: `new Server(${info}, { capabilities: ${declaredByServer} })`,
  configure: ['§.registerCapabilities({ completions: {} })'],
  register: [],
  connect: toClient,
  use: [
    '§.sendToolListChanged()',
    '§.sendResourceListChanged()',
    '§.sendPromptListChanged()',
    `§.sendLoggingMessage({ level: 'info', data: 'hello' })`,
    `§.createMessage(${sampling})`,
    `§.elicitInput(${form})`,
    '§.listRoots()',
    '§.ping()',
  ],
  guards: ['§.transport'],
  weight: 12,
};

export interface Sdk {
  readonly kits: readonly Kit[];
  /** The modules that programs import sessions from. */
  readonly modules: readonly string[];
  /** The modules that have a pair of transports, for clients and for servers. */
  readonly transports: { readonly client: string; readonly server: string };
  readonly world: World;
}

const v1 = '@modelcontextprotocol/sdk';

export const sdks: Readonly<Record<SdkVersion, Sdk>> = {
  v1: {
    kits: [
      { ...clientKit, imports: `import { Client } from '${v1}/client/index.js';` },
      { ...registeringKit, imports: `import { McpServer } from '${v1}/server/mcp.js';` },
      { ...declaringKit, imports: `import { McpServer } from '${v1}/server/mcp.js';` },
      { ...lowLevelKit, imports: `import { Server } from '${v1}/server/index.js';` },
    ],
    modules: [`${v1}/client/index.js`, `${v1}/server/mcp.js`, `${v1}/server/index.js`],
    transports: { client: `${v1}/inMemory.js`, server: `${v1}/inMemory.js` },
    world: worldOf('v1', `${v1}/shared/transport.js`, `${v1}/shared/transport.js`),
  },
  v2: {
    kits: [
      { ...clientKit, imports: `import { Client } from '@modelcontextprotocol/client';` },
      { ...registeringKit, imports: `import { McpServer } from '@modelcontextprotocol/server';` },
      { ...declaringKit, imports: `import { McpServer } from '@modelcontextprotocol/server';` },
      { ...lowLevelKit, imports: `import { Server } from '@modelcontextprotocol/server';` },
    ],
    modules: ['@modelcontextprotocol/client', '@modelcontextprotocol/server'],
    transports: { client: '@modelcontextprotocol/client', server: '@modelcontextprotocol/server' },
    world: worldOf('v2', '@modelcontextprotocol/client', '@modelcontextprotocol/server'),
  },
};

/** A folder beside the installed SDKs that exists in memory only, so that the compiler finds their declarations. */
function worldOf(version: SdkVersion, clientTransport: string, serverTransport: string): World {
  const root = join(sdkFolder, `generated-${version}`);
  const declarations = `
import type { Transport as ClientTransport } from '${clientTransport}';
import type { Transport as ServerTransport } from '${serverTransport}';

/** Each read is a fresh decision; reading does not throw. */
export declare const env: { readonly [decision: string]: boolean };
export declare function mayThrow(): void;
export declare function pause(): Promise<void>;
/** A connection to a server that may not be there, or may refuse the client. */
export declare function toServer(): ClientTransport;
/** A connection to a client that introduces itself at once, later, or never. */
export declare function toClient(): ServerTransport;
/** A name that was not used before. */
export declare function fresh(): string;
`;
  return {
    root,
    given: new Map([
      [join(root, 'package.json'), JSON.stringify({ name: 'generated', type: 'module' })],
      [
        join(root, 'node_modules', surroundings, 'package.json'),
        JSON.stringify({ name: surroundings, types: 'index.d.ts' }),
      ],
      [join(root, 'node_modules', surroundings, 'index.d.ts'), declarations],
    ]),
    libraries: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  };
}
