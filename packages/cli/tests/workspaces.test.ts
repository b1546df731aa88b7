import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { factsCommand } from '../src/facts/command.ts';
import { graphCommand } from '../src/graph/command.ts';
import type { GraphReport } from '../src/graph/report-types.ts';
import { deleting, type Files, Folders, imports, sdk } from './graph/repository.ts';

/** What the command adds where a project has no registry. */
const noRegistry = 'No tool registry: require-registered-tool and valid-document-pointer report nothing.\n';

const folders = new Folders();
afterAll(() => folders.remove());

const compilerOptions = { module: 'nodenext', target: 'es2022', lib: ['ES2022'], types: ['node'], strict: true };
const plain = { compilerOptions, include: ['src'] };
const built = {
  compilerOptions: { ...compilerOptions, composite: true, rootDir: 'src', outDir: 'dist' },
  include: ['src'],
};
const exportsSources = { exports: './src/index.ts' };
const exportsOutput = { exports: { types: './dist/index.d.ts', default: './dist/index.js' } };
const output: Files = {
  'packages/tools/dist/index.d.ts': `export declare const drop_table: import('@openai/agents').FunctionTool;\n`,
  'packages/tools/dist/index.js': 'export {};\n',
};
const agentWith = (tool: string, from: string) =>
  `import { Agent } from '@openai/agents';\nimport { ${tool} } from '${from}';\nexport const ops = new Agent({ name: 'ops', tools: [${tool}] });\n`;

/** What a workspace of two packages has: the agent of one has the tool of the other. */
interface Workspace {
  readonly manifest: object;
  readonly tools: object;
  readonly app: object;
  readonly files?: Files;
}

/** npm's layout: the workspace's packages are links in `node_modules`. */
function workspaceOf({ manifest, tools, app, files = {} }: Workspace): string {
  const installed = Object.entries(sdk).filter(([name]) => name.startsWith('node_modules/'));
  const folder = folders.make({
    ...Object.fromEntries(installed),
    'package.json': '{ "name": "workspace", "private": true, "workspaces": ["packages/*"] }',
    'tsconfig.json': '{ "files": [], "references": [{ "path": "packages/app" }, { "path": "packages/tools" }] }',
    'packages/tools/package.json': JSON.stringify({
      name: '@org/tools',
      type: 'module',
      version: '1.0.0',
      ...manifest,
    }),
    'packages/tools/tsconfig.json': JSON.stringify(tools),
    'packages/tools/src/index.ts': imports + deleting('drop_table'),
    'packages/app/package.json': '{ "name": "@org/app", "type": "module", "dependencies": { "@org/tools": "1.0.0" } }',
    'packages/app/tsconfig.json': JSON.stringify(app),
    'packages/app/src/index.ts': agentWith('drop_table', '@org/tools'),
    ...files,
  });
  mkdirSync(path.join(folder, 'node_modules/@org'), { recursive: true });
  symlinkSync('../../packages/tools', path.join(folder, 'node_modules/@org/tools'), 'dir');
  return folder;
}

async function graphOf(paths: readonly string[], project: string): Promise<GraphReport> {
  return JSON.parse((await graphCommand(paths, { format: 'json', project })).text) as GraphReport;
}

const references = [{ path: '../tools' }];
const workspaces: readonly (readonly [string, Workspace])[] = [
  ['exports its sources', { manifest: exportsSources, tools: plain, app: plain }],
  ['is referred to, and not built', { manifest: exportsOutput, tools: built, app: { ...built, references } }],
  [
    'is referred to, and built',
    { manifest: exportsOutput, tools: built, app: { ...built, references }, files: output },
  ],
  ['is a link only, and not built', { manifest: exportsOutput, tools: built, app: plain }],
  ['is a link only, and built', { manifest: exportsOutput, tools: built, app: plain, files: output }],
];

describe.each(workspaces)('a tool of a package that %s', (_, workspace) => {
  const folder = workspaceOf(workspace);
  const app = path.join(folder, 'packages/app');

  it('is in the graph of another package, with what it does', async () => {
    const { agents, tools } = await graphOf([], app);
    expect(agents.map(({ id, at }) => [id, at])).toEqual([['ops', 'packages/app/src/index.ts:3:20']]);
    expect(tools.map(({ id, at, class: kind }) => [id, at, kind])).toEqual([
      ['drop_table', 'packages/tools/src/index.ts:3:27', 'sensitive'],
    ]);
  });

  it('is no fact of the other package, but of the workspace, once', () => {
    const agent = 'packages/app/src/index.ts:3:20 agent ops: drop_table (no guard)\n';
    expect(factsCommand([], { project: app })).toEqual({ text: agent + noRegistry, notes: [], isComplete: true });
    const tool = 'packages/tools/src/index.ts:3:27 tool drop_table: sensitive, delete by fs.rm\n';
    expect(factsCommand([], { project: folder }).text).toBe(tool + agent + noRegistry);
  });
});

it('known gap: output that no configuration maps to a source is what it declares', async () => {
  const files = {
    ...output,
    'packages/tools/src/table.ts': imports + deleting('drop_table'),
    'packages/tools/src/index.ts': undefined,
  };
  const { 'packages/tools/src/index.ts': _, ...rest } = files;
  const tools = { compilerOptions, include: ['src/table.ts'] };
  const folder = workspaceOf({ manifest: exportsOutput, tools, app: plain, files: rest });
  const { tools: seen } = await graphOf([], path.join(folder, 'packages/app'));
  expect(seen).toEqual([]);
});

describe('references', () => {
  const config = (references: readonly string[], include?: readonly string[]): string =>
    JSON.stringify({
      compilerOptions,
      references: references.map((to) => ({ path: to })),
      ...(include ? { include } : { files: [] }),
    });

  it('stand for all that they lead to, each file once, also in a circle', () => {
    const folder = folders.make({
      ...sdk,
      'tsconfig.json': config(['./a', './b/tsconfig.lib.json']),
      'a/tsconfig.json': config(['../c']),
      'c/tsconfig.json': config(['../a', '..', '../b/tsconfig.lib.json'], ['src']),
      'c/src/one.ts': imports + deleting('one'),
      'b/tsconfig.lib.json': config(['../c'], ['.']),
      'b/two.ts': imports + deleting('two'),
    });
    expect(factsCommand([], { project: folder }).text.split('\n')).toEqual([
      'b/two.ts:3:20 tool two: sensitive, delete by fs.rm',
      'c/src/one.ts:3:20 tool one: sensitive, delete by fs.rm',
      noRegistry.trimEnd(),
      '',
    ]);
    expect(factsCommand([path.join(folder, 'c')], { project: folder }).text).toMatch(/^c\/src\/one\.ts:.*\n/);
  });

  it('are read with the types that any of them needs', () => {
    const withoutTypes = { ...compilerOptions, types: undefined };
    const folder = folders.make({
      ...sdk,
      'tsconfig.json': config(['./a', './b']),
      'a/tsconfig.json': JSON.stringify({ compilerOptions: withoutTypes, include: ['.'] }),
      'a/answer.ts': 'export const answer = 42;\n',
      'b/tsconfig.json': config([], ['.']),
      'b/one.ts': imports + deleting('one'),
    });
    expect(factsCommand([], { project: folder }).text).toBe(
      `b/one.ts:3:20 tool one: sensitive, delete by fs.rm\n${noRegistry}`,
    );
  });

  it('that cannot be read are named, and the rest is analysed', () => {
    const folder = folders.make({
      ...sdk,
      'tsconfig.json': config(['./gone', './broken', './fine']),
      'broken/tsconfig.json': '{ "include": ["."]',
      'fine/tsconfig.json': config([], ['.']),
      'fine/one.ts': imports + deleting('one'),
    });
    const own = `${folder}/tsconfig.json`;
    expect(factsCommand([], { project: folder })).toEqual({
      text: `fine/one.ts:3:20 tool one: sensitive, delete by fs.rm\n${noRegistry}`,
      notes: [
        `${own}: There is no ${folder}/gone/tsconfig.json. Correct the reference in ${own}, or that file.`,
        `${folder}/broken/tsconfig.json:1:19: '}' expected. Correct the reference in ${own}, or that file.`,
      ],
      isComplete: false,
    });
  });

  it('that have no files are an error', () => {
    const folder = folders.make({ 'tsconfig.json': config(['./a']), 'a/tsconfig.json': config(['..']) });
    expect(() => factsCommand([], { project: folder })).toThrow(
      `${folder}/tsconfig.json has no files, and none of its references has.`,
    );
  });
});

describe('a file with a syntax error', () => {
  const files = {
    ...sdk,
    'src/one.ts': imports + deleting('one'),
    'src/two.ts': `${imports}export const two = tool({ name: ;\n`,
  };

  it('is named, and the rest is analysed', async () => {
    const folder = folders.make(files);
    const note = `${folder}/src/two.ts:3:33: Expression expected. Fix it first: what follows in the file may be read wrongly.`;
    const { text, notes, isComplete } = factsCommand([], { project: folder });
    expect({ notes, isComplete }).toEqual({ notes: [note], isComplete: false });
    expect(text).toContain('src/one.ts:3:20 tool one: sensitive, delete by fs.rm\n');
    expect(await graphCommand([], { project: folder })).toMatchObject({ isComplete: false });
  });

  it('is no problem once it is fixed', () => {
    const folder = folders.make({ ...files, 'src/two.ts': imports + deleting('two') });
    expect(factsCommand([], { project: folder })).toMatchObject({ notes: [], isComplete: true });
  });
});

it('places start at the root of the repository', () => {
  const folder = folders.repository({ ...sdk, 'packages/one/tsconfig.json': sdk['tsconfig.json'] ?? '' });
  mkdirSync(path.join(folder, 'packages/one/src'));
  writeFileSync(path.join(folder, 'packages/one/src/index.ts'), imports + deleting('one'));
  const { text } = factsCommand([], { project: path.join(folder, 'packages/one') });
  expect(text).toMatch(/^packages\/one\/src\/index\.ts:3:20 tool one/);
});
