import { afterAll, expect, it } from 'vitest';
import { Folders } from '../../../packages/cli/tests/graph/repository.ts';
import { Analysis } from '../../../src/facts/analysis.ts';
import { checked } from '../../../src/rules/check.ts';
import { openProject } from '../../../src/type-utils/index.ts';

const folders = new Folders();
afterAll(() => {
  folders.remove();
});

/** What the rule finds in a tool of Mastra, by the version that is installed. */
function foundIn(version: string, handler: string): readonly string[] {
  const folder = folders.make({
    'tsconfig.json': '{ "compilerOptions": { "types": [], "lib": ["es2023"], "module": "nodenext", "strict": true } }',
    'node_modules/@mastra/core/package.json': `{ "name": "@mastra/core", "version": "${version}", "types": "index.d.ts" }`,
    'node_modules/@mastra/core/index.d.ts': `export declare function createTool(options: {
  id: string; inputSchema: unknown; execute: (...given: any[]) => Promise<unknown>;
}): object;
`,
    'main.ts': `import { createTool } from '@mastra/core';
declare function look(text: string): Promise<string>;
export const search = createTool({
  id: 'search',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  execute: ${handler},
});
`,
  });
  const project = openProject(folder);
  const files = project.program.getSourceFiles().filter((file) => file.fileName.endsWith('/main.ts'));
  return checked(files, new Analysis(project.program), 'strict')
    .map(({ finding }) => finding)
    .flatMap(({ messageId, data }) => (data.key === undefined ? [] : `${messageId} ${data.key}`));
}

const inContext = 'async ({ context }: { context: { query: string } }) => look(context.query)';
const first = 'async (input: { query: string }) => look(input.query)';

it.each([
  ['0.24.9', inContext, []],
  ['0.24.9', inContext.replaceAll('query', 'text'), ['undeclared text']],
  ['1.0.0', first, []],
  ['1.0.0', inContext, ['undeclared context']],
  ['0.24.9', first.replaceAll('query', 'text'), []],
])('Mastra %s gives a handler its input where it is: %s', (version, handler, expected) => {
  expect(foundIn(version, handler)).toEqual(expected);
});
