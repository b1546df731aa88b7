import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { type Sensitivity, sensitivityOf } from '../../../src/facts/guardrails/sensitivity.ts';
import type { ToolFact } from '../../../src/facts/agents/tools.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { isFunctionLike } from '../../../src/type-utils/syntax.ts';
import { nodesIn, programOf } from '../../type-utils/in-memory-program.ts';

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
  dockerode: `
    declare class Container { exec(given: object, done: (error: unknown) => void): void; exec(given: object): Promise<object>; stats(done: () => void): void; stats(): Promise<object>; }
    export declare class Docker { getContainer(id: string): Container; }`,
  '@langchain/core': `export declare class StructuredTool { name: string; invoke(input: object): Promise<string>; }`,
  'some-pty': `export interface Pty { pid: number } export declare function spawn(file: string, words: string[]): Pty; export declare function open(file: string): Pty;`,
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
  const tool = {
    node: handler,
    handler,
    hints: new Map(),
    does: undefined,
    methods: [],
    isRunElsewhere: false,
    runs: new Map(),
    alternatives: [],
    model: {},
  };
  return sensitivityOf(tool as unknown as ToolFact, agentFactsOf(program, agentSdks)).class;
}

describe('what a tool is taken for', () => {
  it('is harmless in a sandbox', () => {
    const code = (from: string): string =>
      `import { Sandbox } from '${from}'; export async function handler(code: string) { const box = await Sandbox.create(); return box.run(code); }`;
    expect(classOf(code('e2b'))).toBe('harmless');
    expect(classOf(code('sandbox-x'))).toBe('unknown');
  });

  it('is not harmless if it runs a tool of which nothing is known', () => {
    const code = (result: string): string =>
      `import { StructuredTool } from '@langchain/core'; export const handler = async (inner: StructuredTool) => ${result};`;
    expect(classOf(code('inner.invoke({})'))).toBe('unknown');
    expect(classOf(code('inner.name'))).toBe('harmless');
  });

  it('is not harmless if it starts a program, whatever comes back', () => {
    const code = (call: string): string =>
      `import { open, spawn } from 'some-pty'; export const handler = (text: string) => ${call}.pid;`;
    expect(classOf(code("spawn('sh', ['-c', text])"))).toBe('unknown');
    expect(classOf(code('open(text)'))).toBe('harmless');
  });

  it('goes by the declaration that a call is of, where there are several', () => {
    const code = (call: string): string =>
      `import { Docker } from 'dockerode'; declare const docker: Docker; export const handler = async (text: string) => ${call};`;
    expect(classOf(code('docker.getContainer(text).exec({ Cmd: [text] })'))).toBe('unknown');
    expect(classOf(code('docker.getContainer(text).stats()'))).toBe('harmless');
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

    it('is unknown where the model writes it', () => {
      expect(classOf(request('route'))).toBe('unknown');
      expect(classOf(request('`${route} /repos/x`'))).toBe('unknown');
      expect(classOf(request(`route.toUpperCase() + ' /repos/x'`))).toBe('unknown');
      expect(classOf(request('`GET /repos/${route}`'))).toBe('harmless');
    });

    it.each<[name: string, method: string, Sensitivity['class']]>([
      ['any text', 'string', 'unknown'],
      ['any', 'any', 'unknown'],
      ['words that read', `'GET' | 'HEAD'`, 'harmless'],
      ['words that may write', `'GET' | 'DELETE'`, 'sensitive'],
      ['no word', 'undefined', 'harmless'],
    ])('goes by the type of what the model writes: %s', (_name, type, expected) => {
      expect(
        classOf(
          `export async function handler({ url, method }: { url: string; method: ${type} }) { await fetch(url, { method }); }`,
        ),
      ).toBe(expected);
      expect(
        classOf(
          `export async function handler(input: { method: ${type} }) { await api('/x', { method: input.method }); }
           async function api(path: string, init?: RequestInit) { return fetch(path, { ...init }); }`,
        ),
      ).toBe(expected);
    });

    it.each<[name: string, code: string]>([
      ['the environment', `await fetch(url, { method: process.env.METHOD });`],
      ['a call of what is not in the program', `await fetch(url, { method: methodFor(url) });`],
      ['options that are made elsewhere', `await fetch(url, optionsFor(url));`],
      ['options that are parsed', `await fetch(url, JSON.parse(url));`],
      ['a list of arguments', `const all: [string, RequestInit] = JSON.parse(url); await fetch(...all);`],
      ['a callback', `await Promise.all(JSON.parse(url).map((method: string) => fetch('/x', { method })));`],
      ["a type that is not the model's", `await fetch(url, { method: settings.method });`],
      ['a flag', `const { Worker } = await import('node:worker_threads'); new Worker(url, { eval: flag });`],
    ])('is unknown where it is not known: %s', (_name, body) => {
      expect(
        classOf(
          `export async function handler(url: string) { ${body} }
           declare const process: { env: { METHOD?: string } };
           declare const settings: { method: 'GET' | 'POST' };
           declare const flag: boolean;
           declare function methodFor(url: string): string;
           declare function optionsFor(url: string): RequestInit;`,
        ),
      ).toBe('unknown');
    });

    const wrapper = (call: string, declarations: string): string =>
      `export async function handler(url: string) { await ${call}; } ${declarations}`;
    const wrappers: Readonly<Record<string, string>> = {
      'options that are handed on': `async function api(path: string, init?: RequestInit) { return fetch(path, init); }`,
      'options with more': `async function api(path: string, init: RequestInit = {}) { return fetch(path, { ...init, headers: { a: 'b' } }); }`,
      'a rest of the options': `async function api(path: string, options: RequestInit & { timeout?: number } = {}) { const { timeout, ...init } = options; return fetch(path, { ...init, signal: AbortSignal.timeout(timeout ?? 1) }); }`,
      'a rest of a parameter': `async function api(path: string, { headers, ...init }: RequestInit = {}) { return fetch(path, { ...init, headers }); }`,
      'a method that is taken out': `async function api(path: string, options: RequestInit = {}) { const { method = 'GET' } = options; return fetch(path, { method }); }`,
      'a list of arguments': `const api = (...given: Parameters<typeof fetch>) => fetch(...given);`,
      'a function inside': `async function api(path: string, init?: RequestInit) { const run = async () => fetch(path, init); for (let i = 0; i < 3; i++) try { return await run(); } catch {} return run(); }`,
      'options that a function makes': `const optionsOf = (init: RequestInit | undefined) => ({ method: init?.method ?? 'GET', headers: {} }); async function api(path: string, init?: RequestInit) { return fetch(path, optionsOf(init)); }`,
      'a variable': `async function api(path: string, init?: RequestInit) { let method: string | undefined = 'GET'; if (init?.method) method = init.method; return fetch(path, { method }); }`,
      'a class': `class Api { constructor(private readonly base: string) {} request(path: string, init?: RequestInit) { return fetch(this.base + path, init); } } const made = new Api('x'); const api = (path: string, init?: RequestInit) => made.request(path, init);`,
      'three of them': `const a = (path: string, init?: RequestInit) => fetch(path, init); const b = (path: string, init?: RequestInit) => a(path, { ...init, cache: 'no-store' }); async function api(path: string, init?: RequestInit) { return b(path, init); }`,
    };
    it.each(Object.entries(wrappers))('goes by the word that a wrapper is given: %s', (_name, declarations) => {
      expect(classOf(wrapper('api(url)', declarations))).toBe('harmless');
      expect(classOf(wrapper(`api(url, { method: 'GET' })`, declarations))).toBe('harmless');
      expect(classOf(wrapper(`api(url, { headers: {} })`, declarations))).toBe('harmless');
      expect(classOf(wrapper(`api(url, { method: 'POST' })`, declarations))).toBe('sensitive');
      expect(classOf(wrapper(`api(url, { method: url })`, declarations))).toBe('unknown');
    });

    it('is harmless where there is none', () => {
      const code = (call: string): string => `export async function handler(url: any) { await ${call}; }`;
      expect(classOf(code('fetch(url)'))).toBe('harmless');
      expect(classOf(code('fetch(new URL(url))'))).toBe('harmless');
      expect(classOf(code(`fetch(url, { ...(url && { headers: { a: 'b' } }) })`))).toBe('harmless');
      expect(classOf(code(`fetch(url, { ...(url && { method: 'POST' }) })`))).toBe('sensitive');
      expect(classOf(code('fetch(new Request(url))'))).toBe('harmless');
      expect(classOf(code('fetch(new Request(url, url))'))).toBe('unknown');
    });
  });

  it('goes by the verb of a method of a modelled package, and is unknown without one', () => {
    const slack = (call: string): string =>
      `import { WebClient } from '@slack/web-api'; const slack = new WebClient(); export async function handler() { await slack.${call}({}); }`;
    expect(classOf(slack('chat.delete'))).toBe('sensitive');
    expect(classOf(slack('chat.unfurl'))).toBe('unknown');
    expect(classOf(slack('chat.getPermalink'))).toBe('harmless');
    expect(classOf(slack('users.members'))).toBe('harmless');
    expect(classOf(slack(`chat['delete']`))).toBe('sensitive');
    expect(classOf(slack(`chat['getPermalink']`))).toBe('harmless');
    // The model writes the method's name.
    expect(
      classOf(
        `import { WebClient } from '@slack/web-api'; const { chat } = new WebClient(); export async function handler(method: 'delete' | 'getPermalink') { await chat[method]({}); }`,
      ),
    ).toBe('unknown');
    const mastra = (call: string): string =>
      `import { Mastra } from '@mastra/core'; const mastra = new Mastra(); export async function handler() { await mastra.${call}('x'); }`;
    expect(classOf(mastra('schedules.delete'))).toBe('sensitive');
    expect(classOf(mastra('schedules.rehearse'))).toBe('unknown');
    expect(classOf(mastra('schedules.get'))).toBe('harmless');
    // A run, whose tools have guards of their own.
    expect(classOf(mastra('agent.generate'))).toBe('harmless');
    expect(classOf(mastra('memory.saveMessages'))).toBe('harmless');
    expect(classOf(mastra('memory.deleteThread'))).toBe('sensitive');
    // Its `then` takes the next step: it is no promise.
    const workflow = (call: string): string =>
      `import type { Workflow } from '@mastra/core/workflows'; declare const workflow: Workflow; export async function handler() { await workflow.${call}('x'); }`;
    expect(classOf(workflow('deleteWorkflowRunById'))).toBe('sensitive');
    expect(classOf(workflow('getWorkflowRunById'))).toBe('harmless');
  });

  it('is harmless where a module is imported on the spot, and unknown where it is not known which', () => {
    expect(
      classOf(
        `export async function handler(path: string) { const { stat } = await import('node:fs'); stat(path, () => {}); }`,
      ),
    ).toBe('harmless');
    expect(classOf('export async function handler(path: string) { await import(path); }')).toBe('unknown');
  });

  it('is what a function does that it hands on, and unknown for one that is not in the program', () => {
    const code = (given: string): string =>
      `export async function handler(text: string) { return timed(${given}); }
declare const act: (text: string) => Promise<string>;
const count = async (text: string) => String(text.length);
async function timed(work: (text: string) => Promise<string>, done?: (text: string) => Promise<void>) { const text = await work('a'); await done?.(text); return text; }`;
    expect(classOf(code('async (text) => text.trim()'))).toBe('harmless');
    expect(classOf(code('count'))).toBe('harmless');
    expect(classOf(code('act'))).toBe('unknown');
    expect(classOf(code('async (text) => act(text)'))).toBe('unknown');
    expect(classOf(code('count, async (text) => { await act(text); }'))).toBe('unknown');
  });

  it('is not unknown for opening and closing a connection', () => {
    const code = (call: string): string =>
      `import { Client } from 'pg'; export async function handler() { const client = new Client(); await client.connect(); ${call} await client.end(); }`;
    expect(classOf(code(''))).toBe('harmless');
    expect(classOf(code(`await client.notify('x');`))).toBe('unknown');
  });
});
