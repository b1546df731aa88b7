import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// That the tool is in a table, or the record on the server, is no decision about the call.
const head = `import { rm } from 'node:fs/promises';
import { tool } from '@langchain/core/tools';
import type { ToolCall } from '@langchain/core/messages/tool';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const read = tool(({ path }: { path: string }) => path, { name: 'read', description: 'Read', schema });
const wipe = tool(({ path }: { path: string }) => rm(path), { name: 'wipe', description: 'Wipe', schema });
`;

const found = (code: string, isStrict: boolean): number[] =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    {
      rules: {
        'agent-safety/require-guardrail': [
          'error',
          isStrict ? { minImpact: 'low', checkUnknown: true } : { checkFixedCalls: false },
        ],
      },
      file: 'main.ts',
    },
  ).map(({ line }) => line);

const dispatch = (before: string, test: string, table = 'const tools = { read, wipe };'): string =>
  `${table} ${before}
export async function runAll(calls: ToolCall[]) {
  for (const call of calls) {
    ${test}
    await tools[call.name as keyof typeof tools].invoke({ path: String(call.args['path']) });
  }
}`;

describe('a tool that is run in the case of its name', () => {
  const cases = (
    subject: string,
    input: string,
  ): string => `export async function run(call: ToolCall, mine: { path: string }) {
  switch (${subject}) {
    case 'wipe': return wipe.invoke(${input} as { path: string });
    default: return read.invoke(${input} as { path: string });
  }
}`;

  it('is chosen by the model with its input', () => {
    expect(found(cases('call.name', 'call.args'), false)).toEqual([11]);
  });

  it('is the program’s own choice with another input, or by another test', () => {
    expect(found(cases('call.name', 'mine'), false)).toEqual([]);
    expect(found(cases('mine.path', 'call.args'), false)).toEqual([]);
  });
});

describe('a test before a tool that the model chose is found and run', () => {
  const attempt = (test: string): string => `const toolbox = [read, wipe];
declare const bind: ((tools: readonly unknown[]) => { invoke(text: string): Promise<ToolCall[]> }) | undefined;
declare function mayRun(name: string): boolean;
function attempt(call: ToolCall) {
  const wanted = toolbox.find((each) => each.name === call.name);
  if (!wanted) throw new Error('No tool');
  return wanted.invoke({ path: String(call.args['path']) });
}
export async function runAll(text: string) {
  const bound = bind?.(toolbox);
  ${test}
  const calls = (await bound?.invoke(text)) ?? [];
  return Promise.all(calls.map(async (call) => attempt(call)));
}`;

  it('is no decision where it only asks whether the model got the tools', () => {
    expect(found(attempt("if (!bound) throw new Error('No tools');"), false)).toEqual([15]);
  });

  it('is one where the function is given the call', () => {
    const code = attempt('').replace('const wanted', "if (!mayRun(call.name)) throw new Error('no'); const wanted");
    expect(found(code, false)).toEqual([]);
  });
});

describe('a test before a tool that the model chose is run', () => {
  it.each([
    ['its name in the table', 'const isTool = (name: string) => name in tools;', 'if (!isTool(call.name)) continue;'],
    [
      'its name among the keys',
      "const names = Object.keys(tools); function isTool(name: unknown): name is keyof typeof tools { return typeof name === 'string' && names.includes(name); }",
      'if (!isTool(call.name)) continue;',
    ],
    [
      'its own property of the table',
      'const isTool = (name: string) => Object.hasOwn(tools, name);',
      'const isThere = isTool(call.name); if (!isThere) continue;',
    ],
    [
      'a tool by that name in the table',
      'const isTool = (name: string) => Object.values(tools).some((each) => each.name === name);',
      'if (!isTool(call.name)) continue;',
    ],
    [
      'a function that throws',
      'function assertTool(name: string) { if (!(name in tools)) throw new Error(`No tool ${name}`); }',
      'assertTool(call.name);',
    ],
    ['the form of its input', '', 'const parsed = schema.safeParse(call.args); if (!parsed.success) continue;'],
  ])('is no decision: %s', (_name, before, test) => {
    expect(found(dispatch(before, test), false)).toEqual([13]);
  });

  it('is no decision where the table has one tool: the program has not chosen it', () => {
    const alone = "const tools = new Map([['wipe', wipe]]);";
    const looked = (get: string): string =>
      `${alone} export async function runAll(calls: ToolCall[]) {
  for (const call of calls) {
    const wanted = ${get};
    if (!wanted) continue;
    await wanted.invoke({ path: String(call.args['path']) });
  }
}`;
    expect(found(looked('tools.get(call.name)'), false)).toEqual([13]);
    expect(found(looked('wipe'), false)).toEqual([]);
    expect(found(looked('wipe'), true)).toEqual([13]);
  });

  it.each([
    [
      'its name in another table',
      'const calm = { read }; const isCalm = (name: string) => name in calm;',
      'if (!isCalm(call.name)) continue;',
    ],
    [
      'a name that is written out',
      "const isTool = (name: string) => name in tools && name !== 'wipe';",
      'if (!isTool(call.name)) continue;',
    ],
    [
      'what is said of the tool',
      'const isTool = (name: keyof typeof tools) => tools[name].verbose;',
      'if (!isTool(call.name as keyof typeof tools)) continue;',
    ],
    [
      'what a person says',
      'declare function approve(call: ToolCall): Promise<boolean>; const isTool = (name: string) => name in tools;',
      'if (!isTool(call.name) || !(await approve(call))) continue;',
    ],
  ])('may decide: %s', (_name, before, test) => {
    expect(found(dispatch(before, test), true)).toEqual([]);
  });

  const map = (test: string): string => `class Box {
  readonly tools = new Map([['read', read], ['wipe', wipe]]);
  readonly calm = new Set(['read']);
  has(name: string) { return ${test}; }
  async run(call: ToolCall) {
    const wanted = this.tools.get(call.name);
    if (!this.has(call.name)) return;
    await wanted?.invoke({ path: String(call.args['path']) });
  }
}
export const go = (call: ToolCall) => new Box().run(call);`;

  it('is no decision in a class that keeps the tools, if it only looks there', () => {
    expect(found(map('this.tools.has(name)'), false)).toEqual([16]);
    expect(found(map('this.calm.has(name)'), true)).toEqual([]);
  });
});

describe('a call of a server before the one that the model chose', () => {
  const remote = (name: string): string => `export async function change(client: Client, { name, args }: ToolCall) {
  const before = await client.callTool({ name: '${name}', arguments: { id: args['id'] } });
  if (before.isError) return 'no';
  return client.callTool({ name, arguments: args });
}
export const all = (client: Client, calls: ToolCall[]) => calls.map((call) => change(client, call));`;

  it.each(['records_get', 'find_user', 'read_file'])('is no decision where it looks something up: %s', (name) => {
    expect(found(remote(name), true)).toEqual([12]);
    expect(found(remote(name), false)).toEqual([]);
  });

  it.each(['get_approval', 'read_policy', 'check_order', 'get_order_limits'])('may decide by its name: %s', (name) => {
    expect(found(remote(name), true)).toEqual([]);
  });

  const other = (test: string): string => `const tools = { read, wipe };
const isTool = (name: string): name is keyof typeof tools => name in tools;
export async function all(client: Client, calls: ToolCall[]) {
  for (const call of calls) {
    if (${test}) continue;
    await client.callTool({ name: call.name, arguments: call.args });
  }
}`;

  it('is no decision where only tools that the program has itself are left out', () => {
    expect(found(other('isTool(call.name)'), true)).toEqual([14]);
    expect(found(other('!isTool(call.name)'), true)).toEqual([]);
  });
});

describe('a tool that a function is handed after it was looked up', () => {
  const handing = (
    test: string,
  ): string => `const toolbox = new Map([read, wipe].map((each) => [each.name, each as StructuredToolInterface]));
const trusted = new Set(['read']);
async function execute(wanted: StructuredToolInterface, args: Record<string, unknown>) { return String(await wanted.invoke(args)); }
export async function runAll(calls: ToolCall[]) {
  for (const call of calls) {
    const wanted = toolbox.get(call.name);
    ${test}
    await execute(wanted, call.args);
  }
}`;
  const of = (test: string): number[] =>
    found(`import type { StructuredToolInterface } from '@langchain/core/tools';\n${handing(test)}`, false);

  it.each([
    ['is there', 'if (!wanted) continue;'],
    [
      'is trusted, which is only logged',
      "if (!trusted.has(call.name)) console.warn('untrusted'); if (!wanted) continue;",
    ],
  ])('is reported where it is tested that it %s', (_, test) => {
    expect(of(test)).toEqual([12]);
  });

  it('is not where others are refused', () => {
    expect(of('if (!wanted || !trusted.has(call.name)) continue;')).toEqual([]);
  });
});
