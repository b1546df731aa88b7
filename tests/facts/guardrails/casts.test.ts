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

  test.each([
    ['of which nothing is known', 'async ({ id }) => { await (loose as any).rm(id, { recursive: true }); }'],
    ['that lacks the member', 'async ({ id }) => { await (files as any).erase(id); }'],
    [
      'that is assigned again',
      'async ({ id }) => { let fs: any = files; fs = {}; await fs.rm(id, { recursive: true }); }',
    ],
    ['that says what it is', 'async ({ id }) => { await (files as any as { rm(id: string): void }).rm(id); }'],
  ])('nothing of what %s', (_name, run) => {
    expect(mostAmong([{ input, run }], tables)).toBe('nothing');
  });
});
