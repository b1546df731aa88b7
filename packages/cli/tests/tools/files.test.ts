import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileNameOf, targetFor, writeDocuments } from '../../src/tools/documents.ts';
import { Folders } from '../graph/repository.ts';
import { documents, line, registryFiles } from './documents.ts';

const folders = new Folders();
afterAll(() => folders.remove());

describe('fileNameOf', () => {
  it.each([
    ['github', 'github.json'],
    ['mcp-servers/everything', 'mcp-servers-everything.json'],
    ['io.github.User/Server_1', 'io.github.User-Server_1.json'],
    ['../../etc/passwd', 'etc-passwd.json'],
    ['..', 'server.json'],
    ['C:\\windows\\x', 'C-windows-x.json'],
    ['a\0b\nc', 'a-b-c.json'],
    ['.hidden', 'hidden.json'],
    ['desk.review', 'desk-review.json'],
    ['desk.Review', 'desk-review.json'],
    ['CON', 'server-CON.json'],
    ['nul.txt', 'server-nul.txt.json'],
    ['日本語', 'server.json'],
    ['\u202eevil', 'evil.json'],
    ['ﬁle', 'file.json'],
    ['', 'server.json'],
    ['x'.repeat(500), `${'x'.repeat(100)}.json`],
  ])('of %j is %s', (id, name) => {
    expect(fileNameOf(id)).toBe(name);
  });
});

describe('targetFor', () => {
  it('is the document of the server, in the nearest folder of registries', () => {
    const folder = folders.make({ ...registryFiles([]), 'packages/a/package.json': '{}' });
    const below = path.join(folder, 'packages/a');
    const file = (name: string) => path.join(folder, 'agent-safety.registry', name);
    expect(targetFor('desk', below, undefined)).toMatchObject({ path: file('desk.json'), existing: {} });
    expect(targetFor('a/b', below, undefined)).toEqual({ path: file('a-b.json'), existing: undefined });
  });

  it('is one in a new folder where there is none', () => {
    const folder = folders.make({});
    const place = path.join(folder, 'agent-safety.registry/desk.json');
    expect(targetFor('desk', folder, undefined)).toEqual({ path: place, existing: undefined });
    expect(existsSync(path.dirname(place))).toBe(false);
  });

  it('is the only file of the server, and another server needs a folder first', () => {
    const single = registryFiles([])['agent-safety.registry/desk.json'];
    const folder = folders.make({ 'agent-safety.registry.json': single });
    expect(targetFor('desk', folder, undefined).path).toBe(path.join(folder, 'agent-safety.registry.json'));
    expect(() => targetFor('other', folder, undefined)).toThrow(
      'agent-safety.registry.json is the document of `desk`, not of `other`. For several servers, move it to agent-safety.registry/desk.json, with its review; or name a file with --out.',
    );
  });

  it('is the file that is named, unless it is another server’s, a review, or no document', () => {
    const folder = folders.make({ ...registryFiles([]), 'broken.json': '{', 'folder.json/x': '' });
    expect(targetFor('other', folder, 'own.json')).toEqual({
      path: path.join(folder, 'own.json'),
      existing: undefined,
    });
    expect(() => targetFor('other', folder, 'agent-safety.registry/desk.json')).toThrow(
      'is the document of `desk`, not of `other`',
    );
    expect(() => targetFor('other', folder, 'x.review.json')).toThrow('names a registry document');
    expect(() => targetFor('other', folder, 'x.txt')).toThrow('names a registry document');
    expect(() => targetFor('other', folder, 'folder.json')).toThrow('is a folder');
    expect(() => targetFor('other', folder, 'broken.json')).toThrow('broken.json:1:2');
  });

  it('keeps servers apart whose ids have the same file name', () => {
    const folder = folders.make({
      'agent-safety.registry/a-b.json': registryFiles([], undefined, 'a/b')['agent-safety.registry/a/b.json'],
    });
    expect(targetFor('a/b', folder, undefined).existing).toBeDefined();
    expect(() => targetFor('a b', folder, undefined)).toThrow('is the document of `a/b`, not of `a b`');
  });
});

describe('writeDocuments', () => {
  const review = { server_id: 'desk', tools: { look_up: { reviewed: true } } };
  const { document } = documents([line('look_up', 'read')]);

  it('writes both files, and nothing where they say the same in another form', () => {
    const file = path.join(folders.make({}), 'agent-safety.registry/desk.json');
    expect(writeDocuments(file, { document, review })).toMatchObject({
      isChanged: true,
      registry: { serverId: 'desk' },
    });
    expect(readdirSync(path.dirname(file)).sort()).toEqual(['desk.json', 'desk.review.json']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);

    const compact = folders.make({ 'a.json': JSON.stringify(document), 'a.review.json': JSON.stringify(review) });
    expect(writeDocuments(path.join(compact, 'a.json'), { document, review }).isChanged).toBe(false);
    expect(readFileSync(path.join(compact, 'a.json'), 'utf8')).toBe(JSON.stringify(document));
  });

  it('writes nothing that would not be valid', () => {
    const folder = folders.make({});
    const file = path.join(folder, 'agent-safety.registry/desk.json');
    for (const name of ['', 'half \ud800'])
      expect(() => writeDocuments(file, { document: { ...document, tools: [line(name)] }, review })).toThrow(
        'desk.json:',
      );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no folder and no temporary file behind where it fails', () => {
    const folder = folders.make({});
    mkdirSync(path.join(folder, 'agent-safety.registry/desk.json/x'), { recursive: true });
    const file = path.join(folder, 'agent-safety.registry/desk.json');
    expect(() => writeDocuments(file, { document, review })).toThrow();
    expect(readdirSync(path.dirname(file)).filter((name) => !/^desk(\.review)?\.json$/.test(name))).toEqual([]);
  });

  it('writes through a link, which stays one', () => {
    const folder = folders.make({ 'real/desk.json': '{}' });
    symlinkSync(path.join(folder, 'real/desk.json'), path.join(folder, 'desk.json'));
    writeDocuments(path.join(folder, 'desk.json'), { document, review });
    expect(JSON.parse(readFileSync(path.join(folder, 'real/desk.json'), 'utf8'))).toEqual(document);
  });
});
