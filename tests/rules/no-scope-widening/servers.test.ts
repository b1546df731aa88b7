import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// One server, of which the agent above has only some tools.
const head = `import { Agent, createMCPToolStaticFilter, hostedMcpTool, MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents';
const fullCommand = \`npx files \${process.env['SHARE']}\`;
const reading = ['read_file', 'list_files'];
`;

const found = (servers: string, checkUnknown = true, agents = ''): readonly object[] =>
  lint(
    {
      'main.ts': `${head}${servers}
const filing = new Agent({ name: 'Filing', mcpServers: [whole] });
export const desk = new Agent({ name: 'Desk', mcpServers: [part], handoffs: [filing] });
${agents}
`,
    },
    { rules: { 'agent-safety/no-scope-widening': ['error', { checkUnknown, minImpact: 'low' }] }, file: 'main.ts' },
  ).map(({ messageId, message }) => ({ messageId, message }));

const finding = {
  messageId: 'unfiltered',
  message:
    '`Desk` has only `read_file` (and 1 other) of a server, but can have `Filing` run others of it without a guard. Filter them for `Filing` as well, or guard them.',
};

const stdio = (filter: string, command = 'fullCommand'): string =>
  `new MCPServerStdio({ name: 'files', ${command}${filter && `, toolFilter: ${filter}`} })`;
const static_ = 'createMCPToolStaticFilter({ allowed: reading })';
const both = (part: string, whole: string): string => `const part = ${part};\nconst whole = ${whole};`;

describe('a sub-agent with other tools of the same server', () => {
  it.each([
    ['by one command, with a filter that a function makes', both(stdio(static_), stdio(''))],
    ['by one command, with a filter that is written out', both(stdio('{ allowedToolNames: reading }'), stdio(''))],
    [
      'by the same command and arguments',
      both(
        stdio(static_, "command: 'npx', args: ['files', '/srv']"),
        stdio('', "command: 'npx', args: ['files', '/srv']"),
      ),
    ],
    [
      'by one address',
      both(
        `new MCPServerStreamableHttp({ url: 'https://files.example/mcp', toolFilter: ${static_} })`,
        `new MCPServerStreamableHttp({ url: 'https://files.example/mcp' })`,
      ),
    ],
    ['with a longer filter', both(stdio(static_), stdio("{ allowedToolNames: ['read_file', 'move_file'] }"))],
  ])('is reported: %s', (_name, servers) => {
    expect(found(servers)).toEqual([finding]);
    expect(found(servers, false)).toEqual([]);
  });

  it.each([
    ['another command', both(stdio(static_), stdio('', "fullCommand: 'npx mails'"))],
    [
      'other arguments',
      both(
        stdio(static_, "command: 'npx', args: ['files', '/srv']"),
        stdio('', "command: 'npx', args: ['files', '/tmp']"),
      ),
    ],
    [
      'an address that is not known',
      `declare const urls: string[];\n${both(
        `new MCPServerStreamableHttp({ url: urls[0]!, toolFilter: ${static_} })`,
        `new MCPServerStreamableHttp({ url: urls[1]! })`,
      )}`,
    ],
    ['the same filter', both(stdio(static_), stdio(static_))],
    ['other tools that read', both(stdio(static_), stdio("{ allowedToolNames: ['read_file', 'search_files'] }"))],
    ['a filter that only takes some away', both(stdio("{ blockedToolNames: ['move_file'] }"), stdio(''))],
    [
      'a filter that is not known',
      `declare const names: string[];\n${both(stdio(static_), stdio('{ allowedToolNames: names }'))}`,
    ],
    ['all of it for the agent above, too', both(stdio(''), stdio(''))],
  ])('is not reported with %s', (_name, servers) => {
    expect(found(servers)).toEqual([]);
  });

  it('is not reported with a server that requires approval', () => {
    const hosted = (more: string): string =>
      `hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example/mcp', ${more} })`;
    const agents = (approval: string): string => `
const other = new Agent({ name: 'Other', tools: [${hosted(`requireApproval: '${approval}'`)}] });
export const front = new Agent({ name: 'Front', tools: [${hosted("requireApproval: 'never', allowedTools: reading")}], handoffs: [other] });`;
    const servers = both(stdio(static_), stdio(static_));
    expect(found(servers, true, agents('always'))).toEqual([]);
    expect(found(servers, true, agents('never'))).toEqual([expect.objectContaining({ messageId: 'unfiltered' })]);
  });
});
