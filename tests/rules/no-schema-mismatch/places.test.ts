import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// What is one finding where the handler's code is in another file than the tools.

const server = (
  tools: readonly string[],
): string => `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { images } from './docker.js';
export function serve(server: Server) {
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [
${tools.map((name) => `    { name: '${name}', inputSchema: { type: 'object', properties: { filter: { type: 'string' } } } },`).join('\n')}
  ] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }) => {
${tools.map((name) => `    if (name === '${name}') return { content: [{ type: 'text', text: images(args) }] };`).join('\n')}
    throw new Error('Unknown tool');
  });
}
`;

const docker = (reads: readonly string[]): string => `export function images(args: any): string {
  let line = 'docker images';
${reads.map((key) => `  if (args.${key}) line += ' --${key}=' + args.${key};`).join('\n')}
  return line;
}
`;

function found(tools: readonly string[], reads: readonly string[]): readonly string[] {
  const files = { 'server.ts': server(tools), 'docker.ts': docker(reads) };
  const rules = { 'agent-safety/no-schema-mismatch': 'error' } as const;
  return lint(files, { rules, file: 'server.ts' }).map(({ line, message }) => `${String(line)}: ${message}`);
}

const undeclared = (keys: string, line: number): string =>
  `6: ${keys} is not declared in the input schema of \`images\`, so the model never sends it (line ${String(line)} of tests/sdk/scenario/docker.ts). Declare it in the schema.`;

describe('properties that a function in another file reads', () => {
  it.each([
    [['filter'], []],
    [['filter', 'digests'], [undeclared('`digests`', 4)]],
    [['digests', 'quiet'], [undeclared('`digests` (and 1 other: `quiet`)', 3)]],
    [['digests', 'filter', 'quiet', 'tree'], [undeclared('`digests` (and 2 others: `quiet`, `tree`)', 3)]],
  ])('are one finding: %s', (reads, findings) => {
    expect(found(['images'], reads)).toEqual(findings);
  });

  it('are not all named where they are many', () => {
    const many = Array.from({ length: 12 }, (_, index) => `option${String.fromCharCode(97 + index)}`);
    const named = many
      .slice(1, 10)
      .map((name) => `\`${name}\``)
      .join(', ');

    expect(found(['images'], many)).toEqual([undeclared(`\`optiona\` (and 11 others: ${named}, …)`, 3)]);
  });

  it('are one finding of their own where another name is meant', () => {
    const messages = found(['images'], ['digests', 'filters', 'quiet']);

    expect(messages).toEqual([
      undeclared('`digests` (and 1 other: `quiet`)', 3),
      '6: `filters` is not declared in the input schema of `images`, so the model never sends it (line 4 of tests/sdk/scenario/docker.ts). Read `filter` instead, or declare it.',
    ]);
  });

  it('are one finding for all tools that run the function', () => {
    expect(found(['images', 'layers'], ['digests', 'quiet'])).toEqual([
      undeclared('`digests` (and 1 other: `quiet`)', 3).replace('`images`', '`images` and `layers`'),
    ]);
  });
});
