import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { McpClient } from '../../packages/runtime/src/mcp/index.ts';
import { Client, StdioClientTransport } from '../sdk/conformance/official-client.ts';

/** Where the example is. Its programs run from here, with its own tsconfig. */
export const exampleFolder = path.resolve(import.meta.dirname, '../../examples/file-manager');

/** What a call of a tool came to: the server's error, a result that says no, or a result. */
export type Outcome =
  { readonly error: number; readonly message: string } | { readonly blocked: string } | { readonly result: unknown };

/** A client of the example's server, of whichever make. */
export interface FileClient {
  /** As `tools/list` has them. */
  tools(): Promise<readonly object[]>;
  call(name: string, args: Record<string, unknown>): Promise<Outcome>;
  close(): Promise<unknown>;
}

/** Starts the server over a folder, as a process of its own, and connects to it over stdio. */
export type Connect = (root: string, ...flags: readonly string[]) => Promise<FileClient>;

export const connectTyped: Connect = async (root, ...flags) => {
  const uninit = McpClient.over(transportTo(root, flags));
  const awaitingResult = await uninit.sendInitialize({ clientInfo: { name: 'test', version: '0' } });
  const [, awaitingNotif] = await awaitingResult.recvInitializeResult();
  const client = await awaitingNotif.sendInitialized();
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, args) => outcomeOf(client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
};

export const connectOfficial: Connect = async (root, ...flags) => {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transportTo(root, flags));
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, args) => outcomeOf(client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
};

/** What the example's `ConfinedRoot` does, loaded as the example loads it. */
export interface ConfinedRoot extends AsyncDisposable {
  read(file: string): Promise<Buffer>;
  replace(file: string, bytes: Uint8Array): Promise<void>;
  append(file: string, bytes: Uint8Array): Promise<void>;
}

interface RootModule {
  readonly ConfinedRoot: { open(folder: string, lookup: string): Promise<ConfinedRoot> };
}

let rootModule: Promise<RootModule> | undefined;

/** The root without a server around it, for what only shows between two system calls. */
export async function openRoot(folder: string, lookup: 'by descriptor' | 'by path'): Promise<ConfinedRoot> {
  rootModule ??= tsImport('./confined-root.ts', {
    parentURL: pathToFileURL(path.join(exampleFolder, 'test.ts')).href,
    tsconfig: path.join(exampleFolder, 'tsconfig.json'),
  }) as Promise<RootModule>;
  const { ConfinedRoot } = await rootModule;
  return ConfinedRoot.open(folder, lookup);
}

function transportTo(root: string, flags: readonly string[]): StdioClientTransport {
  const args = ['--import', 'tsx', 'server.ts', root, ...flags];
  return new StdioClientTransport({ command: process.execPath, args, cwd: exampleFolder, stderr: 'inherit' });
}

async function outcomeOf(call: Promise<object>): Promise<Outcome> {
  try {
    const { isError, structuredContent, content } = (await call) as Partial<CallResult>;
    return isError === true ? { blocked: content?.[0]?.text ?? '' } : { result: structuredContent };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (typeof code !== 'number') throw error;
    return { error: code, message };
  }
}

interface CallResult {
  readonly isError: boolean;
  readonly structuredContent: object;
  readonly content: readonly { readonly text?: string }[];
}
