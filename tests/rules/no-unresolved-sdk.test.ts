import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { openProject } from '../../src/type-utils/project/project.ts';
import { recordProgram, skipWhileRecording, temporaryProject } from '../recorded-programs.ts';

type Files = Readonly<Record<string, string>>;

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** The folder of all projects of this file: above it there is no package of the repository. */
let root = '';
let initial = '';
let count = 0;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'unresolved-')));
  // What a new project has: `"types": []`, and so no declarations of Node.
  execFileSync(process.execPath, [tsc, '--init'], { cwd: root });
  initial = readFileSync(join(root, 'tsconfig.json'), 'utf8');
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

/** A package that is installed. */
function installed(
  name: string,
  version: string,
  files: Files = { 'index.d.ts': 'export declare function tool(options: object): object;' },
): Files {
  const manifest = {
    name,
    version,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
  const all = { 'package.json': JSON.stringify(manifest), 'index.js': 'export function tool() {}', ...files };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`node_modules/${name}/${path}`, text]));
}

interface Linted {
  readonly file: string;
  readonly rule: string;
  readonly messageId: string | undefined;
  readonly message: string;
  readonly line: number;
}

/** What the rules find in the files of a project, in the order that is given, or that of their paths. */
function findingsIn(
  files: Files,
  {
    order,
    settings = {},
    rules = { 'agent-safety/no-unresolved-sdk': 'warn' },
    links = {},
  }: { order?: readonly string[]; settings?: object; rules?: Linter.RulesRecord; links?: Files } = {},
): readonly Linted[] {
  const folder = join(root, `project-${String(++count)}`);
  const own = order ?? Object.keys(files).filter((path) => path.endsWith('.ts') && !/node_modules|\.d\.ts$/.test(path));
  const all = { 'tsconfig.json': initial, 'package.json': '{ "name": "app", "type": "module" }', ...files };
  recordProgram({ project: temporaryProject, files: all, linted: own, rules, settings: { ...settings } });
  skipWhileRecording();
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(folder, target), join(folder, path), 'junction');
  }
  const { program } = openProject(folder);
  return own.flatMap((path) =>
    new Linter({ cwd: folder })
      .verify(
        readFileSync(join(folder, path), 'utf8'),
        {
          files: ['**/*.ts'],
          plugins: { 'agent-safety': plugin },
          languageOptions: { parser, parserOptions: { programs: [program] } },
          rules,
          settings: { 'agent-safety': settings },
        },
        join(folder, path),
      )
      .map(({ ruleId, messageId, message, line }) => ({ file: path, rule: ruleId ?? '', messageId, message, line })),
  );
}

function textsIn(files: Files, options?: Parameters<typeof findingsIn>[1]): readonly string[] {
  return findingsIn(files, options).map(
    ({ file, line, messageId, message }) => `${file}:${String(line)} ${messageId ?? message}`,
  );
}

const importAi = `import { tool } from 'ai';\nexport const made = tool({});\n`;

describe('an SDK that is not installed', () => {
  it('is reported where it is imported first', () => {
    const [finding, ...others] = findingsIn({ 'a.ts': 'export {};', 'b.ts': importAi, 'c/d.ts': importAi });

    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: 'b.ts', line: 1, messageId: 'notInstalled' });
    expect(finding?.message).toBe(
      '`ai` is imported in 2 files and is not installed, so nothing of it is checked. Install it before linting.',
    );
  });

  it('is reported in the same place whichever file is linted first', () => {
    const files = { 'a.ts': importAi, 'b.ts': importAi, 'c.ts': importAi };

    expect(textsIn(files, { order: ['c.ts', 'b.ts', 'a.ts'] })).toEqual(['a.ts:1 notInstalled']);
    expect(textsIn(files, { order: ['c.ts'] })).toEqual([]);
  });

  it.each([
    ['a type', `import type { Tool } from 'ai'; export type T = Tool;`],
    ['a type in place', `export type T = import('ai').Tool;`],
    ['a dynamic import', `export const sdk = await import('ai');`],
    ['require', `declare function require(name: string): any; export const sdk = require('ai');`],
    ['import equals', `import sdk = require('ai'); export const x = sdk;`],
    ['a re-export', `export { tool } from 'ai';`],
    ['a re-export of all', `export * from 'ai';`],
    ['a path in it', `import { x } from 'ai/rsc'; export const y = x;`],
    ['an import for its effects', `import 'ai';`],
  ])('is imported by %s', (_name, code) => {
    expect(textsIn({ 'a.ts': code })).toEqual(['a.ts:1 notInstalled']);
    expect(textsIn({ 'a.ts': code.replace("'ai'", "'other'").replace("'ai/rsc'", "'other/rsc'") })).toEqual([]);
  });

  it.each(['langchain/text_splitter', 'langchain/vectorstores/memory'])('has paths without agents: %s', (path) => {
    expect(textsIn({ 'a.ts': `import { x } from '${path}'; export const y = x;` })).toEqual([]);
    expect(textsIn({ 'a.ts': `import { x } from 'langchain/agents'; export const y = x;` })).toEqual([
      'a.ts:1 notInstalled',
    ]);
  });

  it.each([
    [
      'a provider, for its models',
      `export const make = async () => (await import('@ai-sdk/anthropic')).createAnthropic();`,
    ],
    ['an adapter of models', `import { aisdk } from '@openai/agents-extensions'; export const x = aisdk;`],
  ])('need not be there where it is %s', (_name, code) => {
    expect(textsIn({ 'a.ts': code })).toEqual([]);
  });

  it.each([
    [`import { anthropic } from '@ai-sdk/anthropic'; export const x = anthropic.tools.bash_20250124({});`],
    [`import { aisdk, codexTool } from '@openai/agents-extensions'; export const x = [aisdk, codexTool];`],
  ])('is reported where it is for tools: %s', (code) => {
    expect(textsIn({ 'a.ts': code })).toEqual(['a.ts:1 notInstalled']);
  });

  it('is not imported by a comment or a text', () => {
    expect(textsIn({ 'a.ts': `// import('ai')\nexport const text = "import('ai')";` })).toEqual([]);
  });

  it('is reported for each package', () => {
    expect(
      textsIn({ 'a.ts': `import 'ai';\nimport '@modelcontextprotocol/sdk/client/index.js';\nimport 'not-an-sdk';` }),
    ).toEqual(['a.ts:1 notInstalled', 'a.ts:2 notInstalled']);
  });

  it('is silent about modules of Node, which are known without declarations', () => {
    expect(
      textsIn({
        'a.ts': `import { execSync } from 'node:child_process';\nimport fs from 'fs';\nexport { execSync, fs };`,
      }),
    ).toEqual([]);
  });

  it('may be one of the settings', () => {
    const sdk = {
      id: 'own',
      name: 'Own',
      source: 'https://example.com',
      tools: [{ id: 'own.tool', callee: { packages: ['own-sdk'], names: ['tool'] } }],
    };
    const code = { 'a.ts': `import { tool } from 'own-sdk'; export const x = tool;` };

    expect(textsIn(code, { settings: { agentSdks: [sdk] } })).toEqual(['a.ts:1 notInstalled']);
    expect(textsIn(code)).toEqual([]);
    expect(textsIn({ ...code, ...installed('own-sdk', '99.0.0') }, { settings: { agentSdks: [sdk] } })).toEqual([]);
  });
});

describe('an SDK that is installed', () => {
  it('is silent in a version that is known', () => {
    expect(textsIn({ 'a.ts': importAi, ...installed('ai', '6.0.1') })).toEqual([]);
  });

  it('is reported in a version that is not', () => {
    const [finding, ...others] = findingsIn({ 'a.ts': importAi, ...installed('ai', '3.4.33') });

    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: 'a.ts', line: 1, messageId: 'outOfRange' });
    expect(finding?.message).toMatch(
      /^`ai` 3\.4\.33 is outside of the known versions \(.*<8\.0\.0\), so findings in 1 file may be wrong or missing\./,
    );
    expect(textsIn({ 'a.ts': importAi, ...installed('ai', '99.0.0') })).toEqual(['a.ts:1 outOfRange']);
  });

  describe('in a version that the package does not ask for', () => {
    const guarded = `import { generateText, tool } from 'ai'; import { rm } from 'node:fs/promises';
const erase = tool({ description: 'Erase', inputSchema: {}, execute: async ({ path }: { path: string }) => rm(path) });
export const go = (prompt: string) => generateText({ model: 'm', prompt, tools: { erase }, toolApproval: { erase: 'user-approval' } });`;
    const types = `export declare function tool<T>(options: T): T;
export declare function generateText(options: { model: string; prompt: string; tools: object; toolApproval?: object }): Promise<object>;`;
    const findingsFor = (asked: object): readonly string[] =>
      findingsIn(
        {
          'a.ts': guarded,
          'package.json': JSON.stringify({ name: 'app', type: 'module', ...asked }),
          ...installed('ai', '6.0.134', { 'index.d.ts': types }),
        },
        {
          rules: {
            'agent-safety/no-unresolved-sdk': 'warn',
            'agent-safety/no-ineffective-guardrail': 'warn',
            'agent-safety/require-guardrail': 'warn',
          },
        },
      ).map(({ messageId }) => messageId ?? '');

    it('is reported, and the options of the version that is asked for count', () => {
      expect(findingsFor({ dependencies: { ai: '^7.0.31' } })).toEqual(['otherVersion']);
      expect(findingsFor({ devDependencies: { ai: '^7.0.31' }, peerDependencies: { ai: '>=6' } })).toEqual([
        'otherVersion',
      ]);
    });

    it('is that of a package without a name, too', () => {
      expect(findingsFor({ name: undefined, dependencies: { ai: '^7.0.31' } })).toEqual(['otherVersion']);
      expect(findingsFor({ dependencies: { ai: '^7.0.31' }, overrides: { 'my-ai': '1' } })).toEqual(['otherVersion']);
    });

    it('is reported once for each range', () => {
      const found = findingsIn({
        'a/package.json': '{ "dependencies": { "ai": "^7.0.0" } }',
        'a/a.ts': guarded,
        'b/package.json': '{ "dependencies": { "ai": "^8.0.0" } }',
        'b/b.ts': guarded,
        ...installed('ai', '6.0.134', { 'index.d.ts': types }),
      });
      expect(found.map(({ file, message }) => [file, /asks for (\S+),/.exec(message)?.[1]])).toEqual([
        ['a/a.ts', '^7.0.0'],
        ['b/b.ts', '^8.0.0'],
      ]);
    });

    it.each([
      ['in the range', { dependencies: { ai: '^6.0.0' } }],
      ['of a workspace', { dependencies: { ai: 'workspace:*' } }],
      ['of a tag', { dependencies: { ai: 'latest' } }],
      ['of another package', { dependencies: { other: '^7.0.0' } }],
      ['for the users of a package', { peerDependencies: { ai: '^7.0.0' } }],
      ['set for all by npm', { dependencies: { ai: '^7.0.0' }, overrides: { ai: '6.0.134' } }],
      ['set for all by Yarn', { dependencies: { ai: '^7.0.0' }, resolutions: { '**/ai': '6.0.134' } }],
      ['set for all by pnpm', { dependencies: { ai: '^7.0.0' }, pnpm: { overrides: { 'app>ai': '6.0.134' } } }],
      ['under two names', { dependencies: { ai: '^7.0.0', 'ai-6': 'npm:ai@^6.0.0' } }],
    ])('is that of the installed package: %s', (_, asked) => {
      expect(findingsFor(asked)).toEqual(['unguarded', 'unknownOption']);
    });
  });

  it.each([
    ["import { embed, embedMany as embedAll } from 'ai'; export const used = [embed, embedAll];"],
    ["import { embed, type Tool } from 'ai'; export const used: Tool[] = [embed];"],
    ["import { streamText } from 'ai'; export const used = streamText;"],
    ["import { tool } from 'ai'; export const other = 'hand';"],
    ["import { useChat } from 'ai/react'; export const used = () => useChat().tools;"],
  ])('is silent in a version that is not, where nothing with tools is imported: %s', (text) => {
    expect(textsIn({ 'a.ts': text, ...installed('ai', '3.4.33') })).toEqual([]);
  });

  it.each([
    ["import { embed, streamText } from 'ai'; export const used = (tools: object) => [embed, streamText({ tools })];"],
    ["import { tool as make } from 'ai'; export const made = make({});"],
    ["import { $tools } from 'ai'; export const made = $tools;"],
    ["import * as ai from 'ai'; export const used = ai.embed;"],
    ["import { type Tool } from 'ai'; export type Used = Tool;"],
    ["import type { Tool } from 'ai'; export type Used = Tool;"],
    ["import {} from 'ai';"],
    ["export { embed } from 'ai';"],
  ])('is reported in a version that is not, where something with tools may be imported: %s', (text) => {
    expect(textsIn({ 'a.ts': text, ...installed('ai', '3.4.33') })).toEqual(['a.ts:1 outOfRange']);
  });

  it.each([
    ["import { openai } from '@ai-sdk/openai'; export const model = openai('gpt-5');", []],
    ["import { openai } from '@ai-sdk/openai'; export const shell = openai.tools.shell({});", ['a.ts:1 outOfRange']],
  ])('is of a provider only what hangs on its tools: %s', (text, expected) => {
    expect(textsIn({ 'a.ts': text, ...installed('@ai-sdk/openai', '1.3.24') })).toEqual(expected);
  });

  it('is reported without declarations', () => {
    const { 'node_modules/ai/index.d.ts': _types, ...untyped } = installed('ai', '6.0.1');

    expect(findingsIn({ 'a.ts': importAi, ...untyped })).toMatchObject([{ file: 'a.ts', messageId: 'untyped' }]);
  });

  it('is reported where a declaration without a body hides its own', () => {
    const files = { 'a.ts': importAi, ...installed('ai', '6.0.1') };

    expect(textsIn({ ...files, 'shim.d.ts': `declare module 'ai';` })).toEqual(['a.ts:1 untyped']);
    expect(
      textsIn({ ...files, 'shim.d.ts': `declare module 'ai' { export function tool(options: object): object; }` }),
    ).toEqual([]);
  });

  it('is reported where its path does not resolve in this mode', () => {
    const tsconfig = JSON.stringify({
      compilerOptions: { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0', types: [] },
    });
    const manifest = {
      name: 'ai',
      version: '6.0.1',
      exports: { '.': { types: './index.d.ts' }, './rsc': { types: './dist/rsc.d.ts' } },
    };
    const files = {
      'a.ts': `import { stream } from 'ai/rsc'; export const x = stream;`,
      ...installed('ai', '6.0.1', {
        'dist/rsc.d.ts': 'export declare function stream(): void;',
        'package.json': JSON.stringify(manifest),
      }),
    };
    const [finding] = findingsIn({ ...files, 'tsconfig.json': tsconfig });

    expect(finding).toMatchObject({ messageId: 'unresolvedPath' });
    expect(finding?.message).toContain('`ai/rsc` does not resolve in 1 file');
    expect(textsIn(files)).toEqual([]);
  });

  it('is reported where it has no such path', () => {
    const files = { 'a.ts': `import { x } from 'ai/nowhere'; export const y = x;`, ...installed('ai', '6.0.1') };

    expect(findingsIn(files)).toMatchObject([{ file: 'a.ts', messageId: 'missingPath' }]);
  });

  it.each([
    ["import type { X } from 'ai/nowhere'; export type Y = X;"],
    ["import { type X } from 'ai/nowhere'; export type Y = X;"],
    ["export type { X } from 'ai/nowhere';"],
    ["export type Y = import('ai/nowhere').X;"],
  ])('is silent where it has no such path, and only types are imported: %s', (text) => {
    expect(findingsIn({ 'a.ts': text, ...installed('ai', '6.0.1') })).toEqual([]);
  });

  it.each([
    ["import { type X, y } from 'ai/nowhere'; export const z: X = y;"],
    ["import 'ai/nowhere';"],
    ["import {} from 'ai/nowhere';"],
    ["export { x } from 'ai/nowhere';"],
  ])('is reported where it has no such path, and not only types are imported: %s', (text) => {
    expect(findingsIn({ 'a.ts': text, ...installed('ai', '6.0.1') })).toMatchObject([{ messageId: 'missingPath' }]);
  });

  it('is silent about a path that a package keeps to itself', () => {
    const files = {
      'a.ts': `import { x } from 'ai/_types/inner'; export const y = x;`,
      ...installed('ai', '6.0.1'),
    };

    expect(findingsIn(files)).toEqual([]);
  });

  it('is silent where the name stands for sources of the project', () => {
    const tsconfig = JSON.stringify({ compilerOptions: { module: 'nodenext', types: [], paths: { ai: ['./ai.ts'] } } });

    expect(
      textsIn({
        'a.ts': importAi,
        'ai.ts': 'export const tool = (options: object): object => options;',
        'tsconfig.json': tsconfig,
      }),
    ).toEqual([]);
  });

  it('known gap: is silent where it is installed under another name', () => {
    expect(
      textsIn({
        'a.ts': `import { tool } from 'old-ai'; export const x = tool;`,
        ...installed('old-ai', '3.0.0', {
          'package.json': JSON.stringify({ name: 'ai', version: '3.0.0', types: 'index.d.ts' }),
          'index.d.ts': 'export declare function tool(options: object): object;',
        }),
      }),
    ).toEqual([]);
  });
});

describe('a project as `tsc --init` sets it up', () => {
  const sdk = installed('ai', '6.0.1', {
    'index.d.ts': `
      export interface Tool { description?: string }
      export declare function tool(options: { inputSchema?: unknown; execute: (input: { command: string }) => unknown }): Tool;
      export declare function generateText(options: { model: string; tools: Record<string, Tool> }): Promise<{ text: string }>;`,
  });
  const agent = (body: string): string => `
    import { execSync } from 'node:child_process';
    import { join } from 'node:path';
    import { act } from 'nowhere';
    import { generateText, tool } from 'ai';
    export { act, execSync, join };
    export const run = () => generateText({ model: 'm', tools: { shell: tool({ execute: ({ command }) => ${body} }) } });`;
  const requireGuardrail = (preset: 'recommended' | 'strict') => ({
    rules: {
      'agent-safety/require-guardrail': plugin.configs[preset].rules?.['agent-safety/require-guardrail'] ?? 'off',
    },
  });

  it('has no declarations of Node', () => {
    expect(initial).toMatch(/"types": \[\]/);
  });

  it('runs commands with execSync', () => {
    const files = { ...sdk, 'a.ts': agent('execSync(command)') };
    const [finding] = findingsIn(files, requireGuardrail('strict'));

    expect(finding?.message).toContain('`child_process.execSync`');
  });

  it('asks a person through readline', () => {
    const shell = (answer: string): Files => ({
      ...sdk,
      'a.ts': `
        import { execSync } from 'node:child_process';
        import { createInterface } from 'node:readline/promises';
        import { generateText, tool } from 'ai';
        const terminal = createInterface({ input: process.stdin });
        const shell = tool({
          execute: async ({ command }) => {
            const answer = ${answer};
            if (answer !== 'yes') return 'denied';
            return execSync(command);
          },
        });
        export const run = () => generateText({ model: 'm', tools: { shell } });`,
    });

    expect(findingsIn(shell('await terminal.question(command)'), requireGuardrail('strict'))).toEqual([]);
    expect(findingsIn(shell('terminal.line'), requireGuardrail('strict'))).toHaveLength(1);
  });

  it('has what does not resolve', () => {
    const files = { ...sdk, 'a.ts': agent('act(command)') };

    expect(findingsIn(files, requireGuardrail('strict')).map(({ rule }) => rule)).toEqual([
      'agent-safety/require-guardrail',
    ]);
    expect(findingsIn(files, requireGuardrail('recommended'))).toEqual([]);
  });

  it('has what is harmless', () => {
    expect(findingsIn({ ...sdk, 'a.ts': agent('join(command)') }, requireGuardrail('strict'))).toEqual([]);
  });
});

describe('modules of the project that do not resolve', () => {
  const sdk = installed('ai', '6.0.1');
  const tools = (...imports: readonly string[]): string =>
    [`import { tool } from 'ai';`, ...imports, 'export const made = tool({ db });'].join('\n');

  it('are reported once for files, at the first import, with their number', () => {
    const [finding, ...others] = findingsIn({
      ...sdk,
      'a.ts': `import { db } from '~/server/db'; export const rows = db;`,
      'b.ts': tools(`import { db } from '~/server/db';`),
      'c.ts': tools(`import { db } from '../generated/prisma/client';`, `import { other } from '~/server/db';`),
    });

    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: 'b.ts', line: 2, messageId: 'missingFile' });
    expect(finding?.message).toBe(
      '`~/server/db` and 1 other module of the project do not resolve in 2 files with an agent SDK, so nothing that comes from there is checked. Generate what is generated (`nuxt prepare`, `svelte-kit sync`, `prisma generate`) before linting, or correct the path.',
    );
  });

  it.each([
    ['an alias', `import { db } from '@/db';`],
    ['an alias of a framework', `import { db } from '$lib/db';`],
    ['an import of the package', `import { db } from '#db';`],
    ['a path', `import { db } from './db.js';`],
    ['a path with a dot', `import { db } from './user.service';`],
    ['what is exported again', `export { db } from './db.js';`],
  ])('are named by %s', (_, text) => {
    expect(textsIn({ ...sdk, 'a.ts': tools(text) })).toEqual(['a.ts:2 missingFile']);
  });

  it('are named by an alias of the options', () => {
    const tsconfig = JSON.stringify({
      compilerOptions: { module: 'esnext', moduleResolution: 'bundler', types: [], paths: { 'app/*': ['./app/*'] } },
    });
    const files = { ...sdk, 'tsconfig.json': tsconfig, 'a.ts': tools(`import { db } from 'app/db';`) };

    expect(textsIn(files)).toEqual(['a.ts:2 missingFile']);
    expect(textsIn({ ...files, 'app/db.ts': 'export const db = 1;' })).toEqual([]);
  });

  it.each([
    ['of types', `import type { db } from '~/db';`],
    [
      'of what is no script',
      `import db from './db.sql'; import Page from './page.vue'; import text from '~/a.txt?raw';`,
    ],
    ['of a package', `import db from 'some-database';`],
    ['of what a platform or a bundler brings', `import { db } from 'bun:sqlite'; import routes from 'virtual:routes';`],
    ['in a comment', `// import { db } from '~/db';`],
    ['at run time, which may be optional', `export const db = import('./db.js').catch(() => undefined);`],
    ['of a loader', `declare const jiti: any; export const db = jiti.import('~/db');`],
  ])('are no finding by an import %s', (_, text) => {
    expect(textsIn({ ...sdk, 'a.ts': tools(text) })).toEqual([]);
  });

  it('are no finding where they are there', () => {
    expect(
      textsIn({
        ...sdk,
        'a.ts': tools(`import { db } from './db.js';`, `import { other } from './other.js';`),
        'db.ts': 'export const db = 1;',
        'other.js': 'exports.other = 1;',
      }),
    ).toEqual([]);
  });

  it.each([
    ['a shim', { 'shims.d.ts': `declare module '*.prompt';` }, './system.prompt'],
    ['a file of another kind', { 'system.j2': '' }, './system.j2'],
    ['JSON', { 'data/package.json': '{}' }, './data/package'],
    [
      'JavaScript for `import` alone',
      {
        'package.json': '{ "name": "app", "type": "module", "imports": { "#db": { "import": "./db.js" } } }',
        'db.js': 'export const db = 1;',
      },
      '#db',
    ],
  ])('are no finding where they are there: %s', (_, files, specifier) => {
    expect(textsIn({ ...sdk, ...files, 'a.ts': tools(`import db from '${specifier}';`) })).toEqual([]);
  });

  it('are no finding where `paths` lead to JavaScript', () => {
    const tsconfig = JSON.stringify({
      compilerOptions: { module: 'esnext', moduleResolution: 'bundler', types: [], paths: { 'app/*': ['./src/*'] } },
    });
    const files = { ...sdk, 'tsconfig.json': tsconfig, 'src/db.js': 'export const db = 1;' };

    expect(textsIn({ ...files, 'a.ts': tools(`import { db } from 'app/db';`) })).toEqual([]);
  });

  it('are no finding where a package of the workspace has JavaScript for `import` alone', () => {
    const manifest = JSON.stringify({
      name: '@own/db',
      type: 'module',
      exports: { '.': { import: './src/index.js' } },
    });
    const files = {
      ...sdk,
      'packages/db/package.json': manifest,
      'packages/db/src/index.js': 'export const db = 1;',
      'a.ts': tools(`import { db } from '@own/db';`),
    };

    expect(textsIn(files, { links: { 'node_modules/@own/db': 'packages/db' } })).toEqual([]);
  });

  it('are no finding where all of the SDK is types, or has no agents', () => {
    const missing = `import { db } from '~/db'; export const rows = db;`;
    expect(textsIn({ ...sdk, 'a.ts': `import type { UIMessage } from 'ai'; ${missing}` })).toEqual([]);
    expect(textsIn({ ...sdk, 'a.ts': `import { embed } from 'ai'; export const e = embed; ${missing}` })).toEqual([]);
  });

  it('are no finding where `paths` take all packages with a scope', () => {
    const tsconfig = JSON.stringify({
      compilerOptions: { module: 'esnext', moduleResolution: 'bundler', types: [], paths: { '@*': ['./src/*'] } },
    });
    const files = { ...sdk, 'tsconfig.json': tsconfig, 'a.ts': tools(`import { db } from '@aws-sdk/client-s3';`) };

    expect(textsIn(files)).toEqual([]);
  });

  it('are no finding in files without an agent SDK', () => {
    expect(textsIn({ ...sdk, 'a.ts': `import { db } from '~/db'; export const rows = db;` })).toEqual([]);
  });

  it('may be a package of the workspace that is not built', () => {
    const manifest = JSON.stringify({ name: '@own/db', type: 'module', exports: './dist/index.js' });
    const files = {
      ...sdk,
      'packages/db/package.json': manifest,
      'packages/db/src/index.ts': 'export const db = 1;',
      'a.ts': tools(`import { db } from '@own/db';`),
    };
    const [finding, ...others] = findingsIn(files, { links: { 'node_modules/@own/db': 'packages/db' } });

    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: 'a.ts', line: 2, messageId: 'missingPackage' });
    expect(finding?.message).toBe(
      '`@own/db` does not resolve in 1 file with an agent SDK, so nothing that comes from there is checked. Build the packages of the workspace before linting.',
    );
    expect(
      textsIn({ ...files, ...installed('@own/db', '1.0.0', { 'index.d.ts': '', 'package.json': manifest }) }),
    ).toEqual([]);
  });
});
