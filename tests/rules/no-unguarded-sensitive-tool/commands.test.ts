import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

const head = `import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
const run = promisify(execFile);
const annotations = { readOnlyHint: true };
const server = new McpServer({ name: 'host', version: '1.0.0' });
async function show([program, ...args]: readonly string[]) {
  return { content: [{ type: 'text' as const, text: (await run(program, args)).stdout }] };
}
`;

/** What is reported where a server says of a tool that it only reads. */
const found = (code: string, minImpact: 'high' | 'low' = 'high'): string[] =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    { rules: { 'agent-safety/no-unguarded-sensitive-tool': ['error', { minImpact }] }, file: 'main.ts' },
  ).map(({ message }) => /but it (?:may )?(\w+ \w+)/.exec(message)?.[1] ?? message);

const table = (last: string): string => `const reports = {
  free: { title: 'Free space', argv: ['df', '-h'] },
  heads: { title: 'Branches', argv: ['git', 'branch', ${last}] },
} as const;
for (const [name, { title, argv }] of Object.entries(reports)) server.registerTool(name, { title, annotations }, () => show(argv));`;

const since = (args: string): string =>
  `server.registerTool('since', { inputSchema: { from: z.string() }, annotations }, ({ from }) => show(['git', 'diff', '--stat', ${args}]));`;

describe('a command that a tool runs which says that it only reads', () => {
  it.each([
    ['each row of a table that reads', table("'--list', '--all'"), []],
    ['a row of a table that changes something', table("'--delete', 'old'"), ['runs a']],
    [
      'one of some rows by its name',
      `const rows = { up: ['uptime'], log: ['git', 'log', '-n', '3'] };
server.registerTool('row', { inputSchema: { of: z.enum(['up', 'log']) }, annotations }, ({ of }) => show(rows[of]));`,
      [],
    ],
    [
      'one of some rows by its name, of which one changes something',
      `const rows = { up: ['uptime'], log: ['git', 'gc', '--prune', 'now'] };
server.registerTool('row', { inputSchema: { of: z.enum(['up', 'log']) }, annotations }, ({ of }) => show(rows[of]));`,
      ['runs a'],
    ],
  ])('is judged by %s', (_name, code, expected) => {
    expect(found(code)).toEqual(expected);
    expect(found(code, 'low')).toEqual(expected);
  });

  it.each([
    ['a text of the model that may be an option', since('from'), ['gives options']],
    ['one behind a separator', since("'--', from"), []],
    ['one that begins with a text of the program', since('`origin/${from}`'), []],
  ])('counts with all that has low impact: %s', (_name, code, expected) => {
    expect(found(code, 'low')).toEqual(expected);
    expect(found(code)).toEqual([]);
  });
});
