import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { factsCommand, type FactsOptions } from '../src/facts/command.ts';
import type { FactsReport } from '../src/facts/report.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const examples = path.join(root, 'examples');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A folder outside of every project, with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'facts-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

function reportOf(paths: readonly string[], options: FactsOptions = {}): FactsReport {
  return JSON.parse(factsCommand(paths, { ...options, json: true }).text) as FactsReport;
}

/** The places of all that is in a report. */
function placesIn({ tools, servers, agents, invocations }: FactsReport): string[] {
  return [...tools, ...servers, ...agents, ...invocations].map(({ at }) => at);
}

/** A project of its own over one of the examples: to read all of them takes its time. */
function projectOf(file: string): { readonly folder: string; readonly project: string } {
  const config = { extends: path.join(examples, 'tsconfig.json'), include: [path.join(examples, file)] };
  const folder = folderWith({ 'tsconfig.one.json': JSON.stringify(config) });
  return { folder, project: path.join(folder, 'tsconfig.one.json') };
}

const { text } = factsCommand([examples], { json: true });
const report = JSON.parse(text) as FactsReport;
const { text: printed } = factsCommand([examples], {});

describe('an SDK that cannot be checked', () => {
  const files = {
    'tsconfig.json': '{ "compilerOptions": { "types": [], "module": "nodenext", "noLib": true } }',
    'package.json': '{ "name": "app", "type": "module" }',
    'a.ts': "import { tool } from 'ai';\nexport const made = tool({});\n",
  };

  it('is named in a note, and the result is incomplete', () => {
    expect(factsCommand([folderWith(files)], {})).toMatchObject({
      notes: ['a.ts:1: `ai` is not installed, and nothing of it is seen (1 file). Install it.'],
      isComplete: false,
    });
  });

  it('is no package that only asks a person', () => {
    const asking = { ...files, 'a.ts': "import { confirm } from '@inquirer/prompts';\nexport { confirm };\n" };

    expect(factsCommand([folderWith(asking)], {}).isComplete).toBe(true);
  });

  it('is no other module, which is named all the same', () => {
    const others = Array.from({ length: 12 }, (_, index) => `import { act as act${index} } from 'other-${index}';\n`);
    const code = `import './style.css';
import picture from './picture.svg';
import { rm } from 'node:fs/promises';
import type { Act } from 'only-types';
import { act } from 'nowhere/part';
import { other } from './gone.js';
export const all: Act[] = [act, other, picture, rm];
`;
    const acting = { ...files, 'a.ts': code, 'b.ts': "import { act } from 'nowhere';\nact();\n" };
    const how = 'does not resolve, or has no declarations, and what is called of it is unknown';

    expect(factsCommand([folderWith(acting)], {})).toMatchObject({
      notes: [
        `a.ts:5: \`nowhere\` ${how} (2 files). Install it, or its types.`,
        `a.ts:6: \`./gone.js\` ${how} (1 file). Correct the path.`,
      ],
      isComplete: true,
    });
    expect(factsCommand([folderWith({ ...files, 'a.ts': others.join('') })], {}).notes.at(-1)).toBe(
      'other-10, other-11: these do not resolve either, or have no declarations.',
    );
  });
});

it('a table of tools is a tool for each entry', () => {
  const folder = folderWith({
    'tsconfig.json':
      '{ "compilerOptions": { "types": ["node"], "module": "nodenext", "strict": true, "skipLibCheck": true } }',
    'package.json': '{ "name": "app", "type": "module" }',
    'a.ts': `import { rm } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'files', version: '1.0.0' });
const definitions = [
  { name: 'show', handler: async () => ({ content: [] }) },
  { name: 'erase', handler: async () => { await rm('notes'); return { content: [] }; } },
];
for (const { name, handler } of definitions) server.registerTool(name, {}, handler);
`,
  });
  symlinkSync(path.join(root, 'tests/sdk/node_modules'), path.join(folder, 'node_modules'));

  expect(
    reportOf([folder]).tools.map(
      ({ at, name, class: kind, handler }) => `${at} ${String(name)} ${kind} ${String(handler)}`,
    ),
  ).toEqual(['a.ts:8:46 show harmless a.ts:5:28', 'a.ts:8:46 erase sensitive a.ts:6:29']);
});

describe('a tool and an agent without a name of their own', () => {
  const options =
    '{ "compilerOptions": { "types": ["node"], "module": "nodenext", "strict": true, "skipLibCheck": true } }';
  /** The text about a file, without the places. */
  const linesOf = (code: string): readonly string[] => {
    const files = { 'tsconfig.json': options, 'package.json': '{ "name": "app", "type": "module" }', 'a.ts': code };
    const folder = folderWith(files);
    symlinkSync(path.join(root, 'tests/sdk/node_modules'), path.join(folder, 'node_modules'));
    return factsCommand([folder], {})
      .text.trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('No tool registry: '))
      .map((line) => line.replace(/^\S+ /, ''));
  };
  const ai = `import { rm } from 'node:fs/promises';
import { generateText, tool, type LanguageModel } from 'ai';
import { z } from 'zod';
declare const model: LanguageModel;
const inputSchema = z.object({ path: z.string() });
const erase = tool({ inputSchema, execute: ({ path }) => rm(path, { recursive: true }) });
`;

  it('is named by the key that agents have it under, where that is one', () => {
    expect(linesOf(`${ai}export const a = () => generateText({ model, prompt: '', tools: { erase } });\n`)).toEqual([
      'tool erase: sensitive, delete by fs.rm',
      'agent (no name): erase (no guard)',
    ]);
    expect(
      linesOf(
        `${ai}export const a = () => generateText({ model, prompt: '', tools: { erase } });\nexport const b = () => generateText({ model, prompt: '', tools: { wipe: erase } });\n`,
      )[0],
    ).toBe('tool (no name): sensitive, delete by fs.rm');
    expect(linesOf(ai)).toEqual(['tool (no name): sensitive, delete by fs.rm']);
  });

  it('has the tools that the SDK brings, as the graph does', () => {
    const session = (own: string): readonly string[] =>
      linesOf(`import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = query({ prompt: 'x', options: { ${own} } });
`);
    expect(session("allowedTools: ['Edit', 'Bash(git:*)']")).toEqual([
      expect.stringContaining('Edit (built in), Bash (built in)'),
    ]);
    expect(
      session("tools: ['Read'], agents: { fixer: { description: 'Fix', prompt: 'Fix', tools: ['Read'] } }"),
    ).toEqual([expect.stringContaining('agent (no name): Read (built in)'), 'agent fixer: Read (built in)']);
    expect(session('tools: []')).toEqual(['agent (no name): no tools']);
  });

  it('is said to have low impact, where the rules leave it out by default', () => {
    const sends = (
      method: string,
    ): string => `${ai.replace(/const erase.*\n/, '')}const send = tool({ inputSchema, execute: async ({ path }) => (await fetch('https://api.example.com/notes', { method: '${method}', body: path })).text() });
export const a = () => generateText({ model, prompt: '', tools: { send } });
`;
    expect(linesOf(sends('POST'))[0]).toBe(
      'tool send: sensitive (low impact), untrusted-input by fetch, egress by fetch',
    );
    expect(linesOf(sends('DELETE'))[0]).toBe('tool send: sensitive, untrusted-input by fetch, egress by fetch');
  });
});

describe('the facts of the examples', () => {
  it('tell each tool with what it is, what it does, and its guards', () => {
    expect(report.tools.find(({ at }) => at.startsWith('examples/unsafe/archive-tools.ts'))).toEqual({
      at: 'examples/unsafe/archive-tools.ts:10:25',
      model: 'openai-agents.tool',
      name: 'drop_year',
      class: 'sensitive',
      impact: 'critical',
      effects: [{ kind: 'delete', sink: 'fs.rm', at: 'examples/unsafe/archive-tools.ts:7:9', impact: 'critical' }],
      hints: {},
      handler: 'examples/unsafe/archive-tools.ts:15:12',
      input: 'examples/unsafe/archive-tools.ts:13:15',
      output: null,
      guards: [{ guard: 'openai-agents.needsApproval', outcome: 'lets', at: 'examples/unsafe/archive-tools.ts:14:18' }],
    });
  });

  it('tell whether a tool of an agent is guarded', () => {
    const agents = report.agents.filter(({ at }) => at.includes('/refund-agent.ts'));
    expect(agents.map(({ at, tools }) => [at.split('/')[1], tools.map((tool) => [tool.name, tool.isGuarded])])).toEqual(
      [
        ['safe', [['issue_refund', true]]],
        ['unsafe', [['issue_refund', false]]],
      ],
    );
  });

  it('tell the tools of servers, built-in tools, and calls past every agent', () => {
    const serversAt = (file: string) => report.servers.filter(({ at }) => at.startsWith(file));
    expect(serversAt('examples/unsafe/triage-agent.ts').map(({ model, only }) => [model, only])).toEqual([
      ['openai-agents.MCPServer', null],
      ['openai-agents.MCPServer', null],
    ]);
    const [review] = report.agents.filter(({ at }) => at.startsWith('examples/unsafe/reply-review.ts'));
    expect(review?.builtIn).toEqual(['Bash', 'Write', 'Edit', 'NotebookEdit']);
    const calls = report.invocations.filter(({ at }) => at.startsWith('examples/unsafe/tenant-clients.ts'));
    expect(calls.map(({ tool, verdict }) => [tool, verdict])).toEqual([
      ['get_customer', 'harmless'],
      ['list_tickets', 'harmless'],
    ]);
  });

  it('are sorted by their places, with lines as numbers', () => {
    const { tools, agents, invocations } = report;
    for (const list of [tools, agents, invocations]) {
      const places = list.map(({ at }) => at);
      expect(places.length).toBeGreaterThan(1);
      expect(places).toEqual([...places].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
    }
  });

  it('are the same text when they are asked for again', () => {
    expect(factsCommand([examples], { json: true }).text).toBe(text);
  });

  it('name a place from the root of the repository', () => {
    expect(
      placesIn(report).every((place) => /^examples\/(?:unsafe|safe)\/(?:wiki\/)?[\w-]+\.ts:\d+:\d+$/.test(place)),
    ).toBe(true);
  });

  it('are a line each as text', () => {
    const lines = printed.trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('registry of wiki: 2 tools'))).toHaveLength(2);
    expect(lines).toHaveLength(placesIn(report).length + 2);
    expect(lines).toContain('examples/unsafe/archive-tools.ts:10:25 tool drop_year: sensitive, delete by fs.rm');
    expect(lines).toContain('examples/safe/refund-agent.ts:21:15 agent (no name): issue_refund (guarded)');
  });
});

describe('paths', () => {
  it('pick a folder, and change nothing of what is told of it', () => {
    const some = reportOf([path.join(examples, 'safe')]);
    expect(placesIn(some)).toEqual(placesIn(report).filter((place) => place.startsWith('examples/safe/')));
    expect(some.agents).toEqual(report.agents.filter(({ at }) => at.startsWith('examples/safe/')));
  });

  it('pick files', () => {
    const files = ['unsafe/archive-tools.ts', 'safe/refund-agent.ts'].map((file) => path.join(examples, file));
    const named = placesIn(reportOf(files)).map((place) => place.split(':')[0]);
    expect([...new Set(named)]).toEqual(['examples/safe/refund-agent.ts', 'examples/unsafe/archive-tools.ts']);
  });

  it('say so where nothing is known of them', () => {
    const folder = folderWith({ 'tsconfig.json': '{}', 'answer.ts': 'export const answer = 42;' });
    expect(factsCommand([folder], {}).text).toBe(
      'No tools, agents or invocations of a known SDK.\nNo tool registry: require-registered-tool and valid-document-pointer report nothing.\n',
    );
    expect(reportOf([folder])).toEqual({ registries: [], tools: [], servers: [], agents: [], invocations: [] });
  });

  it('lie in the project that --project names', () => {
    const { folder, project } = projectOf('unsafe/archive-tools.ts');

    const { tools, agents } = reportOf([], { project });
    expect(tools.map(({ name }) => name)).toEqual(['drop_year']);
    expect(agents).toEqual([]);
    expect(tools[0]?.at).toBe(`${path.relative(folder, path.join(examples, 'unsafe/archive-tools.ts'))}:10:25`);
    expect(() => factsCommand([path.join(examples, 'safe')], { project })).toThrow(
      `No file of the project is ${path.join(examples, 'safe')}, or in it. Add it to the tsconfig.json in ${folder}, or name another project with --project.`,
    );
  });
});

describe('the guide about the command line', () => {
  const guide = readFileSync(path.join(root, 'docs/guides/command-line.md'), 'utf8');

  it('names the fields of each list', () => {
    const [, ...sections] = guide.split(/^\*\*`(?=\w+`\*\*)/m);
    const named = sections.map((section) => {
      const [list = ''] = section.split('`');
      const [table = ''] = section.split(/\n(?:#|\*\*)/);
      return [list, [...table.matchAll(/^\| `(\w+)`/gm)].map(([, field]) => field)];
    });
    const told = Object.entries(report).map(([list, entries]: [string, readonly object[]]) => {
      expect(entries.length).toBeGreaterThan(0);
      return [list, Object.keys(entries[0] ?? {})];
    });

    expect(named).toEqual(told);
  });

  it('shows lines that are printed', () => {
    const [, ofFacts = ''] = guide.split(/^## agent-safety facts$/m);
    const [, shown = ''] = /```text\n(examples\/unsafe[\s\S]*?)```/.exec(ofFacts) ?? [];

    expect(
      shown
        .trim()
        .split('\n')
        .filter((line) => !printed.split('\n').includes(line)),
    ).toEqual([]);
  });
});

describe('what cannot be read is an error that says what to do', () => {
  const source = 'export const answer = 42;\n';

  it('a path that is not there', () => {
    const missing = path.join(examples, 'nowhere.ts');
    expect(() => factsCommand([missing], {})).toThrow(
      `There is no ${missing}. Name a file, a folder or a tsconfig.json.`,
    );
  });

  it('no tsconfig.json', () => {
    const folder = folderWith({ 'answer.ts': source });
    expect(() => factsCommand([folder], {})).toThrow(
      `There is no tsconfig.json in ${folder} or a folder above. Name one with --project.`,
    );
  });

  it('a tsconfig.json that is no JSON', () => {
    const folder = folderWith({ 'tsconfig.json': '{ "include": ["."]', 'answer.ts': source });
    expect(() => factsCommand([folder], {})).toThrow(`${folder}/tsconfig.json:1:19: '}' expected.`);
  });

  it('a tsconfig.json that extends one which is not there', () => {
    const folder = folderWith({ 'tsconfig.json': '{ "extends": "./base.json" }', 'answer.ts': source });
    expect(() => factsCommand([folder], {})).toThrow(
      `${folder}/tsconfig.json: Cannot read file '${folder}/base.json'.`,
    );
  });

  it('a file that is not in the project', () => {
    const folder = folderWith({ 'tsconfig.json': '{ "include": ["src"] }', 'src/answer.ts': source, 'old.ts': source });
    expect(() => factsCommand([path.join(folder, 'old.ts')], {})).toThrow(
      `No file of the project is ${folder}/old.ts, or in it. Add it to the tsconfig.json in ${folder}, or name another project with --project.`,
    );
  });

  it('a file of a package', () => {
    const files = { 'node_modules/acme/index.ts': source, 'answer.ts': `export * from 'acme';\n` };
    const folder = folderWith({ 'tsconfig.json': '{}', ...files });
    expect(() => factsCommand([path.join(folder, 'node_modules/acme')], {})).toThrow('No file of the project is');
  });
});
