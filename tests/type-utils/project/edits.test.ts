import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Folders } from '../../../packages/cli/tests/graph/repository.ts';
import { Analysis } from '../../../src/facts/analysis.ts';
import { checked } from '../../../src/rules/check.ts';
import { openLiveProject, openProject, type LiveProject, type ProjectFiles } from '../../../src/type-utils/index.ts';
import { filesOnDisk } from '../../../src/type-utils/project/project-files.ts';
import { editedFiles } from '../../../src/type-utils/project/edited-files.ts';

// What is found after any edits is what is found in the project as it is then, opened anew. The declarations are the least of
// what the SDKs declare, so that many projects can be opened.

const folders = new Folders();
afterAll(() => folders.remove());

const sdks = {
  'node_modules/@modelcontextprotocol/sdk/package.json': JSON.stringify({
    name: '@modelcontextprotocol/sdk',
    version: '1.20.0',
    exports: { './client': { types: './client.d.ts' }, './stdio': { types: './stdio.d.ts' } },
  }),
  'node_modules/@modelcontextprotocol/sdk/client.d.ts': `export declare class Client {
  constructor(info: { name: string; version: string });
  connect(transport: unknown): Promise<void>;
  callTool(call: { name: string }): Promise<{ content: unknown[] }>;
  close(): Promise<void>;
}
`,
  'node_modules/@modelcontextprotocol/sdk/stdio.d.ts': 'export declare class StdioClientTransport {}\n',
  'node_modules/@openai/agents/package.json': JSON.stringify({
    name: '@openai/agents',
    version: '0.3.0',
    exports: { '.': { types: './index.d.ts' } },
  }),
  'node_modules/@openai/agents/index.d.ts': `export interface Tool { name: string }
export declare function tool(options: { name: string; description: string; parameters: unknown; needsApproval?: boolean | ((context: unknown, input: { path: string }) => Promise<boolean>); execute: (input: { path: string }) => Promise<unknown> }): Tool;
export declare class Agent { constructor(options: { name: string; instructions?: string; tools?: Tool[]; handoffs?: Agent[] }); name: string; handoffs: Agent[]; }
export declare function run(agent: Agent, input: string): Promise<{ finalOutput?: string }>;
`,
  'node_modules/@types/node/package.json': JSON.stringify({
    name: '@types/node',
    version: '22.0.0',
    types: 'index.d.ts',
  }),
  'node_modules/@types/node/index.d.ts': `declare module 'node:fs/promises' {
  export function rm(path: string, options?: { recursive?: boolean }): Promise<void>;
  export function readFile(path: string, encoding: string): Promise<string>;
}
`,
};

const client = `import { Client } from '@modelcontextprotocol/sdk/client';\n`;
const transport = `import { StdioClientTransport } from '@modelcontextprotocol/sdk/stdio';\n`;
const fs = `import { readFile, rm } from 'node:fs/promises';\n`;
const agents = `import { Agent, run, tool } from '@openai/agents';\n`;

/** The texts that each file may have; undefined where it may be gone. */
const variants: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'connect.ts': [
    `${client}${transport}export async function connect(client: Client) { await client.connect(new StdioClientTransport()); }\n`,
    `${client}export async function connect(client: Client) { void client; }\n`,
    `${client}export async function connect(client: Client): Promise<void> { await client.close(); }\n`,
    `${client}export async function connect(client: Client): Promise<never> { throw new Error(String(client)); }\n`,
    `${client}export async function join(client: Client) { void client; }\nexport { join as connect };\n`,
    undefined,
  ],
  'shut.ts': [
    `${client}export class Shutter { async shut(client: Client) { await client.close(); } }\n`,
    `${client}export class Shutter { async shut(client: Client) { void client; } }\n`,
    `${client}export class Shutter { async shut(client: Client) { await client.close() } \n`,
    `${client}export function make() { return new Client({ name: 'a', version: '1' }); }\nexport class Shutter { async shut(client: Client) { await client.close(); await client.close(); } }\n`,
  ],
  'slower.ts': [
    undefined,
    `${client}import { Shutter } from './shut.ts';\nexport class Slower extends Shutter { override async shut(client: Client) { void client; } }\n`,
  ],
  'main.ts': [
    `${client}import { connect } from './connect.ts';\nimport { Shutter } from './shut.ts';\nexport async function main() {\n  const client = new Client({ name: 'a', version: '1' });\n  await connect(client);\n  await new Shutter().shut(client);\n  await client.callTool({ name: 'a' });\n  await new Shutter().shut(client);\n}\n`,
    `${client}import { connect } from './connect.ts';\nexport async function main() {\n  const client = new Client({ name: 'a', version: '1' });\n  await client.callTool({ name: 'a' });\n  await connect(client);\n}\n`,
    `import { make } from './shut.ts';\nexport async function main() {\n  const client = make();\n  await client.callTool({ name: 'a' });\n}\n`,
    `export const main = 1;\n`,
  ],
  'erase.ts': [
    `${fs}export async function erase(path: string) { await rm(path, { recursive: true }); return path; }\n`,
    `${fs}export async function erase(path: string) { return readFile(path, 'utf8'); }\n`,
    `export async function erase(path: string) { return path; }\n`,
    `import { way } from './way.ts';\nexport async function erase(path: string) { return way.act(path); }\n`,
    `import { way } from './way.ts';\nconst { act } = way;\nexport async function erase(path: string) { return act(path); }\n`,
    `import { eraseAll } from './erase-all.ts';\nexport async function erase(path: string) { return eraseAll(path); }\n`,
  ],
  // Which of two functions it is, whose types are written the same.
  'way.ts': ['removing', 'keeping'].map(
    (name) =>
      `${fs}const removing = { act: async (path: string) => { await rm(path); return path; } };\nimport { keeping } from './keeping.ts';\nexport const way = ${name};\n`,
  ),
  'keeping.ts': [`export const keeping = { act: async (path: string) => path };\n`],
  'erase-all.ts': [
    undefined,
    `${fs}export const eraseAll = async (path: string) => { await rm(path); return path; };\n`,
    `export const eraseAll = async (path: string) => path;\n`,
    `export const eraseAll = (path: string) => { return path + ; };\n`,
  ],
  'tools.ts': [
    `${agents}import { erase } from './erase.ts';\nexport const eraser = tool({ name: 'erase', description: '', parameters: {}, execute: async ({ path }) => erase(path) });\n`,
    `${agents}import { erase } from './erase.ts';\nexport const eraser = tool({ name: 'erase', description: '', parameters: {}, needsApproval: true, execute: async ({ path }) => erase(path) });\n`,
    `${agents}import { erase } from './erase.ts';\nimport { isAllowed } from './allowed.ts';\nexport const eraser = tool({ name: 'erase', description: '', parameters: {}, needsApproval: async (_, { path }) => isAllowed(path), execute: async ({ path }) => erase(path) });\n`,
    `${agents}export const remover = tool({ name: 'remove', description: '', parameters: {}, execute: async ({ path }) => path });\n`,
  ],
  'allowed.ts': [
    `export const isAllowed = (path: string) => path.startsWith('/tmp');\n`,
    `export const isAllowed = (_path: string) => true;\n`,
    `export function isAllowed(_path: string) { return false; }\n`,
    undefined,
  ],
  'index.ts': [`export * from './tools.ts';\n`, `export { eraser as remover } from './tools.ts';\n`, `export {};\n`],
  'agents.ts': [
    `${agents}import { eraser } from './index.ts';\nexport const first = new Agent({ name: 'first', tools: [eraser] });\nexport const second = new Agent({ name: 'second', handoffs: [first] });\n`,
    `${agents}import { remover } from './index.ts';\nexport const first = new Agent({ name: 'first', tools: [remover] });\n`,
    `${agents}import * as tools from './index.ts';\nexport const first = new Agent({ name: 'first', tools: [tools.eraser] });\nexport const second = new Agent({ name: 'second' });\nsecond.handoffs.push(first);\n`,
  ],
  'guards.ts': [
    `import { first } from './agents.ts';\n${agents}export const answer = run(first, 'a');\n`,
    `import { first } from './agents.ts';\n${agents}export const last = new Agent({ name: 'last' });\nfirst.handoffs = [last];\n`,
    undefined,
  ],
  'globals.ts': [
    undefined,
    `declare const shared: import('@modelcontextprotocol/sdk/client').Client;\n`,
    `declare const shared: { callTool(call: { name: string }): Promise<void>; close(): Promise<void>; connect(): Promise<void> };\n`,
  ],
  'uses-globals.ts': [
    `export async function use() {\n  await shared.close();\n  await shared.callTool({ name: 'a' });\n}\n`,
  ],
};

type Edit = readonly [name: string, text: string | undefined];
type Way = 'editor' | 'disk' | 'watched';
interface Step {
  readonly edits: readonly Edit[];
  readonly way: Way;
  /** What is analysed after it, before the next. */
  readonly analysed: 'nothing' | 'edited' | 'all';
}

const edit = fc
  .constantFrom(...Object.keys(variants))
  .chain((name) => fc.constantFrom(...(variants[name] ?? [])).map((text): Edit => [name, text]));
const step = fc.record<Step>({
  edits: fc.array(edit, { minLength: 1, maxLength: 2 }),
  way: fc.constantFrom<Way>('editor', 'disk', 'watched'),
  analysed: fc.constantFrom<Step['analysed']>('nothing', 'edited', 'all'),
});

function written(): string {
  const compilerOptions = {
    lib: ['es2022'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  const first = Object.entries(variants).flatMap(([name, [text]]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  return folders.make({
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'package.json': '{ "type": "module" }',
    ...sdks,
    ...Object.fromEntries(first),
  });
}

function save(file: string, text: string | undefined): void {
  mkdirSync(path.dirname(file), { recursive: true });
  if (text === undefined) rmSync(file, { force: true });
  else writeFileSync(file, text);
}

function findingsIn({ program }: ReturnType<typeof openProject>, place: string, only?: ReadonlySet<string>): unknown[] {
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(place) && !fileName.includes('/node_modules/'))
    .filter(({ fileName }) => !only || only.has(path.basename(fileName)));
  return checked(files, new Analysis(program, { cwd: place }), 'strict').map(({ finding }) => [
    finding.rule,
    path.basename(finding.node.getSourceFile().fileName),
    finding.node.getStart(finding.node.getSourceFile()),
    finding.message,
    finding.suggestions,
  ]);
}

function opened(
  place: string,
  files: ProjectFiles,
): { readonly findings: unknown[]; readonly problems: readonly string[] } {
  const project = openProject(place, files);
  try {
    return { findings: findingsIn(project, place), problems: project.problems };
  } finally {
    project.close();
  }
}

/** Makes an edit in one of the ways. Editors have no text for what is gone: they delete it. */
function make([name, text]: Edit, way: Way, place: string, live: LiveProject, texts: Map<string, string>): void {
  const file = path.posix.join(place, name);
  if (way === 'editor' && text !== undefined) {
    texts.set(file, text);
    live.update(file, text);
    return;
  }
  texts.delete(file);
  save(file, text);
  live.update(file, undefined);
  if (way === 'watched') live.refresh([file]);
  else live.refresh();
}

describe('after any edits', () => {
  it('finds what it finds in the project opened anew', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const place = written();
        const live = openLiveProject(place);
        const texts = new Map<string, string>();
        try {
          findingsIn(live.current, place);
          for (const { edits, way, analysed } of steps) {
            for (const each of edits) make(each, way, place, live, texts);
            if (analysed === 'edited') findingsIn(live.current, place, new Set(edits.map(([name]) => name)));
            if (analysed !== 'all') continue;
            const { findings, problems } = opened(place, editedFiles(filesOnDisk, texts));
            found += findings.length;
            expect(findingsIn(live.current, place)).toEqual(findings);
            expect(live.current.problems).toEqual(problems);
          }
          const { findings } = opened(place, editedFiles(filesOnDisk, texts));
          expect(findingsIn(live.current, place)).toEqual(findings);
        } finally {
          live.close();
        }
      }),
      { numRuns: 15 },
    );
    expect(found).toBeGreaterThan(0);
  });
});
