import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../src/facts/agents/agents.ts';
import { type Sensitivity, sensitivityOf } from '../../src/facts/agents/sensitivity.ts';
import type { ToolFact } from '../../src/facts/agents/tools.ts';
import { agentSdks } from '../../src/models/agents/index.ts';
import { isFunctionLike } from '../../src/type-utils/syntax.ts';
import { nodesIn, programOf } from '../type-utils/in-memory-program.ts';

/** As far as the handlers need them, in the shape of the packages' own declarations. */
const packages: Readonly<Record<string, string>> = {
  e2b: `export declare class Sandbox { static create(): Promise<Sandbox>; run(code: string): Promise<string>; }`,
  '@slack/web-api': `
    type Method = (options: object) => Promise<object>;
    export declare class WebClient { readonly chat: { delete: Method; unfurl: Method; getPermalink: Method }; readonly users: { members: Method } }`,
  '@mastra/core': `
    declare class Schedules { delete(id: string): Promise<void>; get(id: string): Promise<object>; rehearse(id: string): Promise<void>; }
    declare class Agent { generate(text: string): Promise<object>; }
    declare class MastraMemory { saveMessages(text: string): Promise<void>; deleteThread(id: string): Promise<void>; }
    export declare class Mastra { readonly schedules: Schedules; readonly agent: Agent; readonly memory: MastraMemory; }`,
  '@octokit/types': `export interface RequestInterface { (route: string): Promise<object>; }`,
  '@octokit/core': `
    import type { RequestInterface } from '@octokit/types';
    export declare class Octokit { request: RequestInterface; }`,
  mathjs: `export declare function evaluate(text: string): any;`,
  'sandbox-x': `export declare class Sandbox { static create(): Promise<Sandbox>; run(code: string): Promise<string>; }`,
  '@types/pg': `export declare class Client { connect(): Promise<void>; notify(channel: string): Promise<void>; end(): Promise<void>; }`,
};

/** What a tool is whose handler is the first function of a program. */
function classOf(code: string): Sensitivity['class'] {
  const { program, file } = programOf({
    ...Object.fromEntries(
      Object.entries(packages).flatMap(([name, text]) => [
        [`node_modules/${name}/index.d.ts`, text],
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', types: 'index.d.ts' })],
      ]),
    ),
    'a.ts': code,
  });
  const [handler] = nodesIn(file('a.ts'), isFunctionLike);
  const tool = { handler, hints: new Map(), does: undefined, methods: [], isRunElsewhere: false };
  return sensitivityOf(tool as unknown as ToolFact, agentFactsOf(program, agentSdks)).class;
}

describe('what a tool is taken for', () => {
  it('is harmless in a sandbox', () => {
    const code = (from: string): string =>
      `import { Sandbox } from '${from}'; export async function handler(code: string) { const box = await Sandbox.create(); return box.run(code); }`;
    expect(classOf(code('e2b'))).toBe('harmless');
    expect(classOf(code('sandbox-x'))).toBe('unknown');
  });

  it('is harmless if it only computes', () => {
    expect(classOf(`import { evaluate } from 'mathjs'; export const handler = (text: string) => evaluate(text);`)).toBe(
      'harmless',
    );
  });

  describe('where a word decides', () => {
    const request = (route: string): string =>
      `import { Octokit } from '@octokit/core'; const octokit = new Octokit(); export async function handler(route: string) { await octokit.request(${route}); }`;

    it('goes by that word', () => {
      expect(classOf(request(`'DELETE /repos/x'`))).toBe('sensitive');
      expect(classOf(request(`'GET /repos/x'`))).toBe('harmless');
    });

    it('known gap: is harmless where the model writes it', () => {
      expect(classOf(request('route'))).toBe('harmless');
    });
  });

  it('goes by the verb of a method of a modelled package, and is unknown without one', () => {
    const slack = (call: string): string =>
      `import { WebClient } from '@slack/web-api'; const slack = new WebClient(); export async function handler() { await slack.${call}({}); }`;
    expect(classOf(slack('chat.delete'))).toBe('sensitive');
    expect(classOf(slack('chat.unfurl'))).toBe('unknown');
    expect(classOf(slack('chat.getPermalink'))).toBe('harmless');
    expect(classOf(slack('users.members'))).toBe('harmless');
    const mastra = (call: string): string =>
      `import { Mastra } from '@mastra/core'; const mastra = new Mastra(); export async function handler() { await mastra.${call}('x'); }`;
    expect(classOf(mastra('schedules.delete'))).toBe('sensitive');
    expect(classOf(mastra('schedules.rehearse'))).toBe('unknown');
    expect(classOf(mastra('schedules.get'))).toBe('harmless');
    // A run, whose tools have guards of their own.
    expect(classOf(mastra('agent.generate'))).toBe('harmless');
    expect(classOf(mastra('memory.saveMessages'))).toBe('harmless');
    expect(classOf(mastra('memory.deleteThread'))).toBe('sensitive');
  });

  it('is harmless where a module is imported on the spot, and unknown where it is not known which', () => {
    expect(
      classOf(
        `export async function handler(path: string) { const { stat } = await import('node:fs'); stat(path, () => {}); }`,
      ),
    ).toBe('harmless');
    expect(classOf('export async function handler(path: string) { await import(path); }')).toBe('unknown');
  });

  it('is not unknown for opening and closing a connection', () => {
    const code = (call: string): string =>
      `import { Client } from 'pg'; export async function handler() { const client = new Client(); await client.connect(); ${call} await client.end(); }`;
    expect(classOf(code(''))).toBe('harmless');
    expect(classOf(code(`await client.notify('x');`))).toBe('unknown');
  });
});
