import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { type Sensitivity, sensitivityOf } from '../../../src/facts/guardrails/sensitivity.ts';
import type { ToolFact } from '../../../src/facts/agents/tools.ts';
import { effectsOf } from '../../../src/program/effects/effects.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { type FunctionLike, isFunctionLike } from '../../../src/type-utils/syntax.ts';
import { type InMemoryProgram, programOf } from '../../type-utils/in-memory-program.ts';

type Files = Readonly<Record<string, string>> | string;

/** No declarations of Node, as `tsc --init` sets a project up. */
const withoutNode: ts.CompilerOptions = { types: [] };

/** The function called `handler` of `a.ts`, in a program whose `types` are empty. */
function handlerIn(files: Files, options = withoutNode): { program: ts.Program; handler: FunctionLike } {
  const { program, file } = programOf(typeof files === 'string' ? { 'a.ts': files } : files, options);
  return { program, handler: handlerOf(file('a.ts')) };
}

function handlerOf(file: ReturnType<InMemoryProgram['file']>): FunctionLike {
  let found: FunctionLike | undefined;
  const visit = (node: ts.Node): void => {
    if (isFunctionLike(node) && node.name?.getText() === 'handler') found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found!;
}

function effectsIn(files: Files, options?: ts.CompilerOptions): readonly string[] {
  const { program, handler } = handlerIn(files, options);
  return effectsOf(handler, program).map(({ kind, sink }) => `${kind} ${sink}`);
}

/** What a tool with this handler is. */
function classOf(files: Files, options?: ts.CompilerOptions): Sensitivity['class'] {
  const { program, handler } = handlerIn(files, options);
  const tool = {
    model: { id: 'tool' },
    node: handler,
    handler,
    runs: new Map(),
    alternatives: [],
    hints: new Map(),
    does: undefined,
    methods: [],
    isRunElsewhere: false,
  };
  return sensitivityOf(tool as unknown as ToolFact, agentFactsOf(program, agentSdks)).class;
}

const handler = (body: string): string => `export async function handler(input: string) { ${body} }`;

describe("a module of Node's without declarations is known by its specifier", () => {
  it.each<[name: string, code: Files, ...effects: readonly string[]]>([
    [
      'an import',
      `import { execSync } from 'node:child_process'; ${handler('execSync(input);')}`,
      'execute child_process.execSync',
    ],
    [
      'without node:',
      `import { execSync } from 'child_process'; ${handler('execSync(input);')}`,
      'execute child_process.execSync',
    ],
    [
      'with another name',
      `import { execSync as run } from 'node:child_process'; ${handler('run(input);')}`,
      'execute child_process.execSync',
    ],
    [
      'a namespace',
      `import * as cp from 'node:child_process'; ${handler('cp.spawn(input);')}`,
      'execute child_process.spawn',
    ],
    ['a default import', `import fs from 'node:fs'; ${handler('fs.rmSync(input);')}`, 'delete fs.rmSync'],
    ['the promises of fs', `import fs from 'node:fs'; ${handler('await fs.promises.rm(input);')}`, 'delete fs.rm'],
    [
      'promises, imported',
      `import { promises as files } from 'fs'; ${handler('await files.writeFile(input, input);')}`,
      'write fs.writeFile',
    ],
    [
      'a file handle',
      `import { open } from 'node:fs/promises'; ${handler('const file = await open(input); await file.writeFile(input);')}`,
      'write FileHandle.writeFile',
    ],
    ['require', `const { unlinkSync } = require('fs'); ${handler('unlinkSync(input);')}`, 'delete fs.unlinkSync'],
    ['import equals', `import fs = require('node:fs'); ${handler('fs.rmSync(input);')}`, 'delete fs.rmSync'],
    [
      'a dynamic import',
      handler(`const { exec } = await import('node:child_process'); exec(input);`),
      'execute child_process.exec',
    ],
    ['then', handler(`return import('node:fs').then(({ rmSync }) => rmSync(input));`), 'delete fs.rmSync'],
    [
      'createRequire',
      `import { createRequire } from 'node:module'; const load = createRequire(import.meta.url); const cp = load('node:child_process'); ${handler('cp.execSync(input);')}`,
      'execute child_process.execSync',
    ],
    [
      'a constant',
      `import { execSync } from 'node:child_process'; const run = execSync; ${handler('run(input);')}`,
      'execute child_process.execSync',
    ],
    [
      'a table',
      `import { execSync } from 'node:child_process'; const shell = { execSync }; ${handler('shell.execSync(input);')}`,
      'execute child_process.execSync',
    ],
    [
      'a field',
      `import * as fs from 'node:fs'; class Store { readonly files = fs; ${handler('').replace('export async function ', '').replace('{  }', '{ this.files.rmSync(input); }')} }`,
      'delete fs.rmSync',
    ],
    [
      'a callback',
      `import { unlinkSync } from 'node:fs'; ${handler('[input].forEach(unlinkSync);')}`,
      'delete fs.unlinkSync',
    ],
    [
      'promisify',
      `import { exec } from 'node:child_process'; import { promisify } from 'node:util'; const run = promisify(exec); ${handler('await run(input);')}`,
      'execute child_process.exec',
    ],
    [
      'a construction',
      `import { Worker } from 'node:worker_threads'; ${handler('new Worker(input, { eval: true });')}`,
      'execute Worker',
    ],
    [
      'a method of an instance',
      `import { Script } from 'node:vm'; ${handler('new Script(input).runInThisContext();')}`,
      'execute Script.runInThisContext',
    ],
    ['the module process', `import process from 'node:process'; ${handler('process.kill(1);')}`, 'write process.kill'],
    [
      'a re-export',
      {
        'a.ts': `import { execSync } from './shell.js'; ${handler('execSync(input);')}`,
        'shell.ts': `export { execSync } from 'node:child_process';`,
      },
      'execute child_process.execSync',
    ],
    [
      'a re-export of all',
      {
        'a.ts': `import * as shell from './shell.js'; ${handler('shell.execSync(input);')}`,
        'shell.ts': `export * from 'node:child_process';`,
      },
      'execute child_process.execSync',
    ],
    [
      'a re-export with another name',
      {
        'a.ts': `import run from './shell.js'; ${handler('run(input);')}`,
        'shell.ts': `import { execSync } from 'node:child_process'; export default execSync;`,
      },
      'execute child_process.execSync',
    ],
    [
      'an ambient module without a body',
      {
        'a.ts': `import { execSync } from 'node:child_process'; ${handler('execSync(input);')}`,
        'shim.d.ts': `declare module 'node:child_process';`,
      },
      'execute child_process.execSync',
    ],
  ])('%s', (_name, files, ...effects) => {
    expect(effectsIn(files)).toEqual(effects);
    expect(classOf(files)).toBe('sensitive');
  });

  it.each([
    ['a path', `import path from 'node:path'; ${handler('return path.join(input);')}`],
    ['the platform', `import { cpus } from 'node:os'; ${handler('return cpus().map((each: any) => each.model);')}`],
    [
      'a file that is read',
      `import { readFileSync } from 'node:fs'; ${handler(`return readFileSync(input, 'utf8').split('x');`)}`,
    ],
    [
      'a hash',
      `import { createHash } from 'node:crypto'; ${handler(`return createHash('sha1').update(input).digest('hex');`)}`,
    ],
    ['a log', handler(`console.log(input); return new URL(input).host;`)],
    ['a buffer', handler(`return Buffer.from(input).toString('base64') + process.cwd();`)],
  ])('what has no effect is harmless: %s', (_name, code) => {
    expect(classOf(code)).toBe('harmless');
    expect(classOf(code, { types: ['node'] })).toBe('harmless');
  });

  it('is the same with declarations', () => {
    const code = `import { promises } from 'node:fs'; ${handler('await promises.rm(input);')}`;
    expect(effectsIn(code, { types: ['node'] })).toEqual(['delete fs.rm']);
  });

  it('is not what has its name in a file of the program', () => {
    const files = {
      'a.ts': `import { execSync } from './shell.js'; ${handler('execSync(input);')}`,
      'shell.ts': `export function execSync(text: string) { return text.length; }`,
    };
    expect(classOf(files)).toBe('harmless');
  });
});

describe('a global without declarations is known by its name', () => {
  it('fetch', () => {
    const code = handler(`await fetch(input, { method: 'POST' });`);
    expect(effectsIn(code)).toEqual(['untrusted-input fetch', 'egress fetch']);
  });

  it('process', () => {
    expect(effectsIn(handler(`process.kill(1);`))).toEqual(['write process.kill']);
  });

  it('unless something in the file has its name', () => {
    expect(
      effectsIn(
        `function fetch(url: string, init: object) { return url; } ${handler(`fetch(input, { method: 'POST' });`)}`,
      ),
    ).toEqual([]);
  });
});

describe('a package without declarations is known by its specifier', () => {
  it.each<[name: string, code: string, ...effects: readonly string[]]>([
    ['a function', `import { rimraf } from 'rimraf'; ${handler('await rimraf(input);')}`, 'delete rimraf'],
    ['a default import', `import axios from 'axios'; ${handler('await axios.post(input);')}`, 'egress axios.post'],
    [
      'the default of a CommonJS module',
      `import fse from 'fs-extra'; ${handler('await fse.remove(input);')}`,
      'delete fs.remove',
    ],
    ['a tagged template', `import { $ } from 'execa'; ${handler('await $`${input}`;')}`, 'execute $'],
    [
      'an instance',
      `import Redis from 'ioredis'; const redis = new Redis(); ${handler('await redis.del(input);')}`,
      'delete redis.del',
    ],
    [
      'a package of which any method counts',
      `import { WebClient } from '@slack/web-api'; const slack = new WebClient(); ${handler('await slack.chat.postMessage({ channel: input });')}`,
      'egress slack.postMessage',
    ],
  ])('%s', (_name, code, ...effects) => {
    expect(effectsIn(code)).toEqual(effects);
  });

  it('is not when the class of an object cannot be known', () => {
    const code = `import { connect } from 'mongodb'; ${handler(`const db = (await connect('x')).db(); await db.collection('a').deleteMany({});`)}`;
    expect(effectsIn(code)).toEqual([]);
    expect(classOf(code)).toBe('unknown');
  });
});

describe('what does not resolve is unknown', () => {
  it.each<[name: string, code: Files]>([
    ['a package', `import { act } from 'nowhere'; ${handler('act(input);')}`],
    ['a reading name', `import { getAll } from 'nowhere'; ${handler('return getAll(input);')}`],
    ['a construction', `import { Job } from 'nowhere'; ${handler('new Job(input);')}`],
    ['a file', `import { act } from './nowhere.js'; ${handler('act(input);')}`],
    [
      'an export',
      { 'a.ts': `import { act } from './b.js'; ${handler('act(input);')}`, 'b.ts': `export const other = 1;` },
    ],
    ['a global', handler('act(input);')],
    ['a member of any', handler('(globalThis as any).act(input);')],
    ['a result that is any', handler('JSON.parse(input).run();')],
    ['a parameter that is any', `declare const box: any; ${handler('box.run(input);')}`],
    ['a tag', `import { sh } from 'nowhere'; ${handler('await sh`${input}`;')}`],
    ['a callback', `import { act } from 'nowhere'; ${handler('[input].forEach(act);')}`],
    [
      'a call that takes a function of the program',
      `import { submit } from 'nowhere'; const job = (): number => 1; ${handler('submit(job);')}`,
    ],
    [
      'an SDK',
      {
        'a.ts': `import { Client } from '@modelcontextprotocol/sdk/client/index.js'; const client = new Client({ name: 'a', version: '1' }); ${handler(`await client.callTool({ name: input });`)}`,
        'shim.d.ts': `declare module '@modelcontextprotocol/sdk/client/index.js';`,
      },
    ],
  ])('%s', (_name, files) => {
    expect(classOf(files)).toBe('unknown');
  });

  const util = `import { promisify } from 'node:util'; declare module 'node:util' { export function promisify<T>(original: (done: (error: any, result: T) => void) => void): () => Promise<T>; export function promisify<A, T>(original: (input: A, done: (error: any, result: T) => void) => void): (input: A) => Promise<T>; export function promisify(original: Function): Function; }`;
  const promisified = (imported: string, code: string): Files => ({
    'a.ts': `${util.replace(/ declare.*/, '')} ${imported} ${code}`,
    'node.d.ts': util.replace(/^.*?declare/, 'declare'),
    'node_modules/jobs/package.json': JSON.stringify({ name: 'jobs', version: '1.0.0', types: 'index.d.ts' }),
    'node_modules/jobs/index.d.ts': `export declare function submit(job: string, done: (error: any, result: string) => void): void; export declare function getState(job: string, done: (error: any, result: string) => void): void;`,
  });
  it.each<[name: string, imported: string, code: string, Sensitivity['class']]>([
    ['nothing', `import { act } from 'nowhere';`, 'promisify(act)', 'unknown'],
    ['nothing, by a reading name', `import { getAll } from 'nowhere';`, 'promisify(getAll)', 'unknown'],
    ['a package', `import { submit } from 'jobs';`, 'promisify(submit)', 'unknown'],
    ['a package, by a reading name', `import { getState } from 'jobs';`, 'promisify(getState)', 'harmless'],
    ['any', `declare const box: any;`, 'promisify(box.act.bind(box))', 'unknown'],
    ['Node', `import { stat } from 'node:fs';`, 'promisify(stat)', 'harmless'],
    [
      'the program',
      `function wait(input: string, done: () => void) { return input.length; }`,
      'promisify(wait)',
      'harmless',
    ],
  ])('promisify with types, of what is declared by %s', (_name, imported, made, expected) => {
    const files = promisified(imported, `const run: any = ${made}; ${handler('await run(input);')}`);
    expect(classOf(files)).toBe(expected);
    const typed = promisified(
      imported,
      `const run = ${made} as (input: string) => Promise<string>; ${handler('await run(input);')}`,
    );
    expect(classOf(typed)).toBe(expected);
  });

  it.each<[name: string, imported: string, original: string, expected: Sensitivity['class']]>([
    ['nothing', `import { act } from 'nowhere';`, 'act', 'unknown'],
    ['a package', `import { submit } from 'jobs';`, 'submit', 'unknown'],
    ['a package, by a reading name', `import { getState } from 'jobs';`, 'getState', 'harmless'],
    ['Node', `import { stat } from 'node:fs';`, 'stat', 'harmless'],
  ])("promisify by Node's own declarations, of what is declared by %s", (_name, imported, original, expected) => {
    const code = `const run = promisify(${original}); ${handler('await run(input);')}`;
    const files = Object.entries(promisified(imported, code)).filter(([name]) => name !== 'node.d.ts');
    expect(classOf(Object.fromEntries(files) as Files, { types: ['node'] })).toBe(expected);
  });

  it.each<[name: string, before: string, body: string]>([
    [
      'a parameter',
      `import type { Store } from 'nowhere';`,
      'save(input as any, input); function save(store: Store, text: string) { store.set(text); }',
    ],
    [
      'a field',
      `import { Store } from 'nowhere'; class Jobs { store: Store; add(text: string) { this.store.push(text); } } declare const jobs: Jobs;`,
      'jobs.add(input);',
    ],
    [
      'a result',
      `import { connect } from 'nowhere'; function open(url: string) { return connect(url); }`,
      'const store = open(input); store.set(input);',
    ],
    ['a value that is any', `declare const store: any;`, 'store.add(input);'],
    [
      'a parameter that is any',
      '',
      'save(input, input); function save(store: any, text: string) { store.items.push(text); }',
    ],
  ])('what changes a value of which nothing is known: %s', (_name, before, body) => {
    expect(classOf(`${before} ${handler(body)}`)).toBe('unknown');
  });

  it.each<[name: string, body: string]>([
    ['a list', 'const list: any[] = []; list.push(input);'],
    ['a list that is any', 'const list: any = []; list.push(input);'],
    ['a map', 'const map = new Map<any, any>(); map.set(input, input);'],
    ['a map that is any', 'const map: any = new Map(); map.set(input, input);'],
    ['a part of an object', 'const out: any = { items: [] }; out.items.push(input);'],
    [
      'what is parsed',
      'const { items } = JSON.parse(input); items.push(input); for (const item of items) item.tags.push(input);',
    ],
    ['what is parsed, in a callback', 'JSON.parse(input).forEach((each: any) => each.tags.push(input));'],
    ['what is fetched', 'const data = await (await fetch(input)).json(); data.items.push(input);'],
  ])('what changes data of the program is harmless: %s', (_name, body) => {
    expect(classOf(handler(body))).toBe('harmless');
  });

  it('what changes the input of a tool is harmless', () => {
    expect(classOf('export function handler(input: any) { input.tags.push(1); }')).toBe('harmless');
  });

  it.each<[name: string, code: string]>([
    ['a package that computes', `import { parse } from 'yaml'; ${handler('return parse(input);')}`],
    ['a list', handler('const list = JSON.parse(input) as any; return list.map((each: any) => each.name).join();')],
    ['a text', handler('return input.trim().split("x").map((each) => each.length);')],
    ['what is declared', `declare function getAll(text: string): Promise<string>; ${handler('return getAll(input);')}`],
  ])('and what is known stays harmless: %s', (_name, code) => {
    expect(classOf(code)).toBe('harmless');
  });
});
