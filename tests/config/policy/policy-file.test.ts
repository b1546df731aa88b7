import fs, { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { policyAbove, policyIn } from '../../../src/config/policy/policy-file.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'policy-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(root, { recursive: true, force: true });
});

/** Writes a policy file into a folder of the test. */
function write(value: unknown, folder = '.'): string {
  const file = join(root, folder, 'agent-safety.policy.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const source = (path = 'src/desk/agents.ts'): string => join(root, path);
const allowing = (...allow: readonly string[]) => ({ agents: { desk: { allow } } });
const allowed = (path?: string) => policyAbove(source(path))?.agents[0]?.allow;

describe('the nearest file', () => {
  it('is found above, in folders that need not exist', () => {
    const file = write(allowing('faq'));

    expect(policyAbove(source())).toEqual({
      file,
      agents: [{ name: 'desk', allow: ['faq'], line: 1 }],
      grants: [],
      tools: [],
      forbidden: undefined,
    });
  });

  it('is the one in the same folder', () => {
    write(allowing('faq'), 'src/desk');

    expect(allowed()).toEqual(['faq']);
  });

  it('hides those above it, as a whole', () => {
    write({ ...allowing('above'), forbidden: [] });
    write(allowing('below'), 'src');

    expect(allowed()).toEqual(['below']);
    expect(policyAbove(source())?.forbidden).toBeUndefined();
    expect(allowed('tests/x.ts')).toEqual(['above']);
  });

  it('is not one beside the way up', () => {
    write(allowing('faq'), 'src/billing');

    expect(policyAbove(source())).toBeUndefined();
  });

  it('is found from a path that leads through a file', () => {
    write(allowing('faq'));
    writeFileSync(join(root, 'page.md'), '');

    expect(allowed('page.md/0_code.ts')).toEqual(['faq']);
  });

  it('is found through a link', () => {
    write(allowing('faq'), 'elsewhere');
    mkdirSync(join(root, 'src'));
    symlinkSync(join(root, 'elsewhere/agent-safety.policy.json'), join(root, 'src/agent-safety.policy.json'));

    expect(allowed()).toEqual(['faq']);
  });
});

describe('a file that is named', () => {
  it('holds whatever it is called', () => {
    const file = join(root, 'other.json');
    writeFileSync(file, JSON.stringify(allowing('faq')));

    expect(policyIn(file)).toMatchObject({ file, agents: [{ name: 'desk', allow: ['faq'] }] });
  });

  it('is told when it is not there', () => {
    expect(() => policyIn(join(root, 'other.json'))).toThrow(
      /other\.json is not there\. Correct the path that names it\.$/,
    );
  });
});

describe('a file that changes', () => {
  it('is read again when its time changes', () => {
    const file = write(allowing('one'));
    expect(allowed()).toEqual(['one']);

    write(allowing('two'));
    utimesSync(file, new Date(), new Date(Date.now() + 2000));

    expect(allowed()).toEqual(['two']);
  });

  it('is read again when its size changes', () => {
    const file = write(allowing('one'));
    const { atime, mtime } = fs.statSync(file);
    expect(allowed()).toEqual(['one']);

    write(allowing('one', 'two'));
    utimesSync(file, atime, mtime);

    expect(allowed()).toEqual(['one', 'two']);
  });

  it('holds again once its mistakes are mended', () => {
    write('{');
    expect(() => policyAbove(source())).toThrow();

    write(allowing('faq'));

    expect(allowed()).toEqual(['faq']);
  });

  it('is seen when it comes nearer, and when it goes', () => {
    write(allowing('above'));
    expect(allowed()).toEqual(['above']);

    const nearer = write(allowing('below'), 'src');
    expect(allowed()).toEqual(['below']);

    rmSync(nearer);
    expect(allowed()).toEqual(['above']);
  });
});

describe('the cost of a look', () => {
  it('is one look at each folder on the way up, and one read for all files', () => {
    write(allowing('faq'));
    const looks = vi.spyOn(fs, 'lstatSync');
    const reads = vi.spyOn(fs, 'readFileSync');
    const otherLooks = vi.spyOn(fs, 'statSync');
    syncBuiltinESMExports();

    for (let index = 0; index < 1000; index++) expect(allowed(`src/desk/agent-${index}.ts`)).toEqual(['faq']);

    expect(looks).toHaveBeenCalledTimes(3 * 1000);
    expect(otherLooks).not.toHaveBeenCalled();
    expect(reads.mock.calls.filter(([path]) => String(path).startsWith(root))).toHaveLength(1);
  });

  it('is no second read of a file with mistakes', () => {
    write('{');
    const reads = vi.spyOn(fs, 'readFileSync');
    syncBuiltinESMExports();

    for (let index = 0; index < 10; index++) expect(() => policyAbove(source())).toThrow();

    expect(reads.mock.calls.filter(([path]) => String(path).startsWith(root))).toHaveLength(1);
  });
});

describe('what is no file to read', () => {
  it('is a folder of that name', () => {
    mkdirSync(join(root, 'agent-safety.policy.json'));

    expect(() => policyAbove(source())).toThrow(/agent-safety\.policy\.json is no file\. Give the folder/);
  });

  it('is a link that leads nowhere', () => {
    symlinkSync(join(root, 'missing.json'), join(root, 'agent-safety.policy.json'));

    expect(() => policyAbove(source())).toThrow(/agent-safety\.policy\.json is a link that leads nowhere\./);
  });

  // For root every file can be read.
  it.skipIf(process.getuid?.() === 0)('is one without the right to read it', () => {
    chmodSync(write({}), 0);

    expect(() => policyAbove(source())).toThrow(/agent-safety\.policy\.json cannot be read: EACCES/);
  });

  it('is one that the disk does not give', () => {
    write({});
    vi.spyOn(fs, 'readFileSync').mockImplementation(() => {
      throw new Error('EIO: i/o error');
    });
    syncBuiltinESMExports();

    expect(() => policyAbove(source())).toThrow(/agent-safety\.policy\.json cannot be read: EIO: i\/o error\./);
  });
});
