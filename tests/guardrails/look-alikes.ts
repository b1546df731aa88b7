import type { CaseFiles } from '../scenarios/programs.ts';

/** A program that calls something by the name of what an SDK has. */
export interface LookAlike {
  readonly name: string;
  readonly files: CaseFiles;
}

/** Programs that do what a tool should ask for first, and use no tool, agent or session of an SDK for it. */
export const lookAlikes: readonly LookAlike[] = [
  {
    name: 'tool and Agent of the project',
    files: {
      'agents.ts': `
export interface Tool {
  readonly name: string;
  execute(input: Record<string, string>): Promise<unknown>;
}

export function tool(definition: Tool & { needsApproval?: boolean }): Tool {
  return definition;
}

export class Agent {
  constructor(readonly options: { name: string; tools: readonly Tool[] }) {}
}
`,
      'main.ts': `
import { rm } from 'node:fs/promises';
import { Agent, tool } from './agents.ts';

const erase = tool({
  name: 'erase',
  needsApproval: false,
  execute: async ({ path = '' }) => rm(path),
});

export const agent = new Agent({ name: 'Cleaner', tools: [erase] });
`,
    },
  },
  {
    name: 'defineTool, approveAll and sessions of another package',
    files: {
      ...library(
        'pilot',
        `export declare function defineTool<T extends object>(name: string, config: T): T & { readonly name: string };
export declare const approveAll: () => { kind: 'approve-once' };
export declare class CopilotClient { createSession(config: object): Promise<object>; }`,
      ),
      'main.ts': `
import { rm } from 'node:fs/promises';
import { approveAll, CopilotClient, defineTool } from 'pilot';

const erase = defineTool('erase', { skipPermission: true, handler: () => rm('/tmp/all', { recursive: true }) });

export const session = new CopilotClient().createSession({ tools: [erase], onPermissionRequest: approveAll });
`,
    },
  },
  {
    name: 'tool of a library for workshops',
    files: {
      ...library(
        'workbench',
        'export declare function tool<T extends object>(definition: T): T & { readonly kind: "tool" };',
      ),
      'main.ts': `
import { execSync } from 'node:child_process';
import { tool } from 'workbench';
import { z } from 'zod';

export const drill = tool({
  name: 'drill',
  description: 'Drill a hole',
  parameters: z.object({ depth: z.number() }),
  needsApproval: false,
  execute: async ({ depth }: { depth: number }) => execSync('drill --depth ' + depth).toString(),
});
`,
    },
  },
  {
    name: 'query of a database, with options that have the same names',
    files: {
      ...library(
        'database',
        'export declare function query(call: { prompt: string; options?: { permissionMode?: string; tools?: string[] } }): Promise<unknown[]>;',
      ),
      'main.ts': `
import { query } from 'database';

export const clear = () =>
  query({ prompt: 'DELETE FROM sessions', options: { permissionMode: 'bypassPermissions', tools: ['Bash'] } });
`,
    },
  },
  {
    name: 'callTool of a class of the project',
    files: {
      'main.ts': `
import { unlink } from 'node:fs/promises';

class Client {
  async callTool({ name, arguments: given }: { name: string; arguments: { path: string } }): Promise<string> {
    await unlink(given.path);
    return name;
  }
}

export const remove = (path: string) => new Client().callTool({ name: 'delete_file', arguments: { path } });
`,
    },
  },
  {
    name: 'callTool of an interface of the project',
    files: {
      'main.ts': `
interface Client {
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

export async function drop(client: Client, table: string): Promise<void> {
  await client.callTool({ name: 'drop_table', arguments: { table } });
}
`,
    },
  },
  {
    name: 'createAgent and humanInTheLoopMiddleware of the project',
    files: {
      'loop.ts': `
export const humanInTheLoopMiddleware = (options: { interruptOn: Record<string, boolean> }) => options;

export function createAgent(options: { model: string; tools: readonly unknown[]; middleware?: readonly unknown[] }) {
  return { invoke: async (text: string) => text + String(options.tools.length) };
}
`,
      'main.ts': `
import { rmSync } from 'node:fs';
import { createAgent, humanInTheLoopMiddleware } from './loop.ts';

const sweep = { name: 'sweep', run: (path: string) => rmSync(path) };

export const agent = createAgent({
  model: 'own',
  tools: [sweep],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { swep: true } })],
});
`,
    },
  },
  {
    name: 'agents of node:http and node:https',
    files: {
      'main.ts': `
import { Agent } from 'node:https';
import { request } from 'node:https';

const agent = new Agent({ keepAlive: true });

export function publish(text: string): void {
  request({ host: 'social.example', method: 'POST', agent }).end(text);
}
`,
    },
  },
  {
    name: 'generateText of the project, with tools in a record',
    files: {
      'text.ts': `
export interface Definition {
  readonly description: string;
  readonly execute: (input: { path: string }) => Promise<unknown>;
}

export async function generateText({ prompt, tools }: { prompt: string; tools: Record<string, Definition> }) {
  return prompt + Object.keys(tools).join();
}
`,
      'main.ts': `
import { writeFile } from 'node:fs/promises';
import { generateText } from './text.ts';

export const main = (prompt: string) =>
  generateText({
    prompt,
    tools: { write: { description: 'Write', execute: ({ path }) => writeFile(path, prompt) } },
  });
`,
    },
  },
  {
    name: 'a parameter by the name of what is imported',
    files: {
      'main.ts': `
import { rm } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';

export const clock = tool({
  name: 'clock',
  description: 'Tell the time',
  parameters: z.object({}),
  execute: async () => new Date().toISOString(),
});

export function register(tool: (definition: { name: string; needsApproval: boolean; execute(path: string): unknown }) => void) {
  tool({ name: 'erase', needsApproval: false, execute: (path) => rm(path) });
}
`,
    },
  },
  {
    name: 'McpServer of a library for minecraft',
    files: {
      ...library(
        'minecraft-protocol-server',
        `export declare class McpServer {
  registerTool(name: string, options: { annotations?: { readOnlyHint?: boolean } }, run: (at: { x: number }) => unknown): void;
  tool(name: string, annotations: { readOnlyHint?: boolean }, run: () => unknown): void;
}`,
      ),
      'main.ts': `
import { rm } from 'node:fs/promises';
import { McpServer } from 'minecraft-protocol-server';

const server = new McpServer();
server.registerTool('pickaxe', { annotations: { readOnlyHint: true } }, ({ x }) => rm('chunks/' + x));
server.tool('shovel', { readOnlyHint: true }, () => rm('chunks'));
`,
    },
  },
  {
    name: 'createTool of a drawing program',
    files: {
      ...library(
        'sketchpad',
        `export interface Tool { readonly id: string; execute(at: { file: string }): Promise<void> }
export declare function createTool(tool: Tool & { requireApproval?: boolean }): Tool;
export declare class Agent { constructor(options: { id: string; tools: Record<string, Tool> }); }`,
      ),
      'main.ts': `
import { rm } from 'node:fs/promises';
import { Agent, createTool } from 'sketchpad';

const eraser = createTool({ id: 'eraser', requireApproval: false, execute: ({ file }) => rm(file) });

export const agent = new Agent({ id: 'artist', tools: { eraser } });
`,
    },
  },
  {
    name: 'FunctionTool and LlmAgent of another library',
    files: {
      ...library(
        'other-agents',
        `export declare class FunctionTool<T> { constructor(options: { name: string; execute: (input: T) => unknown; requireConfirmation?: boolean }); }
export declare class LlmAgent { constructor(options: { name: string; tools: readonly FunctionTool<never>[] }); }`,
      ),
      'main.ts': `
import { execSync } from 'node:child_process';
import { FunctionTool, LlmAgent } from 'other-agents';

const shell = new FunctionTool<string>({
  name: 'shell',
  requireConfirmation: false,
  execute: (command) => execSync(command),
});

export const agent = new LlmAgent({ name: 'operator', tools: [shell] });
`,
    },
  },
  {
    name: 'createDeepAgent of the project',
    files: {
      'deep.ts': `
interface Sub {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly run: () => unknown }[];
  readonly interruptOn?: Record<string, boolean>;
}

export const createDeepAgent = (options: { subagents: readonly Sub[]; interruptOn?: Record<string, boolean> }) => options;
`,
      'main.ts': `
import { exec } from 'node:child_process';
import { createDeepAgent } from './deep.ts';

export const agent = createDeepAgent({
  interruptOn: { typo: true },
  subagents: [{ name: 'sub', interruptOn: {}, tools: [{ name: 'reboot', run: () => exec('reboot') }] }],
});
`,
    },
  },
  {
    name: 'invoke and execute of objects of the project, beside a tool of an SDK',
    files: {
      'main.ts': `
import { rm } from 'node:fs/promises';
import { tool } from 'ai';
import { z } from 'zod';

export const upper = tool({
  description: 'Write in capitals',
  inputSchema: z.object({ text: z.string() }),
  execute: async ({ text }) => text.toUpperCase(),
});

class Command {
  constructor(readonly path: string) {}

  execute(): Promise<void> {
    return rm(this.path);
  }

  invoke(): Promise<void> {
    return this.execute();
  }
}

export const run = async (path: string) => {
  await new Command(path).execute();
  await new Command(path).invoke();
};
`,
    },
  },
  {
    name: 'a function of the project called tool, beside the types of an SDK',
    files: {
      'main.ts': `
import { unlinkSync } from 'node:fs';
import type { Agent, Tool } from '@openai/agents';

interface Definition {
  readonly name: string;
  readonly needsApproval: boolean;
  readonly execute: (path: string) => void;
}

const tool = (definition: Definition) => definition;

export const unlink = tool({ name: 'unlink', needsApproval: false, execute: (path) => unlinkSync(path) });

export const describe = (agent: Agent, tools: readonly Tool[]) => agent.name + String(tools.length);
`,
    },
  },
  {
    name: 'StructuredTool of the project',
    files: {
      'structured.ts': `
export abstract class StructuredTool {
  abstract readonly name: string;

  abstract _call(input: unknown): Promise<unknown>;

  invoke(input: unknown): Promise<unknown> {
    return this._call(input);
  }
}

export class ToolNode {
  constructor(readonly tools: readonly StructuredTool[]) {}
}
`,
      'main.ts': `
import { writeFile } from 'node:fs/promises';
import { StructuredTool, ToolNode } from './structured.ts';

class Save extends StructuredTool {
  readonly name = 'save';

  _call(input: unknown): Promise<void> {
    return writeFile('state.json', JSON.stringify(input));
  }
}

export const node = new ToolNode([new Save()]);
export const save = (state: unknown) => new Save().invoke(state);
`,
    },
  },
  {
    name: 'tools of a command line',
    files: {
      ...library(
        'cli-kit',
        `export declare class ToolLoopAgent { constructor(options: { model: string; tools: Record<string, { execute?: () => unknown }>; toolApproval?: Record<string, string> }); }
export declare function streamText(options: { tools: Record<string, { execute?: () => unknown }> }): void;`,
      ),
      'main.ts': `
import { spawn } from 'node:child_process';
import { streamText, ToolLoopAgent } from 'cli-kit';

const tools = { clean: { execute: () => spawn('make', ['clean']) } };

streamText({ tools });

export const agent = new ToolLoopAgent({ model: 'none', tools, toolApproval: { clean: 'approved', cleen: 'user-approval' } });
`,
    },
  },
  {
    name: 'a copy of the names of the MCP SDK in a folder of the project',
    files: {
      'modelcontextprotocol/client/index.ts': `
export class Client {
  constructor(readonly info: { name: string; version: string }) {}

  async callTool(call: { name: string; arguments?: object }): Promise<{ content: unknown[] }> {
    return { content: [call, this.info] };
  }
}
`,
      'main.ts': `
import { Client } from './modelcontextprotocol/client/index.ts';

const client = new Client({ name: 'fake', version: '1.0.0' });

export const wipe = () => client.callTool({ name: 'wipe_disk', arguments: { disk: '/dev/sda' } });
`,
    },
  },
  {
    name: 'MCPServerStdio, hostedMcpTool and shellTool of the project',
    files: {
      'servers.ts': `
export class MCPServerStdio {
  async callTool(name: string, input: object): Promise<unknown> {
    return [name, input];
  }
}

export const hostedMcpTool = (options: { serverLabel: string; requireApproval: 'never' | 'always' }) => options;
export const shellTool = (options: { run(command: string): unknown; needsApproval?: boolean }) => options;
`,
      'main.ts': `
import { execSync } from 'node:child_process';
import { hostedMcpTool, MCPServerStdio, shellTool } from './servers.ts';

export const tools = [
  hostedMcpTool({ serverLabel: 'any', requireApproval: 'never' }),
  shellTool({ run: (command) => execSync(command), needsApproval: false }),
];
export const erase = () => new MCPServerStdio().callTool('erase_all', {});
`,
    },
  },
  {
    name: 'interrupt, run and Runner of the project',
    files: {
      'runner.ts': `
export interface Plugin {
  beforeToolCallback?(): unknown;
}

export class InMemoryRunner {
  constructor(readonly options: { agent: unknown; plugins: readonly Plugin[] }) {}
}

export class SecurityPlugin implements Plugin {}

export const run = async (agent: { step(): unknown }) => agent.step();
`,
      'main.ts': `
import { rm } from 'node:fs/promises';
import { InMemoryRunner, run, SecurityPlugin } from './runner.ts';

const agent = { name: 'sweeper', tools: ['rm'], step: () => rm('/tmp/all', { recursive: true }) };

export const runner = new InMemoryRunner({ agent, plugins: [new SecurityPlugin()] });
export const start = () => run(agent);
`,
    },
  },
  {
    name: 'canUseTool and hooks of an editor',
    files: {
      ...library(
        'editor-kit',
        `export interface Options { allowedTools: string[]; canUseTool(name: string): Promise<{ behavior: 'allow' }>; mcpServers: object }
export declare function query(call: { prompt: string; options: Options }): Promise<void>;
export declare function tool(name: string, description: string, shape: object, run: (input: { file: string }) => Promise<unknown>): object;
export declare function createSdkMcpServer(options: { name: string; tools: object[] }): object;`,
      ),
      'main.ts': `
import { rm } from 'node:fs/promises';
import { createSdkMcpServer, query, tool } from 'editor-kit';

const erase = tool('erase', 'Erase', {}, async ({ file }) => rm(file));

export const edit = (prompt: string) =>
  query({
    prompt,
    options: {
      mcpServers: { files: createSdkMcpServer({ name: 'files', tools: [erase] }) },
      allowedTools: ['mcp__files__erase'],
      canUseTool: async () => ({ behavior: 'allow' }),
    },
  });
`,
    },
  },
  {
    name: 'what the documentation of an SDK shows, as a text',
    files: {
      'main.ts': `
import { writeFile } from 'node:fs/promises';

const example = \`
import { tool } from 'ai';
export const erase = tool({ needsApproval: false, execute: ({ path }) => rm(path) });
\`;

export const createTool = (folder: string) => writeFile(folder + '/tool.ts', example);
export const agent = { tools: { createTool }, needsApproval: false, generate: () => createTool('.') };
`,
    },
  },
];

/** A package that a program has installed. */
function library(name: string, declarations: string): CaseFiles {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({
      name,
      version: '1.0.0',
      type: 'module',
      types: 'index.d.ts',
    }),
    [`node_modules/${name}/index.d.ts`]: declarations,
  };
}
