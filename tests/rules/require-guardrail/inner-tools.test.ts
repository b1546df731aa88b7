import { expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Tools that run an agent, whose own tools do what matters: the model that has those decides about it, and an approval belongs
// to them.
const head = `import { rm, writeFile } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';
const model = 'openai/gpt-5';
const inputSchema = z.object({ path: z.string() });
export const go = (prompt: string) => generateText({ model, prompt, tools: { outer } });
`;

const reported = (code: string): readonly string[] =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    { rules: { 'agent-safety/require-guardrail': 'error' }, file: 'main.ts' },
  ).map(({ message }) => /`(\w+)`/.exec(message)?.[1] ?? '');

const inner = (definition: string, more = ''): string =>
  `const outer = tool({ description: 'Ask', inputSchema, execute: ({ path }) => ask(path) });
async function ask(path: string) {
  const erase = ${definition};
  ${more}
  return generateText({ model, prompt: path, tools: { erase } });
}
async function remove({ path }: { path: string }) { await rm(path, { recursive: true }); return 'done'; }`;

const approved = "tool({ description: 'Erase', inputSchema, needsApproval: true, execute: ";

it.each([
  ['an approval', inner(`${approved}async () => { await rm(path); return path; } })`), []],
  ['an approval, and a handler elsewhere', inner(`${approved}({ path }) => remove({ path }) })`), []],
  [
    'none',
    inner(`${approved.replace('needsApproval: true, ', '')}async () => { await rm(path); return path; } })`),
    ['outer', 'erase'],
  ],
  [
    'none, which do what their own model says',
    inner(`${approved.replace('needsApproval: true, ', '')}async ({ path: own }) => { await rm(own); return own; } })`),
    ['erase'],
  ],
  [
    'none, which do what their own model says in a place of the outer one',
    inner(
      `${approved.replace('needsApproval: true, ', '')}async ({ path: own }) => { await rm(path + own); return own; } })`,
    ),
    ['erase'],
  ],
  [
    'none, which write what their own model says to a place of the outer one',
    inner(
      `${approved.replace('needsApproval: true, ', '')}async ({ path: own }) => { await writeFile(path, own); return own; } })`,
    ),
    ['outer'],
  ],
  [
    'none, of which a callback runs at once',
    inner(
      "tool({ description: path.split(',').map((each) => String(rm(each))).join(), inputSchema, execute: async ({ path: own }) => own })",
    ),
    ['outer'],
  ],
  [
    'an approval, beside what the outer tool does itself',
    inner(`${approved}async () => { await rm(path); return path; } })`, 'await rm(path);'),
    ['outer'],
  ],
  [
    'an approval that is passed by',
    inner(`${approved}({ path }) => remove({ path }) })`, 'await remove({ path });'),
    ['outer'],
  ],
])('inner tools with %s', (_, code, expected) => {
  expect(reported(code)).toEqual(expected);
});

const wrapped = (
  check: string,
  names = "'erase'",
  inner = 'each.invoke(input as never)',
): string => `import { tool as made, DynamicStructuredTool, type StructuredTool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { writeFile } from 'node:fs/promises';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const erase = (confirm: (name: string, input: unknown) => Promise<boolean>) =>
  made(async (input) => { ${check} await rm(input.path, { recursive: true }); return 'done'; }, { name: 'erase', description: 'Erase', schema });
const note = () => made(async ({ path }) => { await writeFile('notes/' + encodeURIComponent(path), path); return 'done'; }, { name: 'note', description: 'Note', schema });
const logged = (each: StructuredTool, log: (text: string) => Promise<void>) =>
  new DynamicStructuredTool({ name: each.name, description: each.description, schema: each.schema as any, func: async (input: any) => { await log(each.name); return String(await ${inner}); } });
export function start(confirm: (name: string, input: unknown) => Promise<boolean>, log: (text: string) => Promise<void>) {
  const all: StructuredTool[] = [note(), erase(confirm)] as any;
  const names = new Set([${names}]);
  return createAgent({ model: 'openai:gpt-5', tools: all.map((each) => (names.has(each.name) ? logged(each, log) : each)) as never });
}
`;

const reportedOf = (code: string): readonly string[] =>
  lint({ 'main.ts': code }, { rules: { 'agent-safety/require-guardrail': 'error' }, file: 'main.ts' }).map(
    ({ message }) => /`(\w+)`/.exec(message)?.[1] ?? '',
  );

it.each([
  ['asks', wrapped("if (!(await confirm('erase', input))) return 'no';"), []],
  [
    'asks, beside one that does little',
    wrapped("if (!(await confirm('erase', input))) return 'no';", "'erase', 'note'"),
    [],
  ],
  ['does not ask', wrapped(''), ['erase']],
  ['does not ask, beside one that does little', wrapped('', "'erase', 'note'"), ['erase']],
  [
    'asks, in a wrapper that does the same itself',
    wrapped("if (!(await confirm('erase', input))) return 'no';", "'erase'", 'rm(input.path, { recursive: true })'),
    ['erase'],
  ],
])('a wrapper around a tool that %s', (_, code, expected) => {
  expect(reportedOf(code)).toEqual(expected);
});

const underPolicy = (test: string): string => `import { createAgent } from 'langchain';
import { DynamicStructuredTool, tool } from '@langchain/core/tools';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const rules = new Map<string, string>();
function evaluate(action: string): string { return rules.get(action) ?? 'allow'; }
function guarded(base: DynamicStructuredTool, action: string) {
  return tool(async (input: any, config) => { const decision = evaluate(action); ${test} return (base as any).func(input, config); }, { name: base.name, description: base.description, schema });
}
const erase = new DynamicStructuredTool({ name: 'erase', description: 'Erase', schema, func: async ({ path }) => { await rm(path, { recursive: true }); return 'done'; } });
export const agent = createAgent({ model: 'openai:gpt-5', tools: [guarded(erase, 'delete')] });
`;

it.each([
  ['stops', underPolicy("if (decision === 'block') return 'no';"), []],
  ['is only written down', underPolicy('console.log(decision);'), ['erase']],
])('a policy for a kind of tools that %s', (_, code, expected) => {
  expect(reportedOf(code)).toEqual(expected);
});

const logged = (call: string, tools: string): string => `import { StructuredTool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
class EraseTool extends StructuredTool {
  name = 'erase'; description = 'Erases'; schema = schema;
  async _call({ path }: { path: string }) { await rm(path, { recursive: true }); return path; }
}
class LookTool extends StructuredTool {
  name = 'look'; description = 'Looks'; schema = schema;
  async _call({ path }: { path: string }) { return path; }
}
class Logged extends StructuredTool {
  name: string; description: string; schema: any;
  private readonly inner: StructuredTool;
  constructor(inner: StructuredTool) { super(); this.name = inner.name; this.description = inner.description; this.schema = inner.schema; this.inner = inner; }
  async _call(input: any) { console.log(input); return ${call}; }
}
const logging = (inner: StructuredTool): StructuredTool => new Logged(inner);
export const agentOf = () => createAgent({ model: 'openai:gpt-5', tools: [${tools}].map((each) => logging(each)) });
`;

it.each([
  ['by call', logged('await this.inner.call(input)', 'new EraseTool(), new LookTool()'), ['erase']],
  ['by invoke', logged('await this.inner.invoke(input)', 'new LookTool(), new EraseTool()'), ['erase']],
  ['by call, none of which does much', logged('await this.inner.call(input)', 'new LookTool()'), []],
  ['never', logged('this.inner.name', 'new EraseTool(), new LookTool()'), []],
])('a class around each tool that runs it %s', (_, code, expected) => {
  expect(reportedOf(code)).toEqual(expected);
});
