import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { linkSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectOfficial, connectTyped, exampleFolder, openRoot } from './file-manager.ts';
import type { FileClient } from './file-manager.ts';

const limit = 1_048_576;
const secret = 'nobody reads this';

/** A root with what an attacker may have put there, and a folder beside it that nobody may get to. */
class Place {
  readonly base = mkdtempSync(path.join(tmpdir(), 'file-manager-test-'));
  readonly root = path.join(this.base, 'root');
  readonly outside = path.join(this.base, 'outside');

  constructor() {
    for (const folder of ['root/sub/deep', 'root/.git', 'outside/sub']) mkdirSync(this.at(folder), { recursive: true });
    writeFileSync(this.at('outside/secret'), secret);
    writeFileSync(this.at('root/notes.md'), 'inside');
    writeFileSync(this.at('root/sub/deep/file'), 'deep');
    symlinkSync(this.at('outside/secret'), this.at('root/link'));
    symlinkSync('notes.md', this.at('root/inner-link'));
    symlinkSync(this.at('outside/new'), this.at('root/dangling'));
    symlinkSync('../outside', this.at('root/folder-link'));
    symlinkSync('sub', this.at('root/inner-folder-link'));
    symlinkSync('../../outside', this.at('root/sub/up'));
    symlinkSync('loop', this.at('root/loop'));
    symlinkSync('/dev', this.at('root/devices'));
    symlinkSync('/', this.at('root/system'));
    execFileSync('mknod', [this.at('root/pipe'), 'p']);
  }

  at(name: string): string {
    return path.join(this.base, name);
  }

  /** All that is outside of the root, with its text. */
  get outsideFiles(): readonly string[] {
    const names = readdirSync(this.outside, { recursive: true, encoding: 'utf8' }).sort();
    return names.map((name) => {
      const file = path.join(this.outside, name);
      return statSync(file).isFile() ? `${name}: ${readFileSync(file, 'utf8')}` : name;
    });
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Paths that lead nowhere good, and the code of the answer. */
const attacks: readonly (readonly [path: string, code: number])[] = [
  ['..', -32000],
  ['../outside/secret', -32000],
  ['../root/notes.md', -32000],
  ['sub/../../outside/secret', -32000],
  ['./sub/.././../outside/secret', -32000],
  ['sub/deep/../../../outside/secret', -32000],
  ['/etc/passwd', -32000],
  ['//etc/passwd', -32000],
  ['/', -32000],
  ['/proc/self/environ', -32000],
  ['link', -32000],
  ['inner-link', -32000],
  ['dangling', -32000],
  ['folder-link/secret', -32000],
  ['folder-link/new', -32000],
  ['folder-link/sub/new', -32000],
  ['inner-folder-link/deep/file', -32000],
  ['sub/up/secret', -32000],
  ['loop', -32000],
  ['loop/x', -32000],
  ['devices/null', -32000],
  ['devices/zero', -32000],
  ['system/etc/passwd', -32000],
  ['pipe', -32000],
  ['socket', -32000],
  ['', -32602],
  ['.', -32602],
  ['./', -32602],
  ['sub', -32602],
  ['sub/', -32602],
  ['sub/..', -32602],
  ['notes.md/', -32602],
  ['notes.md/x', -32602],
  ['missing/x', -32602],
  ['notes.md\0', -32602],
  ['notes.md\0.png', -32602],
  ['..\\outside\\secret', -32602],
  ['sub\\deep\\file', -32602],
  ['C:\\Windows\\win.ini', -32602],
  ['\\\\server\\share', -32602],
  ['x'.repeat(300), -32602],
  ['x/'.repeat(3000) + 'x', -32602],
  ['%2e%2e/outside/secret', -32602],
  ['．．/outside/secret', -32602],
  ['~/x', -32602],
  ['C:/Windows/win.ini', -32602],
];

const place = new Place();
const socket = createServer();
const before = place.outsideFiles;

beforeAll(async () => {
  await new Promise<void>((resolve) => socket.listen(place.at('root/socket'), resolve));
});

afterAll(() => {
  socket.close();
  place.remove();
});

describe.each([
  ['the typed client', connectTyped],
  ['the official client', connectOfficial],
])('the file manager over stdio, for %s', (_, connect) => {
  let files: FileClient;

  beforeAll(async () => {
    files = await connect(place.root);
    // The official client checks results by the output schemas of the tools that it has listed.
    await files.tools();
  });
  afterAll(() => files.close());

  it('has the tools of its manifest', async () => {
    const string = { type: 'string' };
    expect(await files.tools()).toMatchObject([
      {
        name: 'readFile',
        inputSchema: {
          type: 'object',
          properties: { path: string, encoding: { type: 'string', enum: ['utf8', 'base64'] } },
          required: ['path'],
        },
        outputSchema: {
          type: 'object',
          properties: { content: string, size_bytes: { type: 'integer' } },
          required: ['content'],
        },
        annotations: { readOnlyHint: true },
      },
      {
        name: 'writeFile',
        inputSchema: {
          type: 'object',
          properties: { path: string, content: string, append: { type: 'boolean' } },
          required: ['path', 'content'],
        },
        outputSchema: {
          type: 'object',
          properties: { bytes_written: { type: 'integer' } },
          required: ['bytes_written'],
        },
        annotations: { readOnlyHint: false },
      },
    ]);
  });

  it.each([
    ['', 0],
    ['Grüße, 世界 🌍\r\n\0\u2028', 26],
    ['\uFEFFwith a mark', 14],
  ])('reads what it has written: %j', async (content, bytes) => {
    const written = await files.call('writeFile', { path: 'sub/./text', content });
    const read = await files.call('readFile', { path: 'sub/deep/../text' });
    const coded = await files.call('readFile', { path: 'sub/text', encoding: 'base64' });

    expect(written).toEqual({ result: { bytes_written: bytes } });
    expect(read).toEqual({ result: { content, size_bytes: bytes } });
    expect(coded).toEqual({ result: { content: Buffer.from(content).toString('base64'), size_bytes: bytes } });
  });

  it('replaces, and appends', async () => {
    await files.call('writeFile', { path: 'log', content: 'a long first line\n' });
    await files.call('writeFile', { path: 'log', content: '1\n', append: false });
    await files.call('writeFile', { path: 'log', content: '2\n', append: true });
    await files.call('writeFile', { path: `made-by-${_}`, content: 'new', append: true });

    expect(readFileSync(place.at('root/log'), 'utf8')).toBe('1\n2\n');
    expect(readFileSync(place.at(`root/made-by-${_}`), 'utf8')).toBe('new');
  });

  it.each(attacks)('does not read %j', async (file, error) => {
    for (const encoding of ['utf8', 'base64']) {
      const outcome = await files.call('readFile', { path: file, encoding });
      expect(outcome).toMatchObject({ error });
      expect(JSON.stringify(outcome)).not.toContain(place.base);
    }
  });

  it.each(attacks)('does not write %j', async (file, error) => {
    for (const append of [false, true]) {
      const outcome = await files.call('writeFile', { path: file, content: 'mine now', append });
      expect(outcome).toMatchObject({ error });
      expect(JSON.stringify(outcome)).not.toContain(place.base);
    }
    expect(place.outsideFiles).toEqual(before);
    expect(readFileSync(place.at('root/notes.md'), 'utf8')).toBe('inside');
    expect(readdirSync(place.root).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  it.each(['.env', './.env', 'sub/../.env', '.git/config', 'sub/.hidden', '.a/b', '...', '.env/../.env'])(
    'lets the policy block writing %j, and nothing is written',
    async (file) => {
      for (const append of [false, true]) {
        const outcome = await files.call('writeFile', { path: file, content: 'TOKEN=1', append });
        expect(outcome).toEqual({ blocked: `Blocked: \`${path.posix.normalize(file)}\` is hidden.` });
      }
      expect(existsSync(place.at(`root/${file}`))).toBe(false);
    },
  );

  it.each<[string, string, Record<string, unknown>, number]>([
    ['no path', 'readFile', {}, -32602],
    ['a path that is none', 'readFile', { path: 7 }, -32602],
    ['an encoding that is none', 'readFile', { path: 'notes.md', encoding: 'latin1' }, -32602],
    ['no content', 'writeFile', { path: 'x' }, -32602],
    ['a misspelt option', 'writeFile', { path: 'notes.md', content: '', apend: true }, -32602],
    ['half of a surrogate pair', 'writeFile', { path: 'x', content: '\ud800' }, -32602],
    ['a tool that is none', 'deleteFile', { path: 'notes.md' }, -32601],
    ['a tool that every object has', 'constructor', {}, -32601],
  ])('refuses %s', async (__, tool, args, error) => {
    expect(await files.call(tool, args)).toMatchObject({ error });
    expect(readFileSync(place.at('root/notes.md'), 'utf8')).toBe('inside');
  });

  it.each([
    ['a byte that is none', Buffer.from([0x61, 0xff])],
    ['half a character', Buffer.from('ü').subarray(0, 1)],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['UTF-16', Buffer.from('\ufeffü', 'utf16le')],
  ])('says that %s is not UTF-8, and reads it in base64', async (__, bytes) => {
    writeFileSync(place.at('root/bytes'), bytes);

    expect(await files.call('readFile', { path: 'bytes' })).toEqual({
      error: -32602,
      message: expect.stringContaining('`bytes` is not UTF-8; read it with the encoding `base64`') as string,
    });
    expect(await files.call('readFile', { path: 'bytes', encoding: 'base64' })).toMatchObject({
      result: { content: bytes.toString('base64') },
    });
  });

  it('has a limit, in both directions', async () => {
    const most = 'x'.repeat(limit);
    expect(await files.call('writeFile', { path: 'large', content: most })).toEqual({
      result: { bytes_written: limit },
    });
    expect(await files.call('readFile', { path: 'large' })).toEqual({ result: { content: most, size_bytes: limit } });

    const tooLarge = { error: -32602, message: expect.stringContaining(`more than ${limit} bytes`) as string };
    expect(await files.call('writeFile', { path: 'large', content: '+', append: true })).toEqual(tooLarge);
    // As many characters, but more bytes.
    expect(await files.call('writeFile', { path: 'large', content: `ü${most.slice(1)}` })).toEqual(tooLarge);
    expect(statSync(place.at('root/large')).size).toBe(limit);
    writeFileSync(place.at('root/huge'), '');
    truncateSync(place.at('root/huge'), 20 * 1024 ** 3);
    expect(await files.call('readFile', { path: 'huge' })).toEqual(tooLarge);
  });

  it('serves a reader that was lent the half that reads', async () => {
    const reader = await connect(place.root, '--read-only');
    onTestFinished(() => void reader.close());

    expect(await reader.tools()).toMatchObject([{ name: 'readFile' }]);
    expect(await reader.call('readFile', { path: 'notes.md' })).toMatchObject({ result: { content: 'inside' } });
    expect(await reader.call('writeFile', { path: 'notes.md', content: '' })).toMatchObject({ error: -32601 });
    expect(readFileSync(place.at('root/notes.md'), 'utf8')).toBe('inside');
  });
});

describe('at once', () => {
  it('readers see one of the texts that writers wrote, whole, and drafts do not stay', async () => {
    const [one, other] = await Promise.all([connectTyped(place.root), connectOfficial(place.root)]);
    const texts = Array.from({ length: 40 }, (_, index) => String(index).repeat(1 + ((index * 7919) % 2000)));
    await one.call('writeFile', { path: 'sub/contended', content: texts[0] });

    const outcomes = await Promise.all(
      texts.flatMap((content, index) => [
        (index % 2 === 0 ? one : other).call('writeFile', { path: 'sub/contended', content }),
        (index % 2 === 0 ? other : one).call('readFile', { path: 'sub/contended' }),
      ]),
    );

    const read = outcomes.flatMap((outcome) => {
      expect(outcome).toHaveProperty('result');
      const { content } = (outcome as { result: { content?: string } }).result;
      return content === undefined ? [] : [content];
    });
    expect(read).toHaveLength(40);
    expect(read.filter((content) => !texts.includes(content))).toEqual([]);
    expect(texts).toContain(readFileSync(place.at('root/sub/contended'), 'utf8'));
    expect(readdirSync(place.at('root/sub')).filter((name) => name.includes('draft'))).toEqual([]);
    await Promise.all([one.close(), other.close()]);
  });

  it('everything that was appended is there, once and whole', async () => {
    const clients = await Promise.all([connectTyped(place.root), connectTyped(place.root)]);
    const lines = Array.from({ length: 200 }, (_, index) => `${String(index)}:${'x'.repeat(index * 5)}`);

    await Promise.all(
      lines.map((line, index) =>
        clients[index % 2]!.call('writeFile', { path: 'journal', content: `${line}\n`, append: true }),
      ),
    );

    const found = readFileSync(place.at('root/journal'), 'utf8').trimEnd().split('\n');
    expect(found.sort()).toEqual([...lines].sort());
    await Promise.all(clients.map((client) => client.close()));
  });
});

it('what is being written when the client leaves is written whole or not at all', async () => {
  const own = new Place();
  onTestFinished(() => own.remove());
  const names = Array.from({ length: 30 }, (_, index) => `note-${index}`);
  for (const name of names) writeFileSync(own.at(`root/${name}`), 'old');
  const client = await connectTyped(own.root);
  const calls = names.map((name) => client.call('writeFile', { path: name, content: 'new'.repeat(100_000) }));
  await Promise.race(calls);
  const settled = Promise.allSettled(calls);
  // The transport waits for the server's end, and so for what it has begun.
  await client.close();
  await settled;

  const sizes = new Set(names.map((name) => statSync(own.at(`root/${name}`)).size));
  expect([...sizes].filter((size) => size !== 3 && size !== 300_000)).toEqual([]);
  expect(readdirSync(own.root).filter((name) => name.endsWith('.draft'))).toEqual([]);
});

describe('links that appear between the look and the use', () => {
  /** Keeps putting a link to the outside, and then the folder again, in the place of `root/swap`. */
  const swapping = `
    const { renameSync } = require('node:fs');
    process.chdir(process.argv[1]);
    for (;;) {
      for (const [from, to] of [['swap', 'aside'], ['trap', 'swap'], ['swap', 'trap'], ['aside', 'swap']]) renameSync(from, to);
    }`;

  it('lead nowhere, while a process swaps a folder on the way', async () => {
    const own = new Place();
    onTestFinished(() => own.remove());
    mkdirSync(own.at('root/swap'));
    writeFileSync(own.at('root/swap/secret'), 'inside');
    symlinkSync('../outside', own.at('root/trap'));
    await using root = await openRoot(own.root, 'by descriptor');
    const attacker = spawn(process.execPath, ['-e', swapping, own.root], { stdio: 'ignore' });
    onTestFinished(() => void attacker.kill('SIGKILL'));

    const found = new Map<string, number>();
    for (let round = 0; round < 1500; round++) {
      const outcome = await root.read('swap/secret').then(String, codeOf);
      found.set(outcome, (found.get(outcome) ?? 0) + 1);
      await Promise.allSettled([
        root.replace('swap/new', Buffer.from('mine now')),
        root.append('swap/secret', Buffer.from('')),
        root.append('swap/secret-2', Buffer.from('mine now')),
      ]);
    }
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');

    // Each of the three: the folder, the link, and the moments in which there is neither.
    expect([...found.keys()].sort()).toEqual(['-32000', '-32602', 'inside']);
    expect(own.outsideFiles).toEqual(before);
  });

  it('do not matter to a root that is open, wherever its path leads by now', async () => {
    const own = new Place();
    onTestFinished(() => own.remove());
    await using byDescriptor = await openRoot(own.root, 'by descriptor');
    await using byPath = await openRoot(own.root, 'by path');
    expect(String(await byPath.read('sub/deep/file'))).toBe('deep');
    renameSync(own.root, own.at('moved'));
    symlinkSync('outside', own.root);

    expect(String(await byDescriptor.read('sub/deep/file'))).toBe('deep');
    await byDescriptor.replace('new', Buffer.from('here'));
    expect(readFileSync(own.at('moved/new'), 'utf8')).toBe('here');
    // Without descriptors it is seen that the root is another one.
    expect(await byPath.read('secret').then(String, codeOf)).toBe('-32000');
    expect(await byPath.append('secret', Buffer.from('x')).then(String, codeOf)).toBe('-32000');
    expect(await byPath.replace('secret', Buffer.from('x')).then(String, codeOf)).toBe('-32000');
    expect(readFileSync(own.at('outside/secret'), 'utf8')).toBe(secret);
  });
});

it.each(attacks)('where names are looked up by path, %j is refused as well', async (file, error) => {
  await using root = await openRoot(place.root, 'by path');

  const operations = [root.read(file), root.append(file, Buffer.from('x')), root.replace(file, Buffer.from('x'))];
  const outcomes = await Promise.all(operations.map((operation) => operation.then(String, codeOf)));

  // A path that no schema has tidied up: detours are refused as well.
  expect([[String(error), '-32000'], [String(error)]]).toContainEqual([...new Set([String(error), ...outcomes])]);
  expect(place.outsideFiles).toEqual(before);
});

it('a device file that lies below the root is refused', async (context) => {
  const device = place.at('root/zero');
  try {
    execFileSync('mknod', [device, 'c', '1', '5'], { stdio: 'ignore' });
  } catch {
    context.skip('Only root may make device files.');
  }
  await using root = await openRoot(place.root, 'by descriptor');

  expect(await root.read('zero').then(String, codeOf)).toBe('-32000');
  expect(await root.replace('zero', Buffer.from('x')).then(String, codeOf)).toBe('-32000');
  expect(statSync(device).isCharacterDevice()).toBe(true);
});

it('replacing a file keeps its mode, and lets go of its other names', async () => {
  const own = new Place();
  onTestFinished(() => own.remove());
  linkSync(own.at('outside/secret'), own.at('root/hard'));
  writeFileSync(own.at('root/tool.sh'), '', { mode: 0o750 });
  await using root = await openRoot(own.root, 'by descriptor');
  await root.replace('tool.sh', Buffer.from('#!/bin/sh'));
  await root.replace('hard', Buffer.from('mine now'));

  expect(statSync(own.at('root/tool.sh')).mode & 0o777).toBe(0o750);
  expect(readFileSync(own.at('outside/secret'), 'utf8')).toBe(secret);
});

it('known gap: what is appended to a hard link reaches its other names', async () => {
  const own = new Place();
  onTestFinished(() => own.remove());
  linkSync(own.at('outside/secret'), own.at('root/hard'));
  await using root = await openRoot(own.root, 'by descriptor');
  await root.append('hard', Buffer.from('!'));

  expect(readFileSync(own.at('outside/secret'), 'utf8')).toBe(`${secret}!`);
});

it('the client prints what the README says', () => {
  const readme = readFileSync(path.join(exampleFolder, 'README.md'), 'utf8');
  const [, shown] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const folder = place.at('shown');
  mkdirSync(folder);

  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'client.ts', folder], {
    cwd: exampleFolder,
    encoding: 'utf8',
  });

  expect(printed).toBe(shown);
});

function codeOf(error: unknown): string {
  const { code } = error as { code?: number };
  if (typeof code !== 'number') throw error;
  return String(code);
}
