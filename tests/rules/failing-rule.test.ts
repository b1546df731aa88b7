import { expect, test } from 'vitest';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { Analysis } from '../../src/facts/analysis.ts';
import { checked } from '../../src/rules/check.ts';
import { requireGuardrail } from '../../src/rules/require-guardrail.ts';
import { defineRule, findingsOf } from '../../src/rules/rule.ts';
import { programOf } from '../type-utils/in-memory-program.ts';

const ruleThat = (check: () => never) => defineRule({ ...requireGuardrail, name: 'some-rule', check });

test('a rule that fails reports the file as not analysed, and where it failed', () => {
  const { program, file } = programOf({ 'a.ts': '\nexport const a = 1;\n' });
  const rule = ruleThat(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });

  const found = findingsOf(rule, file('a.ts'), new Analysis(program));

  expect(found).toMatchObject([{ messageId: 'analysisFailed', rule: 'some-rule', node: file('a.ts').statements[0] }]);
  expect(found[0]?.message).toMatch(
    /^This file could not be analysed by `some-rule`, .* RangeError: Maximum call stack size exceeded at .*failing-rule\.test\.ts/,
  );
});

test('a wrong configuration is no finding', () => {
  const { program, file } = programOf({ 'a.ts': '' });
  const rule = ruleThat(() => {
    throw new ConfigurationError('`modes` is not known');
  });

  expect(() => findingsOf(rule, file('a.ts'), new Analysis(program))).toThrow('`modes` is not known');
});

test('a list longer than the stack, and one that doubles itself', () => {
  const words = Array.from({ length: 130_000 }, (_, index) => `'w${String(index)}'`).join();
  const doubled = Array.from(
    { length: 18 },
    (_, at) => `const l${String(at + 1)} = [...l${String(at)}, ...l${String(at)}];`,
  );
  const tools = `import { generateText, tool, type LanguageModel } from 'ai';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
const remove = tool({
  description: words.join(' '), inputSchema: z.object({ path: z.string() }), execute: ({ path }) => rm(path, { recursive: true }),
});
export const run = (model: LanguageModel) => generateText({ model, prompt: '', tools: { remove } });
export const other = (model: LanguageModel) =>
  generateText({ model, prompt: '', tools: Object.fromEntries(words.map((word) => [word, remove])) });
`;
  const { program, file } = programOf({
    'long.ts': `${tools}const list = [${words}];\nconst words = [...list, 'more'];\n`,
    'doubled.ts': `${tools}const l0 = ['a', 'b'];\n${doubled.join('\n')}\nconst words = l18;\n`,
  });
  const analysis = new Analysis(program);

  const found = ['long.ts', 'doubled.ts'].flatMap((name) => findingsOf(requireGuardrail, file(name), analysis));

  expect(found.map(({ messageId }) => messageId)).toEqual(['unguarded', 'unguarded']);
});

test('an expression of twenty thousand operands, in a file and beside it', () => {
  const operands = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? 'rm' : "'.'")).join(' + ');
  const { program, file } = programOf({
    'deep.ts': `import { rm } from 'node:fs/promises';\nexport const deep = ${operands};\nexport const model = 'openai/gpt-5';\n`,
    'agent.ts': `import { generateText, tool } from 'ai';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { model } from './deep.js';
const inputSchema = z.object({ path: z.string() });
const remove = tool({ description: model, inputSchema, execute: ({ path }) => rm(path, { recursive: true }) });
export const run = () => generateText({ model, prompt: '', tools: { remove } });
`,
  });

  const found = checked([file('deep.ts'), file('agent.ts')], new Analysis(program), 'strict');

  expect(found.map(({ finding }) => finding.messageId)).toEqual(['unguarded']);
});
