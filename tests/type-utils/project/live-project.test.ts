import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Files, Folders, write } from '../../../packages/cli/tests/graph/repository.ts';
import { type LiveProject, openLiveProject, type ts } from '../../../src/type-utils/index.ts';

const folders = new Folders();
const opened: LiveProject[] = [];
afterAll(() => {
  for (const each of opened) each.close();
  folders.remove();
});

const options = { types: [], lib: ['es2022'], module: 'nodenext', allowImportingTsExtensions: true, noEmit: true };

function written(texts: Files): string {
  return folders.make({
    'tsconfig.json': JSON.stringify({ compilerOptions: options }),
    'package.json': '{ "type": "module" }',
    ...texts,
  });
}

function live(place: string): LiveProject {
  const project = openLiveProject(place);
  opened.push(project);
  return project;
}

const fileIn = ({ current }: LiveProject, place: string, name: string): ts.SourceFile | undefined =>
  current.program.getSourceFile(path.posix.join(place, name));

/** The type of a variable that a file declares first. */
function typeIn(project: LiveProject, place: string, name: string): string {
  const statement = fileIn(project, place, name)?.statements.at(-1) as ts.VariableStatement;
  const [declaration] = statement.declarationList.declarations;
  const checker = project.current.program.getTypeChecker();
  return declaration ? checker.typeToString(checker.getTypeAtLocation(declaration.name)) : '';
}

const pair = {
  'a.ts': 'export const a = 1 as number;\n',
  'b.ts': `import { a } from './a.ts';\nexport const b = a;\n`,
};

describe('a project that is followed', () => {
  it('is the same as long as its texts are, byte order mark and line ends aside', () => {
    const place = written({
      ...pair,
      'bom.ts': '\uFEFFexport const c = 1;\n',
      'lines.ts': 'export const\r\n d = 1;\r\n',
    });
    const project = live(place);
    const { current } = project;
    project.update(path.join(place, 'a.ts'), pair['a.ts']);
    project.update(path.join(place, 'a.ts'), undefined);
    project.update(path.join(place, 'bom.ts'), '\uFEFFexport const c = 1;\n');
    project.update(path.join(place, 'bom.ts'), 'export const c = 1;\n');
    project.update(path.join(place, 'lines.ts'), 'export const\n d = 1;\n');
    expect(project.current).toBe(current);
  });

  it.each([
    ['just before', 0],
    ['long before', 300],
  ])('is the same after it is read again, where nothing changed on disk: written %s', async (_, age) => {
    const place = written({ ...pair, 'src/c.ts': 'export const c = 1;\n' });
    await setTimeout(age);
    const project = live(place);
    const { current } = project;
    project.refresh();
    expect(project.current).toBe(current);
    // Of a file that nobody has looked into, only the text on disk is known.
    expect(fileIn(project, place, 'a.ts')?.statements).toHaveLength(1);
    const now = new Date();
    utimesSync(path.join(place, 'a.ts'), now, now);
    project.refresh();
    expect(project.current).toBe(current);
    write(place, { 'README.txt': '', 'src/c.ts': 'export const c = 2;\n' });
    project.refresh();
    expect(fileIn(project, place, 'src/c.ts')?.text).toContain('c = 2');
  });

  it.each([
    ['a file', { 'new.ts': 'export const n = 1;\n' }],
    ['a file in a folder of its own', { 'src/new/new.ts': 'export const n = 1;\n' }],
  ])('has %s that was made', (_, texts) => {
    const place = written({ ...pair, 'src/c.ts': 'export const c = 1;\n' });
    const project = live(place);
    write(place, texts);
    project.refresh();
    for (const [name, text] of Object.entries(texts)) expect(fileIn(project, place, name)?.text).toBe(text);
  });

  it('sees that a package was installed', () => {
    const place = written({ 'a.ts': `import { one } from 'one';\nexport const a = one;\n` });
    mkdirSync(path.join(place, 'node_modules'));
    const project = live(place);
    expect(typeIn(project, place, 'a.ts')).toBe('any');
    write(place, {
      'node_modules/one/package.json': '{ "name": "one", "types": "index.d.ts" }',
      'node_modules/one/index.d.ts': 'export declare const one: number;\n',
    });
    project.refresh();
    expect(typeIn(project, place, 'a.ts')).toBe('number');
  });

  it('sees that the packages of its files are of another format, after edits as well', () => {
    // Only CommonJS resolves what has no extension.
    const place = written({ ...pair, 'b.ts': `import { a } from './a';\nexport const b = a;\n` });
    const project = live(place);
    project.update(path.join(place, 'a.ts'), 'export const a = 2 as number;\n');
    expect(typeIn(project, place, 'b.ts')).toBe('any');
    write(place, { 'package.json': '{ "type": "commonjs" }' });
    project.refresh([path.join(place, 'package.json')]);
    project.update(path.join(place, 'a.ts'), 'export const a = 3 as number;\n');
    expect(typeIn(project, place, 'b.ts')).toBe('number');
  });

  it('resolves an import that an edit brings, of a file that was made since', () => {
    const place = written(pair);
    const project = live(place);
    project.update(path.join(place, 'b.ts'), `export { c as b } from './c.ts';\n`);
    expect(fileIn(project, place, 'c.ts')).toBeUndefined();
    write(place, { 'c.ts': 'export const c = 1;\n' });
    project.update(path.join(place, 'b.ts'), `export const b = 1;\n`);
    expect(fileIn(project, place, 'b.ts')).toBeDefined();
    project.update(path.join(place, 'b.ts'), `import { c } from './c.ts';\nexport const b = c as number;\n`);
    expect(fileIn(project, place, 'c.ts')).toBeDefined();
  });

  it('takes the text of an editor, keeps the files that did not change, and goes back to the one on disk', () => {
    const place = written(pair);
    const project = live(place);
    const [a, b] = [fileIn(project, place, 'a.ts'), fileIn(project, place, 'b.ts')];
    expect(typeIn(project, place, 'b.ts')).toBe('number');

    project.update(path.join(place, 'a.ts'), `export const a = 'a' as string;\n`);
    expect(fileIn(project, place, 'a.ts')).not.toBe(a);
    expect(fileIn(project, place, 'b.ts')).toBe(b);
    expect(typeIn(project, place, 'b.ts')).toBe('string');

    project.update(path.join(place, 'a.ts'), undefined);
    expect(typeIn(project, place, 'b.ts')).toBe('number');
  });

  it('sees what is edited, made and deleted on disk, once that is to be looked for', () => {
    const place = written(pair);
    const project = live(place);
    const b = fileIn(project, place, 'b.ts');
    write(place, { 'a.ts': 'export const a = true as boolean;\n' });
    project.refresh([path.join(place, 'a.ts')]);
    expect(typeIn(project, place, 'b.ts')).toBe('boolean');

    write(place, { 'c.ts': 'export const c = 1;\n' });
    project.refresh();
    expect(fileIn(project, place, 'c.ts')).toBeDefined();
    expect(fileIn(project, place, 'b.ts')).toBe(b);

    rmSync(path.join(place, 'a.ts'));
    project.refresh();
    expect(fileIn(project, place, 'a.ts')).toBeUndefined();
    expect(typeIn(project, place, 'b.ts')).toBe('any');
  });

  it('has a file that is not saved, for those that import it as well', () => {
    const place = written({ 'b.ts': pair['b.ts'] });
    const project = live(place);
    expect(typeIn(project, place, 'b.ts')).toBe('any');
    project.update(path.join(place, 'a.ts'), pair['a.ts']);
    expect(typeIn(project, place, 'b.ts')).toBe('number');
    project.update(path.join(place, 'a.ts'), undefined);
    expect(fileIn(project, place, 'a.ts')).toBeUndefined();
  });

  it('follows an import into a folder that is not on disk', () => {
    const place = written({ 'b.ts': `import { a } from './new/deep/a.ts';\nexport const b = a;\n` });
    const project = live(place);
    project.update(path.join(place, 'new/deep/a.ts'), pair['a.ts']);
    expect(typeIn(project, place, 'b.ts')).toBe('number');
  });

  it('follows its configuration, and recovers from one that is wrong', () => {
    const place = written({ ...pair, 'other/c.ts': 'export const c = [1].at(0);\n' });
    const project = live(place);
    expect(fileIn(project, place, 'other/c.ts')).toBeDefined();
    write(place, { 'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['b.ts'] }) });
    project.refresh([path.join(place, 'tsconfig.json')]);
    expect(fileIn(project, place, 'other/c.ts')).toBeUndefined();
    expect(fileIn(project, place, 'a.ts')).toBeDefined();

    write(place, { 'tsconfig.json': '{ "compilerOptions": { "module": "none of them" } }' });
    project.refresh();
    expect(() => project.current).toThrow(/tsconfig\.json/);
    write(place, { 'tsconfig.json': JSON.stringify({ compilerOptions: options }) });
    project.refresh();
    expect(typeIn(project, place, 'b.ts')).toBe('number');
  });

  it('reads an edited file that nothing imported before', () => {
    const place = written({
      'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['b.ts'] }),
      'a.ts': pair['a.ts'],
      'b.ts': 'export const b = 1;\n',
    });
    const project = live(place);
    const { current } = project;
    project.update(path.join(place, 'a.ts'), 'export const a = {} as Date;\n');
    expect(project.current).toBe(current);
    project.update(path.join(place, 'b.ts'), pair['b.ts']);
    expect(typeIn(project, place, 'b.ts')).toBe('Date');
  });

  it('names what cannot be parsed as long as it cannot', () => {
    const place = written(pair);
    const project = live(place);
    expect(project.current.problems).toEqual([]);
    project.update(path.join(place, 'a.ts'), 'export const a = ;\n');
    expect(project.current.problems).toEqual([expect.stringContaining('a.ts:1:18')]);
    project.update(path.join(place, 'a.ts'), undefined);
    expect(project.current.problems).toEqual([]);
  });
});

it('reads references as one project, and follows edits there', () => {
  const composite = { ...options, composite: true, noEmit: undefined, allowImportingTsExtensions: undefined };
  const place = written({
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './one' }, { path: './two' }] }),
    'one/tsconfig.json': JSON.stringify({ compilerOptions: composite }),
    'one/a.ts': pair['a.ts'],
    'two/tsconfig.json': JSON.stringify({ compilerOptions: composite, references: [{ path: '../one' }] }),
    'two/b.ts': `import { a } from '../one/a.js';\nexport const b = a;\n`,
  });
  const project = live(place);
  expect(typeIn(project, place, 'two/b.ts')).toBe('number');
  project.update(path.join(place, 'one/a.ts'), `export const a = 'a' as string;\n`);
  expect(typeIn(project, place, 'two/b.ts')).toBe('string');
  write(place, { 'one/c.ts': 'export const c = 1;\n' });
  project.refresh();
  expect(fileIn(project, place, 'one/c.ts')).toBeDefined();
  expect(typeIn(project, place, 'two/b.ts')).toBe('string');
});
