import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Tools that come out of tables, loops and registries: each entry is a tool with the name, the handler and the guards of
// that entry. In the wrong programs `erase` deletes a file, without an approval; the right ones differ in that entry alone.
const erases = 'run: async ({ path }: Input) => { await rm(path); return path; }';
const shows = 'run: async ({ path }: Input) => path';

interface Sdk {
  readonly imports: string;
  readonly agent: string;
  readonly remedy: string;
}

const openai: Sdk = {
  imports: "import { Agent, tool, type Tool } from '@openai/agents';",
  agent: '`Cleaner`',
  remedy: 'Set `needsApproval: true`',
};
const ai: Sdk = {
  imports: "import { generateText, tool, ToolLoopAgent, type Tool } from 'ai'; const model = 'openai/gpt-5';",
  agent: '`go`',
  remedy: 'Set `needsApproval: true`',
};
const langchain: Sdk = {
  imports:
    "import { createAgent, tool, type DynamicStructuredTool as Tool } from 'langchain'; const model = 'openai:gpt-5';",
  agent: '`agent`',
  remedy: 'Add a middleware there that requests approval first',
};
const mastra: Sdk = {
  imports: `import { Agent } from '@mastra/core/agent'; import { createTool } from '@mastra/core/tools';
const agentOf = { id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5' };`.replace('\n', ' '),
  agent: '`Cleaner`',
  remedy: 'Set `requireApproval: true`',
};
const adk: Sdk = {
  imports: "import { FunctionTool, LlmAgent } from '@google/adk'; const model = 'gemini-2.5-flash';",
  agent: '`cleaner`',
  remedy: 'Set `requireConfirmation: true`',
};

const head = ({ imports }: Sdk, erase: string): string => `import { rm } from 'node:fs/promises';
${imports}
import { z } from 'zod';
interface Input { path: string }
interface Def { name: string; description: string; approve?: boolean; run: (input: Input) => Promise<string> }
const parameters = z.object({ path: z.string() });
const show: Def = { name: 'show', description: 'Show', ${shows} };
const erase: Def = { name: 'erase', description: 'Erase', ${erase} };
declare function isWanted(def: Def): boolean;
`;

const toolOf =
  'tool({ name: def.name, description: def.description, parameters, needsApproval: def.approve, execute: def.run })';
const agentOf = (tools: string): string => `export const agent = new Agent({ name: 'Cleaner', tools: ${tools} });`;

/** The name of each program, the SDK it is of, and its text, after the definitions `show` and `erase`. */
const programs: readonly (readonly [string, Sdk, string])[] = [
  ['a list that is mapped', openai, agentOf(`[show, erase].map((def) => ${toolOf})`)],
  [
    'a loop that pushes',
    openai,
    `const tools: Tool[] = []; for (const def of [show, erase]) tools.push(${toolOf}); ${agentOf('tools')}`,
  ],
  [
    'a loop that takes the entries apart in its head',
    openai,
    `const tools: Tool[] = []; for (const { name, description, run, approve } of [show, erase]) tools.push(tool({ name, description, parameters, needsApproval: approve, execute: run })); ${agentOf('tools')}`,
  ],
  [
    'a callback of forEach that pushes',
    openai,
    `const defs = [show, erase]; const tools: Tool[] = []; defs.forEach((def) => { tools.push(${toolOf}); }); ${agentOf('tools')}`,
  ],
  [
    'the entries of a record in a loop',
    openai,
    `const defs: Record<string, Def> = { a: show, b: erase }; const tools: Tool[] = []; for (const [, def] of Object.entries(defs)) tools.push(${toolOf}); ${agentOf('tools')}`,
  ],
  [
    'the values of a record in a loop',
    openai,
    `const defs = { show, erase }; const tools: Tool[] = []; for (const def of Object.values(defs)) tools.push(${toolOf}); ${agentOf('tools')}`,
  ],
  [
    'the values of a record that are mapped, beside others that are spread',
    openai,
    `const reading = { show }; const writing: Record<string, Def> = { erase }; ${agentOf(`[...Object.values(reading), ...Object.values(writing)].map((def) => ${toolOf})`)}`,
  ],
  [
    'two lists of tools that are spread',
    openai,
    `const toolsOf = (defs: readonly Def[]) => defs.map((def) => ${toolOf}); ${agentOf('[...toolsOf([show]), ...toolsOf([show, erase])]')}`,
  ],
  [
    'a Map that is looked through by its entries',
    ai,
    `const defs = new Map([['show', show], ['erase', erase]]); const tools: Record<string, Tool> = {}; defs.forEach((def, name) => { tools[name] = tool({ description: def.description, inputSchema: parameters, needsApproval: def.approve, execute: def.run }); });
export const go = (prompt: string) => generateText({ model, prompt, tools });`,
  ],
  [
    'a Map that is filled, and looked through',
    openai,
    `const defs = new Map<string, Def>(); for (const def of [show, erase]) defs.set(def.name, def); ${agentOf(`[...defs.values()].map((def) => ${toolOf})`)}`,
  ],
  [
    'a Set of definitions',
    openai,
    `const defs = new Set<Def>([show]); defs.add(erase); ${agentOf(`Array.from(defs, (def) => ${toolOf})`)}`,
  ],
  [
    'a list that is filtered, and reduced',
    openai,
    agentOf(`[show, erase].filter(isWanted).reduce<Tool[]>((all, def) => [...all, ${toolOf}], [])`),
  ],
  [
    'a reduction that pushes',
    openai,
    agentOf(`[show, erase].reduce((all: Tool[], def) => { all.push(${toolOf}); return all; }, [])`),
  ],
  [
    'a function with a loop in it',
    openai,
    `function build(defs: readonly Def[]): Tool[] { const tools: Tool[] = []; for (const def of defs) { tools.push(${toolOf}); } return tools; } ${agentOf('build([show, erase])')}`,
  ],
  [
    'a function that fills the list of its caller',
    openai,
    `function fill(list: Tool[], def: Def): void { list.push(${toolOf}); } const tools: Tool[] = []; fill(tools, show); fill(tools, erase); ${agentOf('tools')}`,
  ],
  [
    'a function that registers in a list of its file',
    openai,
    `const tools: Tool[] = []; function add(def: Def): void { tools.push(${toolOf}); } add(show); add(erase); ${agentOf('tools')}`,
  ],
  [
    'a registry class',
    openai,
    `class Registry { readonly #tools = new Map<string, Tool>(); register(def: Def): this { this.#tools.set(def.name, ${toolOf}); return this; } list(): Tool[] { return [...this.#tools.values()]; } }
const registry = new Registry(); registry.register(show).register(erase); ${agentOf('registry.list()')}`,
  ],
  [
    'a registry class with a public list',
    openai,
    `class Registry { tools: Tool[] = []; add(...defs: Def[]): void { for (const def of defs) this.tools.push(${toolOf}); } }
const registry = new Registry(); registry.add(show, erase); ${agentOf('registry.tools')}`,
  ],
  [
    'a registry class that is given its definitions',
    openai,
    `class Registry { constructor(private readonly defs: readonly Def[]) {} get tools(): Tool[] { return this.defs.map((def) => ${toolOf}); } }
${agentOf('new Registry([show, erase]).tools')}`,
  ],
  [
    'a list that is pushed to after the agent was made',
    openai,
    `const tools: Tool[] = []; ${agentOf('tools')} for (const def of [show, erase]) tools.push(${toolOf});`,
  ],
  [
    'a record that a loop fills',
    ai,
    `const tools: Record<string, Tool> = {}; for (const def of [show, erase]) tools[def.name] = tool({ description: def.description, inputSchema: parameters, needsApproval: def.approve, execute: def.run });
export const go = (prompt: string) => generateText({ model, prompt, tools });`,
  ],
  [
    'a variable that one branch assigns the tools, and the other one fewer',
    ai,
    `const toolOf = (def: Def) => tool({ description: def.description, inputSchema: parameters, needsApproval: def.approve, execute: def.run });
export async function go(prompt: string) { let tools: Record<string, Tool>; if (prompt === '') tools = { show: toolOf(show) }; else tools = { erase: toolOf(erase) }; return generateText({ model, prompt, tools }); }`,
  ],
  [
    'a variable that is assigned others once it was used',
    ai,
    `const toolOf = (def: Def) => tool({ description: def.description, inputSchema: parameters, needsApproval: def.approve, execute: def.run });
export async function go(prompt: string) { let tools: Record<string, Tool> = { erase: toolOf(erase) }; const result = await generateText({ model, prompt, tools }); tools = {}; return [result, tools]; }`,
  ],
  [
    'a record from entries',
    ai,
    `export const go = (prompt: string) => generateText({ model, prompt, tools: Object.fromEntries([show, erase].map((def) => [def.name, tool({ description: def.description, inputSchema: parameters, needsApproval: def.approve, execute: def.run })])) });`,
  ],
  [
    'a list that is mapped, of Mastra',
    mastra,
    `const tools = Object.fromEntries([show, erase].map((def) => [def.name, createTool({ id: def.name, description: def.description, inputSchema: parameters, requireApproval: def.approve, execute: def.run })]));
export const agent = new Agent({ ...agentOf, tools });`,
  ],
  [
    'a list that is mapped, of ADK',
    adk,
    `export const agent = new LlmAgent({ name: 'cleaner', model, tools: [show, erase].map((def) => new FunctionTool({ name: def.name, description: def.description, parameters, requireConfirmation: def.approve, execute: def.run })) });`,
  ],
  [
    'handlers that run the handler of their entry',
    openai,
    agentOf(
      '[show, erase].map((def) => tool({ name: def.name, description: def.description, parameters, needsApproval: def.approve, execute: async (input) => { const text = await def.run(input); return text.trim(); } }))',
    ),
  ],
  [
    'a list that is mapped, whose handlers look their entry up',
    openai,
    `const defs = new Map<string, Def>([show, erase].map((def) => [def.name, def])); ${agentOf('[show, erase].map((def) => tool({ name: def.name, description: def.description, parameters, needsApproval: def.approve, execute: (input) => defs.get(def.name)!.run(input) }))')}`,
  ],
];

const aiToolOf =
  'tool({ description: def.description, inputSchema: parameters, needsApproval: def.approve, execute: def.run })';
const chosenBy = (all: string, choose: string): string => `const toolOf = (def: Def): Tool => ${aiToolOf}; ${all}
export const go = (prompt: string, names: string[]) => { const chosen: Record<string, Tool> = {}; ${choose} return generateText({ model, prompt, tools: chosen }); };`;
const inMap = 'const all = new Map<string, Tool>(); for (const def of [show, erase]) all.set(def.name, toolOf(def));';
const registered = `const all = new Map<string, Tool>(); const register = (def: Def): void => { all.set(def.name, toolOf(def)); }; register(show); register(erase);`;
const inRecord = 'const all: Record<string, Tool> = { show: toolOf(show), erase: toolOf(erase) };';

/** What names that are not known choose. */
/** Families of tools, each of which a function of a table makes: `erase` is in one of them. */
const families = (choose: string): string => `const toolOf = (def: Def): Tool => ${aiToolOf};
const filesOf = (isOn: boolean): Record<string, Tool> => (isOn ? { erase: toolOf(erase) } : {});
const builders: Record<string, (isOn: boolean) => Record<string, Tool>> = { notes: () => ({ show: toolOf(show) }), files: (isOn) => filesOf(isOn) };
${chosenBy('', choose)}`;

const chosen: readonly (readonly [string, Sdk, string])[] = [
  [
    'functions of a table, whose tools are put into one object',
    ai,
    families('for (const name of names) Object.assign(chosen, builders[name]!(prompt.length > 3));'),
  ],
  [
    'a function of a table, whose tools are spread',
    ai,
    families("const more = { ...builders['files' as string]!(true) }; Object.assign(chosen, more);"),
  ],
  [
    'a record, in a loop',
    ai,
    chosenBy(inRecord, 'for (const name of names) { const each = all[name]; if (each) chosen[name] = each; }'),
  ],
  [
    'a Map, in a loop',
    ai,
    chosenBy(inMap, 'for (const name of names) { const each = all.get(name); if (each) chosen[name] = each; }'),
  ],
  [
    'a Map that a function fills, in a loop',
    ai,
    chosenBy(registered, 'for (const name of names) { const each = all.get(name); if (each) chosen[name] = each; }'),
  ],
  [
    'a record, by entries',
    ai,
    chosenBy(
      inRecord,
      'Object.assign(chosen, Object.fromEntries(names.flatMap((name) => { const each = all[name]; return each ? [[name, each]] : []; })));',
    ),
  ],
  [
    'a Map, by entries',
    ai,
    chosenBy(inMap, 'Object.assign(chosen, Object.fromEntries(names.map((name) => [name, all.get(name)!])));'),
  ],
  [
    'a record, as a list',
    openai,
    `const all: Record<string, Tool> = { show: [show].map((def) => ${toolOf})[0]!, erase: [erase].map((def) => ${toolOf})[0]! };
export const agentFor = (names: string[]) => new Agent({ name: 'Cleaner', tools: names.map((name) => all[name]).filter((each) => each !== undefined) });`,
  ],
];

const wrong = erases;
const others: readonly (readonly [string, Sdk, string])[] = [
  [
    'a list that is mapped, of LangChain',
    langchain,
    `export const agent = createAgent({ model, tools: [show, erase].map((def) => tool(def.run, { name: def.name, description: def.description, schema: parameters })) });`,
  ],
];

const errorOf = ({ agent, remedy }: Sdk) => ({
  messageId: 'unguarded' as const,
  data: { tool: '`erase`', what: 'deletes with `fs.rm` (line 8; high impact)', agents: agent, remedy },
});

/** Handlers that a loop over names takes from a table, which has one that removes more as well. */
const byName = (names: string, approve: string): string => `${head(ai, wrong)}
const handlers: Record<string, (input: Input) => Promise<string>> = { show: show.run, erase: erase.run, other: async ({ path }) => { await rm(path, { recursive: true }); return path; } };
const approvals: Record<string, boolean | undefined> = { erase: ${approve} };
const names: string[] = ${names}; const tools: Record<string, Tool> = {};
for (const name of names) { const run = handlers[name]; if (!run) continue; tools[name] = tool({ description: name, inputSchema: parameters, needsApproval: approvals[name], execute: async (input) => run(input) }); }
export const go = (prompt: string) => generateText({ model, prompt, tools });
`;

tester.run('require-guardrail: tables of tools', requireGuardrail, {
  valid: [
    ...Object.entries({
      'by its type': "type Kind = Exclude<keyof typeof builders, 'erase'>; export const make = (kind: Kind) =>",
      'where another branch is left':
        "export const make = (kind: keyof typeof builders) => kind === 'erase' ? undefined :",
    }).map(([name, text]) => ({
      name: `a function of a table that the key leaves out ${name}`,
      code: `${head(openai, wrong)}const made = (def: Def): Tool => ${toolOf};
const builders = { show: () => made(show), erase: () => made(erase) };
${text} new Agent({ name: 'Cleaner', tools: [builders[kind]()] });\n`,
    })),
    ...[
      "if (kind === 'erase') throw new Error('no');",
      "if (!new Set(['show']).has(kind)) throw new Error('no');",
      'assertReading(kind);',
    ].map((test) => ({
      name: `a function of a table by a name that is tested: ${test}`,
      code: `${head(openai, wrong)}const made = (def: Def): Tool => ${toolOf};
declare function assertReading(kind: string): void;
const builders: Record<string, () => Tool> = { show: () => made(show), erase: () => made(erase) };
export function make(kind: string) { ${test} return new Agent({ name: 'Cleaner', tools: [builders[kind]!()] }); }\n`,
    })),
    { name: 'handlers of a table by names, where the entry needs approval', code: byName("['show', 'erase']", 'true') },
    { name: 'handlers of a table by other names', code: byName("['show']", 'undefined') },
    ...programs.map(([name, sdk, text]) => ({
      name: `${name}, where the entry needs approval`,
      code: `${head(sdk, `${erases}, approve: true`)}${text}\n`,
    })),
    ...[...programs, ...others].map(([name, sdk, text]) => ({
      name: `${name}, where the entry deletes nothing`,
      code: `${head(sdk, shows)}${text}\n`,
    })),
    ...[`${erases}, approve: true`, shows].flatMap((entry) =>
      chosen.map(([name, sdk, text]) => ({
        name: `what names that are not known choose: ${name}, of ${entry}`,
        code: `${head(sdk, entry)}${text}\n`,
      })),
    ),
    ...[
      chosenBy(
        inMap,
        "const safe = new Set(['show']); for (const name of names) { if (!safe.has(name)) continue; const each = all.get(name); if (each) chosen[name] = each; }",
      ),
      chosenBy(
        inRecord,
        "const kept: 'show'[] = names.length > 3 ? ['show'] : JSON.parse(prompt); Object.assign(chosen, Object.fromEntries(kept.map((name) => [name, all[name]!])));",
      ),
      chosenBy(
        inRecord,
        "Object.assign(chosen, Object.fromEntries(names.filter((name) => name !== 'erase').map((name) => [name, all[name]!])));",
      ),
    ].map((text) => ({
      name: `what only some names choose: ${text.slice(-160)}`,
      code: `${head(ai, wrong)}${text}\n`,
    })),
    {
      name: 'what names choose that are known',
      code: `${head(ai, wrong)}${chosenBy(inRecord, "Object.assign(chosen, Object.fromEntries(['show'].map((name) => [name, all[name]!])));")}\n`,
    },
    {
      name: 'another instance of a registry class',
      code: `${head(openai, wrong)}class Registry { readonly #tools: Tool[] = []; register(def: Def): void { this.#tools.push(${toolOf}); } list(): Tool[] { return this.#tools; } }
const used = new Registry(); used.register(show); const unused = new Registry(); unused.register(erase); ${agentOf('used.list()')}\n`,
    },
    ...[
      'let tools: Record<string, Tool> = all; ({ tools } = { tools: { show: toolOf(show) } });',
      'let tools: Record<string, Tool> = all; tools &&= { show: toolOf(show) };',
      'let tools: Record<string, Tool> = all; const restrict = () => { tools = { show: toolOf(show) }; }; restrict();',
      'let tools: Record<string, Tool> = all; tools = { show: toolOf(show) };',
      "let tools: Record<string, Tool>; tools = all; if (prompt === '') tools = {}; else tools = { show: toolOf(show) };",
      'let tools: Record<string, Tool> = all; for (const name of Object.keys(tools)) if (name) prompt += name; tools = {};',
      'let tools: Record<string, Tool> = all; tools = Object.fromEntries(Object.entries(tools).map(([name, each]) => [name, { ...each, needsApproval: true }]));',
    ].map((code) => ({
      name: `tools that others take the place of before they are given: ${code}`,
      code: `${head(ai, wrong)}const toolOf = (def: Def) => tool({ description: def.description, inputSchema: parameters, execute: def.run }); const all = { erase: toolOf(erase) };
export async function go(prompt: string) { ${code} return generateText({ model, prompt, tools }); }
`,
    })),
    {
      name: 'a list without the entry',
      code: `${head(openai, wrong)}${agentOf(`[show, erase].filter((def) => def.name !== 'erase').map((def) => ${toolOf})`)}\n`,
    },
  ],
  invalid: [
    ...[...programs, ...others].map(([name, sdk, text]) => ({
      name,
      code: `${head(sdk, wrong)}${text}\n`,
      errors: [errorOf(sdk)],
    })),
    ...chosen.map(([name, sdk, text]) => ({
      name: `what names that are not known choose: ${name}`,
      code: `${head(sdk, wrong)}${text}\n`,
      errors: [errorOf(sdk)],
    })),
    {
      name: 'handlers of a table by names',
      code: byName("['show', 'erase']", 'undefined'),
      errors: [
        {
          messageId: 'unguarded' as const,
          data: { ...errorOf(ai).data, what: 'deletes with `fs.rm` through `run` (line 8; high impact)' },
        },
      ],
    },
  ],
});
