import type { MarkedProgram } from '../marks.ts';

/** Programs on the tool runner of the Anthropic SDK, which asks nobody: only a tool can. */
export const anthropicPrograms: readonly MarkedProgram[] = [
  {
    name: 'anthropic: a tool that asks on the terminal',
    code: `
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { z } from 'zod';

const client = new Anthropic();
const terminal = createInterface({ input: process.stdin, output: process.stdout });

const erase = betaZodTool({
  name: 'erase',
  description: 'Erase a file',
  inputSchema: z.object({ path: z.string() }),
  run: async ({ path }) => {
    /*[*/const answer = await terminal.question('Erase ' + path + '? ');
    if (!/^y(es)?$/i.test(answer)) return 'The user said no.';/*]*/
    await rm(path);
    return 'erased';
  },
});

export const work = (content: string) =>
  client.beta.messages.toolRunner({
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    messages: [{ role: 'user', content }],
    tools: [erase],
  });
`,
  },
  {
    name: 'anthropic: tools that a function wraps',
    code: `
import { execFileSync } from 'node:child_process';
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { z } from 'zod';

type Approve = (tool: string, input: unknown) => Promise<boolean>;

function approved<Input>(name: string, approve: Approve, run: (input: Input) => Promise<string>) {
  return async (input: Input): Promise<string> => {
    /*[*/if (!(await approve(name, input))) {
      return 'refused';
    }/*]*/
    return run(input);
  };
}

export function start(client: Anthropic, approve: Approve, content: string) {
  const compile = betaZodTool({
    name: 'compile',
    description: 'Compile a file',
    inputSchema: z.object({ file: z.string() }),
    run: approved('compile', approve, async ({ file }: { file: string }) => execFileSync('cc', [file]).toString()),
  });
  return client.beta.messages.toolRunner({
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    messages: [{ role: 'user', content }],
    tools: [compile],
  });
}
`,
  },
];
