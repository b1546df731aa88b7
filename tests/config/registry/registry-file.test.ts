import fs, { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registriesAbove, registriesIn } from '../../../src/config/registry/registry-file.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'registry-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, value: unknown): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

function documentOf(serverId: string, ...tools: readonly string[]): object {
  const lines = tools.map((tool_name) => ({ tool_name, tool_class: 'read', is_document_op: false }));
  return { schema_id: 'talos.mcp.tool_registry', schema_version: 'v1', server_id: serverId, tools: lines };
}

const source = (path = 'src/desk/agents.ts'): string => join(root, path);
/** The tools that are registered for a file, each with its server. */
const tools = (path?: string) =>
  registriesAbove(source(path))?.all.flatMap((registry) =>
    [...registry.tools.keys()].map((name) => `${registry.serverId}/${name}`),
  );

describe('the nearest registry', () => {
  it('is a document above, in folders that need not exist', () => {
    const path = write('agent-safety.registry.json', documentOf('a', 'x'));

    expect(tools()).toEqual(['a/x']);
    expect(registriesAbove(source())?.all.map((registry) => registry.path)).toEqual([path]);
  });

  it('is a folder with a document for each server, by name, and their reviews', () => {
    write('agent-safety.registry/b.json', documentOf('b', 'y'));
    write('agent-safety.registry/a.json', documentOf('a', 'x', 'z'));
    write('agent-safety.registry/a.review.json', { server_id: 'a', tools: { z: { reviewed: false } } });
    write('agent-safety.registry/.c.json', 'of an editor');
    write('agent-safety.registry/README.md', '');

    expect(tools()).toEqual(['a/x', 'a/z', 'b/y']);
    expect(registriesAbove(source())?.named('z')[0]?.tool.isReviewed).toBe(false);
  });

  it('has the review beside a single document', () => {
    write('agent-safety.registry.json', documentOf('a', 'x'));
    write('agent-safety.registry.review.json', { server_id: 'a', tools: { x: { reviewed: false } } });

    expect(registriesAbove(source())?.named('x')[0]?.tool.isReviewed).toBe(false);
  });

  it('hides those above it, as a whole', () => {
    write('agent-safety.registry.json', documentOf('a', 'above'));
    write('src/agent-safety.registry/b.json', documentOf('b', 'below'));

    expect(tools()).toEqual(['b/below']);
    expect(tools('tests/x.ts')).toEqual(['a/above']);
  });

  it('is none where there is none', () => {
    write('src/billing/agent-safety.registry.json', documentOf('a', 'x'));

    expect(registriesAbove(source())).toBeUndefined();
  });

  it('is found through a link', () => {
    write('elsewhere/agent-safety.registry/a.json', documentOf('a', 'x'));
    symlinkSync(join(root, 'elsewhere/agent-safety.registry'), join(root, 'agent-safety.registry'));

    expect(tools()).toEqual(['a/x']);
  });
});

describe('a registry that is named', () => {
  it('is of files and folders, together and each once', () => {
    const one = write('one.json', documentOf('one', 'x'));
    write('one.review.json', { server_id: 'one', tools: { x: { reviewed: true, reason: 'It lists.' } } });
    const two = write('more/two.json', documentOf('two', 'y'));
    const { all } = registriesIn([one, join(root, 'more'), two]);

    expect(all.map(({ serverId }) => serverId)).toEqual(['one', 'two']);
    expect(all[0]?.tools.get('x')?.review?.reason).toBe('It lists.');
  });

  it('is told when it is not there', () => {
    expect(() => registriesIn([join(root, 'other.json')])).toThrow(
      /other\.json is not there\. Correct the path that names it\.$/,
    );
  });
});

describe('a registry that does not hold', () => {
  it('is a document beside a folder of documents', () => {
    write('agent-safety.registry.json', documentOf('a', 'x'));
    write('agent-safety.registry/b.json', documentOf('b', 'y'));

    expect(() => tools()).toThrow(
      /agent-safety\.registry\.json is beside the folder `agent-safety\.registry`\. Move it/,
    );
  });

  it('is a folder without documents', () => {
    mkdirSync(join(root, 'agent-safety.registry'));

    expect(() => tools()).toThrow(/agent-safety\.registry has no registry document\. Add one/);
  });

  it('has two documents for one server', () => {
    write('agent-safety.registry/a.json', documentOf('a', 'x'));
    write('agent-safety.registry/b.json', documentOf('a', 'y'));

    expect(() => tools()).toThrow(/b\.json has the server_id `a`, as \S*a\.json has\. Keep one document/);
  });

  it('has a review of a document that is gone', () => {
    write('agent-safety.registry/a.json', documentOf('a', 'x'));
    write('agent-safety.registry/b.review.json', { server_id: 'b', tools: {} });

    expect(() => tools()).toThrow(/b\.review\.json is the review of a document that is not there\./);
  });

  it('is told with the mistakes of all documents and reviews', () => {
    write('agent-safety.registry/a.json', documentOf('', 'x'));
    write('agent-safety.registry/b.json', '{');
    write('agent-safety.registry/c.json', documentOf('c', 'x'));
    write('agent-safety.registry/c.review.json', { server_id: 'd', tools: {} });

    expect(() => tools()).toThrow(
      /a\.json:1:\d+ {2}server_id must not be empty\.\n.*b\.json:1:2 {2}.*\n.*c\.review\.json:1:14 {2}server_id must be `"c"`/,
    );
  });

  it('is a folder by the name of a document, and a file by the name of the folder', () => {
    mkdirSync(join(root, 'src/agent-safety.registry/a.json'), { recursive: true });
    expect(() => tools()).toThrow(/a\.json is no file\./);

    write('tests/agent-safety.registry', 'no document');
    expect(() => tools('tests/x.ts')).toThrow(/agent-safety\.registry:1:1 {2}A value is due here/);
  });

  it('is a link that leads nowhere', () => {
    symlinkSync(join(root, 'missing.json'), join(root, 'agent-safety.registry.json'));

    expect(() => tools()).toThrow(/agent-safety\.registry\.json is a link that leads nowhere\./);
  });

  it('is a review that is a link which leads nowhere', () => {
    write('agent-safety.registry.json', documentOf('a', 'x'));
    symlinkSync(join(root, 'missing.json'), join(root, 'agent-safety.registry.review.json'));

    expect(() => tools()).toThrow(/agent-safety\.registry\.review\.json is a link that leads nowhere\./);
  });

  it('is in another encoding', () => {
    const file = write('agent-safety.registry.json', '');
    writeFileSync(file, Buffer.from(`\uFEFF${JSON.stringify(documentOf('a', 'x'))}`, 'utf16le'));

    expect(() => tools()).toThrow(/agent-safety\.registry\.json is not in UTF-8\./);
  });

  it('is one that the disk does not give', () => {
    write('agent-safety.registry.json', documentOf('a', 'x'));
    vi.spyOn(fs, 'readFileSync').mockImplementation(() => {
      throw new Error('EIO: i/o error');
    });
    syncBuiltinESMExports();

    expect(() => tools()).toThrow(/agent-safety\.registry\.json cannot be read: EIO: i\/o error\./);
  });
});

describe('a registry that changes', () => {
  it('is the same object until it does', () => {
    write('agent-safety.registry/a.json', documentOf('a', 'x'));
    const before = registriesAbove(source());

    expect(registriesAbove(source('src/other.ts'))).toBe(before);

    write('agent-safety.registry/a.json', documentOf('a', 'x', 'y'));
    expect(tools()).toEqual(['a/x', 'a/y']);
  });

  it('is read again when only the time of a file changes', () => {
    const file = write('agent-safety.registry.json', documentOf('a', 'x'));
    expect(tools()).toEqual(['a/x']);

    write('agent-safety.registry.json', documentOf('a', 'y'));
    utimesSync(file, new Date(), new Date(Date.now() + 2000));

    expect(tools()).toEqual(['a/y']);
  });

  it('is seen when a document or a review comes and goes', () => {
    write('agent-safety.registry/a.json', documentOf('a', 'x'));
    expect(tools()).toEqual(['a/x']);

    const second = write('agent-safety.registry/b.json', documentOf('b', 'y'));
    expect(tools()).toEqual(['a/x', 'b/y']);

    rmSync(second);
    const review = write('agent-safety.registry/a.review.json', { server_id: 'a', tools: { x: { reviewed: false } } });
    expect(registriesAbove(source())?.named('x')[0]?.tool.isReviewed).toBe(false);

    rmSync(review);
    expect(registriesAbove(source())?.named('x')[0]?.tool.isReviewed).toBe(true);
  });

  it('holds again once its mistakes are fixed', () => {
    write('agent-safety.registry.json', '{');
    expect(() => tools()).toThrow();

    write('agent-safety.registry.json', documentOf('a', 'x'));
    expect(tools()).toEqual(['a/x']);
  });
});

describe('the cost of a look', () => {
  it('is one read of each document and review for all files, with mistakes as well', () => {
    write('agent-safety.registry/a.json', documentOf('a', 'x'));
    write('agent-safety.registry/a.review.json', { server_id: 'a', tools: {} });
    write('tests/agent-safety.registry.json', '{');
    const reads = vi.spyOn(fs, 'readFileSync');
    syncBuiltinESMExports();

    for (let index = 0; index < 100; index++) {
      expect(tools(`src/desk/agent-${index}.ts`)).toEqual(['a/x']);
      expect(() => tools(`tests/agent-${index}.test.ts`)).toThrow();
    }

    expect(reads.mock.calls.filter(([path]) => String(path).startsWith(root))).toHaveLength(3);
  });
});

describe('a look-up', () => {
  it('is in the document of the server where there is one, otherwise in all', () => {
    write('agent-safety.registry/a.json', documentOf('a', 'search', 'create_issue'));
    write('agent-safety.registry/b.json', documentOf('b', 'search'));
    const registries = registriesAbove(source());
    const found = (tool: string, server?: string) =>
      registries?.named(tool, server).map(({ registry }) => registry.serverId);

    expect(found('search')).toEqual(['a', 'b']);
    expect(found('search', 'b')).toEqual(['b']);
    expect(found('create_issue', 'b')).toEqual([]);
    expect(found('create_issue', 'c')).toEqual(['a']);
    expect(registries?.nearest('create_isue')).toBe('create_issue');
    expect(registries?.nearest('create_isue', 'b')).toBeUndefined();
    expect(registries?.nearest('weather')).toBeUndefined();
  });
});
