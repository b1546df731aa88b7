import { runInNewContext } from 'node:vm';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { protocolsOf } from '../../src/facts/protocol-settings.ts';
import plugin from '../../src/index.ts';
import type { Protocol } from '../../src/models/protocol.ts';
import { programOf } from '../scenarios/programs.ts';
import { textOf } from './repository.ts';

const page = textOf('docs/guides/describe-your-own-sessions.md');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, code = '']) => ({ language, code }));
const codeWith = (text: string) => blocks.find(({ code }) => code.includes(text))?.code ?? '';

// The examples lie in the package of these tests.
const jobQueue = {
  ...protocolNamed('jobQueue'),
  subjects: [{ packages: ['agent-safety-sdk-tests'], names: ['JobQueue'] }],
};

it('the example reports what the guide says', () => {
  const files = {
    'main.ts': codeWith('new JobQueue('),
    'job-queue.ts': codeWith('declare class JobQueue'),
  };
  const { program, sources } = programOf(files);
  const messages = new Linter().verify(
    files['main.ts'],
    {
      files: ['**/*.ts'],
      plugins: { 'agent-safety': plugin },
      languageOptions: { parser, parserOptions: { programs: [program] } },
      rules: plugin.configs.recommended.rules ?? {},
      settings: { 'agent-safety': { protocols: [jobQueue] } },
    },
    { filename: sources[0]?.fileName ?? '' },
  );

  const shown = messages.map(
    ({ line, column, severity, message, ruleId }) =>
      `${line}:${column}  ${severity === 2 ? 'error' : 'warning'}  ${message.replace(/\.$/, '')}  ${ruleId ?? ''}`,
  );
  expect(shown).toEqual(
    codeWith('agent-safety/require-session-close')
      .trim()
      .split('\n')
      .map((line) => line.replace(/(error) {2,}/, 'error  ')),
  );
});

it('the other protocol of the guide is valid', () => {
  const toolbox = protocolNamed('toolbox');

  expect(protocolsOf({ 'agent-safety': { protocols: [toolbox] } })).toContain(toolbox);
});

it.each([
  ['push.from[0] must', { from: ['opne'] }],
  ['push.role must', { role: 'uses' }],
])('the mistake %s is worded as the guide says', (place, change) => {
  const protocol = { ...jobQueue, ops: { ...jobQueue.ops, push: { ...jobQueue.ops.push, ...change } } };

  expect(() => protocolsOf({ 'agent-safety': { protocols: [protocol] } })).toThrow(new Error(codeWith(place).trim()));
});

/** A protocol that the page declares as a constant. */
function protocolNamed(name: string): Protocol {
  const literal = new RegExp(`const ${name} = (\\{[\\s\\S]*?\\n\\});`).exec(page)?.[1] ?? 'undefined';
  return JSON.parse(runInNewContext(`JSON.stringify(${literal})`) as string) as Protocol;
}
