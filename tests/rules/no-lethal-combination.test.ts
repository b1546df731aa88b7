import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { describe, expect, it } from 'vitest';
import { noLethalCombination } from '../../src/rules/no-lethal-combination.ts';
import type { CaseFiles } from '../scenarios/programs.ts';
import { policyFile } from '../policy-file.ts';
import { lint } from '../scenarios/linting.ts';
import { codeOf, errorsIn, type Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof noLethalCombination.messages;

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

/** Two programs that differ in the one thing that matters: in the second nothing lethal comes together. */
function pair(name: string, faulty: string, finding: Finding<MessageId>, right: string, settings = {}): void {
  reported(name, faulty, finding, settings);
  silent(`not: ${name}`, right, settings);
}

function reported(name: string, marked: string, finding: Finding<MessageId>, settings = {}): void {
  invalid.push({ name, code: codeOf(marked), errors: errorsIn(marked, finding), ...settings });
}

function silent(name: string, code: string, settings = {}): void {
  valid.push({ name, code, ...settings });
}

/** Settings with a policy file: a line for each property, so that the lines in messages mean something. */
function under(policy: object): { settings: { 'agent-safety': { policy: string } } } {
  return { settings: { 'agent-safety': { policy: policyFile(policy) } } };
}

function combined(
  parts: string,
  tool: string,
  { agent = 'assistant', remedy = 'Set `needsApproval: true`' } = {},
): Finding<MessageId> {
  return { messageId: 'combined', data: { agent, parts, tool, remedy } };
}

// ── What comes together ────────────────────────────────────────────────────────────────────────────────────────────

const prelude = `import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { Agent, MCPServerStdio, run, tool } from '@openai/agents';
import { z } from 'zod';
declare const db: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
const one = z.object({ name: z.string() });
const reading = { name: 'read_notes', description: 'Read', parameters: one, execute: async ({ name }: { name: string }) => readFile(join('notes', name), 'utf8') };
const fetching = { name: 'fetch_page', description: 'Fetch', parameters: one, execute: async ({ name }: { name: string }) => (await fetch(name)).text() };
const sending = { name: 'post_to', description: 'Post', parameters: z.object({ to: z.string(), text: z.string() }), execute: async ({ to, text }: { to: string; text: string }) => { await fetch(to, { method: 'POST', body: text }); return 'sent'; } };
const searching = { name: 'search_web', description: 'Search', parameters: one, execute: async ({ name }: { name: string }) => (await fetch(\`https://api.tavily.com/search?q=\${name}\`)).json() };
const readNotes = tool(reading);
const fetchPage = tool(fetching);
const postTo = tool(sending);
const searchWeb = tool(searching);
const gated = { needsApproval: true } as const;
`;

const agent = (tools: string, more = ''): string => `new Agent({ name: 'assistant', tools: [${tools}]${more} })`;
const all = combined(
  '`read_notes` (private data), `search_web` (untrusted input) and `post_to` (a way out)',
  '`post_to`',
);

pair(
  'three tools for three parts',
  `${prelude}export const a = «${agent('readNotes, searchWeb, postTo')}»;`,
  all,
  `${prelude}export const a = ${agent('readNotes, searchWeb, tool({ ...sending, ...gated })')};`,
);
pair(
  'a page at an address that the model chooses, which is a way out as well',
  `${prelude}export const a = «${agent('readNotes, fetchPage')}»;`,
  combined('`read_notes` (private data) and `fetch_page` (untrusted input, a way out)', '`fetch_page`'),
  `${prelude}export const a = ${agent('readNotes, tool({ ...fetching, ...gated })')};`,
);
pair(
  'no private data',
  `${prelude}export const a = «${agent('readNotes, searchWeb, postTo')}»;`,
  all,
  `${prelude}export const a = ${agent('searchWeb, postTo')};`,
);
pair(
  'no untrusted input',
  `${prelude}export const a = «${agent('readNotes, searchWeb, postTo')}»;`,
  all,
  `${prelude}export const a = ${agent('readNotes, postTo')};`,
);
pair(
  'no way out',
  `${prelude}export const a = «${agent('readNotes, searchWeb, postTo')}»;`,
  all,
  `${prelude}export const a = ${agent('readNotes, searchWeb')};`,
);
pair(
  'two ways out, of which one is guarded',
  `${prelude}export const a = «${agent('readNotes, searchWeb, tool({ ...sending, ...gated }), fetchPage')}»;`,
  combined('`read_notes` (private data), `search_web` (untrusted input) and `fetch_page` (a way out)', '`fetch_page`'),
  `${prelude}export const a = ${agent('readNotes, searchWeb, tool({ ...sending, ...gated }), tool({ ...fetching, ...gated })')};`,
);
reported(
  'a guard on what is read: that leaves the way out',
  `${prelude}export const a = «${agent('tool({ ...reading, ...gated }), tool({ ...searching, ...gated }), postTo')}»;`,
  all,
);
silent(
  'a tool that is unknown completes nothing',
  `${prelude}declare const other: () => Promise<string>;
const unknown = tool({ name: 'send', description: 'Send', parameters: one, execute: async () => other() });
export const a = ${agent('readNotes, searchWeb, unknown')};`,
);
silent(
  'a server completes nothing',
  `${prelude}const server = new MCPServerStdio({ command: 'mail' });
export const a = ${agent('readNotes, searchWeb', ', mcpServers: [server]')};`,
);
reported(
  'a list of which not all is known, and what is known is enough',
  `${prelude}declare const more: ReturnType<typeof tool>[];
export const a = «${agent('readNotes, searchWeb, postTo, ...more')}»;`,
  all,
);

// ── Through others ─────────────────────────────────────────────────────────────────────────────────────────────────

const through = combined(
  '`read_notes` (private data), `search_web` (untrusted input) and `post_to` (a way out, through `mailer`)',
  '`post_to`',
);

pair(
  'a way out through an agent that is handed over to',
  `${prelude}const mailer = new Agent({ name: 'mailer', tools: [postTo] });
export const a = «${agent('readNotes, searchWeb', ', handoffs: [mailer]')}»;`,
  through,
  `${prelude}const mailer = new Agent({ name: 'mailer', tools: [tool({ ...sending, ...gated })] });
export const a = ${agent('readNotes, searchWeb', ', handoffs: [mailer]')};`,
);
pair(
  'a way out through an agent as a tool',
  `${prelude}const mailer = new Agent({ name: 'mailer', tools: [postTo] });
export const a = «${agent("readNotes, searchWeb, mailer.asTool({ toolName: 'mail', toolDescription: 'Mail' })")}»;`,
  through,
  `${prelude}const mailer = new Agent({ name: 'mailer', tools: [postTo] });
export const a = ${agent("readNotes, searchWeb, mailer.asTool({ toolName: 'mail', toolDescription: 'Mail', needsApproval: true })")};`,
);
pair(
  'a way out through an agent that a tool runs',
  `${prelude}const mailer = new Agent({ name: 'mailer', tools: [postTo] });
const mailing = { name: 'mail', description: 'Mail', parameters: one, execute: async ({ name }: { name: string }) => String((await run(mailer, name)).finalOutput) };
export const a = «${agent('readNotes, searchWeb, tool(mailing)')}»;`,
  through,
  `${prelude}const mailer = new Agent({ name: 'mailer', tools: [postTo] });
const mailing = { name: 'mail', description: 'Mail', parameters: one, execute: async ({ name }: { name: string }) => String((await run(mailer, name)).finalOutput) };
export const a = ${agent('readNotes, searchWeb, tool({ ...mailing, ...gated })')};`,
);
reported(
  'three agents below, each with a part',
  `${prelude}const reader = new Agent({ name: 'reader', tools: [readNotes] });
const searcher = new Agent({ name: 'searcher', tools: [searchWeb] });
const mailer = new Agent({ name: 'mailer', tools: [postTo] });
export const a = «${agent('', ', handoffs: [reader, searcher, mailer]')}»;`,
  combined(
    '`read_notes` (private data, through `reader`), `search_web` (untrusted input, through `searcher`) and `post_to` (a way out, through `mailer`)',
    '`post_to`',
  ),
);
reported(
  'it comes together below: nothing is said of the agents above',
  `${prelude}const worker = «new Agent({ name: 'assistant', tools: [readNotes, searchWeb, postTo] })»;
const lead = new Agent({ name: 'lead', tools: [readNotes], handoffs: [worker] });
export const boss = new Agent({ name: 'boss', handoffs: [lead], tools: [searchWeb, postTo] });`,
  all,
);
reported(
  'agents that hand over to each other: the first of them',
  `${prelude}const a: Agent = «new Agent({ name: 'assistant', tools: [readNotes, searchWeb] })»;
const b = new Agent({ name: 'mailer', tools: [postTo], handoffs: [a] });
a.handoffs = [b];`,
  through,
);
silent(
  'each of two agents apart has some of it',
  `${prelude}export const a = ${agent('readNotes, searchWeb')};
export const b = new Agent({ name: 'mailer', tools: [postTo, searchWeb] });`,
);

// ── What is private ────────────────────────────────────────────────────────────────────────────────────────────────

/** An agent with a tool, and both other parts. */
function withReading(body: string, parameters = 'one'): string {
  return `${prelude}const look = tool({ name: 'look', description: 'Look', parameters: ${parameters}, execute: async ({ name }) => { ${body} } });
export const a = «${agent('look, searchWeb, postTo')}»;`;
}

const look = combined('`look` (private data), `search_web` (untrusted input) and `post_to` (a way out)', '`post_to`');

for (const [name, body] of [
  ['a file that the model names', `return readFile(name, 'utf8');`],
  ['a file below a folder', "return readFile(`data/${name}.json`, 'utf8');"],
  [
    'a file by a variable',
    `const path = join('data', name); const text = await readFile(path, 'utf8'); return text.trim();`,
  ],
  ['a file of the user', `return name + await readFile(join(homedir(), '.notes'), 'utf8');`],
  [
    'files, one after the other',
    `const all: string[] = []; for (const part of name.split(',')) all.push(await readFile(part, 'utf8')); return all.join();`,
  ],
  ['files at once', `return Promise.all(name.split(',').map((part) => readFile(part, 'utf8')));`],
  [
    'a file by a function',
    `const load = async (path: string) => (await readFile(path)).toString(); return load(name);`,
  ],
  [
    'a file by a function that is handed on',
    `const load = (path: string) => readFile(path, 'utf8'); return Promise.all(name.split(',').map(load));`,
  ],
  ['a database', `const { rows } = await db.query('SELECT body FROM notes WHERE title = $1', [name]); return rows;`],
  ['a whole table', `return name + JSON.stringify(await db.query('SELECT * FROM customers'));`],
] as const)
  reported(name, withReading(body), look);

for (const [name, body, parameters] of [
  ['a fixed file', `return name + await readFile('config.json', 'utf8');`],
  ['a file of the package', "return readFile(join(import.meta.dirname, 'pages', name), 'utf8');"],
  ['a file of the package by its address', "return readFile(new URL(`pages/${name}.md`, import.meta.url), 'utf8');"],
  ['a scratch file', "return readFile(join(tmpdir(), `${name}.png`), 'utf8');"],
  ['one of a few files', `return readFile(name, 'utf8');`, "z.object({ name: z.enum(['a', 'b']) })"],
  ['an environment variable', `return name + (process.env.REGION ?? '');`],
  [
    'a file of which the model sees nothing',
    `const key = await readFile(name, 'utf8'); await db.query('SELECT set_key($1)', [key]); return 'done';`,
  ],
  [
    'a row of which the model sees nothing',
    `const { rows } = await db.query('SELECT * FROM jobs WHERE id = $1', [name]); if (rows.length === 0) throw new Error('none'); return 'queued';`,
  ],
] as const satisfies readonly (readonly [string, string, string?])[])
  silent(name, codeOf(withReading(body, parameters)));

// ── What is untrusted ──────────────────────────────────────────────────────────────────────────────────────────────

function withInput(body: string, more = '', parameters = 'one'): string {
  return `${prelude}${more}const look = tool({ name: 'look', description: 'Look', parameters: ${parameters}, execute: async ({ name }) => { ${body} } });
const tell = tool({ ...sending, name: 'tell' });
export const a = «${agent('readNotes, look, tell')}»;`;
}

const open = combined('`read_notes` (private data) and `look` (untrusted input, a way out)', '`look`');
const input = combined('`read_notes` (private data), `look` (untrusted input) and `tell` (a way out)', '`tell`');

for (const [name, body] of [
  ['a page', `const answer = await fetch(name); return answer.text();`],
  ['a page, over then', `return fetch(name).then((answer) => answer.text());`],
  ['a page by an address object', `return (await fetch(new URL(name))).text();`],
  ['a page by a request', `return (await fetch(new Request(name.trim()))).text();`],
  ['a page of a host that the model says', 'return (await fetch(`https://${name}/index.html`)).text();'],
  ['a page by a text that is put together', "return (await fetch('https://' + name)).text();"],
  [
    'a page by a function',
    `const get = async (address: string) => { const answer = await fetch(address); return answer.text(); }; return get(name);`,
  ],
  ['a page by a function inside', `const get = async () => (await fetch(name)).text(); return get();`],
  [
    'a page by a variable that is set later',
    `let address = ''; address = name; return (await fetch(new URL(name + address))).text();`,
  ],
  [
    'pages, by functions that are handed on',
    `const get = async (address: string) => (await fetch(address)).text(); return Promise.all(name.split(' ').map(get));`,
  ],
  [
    'a page by a function that is given an object',
    `const get = async ({ address }: { address: string }) => (await fetch(address)).text(); return get({ address: name });`,
  ],
  ['one of some pages', `return Promise.all(name.split(' ').map(async (address) => (await fetch(address)).text()));`],
  [
    'a page by a variable that is set again',
    `let address = 'https://example.com'; if (name) address = name; return (await fetch(address)).text();`,
  ],
  [
    'a page by a list of parts with a name',
    `const parts = [name, 'index.html']; return (await fetch(parts.join('/'))).text();`,
  ],
  [
    'a page by a field of a class',
    `class Pages { constructor(private readonly address: string) {} async text() { return (await fetch(this.address)).text(); } } return new Pages(name).text();`,
  ],
  [
    'a page with a scheme that is added',
    "const address = name.startsWith('http') ? name : `https://${name}`; return (await fetch(address)).text();",
  ],
] as const)
  reported(name, withInput(body), open);

for (const [name, body, more] of [
  [
    'a service that finds pages',
    "return (await fetch('https://google.serper.dev/search', { method: 'POST', body: name })).json();",
  ],
  [
    'a service with issues of others',
    'return (await fetch(`https://api.github.com/repos/a/b/issues?q=${name}`)).json();',
  ],
  [
    'a service by a constant',
    'return (await fetch(`${base}/search?q=${name}`)).json();',
    "const base = 'https://api.search.brave.com/res/v1';\n",
  ],
  [
    'a service by a constant host',
    'return (await fetch(`https://${host}/res/v1/search?q=${name}`)).json();',
    "const host = 'api.search.brave.com';\n",
  ],
] as const satisfies readonly (readonly [string, string, string?])[])
  reported(name, withInput(body, more), input);

for (const [name, body, more, parameters] of [
  ['a fixed page', `return name + await (await fetch('https://example.com/status')).text();`],
  ['a service', 'return (await fetch(`https://api.weather.example/v1?city=${name}`)).json();'],
  ['a service by a variable of the environment', 'return (await fetch(`${process.env.API}/orders/${name}`)).json();'],
  [
    'a service by a parameter of a function',
    "return call('/orders/' + name);",
    'const call = async (path: string) => (await fetch(`https://api.example.com${path}`)).json();\n',
  ],
  [
    'a service by a constant host of its own',
    'return (await fetch(`https://${host}/v1/search?q=${name}`)).json();',
    "const host = 'api.weather.example';\n",
  ],
  [
    'a service by a variable that is set again',
    `let address = 'https://example.com/a'; if (name) address = 'https://example.com/b'; return (await fetch(address)).text();`,
  ],
  [
    'a service by a list of parts with a name',
    `const parts = ['https://example.com', name]; return (await fetch(parts.join('/'))).text();`,
  ],
  [
    'a service by a field of a class',
    `class Pages { constructor(private readonly address: string) {} async text(page: string) { return (await fetch(this.address + page)).text(); } } return new Pages('https://example.com/').text(name);`,
  ],
  ['a service below a domain', 'return (await fetch(`https://${name}.example.com/orders`)).json();'],
  ['a service by an address with a base', `return (await fetch(new URL(name, 'https://api.example.com'))).json();`],
  [
    'a page of a list',
    'return (await fetch(sites[name] ?? sites.home)).text();',
    "const sites: Record<string, string> & { home: string } = { home: 'https://example.com' };\n",
  ],
  [
    'a page whose host is compared',
    "const address = new URL(name); if (!hosts.has(address.hostname)) return 'no'; return (await fetch(address)).text();",
    "const hosts = new Set(['example.com']);\n",
  ],
  [
    'a page whose host a function compares',
    'check(name); return (await fetch(name)).text();',
    "const check = (address: string) => { if (!new URL(address).host.endsWith('.example.com')) throw new Error('no'); };\n",
  ],
  [
    'one of a few pages',
    'return (await fetch(name)).text();',
    '',
    "z.object({ name: z.enum(['https://a.example', 'https://b.example']) })",
  ],
] as const satisfies readonly (readonly [string, string, string?, string?])[])
  silent(name, codeOf(withInput(body, more, parameters)));

// ── What is a way out ──────────────────────────────────────────────────────────────────────────────────────────────

function withSending(body: string, parameters = 'z.object({ to: z.string(), text: z.string() })'): string {
  return `${prelude}const tell = tool({ name: 'tell', description: 'Tell', parameters: ${parameters}, execute: async ({ to, text }) => { ${body} return 'told'; } });
export const a = «${agent('readNotes, searchWeb, tell')}»;`;
}

const told = combined('`read_notes` (private data), `search_web` (untrusted input) and `tell` (a way out)', '`tell`');

for (const [name, body] of [
  ['a message to an address that the model says', `await fetch(to, { method: 'POST', body: text });`],
  ['a request for an address that the model says, whatever it answers', 'await fetch(`${to}?text=${text}`);'],
  [
    'an issue where anybody reads it',
    "await fetch(`https://api.github.com/repos/${to}/issues`, { method: 'POST', body: text });",
  ],
] as const)
  reported(name, withSending(body), told);

for (const [name, body] of [
  [
    'a message to a fixed address',
    `await fetch('https://hooks.example.com/desk', { method: 'POST', body: to + text });`,
  ],
  [
    'a message of the program',
    `await fetch('https://api.github.com/repos/a/b/dispatches', { method: 'POST', body: '{}' });`,
  ],
  ['a row', `await db.query('INSERT INTO messages (receiver, body) VALUES ($1, $2)', [to, text]);`],
] as const)
  silent(name, codeOf(withSending(body)));

// ── Commands ───────────────────────────────────────────────────────────────────────────────────────────────────────

const shell = (
  command: string,
): string => `${prelude.replace('import', "import { execSync } from 'node:child_process';\nimport")}
const sh = { name: 'sh', description: 'Run', parameters: one, execute: async ({ name }: { name: string }) => String(execSync(${command})) };
`;

pair(
  'a command that the model writes, which reads and sends',
  `${shell('name')}export const a = «${agent('tool(sh), searchWeb')}»;`,
  combined('`sh` (private data, a way out) and `search_web` (untrusted input)', '`sh`'),
  `${shell('name')}export const a = ${agent('tool({ ...sh, ...gated }), searchWeb')};`,
);
reported(
  'a shell that is given what to run',
  `${shell('name').replace('execSync(name)', "spawnSync('bash', ['-c', name]).stdout").replace('execSync', 'spawnSync')}export const a = «${agent('tool(sh), searchWeb')}»;`,
  combined('`sh` (private data, a way out) and `search_web` (untrusted input)', '`sh`'),
);
silent(
  'a program that is given something',
  `${shell('name').replace('execSync(name)', "spawnSync('git', ['log', name]).stdout").replace('execSync', 'spawnSync')}export const a = ${agent('tool(sh), searchWeb')};`,
);
silent(
  'code that is evaluated: a calculator reads and sends nothing',
  `${shell('name').replace('String(execSync(name))', 'String(eval(name))')}export const a = ${agent('tool(sh), searchWeb')};`,
);
silent('a fixed command', `${shell("'git status'")}export const a = ${agent('tool(sh), searchWeb')};`);
silent('a command alone: nobody else says anything', `${shell('name')}export const a = ${agent('tool(sh)')};`);

// ── Other SDKs ─────────────────────────────────────────────────────────────────────────────────────────────────────

const claude = (options: string): string => `import { query } from '@anthropic-ai/claude-agent-sdk';
export const go = (prompt: string) => «query({ prompt, options: { ${options} } })»;`;
reported(
  'tools that the SDK brings',
  claude(`allowedTools: ['Read', 'WebFetch']`),
  combined('`Read` (private data) and `WebFetch` (untrusted input, a way out)', '`WebFetch`', {
    agent: 'go',
    remedy: 'Remove it from `allowedTools`',
  }),
);
silent('tools that would have to be asked for', codeOf(claude(`allowedTools: ['Read', 'Grep']`)));
silent('tools that only search', codeOf(claude(`allowedTools: ['Read', 'WebSearch']`)));

const vercel = `import { readFile } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';
const inputSchema = z.object({ name: z.string() });
const read = tool({ description: 'Read', inputSchema, execute: ({ name }) => readFile(name, 'utf8') });
const get = tool({ description: 'Get', inputSchema, execute: async ({ name }) => (await fetch(name)).text() });
`;

pair(
  'the AI SDK',
  `${vercel}export const go = (prompt: string) => «generateText({ model: 'openai/gpt-5', prompt, tools: { read, get } })»;`,
  combined('`read` (private data) and `get` (untrusted input, a way out)', '`get`', { agent: 'go' }),
  `${vercel}export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { read, get }, toolApproval: { get: 'user-approval' } });`,
);

const mastra = (
  annotations: string,
  body: string,
  schema = 'z.object({ name: z.string() })',
): string => `import { readFile } from 'node:fs/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
const inputSchema = z.object({ name: z.string() });
const readNotes = createTool({ id: 'read_notes', description: 'Read', inputSchema, execute: async (input) => readFile(input.name, 'utf8') });
const tell = createTool({ id: 'tell', description: 'Tell', inputSchema, execute: async (input) => { await fetch(input.name, { method: 'POST' }); return 'told'; } });
const look = createTool({ id: 'look', description: 'Look', inputSchema: ${schema}, ${annotations}execute: async (input) => { ${body} } });
export const a = «new Agent({ id: 'a', name: 'assistant', instructions: 'Help.', model: 'openai/gpt-5', tools: { readNotes, look, tell } })»;`;
const service = 'return (await fetch(`https://api.example.com?q=${input.name}`)).text();';
const asked = { remedy: 'Set `requireApproval: true`' };

pair(
  'a service of which the author says that its world is open',
  mastra('mcp: { annotations: { openWorldHint: true } }, ', service),
  combined('`readNotes` (private data), `look` (untrusted input) and `tell` (a way out)', '`tell`', asked),
  codeOf(mastra('', service)),
);
pair(
  'a page that the input names by a property',
  mastra('', 'return (await fetch(input.name)).text();').replace('look, tell', 'look'),
  combined('`readNotes` (private data) and `look` (untrusted input, a way out)', '`look`', asked),
  codeOf(
    mastra('', 'return (await fetch(input.name)).text();', "z.object({ name: z.enum(['https://a.example']) })"),
  ).replace('look, tell', 'look'),
);
silent(
  'a page of which the author says that its world is closed',
  codeOf(
    mastra('mcp: { annotations: { openWorldHint: false } }, ', 'return (await fetch(input.name)).text();'),
  ).replace('look, tell', 'look'),
);

// ── The policy ─────────────────────────────────────────────────────────────────────────────────────────────────────

const three = `${prelude}export const a = «${agent('readNotes, searchWeb, postTo')}»;`;
const payments = {
  name: 'paid by strangers',
  effects: ['untrusted-input', 'spend'],
  reason: 'What a web page says must not move money.',
};

silent('nothing is forbidden', codeOf(three), under({ forbidden: [] }));
silent('something else is forbidden', codeOf(three), under({ forbidden: [payments] }));
pair(
  'a combination of the policy',
  `${prelude}const pay = { name: 'pay', description: 'Pay', parameters: one, execute: async () => 'paid' };
export const a = «${agent('searchWeb, tool(pay)')}»;`,
  {
    messageId: 'unguarded',
    data: {
      agent: 'assistant',
      parts: '`search_web` (untrusted input) and `pay` (payments)',
      name: 'paid by strangers',
      entry: 'agent-safety.policy.json, line 3',
      tool: '`pay`',
      remedy: 'Set `needsApproval: true`',
    },
  },
  `${prelude}const pay = { name: 'pay', description: 'Pay', parameters: one, execute: async () => 'paid' };
export const a = ${agent('searchWeb, tool({ ...pay, ...gated })')};`,
  under({ forbidden: [payments], tools: { pay: { effects: ['spend'] } } }),
);
pair(
  'a combination that only reads',
  `${prelude}export const a = «${agent('tool({ ...reading, ...gated }), searchWeb')}»;`,
  {
    messageId: 'forbidden',
    data: {
      agent: 'assistant',
      parts: '`read_notes` (private data) and `search_web` (untrusted input)',
      name: 'poisoned notes',
      entry: 'agent-safety.policy.json, line 3',
    },
  },
  `${prelude}export const a = ${agent('tool({ ...reading, ...gated })')};`,
  under({
    forbidden: [{ name: 'poisoned notes', effects: ['read-private', 'untrusted-input'], reason: 'Notes are trusted.' }],
  }),
);
pair(
  'the tools of a server, of which the policy says what they do',
  `${prelude}const server = new MCPServerStdio({ command: 'mail', toolFilter: { allowedToolNames: ['send_mail'] } });
export const a = «${agent('readNotes, searchWeb', ', mcpServers: [server]')}»;`,
  combined('`read_notes` (private data), `search_web` (untrusted input) and `send_mail` (a way out)', '`send_mail`', {
    remedy: 'Set `toolInputGuardrails: [ … ]`',
  }),
  `${prelude}const server = new MCPServerStdio({ command: 'mail', toolFilter: { allowedToolNames: ['list_mail'] } });
export const a = ${agent('readNotes, searchWeb', ', mcpServers: [server]')};`,
  under({ tools: { 'send_*': { effects: ['egress'] } } }),
);
silent(
  'a tool of which the policy says that it does nothing',
  codeOf(three),
  under({ tools: { read_notes: { effects: [] } } }),
);

tester.run('no-lethal-combination', noLethalCombination, { valid, invalid });

// ── Packages that are not installed ────────────────────────────────────────────────────────────────────────────────

const packages: CaseFiles = {
  'node_modules/nodemailer/package.json': '{ "name": "nodemailer", "version": "8.0.0" }',
  'node_modules/nodemailer/index.d.ts': `
    export interface Transporter { sendMail(mail: { to?: string; cc?: string; text?: string }): Promise<void>; }
    export declare function createTransport(options: object): Transporter;`,
  'node_modules/axios/package.json': '{ "name": "axios", "version": "1.0.0", "type": "module" }',
  'node_modules/axios/index.d.ts': `
    export declare class Axios { get(url: string): Promise<{ data: string }>; }
    export interface AxiosStatic extends Axios { create(config?: object): Axios; }
    declare const axios: AxiosStatic;
    export default axios;`,
  'node_modules/imapflow/package.json': '{ "name": "imapflow", "version": "2.0.0" }',
  'node_modules/imapflow/index.d.ts': `
    export declare class ImapFlow { constructor(options: object); fetchOne(range: string, query: object): Promise<{ source: string }>; }`,
  'node_modules/@octokit/plugin-rest-endpoint-methods/package.json':
    '{ "name": "@octokit/plugin-rest-endpoint-methods", "version": "18.0.0" }',
  'node_modules/@octokit/plugin-rest-endpoint-methods/index.d.ts': `
    export declare class Octokit { issues: { get(where: object): Promise<{ data: string }>; listForRepo(where: object): Promise<{ data: string }>; createComment(what: object): Promise<void> }; repos: { getContent(where: object): Promise<{ data: string }> } }`,
};

/** What is found, of an agent with tools that are written `name: { parameters, body }`. */
function found(tools: Readonly<Record<string, readonly [string, string]>>, more = ''): string[] {
  const written = Object.entries(tools).map(([name, [input, body]]) => {
    return `${name}: tool({ description: 'x', inputSchema: z.object({ ${input} }), execute: async ({ ${input.replaceAll(': z.string()', '')} }) => { ${body} } })`;
  });
  const main = `import { generateText, tool } from 'ai';
import axios from 'axios';
import { createTransport } from 'nodemailer';
import { ImapFlow } from 'imapflow';
import { Octokit } from '@octokit/plugin-rest-endpoint-methods';
import { z } from 'zod';
const mail = createTransport({});
const inbox = new ImapFlow({});
const kit = new Octokit();
${more}
export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { ${written.join(', ')} } });`;
  const rules = { 'agent-safety/no-lethal-combination': 'error' } as const;
  return lint({ ...packages, 'main.ts': main }, { rules }).map(({ message }) => message);
}

describe('mails and issues', () => {
  const readMail = ['id: z.string()', 'return (await inbox.fetchOne(id, {})).source;'] as const;
  const told = (parts: string, tool: string): string =>
    `\`go\` combines ${parts}, and \`${tool}\` is not guarded. Set \`needsApproval: true\`, or remove one of them.`;

  it('a mailbox is private, and anybody writes to it', () => {
    const send = ['to: z.string(), text: z.string()', 'await mail.sendMail({ to, text });'] as const;

    expect(found({ readMail, send })).toEqual([
      told('`readMail` (private data, untrusted input) and `send` (a way out)', 'send'),
    ]);
  });

  it('a mail to somebody whom the program names is no way out', () => {
    const send = ['text: z.string()', "await mail.sendMail({ to: 'desk@example.com', text });"] as const;

    expect(found({ readMail, send })).toEqual([]);
  });

  it('a mail to somebody who is looked up by what the model says is one', () => {
    const find = 'declare const find: (id: string) => Promise<{ mail: string }>;';
    const send = [
      'id: z.string(), text: z.string()',
      'const customer = await find(id); await mail.sendMail({ to: customer.mail, text });',
    ] as const;

    expect(found({ readMail, send }, find)).toEqual([
      told('`readMail` (private data, untrusted input) and `send` (a way out)', 'send'),
    ]);
  });

  it('a client that was made for one host asks that one', () => {
    const get = ['path: z.string()', 'return (await api.get(path)).data;'] as const;
    const api = (config: string): string => `const api = axios.create(${config});`;

    expect(found({ readMail, get }, api(''))).toHaveLength(1);
    expect(found({ readMail, get }, api("{ baseURL: 'https://api.example.com' }"))).toEqual([]);
  });

  it.each([
    [
      'options with a name',
      (of: string) => `const options = { ${of}: 'https://api.example.com' }; const api = axios.create(options);`,
    ],
    [
      'a function that makes it',
      (of: string) => `const make = () => axios.create({ ${of}: 'https://api.example.com' }); const api = make();`,
    ],
    [
      'a client in a table',
      (of: string) =>
        `const clients = { api: axios.create({ ${of}: 'https://api.example.com' }) }; const { api } = clients;`,
    ],
    ['a word beside it', (of: string) => `const api = axios.create({ ${of}: 'x', headers: { about: 'no baseURL' } });`],
  ])('by %s', (_, api) => {
    const get = ['path: z.string()', 'return (await api.get(path)).data;'] as const;
    expect(found({ readMail, get }, api('responseType'))).toHaveLength(1);
    expect(found({ readMail, get }, api('baseURL'))).toEqual([]);
  });

  it('issues are written by anybody, files of a repository are private, and a comment is a way out', () => {
    const at = "owner: 'acme', repo";
    const listIssues = ['repo: z.string()', `return (await kit.issues.listForRepo({ ${at} })).data;`] as const;
    const readFile = ['repo: z.string()', `return (await kit.repos.getContent({ ${at} })).data;`] as const;
    const comment = ['repo: z.string(), body: z.string()', `await kit.issues.createComment({ ${at}, body });`] as const;

    expect(found({ listIssues, readFile, comment })).toEqual([
      told('`readFile` (private data), `listIssues` (untrusted input) and `comment` (a way out)', 'comment'),
    ]);
    expect(found({ listIssues, readFile })).toEqual([]);
  });
});

describe('over several files', () => {
  const rules = { 'agent-safety/no-lethal-combination': 'error' } as const;
  const files = {
    'tools.ts': `import { readFile } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';
import { get } from './http.ts';
const parameters = z.object({ name: z.string() });
export const readNotes = tool({ name: 'read_notes', description: 'x', parameters, execute: ({ name }) => readFile(name, 'utf8') });
export const fetchPage = tool({ name: 'fetch_page', description: 'x', parameters, execute: async ({ name }) => get(name) });
`,
    'http.ts': 'export const get = async (address: string) => (await fetch(address)).text();\n',
    'web.ts': `import { Agent } from '@openai/agents';
import { fetchPage } from './tools.ts';
export const web = new Agent({ name: 'web', tools: [fetchPage] });
`,
    'main.ts': `import { Agent } from '@openai/agents';
import { readNotes } from './tools.ts';
import { web } from './web.ts';
export const assistant = new Agent({ name: 'assistant', tools: [readNotes], handoffs: [web] });
`,
  };

  it('finds it in the file in which it comes together, and in no other', () => {
    expect(lint(files, { rules }).map(({ line, message }) => `${String(line)}: ${message}`)).toEqual([
      '4: `assistant` combines `read_notes` (private data) and `fetch_page` (untrusted input, a way out, through `web`), and `fetch_page` is not guarded. Set `needsApproval: true`, or remove one of them.',
    ]);
    expect(lint(files, { rules, file: 'web.ts' })).toEqual([]);
  });
});

it('keeps to the length of a message with names that are long', () => {
  const [read, get] = ['read', 'get'].map((name) => `${name}${'_of_a_long_name'.repeat(5)}`);
  const messages = found({
    [read ?? '']: ['id: z.string()', 'return (await inbox.fetchOne(id, {})).source;'],
    [get ?? '']: ['url: z.string()', 'return (await fetch(url)).text();'],
  });

  expect(messages).toHaveLength(1);
  expect(messages[0]?.length).toBeLessThanOrEqual(280);
});
