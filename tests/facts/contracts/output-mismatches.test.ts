import ts from 'typescript';
import { expect, it } from 'vitest';
import type { AgentFacts } from '../../../src/facts/agents/agents.ts';
import { outputMismatchesOf } from '../../../src/facts/contracts/output-mismatches.ts';
import { compilerOf } from '../../../src/type-utils/index.ts';
import { nodesIn, programOf } from '../../type-utils/in-memory-program.ts';

/** What is wrong with the result `found`, behind a test, where the schema is that of `declared`. */
function mismatchesBehind(test: string, options: ts.CompilerOptions): readonly string[] {
  const { program, file } = programOf(
    {
      'main.ts': `declare const found: { success: true; data: string[] } | { success: false; message: string };
declare const declared: { success: true; data: { tree: string } } | { success: false; message: string };
export function answer(): unknown { if (${test}) return found; return declared; }`,
    },
    options,
  );
  const [result, declared] = nodesIn(file('main.ts'), ts.isReturnStatement).flatMap(
    ({ expression }) => expression ?? [],
  );
  if (!result || !declared) throw new Error('The program returns nothing.');
  const shape = compilerOf(program).shapeOf(declared);
  const output = { by: 'type', node: declared, input: shape, output: shape } as const;
  const results = [{ node: result, tools: undefined, argumentOf: () => undefined }];
  const facts = { program } as AgentFacts;
  return outputMismatchesOf(facts, { tool: 'tree', node: result, output, returned: undefined, results }).map(
    ({ kind, path }) => `${kind} ${path.join('.')}`,
  );
}

it('a failure behind a test is no success with other data, also where only strict types narrow it', () => {
  expect(mismatchesBehind('!found.success', { strict: true })).toEqual([]);
  expect(mismatchesBehind('!found.success', { strict: false })).toEqual([]);
});

it('a success with other data is one', () => {
  expect(mismatchesBehind('found.success', { strict: true })).toEqual(['resultType data']);
});
