import { describe, expect, test } from 'vitest';
import { mostAmong } from './judged-tools.ts';

const input = '{ id: z.string() }';
const tables = 'declare const loose: any;\n';

const wrong = {
  'a module': 'async ({ id }) => { await (files as any).rm(id, { recursive: true }); }',
  'a module by a name that is kept': `async ({ id }) => { const fs: any = files; await fs.rm(id, { recursive: true }); }`,
  twice: 'async ({ id }) => { const fs = files as unknown as any; await fs.rm(id, { recursive: true }); }',
  'a function': 'async ({ id }) => { await (rm as any)(id, { recursive: true }); }',
};

describe('what is cast to any is what it was before', () => {
  test.each(Object.entries(wrong))('%s', (_name, run) => {
    expect(mostAmong([{ input, run }], tables)).toBe('critical everything');
  });

  test('members and results of what is cast', () => {
    const run = `async ({ id }) => {
      const guild = (discord as any).guilds.fetch('1');
      await (await (await (discord as any).guilds.fetch('1')).members.fetch(id)).ban();
    }`;
    const declared = "import { Client } from 'discord.js';\ndeclare const discord: Client;\n";
    expect(mostAmong([{ input, run }], declared)).toMatch(/^high /);
  });

  test('what an overload gives is not known', () => {
    const declared = `declare function open(memory: true): typeof files;
declare function open(address: string): any;
declare function connect(address: string): typeof files;
`;
    const run = (opened: string): string =>
      `async ({ id }) => { const db: any = (${opened} as any)('a'); await db.rm(id); }`;
    expect(mostAmong([{ input, run: run('open') }], declared)).toBe('nothing');
    expect(mostAmong([{ input, run: run('connect') }], declared)).toBe('nothing');
    const direct = `async ({ id }) => { await (connect as any)('a').rm(id, { recursive: true }); }`;
    expect(mostAmong([{ input, run: direct }], declared)).toBe('critical everything');
    expect(mostAmong([{ input, run: direct.replace('connect', 'open') }], declared)).toBe('nothing');
  });

  test.each([
    ['of which nothing is known', 'async ({ id }) => { await (loose as any).rm(id, { recursive: true }); }'],
    ['that lacks the member', 'async ({ id }) => { await (files as any).erase(id); }'],
    [
      'that is assigned again',
      'async ({ id }) => { let fs: any = files; fs = {}; await fs.rm(id, { recursive: true }); }',
    ],
    [
      'that is made of itself',
      'async ({ id }) => { const a: any = b.child; const b: any = a.parent; const c: any = (c as any).rm; await a.rm(id); await c(id); }',
    ],
    ['that is a list', 'async ({ id }) => { const list: any = []; list.rm = files.rm; await list.rm(id); }'],
    ['that says what it is', 'async ({ id }) => { await (files as any as { rm(id: string): void }).rm(id); }'],
  ])('nothing of what %s', (_name, run) => {
    expect(mostAmong([{ input, run }], tables)).toBe('nothing');
  });
});
