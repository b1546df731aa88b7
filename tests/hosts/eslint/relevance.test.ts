import { describe, expect, it } from 'vitest';
import type { TSESLint } from '@typescript-eslint/utils';
import { eslintRules } from '../../../src/hosts/eslint/rules.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';

/**
 * The kinds of nodes that the rules listen for in a file, and how often they got a type checker to find that out. Under
 * several settings, those of the last: its tree is the same under all.
 */
function listenedFor(
  texts: Readonly<Record<string, string>>,
  settings: readonly object[] = [{}],
): { kinds: string[]; checkers: number } {
  const { program, file } = programOf(texts);
  let checkers = 0;
  const counting = Object.create(program, {
    getTypeChecker: {
      value: () => {
        checkers++;
        return program.getTypeChecker();
      },
    },
  }) as typeof program;
  const node = file(Object.keys(texts)[0]!);
  const parserServices = {
    program: counting,
    esTreeNodeToTSNodeMap: new Map([[node, node]]),
    tsNodeToESTreeNodeMap: {},
  };
  const kindsUnder = (own: object): string[] =>
    Object.values(eslintRules).flatMap((rule) => {
      const context = {
        settings: { 'agent-safety': own },
        cwd: '/',
        options: [],
        filename: 'main.ts',
        sourceCode: { ast: node, text: node.text, parserServices },
      };
      return Object.keys(rule.create(context as unknown as Parameters<TSESLint.RuleModule<string>['create']>[0]));
    });
  const kinds = settings.map(kindsUnder).at(-1);
  return { kinds: [...new Set(kinds)], checkers };
}

describe('a program without anything modelled', () => {
  const plain = `import { readFile } from 'node:fs/promises';
export class Box<T> { constructor(readonly value: T) {} }
export const read = (path: string) => readFile(path, 'utf8');`;

  it('is left alone, without a type checker', () => {
    expect(listenedFor({ 'main.ts': plain, 'other.ts': `export * from './main.ts';` })).toEqual({
      kinds: [],
      checkers: 0,
    });
  });

  it('concerns the rules under settings that describe what it imports', () => {
    const box = { packages: ['boxes'], names: ['Box'] };
    const protocol = {
      id: 'boxes.box',
      noun: 'box',
      subjects: [box],
      states: { open: { phase: 'open', text: 'open' }, closed: { phase: 'closed', text: 'closed' } },
      construct: 'open',
      ops: { close: { role: 'close', from: ['open'], moves: { open: 'closed' } } },
      source: 'https://boxes.example',
    };
    const files = { 'main.ts': `import { Box } from 'boxes'; export const box = new Box();` };
    expect(listenedFor(files).kinds).toEqual([]);
    expect(listenedFor(files, [{}, { protocols: [protocol] }]).kinds).toEqual(['Program']);
  });

  it.each([
    ['an SDK', `import { Client } from '@modelcontextprotocol/sdk/client/index.js'; export { Client };`],
    [
      'an SDK that is not installed',
      `import { Agent } from '@mastra/core-of-nowhere'; export type { Tool } from 'deepagents';`,
    ],
    ['an SDK by a dynamic import', `export const sdk = () => import('@openai/agents');`],
    [
      'a class whose type is its state',
      `export class Door<S extends 'open' | 'closed'> { close(this: Door<'open'>): Door<'closed'> { return this as never; } }`,
    ],
  ])('differs from one with %s in another file', (_, text) => {
    expect(listenedFor({ 'main.ts': plain, 'other.ts': text }).kinds).toEqual(['Program']);
  });
});
