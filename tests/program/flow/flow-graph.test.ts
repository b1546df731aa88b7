import { describe, expect, it } from 'vitest';
import { printGraph } from './print-graph.ts';
import { flowGraphOf } from '../../../src/program/flow/lower.ts';
import ts from 'typescript';
import { constructs } from './constructs.ts';

/** The text of a construct, inside a method so that everything may stand in it, and the graph of that method. */
function shown(title: string, code: string): string {
  const text = `class K { #go() {} async *m(s, t, x, y) { ${code} } }`;
  const file = ts.createSourceFile('construct.ts', text, ts.ScriptTarget.ES2022, true);
  const [declared] = file.statements;
  const method = declared && ts.isClassDeclaration(declared) ? declared.members[1] : undefined;
  if (!method) throw new Error(`No method in ${text}`);
  return `# ${title}\n${code}\n\n${printGraph(flowGraphOf(method))}\n`;
}

describe('each construct has the flow graph that is written down', () => {
  it.each(Object.entries(constructs))('%s', async (area, cases) => {
    const text = Object.entries(cases)
      .map(([title, code]) => shown(title, code))
      .join('\n');
    await expect(text).toMatchFileSnapshot(`goldens/${area}.txt`);
  });
});
