import type { AgentSdk } from './agent-sdk.ts';

/** Ways to ask a person, which belong to no agent SDK. */
export const questions = {
  id: 'questions',
  name: 'Questions to a person',
  source: 'https://nodejs.org/api/readline.html#rlquestionquery-options',
  decisions: [
    {
      id: 'questions.readline',
      // `*` is a value of the module without types.
      callee: { packages: ['node:readline', 'node:readline/promises'], names: ['Interface', '*'], method: 'question' },
    },
    // Its types have an object from version 10 on, and `prompt` of the module before.
    { id: 'questions.inquirer', callee: { packages: ['inquirer'], names: ['*', 'inquirer'], method: 'prompt' } },
    { id: 'questions.inquirer-module', callee: { packages: ['inquirer'], names: ['prompt'] } },
    // Its types have a function and a namespace of one name, and the module exports it as the default too.
    { id: 'questions.prompts-package', callee: { packages: ['prompts'], names: ['prompts', 'prompt'] } },
    { id: 'questions.enquirer', callee: { packages: ['enquirer'], names: ['*', 'Enquirer'], method: 'prompt' } },
    { id: 'questions.enquirer-module', callee: { packages: ['enquirer'], names: ['prompt'] } },
    {
      id: 'questions.readline-sync',
      callee: { packages: ['readline-sync'], names: ['question', 'prompt', 'keyInYN', 'keyInYNStrict', 'keyInSelect'] },
    },
    {
      // `@inquirer/prompts` exports the defaults of packages for one kind of question each, which declare a `_default`.
      id: 'questions.prompts',
      callee: {
        packages: [
          ...['@clack/prompts', '@inquirer/prompts', '@inquirer/confirm', '@inquirer/select', '@inquirer/input'],
          ...['@inquirer/rawlist', '@inquirer/expand'],
        ],
        names: ['_default', 'confirm', 'select', 'text', 'input', 'rawlist', 'expand'],
      },
    },
    {
      id: 'questions.consola',
      callee: { packages: ['consola'], names: ['Consola', 'ConsolaInstance'], method: 'prompt' },
    },
    { id: 'questions.zx', callee: { packages: ['zx'], names: ['question'] } },
    // `confirm()` and `prompt()` of a browser, and of Bun.
    { id: 'questions.dialogs', callee: { packages: ['typescript', 'bun-types'], names: ['confirm', 'prompt'] } },
    ...(['showMessageBox', 'showMessageBoxSync'] as const).map((method) => ({
      id: `questions.electron.${method}`,
      callee: { packages: ['electron'], names: ['Dialog'], method },
    })),
    {
      id: 'questions.vscode',
      callee: {
        packages: ['vscode'],
        names: [
          ...['showWarningMessage', 'showInformationMessage', 'showErrorMessage'],
          ...['showQuickPick', 'showInputBox'],
        ],
      },
    },
  ],
} as const satisfies AgentSdk;
