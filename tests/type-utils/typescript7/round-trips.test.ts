import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Files, Folders } from '../../../packages/cli/tests/graph/repository.ts';
import { Analysis } from '../../../src/facts/analysis.ts';
import { checked } from '../../../src/rules/check.ts';
import { openProject, type Project, type ts } from '../../../src/type-utils/index.ts';
import type { ProgramView } from '../../../src/type-utils/typescript7/program.ts';
import { unreadFiles } from '../../../src/type-utils/unread-files.ts';

// Each query is a request to another process: what is known already, or left alone, must cost none.
const folders = new Folders();
afterAll(() => folders.remove());

function projectOf(files: Files): string {
  const options =
    '{ "compilerOptions": { "types": [], "lib": ["es2023"], "module": "nodenext" }, "exclude": ["node_modules"] }';
  return folders.make({ 'tsconfig.json': options, ...files });
}

/** What checking the program's own sources takes, beyond opening it. */
function costOf(project: Project): { trips: number; lines: number; findings: number } {
  const { session } = project.program as unknown as ProgramView;
  const before = session.roundTrips;
  const own = project.program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !file.fileName.includes('/node_modules/') && project.isOwn(file));
  const findings = checked(own, new Analysis(project.program), 'strict').length;
  const lines = own.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  return { trips: session.roundTrips - before, lines, findings };
}

const root = path.join(import.meta.dirname, '../../..');

it.each([
  { name: 'files on disk', folder: () => examplesAlone(), most: 510 },
  // In the workspace, the compiler reads a configuration that is in memory only: requests are sent one by one.
  { name: 'a configuration in memory', folder: () => path.join(root, 'examples'), most: 1100 },
])('the examples take few round trips, although all of them have agents: $name', ({ folder, most }) => {
  const project = openProject(folder());
  const { trips, lines, findings } = costOf(project);

  expect(findings).toBeGreaterThan(20);
  expect((trips / lines) * 1000).toBeLessThan(most);
  project.close();
});

function examplesAlone(): string {
  const config = {
    extends: path.join(root, 'examples/tsconfig.json'),
    compilerOptions: { typeRoots: [path.join(root, 'node_modules/@types')] },
    include: ['unsafe', 'safe'].map((folder) => path.join(root, 'examples', folder)),
  };
  return folders.make({ 'tsconfig.json': JSON.stringify(config) });
}

const sdk = {
  'node_modules/@modelcontextprotocol/sdk/package.json': '{ "name": "@modelcontextprotocol/sdk", "version": "1.20.0" }',
  'node_modules/@modelcontextprotocol/sdk/client/index.d.ts': `export declare class Client {
  constructor(info: { name: string; version: string });
  connect(transport: object): Promise<void>;
  callTool(params: { name: string }): Promise<{ content: unknown[] }>;
  close(): Promise<void>;
}
`,
};
const client = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';

export async function run(transport: object): Promise<void> {
  const client = new Client({ name: 'a', version: '1' });
  await client.connect(transport);
  await client.close();
  await client.callTool({ name: 'weather' });
}
`;

it('files that the gates leave out take no queries: their trees are fetched together', () => {
  const withPlainFiles = (count: number): Readonly<Record<string, string>> => ({
    ...sdk,
    'main.ts': client,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `plain${String(index)}.ts`,
        `export const sum${String(index)} = (a: number, b: number): number => a + b;\n`,
      ]),
    ),
  });
  const [few, many] = [1, 60].map((count) => {
    const project = openProject(projectOf(withPlainFiles(count)));
    const cost = costOf(project);
    project.close();
    return cost;
  });

  expect(few?.findings).toBeGreaterThan(0);
  expect(many?.findings).toBe(few?.findings);
  expect((many?.trips ?? 0) - (few?.trips ?? 0)).toBeLessThanOrEqual(1);
});

it('the trees of declaration files are fetched only where something in them is looked at', () => {
  const project = openProject(projectOf({ ...sdk, 'main.ts': client }));
  const { trips } = costOf(project);
  const unread = project.program.getSourceFiles().filter((file) => unreadFiles.has(file));

  expect(trips).toBeLessThan(40);
  expect(unread.length).toBeGreaterThan(20);
  const [file] = unread;
  expect(file?.statements[0]?.getSourceFile()).toBe(file);
  expect(project.program.getSourceFile(file?.fileName ?? '')).toBe(file);
  project.close();
});

it('a program without agents is not asked anything but its files', () => {
  const project = openProject(projectOf({ 'main.ts': 'export const one: number = 1;\n' }));
  const { session } = project.program as unknown as ProgramView;
  const files = project.program.getSourceFiles();
  const before = session.roundTrips;

  expect(checked(files, new Analysis(project.program), 'strict')).toEqual([]);
  expect(session.roundTrips - before).toBe(0);
  project.close();
});

it('the same query is sent once', () => {
  const project = openProject(projectOf({ 'main.ts': 'const one = { two: 2 };\nexport const three = one.two;\n' }));
  const { session } = project.program as unknown as ProgramView;
  const file = project.program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/main.ts'));
  const checker = project.program.getTypeChecker();
  const names = (file?.statements ?? []).map((statement) => {
    const { declarationList } = statement as ts.VariableStatement;
    return declarationList.declarations.map(({ name }) => name);
  });
  const query = (): unknown[] =>
    names.flat().map((name) => {
      const type = checker.getTypeAtLocation(name);
      return [checker.getSymbolAtLocation(name)?.declarations, type.getProperties(), type.symbol];
    });

  const first = query();
  const after = session.roundTrips;
  expect(query()).toEqual(first);
  expect(session.roundTrips).toBe(after);
  project.close();
});

it('a project that is closed answers no more, and says so', () => {
  const project = openProject(projectOf({ 'main.ts': 'export {};\n' }));
  project.close();
  expect(() => project.program.getSourceFiles()).toThrow('The project is closed.');
});
