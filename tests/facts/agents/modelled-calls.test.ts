import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { agentProject } from '../../../benchmarks/agent-project.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { sharingDeclarations } from '../../parsed-declarations.ts';

const folder = join(import.meta.dirname, '../../sdk/fixtures/sessions');

const sources: Readonly<Record<string, string>> = {
  'tools.ts': `import { tool } from '@openai/agents';
import { z } from 'zod';
export const erase = tool({ name: 'erase', description: 'Erase', parameters: z.object({}), execute: () => 'erased' });`,
  'barrel.ts': `export { tool as makeTool } from '@openai/agents';`,
  'more-tools.ts': `import { makeTool } from './barrel.ts';
import { z } from 'zod';
export const show = makeTool({ name: 'show', description: 'Show', parameters: z.object({}), execute: () => 'shown' });`,
  'desk.ts': `import { Agent } from '@openai/agents';
import { erase } from './tools.ts';
import { show } from './more-tools.ts';
export const desk = new Agent({ name: 'Desk', instructions: '', tools: [erase, show] });`,
  'night.ts': `import { Agent } from '@openai/agents';
import { erase } from './tools.ts';
export const night = new Agent({ name: 'Night', instructions: '', tools: [erase] });`,
  'business.ts': `export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);`,
};

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: [],
};

/** Programs of one project, as an editor makes them: a file that did not change is the same object in the next one. */
class Editor {
  readonly #texts: Map<string, string>;
  readonly #files = new Map<string, { readonly text: string; readonly file: ts.SourceFile }>();
  #program: ts.Program | undefined;

  constructor(texts: Iterable<readonly [string, string]> = Object.entries(sources)) {
    this.#texts = new Map(texts);
  }

  text(name: string): string {
    return this.#texts.get(name)!;
  }

  write(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  /** As the compiler does with a file that stands for another copy of its package. */
  parseAgain(name: string): void {
    this.#files.delete(join(folder, name));
  }

  remove(name: string): void {
    this.#texts.delete(name);
  }

  program(): ts.Program {
    const host = sharingDeclarations(ts.createCompilerHost(options));
    const own = (path: string): string | undefined => this.#texts.get(path.slice(folder.length + 1));
    this.#program = ts.createProgram({
      rootNames: [...this.#texts.keys()].map((name) => join(folder, name)),
      options,
      ...(this.#program ? { oldProgram: this.#program } : {}),
      host: {
        ...host,
        // Folders of files that are in memory only.
        directoryExists: undefined,
        fileExists: (path) => own(path) !== undefined || host.fileExists(path),
        readFile: (path) => own(path) ?? host.readFile(path),
        getSourceFile: (path, language) => {
          const text = own(path);
          const known = this.#files.get(path);
          if (text === undefined) return host.getSourceFile(path, language);
          if (known?.text === text) return known.file;
          const file = ts.createSourceFile(path, text, language);
          this.#files.set(path, { text, file });
          return file;
        },
      },
    });
    return this.#program;
  }
}

/** How many files are looked through to know all agents of the next program, and the names of their tools. */
function lookThrough(editor: Editor): { readonly filesRead: number; readonly tools: readonly string[] } {
  const facts = agentFactsOf(editor.program(), agentSdks);
  const tools = facts.agents.flatMap((agent) => agent.tools.map(({ name }) => `${agent.name ?? ''}: ${name ?? ''}`));
  return { filesRead: facts.calls.filesRead, tools: tools.sort() };
}

describe('the facts of a program', () => {
  it('look through a file once, and again only when it changes', () => {
    const editor = new Editor();
    const all = ['Desk: erase', 'Desk: show', 'Night: erase'];
    const first = lookThrough(editor);
    expect(first.tools).toEqual(all);
    // All but `business.ts`, which reaches no SDK.
    expect(first.filesRead).toBe(5);

    expect(lookThrough(editor)).toEqual({ filesRead: 0, tools: all });

    editor.write('business.ts', `${sources['business.ts'] ?? ''}\nexport const none = 0;`);
    expect(lookThrough(editor)).toEqual({ filesRead: 0, tools: all });

    editor.write('night.ts', (sources['night.ts'] ?? '').replace('tools: [erase]', 'tools: []'));
    expect(lookThrough(editor)).toEqual({ filesRead: 1, tools: ['Desk: erase', 'Desk: show'] });
  });

  it('are looked for anew in the files that import what changed, where a name may mean something else', () => {
    const editor = new Editor();
    lookThrough(editor);
    editor.write(
      'barrel.ts',
      `export function makeTool(options: { name: string }): { name: string } { return options; }`,
    );
    const { filesRead, tools } = lookThrough(editor);
    expect(tools).toEqual(['Desk: erase', 'Night: erase']);
    // `desk.ts`: the barrel, and what imports nothing else, reach no SDK any more.
    expect(filesRead).toBe(1);
  });

  it('are not looked for anew in files that import one which shows them what it did', () => {
    const editor = new Editor();
    lookThrough(editor);
    editor.write('tools.ts', sources['tools.ts']!.replace("name: 'erase'", "name: 'remove'"));

    expect(lookThrough(editor)).toEqual({ filesRead: 1, tools: ['Desk: remove', 'Desk: show', 'Night: remove'] });
  });

  it.each([
    ['the type of an export', `export { tool as makeTool } from 'ai';`],
    ['where an export comes from', `import { tool } from 'ai';\nexport const makeTool = tool;`],
  ])('are looked for anew with %s', (_, text) => {
    const editor = new Editor();
    lookThrough(editor);
    editor.write('barrel.ts', text);

    expect(lookThrough(editor).filesRead).toBeGreaterThan(1);
  });

  it('are looked for anew with a class of which exports tell the name only', () => {
    const kit = (agent: string): string =>
      `import { Agent } from '@openai/agents';\nclass Kit { agent = ${agent}; }\nexport const kit = new Kit();`;
    const asTool = '{ asTool: (options: object) => options }';
    const editor = new Editor([
      ['kit.ts', kit(asTool)],
      ['user.ts', `import { kit } from './kit.ts';\nexport const made = kit.agent.asTool({ toolName: 'ask' });`],
    ]);
    const callsInUser = (): number => {
      const program = editor.program();
      return agentFactsOf(program, agentSdks).calls.in(program.getSourceFile(join(folder, 'user.ts'))!).length;
    };
    expect(callsInUser()).toBe(0);
    editor.write('kit.ts', kit("new Agent({ name: 'Made' })"));

    expect(callsInUser()).toBe(1);
  });

  it('are not looked for anew where declarations were parsed again', () => {
    const editor = new Editor([
      ['note.d.ts', 'export declare const note: string;'],
      ['night.ts', `import { note } from './note.js';\n${sources['night.ts']!.replace("'Night'", 'note')}`],
      ['tools.ts', sources['tools.ts']!],
    ]);
    lookThrough(editor);
    editor.parseAgain('note.d.ts');
    expect(lookThrough(editor).filesRead).toBe(0);
    editor.write('note.d.ts', 'export declare const note: { readonly name: string };');
    expect(lookThrough(editor).filesRead).toBe(1);
  });

  it('are looked for anew in the files that import one that is new, or gone', () => {
    const kit = `export { Agent as Maker } from '@openai/agents';`;
    const editor = new Editor([
      ['other.ts', sources['night.ts']!],
      ['tools.ts', sources['tools.ts']!],
      [
        'user.ts',
        `import { Maker } from './kit.ts';\nexport const made = new Maker({ name: 'Made', instructions: '' });`,
      ],
    ]);
    const agents = (): (string | undefined)[] =>
      agentFactsOf(editor.program(), agentSdks).agents.map(({ name }) => name);
    expect(agents()).toEqual(['Night']);
    editor.write('kit.ts', kit);
    expect(agents().sort()).toEqual(['Made', 'Night']);
    editor.remove('kit.ts');
    expect(agents()).toEqual(['Night']);
  });

  it('come of one file after an edit, in a program of a hundred agents that a barrel ties together', () => {
    const editor = new Editor(agentProject(100));
    const { filesRead, tools } = lookThrough(editor);
    expect(filesRead).toBe(31);
    expect(tools.length).toBeGreaterThan(100);

    const name = 'src/team-4/specialists.ts';
    editor.write(name, editor.text(name).replace("name: 'specialist0'", "name: 'first'"));
    const after = lookThrough(editor);

    expect(after.filesRead).toBe(1);
    expect(after.tools).toHaveLength(tools.length);
    expect(after.tools).not.toEqual(tools);
  });
});
