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
