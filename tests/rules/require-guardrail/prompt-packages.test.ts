import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

/** `@inquirer/prompts` as it is published: the defaults of packages for one kind of question each, under other names. */
const packages = {
  'node_modules/@inquirer/prompts/index.d.ts': `export { default as confirm } from '@inquirer/confirm';
export { default as select } from '@inquirer/select';
export { default as editor } from '@inquirer/editor';`,
  'node_modules/@inquirer/type/index.d.ts': `export type Prompt<Value, Config> = (config: Config) => Promise<Value>;`,
  'node_modules/@inquirer/confirm/index.d.ts': `import { Prompt } from '@inquirer/type';
declare const _default: Prompt<boolean, { message: string }>;
export default _default;`,
  'node_modules/@inquirer/select/index.d.ts': `declare const _default: <const Value>(config: { message: string; choices: readonly Value[] }) => Promise<Value>;
export default _default;`,
  'node_modules/@inquirer/editor/index.d.ts': `declare const _default: (config: { message: string }) => Promise<string>;
export default _default;`,
  'node_modules/inquirer/index.d.ts': `type Prompt = (questions: readonly object[]) => Promise<Record<string, any>>;
declare const inquirer: { prompt: Prompt };
export default inquirer;`,
  'node_modules/enquirer/index.d.ts': `declare class Enquirer { prompt(question: object): Promise<any>; }
declare namespace Enquirer { function prompt(question: object): Promise<any>; }
export = Enquirer;`,
  'node_modules/readline-sync/index.d.ts': `export function keyInYN(question: string): boolean | string;
export function question(question: string): string;`,
  'node_modules/consola/index.d.ts': `declare class Consola { prompt(message: string, options?: object): Promise<boolean>; }
type ConsolaInstance = Consola & Record<string, unknown>;
export declare const consola: ConsolaInstance;`,
  'node_modules/electron/index.d.ts': `declare namespace Electron { interface Dialog { showMessageBox(options: object): Promise<{ response: number }>; showMessageBoxSync(options: object): number; } }
declare module 'electron' { export const dialog: Electron.Dialog; }`,
  'node_modules/@types/vscode/index.d.ts': `declare module 'vscode' { export namespace window {
  function showWarningMessage(message: string, options: object, ...items: string[]): Promise<string | undefined>;
  function showInformationMessage(message: string, ...items: string[]): Promise<string | undefined>;
  function showQuickPick(items: string[]): Promise<string | undefined>;
} }`,
};

const manifests = Object.fromEntries(
  [
    ...['prompts', 'type', 'confirm', 'select', 'editor'].map((name) => `@inquirer/${name}`),
    ...['inquirer', 'enquirer', 'readline-sync', 'consola', 'electron', '@types/vscode'],
  ].map((name) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({
      ...{ name, version: '8.7.5', types: 'index.d.ts' },
      type: name.includes('inquirer') ? 'module' : 'commonjs',
    }),
  ]),
);

const reported = (imported: string, condition: string): number =>
  lint(
    {
      ...packages,
      ...manifests,
      'main.ts': `import { rm } from 'node:fs/promises';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
${imported}
async function agreed(path: string) { return confirm({ message: path }); }
const erase = tool(
  async ({ path }) => { if (${condition}) return 'kept'; await rm(path); return 'ok'; },
  { name: 'erase', description: 'Erase', schema: z.object({ path: z.string() }) },
);
export const agent = createAgent({ model: 'openai:gpt-5', tools: [erase] });
`,
    },
    { rules: { 'agent-safety/require-guardrail': 'error' }, file: 'main.ts' },
  ).length;

const fromAll = "import { confirm, editor, select } from '@inquirer/prompts';";

describe('a question by a package for the terminal', () => {
  it.each([
    ['confirms', fromAll, '!(await confirm({ message: path }))'],
    ['confirms in a function', fromAll, '!(await agreed(path))'],
    ['selects', fromAll, "(await select({ message: path, choices: ['yes', 'no'] })) !== 'yes'"],
    [
      'confirms by a package of its own',
      "import confirm from '@inquirer/confirm';",
      '!(await confirm({ message: path }))',
    ],
    [
      'confirms under another name',
      "import { confirm as ask } from '@inquirer/prompts'; const confirm = ask;",
      '!(await ask({ message: path }))',
    ],
    [
      'confirms by an object of a package',
      "import inquirer from 'inquirer';",
      "!(await inquirer.prompt([{ type: 'confirm', name: 'ok', message: path }])).ok",
    ],
    [
      'confirms by a function of a package that exports a class',
      "import { prompt } from 'enquirer';",
      "!(await prompt({ type: 'confirm', name: 'ok', message: path })).ok",
    ],
    ['waits for a key', "import readlineSync from 'readline-sync';", '!readlineSync.keyInYN(path)'],
    [
      'confirms by a logger',
      "import { consola } from 'consola';",
      "!(await consola.prompt(path, { type: 'confirm' }))",
    ],
    [
      'shows a box',
      "import { dialog } from 'electron';",
      "(await dialog.showMessageBox({ message: path, buttons: ['Keep', 'Erase'] })).response !== 1",
    ],
    [
      'shows a box and waits',
      "import { dialog } from 'electron';",
      "dialog.showMessageBoxSync({ message: path, buttons: ['Keep', 'Erase'] }) === 0",
    ],
    [
      'shows a warning of an editor',
      "import * as vscode from 'vscode';",
      "(await vscode.window.showWarningMessage(path, { modal: true }, 'Erase')) !== 'Erase'",
    ],
    [
      'shows a list of an editor',
      "import { window } from 'vscode';",
      "(await window.showQuickPick(['Erase', 'Keep'])) !== 'Erase'",
    ],
    ['waits for a line', "import { question } from 'readline-sync';", "question(path) !== 'yes'"],
  ])('guards a tool where it %s', (_name, imported, condition) => {
    expect(reported(imported, condition)).toBe(0);
  });

  it.each([
    ['goes on with the wrong answer', fromAll, 'await confirm({ message: path })'],
    ['has a person write a text', fromAll, "(await editor({ message: path })) === ''"],
    [
      'only tells a person',
      "import * as vscode from 'vscode';",
      "path === '') return 'kept'; await vscode.window.showInformationMessage(path); if (path === '*'",
    ],
    ['goes on with the wrong key', "import { keyInYN } from 'readline-sync';", 'keyInYN(path)'],
    [
      'is a function of the program',
      'const confirm = async (_: object) => true;',
      '!(await confirm({ message: path }))',
    ],
  ])('guards none where it %s', (_name, imported, condition) => {
    expect(reported(imported, condition)).toBe(1);
  });
});
