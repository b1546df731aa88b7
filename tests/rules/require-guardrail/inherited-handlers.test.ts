import { describe, expect, it } from 'vitest';
import { Analysis } from '../../../src/facts/analysis.ts';
import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { findingsOf } from '../../../src/rules/rule.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';

// Handlers that call an abstract method, one of an interface, or one of a store: what runs is in a class or an object.
const head = `import { rm, readFile } from 'node:fs/promises';
import { generateText, tool, type LanguageModel } from 'ai';
import { Agent, tool as openaiTool } from '@openai/agents';
import { z } from 'zod';
declare const model: LanguageModel;
const inputSchema = z.object({ path: z.string() });
interface Input { readonly path: string }
`;

const base = `abstract class Action {
  abstract readonly title: string;
  abstract run(input: Input): Promise<unknown>;
  toTool() { return tool({ inputSchema, execute: (input) => this.run(input) }); }
}
`;
const erasing = `class Erase extends Action { readonly title = 'erase'; run({ path }: Input) { return rm(path, { recursive: true }); } }
`;
const reading = `class Read extends Action { readonly title = 'read'; run({ path }: Input) { return readFile(path, 'utf8'); } }
`;
const executor = `interface Executor { run(path: string): Promise<unknown> }
class Disk implements Executor { run(path: string) { return rm(path, { recursive: true }); } }
class Memory implements Executor { async run(path: string) { return path; } }
`;

/** A store behind a function, and two tools that change it. */
const state = (
  drop: string,
): string => `interface State { items: string[]; drop(path: string): Promise<void>; add(path: string): void }
const store: State = { items: [], drop: ${drop}, add: (path) => { store.items.push(path); } };
const getState = (): State => store;
const drop = tool({ inputSchema, execute: ({ path }) => getState().drop(path) });
const add = tool({ inputSchema, execute: ({ path }) => { getState().add(path); return path; } });
`;

const programs: Readonly<Record<string, { readonly code: string; readonly found: readonly string[] }>> = {
  'an abstract method, in the subclass that deletes': {
    code: `${base}${reading}${erasing}
export const go = () => generateText({ model, prompt: '', tools: { erase: new Erase().toTool() } });`,
    found: ['erase'],
  },
  'an abstract method, in the subclass that reads': {
    code: `${base}${reading}${erasing}
export const go = () => generateText({ model, prompt: '', tools: { read: new Read().toTool() } });`,
    found: [],
  },
  'a table of actions': {
    code: `${base}${reading}${erasing}const actions: Action[] = [new Read(), new Erase()];
export const go = () =>
  generateText({ model, prompt: '', tools: Object.fromEntries(actions.map((action) => [action.title, action.toTool()])) });`,
    found: ['erase'],
  },
  'the only subclass, whatever makes it': {
    code: `${base}${erasing}
declare function actionOf(): Action;
export const go = () => generateText({ model, prompt: '', tools: { erase: actionOf().toTool() } });`,
    found: ['erase'],
  },
  'one of two subclasses, and it is not known which': {
    code: `${base}${reading}${erasing}
declare function actionOf(): Action;
export const go = () => generateText({ model, prompt: '', tools: { act: actionOf().toTool() } });`,
    found: [],
  },
  'one of two that a setting decides': {
    code: `${base}${reading}${erasing}
const action: Action = process.env['DRY'] ? new Read() : new Erase();
export const go = () => generateText({ model, prompt: '', tools: { act: action.toTool() } });`,
    found: ['act'],
  },
  'an approval that the subclass asks for': {
    code: `abstract class Action {
  abstract readonly isRisky: boolean;
  abstract run(input: Input): Promise<unknown>;
  toTool() { return tool({ inputSchema, needsApproval: this.isRisky, execute: (input) => this.run(input) }); }
}
class Erase extends Action { readonly isRisky = true; run({ path }: Input) { return rm(path, { recursive: true }); } }
export const go = () => generateText({ model, prompt: '', tools: { erase: new Erase().toTool() } });`,
    found: [],
  },
  'a base class whose method no subclass replaces': {
    code: `class Workspace {
  erase(path: string) { return rm(path, { recursive: true }); }
  tools() { return [openaiTool({ name: 'erase', description: 'Erase', parameters: inputSchema, execute: ({ path }) => this.erase(path) })]; }
}
class NamedWorkspace extends Workspace { readonly name = 'main'; }
export const agent = new Agent({ name: 'Coder', tools: new NamedWorkspace().tools() });`,
    found: ['erase'],
  },
  'an interface, with the class that deletes': {
    code: `${executor}const toolsOf = (executor: Executor) => ({ act: tool({ inputSchema, execute: ({ path }) => executor.run(path) }) });
export const go = () => generateText({ model, prompt: '', tools: toolsOf(new Disk()) });`,
    found: ['act'],
  },
  'an interface, with the class that only keeps': {
    code: `${executor}const toolsOf = (executor: Executor) => ({ act: tool({ inputSchema, execute: ({ path }) => executor.run(path) }) });
export const go = () => generateText({ model, prompt: '', tools: toolsOf(new Memory()) });`,
    found: [],
  },
  'a constant behind an interface': {
    code: `${executor}const executor: Executor = new Disk();
const act = tool({ inputSchema, execute: ({ path }) => executor.run(path) });
export const go = () => generateText({ model, prompt: '', tools: { act } });`,
    found: ['act'],
  },
  'a constant behind an interface that only keeps': {
    code: `${executor}const executor: Executor = new Memory();
const act = tool({ inputSchema, execute: ({ path }) => executor.run(path) });
export const go = () => generateText({ model, prompt: '', tools: { act } });`,
    found: [],
  },
  'an object behind an interface': {
    code: `interface Store { readonly erase: (path: string) => Promise<void>; readonly size: () => number }
const storeOf = (): Store => ({ erase: (path) => rm(path, { recursive: true }), size: () => 0 });
const store = storeOf();
const act = tool({ inputSchema, execute: ({ path }) => store.erase(path) });
export const go = () => generateText({ model, prompt: '', tools: { act } });`,
    found: ['act'],
  },
  'another function of the object': {
    code: `interface Store { readonly erase: (path: string) => Promise<void>; readonly size: () => number }
const storeOf = (): Store => ({ erase: (path) => rm(path, { recursive: true }), size: () => 0 });
const store = storeOf();
const act = tool({ inputSchema, execute: () => store.size() });
export const go = () => generateText({ model, prompt: '', tools: { act } });`,
    found: [],
  },
  'what a function keeps behind an interface': {
    code: `${state('(path) => rm(path, { recursive: true })')}
export const go = () => generateText({ model, prompt: '', tools: { drop, add } });`,
    found: ['drop'],
  },
  'what a function keeps behind an interface, in memory only': {
    code: `${state('async (path) => { store.items = store.items.filter((each) => each !== path); }')}
export const go = () => generateText({ model, prompt: '', tools: { drop, add } });`,
    found: [],
  },
  'another function of what a function keeps': {
    code: `${state('(path) => rm(path, { recursive: true })')}
export const go = () => generateText({ model, prompt: '', tools: { add } });`,
    found: [],
  },
  'what a function of an object keeps behind an interface': {
    code: `${state('(path) => rm(path, { recursive: true })').replace('const getState = (): State => store;', 'const api: { getState: () => State } = { getState: () => store }; const { getState } = api;')}
export const go = () => generateText({ model, prompt: '', tools: { drop, add } });`,
    found: ['drop'],
  },
};

describe('require-guardrail, handlers behind abstract methods and interfaces', () => {
  it.each(Object.entries(programs))('%s', (_, { code, found }) => {
    const { program, file } = programOf({ 'a.ts': `${head}${code}\n` });

    const findings = findingsOf(requireGuardrail, file('a.ts'), new Analysis(program));

    expect(findings.map(({ data }) => (data.tool ?? '').replaceAll('`', ''))).toEqual(found);
  });

  it('is known where what is unknown counts, too', () => {
    const code = `${state('async (path) => { store.items = store.items.filter((each) => each !== path); }')}
export const go = () => generateText({ model, prompt: '', tools: { drop, add } });`;
    const { program, file } = programOf({ 'a.ts': `${head}${code}\n` });

    expect(findingsOf(requireGuardrail, file('a.ts'), new Analysis(program), { checkUnknown: true })).toEqual([]);
  });
});
