import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSuite } from './suite.ts';
import { page, withTables } from './table.ts';

it('every scenario that is about sessions passes, and the page says so', async () => {
  const outcome = await runSuite();
  expect(outcome.verdicts.flatMap(({ scenario, failures }) => failures.map((one) => `${scenario}: ${one}`))).toEqual(
    [],
  );
  expect(outcome.verdicts.length).toBeGreaterThan(40);
  const text = readFileSync(page, 'utf8');
  // `npx tsx packages/runtime/tests/mcp/conformance/write.ts` brings the page up to date.
  expect(await withTables(text, outcome)).toBe(text);
});
