import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// The tests of a program call its tools by names that a table has: who runs them decides.
const program = (imported: string): string => `${imported}
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
interface Call { name: string; arguments: Record<string, unknown> }
declare function next(): Promise<readonly Call[]>;
declare function expect(value: unknown): { toBeDefined(): void };
export async function run(client: Client) {
  for (const call of await next()) expect(await client.callTool(call)).toBeDefined();
}
`;

// An agent that a test makes: nobody but the test runs it.
const agent = (imported: string, around: (code: string) => string): string => `${imported}
import { rm } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const erase = tool({ inputSchema: z.object({ path: z.string() }), execute: ({ path }) => rm(path, { recursive: true }) });
${around("generateText({ model: 'openai/gpt-5', prompt: 'x', tools: { erase } })")}
${around("query({ prompt: 'x', options: { allowedTools: ['Bash'] } })")}
`;
const inTest = (code: string): string => `it('works', () => ${code});`;
const exported = (code: string, name = code.slice(0, 5)): string => `export const ${name} = () => ${code};`;

const options = [
  { allow: [], checkFixedCalls: true, checkSwitchedTools: true, checkUnknown: true, minImpact: 'high' },
] as const;

tester.run('require-guardrail: files that import a test runner', requireGuardrail, {
  valid: [`import { vi } from 'vitest';`, `import test from 'node:test';`, `import { jest } from '@jest/globals';`].map(
    (imported) => ({ name: imported, code: program(imported), options }),
  ),
  invalid: ['', `import assert from 'node:assert';`, `import { check } from './vitest.js';`].map((imported) => ({
    name: imported || 'no import',
    code: program(imported),
    options,
    errors: [{ messageId: 'invoked' as const }],
  })),
});

tester.run('require-guardrail: agents of tests', requireGuardrail, {
  valid: [
    { name: 'in a test', code: agent('', inTest), options },
    { name: 'in a file that imports a test runner', code: agent(`import { vi } from 'vitest';`, exported), options },
    { name: 'in tests of pages', code: agent(`import { test } from '@playwright/test';`, exported), options },
  ],
  invalid: Object.entries({
    elsewhere: agent('', exported),
    'in a file that drives a browser': agent(`import { chromium } from '@playwright/test';`, exported),
    'after a response': agent(`import { after } from 'next/server';`, (code) => `after(() => ${code});`),
    'after a step': agent(
      'declare const pipeline: { after(step: string, run: () => unknown): void };',
      (code) => `pipeline.after('build', () => ${code});`,
    ),
  }).map(([name, code]) => ({
    name,
    code,
    options,
    errors: [{ messageId: 'unguarded' as const }, { messageId: 'allowed' as const }],
  })),
});
