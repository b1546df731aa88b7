import { expect, it } from 'vitest';
import { printGraph } from '../program/flow/print-graph.ts';
import { flowGraphOf } from '../../src/program/flow/lower.ts';
import ts from 'typescript';
import { textOf } from './repository.ts';

it('the page about flow graphs shows the graph of its example', () => {
  const [, code = '', shown = ''] =
    /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(textOf('docs/internals/flow-graph.md')) ?? [];
  const [example] = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022, true).statements;

  expect(example && `${printGraph(flowGraphOf(example))}\n`).toBe(shown);
});
