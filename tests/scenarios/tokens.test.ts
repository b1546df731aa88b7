/** Tokens that are spent by their first use: where each may go, and what else counts as one. */
import { describe, expect, it } from 'vitest';
import { tokenPrelude } from '../rules/token-programs.ts';
import { lint } from './linting.ts';

const rules = {
  'agent-safety/no-forged-token': 'error',
  'agent-safety/no-token-mismatch': 'error',
  'agent-safety/no-token-reuse': 'error',
} as const;

/** A test whose program says at the end of a line which message is expected of it: `// spentTwice`. All else is silent. */
function tokens(name: string, code: string, beside: Readonly<Record<string, string>> = {}): void {
  it(name, () => {
    const text = tokenPrelude + code.trim();
    const expected = text
      .split('\n')
      .flatMap((line, index) => (/\/\/ (\w+)$/.exec(line)?.[1] ?? '').split(' ').map((id) => ({ line: index + 1, id })))
      .filter(({ id }) => id !== '');

    const found = lint({ ...beside, 'main.ts': text }, { rules });

    expect(found.map(({ line, messageId }) => ({ line, id: messageId }))).toEqual(expected);
  });
}

/** Mints a token, and then does something with it. */
function minted(body: string): string {
  return `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  ${body.trim()}
}`;
}

const use = 'await invokeTool(agent, erase, args, token);';

describe('125', () => {
  tokens('125: minted by a runner, used for one call', minted(use));
});

describe('126', () => {
  tokens('126: used twice', minted(`${use}\n  ${use} // spentTwice`));
  tokens('126: via an alias', minted(`const same = token;\n  ${use.replace('token', 'same')}\n  ${use} // spentTwice`));
  tokens(
    '126: via a helper, twice',
    `async function spend(args: File, token: Token) { await invokeTool(agent, erase, args, token); }${minted(
      'await spend(args, token);\n  await spend(args, token); // spentInCallee',
    )}`,
  );
  tokens(
    '126: in Promise.all',
    minted(`await Promise.all([
    invokeTool(agent, erase, args, token),
    invokeTool(agent, erase, args, token), // spentTwice
  ]);`),
  );
});

describe('127', () => {
  tokens('127: in a loop', minted(`for (const path of paths) {\n    log(path);\n    ${use} // spentInLoop\n  }`));
  tokens(
    '127: in a loop that is left',
    minted(`for (const path of paths) {\n    log(path);\n    ${use}\n    break;\n  }`),
  );
});

describe('128', () => {
  tokens('128: one use in each of two branches', minted(`if (flag) {\n    ${use}\n  } else {\n    ${use}\n  }`));
});

describe('129', () => {
  tokens(
    '129: retried after a use that threw',
    minted(`try {\n    ${use}\n  } catch {\n    ${use} // spentTwice\n  }`),
  );
});

describe('130', () => {
  for (const [name, value, id] of [
    ['as', '{} as Token', 'asserted'],
    ['angle brackets', '<Token>(<unknown>{})', 'asserted'],
    ['a double assertion', '{} as unknown as Token', 'asserted'],
    ['any', 'untyped', 'untyped'],
    ['JSON.parse', "JSON.parse('{}')", 'built'],
  ] as const)
    tokens(
      `130: forged by ${name}`,
      `
declare const untyped: any;
export const run = (args: File) =>
  invokeTool(agent, erase, args, ${value}); // ${id}`,
    );
  tokens(
    '130: an object literal, which the checker lets pass by a comment only',
    `
export const run = (args: File) =>
  // @ts-ignore
  invokeTool(agent, erase, args, { approved: true }); // silenced`,
  );
  tokens(
    '130: a branded factory in the module that declares the brand',
    `
export type Approval = Readonly<Record<TokenBrand, 'approval'>> & { readonly by: string };
export const approvalOf = (by: string): Approval => ({ by }) as Approval;`,
  );
  tokens(
    '130: and in another one',
    `
import type { Approval } from './approvals.js';
export const approvalOf = (by: string): Approval =>
  ({ by }) as Approval; // asserted`,
    {
      'approvals.ts': `import type { TokenBrand } from '@agent-safety/runtime';
export type Approval = Readonly<Record<TokenBrand, 'approval'>> & { readonly by: string };`,
    },
  );
});

describe('131', () => {
  const sdk = `
import { generateText, tool, type LanguageModel } from 'ai';
declare const model: LanguageModel;
declare const prompt: string;`;
  for (const [name, context] of [
    ['directly', 'token'],
    ['in an object', '{ token }'],
    ['in a list', '[token]'],
  ] as const)
    tokens(
      `131: handed to a sub-agent ${name}`,
      sdk +
        minted(`await generateText({
    model,
    prompt,
    experimental_context: ${context}, // sharedWithAgent
  });`),
    );
  tokens(
    '131: captured by the tool of a sub-agent',
    sdk +
      minted(`const again = tool({ inputSchema: file, execute: () => args.path });
  await generateText({
    model,
    prompt,
    tools: {
      again,
      erase: tool({
        inputSchema: file,
        execute: () => invokeTool(agent, erase, args, token), // sharedWithAgent
      }),
    },
  });`),
  );
});

describe('132', () => {
  tokens(
    '132: stored in a field',
    `
export class Eraser {
  token: Token | undefined;
  async ask(args: File) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    this.token = token; // outlivesCall
  }
}`,
  );
  tokens(
    '132: stored in a module’s variable',
    `let last: Token | undefined;${minted('last = token; // outlivesCall')}`,
  );
  tokens(
    '132: stored in a variable of the function around',
    `
export function eraser() {
  let last: Token | undefined;
  return async function ask(args: File) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return last;
    last = token; // outlivesCall
  };
}`,
  );
  // The type of a callback lets nothing but undefined and block(…) out, which the compiler checks.
  tokens(
    'known gap: 132: returned from the callback of a runner, against its type',
    `
export const odd = new CallbackRunner(backup, {
  // @ts-expect-error a callback answers undefined or block
  beforeTool: async ({ args }) => await runner.runBeforeTool(erase, args),
});`,
  );
});

describe('133', () => {
  tokens(
    '133: an outer token used once in the callback of another runner',
    minted(`const inner = new CallbackRunner(backup, {
    beforeTool: async () => {
      ${use}
      return undefined;
    },
  });
  await inner.runBeforeTool(erase, args);`),
  );
});

describe('134', () => {
  tokens('134: never used', minted('log(args);'));
});

describe('135', () => {
  tokens('135: compared and logged', minted(`log(token, token === undefined);\n  ${use}\n  console.log(token);`));
});
