import type tsModule from 'typescript';
import { expect, it } from 'vitest';
import { sharedServerFinder } from '../../../src/facts/sharing/shared-servers.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import { type CaseFiles, type CaseProgram, caseNameOf, programOf } from '../../scenarios/programs.ts';

const head = `import express from 'express';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
declare const wire: Transport;
`;

it('reports a helper in the file where it connects, and names the entry point in the other', () => {
  const files = {
    'connect.ts': `${head}
export async function attach(server: McpServer) {
  await server.connect(wire);
}`,
    'server.ts': `${head}
export const server = new McpServer({ name: 'a', version: '1' });`,
    'app.ts': `${head}
import { attach } from './connect.js';
import { server } from './server.js';
express().post('/mcp', () => attach(server));`,
  };

  expect(sharedIn(files)).toEqual(['connect.ts:7 server, made at server.ts:6, for express().post of app.ts:8']);
  expect(
    sharedIn({ ...files, 'app.ts': files['app.ts'].replace('attach(server)', 'attach(create())').concat(create) }),
  ).toEqual([]);
});

const renamed = {
  'index.ts': `export { default as bind } from './connect.js';`,
  'app.ts': `${head}
import { bind as attach } from './index.js';
const server = new McpServer({ name: 'a', version: '1' });
export async function serve() {
  express().post('/mcp', () => attach(server));
}`,
};

it('follows default and renamed exports', () => {
  const connect = `${head}
async function connectTo(server: McpServer) {
  return server.connect(wire);
}
export default connectTo;`;

  expect(sharedIn({ ...renamed, 'connect.ts': connect })).toEqual([
    'connect.ts:7 server, made at app.ts:7, for express().post of app.ts:9',
  ]);
});

it('known gap: a function without a name is not found by the name it is imported under', () => {
  const connect = `${head}
export default async (server: McpServer) => server.connect(wire);`;

  expect(sharedIn({ ...renamed, 'connect.ts': connect })).toEqual([]);
});

it('asks where an object with a server is made', () => {
  const files = {
    'front.ts': `${head}
export class Front {
  constructor(private readonly server: McpServer) {}
  async answer() {
    await this.server.connect(wire);
  }
}`,
    'app.ts': `${head}
import { Front } from './front.js';
${create}
const front = new Front(create());
express().post('/mcp', () => front.answer());`,
  };

  expect(sharedIn(files)).toEqual(['front.ts:9 this.server, made at app.ts:11, for express().post of app.ts:12']);
  const perRequest = files['app.ts'].replace(
    "express().post('/mcp', () => front.answer());",
    "express().post('/mcp', () => new Front(create()).answer());",
  );
  expect(sharedIn({ ...files, 'app.ts': perRequest })).toEqual([]);
});

it('believes a request among the parameters only of a class that is not made for it', () => {
  const front = `${head}
export class Front {
  private readonly server = new McpServer({ name: 'a', version: '1' });
  async answer(req: express.Request, res: express.Response) {
    await this.server.connect(wire);
  }
}`;

  expect(sharedIn({ 'front.ts': front })).toEqual([]);
  expect(
    sharedIn({ 'front.ts': front, 'main.ts': `import { Front } from './front.js'; export const f = new Front();` }),
  ).toEqual(['front.ts:9 this.server, made at front.ts:7, for answer of front.ts:8']);
  expect(
    sharedIn({
      'front.ts': front,
      'main.ts': `${head}import { Front } from './front.js';
express().post('/mcp', async (req, res) => new Front().answer(req, res));`,
    }),
  ).toEqual([]);
});

it('answers the same in whatever order files are asked about', () => {
  const built = programOf({
    'a.ts': `${head}
import { server } from './b.js';
export const attach = () => server.connect(wire);
express().post('/mcp', () => server.connect(wire));`,
    'b.ts': `${head}
import { attach } from './a.js';
export const server = new McpServer({ name: 'a', version: '1' });
express().post('/other', attach);
express().post('/third', async () => {
  await attach();
});`,
  });
  const forwards = findingsOf(built);
  const again = programOf(filesOf(built), built);

  expect(forwards).toEqual([
    'a.ts:7 server, made at b.ts:7, for express().post of a.ts:7',
    'a.ts:8 server, made at b.ts:7, for express().post of a.ts:8',
  ]);
  expect(findingsOf({ ...again, sources: again.sources.toReversed() }).sort()).toEqual(forwards);
});

it('sees an edit of another file', () => {
  const files = {
    'app.ts': `${head}
import { server } from './server.js';
express().post('/mcp', () => server().connect(wire));`,
    'server.ts': `${head}
const kept = new McpServer({ name: 'a', version: '1' });
export const server = () => kept;`,
  };
  const before = programOf(files);
  const edited = { ...files, 'server.ts': `${head}${create}\nexport const server = () => create();` };

  expect(findingsOf(before)).toHaveLength(1);
  expect(findingsOf(programOf(edited, before))).toEqual([]);
  expect(findingsOf(programOf(files, before))).toHaveLength(1);
});

const chain = (length: number) => `${head}
const server = new McpServer({ name: 'a', version: '1' });
async function step0(): Promise<void> {
  if (Math.random() > 0.5) await again();
  await server.connect(wire);
}
async function again(): Promise<void> {
  await step0();
}
${Array.from({ length }, (_, i) => `async function step${String(i + 1)}() { await step${String(i)}(); }`).join('\n')}
express().post('/mcp', () => step${String(length)}());`;

it('ends where functions call each other', () => {
  expect(sharedIn({ 'main.ts': chain(3) })).toHaveLength(1);
});

it('known gap: more than six calls between the entry point and the connection', () => {
  expect(sharedIn({ 'main.ts': chain(8) })).toEqual([]);
});

it('finds nothing where the program has no such package', () => {
  expect(sharedIn({ 'main.ts': 'export const db = { query() {}, connect() {} }; db.connect(); db.query();' })).toEqual(
    [],
  );
});

const create = `
function create() {
  return new McpServer({ name: 'fresh', version: '1' });
}`;

function sharedIn(files: CaseFiles): string[] {
  return findingsOf(programOf(files));
}

function findingsOf({ program, sources }: CaseProgram): string[] {
  const finder = sharedServerFinder(program, builtInProtocols, []);
  return sources.flatMap((source) =>
    finder.sharedIn(source).map(({ node, value, place, made, entry }) => {
      const origin = `${made ? 'made' : 'passed'} at ${placeOf(place)}`;
      return `${placeOf(node)} ${value.getText()}, ${origin}, for ${entry.label} of ${placeOf(entry.fn)}`;
    }),
  );
}

function placeOf(node: tsModule.Node): string {
  const file = node.getSourceFile();
  return `${caseNameOf(file)}:${String(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)}`;
}

function filesOf({ sources }: CaseProgram): CaseFiles {
  return Object.fromEntries(sources.map((file) => [caseNameOf(file), file.text]));
}
