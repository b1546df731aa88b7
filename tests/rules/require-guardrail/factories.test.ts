import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Tools and agents that functions and classes of the program make: defaults of their parameters, tables of roles, and tools
// that are built anew around the handler of another one.
const head = `import { rm } from 'node:fs/promises';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, tool, type Tool } from '@openai/agents';
import { StructuredTool, tool as langchainTool } from '@langchain/core/tools';
import { createDeepAgent, type SubAgent } from 'deepagents';
import { createAgent } from 'langchain';
import { generateText, tool as aiTool, type LanguageModel, type Tool as AiTool } from 'ai';
import { z } from 'zod';
declare const model: LanguageModel;
const parameters = z.object({ path: z.string() });
type Run = (path: string) => Promise<string>;
const erase: Run = async (path) => { await rm(path); return path; };
const show: Run = async (path) => path;
`;

/** What both rules about tools report: the rule, without the plugin's name, and the tool. */
const found = (code: string): readonly string[] =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    {
      rules: { 'agent-safety/require-guardrail': 'error', 'agent-safety/no-unguarded-sensitive-tool': 'error' },
      file: 'main.ts',
    },
  ).map(({ rule, message }) => `${rule?.replace('agent-safety/', '') ?? ''} ${/`(\w+)`/.exec(message)?.[1] ?? ''}`);

const positional = (byDefault: boolean, tools: string): string =>
  `function fileTool(name: string, run: Run, needsApproval = ${String(byDefault)}) {
  return tool({ name, description: name, parameters, needsApproval, execute: ({ path }) => run(path) });
}
export const agent = new Agent({ name: 'Cleaner', tools: [${tools}] });`;

const destructured = (tools: string): string =>
  `interface Options { readonly run: Run; readonly needsApproval?: boolean }
const fileTool = ({ run, needsApproval = false }: Options) => aiTool({ inputSchema: parameters, needsApproval, execute: ({ path }) => run(path) });
export const go = () => generateText({ model, prompt: '', tools: { ${tools} } });`;

const roles = (guard: string, agents: string): string =>
  `const look = tool({ name: 'look', description: 'Look', parameters, execute: ({ path }) => show(path) });
const wipe = tool({ name: 'wipe', description: 'Wipe', parameters, ${guard}execute: ({ path }) => erase(path) });
const roles: Record<'reader' | 'cleaner', { instructions: string; tools: Tool[] }> = {
  reader: { instructions: 'Read.', tools: [look] },
  cleaner: { instructions: 'Clean.', tools: [look, wipe] },
};
function makeAgent(role: keyof typeof roles) {
  const { instructions, tools } = roles[role];
  return new Agent({ name: role, instructions, tools });
}
export const agents = [${agents}];`;

const logged = (guard: string): string =>
  `const wipe = aiTool({ description: 'Wipe', inputSchema: parameters, needsApproval: true, execute: ({ path }) => erase(path) });
const logged = (each: AiTool<{ path: string }, string>) =>
  aiTool({ description: each.description, inputSchema: parameters, ${guard}execute: (input, options) => { console.log(input); return each.execute!(input, options); } });
export const go = () => generateText({ model, prompt: '', tools: { wipe: logged(wipe) } });`;

const traced = (guard: string): string =>
  `const wipe = createTool({ id: 'wipe', description: 'Wipe', inputSchema: parameters, requireApproval: true, execute: async ({ path }) => erase(path) });
function traced(each: typeof wipe) {
  return createTool({ id: each.id, description: each.description, inputSchema: parameters, ${guard}execute: async (input, context) => { console.time(each.id); return each.execute!(input, context as never); } });
}
export const agent = new MastraAgent({ id: 'a', name: 'A', instructions: '', model: 'openai/gpt-5', tools: { wipe: traced(wipe) } });`;

const crew = (guard: string): string =>
  `const wipe = tool({ name: 'wipe', description: 'Wipe', parameters, ${guard}execute: ({ path }) => erase(path) });
class Crew {
  readonly #members: Agent[];
  constructor(members: Agent[], private readonly tools: Tool[]) { this.#members = members; }
  lead(name: string) { return new Agent({ name, tools: this.tools, handoffs: this.#members }); }
}
export const lead = new Crew([], [wipe]).lead('Lead');`;

/** A tool that is what an instance of a class says. */
const instance = (members: string, base = 'class Base { description = "Wipe"; }'): string =>
  `${base}
class Wipe extends Base { id = 'wipe'; inputSchema = parameters; execute = async ({ path }: { path: string }) => erase(path); ${members} }
const wipe = createTool(new Wipe({}));
export const agent = new MastraAgent({ id: 'a', name: 'A', instructions: '', model: 'openai/gpt-5', tools: { wipe } });`;

/** A handler inside of wrappers. */
const wrapped = (handler: string): string =>
  `const audited = <I, O>(name: string, run: (input: I) => Promise<O>) => async (input: I): Promise<O> => { console.log(name); return run(input); };
const timed = <I, O>(ms: number, run: (input: I) => Promise<O>) => (input: I): Promise<O> =>
  Promise.race([run(input), new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), ms))]);
const wipe = aiTool({ inputSchema: parameters, execute: timed(1000, audited('wipe', async ({ path }: { path: string }) => ${handler}(path))) });
export const go = () => generateText({ model, prompt: '', tools: { wipe } });`;

/** Tools that are classes, made in a loop. */
const classes = (list: string): string =>
  `class Look extends StructuredTool<typeof parameters> { name = 'look'; description = 'Look'; schema = parameters; protected async _call({ path }: { path: string }) { return show(path); } }
class Wipe extends StructuredTool<typeof parameters> { name = 'wipe'; description = 'Wipe'; schema = parameters; protected async _call({ path }: { path: string }) { return erase(path); } }
const list = [${list}];
export const agent = createAgent({ model: 'openai:gpt-5', tools: list.map((Tool) => new Tool()) });`;

/** Tools by what is asked. */
const dynamic = (owner: string): string =>
  `const look = createTool({ id: 'look', description: 'Look', inputSchema: parameters, execute: async ({ path }) => show(path) });
const wipe = createTool({ id: 'wipe', description: 'Wipe', inputSchema: parameters, execute: async ({ path }) => erase(path) });
const byRole = { viewer: { look }, owner: { ${owner} } };
export const agent = new MastraAgent({ id: 'a', name: 'A', instructions: '', model: 'openai/gpt-5', tools: ({ requestContext }) => (requestContext.get('role') === 'owner' ? byRole.owner : byRole.viewer) });`;

/** Tools that a loop picks out of a table. */
const picked = (all: string, pick: string): string =>
  `const look = aiTool({ inputSchema: parameters, execute: ({ path }: { path: string }) => show(path) });
const wipe = aiTool({ inputSchema: parameters, execute: ({ path }: { path: string }) => erase(path) });
const all = { ${all} };
export function chat(wanted: (keyof typeof all)[]) {
  const chosen: Partial<typeof all> = {};
  for (const name of wanted) { ${pick} }
  return generateText({ model: 'openai/gpt-5', prompt: '', tools: { ...chosen } });
}`;

/** An agent that a function makes for another one, which is called twice by one that many call. */
const manyWays = (count: number, tools: string): string =>
  `const look = tool({ name: 'look', description: 'Look', parameters, execute: ({ path }) => show(path) });
const wipe = tool({ name: 'wipe', description: 'Wipe', parameters, execute: ({ path }) => erase(path) });
class Room {
  agent: Agent | undefined;
  build(tools: Tool[]) { this.agent = new Agent({ name: 'Cleaner', tools }); }
  start(id: string, tools: Tool[]) { console.log(id); this.build(tools); }
  open(id: string) { this.start(id, [${tools}]); this.start(id + '!', [${tools}]); }
}
export const room = new Room();
${Array.from({ length: count }, (_, index) => `room.open('${String(index)}');`).join(' ')}`;

/** Sub-agents that one literal makes, of a table. */
const team = (second: string): string =>
  `const look = langchainTool(async ({ path }) => show(path), { name: 'look', description: 'Look', schema: parameters });
const wipe = langchainTool(async ({ path }) => erase(path), { name: 'wipe', description: 'Wipe', schema: parameters });
const catalogue = { look, wipe };
const members: Record<string, { can: (keyof typeof catalogue)[] }> = { watcher: { can: ['look'] }, cleaner: { can: ['look', '${second}'] } };
const subagents: SubAgent[] = Object.entries(members).map(([name, { can }]) => ({ name, description: name, systemPrompt: '', tools: can.map((each) => catalogue[each]) }));
export const lead = createDeepAgent({ model: 'openai:gpt-5', tools: [look], subagents });`;

/** Two sub-agents of one literal, of which the second is guarded. */
const guardedTeam = (tools: string): string =>
  `const look = langchainTool(async ({ path }) => show(path), { name: 'look', description: 'Look', schema: parameters });
const wipe = langchainTool(async ({ path }) => erase(path), { name: 'wipe', description: 'Wipe', schema: parameters });
const sub = (name: string, tools: SubAgent['tools'], interruptOn?: Record<string, boolean>): SubAgent => ({ name, description: '', systemPrompt: '', tools, ...(interruptOn && { interruptOn }) });
export const lead = createDeepAgent({ model: 'openai:gpt-5', tools: [look], subagents: [sub('open', [${tools}]), sub('careful', [wipe], { wipe: true })] });`;

describe('what factories make', () => {
  it('reports a tool that is copied where it is defined', () => {
    const tools = `export const wipe = aiTool({ description: 'Wipe', inputSchema: parameters, execute: ({ path }: { path: string }) => erase(path) });
export const drop = aiTool({ description: 'Drop', inputSchema: parameters, execute: ({ path }: { path: string }) => erase(path) });`;
    const copies = `import { generateText, type LanguageModel, type Tool } from 'ai';
import { drop, wipe } from './tools.ts';
declare const model: LanguageModel;
type AnyTool = Tool<unknown, unknown>;
function kept(each: AnyTool): AnyTool {
  const { execute } = each;
  if (!execute) return { ...each };
  return { ...each, execute: async (input: unknown, options: never): Promise<unknown> => execute(input, options) } as AnyTool;
}
function keptAll(tools: Record<string, Tool>): Record<string, Tool> {
  const all: Record<string, Tool> = {};
  for (const [name, each] of Object.entries(tools)) all[name] = kept(each as AnyTool);
  return all;
}
const all: Record<string, Tool> = { wipe };
all.drop = drop;
export const go = () => generateText({ model, prompt: '', tools: keptAll(all) });`;
    const files = { 'main.ts': copies, 'tools.ts': `${head}${tools}` };
    const linted = (file: string): readonly string[] =>
      lint(files, { rules: { 'agent-safety/require-guardrail': 'error' }, file }).map(({ message }) => message);
    expect(linted('main.ts')).toEqual([]);
    expect(linted('tools.ts')).toHaveLength(2);
  });

  it.each([1, 4, 8, 9, 40])('is reported: a tool that %d callers of two ways lead to', (count) => {
    expect(found(manyWays(count, 'look, wipe'))).toEqual(['require-guardrail wipe']);
  });

  it.each([
    [
      'a flag that is off by default, where it stands',
      positional(false, "fileTool('erase', erase)"),
      ['no-unguarded-sensitive-tool erase'],
    ],
    [
      'a flag that is on by default, and off in a call',
      positional(true, "fileTool('show', show), fileTool('erase', erase, false)"),
      ['no-unguarded-sensitive-tool erase'],
    ],
    ['an option that is off by default', destructured('erase: fileTool({ run: erase })'), 1],
    [
      'an option that a call switches off',
      destructured('erase: fileTool({ run: erase, needsApproval: false }), show: fileTool({ run: show })'),
      1,
    ],
    ['the role that has it', roles('', "makeAgent('reader'), makeAgent('cleaner')"), ['require-guardrail wipe']],
    ['each role, whatever is asked for', roles('', "...(['reader', 'cleaner'] as const).map(makeAgent)"), 1],
    ['a tool that is built anew without its approval', logged(''), ['require-guardrail wipe']],
    ['a tool that is built anew without its approval, of Mastra', traced(''), ['require-guardrail wipe']],
    ['a list that a class keeps', crew(''), ['require-guardrail wipe']],
    ['a handler inside of two wrappers', wrapped('erase'), ['require-guardrail wipe']],
    ['a tool of a class out of a list', classes('Look, Wipe'), 1],
    ['a tool that a function gives for some requests', dynamic('look, wipe'), ['require-guardrail wipe']],
    [
      'a tool that a loop picks out of a table',
      picked('look, wipe', 'const found = all[name]; if (found) (chosen[name] as any) = found;'),
      ['require-guardrail wipe'],
    ],
    [
      'a tool that a loop copies from a table',
      picked('look, wipe', 'chosen[name] = all[name] as never;'),
      ['require-guardrail wipe'],
    ],
    ['a tool of a sub-agent beside one that is guarded', guardedTeam('wipe'), ['require-guardrail wipe']],
    ['a tool of one of the sub-agents that a table makes', team('wipe'), ['require-guardrail wipe']],
    [
      'an instance of a class without an approval',
      instance('constructor(_: object) { super(); this.id = "wipe"; }'),
      ['require-guardrail wipe'],
    ],
    [
      'an instance of a class whose constructor has no approval by default',
      instance('constructor(_: object, readonly requireApproval = false) { super(); }'),
      ['no-unguarded-sensitive-tool wipe'],
    ],
    [
      'an instance of a class that says that it needs no approval',
      instance('requireApproval = false; constructor(_: object) { super(); }'),
      ['no-unguarded-sensitive-tool wipe'],
    ],
  ])('is reported: %s', (_name, code, expected) => {
    if (typeof expected === 'number') expect(found(code)).toHaveLength(expected);
    else expect(found(code)).toEqual(expected);
  });

  it.each([
    ['a flag that is off by default, and on in the call', positional(false, "fileTool('erase', erase, true)")],
    ['a flag that is on by default', positional(true, "fileTool('show', show, false), fileTool('erase', erase)")],
    ['an option that a call switches on', destructured('erase: fileTool({ run: erase, needsApproval: true })')],
    ['an option that is off by default, of what reads', destructured('show: fileTool({ run: show })')],
    ['roles whose tool needs approval', roles('needsApproval: true, ', "makeAgent('reader'), makeAgent('cleaner')")],
    ['a tool that is built anew with its approval', logged('needsApproval: each.needsApproval as boolean, ')],
    ['a tool that is built anew with its approval, of Mastra', traced('requireApproval: each.requireApproval, ')],
    ['a list that a class keeps, of which each tool needs approval', crew('needsApproval: true, ')],
    ['a handler inside of two wrappers that only shows something', wrapped('show')],
    ['a list of classes that only show something', classes('Look')],
    ['a tool of a table out of which a loop picks nothing', picked('wipe', 'console.log(all[name]);')],
    ['tools that only show something, picked out of a table', picked('look', 'chosen[name] = all[name] as never;')],
    ['tools by request that only show something', dynamic('look')],
    ['tools that many ways lead to, and only look', manyWays(8, 'look')],
    ['a tool of a sub-agent that is guarded beside one that only looks', guardedTeam('look')],
    ['sub-agents of a table that only look', team('look')],
    [
      'an instance of a class with an approval',
      instance('requireApproval = true; constructor(_: object) { super(); }'),
    ],
    [
      'an instance of a class whose constructor has an approval by default',
      instance('constructor(_: object, readonly requireApproval = true) { super(); }'),
    ],
    [
      'an instance of a class whose constructor keeps an approval that it has by default',
      instance(
        'readonly requireApproval: boolean; constructor(_: object, approves = true) { super(); this.requireApproval = approves; }',
      ),
    ],
    [
      'an instance whose constructor copies what it is given',
      instance('constructor(more: object) { super(); Object.assign(this, more); }'),
    ],
    [
      'an instance whose class has a member by a name that is worked out',
      instance('[`requireApproval`] = true; constructor(_: object) { super(); }'),
    ],
    [
      'an instance that a method copies what it is given into',
      instance(
        'constructor(more: object) { super(); this.fill(more); } fill(more: object) { Object.assign(this, more); }',
      ),
    ],
    [
      'an instance of a class with an interface of its name',
      `interface Wipe { requireApproval?: boolean }\n${instance('constructor(_: object) { super(); }')}`,
    ],
    [
      'an instance whose base is not known',
      instance('constructor(_: object) { super(); }', 'declare const Base: new () => { description: string };'),
    ],
  ])('is not reported: %s', (_name, code) => {
    expect(found(code)).toEqual([]);
  });

  it('is not reported: a role of the table that no call asks for', () => {
    expect(found(roles('', "makeAgent('reader')"))).toEqual([]);
  });
});

describe('tools that a function adds where its caller says so', () => {
  const made = (parameter: string, added: string, agents: string, rest = ''): string =>
    `const look = tool({ name: 'look', description: 'Look', parameters, execute: ({ path }) => show(path) });
const wipe = tool({ name: 'wipe', description: 'Wipe', parameters, execute: ({ path }) => erase(path) });
declare const isAdmin: boolean;
function makeAgent(${parameter}) {
  ${added}
  return new Agent({ name: 'Cleaner', tools });
}
export const agents = [${agents}];
${rest}`;
  const ways: Readonly<Record<string, readonly [parameter: string, added: string, on: string, off: string]>> = {
    'a spread list': ['admin: boolean', 'const tools = [look, ...(admin ? [wipe] : [])];', 'true', 'false'],
    'a list that is added to': [
      'admin?: boolean',
      'const tools: Tool[] = [look]; if (admin) tools.push(wipe);',
      'true',
      '',
    ],
    'by a default': ['admin = false', 'const tools: Tool[] = [look]; if (admin) { tools.push(wipe); }', 'true', ''],
    'an option': [
      '{ admin = false }: { admin?: boolean } = {}',
      'const tools: Tool[] = [look]; if (admin) tools.push(wipe);',
      '{ admin: true }',
      '{}',
    ],
    'an option of an object': [
      'options: { admin?: boolean }',
      'const tools: Tool[] = [look]; if (options.admin) tools.push(wipe);',
      '{ admin: true }',
      '{ admin: false }',
    ],
    'a constant that is taken out of it': [
      'options: { admin?: boolean } = {}',
      'const { admin = false } = options; const tools: Tool[] = [look]; if (admin) tools.push(wipe);',
      '{ admin: true }',
      '',
    ],
    'a constant with what holds where there is none': [
      'options: { admin?: boolean }',
      'const admin = options.admin ?? false; const tools: Tool[] = [look]; if (admin) tools.push(wipe);',
      '{ admin: true }',
      '{}',
    ],
    'otherwise than not': [
      'reader: boolean',
      'const tools: Tool[] = [look]; if (!reader) tools.push(wipe);',
      'false',
      'true',
    ],
  };

  it.each(Object.entries(ways))('are reported by %s where one caller does', (_name, [parameter, added, on, off]) => {
    const agents = `makeAgent(${off}), makeAgent(${on})`;
    expect(found(made(parameter, added, agents))).toEqual(['require-guardrail wipe']);
  });

  it.each(Object.entries(ways))('are not reported by %s where none does', (_name, [parameter, added, , off]) => {
    expect(found(made(parameter, added, `makeAgent(${off})`))).toEqual([]);
  });

  it.each([
    ['a caller whose word is not known', 'makeAgent(isAdmin)', ''],
    ['a caller that is not known', 'makeAgent(false)', 'export const makers = { makeAgent };'],
    ['callers that are not known, beside one that is', 'makeAgent(false)', 'export { makeAgent };'],
    [
      'a caller that gives what a function returns',
      "makeAgent(anyOf('me'))",
      "function anyOf(who: string): boolean | undefined { if (who === 'guest') return false; }",
    ],
    ['no caller', '', 'export { makeAgent };'],
  ])('are reported with %s', (_name, agents, rest) => {
    const [parameter, added] = ways['a list that is added to'] ?? ['', ''];
    expect(found(made(parameter, added, agents, rest))).toEqual(['require-guardrail wipe']);
  });

  it('are reported where the parameter is assigned again', () => {
    const added = 'if (isAdmin) admin = true; const tools: Tool[] = [look]; if (admin) tools.push(wipe);';
    expect(found(made('admin: boolean', added, 'makeAgent(false)'))).toEqual(['require-guardrail wipe']);
  });

  it.each([
    ['assigned again', 'let { admin = false } = options; if (isAdmin) admin = true;'],
    ['of something else', 'const admin = isAdmin || options.admin;'],
  ])('are reported where what is taken out of it is %s', (_name, taken) => {
    const added = `${taken} const tools: Tool[] = [look]; if (admin) tools.push(wipe);`;
    const parameter = 'options: { admin?: boolean }';
    expect(found(made(parameter, added, 'makeAgent({ admin: false })'))).toEqual(['require-guardrail wipe']);
  });
});

describe('one function that makes two tools', () => {
  const both = (first: string, second: string): string => `function toolsFor(prefix: string) {
  const remove = tool({ name: \`\${prefix}remove\`, description: 'Remove', parameters, ${first}execute: ({ path }) => erase(path) });
  const removeNow = tool({ name: \`\${prefix}remove_now\`, description: 'Remove', parameters, ${second}execute: ({ path }) => erase(path) });
  return [remove, removeNow];
}
export const agent = new Agent({ name: 'Cleaner', tools: toolsFor('') });`;
  const on = 'needsApproval: true, ';

  it.each([
    ['the first', both('', on), ['require-guardrail remove']],
    ['the second', both(on, ''), ['require-guardrail remove_now']],
    ['both', both('', ''), ['require-guardrail remove', 'require-guardrail remove_now']],
  ])('is reported with the name of %s', (_name, code, expected) => {
    expect(found(code)).toEqual(expected);
  });

  it.each([
    ['both need approval', both(on, on)],
    ['the one without approval removes nothing', both(on, '').replace(/(remove_now.*?)erase\(/, '$1show(')],
  ])('is not reported where %s', (_name, code) => {
    expect(found(code)).toEqual([]);
  });
});

// A handler that a function makes decides where it runs what that function was given: what it is given beside is no action.
const made = (body: string, given = 'run'): string =>
  `declare const policy: { allows(name: string, path: string): Promise<boolean> };
type Log = (level: string, text: string) => Promise<void>;
const isSilent = (path: string) => / -s\\b/.test(path);
function fileTool(name: string, ${given === 'run' ? 'run: Run' : given}) {
  return aiTool({ description: name, inputSchema: parameters, execute: async (input) => { const { path } = input; ${body} } });
}
declare const log: Log;
export const go = () => generateText({ model, prompt: '', tools: { wipe: fileTool('wipe', ${given === 'run' ? 'erase' : 'log'}) } });`;

describe('a handler that a function makes', () => {
  it.each([
    ['before it runs what it was given', `if (!(await policy.allows(name, path))) return 'no'; return run(path);`],
    [
      'with the input by another name',
      `const copy = path; if (!(await policy.allows(name, path))) return 'no'; return run(copy);`,
    ],
    ['with what a call makes of it', `if (!(await policy.allows(name, path))) return 'no'; return run(String(path));`],
    [
      'with what it makes of the input',
      `const full = \`/srv/\${path}\`; if (!(await policy.allows(name, full))) return 'no'; return run(full);`,
    ],
    ['and waits for it', `if (!(await policy.allows(name, path))) return 'no'; await run(path); return 'done';`],
  ])('is gated that decides %s', (_name, body) => {
    expect(found(made(body))).toEqual([]);
  });

  it.each([
    [
      'a log',
      `if (isSilent(path)) return 'no'; await log('info', \`erases \${path}\`); await rm(path); return path;`,
      'log: Log',
    ],
    [
      'a log in one branch',
      `if (await policy.allows(name, path)) await log('info', 'a'); await rm(path); return path;`,
      'log: Log',
    ],
  ])('is not gated by what it decides about %s', (_name, body, given) => {
    expect(found(made(body, given))).toEqual(['require-guardrail wipe']);
  });

  it('guards only the tool that it takes the place of', () => {
    const wrapped = (tools: string): string =>
      `declare function requestApproval(path: string): Promise<boolean>;
const wipe = aiTool({ description: 'Wipe', inputSchema: parameters, execute: async ({ path }) => erase(path) });
const asking = (inner: typeof wipe) => aiTool({ description: 'Wipe', inputSchema: parameters, execute: async (input, options) => {
  if (!(await requestApproval(input.path))) return 'no';
  return inner.execute!(input, options);
} });
export const go = () => generateText({ model, prompt: '', tools: { ${tools} } });`;
    expect(found(wrapped('wipe: asking(wipe)'))).toEqual([]);
    expect(found(wrapped('wipe, slowly: asking(wipe)'))).toEqual(['require-guardrail wipe']);
  });
});

// A function that makes tools of data: what each is given decides what it does, and where it is reported.
describe('a function that makes tools of data', () => {
  const api = (tools: string, rest = ''): string =>
    `type Method = 'GET' | 'PUT' | 'DELETE';
interface Definition { readonly name: string; readonly method?: Method; readonly path: string }
const call = async ({ method, path }: { method?: Method | undefined; path: string }, id: string) =>
  (await fetch(\`https://shop.example\${path}/\${id}\`, { method })).text();
function apiTool(definition: Definition) {
  return aiTool({ description: definition.name, inputSchema: parameters, execute: async ({ path }) => call({ method: definition.method, path: definition.path }, path) });
}
${rest}
export const go = () => generateText({ model, prompt: '', tools: { ${tools} } });`;
  const of = (method: string): string => `apiTool({ name: 'it', ${method}path: '/users' })`;

  it('is reported at the calls that give it a method which deletes', () => {
    const code = api(
      `erase: ${of("method: 'DELETE', ")}, show: ${of("method: 'GET', ")}, look: ${of('')}, wipe: ${of("method: 'DELETE', ")}`,
    );
    expect(found(code)).toEqual(['require-guardrail erase', 'require-guardrail wipe']);
  });

  it('is reported where it makes the tool if one call alone does so', () => {
    const code = api(`erase: ${of("method: 'DELETE', ")}`);
    const reported = lint(
      { 'main.ts': `${head}${code}\n` },
      { rules: { 'agent-safety/require-guardrail': 'error' }, file: 'main.ts' },
    );
    const line = `${head}${code}`.split('\n').findIndex((each) => each.includes('return aiTool(')) + 1;
    expect(reported.map((each) => each.line)).toEqual([line]);
  });

  it('is not reported where none does', () => {
    expect(found(api(`show: ${of("method: 'GET', ")}, look: ${of('')}`))).toEqual([]);
  });

  it('is not reported where the method is not known', () => {
    expect(found(api(`erase: ${of('method, ')}`, 'declare const method: Method;'))).toEqual([]);
  });

  it('is reported with the tool that can break most where a table has them', () => {
    const table = `const definitions: Definition[] = [{ name: 'show', method: 'GET', path: '/users' }, { name: 'erase', method: 'DELETE', path: '/users' }];`;
    const tools = '...Object.fromEntries(definitions.map((each) => [each.name, apiTool(each)]))';
    expect(found(api(tools, table))).toEqual(['require-guardrail erase']);
  });

  it('runs the branch of what it is given', () => {
    const made = `const fileTool = (kind: 'show' | 'erase') => aiTool({ inputSchema: parameters, execute: async ({ path }) => { switch (kind) { case 'erase': return erase(path); default: return show(path); } } });`;
    expect(found(api("look: fileTool('show'), wipe: fileTool('erase')", made))).toEqual(['require-guardrail wipe']);
  });
});

describe('a copy of a tool that is an object', () => {
  const made = (guard: string): string =>
    `const wipe = tool({ name: 'wipe', description: 'Wipe', parameters, ${guard}execute: ({ path }) => erase(path) });
export const base = new Agent({ name: 'Base', tools: [wipe] });
`;
  const open = 'require-guardrail wipe';
  const approved = 'needsApproval: true, ';
  const of = (tools: string): string => `export const other = new Agent({ name: 'Other', tools: ${tools} });`;

  it.each([
    ['which is spread', made(''), of('[{ ...wipe }]'), [open, open]],
    ['which is spread, and needs approval', made(approved), of('[{ ...wipe }]'), []],
    ['under another name', made(approved), of("[{ ...wipe, name: 'clear' }]"), []],
    ['that needs approval itself', made(''), of('[{ ...wipe, needsApproval: async () => needed() }]'), [open]],
    [
      'in whose place stands what the original has',
      made(''),
      of('[{ needsApproval: async () => needed(), ...wipe }]'),
      [open, open],
    ],
    [
      'of a list that is mapped',
      made(''),
      of(
        "base.tools.map((each) => (each.type === 'function' ? { ...each, needsApproval: async () => needed() } : each))",
      ),
      [open],
    ],
    [
      'of a list that is mapped, where it is taken for another kind',
      made(''),
      of(
        "base.tools.map((each) => (each.type === 'hosted_tool' ? each : { ...each, needsApproval: async () => needed() }))",
      ),
      [open],
    ],
    ['with an approval out of another object', made(''), of('[{ ...wipe, ...asked }]'), [open]],
    [
      'with an approval by a computed key',
      made(''),
      of("[{ ...wipe, ['needsApproval']: async () => needed() }]"),
      [open],
    ],
    ['that runs something else', made(''), of("[{ ...wipe, invoke: async () => 'gone' }]"), [open]],
  ])('%s', (_name, original, copy, expected) => {
    expect(
      found(
        `declare function needed(): boolean;\nconst asked = { needsApproval: async () => needed() };\n${original}${copy}`,
      ),
    ).toEqual(expected);
  });
});
