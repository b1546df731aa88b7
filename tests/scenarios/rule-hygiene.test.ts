import type { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { v1 } from './harness.ts';
import { lint, lintUntyped } from './linting.ts';

const rules = { 'agent-safety/no-wrong-session-state': 'error' } as const;
const possible: Linter.RulesRecord = { 'agent-safety/no-wrong-session-state': ['error', { mode: 'possible' }] };

const linesOf = (source: string) => lint(source, { rules }).map((report) => report.line);

describe('calls that a test expects to fail', () => {
  const runner = `
declare function it(name: string, body: () => unknown): void;
declare function expect(value: unknown): any;
declare function fail(message?: string): never;
declare const assert: { rejects(value: unknown, error?: unknown): Promise<void>; fail(): never };
`.trim();
  const lead = runner.split('\n').length;

  for (const [name, statement] of [
    ['expect(call).rejects', 'await expect(client.callTool(call)).rejects.toThrow();'],
    ['expect(() => call).rejects', 'await expect(() => client.callTool(call)).rejects.toThrow(/not connected/i);'],
    [
      'expect(async () => call).rejects',
      'await expect(async () => { await client.callTool(call); }).rejects.toThrow();',
    ],
    ['expect(() => call).toThrow', 'expect(() => client.registerCapabilities({})).toThrow();'],
    ['assert.rejects(call)', 'await assert.rejects(client.callTool(call));'],
    ['assert.rejects(() => call)', 'await assert.rejects(() => client.callTool(call), /not connected/i);'],
    ['assert.rejects(async () => …)', 'await assert.rejects(async () => { await client.callTool(call); });'],
    [
      'try { call; fail() } catch',
      'try { await client.callTool(call); fail(); } catch (error) { expect(error).toBeDefined(); }',
    ],
    ['try { call; assert.fail() } catch', 'try { await client.callTool(call); assert.fail(); } catch { log(1); }'],
    [
      'try { call; throw } catch',
      "try { await client.callTool(call); throw new Error('should have failed'); } catch (error) { expect(error).toBeDefined(); }",
    ],
  ] as const) {
    it(`34 ${name}: silent by default`, () => {
      const made = name.includes('toThrow') ? 'await client.connect(transport);' : '';
      const text = `${runner}
it('fails', async () => {
  const client = new Client(info);
  ${made}
  ${statement}
});`;
      expect(linesOf(text)).toEqual([]);
    });
  }

  it('34 what comes after the expected failure is not excused', () => {
    const text = `${runner}
it('fails', async () => {
  const client = new Client(info);
  await expect(client.callTool(call)).rejects.toThrow();
  await client.listTools();
});`;
    expect(linesOf(text)).toEqual([lead + 4]);
  });

  it('34 an expectation about the result is no expectation of failure', () => {
    const text = `${runner}
it('answers', async () => {
  const client = new Client(info);
  expect(await client.callTool(call)).toBeDefined();
});
it('resolves', async () => {
  const client = new Client(info);
  await expect(client.callTool(call)).resolves.toBeDefined();
});`;
    expect(linesOf(text)).toEqual([lead + 3, lead + 7]);
  });

  it('34 try and catch without a failure of the test is no expectation', () => {
    const text = `${runner}
async function run() {
  const client = new Client(info);
  try {
    await client.callTool(call);
  } catch (error) {
    log(error);
  }
}`;
    expect(linesOf(text)).toEqual([lead + 4]);
  });

  for (const [name, without, failing] of [
    [
      'a throw that a success returns before',
      "const r = await client.callTool(call); if (r.isError) log(r); else return r; throw new Error('failed');",
      "const r = await client.callTool(call); if (r.isError) log(r); else log(1); throw new Error('succeeded');",
    ],
    [
      'a throw for other values of a switch',
      "switch (mode) { case 'call': await client.callTool(call); return; } throw new Error('no such mode');",
      "switch (mode) { case 'call': await client.callTool(call); break; } throw new Error('succeeded');",
    ],
    [
      'a throw that is handled before the function goes on',
      'await client.callTool(call); try { throw new Error(mode); } catch { log(1); }',
      'await client.callTool(call); try { log(1); } catch { log(2); } throw new Error(mode);',
    ],
    [
      'a throw beside the call in a branch',
      "if (mode === 'a') { await client.callTool(call); } else throw new Error(mode);",
      "if (mode === 'a') { await client.callTool(call); throw new Error(mode); }",
    ],
    [
      'a failure on one of two paths',
      "await client.callTool(call); if (mode === 'a') fail(); else log(1);",
      "await client.callTool(call); if (mode === 'a') fail(); else throw new Error(mode);",
    ],
    [
      'a failure that is returned',
      'await client.callTool(call); return log(1);',
      'await client.callTool(call); return fail();',
    ],
    [
      'a failure behind a callback',
      'await Promise.all([1].map(() => client.callTool(call))); [1].map(() => fail());',
      'await Promise.all([1].map(() => client.callTool(call))); fail();',
    ],
  ] as const) {
    const linesFor = (body: string): number[] =>
      linesOf(`${runner}
async function run(mode: string) {
  const client = new Client(info);
  try {
    ${body}
  } catch (error) {
    log(error);
  }
}`);

    it(`34 ${name}`, () => {
      expect(linesFor(without)).toEqual([lead + 4]);
      expect(linesFor(failing)).toEqual([]);
    });
  }
});

describe('the rule in ESLint', () => {
  const faulty = `
async function run() {
  const client = new Client(info);
  await client.callTool(call);
  await client.listTools();
}`;

  it('144 one report for each call, with a message id and no text that was not filled in', () => {
    const reports = lint(faulty, { rules });
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ line: 3, rule: 'agent-safety/no-wrong-session-state' });
    expect(reports[0]?.messageId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(reports[0]?.message).not.toMatch(/\{\{|undefined|\[object/);
    expect(reports[0]?.message).toContain('callTool');
  });

  it('144 the same text gives the same reports when it is linted again', () => {
    expect(lint(faulty, { rules })).toEqual(lint(faulty, { rules }));
  });

  it('144 a comment that disables the rule for the line is kept to', () => {
    const text = `
async function run() {
  const client = new Client(info);
  // eslint-disable-next-line agent-safety/no-wrong-session-state
  await client.callTool(call);
}
async function other() {
  const client = new Client(info);
  await client.callTool(call); // eslint-disable-line
}`;
    expect(linesOf(text)).toEqual([]);
  });

  it('144 possible findings are reported in that mode only', () => {
    const text = `
async function run() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  await client.callTool(call);
}`;
    expect(lint(text, { rules })).toEqual([]);
    expect(lint(text, { rules: possible }).map((report) => report.line)).toEqual([4]);
  });

  it('144 a suggestion adds the missing await', () => {
    const text = `
async function run() {
  const client = new Client(info);
  client.connect(transport);
  await client.callTool(call);
}`;
    const reports = lint(text, { rules });
    expect(reports).toHaveLength(1);
    expect(reports[0]?.suggestions).toEqual(['Await `client.connect()`.']);
  });

  it('145 a JavaScript file with types is linted', () => {
    const files = {
      'main.js': `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
export async function run() {
  const client = new Client({ name: 'a', version: '1' });
  await client.callTool({ name: 'x' });
}
`,
    };
    expect(lint(files, { rules, file: 'main.js' }).map((report) => report.line)).toEqual([4]);
  });

  it('145 a file without type information is a clear error, not a crash', () => {
    for (const file of ['main.ts', 'main.js']) {
      expect(() => lintUntyped(v1(faulty), { rules, file })).toThrow(/There is no .*none\.json/);
    }
  });
});
