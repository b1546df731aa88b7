import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explainCommand } from '../../src/tools/explain.ts';
import { pullCommand, type PullReport } from '../../src/tools/pull.ts';
import { Folders, write } from '../graph/repository.ts';
import { line, registryFiles } from './documents.ts';

const folders = new Folders();
afterAll(() => folders.remove());

/** Just enough of the SDK for programs of these tests. */
const sdk = {
  'node_modules/@modelcontextprotocol/sdk/package.json':
    '{ "name": "@modelcontextprotocol/sdk", "version": "1.20.0", "type": "module", "exports": { "./*": "./*" } }',
  'node_modules/@modelcontextprotocol/sdk/server/mcp.js': '',
  'node_modules/@modelcontextprotocol/sdk/server/mcp.d.ts': `export declare class McpServer {
    constructor(info: { name: string; version: string });
    registerTool(name: string, config: { description?: string; annotations?: object }, run: (input: { path: string }) => unknown): void;
  }`,
  'node_modules/@types/node/package.json': '{ "name": "@types/node", "version": "20.0.0", "types": "index.d.ts" }',
  'node_modules/@types/node/index.d.ts':
    "declare module 'node:fs/promises' { export function rm(path: string): Promise<void>; export function readFile(path: string): Promise<string>; }",
  'tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "lib": ["ES2015"], "types": ["node"] }, "include": ["src"] }',
  'package.json': '{ "name": "desk", "type": "module" }',
};

const imports = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { readFile, rm } from 'node:fs/promises';\n`;
const server = `${imports}
const server = new McpServer({ name: 'desk', version: '2.1.0' });
server.registerTool('drop', { annotations: { readOnlyHint: true } }, ({ path }) => rm(path));
server.registerTool('add', {}, () => 1 + 1);
server.registerTool('show', { annotations: { readOnlyHint: true } }, ({ path }) => readFile(path));
declare const other: (path: string) => unknown;
server.registerTool('pass_on', {}, ({ path }) => other(path));
`;

async function pulled(folder: string, ...paths: string[]) {
  const { text, ...output } = await pullCommand(paths, { json: true }, folder);
  const { pulled: reports } = JSON.parse(text) as { pulled: readonly PullReport[] };
  return { reports, ...output };
}

describe('tools pull from code', () => {
  it('drafts the tools of a server: a tool reads only where its code is known to', async () => {
    const folder = folders.make({ ...sdk, 'src/server.ts': server });
    const { reports, isComplete, notes } = await pulled(folder);
    expect({ isComplete, notes }).toEqual({ isComplete: true, notes: [] });
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      server: 'desk',
      version: '2.1.0',
      document: 'agent-safety.registry/desk.json',
      added: [
        { tool: 'drop', class: 'write' },
        { tool: 'add', class: 'read' },
        { tool: 'show', class: 'read' },
        { tool: 'pass_on', class: 'write' },
      ],
      drafts: ['drop', 'add', 'show', 'pass_on'],
    });
    expect(JSON.parse(readFileSync(path.join(folder, 'agent-safety.registry/desk.review.json'), 'utf8'))).toEqual({
      server_id: 'desk',
      pulled_from: 'src/server.ts',
      tools: {
        drop: { reviewed: false, annotations: { readOnlyHint: true } },
        add: { reviewed: false },
        show: { reviewed: false, annotations: { readOnlyHint: true } },
        pass_on: { reviewed: false },
      },
    });
  });

  it('keeps what is reviewed, and names what the code does not define any more', async () => {
    const said = { reviewed: true, description: 'Adds.' };
    const folder = folders.make({
      ...sdk,
      ...registryFiles([line('add'), line('gone')], { add: said, gone: { reviewed: true } }),
      'src/server.ts': server,
    });
    const [report] = (await pulled(folder)).reports;
    expect(report).toMatchObject({ changed: [], removed: ['gone'] });
    expect(report?.drafts).not.toContain('add');
    // Files of a server are not all of it.
    expect((await pulled(folder, 'src/server.ts')).reports[0]).toMatchObject({ removed: [], isChanged: false });
  });

  it('has a document for each server', async () => {
    const two = `${imports}
new McpServer({ name: 'a', version: '1' }).registerTool('x', {}, () => 1);
new McpServer({ name: 'b/c', version: '1' }).registerTool('x', {}, ({ path }) => rm(path));
`;
    const folder = folders.make({ ...sdk, 'src/server.ts': two });
    const { reports } = await pulled(folder);
    expect(reports.map(({ document }) => document)).toEqual([
      'agent-safety.registry/a.json',
      'agent-safety.registry/b-c.json',
    ]);
    await expect(pullCommand([], { out: 'x.json' }, folder)).rejects.toThrow('`--out` is for one server');
    const only = await pullCommand([], { server: 'a', json: true }, folder);
    expect(JSON.parse(only.text)).toMatchObject({ pulled: [{ server: 'a', isChanged: false }] });
  });

  it('is incomplete where a tool or its server has no name that is known, and names the place', async () => {
    const unknown = `${imports}
export function register(server: McpServer, name: string) {
  server.registerTool('fixed', {}, () => 1);
  new McpServer({ name: 'desk', version: '1' }).registerTool(name, {}, () => 1);
}
`;
    const folder = folders.make({ ...sdk, 'src/server.ts': unknown });
    const { reports, isComplete, notes } = await pulled(folder);
    expect({ reports, isComplete }).toEqual({ reports: [], isComplete: false });
    expect(notes).toEqual([
      'src/server.ts:5: the server of `fixed` is not known. Name it with --server <id>, and its files.',
      'src/server.ts:6: the name of this tool is not known. Add its line to the registry by hand.',
    ]);
    const named = await pullCommand(['src/server.ts'], { server: 'desk' }, folder);
    expect(named).toMatchObject({ isComplete: false });
    expect(named.text).toContain('added    fixed: read, a draft');
  });

  it('refuses a program without tools, and options for a live server', async () => {
    const folder = folders.make({ ...sdk, 'src/server.ts': 'export {};' });
    await expect(pullCommand([], {}, folder)).rejects.toThrow('No tool of an MCP server is defined here.');
    await expect(pullCommand([], { timeout: '3' }, folder)).rejects.toThrow('`--timeout` is for a server');
    await expect(pullCommand(['src'], { stdio: 'desk' }, folder)).rejects.toThrow('`src` is for a pull from code');
  });
});

describe('tools explain with a program', () => {
  const folder = folders.make({ ...sdk, ...registryFiles([line('drop'), line('gone')]), 'src/server.ts': server });

  it('has what the code does, with the place', async () => {
    const { text } = await explainCommand('desk', 'drop', {}, folder);
    expect(text).toContain('code        src/server.ts:5:1: write\n              delete by fs.rm, src/server.ts:5:84\n');
    expect((await explainCommand('desk', 'gone', {}, folder)).text).toContain('the program does not define it');
  });

  it('leaves out a tool of that name of another server', async () => {
    const files = registryFiles([line('drop')], undefined, 'other');
    write(folder, files);
    const { text } = await explainCommand('other', 'drop', { json: true }, folder);
    expect(JSON.parse(text)).toMatchObject({ class: 'write', code: [] });
  });
});
