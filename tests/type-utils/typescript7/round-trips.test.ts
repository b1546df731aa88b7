import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Analysis } from '../../../src/facts/analysis.ts';
import { checked } from '../../../src/rules/check.ts';
import { openProject, type ts } from '../../../src/type-utils/index.ts';
import type { ProgramView } from '../../../src/type-utils/typescript7/program.ts';

// Each query is a request to another process: what is known already, or left alone, must cost none.
const folders: string[] = [];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true });
});

function projectOf(files: Readonly<Record<string, string>>): string {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'round-trips-')));
  folders.push(place);
  const options = '{ "compilerOptions": { "types": [], "lib": ["es5"] }, "files": ["main.ts"] }';
  for (const [name, text] of Object.entries({ 'tsconfig.json': options, ...files })) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), text);
  }
  return place;
}

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
