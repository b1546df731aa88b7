import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, it } from 'vitest';
import { isNeverRun } from '../../../src/program/lifetimes/unused.ts';
import { anywhere, nodesIn } from '../../../src/program/values/nodes.ts';
import { lint } from '../../scenarios/linting.ts';

// Agents in functions that a module exports and nothing names, though other files use the module.

// Not written as one word, since these files are read where the code that is linted may be named.
const left = ['left', 'Over'].join('');
const agent = `import { generateText, tool } from 'ai';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
const erase = tool({ inputSchema: z.object({ path: z.string() }), execute: ({ path }) => rm(path) });
export const model = 'openai/gpt-5';
export function ${left}(prompt: string) { return generateText({ model, prompt, tools: { erase } }); }
`;
const main = `import { model } from './agent.ts';
console.log(model);
`;
const handing = `${agent}export async function chatOf${left}(prompt: string) { return (await ${left}(prompt)).text; }
`;

/** The findings of the file with the tool. */
function findings(files: Readonly<Record<string, string>>): number {
  return lint(files, { rules: { 'agent-safety/require-guardrail': 'error' }, file: 'agent.ts' }).length;
}

describe('an agent in a function that is exported', () => {
  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['that nothing names, though another file uses the module', { 'agent.ts': agent, 'main.ts': main }, 0],
    [
      'that is only exported again',
      { 'agent.ts': agent, 'main.ts': main, 'index.ts': `export { ${left} } from './agent.ts';` },
      0,
    ],
    ['that is only called by another one which nothing names', { 'agent.ts': handing, 'main.ts': main }, 0],
    [
      'that another file calls',
      { 'agent.ts': agent, 'main.ts': `import { ${left} } from './agent.ts';\n${main}await ${left}('go');` },
      1,
    ],
    [
      'that another file hands on',
      { 'agent.ts': agent, 'main.ts': `import * as all from './agent.ts';\n${main}console.log(all.${left});` },
      1,
    ],
    [
      'by another name that is called',
      {
        'agent.ts': handing,
        'main.ts': `import { chatOf${left} as talk } from './agent.ts';\n${main}await talk('go');`,
      },
      1,
    ],
    [
      'that a route of a framework calls',
      {
        'agent.ts': agent,
        'main.ts': main,
        'route.ts': `import { ${left} } from './agent.ts';\nexport const POST = (prompt: string) => ${left}(prompt);`,
      },
      1,
    ],
    [
      'that a route exports under its own name',
      { 'agent.ts': agent, 'main.ts': main, 'route.ts': `export { ${left} as POST } from './agent.ts';` },
      1,
    ],
    [
      'of a module that is handed on as an object',
      { 'agent.ts': agent, 'main.ts': `import * as all from './agent.ts';\n${main}console.log(Object.values(all));` },
      1,
    ],
    ['of a module that no other file names', { 'agent.ts': agent }, 1],
    ['by default', { 'agent.ts': agent.replace('export function', 'export default function'), 'main.ts': main }, 1],
    ['and is called in its own file', { 'agent.ts': `${agent}void ${left}('go');`, 'main.ts': main }, 1],
    [
      'and is not exported, which may not be finished',
      { 'agent.ts': agent.replace('export function', 'function'), 'main.ts': main },
      1,
    ],
  ])('%s', (_name, files, expected) => {
    expect(findings(files)).toBe(expected);
  });
});

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Whether nothing runs `stream` of a package in a workspace, in which there are other files too. */
function isLeftOver(manifest: object, others: Readonly<Record<string, string>> = {}): boolean {
  const root = mkdtempSync(join(tmpdir(), 'left-over-'));
  folders.push(root);
  const files = {
    'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
    'packages/agent/package.json': JSON.stringify({ name: 'agent', main: './main.ts', ...manifest }),
    'packages/agent/agent.ts':
      "export const model = 'openai/gpt-5';\nexport function stream(prompt: string) { return [model, prompt]; }\n",
    'packages/agent/main.ts':
      "export { stream } from './agent.ts';\nimport { model } from './agent.ts';\nconsole.log(model);\n",
    ...others,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const file = join(root, 'packages/agent/agent.ts');
  const options = { noEmit: true, allowImportingTsExtensions: true, module: ts.ModuleKind.ESNext };
  const program = ts.createProgram([file, join(root, 'packages/agent/main.ts')], {
    ...options,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  // Nodes know their parents once a checker is there.
  program.getTypeChecker();
  const source = program.getSourceFile(file);
  const call = source && nodesIn(source, ts.isArrayLiteralExpression, anywhere)[0];
  return call !== undefined && isNeverRun(call, program);
}

describe('a function that a package of a workspace exports', () => {
  const calling = "import { stream } from 'agent';\nstream('go');\n";

  it.each<[string, object, Readonly<Record<string, string>>, boolean]>([
    ['is left over where no other package names it', { private: true }, {}, true],
    ['may be called where the package is published', {}, {}, false],
    ['may be called by another package that names it', { private: true }, { 'packages/web/page.ts': calling }, false],
    ['may be called by a page of a framework', { private: true }, { 'packages/web/App.vue': calling }, false],
    ['may be run by settings', { private: true }, { 'serverless.yml': 'handler: packages/agent/agent.stream' }, false],
    [
      'is left over where a text only has a longer name',
      { private: true },
      { 'packages/web/page.ts': 'streamAll()' },
      true,
    ],
    [
      'is left over where only installed code has the name',
      { private: true },
      { 'node_modules/x/a.js': calling },
      true,
    ],
  ])('%s', (_name, manifest, others, expected) => {
    expect(isLeftOver(manifest, others)).toBe(expected);
  });
});
