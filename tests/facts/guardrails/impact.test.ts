import { describe, expect, it } from 'vitest';
import { mostAmong, type ToolCase, toolText } from './judged-tools.ts';

/** A tool, and what stands beside it. */
interface Case extends ToolCase {
  readonly name: string;
  readonly beside?: string;
  /** Of its effect that can break most. */
  readonly is: string;
}

const drizzle = "import { PgDatabase, sql } from 'drizzle-orm';\ndeclare const shop: PgDatabase;";
const text = '{ text: z.string() }';

const script = `function script(name: string, given: string[]) {
  execFile('node', [path.join(process.env.ROOT ?? process.cwd(), 'dist', name), ...given]);
}`;

const syncing = "function sync(id: string) { db.prepare('DELETE FROM events WHERE note = ?').run(id); }";

const relinking = (between: string): string => `function relink(id: string) {
  ${between} db.prepare('DELETE FROM links WHERE note = ?').run(id);
  db.prepare('INSERT INTO links (note) VALUES (?)').run(id);
}`;

const dispatcher = `async function act(kind: string, text: string) {
  switch (kind) {
    case 'list':
      return [];
    case 'count':
      try {
        return [text.length];
      } catch (error) {
        throw new Error(text, { cause: error });
      }
    case 'cut':
      if (text === '') return [];
      else break;
    case 'purge':
    case 'remove':
      await unlink(path.join('notes', text));
      break;
    default:
  }
  return [];
}`;

const connections = `function query(to: { type: string }, text: string) {
  if (to.type === 'disk' && text !== '') return unlink(path.join('notes', text));
  return to.type === 'memory' ? text : '';
}`;

const shared = `function readNotes(): string[] { return open().split('\\n'); }
function open(): string { renew(); return ''; }
function renew(): void { unlinkSync('notes.old'); }`;

const mailing = `import { Resend } from 'resend';
declare const resend: Resend;
declare function findUser(id: string): Promise<{ email: string }>;`;

const notifying = (parameters: string, to: string, text: string): string => `${mailing}
interface Notice { to: string; text: string; id: string }
async function notify${parameters}: Promise<void> {
  await resend.emails.send({ to: ${to}, subject: 'Hello', text: ${text} });
}`;

const slack = `import { WebClient } from '@slack/web-api';
declare const slack: WebClient;`;

const octokit = `import { Octokit } from '@octokit/rest';
declare const octokit: Octokit;`;

const discord = `import { type ButtonInteraction, type Client, type Message, type TextChannel } from 'discord.js';
declare const client: Client; declare const channel: TextChannel; declare const message: Message; declare const interaction: ButtonInteraction;
const guild = () => client.guilds.fetch('1');`;

const calendar = `import { Calendar } from '@googleapis/calendar';
declare const calendar: Calendar;`;

const adding = `${calendar}
const add = (summary: string, guests?: string[]) =>
  calendar.events.insert({
    calendarId: 'primary',
    requestBody: { summary, attendees: guests ? guests.map((email) => ({ email })) : undefined },
  });`;

const bucket = `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
declare const s3: S3Client;`;

const appending = `const notion = 'https://api.notion.com/v1';
const change = (url: string, body: string) => fetch(url, { method: 'PATCH', body });`;

const keeping = `async function orderOf(id: string) { await keep(id, 'order'); return id; }
async function keep(id: string, order: string) { await fetch('https://data.example/orders/' + id, { method: 'PUT', body: order }); }`;
const vectors = `import { LibSQLVector } from '@mastra/libsql';
declare const vectors: LibSQLVector;`;

const stripe = `import { Stripe } from 'stripe';
declare const stripe: Stripe;`;

const move = (statements: string): string =>
  `function move(from: string, to: string) { ${statements} unlinkSync(from); }`;

const git = 'const git = (line: string, folder: string) => exec(`git ${line}`, { cwd: folder });';

/** A function that makes a folder for what it runs. */
const inFolder = `const inFolder = async <T>(work: (folder: string) => Promise<T>) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'draw-'));
  const result = await work(folder);
  await rm(folder, { recursive: true });
  return result;
};`;

const rotating = (part: string): string => `import { copyFile, readdir } from 'node:fs/promises';
async function copy() {
  await copyFile('notes.md', 'backups/' + Date.now());
  const files = (await readdir('backups')).sort();
  for (const old of files${part}) await unlink(path.join('backups', old));
}`;

const own = `function base(): string {
  if (process.env.VERCEL_URL) return 'https://' + process.env.VERCEL_URL;
  return process.env.NEXT_PUBLIC_BASE_URL || 'http://localhost:3000';
}`;

const handed = `class Tasks {
  constructor(private readonly base: string) {}
  put(id: string) { return fetch(this.base + '/tasks/' + id, { method: 'PUT', body: id }); }
}
class Changes {
  constructor(private readonly tasks: Tasks) {}
  set(id: string) { return this.tasks.put(id); }
}
const made = (tasks: Tasks): Changes => new Changes(tasks);`;

const dropping = (check: string): string => `async function drop(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'draft-'));
  const full = path.resolve(folder, name);
  ${check}
  await rm(full, { recursive: true });
}`;

const cases: readonly Case[] = [
  { name: 'evaluates what the model writes', input: text, run: '({ text }) => eval(text)', is: 'critical code' },
  {
    name: 'runs what the model writes in a context',
    input: text,
    run: '({ text }) => vm.runInNewContext(text)',
    is: 'critical code',
  },
  { name: 'runs the command of the model', input: text, run: '({ text }) => { exec(text); }', is: 'critical command' },
  {
    name: 'puts a text of the model into a shell',
    input: text,
    run: '({ text }) => { exec(`tar czf out.tgz ${text}`); }',
    is: 'critical shell',
  },
  {
    name: 'gives a fixed program an argument of the model',
    input: text,
    run: "({ text }) => { execFile('docker', ['run', text]); }",
    is: 'high runs',
  },
  {
    name: 'gives a fixed program that is not known an argument of the model',
    input: text,
    run: "({ text }) => { execFile('resize', [text]); }",
    is: 'low runs',
  },
  {
    name: 'runs what the model writes by one way of several',
    input: text,
    run: "({ text }) => { line('git status'); open(text); }",
    beside: 'const line = (command: string) => exec(command);\nconst open = (id: string) => line(`open ${id}`);',
    is: 'critical shell',
  },
  {
    name: 'runs fixed lines that read by all ways',
    input: text,
    run: "({ text }) => { line('git status'); open(); return text; }",
    beside: "const line = (command: string) => exec(command);\nconst open = () => line('git log');",
    is: 'none reads',
  },
  { name: 'runs a fixed program, and does nothing else', run: "() => { execFile('halt'); }", is: 'high runs' },
  {
    name: 'removes the folder that the model chooses',
    input: text,
    run: '({ text }) => rm(text, { recursive: true })',
    is: 'critical everything',
  },
  {
    name: 'removes the file that the model chooses',
    input: text,
    run: "({ text }) => unlink(path.join('notes', text))",
    is: 'high deletes',
  },
  {
    name: 'writes to the path that the model chooses',
    input: '{ to: z.string(), text: z.string() }',
    run: '({ to, text }) => writeFile(to, text)',
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses where nothing was',
    input: text,
    run: "async ({ text }) => { if (existsSync(text)) return 'there'; await writeFile(text, ''); return 'new'; }",
    is: 'low adds',
  },
  {
    name: 'writes to the path that the model chooses, and makes its folder where that was not there',
    input: text,
    run: "async ({ text }) => { if (!existsSync('notes')) await mkdir('notes'); await writeFile(text, ''); }",
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses in a folder',
    input: text,
    run: "({ text }) => writeFile(within('notes', text), '')",
    beside:
      "function within(folder: string, name: string) { const full = path.resolve(folder, name); if (!full.startsWith(path.resolve(folder))) throw new Error('no'); return full; }",
    is: 'low confined',
  },
  ...(
    [
      ['file === folder || file.startsWith(folder + path.sep)', 'low confined'],
      ["file === folder || file.startsWith('/')", 'high overwrites'],
      ["folder.length > 0 && 'notes'.startsWith(folder)", 'high overwrites'],
    ] as const
  ).map(([test, is]) => ({
    name: `writes to the path that the model chooses where a function answers: ${test}`,
    input: text,
    run: "async ({ text }: { text: string }) => { const refusal = refusalOf(text, '/srv/notes'); if (refusal) return refusal; await writeFile(resolved(text), ''); return 'ok'; }",
    beside: `const isWithin = (file: string, folder: string) => ${test};
const resolved = (file: string) => (path.isAbsolute(file) ? path.normalize(file) : path.resolve('/srv/notes', file));
function refusalOf(file: string, folder: string) { return isWithin(path.resolve(folder, file), path.normalize(folder)) ? null : { error: 'outside' }; }`,
    is,
  })),
  ...[
    "log(target, '[save] ');",
    "if (isWithin(text, '/srv')) console.log(text);",
    'isWithin(target, folder);',
    "if (!isWithin(target, text)) return 'outside';",
  ].map((test) => ({
    name: `writes to the path that the model chooses beside no test of it: ${test}`,
    input: text,
    run: `async ({ text }: { text: string }) => { const folder = '/srv/notes'; const target = path.resolve(folder, text); ${test} await writeFile(target, ''); return folder; }`,
    beside: `const isWithin = (file: string, folder: string) => file.startsWith(folder + path.sep);
function log(line: string, prefix: string) { console.log(line.startsWith(prefix) ? line : prefix + line); }`,
    is: 'high overwrites',
  })),
  {
    name: 'writes to the path that the model chooses from a folder on',
    input: text,
    run: "({ text }) => writeFile(within('notes', text), '')",
    beside: 'function within(folder: string, name: string) { return path.resolve(folder, name); }',
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses unless it leads up, and so from the root on',
    input: text,
    run: "async ({ text }) => { if (text.includes('..')) return 'no'; await writeFile(path.resolve(text), ''); return 'ok'; }",
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses unless it leads up or begins at the root',
    input: text,
    run: "async ({ text }) => { if (path.isAbsolute(text) || text.includes('..')) return 'no'; await writeFile(text, ''); return 'ok'; }",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses unless it leads up, or else begins anywhere but at the root',
    input: text,
    run: "async ({ text }) => { if (text.includes('..')) return 'no'; if (!path.isAbsolute(text)) throw new Error('absolute, please'); await writeFile(text, ''); return 'ok'; }",
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses unless it leads up, where one from the root on is refused before',
    input: text,
    run: "async ({ text }) => { if (path.isAbsolute(text)) throw new Error('relative, please'); if (text.includes('..')) return 'no'; await writeFile(text, ''); return 'ok'; }",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses unless it leads up, as it is where it begins at the root',
    input: text,
    run: "async ({ text }) => { if (text.includes('..')) return 'no'; const file = path.isAbsolute(text) ? text : path.join('notes', text); await writeFile(file, ''); return 'ok'; }",
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses unless it leads up, by a function that hands on what begins at the root',
    input: text,
    run: "async ({ text }) => { if (text.includes('..')) return 'no'; await writeFile(placed(text), ''); return 'ok'; }",
    beside:
      "function placed(file: string): string { if (path.isAbsolute(file)) return file; return path.join('notes', file); }",
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses, by a function that tells what begins at the root or leads up',
    input: text,
    run: "async ({ text }) => { if (!isInside(text)) return 'no'; await writeFile(text, ''); return 'ok'; }",
    beside: "function isInside(file: string): boolean { return !path.isAbsolute(file) && !file.includes('..'); }",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses, and tests after it where that was',
    input: text,
    run: "async ({ text }) => { await writeFile(text, ''); if (!isInside(text)) return 'no'; return 'ok'; }",
    beside: "function isInside(file: string): boolean { return !path.isAbsolute(file) && !file.includes('..'); }",
    is: 'high overwrites',
  },
  {
    name: 'writes to the path that the model chooses, after a test by a function that stands behind it',
    input: text,
    run: "async ({ text }) => { if (!isInside(text)) return 'no'; await writeFile(text, ''); return 'ok'; function isInside(file: string): boolean { return !path.isAbsolute(file) && !file.includes('..'); } }",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses, by a function that answers with false where it begins at the root',
    input: text,
    run: "async ({ text }) => { if (!isInside(text)) return 'no'; await writeFile(text, ''); return 'ok'; }",
    beside:
      "function isInside(file: string): boolean { if (file.startsWith('/')) return false; return !file.includes('..'); }",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses below the folder of the user, unless it leads up',
    input: text,
    run: "async ({ text }) => { if (text.includes('..')) return 'no'; await writeFile(path.join(homedir(), text), ''); return 'ok'; }",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses, by a module that is loaded where it is needed',
    input: text,
    run: "async ({ text }) => { const paths = await import('node:path'); await writeFile(paths.resolve(text), ''); }",
    is: 'high overwrites',
  },
  {
    name: 'removes a file of its own after a check of the input, beside what the model decides about',
    input: text,
    run: "async ({ text }) => { if (text === '') return 'no'; await unlink('lock'); return writeFile(text, ''); }",
    is: 'high overwrites',
  },
  {
    name: 'removes everything unless the model says no',
    input: '{ go: z.boolean() }',
    run: "async ({ go }) => { if (!go) return 'no'; await wipe(); return 'ok'; }",
    beside: "const wipe = () => rm('data', { recursive: true });",
    is: 'high deletes',
  },
  {
    name: 'writes a text of the model to a fixed path',
    input: text,
    run: "({ text }) => writeFile('notes.md', text)",
    is: 'low fixed',
  },
  {
    name: 'appends a note of the model to a fixed file, in a function of its own',
    input: text,
    run: '({ text }) => keep(text)',
    beside: "const keep = (text: string) => appendFile('notes.md', text);",
    is: 'low fixed',
  },
  { name: 'makes the folder of the model', input: text, run: '({ text }) => mkdir(text)', is: 'low entries' },
  {
    name: 'adds a row',
    input: text,
    run: "({ text }) => { db.exec(`INSERT INTO notes (text) VALUES ('${text}')`); }",
    is: 'low entries',
  },
  {
    name: 'takes rows away',
    input: text,
    run: "({ text }) => { db.exec(`DELETE FROM notes WHERE id = '${text}'`); }",
    is: 'high deletes',
  },
  {
    name: 'takes a table away that the model chooses',
    input: text,
    run: '({ text }) => { db.exec(`DROP TABLE ${text}`); }',
    is: 'critical everything',
  },
  {
    name: 'takes everything away only if the model wants to',
    input: '{ wipe: z.boolean() }',
    run: "({ wipe }) => { if (wipe) db.exec('DELETE FROM notes'); }",
    is: 'high deletes',
  },
  {
    name: 'clears its cache whatever the model asks for, and removes what the model chooses',
    input: text,
    run: "async ({ text }) => { await rm('cache', { recursive: true }); await unlink(path.join('notes', text)); }",
    is: 'high deletes',
  },
  {
    name: 'sends to the address that the model chooses',
    input: '{ url: z.string(), text: z.string() }',
    run: "({ url, text }) => fetch(url, { method: 'POST', body: text })",
    is: 'critical recipient',
  },
  {
    name: 'sends to a fixed address',
    input: text,
    run: "({ text }) => fetch('https://search.example.com', { method: 'POST', body: text })",
    is: 'low sends',
  },
  {
    name: 'changes what is at a fixed address',
    input: text,
    run: "({ text }) => fetch('https://api.example.com/notes/1', { method: 'PUT', body: text })",
    is: 'low elsewhere',
  },
  {
    name: 'runs the statement of the model',
    input: text,
    run: '({ text }) => { db.exec(text); }',
    is: 'critical statement',
  },
  {
    name: 'runs the statement of the model in a database of LangChain',
    input: text,
    run: '({ text }) => sql.run(text)',
    beside: "import { SqlDatabase } from '@langchain/classic'; declare const sql: SqlDatabase;",
    is: 'critical statement',
  },
  {
    name: 'runs the statement of the model in a database of LangChain, further down',
    input: text,
    run: '({ text }) => ask(text)',
    beside:
      "import { SqlDatabase } from '@langchain/classic'; declare const sql: SqlDatabase; const ask = async (query: string) => { const rows = await sql.run(query); return rows.trim(); };",
    is: 'critical statement',
  },
  {
    name: 'runs a statement that only reads in a database of LangChain',
    input: 'z.object({ id: z.number() })',
    run: '({ id }) => sql.run(`SELECT name FROM users WHERE id = ${id}`)',
    beside: "import { SqlDatabase } from '@langchain/classic'; declare const sql: SqlDatabase;",
    is: 'nothing',
  },
  {
    name: 'shows the tables of a database of LangChain, or runs a chain',
    input: text,
    run: '({ text }) => [sql.getTableInfo([text]), chain.run(text)]',
    beside:
      "import { Chain, SqlDatabase } from '@langchain/classic'; declare const sql: SqlDatabase; declare const chain: Chain;",
    is: 'nothing',
  },
  {
    name: 'prepares the statement of the model, further down',
    input: text,
    run: '({ text }) => ask(text)',
    beside: 'const ask = (sql: string) => db.prepare(sql).all();',
    is: 'critical statement',
  },
  {
    name: 'runs the statement of the model by Drizzle',
    input: text,
    run: '({ text }) => shop.execute(text)',
    beside: drizzle,
    is: 'critical statement',
  },
  {
    name: 'runs a part of a statement that the model writes, by Drizzle',
    input: text,
    run: '({ text }) => shop.execute(sql`SELECT * FROM notes ORDER BY ${sql.raw(text)}`)',
    beside: drizzle,
    is: 'critical statement',
  },
  {
    name: 'runs a part of a statement that is in the program, by Drizzle',
    input: "{ order: z.enum(['at', 'title']) }",
    run: '({ order }) => shop.execute(sql`SELECT * FROM notes ORDER BY ${sql.raw(order)}`)',
    beside: drizzle,
    is: 'nothing',
  },
  {
    name: 'reads by a value that the model writes, by Drizzle',
    input: text,
    run: '({ text }) => shop.execute(sql`SELECT * FROM notes WHERE title = ${text}`)',
    beside: drizzle,
    is: 'nothing',
  },
  {
    name: 'runs the statement of the model where a check of it is right',
    input: text,
    run: "({ text }) => { const check = checked(text); if (!check.isRight) return 'no'; db.exec(text); }",
    beside: "const checked = (sql: string) => ({ isRight: sql.startsWith('SELECT') });",
    is: 'low statement',
  },
  {
    name: 'runs the statement of the model where what it is for is there',
    input: '{ text: z.string(), base: z.string() }',
    run: "({ text, base }) => { const found = bases[base]; if (!found) return 'no'; found.exec(text); }",
    beside: 'declare const bases: Record<string, Database>;',
    is: 'critical statement',
  },
  {
    name: 'runs the statement of the model where the database that it names is there',
    input: '{ text: z.string(), base: z.string() }',
    run: "async ({ text, base }) => { const found = await find(base); if (!found) return 'no'; found.exec(text); }",
    beside: 'declare function find(name: string): Promise<Database | undefined>;',
    is: 'critical statement',
  },
  {
    name: 'runs the statement of the model where a function of the program has not thrown',
    input: text,
    run: '({ text }) => { assertRight(text); db.exec(text); }',
    beside: "function assertRight(sql: string) { if (!sql.startsWith('SELECT')) throw new Error('no'); }",
    is: 'low statement',
  },
  {
    name: 'runs the statement of the model where a function has not thrown for something else',
    input: '{ text: z.string(), base: z.string() }',
    run: '({ text, base }) => { open(base).exec(text); }',
    beside: "function open(base: string): Database { if (base !== 'main') throw new Error('no'); return db; }",
    is: 'critical statement',
  },
  {
    name: 'deletes a channel of Discord',
    input: text,
    run: 'async ({ text }) => { const channel = await (await guild()).channels.fetch(text); await channel.delete(); }',
    beside: discord,
    is: 'high deletes',
  },
  {
    name: 'renames a channel of Discord',
    input: text,
    run: 'async ({ text }) => { const channel = await (await guild()).channels.fetch(text); await channel.setName(text); }',
    beside: discord,
    is: 'high elsewhere',
  },
  {
    name: 'gives a role of Discord',
    input: text,
    run: 'async ({ text }) => { const member = await (await guild()).members.fetch(text); await member.roles.add(text); }',
    beside: discord,
    is: 'high elsewhere',
  },
  {
    name: 'silences a member of Discord',
    input: text,
    run: 'async ({ text }) => { const member = await (await guild()).members.fetch(text); await member.timeout(60_000); }',
    beside: discord,
    is: 'high elsewhere',
  },
  {
    name: 'bans a member of Discord',
    input: text,
    run: 'async ({ text }) => { const member = await (await guild()).members.fetch(text); await member.ban(); }',
    beside: discord,
    is: 'high deletes',
  },
  {
    name: 'sends to a channel of Discord',
    input: text,
    run: 'async ({ text }) => { await channel.send(text); }',
    beside: discord,
    is: 'low sends',
  },
  {
    name: 'edits its own message',
    input: text,
    run: 'async ({ text }) => { await message.edit(text); }',
    beside: discord,
    is: 'nothing',
  },
  {
    name: 'answers an interaction',
    input: text,
    run: 'async ({ text }) => { await interaction.followUp(text); await interaction.deleteReply(); }',
    beside: discord,
    is: 'nothing',
  },
  {
    name: 'opens a conversation with a member of Discord',
    input: text,
    run: 'async ({ text }) => { const member = await (await guild()).members.fetch(text); await member.createDM(); }',
    beside: discord,
    is: 'nothing',
  },
  {
    name: 'ends the client of Discord',
    input: text,
    run: 'async ({ text }) => { await client.destroy(); return text; }',
    beside: discord,
    is: 'nothing',
  },
  ...(
    [
      "users.drafts.create({ userId: 'me', requestBody: { message: { raw: text } } })",
      "users.messages.modify({ userId: 'me', id: text, requestBody: { removeLabelIds: ['UNREAD'] } })",
      "users.messages.untrash({ userId: 'me', id: text })",
    ] as const
  ).map((call): Case => ({
    name: `changes little, by a receiver with a long text: ${call}`,
    input: text,
    run: `({ text }) => services.mailsOf(process.env.MAIL_ACCOUNT_OF_THE_COMPANY!).${call}`,
    beside:
      "import { Gmail } from '@googleapis/gmail'; declare const services: { mailsOf: (account: string) => Gmail };",
    is: 'low elsewhere',
  })),
  ...(
    [
      ["list.tasks.patch({ tasklist: '@default', task: text, requestBody: { status: 'completed' } })", 'low elsewhere'],
      ["list.tasks.delete({ tasklist: '@default', task: text })", 'high deletes'],
      ["page.selectOption('#country', text)", 'low elsewhere'],
      ['page.click(text)', 'high elsewhere'],
    ] as const
  ).map(([call, is]): Case => ({
    name: `does in another system: ${call}`,
    input: text,
    run: `({ text }) => ${call}`,
    beside:
      "import { Tasks } from '@googleapis/tasks'; import type { Page } from 'playwright-core'; declare const list: Tasks; declare const page: Page;",
    is,
  })),
  {
    name: 'takes a mail out of those that are not read',
    input: text,
    run: "({ text }) => mails.users.messages.modify({ userId: 'me', id: text, requestBody: { removeLabelIds: ['UNREAD'] } })",
    beside: "import { Gmail } from '@googleapis/gmail'; declare const mails: Gmail;",
    is: 'low elsewhere',
  },
  {
    name: 'runs git so that it only shows what a commit changed',
    input: text,
    run: "({ text }) => execFile('git', ['diff-tree', text, '--name-only'])",
    is: 'low option',
  },
  {
    name: 'runs git so that it shows where branches are',
    input: text,
    run: "({ text }) => execFile('git', ['for-each-ref', text])",
    is: 'none reads',
  },
  {
    name: 'runs the statement of the model where it begins right',
    input: text,
    run: "({ text }) => { if (!text.startsWith('SELECT')) throw new Error('no'); db.exec(text); }",
    is: 'low statement',
  },
  {
    name: 'puts a text of the model into a statement that reads',
    input: text,
    run: '({ text }) => { db.exec(`SELECT * FROM notes WHERE id = ${text}`); }',
    is: 'nothing',
  },
  {
    name: 'prepares a statement, and gives it a value of the model after it wrote to the log',
    input: text,
    run: "({ text }) => { log.exec(`INSERT INTO calls VALUES ('${text}')`); const all = db.prepare('DELETE FROM notes WHERE id = ?'); all.run(text); }",
    is: 'high deletes',
  },
  {
    name: 'shows what a program says',
    input: text,
    run: "({ text }) => { execFile('git', ['log', '--', text]); }",
    is: 'none reads',
  },
  {
    name: 'shows what a program says, which takes a text of the model for an option',
    input: text,
    run: "({ text }) => { execFile('git', ['-C', '.', 'log', '--oneline', text]); }",
    is: 'low option',
  },
  {
    name: 'gives a text of the model for the value of an option, or behind the name of one',
    input: text,
    run: "({ text }) => { execFile('git', ['log', '--author', text, '-n', text, `--since=${text}`]); }",
    is: 'none reads',
  },
  {
    name: 'gives a text of the model to a program of which no option does more',
    input: text,
    run: "({ text }) => { execFile('grep', ['-r', 'x', text]); }",
    is: 'none reads',
  },
  {
    name: 'runs a file of the program by an interpreter, from a folder that is not known',
    input: text,
    run: "({ text }) => { script('search.js', [text]); }",
    beside: script,
    is: 'low runs',
  },
  {
    name: 'runs a file by an interpreter that the model names',
    input: text,
    run: '({ text }) => { script(text, []); }',
    beside: script,
    is: 'high runs',
  },
  {
    name: 'runs a file by an interpreter in a folder that the model names',
    input: text,
    run: "({ text }) => { execFile('node', [path.join('jobs', text, 'run.js')]); }",
    is: 'high runs',
  },
  {
    name: 'puts what is no text by a schema over several lines into a line for a shell',
    input: '{ count: z\n  .number()\n  .optional(), all: z\n  .boolean() }',
    run: "({ count, all }) => { exec(['node', 'log.js', ...(all ? ['--all'] : []), String(count)].join(' ')); }",
    is: 'low runs',
  },
  {
    name: 'puts a text by a schema over several lines into a line for a shell',
    input: '{ text: z\n  .string() }',
    run: "({ text }) => { exec(['node', 'log.js', text].join(' ')); }",
    is: 'critical shell',
  },
  {
    name: 'gives a number of the model to a program',
    input: '{ count: z.number() }',
    run: "({ count }) => { execFile('git', ['log', count]); }",
    is: 'none reads',
  },
  {
    name: 'tests a text of the model that may be an option',
    input: text,
    run: "({ text }) => { if (text.startsWith('-')) return; execFile('git', ['log', text]); }",
    is: 'none reads',
  },
  {
    name: 'has a function test a text of the model that may be an option',
    input: text,
    run: "({ text }) => { isRevision(text); execFile('git', ['log', text]); }",
    beside: "function isRevision(text: string) { if (!/^[\\w.]+$/.test(text)) throw new Error('no'); }",
    is: 'none reads',
  },
  {
    name: 'has a reading program write to a file, by an option',
    input: text,
    run: "({ text }) => { execFile('git', ['log', '--output=log.txt', '--', text]); }",
    is: 'high runs',
  },
  {
    name: 'shows something by a row of a table, of which all read',
    input: "{ view: z.enum(['disk', 'branches']) }",
    run: '({ view }) => { const [program, ...args] = views[view]; execFile(program, args); }',
    beside: "const views = { disk: ['df', '-h'], branches: ['git', 'branch', '--list', '--all'] } as const;",
    is: 'none reads',
  },
  {
    name: 'runs a row of a table, of which one does not read',
    input: "{ view: z.enum(['disk', 'branches']) }",
    run: '({ view }) => { const [program, ...args] = views[view]; execFile(program, args); }',
    beside: "const views = { disk: ['df', '-h'], branches: ['git', 'branch', '-D', 'old'] } as const;",
    is: 'high runs',
  },
  {
    name: 'shows something by a row of a table that is handed on to a function',
    input: text,
    run: '({ text }) => output(views[text])',
    beside: `const views = { disk: ['df', '-h'], pods: ['kubectl', '-n', 'shop', 'get', 'pods'] } as const;
const output = ([program, ...args]: readonly string[]) => execFile(program, args);`,
    is: 'none reads',
  },
  {
    name: 'runs a row of a table that is handed on to a function, of which one does not read',
    input: text,
    run: '({ text }) => output(views[text])',
    beside: `const views = { disk: ['df', '-h'], pods: ['kubectl', '-n', 'shop', 'scale', 'get', 'pods'] } as const;
const output = ([program, ...args]: readonly string[]) => execFile(program, args);`,
    is: 'high runs',
  },
  {
    name: 'runs a command of the model in options that a function makes, held in a constant',
    input: text,
    run: '({ text }) => { const made = optionsOf({ text, isLogin: true }); start(made); }',
    beside: `const lineOf = (line: string, isLogin: boolean) => (isLogin ? ['/bin/bash', '-lc', line] : ['/bin/bash', '-c', line]);
const optionsOf = (given: { text: string; isLogin?: boolean }) => ({ line: lineOf(given.text, given.isLogin ?? true), cwd: '.' });
const start = ({ line, cwd }: { line: string[]; cwd: string }) => { const [program, ...words] = line; execFile(program!, words, { cwd }); };`,
    is: 'critical command',
  },
  ...(
    [
      ['top', 'none reads'],
      ['delete', 'high runs'],
    ] as const
  ).map(([verb, is]): Case => ({
    name: `runs words that the function which runs the program has on lists, with ${verb} among them`,
    input: '{ verb: z.string(), kind: z.string(), space: z.string() }',
    run: '({ verb, kind, space }) => ask(verb, kind, space)',
    beside: `const verbs = ['get', 'describe', '${verb}'];
const kinds = ['pods', 'nodes', 'events'];
const ask = (verb: string, kind: string, space: string) => {
  if (!verbs.includes(verb)) throw new Error(verb);
  if (!kinds.includes(kind)) throw new Error(kind);
  return execFile('kubectl', [verb, kind, '--namespace', space]);
};`,
    is,
  })),
  {
    name: 'shows something by rows that hold the program and what it is given apart',
    input: text,
    run: '({ text }) => { const row = views[text]; capture(row.program, row.argv.slice(1)); }',
    beside: `const views = { disk: { program: 'df', argv: ['df', '-h'] }, log: { program: 'git', argv: ['git', 'log'] } };
const capture = (program: string, args: string[]) => execFile(program, args);`,
    is: 'none reads',
  },
  {
    name: 'runs rows that hold the program and what it is given apart, of which one does not read',
    input: text,
    run: '({ text }) => { const row = views[text]; capture(row.program, row.argv.slice(1)); }',
    beside: `const views = { disk: { program: 'git', argv: ['df', '-h'] }, log: { program: 'git', argv: ['git', 'log'] } };
const capture = (program: string, args: string[]) => execFile(program, args);`,
    is: 'high runs',
  },
  {
    name: 'shows what a program says, in a shell that gets a text of the model',
    input: text,
    run: '({ text }) => { exec(`git log ${text}`); }',
    is: 'critical shell',
  },
  {
    name: 'shows what a fixed line says, in a folder that the model chooses',
    input: text,
    run: "({ text }) => { exec('git status --short | sort', { cwd: text }); }",
    is: 'none reads',
  },
  {
    name: 'shows what a program says that only shows, by its first words',
    input: text,
    run: "({ text }) => { execFile('kubectl', ['get', 'pods'], { cwd: text }); execFile('ps', ['aux'], { cwd: text }); }",
    is: 'none reads',
  },
  {
    name: 'runs a program by other first words',
    input: text,
    run: "({ text }) => { execFile('kubectl', ['apply', '-f', 'pods.yaml'], { cwd: text }); }",
    is: 'high runs',
  },
  {
    name: 'runs an agent that asks for permission itself',
    input: text,
    run: "({ text }) => { execFile('claude', ['-p', text]); }",
    is: 'low runs',
  },
  {
    name: 'runs an agent that asks nobody',
    input: text,
    run: "({ text }) => { execFile('claude', ['-p', text, '--dangerously-skip-permissions']); }",
    is: 'high runs',
  },
  {
    name: 'gives the author’s own script a text',
    input: text,
    run: "({ text }) => { execFile('python3', ['speak.py', text]); }",
    is: 'low runs',
  },
  {
    name: 'gives an interpreter a text behind an option',
    input: text,
    run: "({ text }) => { execFile('python3', ['-m', text]); }",
    is: 'high runs',
  },
  {
    name: 'gives an interpreter the name of a script',
    input: text,
    run: "({ text }) => { execFile('python3', [`scripts/${text}.py`]); }",
    is: 'high runs',
  },
  {
    name: 'runs a task of the project',
    input: text,
    run: "({ text }) => { execFile('npm', ['run', 'build'], { cwd: text }); }",
    is: 'low runs',
  },
  {
    name: 'runs the task of the project that the model names',
    input: text,
    run: "({ text }) => { execFile('npm', ['run', text]); }",
    is: 'high runs',
  },
  ...(
    [
      ['files.chmod(text, 0o777)', 'low entries'],
      ['files.utimes(text, 0, 0)', 'low entries'],
      ["files.symlink('/srv/current', text)", 'low adds'],
      ['files.truncate(text, 0)', 'high overwrites'],
      ["files.rename('/srv/current', text)", 'high overwrites'],
      ["writeFile(`${path.join(text, '.state', 'run.json')}.tmp`, 'x')", 'low named'],
      ["writeFile(`${path.join(text, '.state')}/${text}.tmp`, 'x')", 'high overwrites'],
      ['writeFile(`${text}.tmp`, text)', 'high overwrites'],
    ] as const
  ).map(([run, expected]) => ({
    name: `changes a file that the model names: ${run}`,
    input: text,
    run: `async ({ text }: { text: string }) => { await ${run}; }`,
    is: expected,
  })),
  {
    name: 'publishes the project',
    input: text,
    run: "({ text }) => { execFile('npm', ['publish'], { cwd: text }); }",
    is: 'high runs',
  },
  {
    name: 'commits with a message of the model',
    input: text,
    run: "({ text }) => { execFile('git', ['-C', 'notes', 'commit', '-m', text]); }",
    is: 'low runs',
  },
  ...(
    [
      ["exec('osascript -e \\'choose file\\'')", 'low runs'],
      ["exec(`osascript -e '${read()}'`)", 'high runs'],
      ["execFile('python3', ['-c', 'import this'])", 'low runs'],
      ["exec('powershell Stop-Computer')", 'high runs'],
      ["execFile('python3', ['-u', '-c', ['import json', 'print(1)'].join('\\n')])", 'low runs'],
      ["execFile('python3', [...read().split(' '), '-c', 'import this'])", 'high runs'],
      ["execFile('python3', ['-c', ['import os', 'os.remove(1)'].join('\\n')])", 'high runs'],
      ["execFile('python3', ['-c', ['import os', read()].join('\\n')])", 'high runs'],
      ["execFile('git', ['-c', 'user.name=Bot', '-c', 'user.email=bot@local', 'commit', '-m', 'Sync'])", 'low runs'],
      ["execFile('git', ['-c', 'core.pager=reboot', 'log'])", 'high runs'],
      ["execFile('git', ['branch', '-vv'])", 'none reads'],
      ["execFile('git', ['apply', '--check', '-'])", 'none reads'],
      ["execFile('git', ['apply', '--check', '--apply', '-'])", 'high runs'],
      ["execFile('vercel', ['blob', 'list', '--prefix', text])", 'none reads'],
      ["execFile('vercel', ['blob', 'del', text])", 'high runs'],
      ["execFile('osascript', ['-e', `set volume output volume ${Number(text)}`])", 'low runs'],
      ["execFile('osascript', ['-e', `set volume output volume ${text}`])", 'high runs'],
      ["execFile('osascript', ['-e', `shut down in ${Number(text)}`])", 'high runs'],
      ['exec(`taskkill /pid ${child.pid} /T /F`)', 'none scratch'],
      ["execFile('kill', ['-9', String(child.pid)])", 'none scratch'],
      ['exec(`kill -9 ${named.pid}`)', 'high runs'],
      ["execFile('kill', ['-9', '-1', String(child.pid)])", 'high runs'],
      ['exec(`kill ${child.pid}; rm -rf /var/data`)', 'high runs'],
      ["execFile('git', ['branch', '-v', '-D', 'main'])", 'high runs'],
      ["execFile('vercel', ['--prod', '--scope', 'search'])", 'high runs'],
      ["execFile('vercel', ['promote', 'search-api'])", 'high runs'],
      ['exec(`taskkill /pid ${text} /T /F`)', 'critical shell'],
      ["execFile('kill', ['-9', text])", 'high runs'],
      ['exec(`taskkill /pid ${child.pid} /T /F; ${read()}`)', 'high runs'],
      ["execFile('git', ['-c', 'user.name=Bot', 'push', '--force'])", 'high runs'],
      ["execFile('python3', ['-'])", 'high runs'],
      ["execFile('node', [])", 'high runs'],
      ["execFile('node', ['-e', 'require(\\'child_process\\').exec(1)'])", 'high runs'],
      ["exec('osascript -e \\'tell app to log out\\'')", 'high runs'],
      ["execFile('sh', ['-c', 'make install'])", 'high runs'],
      ["execFile('sh', ['-c', 'make install && git push'])", 'high runs'],
      ["execFile('sh', ['-c', 'ls -l | sort'])", 'none reads'],
      ["execFile('sh', ['-c', 'ls > /etc/passwd'])", 'high runs'],
      ["execFile('sh', ['-c', 'if [ -d /x ]; then rm -rf /x; fi'])", 'high runs'],
      ["execFile('bash', ['-c', `cd /srv && ${read()}`])", 'high runs'],
      ["execFile('sh', ['-c', process.env.SETUP!])", 'high runs'],
    ] as const
  ).map(([call, is]): Case => ({
    name: `runs a script that is written out, or not: ${call}`,
    input: text,
    run: `({ text }) => { if (text !== '') ${call}; }`,
    beside: 'declare function read(): string; const child = exec("ls"); declare const named: { pid: number };',
    is,
  })),
  ...(
    [
      ['exec(hooks.filter((hook) => hook.tool === text)[0]!.command)', 'low runs'],
      ['for (const hook of hooks.filter(({ tool }) => tool.startsWith(text))) exec(hook.command)', 'low runs'],
      ['exec(`${hooks.find((hook) => hook.tool === text)!.command} ${text}`)', 'critical shell'],
      ['exec(`run ${byName[text]!.command}`)', 'low runs'],
      ['exec(`run ${byName[text]!.command} ${text}`)', 'critical shell'],
      ['exec(`run ${named.get(text)!.command}`)', 'low runs'],
      ["exec(`run ${text.split(' ').filter((word) => word !== '').join(' ')}`)", 'critical shell'],
      ['const parts = text.split("-"); exec(`run ${parts[0]}`)', 'critical shell'],
      ['const query = new URLSearchParams(text); exec(`run ${query.get("q")}`)', 'critical shell'],
      ['const found = /a(.*)/.exec(text); eval(found![1]!)', 'critical code'],
      ['run({ text })', 'critical shell'],
      ['eval(JSON.parse(JSON.stringify(text)))', 'critical code'],
    ] as const
  ).map(([call, is]): Case => ({
    name: `runs a command that the input chooses, or has text of: ${call}`,
    input: text,
    run: `({ text }) => { ${call}; }`,
    beside: `interface Hook { tool: string; command: string }
declare const hooks: Hook[]; declare const byName: Record<string, Hook>; declare const named: Map<string, Hook>;
function run(given: Record<string, string>) { exec('run ' + given['text']); }`,
    is,
  })),
  {
    name: 'sends to whom the model chooses, after another part of the input is refused',
    input: '{ to: z.string(), body: z.string() }',
    run: `({ to, body }) => { assertShort(body); return resend.emails.send({ from: 'us@example.com', to, subject: '', text: body }); }`,
    beside: `${mailing} function assertShort(text: string): void { if (text.length > 4000) throw new Error('Too long'); }`,
    is: 'critical recipient',
  },
  {
    name: 'proposes a change by a program',
    input: text,
    run: "({ text }) => { execFile('gh', ['pr', 'create', '--title', text]); }",
    is: 'low runs',
  },
  {
    name: 'merges a change by a program',
    input: text,
    run: "({ text }) => { execFile('gh', ['pr', 'merge', text]); }",
    is: 'high runs',
  },
  {
    name: 'proposes a change',
    input: text,
    run: "({ text }) => octokit.rest.pulls.create({ owner: 'us', repo: 'site', head: 'agent', base: 'main', title: text })",
    beside: octokit,
    is: 'low elsewhere',
  },
  {
    name: 'runs a line of a shell in a folder that the model chooses',
    input: text,
    run: "({ text }) => { execFile(process.env.SHELL ?? '/bin/sh', ['-lc', 'git push'], { cwd: text }); }",
    is: 'high runs',
  },
  {
    name: 'shows something by a shell in a folder that the model chooses',
    input: text,
    run: "({ text }) => { execFile(process.env.SHELL ?? '/bin/sh', ['-lc', 'git status'], { cwd: text }); }",
    is: 'none reads',
  },
  {
    name: 'gives a shell the script of the model by its input, in a folder',
    input: text,
    run: "({ text }) => { spawnSync('sh', ['-s'], { cwd: text, input: text }); }",
    beside: "import { spawnSync } from 'node:child_process';",
    is: 'critical command',
  },
  {
    name: 'writes to one person, with an address for the answer that the model may name',
    input: text,
    run: "({ text }) => resend.emails.send({ from: 'us@example.com', to: 'me@home.org', subject: '', text, ...(text ? { replyTo: text } : {}) })",
    beside: mailing,
    is: 'low sends',
  },
  {
    name: 'writes to one person, or to whom the model names',
    input: text,
    run: "({ text }) => resend.emails.send({ from: 'us@example.com', to: 'me@home.org', subject: '', text: 'Done', ...(text && { to: text }) })",
    beside: mailing,
    is: 'critical recipient',
  },
  {
    name: 'keeps only the newest of the files that it copies',
    input: '{}',
    run: 'async () => { await copy(); }',
    beside: rotating('.slice(0, -5)'),
    is: 'low adds',
  },
  ...(
    [
      ['const old = files.sort().reverse().slice(20);', 'none upkeep'],
      ['const old = files.slice(20);', 'high deletes'],
      ['const old = files.sort();', 'high deletes'],
      ['const old = files.sort().slice(0);', 'high deletes'],
    ] as const
  ).map(([old, is]): Case => ({
    name: `keeps what it found, and then: ${old}`,
    input: text,
    run: `async ({ text }) => {
        await appendFile('found.log', text);
        const folder = path.join('notes', text);
        const files = await readdir('finds');
        ${old}
        for (const each of old) await rm(path.join('finds', each), { recursive: true });
        return folder;
      }`,
    beside: "import { readdir } from 'node:fs/promises';",
    is,
  })),
  {
    name: 'removes all files that it lists',
    input: '{}',
    run: 'async () => { await copy(); }',
    beside: rotating(''),
    is: 'high deletes',
  },
  {
    name: 'has its own backend go back to what was there',
    input: text,
    run: "({ text }) => fetch(`${base()}/skills/rollback`, { method: 'POST', body: text })",
    beside: own,
    is: 'low sends',
  },
  {
    name: 'has another system go back to what was there',
    input: text,
    run: "({ text }) => fetch('https://cloud.example/releases/rollback', { method: 'POST', body: text })",
    is: 'high elsewhere',
  },
  {
    name: 'updates the own backend by what it is handed, which the program makes once',
    input: text,
    run: 'async ({ text }) => { await made(new Tasks(process.env.API_URL ?? "http://localhost:3000")).set(text); }',
    beside: handed,
    is: 'low entries',
  },
  {
    name: 'updates another system by what it is handed, which the program makes once',
    input: text,
    run: 'async ({ text }) => { await made(new Tasks("https://tasks.example")).set(text); }',
    beside: handed,
    is: 'high elsewhere',
  },
  {
    name: 'encodes what the model writes as the query of an address in a line',
    input: text,
    run: '({ text }) => { const query = new URLSearchParams({ q: text }); query.append("sort", text); exec(`gh api "search/issues?${query.toString()}"`); }',
    is: 'high runs',
  },
  {
    name: 'puts the query of an address into a line as it is',
    input: text,
    run: '({ text }) => { const query = new URLSearchParams({ q: text }); exec(`gh api "search/issues?${query}&sort=${text}"`); }',
    is: 'critical shell',
  },
  {
    name: 'runs a script of the folder that the model chooses',
    input: text,
    run: "({ text }) => { execFile('bash', ['build.sh'], { cwd: text }); }",
    is: 'critical command',
  },
  {
    name: 'removes what is tested to be in another folder',
    input: text,
    run: '({ text }) => drop(text)',
    beside: dropping("if (!full.startsWith('/srv/data/')) throw new Error('outside');"),
    is: 'critical everything',
  },
  {
    name: 'operates a device of the house',
    input: text,
    run: "({ text }) => fetch('http://localhost:8123/api/services/lock/unlock', { method: 'POST', body: text })",
    is: 'high elsewhere',
  },
  {
    name: 'sends to whom the model names under a key in quotes',
    input: text,
    run: "({ text }) => resend.emails.send({ from: 'us@example.com', subject: '', text: 'Done', to: 'me@home.org', ...(text ? { 'to': text } : {}) })",
    beside: mailing,
    is: 'critical recipient',
  },
  ...(
    [
      [
        'use',
        'use(base: string) { this.base = base; return this; }',
        "new Places('https://a.example').use(process.env.API_URL ?? '')",
      ],
      ['at', 'static at(base: string) { return new this(base); }', "Places.at('https://a.example')"],
    ] as const
  ).map(([name, member, made]) => ({
    name: `updates at an address that a class may have otherwise: by ${name}`,
    input: text,
    run: `async ({ text }) => { new Places(process.env.API_URL ?? 'http://localhost:3000'); await put(${made}, text); }`,
    beside: `class Places { private base: string; constructor(base: string) { this.base = base; } ${member} put(id: string) { return fetch(this.base + '/places/' + id, { method: 'PUT', body: id }); } }
function put(places: Places, id: string) { return places.put(id); }`,
    is: 'high elsewhere' as const,
  })),
  {
    name: 'adds an issue',
    input: text,
    run: "({ text }) => octokit.rest.issues.create({ owner: 'us', repo: 'site', title: text })",
    beside: octokit,
    is: 'low elsewhere',
  },
  {
    name: 'adds an issue to any repository',
    input: '{ owner: z.string(), text: z.string() }',
    run: "({ owner, text }) => octokit.rest.issues.create({ owner, repo: 'site', title: text })",
    beside: octokit,
    is: 'high elsewhere',
  },
  {
    name: 'changes an issue',
    input: '{ number: z.number(), text: z.string() }',
    run: "({ number, text }) => octokit.rest.issues.update({ owner: 'us', repo: 'site', issue_number: number, title: text })",
    beside: octokit,
    is: 'high elsewhere',
  },
  {
    name: 'reviews a proposed change, which may approve it',
    input: '{ number: z.number() }',
    run: "({ number }) => octokit.rest.pulls.createReview({ owner: 'us', repo: 'site', pull_number: number, event: 'APPROVE' })",
    beside: octokit,
    is: 'high elsewhere',
  },
  {
    name: 'appends to a page of Notion',
    input: '{ page: z.string(), text: z.string() }',
    run: '({ page, text }) => change(`${notion}/blocks/${page}/children`, text)',
    beside: appending,
    is: 'low elsewhere',
  },
  {
    name: 'changes a page of Notion',
    input: '{ page: z.string(), text: z.string() }',
    run: '({ page, text }) => change(`${notion}/pages/${page}`, text)',
    beside: appending,
    is: 'high elsewhere',
  },
  {
    name: 'merges a proposed change',
    input: '{ number: z.number() }',
    run: "({ number }) => octokit.rest.pulls.merge({ owner: 'us', repo: 'site', pull_number: number })",
    beside: octokit,
    is: 'high elsewhere',
  },
  {
    name: 'makes a repository',
    input: text,
    run: '({ text }) => octokit.rest.repos.createForAuthenticatedUser({ name: text })',
    beside: octokit,
    is: 'high elsewhere',
  },
  {
    name: 'pushes to a branch of the model',
    input: text,
    run: "({ text }) => { execFile('git', ['push', 'origin', text]); }",
    is: 'high runs',
  },
  {
    name: 'lists what a service has',
    input: text,
    run: "({ text }) => { execFile('gcloud', ['compute', 'instances', 'list', `--filter=${text}`]); }",
    is: 'none reads',
  },
  {
    name: 'runs a command that is written out, by a tool that is named for listing',
    tool: 'listBackups',
    run: "() => { execFile('restic', ['snapshots', '--json']); }",
    is: 'none reads',
  },
  {
    name: 'runs a command with a word of the model, by a tool that is named for listing',
    tool: 'listBackups',
    input: text,
    run: "({ text }) => { execFile('restic', ['snapshots', text]); }",
    is: 'low runs',
  },
  {
    name: 'runs a command that is written out, by a tool that is not',
    tool: 'pruneBackups',
    run: "() => { execFile('restic', ['forget', '--prune']); }",
    is: 'low runs',
  },
  {
    name: 'shows what an own program has',
    input: text,
    run: "({ text }) => { execFile('stockctl', ['show', text]); }",
    is: 'none reads',
  },
  {
    name: 'gives a shell a word that is the name of a command',
    input: text,
    run: '({ text }) => { exec(`stockctl show ${text}`); }',
    is: 'critical shell',
  },
  {
    name: 'lists what a service has by arguments without empty ones',
    input: text,
    run: "({ text }) => gcloud(['compute', 'instances', 'list', text ? `--filter=${text}` : ''])",
    beside: "const gcloud = (args: string[]) => { execFile('gcloud', [...args.filter(Boolean), '--format=json']); };",
    is: 'none reads',
  },
  {
    name: 'takes away what a service has',
    input: text,
    run: "({ text }) => { execFile('gcloud', ['compute', 'instances', 'delete', text]); }",
    is: 'high runs',
  },
  {
    name: 'writes what a fixed line says to a file',
    input: text,
    run: "({ text }) => { exec('git status > status.txt', { cwd: text }); }",
    is: 'high runs',
  },
  {
    name: 'puts a number of the model into a line that reads',
    input: '{ count: z.number().optional() }',
    run: '({ count }) => { exec(`git log -${count ?? 10}`); }',
    is: 'none reads',
  },
  {
    name: 'shows something by a function that runs what it is given',
    input: text,
    run: "({ text }) => { git('branch --show-current', text); git('status --short', text); }",
    beside: git,
    is: 'none reads',
  },
  {
    name: 'shows something by it, and runs what the model writes as well',
    input: text,
    run: '({ text }) => { git("status --short", "."); git(`commit -m "${text}"`, "."); }',
    beside: git,
    is: 'critical shell',
  },
  {
    name: 'lets a shell run what the model writes',
    input: text,
    run: "({ text }) => { execFile('bash', ['-c', text]); }",
    is: 'critical command',
  },
  {
    name: 'writes to a folder of its own, and removes it',
    input: text,
    run: `async ({ text }) => {
      const folder = await mkdtemp('check-');
      await writeFile(path.join(folder, 'a.md'), text);
      await rm(folder, { recursive: true });
    }`,
    is: 'none scratch',
  },
  {
    name: 'removes more than its own folder',
    input: text,
    run: `async ({ text }) => {
      const folder = await mkdtemp('check-');
      await writeFile(path.join(folder, 'a.md'), 'checked');
      await rm(text, { recursive: true });
    }`,
    is: 'critical everything',
  },
  ...(
    [
      ['z.string()', 'job', 'critical everything'],
      ['z.string()', "job + '-' + Date.now()", 'none scratch'],
      ['z.string()', 'path.basename(job)', 'none scratch'],
      ['z.string()', "job.replace(/[^a-z0-9]/g, '')", 'none scratch'],
      ['z.string()', "job.replace(/[^a-z0-9/]/g, '')", 'critical everything'],
      ['z.string()', "Buffer.from(job).toString('hex')", 'none scratch'],
      ['z.string()', "job.replaceAll('/', '_')", 'none scratch'],
      ['z.string()', 'path.parse(job).name', 'none scratch'],
      ['z.string()', '`job-${job.length}`', 'none scratch'],
      ['z.uuid()', 'job', 'none scratch'],
      ["z.enum(['draft', 'final'])", 'job', 'none scratch'],
      ['z.number()', 'String(job)', 'none scratch'],
    ] as const
  ).map(([job, folder, is]): Case => ({
    name: `removes ${folder} of ${job} below the folder for temporary files`,
    input: `{ job: ${job} }`,
    run: `({ job }) => rm(path.join(tmpdir(), 'app', ${folder}), { recursive: true })`,
    is,
  })),
  {
    name: 'removes one file of the model below the folder for temporary files',
    input: text,
    run: "({ text }) => rm(path.join(tmpdir(), 'app', text))",
    is: 'none scratch',
  },
  ...(
    [
      ["files.copyFile('draft.md', text, files.constants.COPYFILE_EXCL)", 'low adds'],
      ["files.copyFile('draft.md', text)", 'high overwrites'],
      ["writeFile(text, 'draft', { flag: 'wx' })", 'low adds'],
      ["writeFile(text, 'draft', { flag: 'w' })", 'high overwrites'],
      ["writeFile(text, 'draft', { flag: 'w' /* not 'wx' */ })", 'high overwrites'],
      ['writeFile(text, \'"wx"\')', 'high overwrites'],
      ["writeFile(text, 'draft', { flag: text === 'a' ? 'w' : 'wx' })", 'high overwrites'],
      ["files.cp('drafts', text, { recursive: true, force: false, errorOnExist: true })", 'low adds'],
      ["files.cp('drafts', text, { recursive: true, errorOnExist: true })", 'high overwrites'],
    ] as const
  ).map(([write, is]): Case => ({
    name: `makes a file with ${write}`,
    input: text,
    run: `({ text }) => ${write}`,
    is,
  })),
  {
    name: 'writes to a folder that a function makes for it',
    input: text,
    run: "({ text }) => inFolder((folder) => writeFile(path.join(folder, 'a.md'), text))",
    beside: inFolder,
    is: 'none scratch',
  },
  {
    name: 'writes to a folder that a function makes for it, by its name',
    input: text,
    run: '({ text }) => inFolder(draw)',
    beside: `${inFolder}\nconst draw = (folder: string) => writeFile(path.join(folder, 'a.md'), 'drawn');`,
    is: 'none scratch',
  },
  {
    name: 'writes to another place than the folder that a function makes for it',
    input: text,
    run: '({ text }) => inFolder((folder) => writeFile(path.join(text, folder), folder))',
    beside: inFolder,
    is: 'high overwrites',
  },
  {
    name: 'writes to a file with a fixed name, in a folder that the model chooses',
    input: text,
    run: "({ text }) => writeFile(stateIn(text), 'done')",
    beside: "const stateIn = (folder: string) => path.join(folder, '.state', 'run.json');",
    is: 'low named',
  },
  {
    name: 'writes to a file of which the model chooses the name, too',
    input: text,
    run: "({ text }) => writeFile(stateIn(text, text), 'done')",
    beside: "const stateIn = (folder: string, name: string) => path.join(folder, '.state', `${name}.json`);",
    is: 'high overwrites',
  },
  {
    name: 'writes to a file with a fixed name, written out behind a folder of the model',
    input: text,
    run: "({ text }) => writeFile(`${text}/.state/run.json`, 'done')",
    is: 'low named',
  },
  {
    name: 'writes to a file whose name the model only ends',
    input: text,
    run: "({ text }) => writeFile(`${text}.json`, 'done')",
    is: 'high overwrites',
  },
  {
    name: 'writes to a folder that a function gives as it is given it',
    input: text,
    run: '({ text }) => within(text, (folder) => rm(folder, { recursive: true }))',
    beside: 'const within = (folder: string, work: (folder: string) => Promise<void>) => work(folder);',
    is: 'critical everything',
  },
  {
    name: 'removes a temporary file',
    input: text,
    run: '({ text }) => unlink(path.join(tmpdir(), text))',
    is: 'none scratch',
  },
  {
    name: 'keeps a log of what it reads',
    input: text,
    run: "({ text }) => { note(text); return db.prepare('SELECT * FROM notes').all(); }",
    is: 'none upkeep',
  },
  {
    name: 'adds to the log, as its name says',
    tool: 'add_log_entry',
    input: text,
    run: "({ text }) => { log.exec(`INSERT INTO log VALUES ('${text}')`); }",
    is: 'low entries',
  },
  {
    name: 'makes sure of its tables before it reads',
    input: text,
    run: '({ text }) => { ensureTables(); return find(text); }',
    beside:
      "const ensureTables = () => { db.exec('ALTER TABLE notes ADD COLUMN at'); };\nconst find = (id: string) => db.prepare('SELECT * FROM notes WHERE id = ?').all(id);",
    is: 'none upkeep',
  },
  {
    name: 'does for all what no argument decides, further down',
    run: '() => shutDown()',
    beside: "const shutDown = () => stop('all');\nconst stop = (what: string) => { execFile('halt', [what]); };",
    is: 'high runs',
  },
  ...(
    [
      ["files.open(lock, 'wx')", 'none scratch'],
      ['files.open(lock, files.constants.O_CREAT | files.constants.O_EXCL, 0o600)', 'none scratch'],
      ["writeFile(lock, '', { flag: 'wx' })", 'low fixed'],
      ['mkdir(lock)', 'none upkeep'],
      // What was there before is gone.
      ["files.open(lock, 'w')", 'high deletes'],
      ["files.open(other, 'wx')", 'high deletes'],
      ["Promise.resolve('wx')", 'high deletes'],
      // Whoever holds the lock loses it.
      ["files.open(lock, 'wx').catch(() => undefined)", 'high deletes'],
    ] as const
  ).map(([taken, is]): Case => ({
    name: `reads what the model names under a lock: ${taken}`,
    input: text,
    run: `async ({ text }) => {
        const lock = 'app.lock', other = 'other.lock';
        await ${taken};
        try { return readFileSync(text, 'utf8'); } finally { await unlink(lock); }
      }`,
    is,
  })),
  ...(
    [
      ['catch (error) { throw error; }', 'none scratch'],
      ['catch { return undefined; }', 'none scratch'],
      ['catch { console.log(text); }', 'high deletes'],
    ] as const
  ).map(([clause, is]): Case => ({
    name: `removes a lock, where it may not have got it: ${clause}`,
    input: text,
    run: `async ({ text }) => {
        const lock = 'app.lock';
        try { await files.open(lock, 'wx'); } ${clause}
        const found = readFileSync(text, 'utf8');
        await unlink(lock);
        return found;
      }`,
    is,
  })),
  ...(
    [
      ['throw error', 'none scratch'],
      ['break', 'high deletes'],
    ] as const
  ).map(([end, is]): Case => ({
    name: `waits for a lock, and removes it: where that was in vain, ${end}`,
    input: text,
    run: `async ({ text }) => {
      let handle;
      while (!handle) { try { handle = await files.open('app.lock', 'wx'); } catch (error) { if (String(error) !== text) ${end}; } }
      try { return readFileSync(text, 'utf8'); } finally { await unlink('app.lock'); }
    }`,
    is,
  })),
  {
    name: 'takes a lock in the block that removes it',
    input: text,
    run: `async ({ text }) => {
      try { await files.open('app.lock', 'wx'); return readFileSync(text, 'utf8'); } finally { await unlink('app.lock'); }
    }`,
    is: 'high deletes',
  },
  {
    name: 'removes something beside what the model decides about',
    input: text,
    run: "async ({ text }) => { await unlink('lock'); await writeFile(text, ''); }",
    is: 'high overwrites',
  },
  {
    name: 'removes something whatever the model says, and reads what it names',
    input: text,
    run: "async ({ text }) => { await unlink('all.db'); return text; }",
    is: 'high deletes',
  },
  {
    name: 'dispatches with a constant that only reads',
    input: text,
    run: "({ text }) => act('list', text)",
    beside: dispatcher,
    is: 'nothing',
  },
  ...['count', 'cut'].map((kind) => ({
    name: `dispatches with a constant whose branch always leaves: ${kind}`,
    input: text,
    run: `({ text }: { text: string }) => act('${kind}', text)`,
    beside: dispatcher,
    is: 'nothing',
  })),
  {
    name: 'dispatches with a constant that removes',
    input: text,
    run: "({ text }) => act('remove', text)",
    beside: dispatcher,
    is: 'high deletes',
  },
  {
    name: 'dispatches by what the model chooses',
    input: "{ kind: z.enum(['list', 'remove']), text: z.string() }",
    run: '({ kind, text }) => act(kind, text)',
    beside: dispatcher,
    is: 'high deletes',
  },
  {
    name: 'dispatches by a field that is constant',
    input: text,
    run: "({ text }) => query({ type: 'memory' }, text)",
    beside: connections,
    is: 'nothing',
  },
  ...(
    [
      [
        "fetch('https://chat.example.com/messages', { method: 'POST', body: JSON.stringify({ to: text, type: 'reaction', emoji: text }) })",
        'low sends',
      ],
      [
        "fetch('https://chat.example.com/messages', { method: 'POST', body: JSON.stringify({ to: text, type: 'text', text }) })",
        'critical recipient',
      ],
      ['{ assertOwn(text); mail(text); }', 'low sends'],
      ['{ mail(text); assertOwn(text); }', 'critical recipient'],
      ['{ assertOwn("us@example.com"); mail(text); }', 'critical recipient'],
      ['{ const found = assertOwn(text); mail(text); void found; }', 'critical recipient'],
      ['{ note(text); mail(text); }', 'critical recipient'],
      ['{ assertGiven(text); mail(text); }', 'critical recipient'],
      [
        "{ const to = text; assertShort(text.slice(1)); void resend.emails.send({ from: 'us@example.com', to: to.slice(2), subject: '', text }); }",
        'low sends',
      ],
      [
        "fetch('https://chat.example.com/messages', { method: 'POST', body: JSON.stringify({ to: text, type: 'status', text }) })",
        'critical recipient',
      ],
      [
        "fetch('https://chat.example.com/messages', { method: 'POST', body: JSON.stringify({ to: text, type: text === '' ? 'reaction' : 'text', text }) })",
        'critical recipient',
      ],
      ["fetch(text, { method: 'POST', body: JSON.stringify({ type: 'reaction', text }) })", 'critical recipient'],
      [
        "fetch('https://api.example.com/v1/people/email-validation', { method: 'POST', body: JSON.stringify({ email: text }) })",
        'low sends',
      ],
      [
        "fetch('https://api.example.com/v1/get-profile-by-email', { method: 'POST', body: JSON.stringify({ email: text }) })",
        'low sends',
      ],
      [
        "fetch('https://api.example.com/v1/send-validation-email', { method: 'POST', body: JSON.stringify({ email: text }) })",
        'critical recipient',
      ],
      [
        "fetch('https://api.example.com/v1/email', { method: 'POST', body: JSON.stringify({ email: text }) })",
        'critical recipient',
      ],
    ] as const
  ).map(([call, is]): Case => ({
    name: `sends to whom the model chooses, or not: ${call}`,
    input: text,
    run: `({ text }) => { ${call} }`,
    beside: `${mailing}
declare const own: string;
function assertOwn(to: string): void { if (to !== own) throw new Error('Only to yourself'); }
function assertGiven(to: string): void { if (to === '') throw new Error('Nobody'); }
function assertShort(to: string): void { if (to.length > 40) throw new Error('Too long'); }
function note(to: string): void { if (to === '') throw new Error('Nobody'); writeFileSync('notes.txt', to); }
function mail(to: string): Promise<unknown> { return resend.emails.send({ from: 'us@example.com', to, subject: 'Hello', text: 'Hello' }); }`,
    is,
  })),
  ...(
    [
      ["'Us <onboarding@resend.dev>'", 'low sends'],
      ["'us@example.com'", 'critical recipient'],
      ["process.env.FROM ?? 'onboarding@resend.dev'", 'critical recipient'],
    ] as const
  ).map(([from, is]): Case => ({
    name: `sends a mail to whom the model chooses, from ${from}`,
    input: '{ to: z.string() }',
    run: `({ to }) => resend.emails.send({ from: ${from}, to, subject: 'Hello', text: 'Hello' })`,
    beside: mailing,
    is,
  })),
  {
    name: 'sends a mail to the address that the model writes',
    input: '{ to: z.string() }',
    run: '({ to }) => resend.emails.send({ to: to.trim(), subject: "Hello", text: "Hello" })',
    beside: mailing,
    is: 'critical recipient',
  },
  {
    name: 'sends a mail to an address that is looked up',
    input: '{ id: z.string() }',
    run: 'async ({ id }) => { const { email } = await findUser(id); await resend.emails.send({ to: email, subject: "Hello", text: "Hello" }); }',
    beside: mailing,
    is: 'low sends',
  },
  {
    name: 'hands a recipient that is looked up on beside what the model writes',
    input: '{ id: z.string(), text: z.string() }',
    run: 'async ({ id, text }) => { const { email } = await findUser(id); await notify({ to: email, text, id }); }',
    beside: notifying('(options: Notice)', 'options.to', 'options.text'),
    is: 'low sends',
  },
  {
    name: 'hands on the recipient that the model chooses in a variable',
    input: '{ to: z.string(), text: z.string() }',
    run: 'async ({ to, text }) => { const notice = { to: to.trim(), text, id: "1" }; await notify(notice); }',
    beside: notifying('({ to, text }: Notice)', 'to', 'text'),
    is: 'critical recipient',
  },
  {
    name: 'writes what is looked up into an object of the model',
    input: '{ id: z.string(), text: z.string() }',
    run: 'async ({ id, text }) => { const notice = { to: "", text, id }; notice.to = (await findUser(id)).email; await notify(notice); }',
    beside: notifying('({ to, text }: Notice)', 'to', 'text'),
    is: 'low sends',
  },
  {
    name: 'writes what the model says into an object',
    input: '{ to: z.string(), text: z.string() }',
    run: 'async ({ to, text }) => { const notice = { to: "", text, id: "1" }; notice.to = to; await notify({ ...notice }); }',
    beside: notifying('({ to, text }: Notice)', 'to', 'text'),
    is: 'critical recipient',
  },
  {
    name: 'makes an index of its own vectors',
    input: text,
    run: '({ text }) => vectors.createIndex({ name: text })',
    beside: "import { LibSQLVector } from '@mastra/libsql'; declare const vectors: LibSQLVector;",
    is: 'low entries',
  },
  {
    name: 'comes to a fixed file behind other calls',
    input: text,
    run: '({ text }) => readNotes().filter((note) => note === text)',
    beside: shared,
    is: 'low aside',
  },
  {
    name: 'removes a fixed file, and is given nothing',
    run: '() => renew()',
    beside: shared,
    is: 'high deletes',
  },
  {
    name: 'removes a file that it has made under a new name',
    input: text,
    run: "async ({ text }) => { const folder = path.join(path.dirname(text), '.render'); const prefix = path.join(folder, `page_${Date.now()}`); await writeFile(prefix + '.png', text); unlinkSync(prefix + '.png'); }",
    is: 'low adds',
  },
  ...(
    [
      ['const row = await insertRow(text);', 'await drop(row.id);', 'low moves'],
      [
        'const row = await insertRow(text); const id = row.id;',
        "db.prepare('DELETE FROM notes WHERE id = ?').run(id);",
        'low moves',
      ],
      [
        'const row = await insertRow(text);',
        "await fetch('https://data.example/notes/' + row.id, { method: 'DELETE' });",
        'low moves',
      ],
      ['const row = await insertRow(text);', 'await drop(text);', 'high deletes'],
      ['const row = await insertRow(text);', 'await drop(row.id + text);', 'high deletes'],
      ['const row = await findRow(text);', 'await drop(row.id);', 'high deletes'],
      ["const row = await insertRow('all');", 'await drop(other);', 'high deletes'],
      ['const client = createClient(text);', 'await drop(client.id);', 'high deletes'],
      ['const row = await insertRow(text);', 'await drop(row.text);', 'high deletes'],
      ['const id = startOfDay(text);', 'await drop(id);', 'high deletes'],
    ] as const
  ).map(([before, failed, is]) => ({
    name: `takes back where it failed: ${before} ${failed}`,
    input: text,
    run: `async ({ text }) => { ${before} try { await check(text); } catch { ${failed} } }`,
    beside: `declare function insertRow(text: string): Promise<{ id: string; text: string }>; declare function findRow(text: string): Promise<{ id: string }>;
declare function createClient(text: string): { id: string }; declare function startOfDay(text: string): string;
declare function check(text: string): Promise<void>; declare const other: string;
async function drop(id: string) { db.prepare('DELETE FROM notes WHERE id = ?').run(id); }`,
    is,
  })),
  ...(
    [
      ['catch (error) { if (statusOf(error) === 410) await drop(subscription.id); }', 'none aside'],
      [
        'catch (error) { const code = statusOf(error); if (code === 404 || code === 410) { await drop(subscription.id); } }',
        'none aside',
      ],
      ['catch (error) { if (error && statusOf(error) === 410) await drop(subscription.id); }', 'none aside'],
      ['catch (error) { if (error || statusOf(error) === 410) await drop(subscription.id); }', 'high deletes'],
      ['catch (error) { if (statusOf(error) !== 410) await drop(subscription.id); }', 'high deletes'],
      ['catch (error) { if (statusOf(error) === 410) return; else await drop(subscription.id); }', 'high deletes'],
      ['catch (error) { if (statusOf(error) === 429) await drop(subscription.id); }', 'high deletes'],
      ['catch (error) { if (statusOf(error) === 410) await drop(others[0].id); }', 'high deletes'],
      [
        "catch (error) { const id = 'gone'; if (statusOf(error) === 410) { console.log(id); await drop(subscription.id); } }",
        'none aside',
      ],
      ['catch (error) { if (statusOf(error) === 410) await drop(subscription.id + others[0].id); }', 'high deletes'],
      ["catch (error) { if (statusOf(error) === 410) await drop('all'); }", 'high deletes'],
      ['catch (error) { if (statusOf(error) === 410) await dropAll(subscription.id); }', 'high deletes'],
      [
        'catch (error) { if (statusOf(error) === 404) await rm(subscription.id, { recursive: true }); }',
        'high deletes',
      ],
      ['catch (error) { if (subscription.id.length === 404) await drop(subscription.id); }', 'high deletes'],
      ['catch (error) { if (statusOf(error) === 410) await drop(text); }', 'high deletes'],
      ['catch (error) { if (statusOf(error) === 410) await log(error); await drop(subscription.id); }', 'high deletes'],
      ['finally { if (statusOf(text) === 410) await drop(subscription.id); }', 'high deletes'],
    ] as const
  ).map(([clause, is]) => ({
    name: `forgets what is gone: ${clause}`,
    input: text,
    run: `async ({ text }) => { const subscription = await current(); try { await notify(subscription, text); } ${clause} }`,
    beside: `declare function current(): Promise<{ id: string }>; declare function statusOf(error: unknown): number;
async function dropAll(id: string) { console.log(id); db.exec('DELETE FROM notes'); } declare const others: { id: string }[]; declare function notify(to: object, text: string): Promise<void>; declare function log(error: unknown): Promise<void>;
async function drop(id: string) { db.prepare('DELETE FROM notes WHERE id = ?').run(id); }`,
    is,
  })),
  ...(
    [
      ["if (!/^(ls|git status)$/.test(text)) return 'no';", 'none reads'],
      ["if (!text.match(/^(?:ls|git status)$/)) return 'no';", 'none reads'],
      ["if (!shown.some((each) => each.test(text))) return 'no';", 'none reads'],
      ["if (!/^(ls|git status)/.test(text)) return 'no';", 'critical command'],
      ["if (!/^(ls|git status)$/m.test(text)) return 'no';", 'critical command'],
      ["if (!/^(ls|git push)$/.test(text)) return 'no';", 'high runs'],
      ["if (/^(ls|git status)$/.test(text)) return 'no';", 'critical command'],
      ["if (!others.some((each) => each.test(text))) return 'no';", 'critical command'],
      ["if (!shown.some((each) => each.test('ls'))) return 'no';", 'critical command'],
    ] as const
  ).map(([check, is]) => ({
    name: `runs a command that a pattern has tested: ${check}`,
    input: text,
    run: `({ text }) => { ${check} exec(text); }`,
    beside: 'const shown = [/^ls$/, /^git log( --oneline)?$/]; const others = [/^ls$/, /^git .*$/];',
    is,
  })),
  ...(
    [
      ['setGoal(text, { text })', 'low entries'],
      ['setGoal(text, text ? { text } : null)', 'high deletes'],
      ['setGoal(text, null)', 'high deletes'],
      ['setGoal(text, current)', 'high deletes'],
      ['keep(text)', 'low entries'],
      ['keep(text, false)', 'low entries'],
      ['keep(text, true)', 'high deletes'],
      ["keep(text, text === 'all')", 'high deletes'],
      ['changed(text)', 'high deletes'],
      ['unpacked({ text })', 'high deletes'],
      ["taken({ text, 'isGone': true })", 'high deletes'],
      ["taken({ text, ['isGone']: text !== '' })", 'high deletes'],
      ['taken({ text })', 'nothing'],
      ['keep(...([text, true] as const))', 'high deletes'],
      ['forgotten(text)', 'high deletes'],
      ['emptied(text)', 'high deletes'],
      ['told(text, { isGone: false })', 'high deletes'],
      ['setGoal(text, reasonAgainst(text))', 'high deletes'],
      ['setGoal(text, known[text])', 'high deletes'],
      ['setGoal.call(null, text, { text })', 'high deletes'],
      ['kept(text, true); kept(text)', 'high deletes'],
    ] as const
  ).map(([run, is]) => ({
    name: `comes to the branch of a function by what it gives: ${run}`,
    input: text,
    run: `({ text }) => { ${run}; }`,
    beside: `declare const current: { text: string } | null;
function setGoal(id: string, goal: { text: string } | null) {
  if (!goal) { db.prepare('DELETE FROM goals WHERE id = ?').run(id); return; }
  db.prepare('INSERT INTO notes (text) VALUES (?)').run(goal.text);
}
function keep(text: string, isGone = false) {
  if (isGone) db.prepare('DELETE FROM goals WHERE text = ?').run(text);
  else db.prepare('INSERT INTO notes (text) VALUES (?)').run(text);
}
const known: Record<string, { text: string }> = { a: { text: 'a' } };
function reasonAgainst(text: string) { if (text.length > 9) return { text }; }
function forgotten(text: string) { if (reasonAgainst(text)) return; db.prepare('DELETE FROM goals WHERE text = ?').run(text); }
function emptied(text: string, depth = 0) { if (text !== '') emptied(text.slice(1), depth + 1); if (depth === 0) return; db.prepare('DELETE FROM goals WHERE text = ?').run(text); }
function told(text: string, options: { isGone: boolean }) { if (text !== '') options.isGone = true; if (options.isGone) db.prepare('DELETE FROM goals WHERE text = ?').run(text); }
function kept(text: string, isGone = false) { if (isGone) db.prepare('DELETE FROM goals WHERE text = ?').run(text); }
function taken({ text, isGone = false }: { text: string; isGone?: boolean }) { if (isGone) db.prepare('DELETE FROM goals WHERE text = ?').run(text); }
function unpacked({ text, isGone = false }: { text: string; isGone?: boolean }) {
  if (text.length > 9) isGone = true;
  if (isGone) db.prepare('DELETE FROM goals WHERE text = ?').run(text);
}
function changed(text: string, isGone = false) {
  if (text.length > 9) isGone = true;
  if (isGone) db.prepare('DELETE FROM goals WHERE text = ?').run(text);
}`,
    is,
  })),
  ...(
    [
      ['it', 'PreviewCache', 'drop', 'none upkeep'],
      ['it', 'Previews', 'drop', 'high deletes'],
      ['it', 'CachedPages', 'drop', 'high deletes'],
      ['drop_cache', 'PreviewCache', 'drop', 'high deletes'],
      ['it', 'PageIndexer', 'drop', 'none upkeep'],
      ['it', 'PageIndex', 'drop', 'high deletes'],
      ['it', 'PageSession', 'drop', 'high deletes'],
      ['it', 'Pages', 'dropByIndex', 'high deletes'],
    ] as const
  ).map(([tool, owner, method, is]) => ({
    name: `removes what ${owner} keeps by ${method} of ${tool}`,
    tool,
    input: text,
    run: `({ text }) => pages.${method}(text)`,
    beside: `class ${owner} { ${method}(id: string) { db.prepare('DELETE FROM pages WHERE id = ?').run(id); } } const pages = new ${owner}();`,
    is,
  })),
  ...(
    [
      ["bun.spawn(['bash', '-c', text], { stdout: 'pipe' })", 'critical command'],
      ["bun.spawn([text, '--help'])", 'critical command'],
      ["bun.spawnSync(['git', 'push', text])", 'high runs'],
      ["bun.spawnSync(['git', 'log', '--', text])", 'none reads'],
      ["bun.spawnSync(['resize', text])", 'low runs'],
      ["bun.write(text, 'x')", 'high overwrites'],
      ["bun.write('notes.txt', text)", 'low fixed'],
    ] as const
  ).map(([run, is]) => ({
    name: `runs or writes by Bun: ${run}`,
    input: text,
    run: `({ text }) => ${run}`,
    beside: "import * as bun from 'bun';",
    is,
  })),
  ...(
    [
      ['it', 'pruneOutputs', "'outputs'", 'none upkeep'],
      ['it', 'pruneOutputs', "path.join('outputs', text)", 'high deletes'],
      ['it', 'forgetOutputs', "'outputs'", 'high deletes'],
      ['it', 'forgetOutputs', "path.join('outputs', text)", 'high deletes'],
      ['prune', 'pruneOutputs', "path.join('outputs', text)", 'high deletes'],
    ] as const
  ).map(([tool, name, folder, is]) => ({
    name: `keeps ${folder} small by ${name} of ${tool}`,
    tool,
    input: text,
    run: `async ({ text }) => { await ${name}(${folder}, 50); return text; }`,
    beside: `async function ${name}(folder: string, keep: number) { for (const each of (await files.readdir(folder)).slice(keep)) await unlink(path.join(folder, each)); }`,
    is,
  })),
  ...(
    [
      ['pruneNotes', '.limit(10)', 'none upkeep'],
      ['pruneNotes', '', 'high deletes'],
      ['dropNotes', '.limit(10)', 'high deletes'],
    ] as const
  ).map(([name, limit, is]) => ({
    name: `takes away rows that ${name} has found${limit}`,
    input: text,
    run: `async ({ text }) => { await ${name}(text); return text; }`,
    beside: `${drizzle.replace('PgDatabase', 'PgDatabase, eq, type Row')}
declare const notes: object, id: object;
async function ${name}(owner: string) { const rows = (await shop.select().from(notes).where(eq(id, owner))${limit}) as unknown as Row[]; for (const row of rows) console.log(row); await shop.delete(notes).where(eq(id, rows.map((row) => row.id))); }`,
    is,
  })),
  {
    name: 'removes what the model names by a function that is named for pruning',
    input: text,
    run: 'async ({ text }) => { await prunePage(text); }',
    beside: "async function prunePage(page: string) { await unlink(path.join('pages', page)); }",
    is: 'high deletes',
  },
  ...(
    [
      ['viem.sendTransaction({ to: text })', 'critical money'],
      ['viem.writeContract({ address: text })', 'critical money'],
      ['viem.signMessage({ message: text })', 'nothing'],
      ['bundler.sendUserOperation({ callData: text })', 'critical money'],
      ['bundler.waitForUserOperationReceipt({ hash: text })', 'nothing'],
      ['ethers.sendTransaction({ to: text })', 'critical money'],
      ['ethers.getNonce()', 'nothing'],
      ['solana.sendTransaction(new Transaction(), [])', 'critical money'],
      ['solana.sendRawTransaction(Buffer.from(text))', 'nothing'],
      ['sendAndConfirmTransaction(solana, new Transaction())', 'critical money'],
      ['solana.getBalance(text)', 'nothing'],
    ] as const
  ).map(([run, is]) => ({
    name: `sends a transaction from a wallet: ${run}`,
    input: text,
    run: `({ text }) => ${run}`,
    beside: `import { type BundlerActions, createWalletClient } from 'viem'; import { type Wallet } from 'ethers'; import { type Connection, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
const viem = createWalletClient({}); declare const bundler: BundlerActions; declare const ethers: Wallet; declare const solana: Connection;`,
    is,
  })),
  ...(
    [
      ["wallet.sendTransaction({ to: text }); await node.request({ method: 'evm_revert' });", 'critical money'],
      ['const fork = await forked(); await fork.walletOf(text).sendTransaction({ to: text });', 'none scratch'],
      [
        'const fork: Fork = await forked(); await fork.walletOf(text).writeContract({ address: text });',
        'none scratch',
      ],
      ['const chain = await real(); await chain.walletOf(text).sendTransaction({ to: text });', 'critical money'],
      [
        'const fork = await forked(); await fork.walletOf(text).getChainId(); await wallet.sendTransaction({ to: text });',
        'critical money',
      ],
      [
        'let chain: Fork | null = null; chain = text ? await forked() : await real(); await chain.walletOf(text).sendTransaction({ to: text });',
        'critical money',
      ],
      [
        "await node.request({ method: 'evm_snapshot' }); await createWalletClient({ transport: http('https://rpc.example') }).sendTransaction({ to: text });",
        'critical money',
      ],
      ['const chain = await maybe(); await chain.walletOf(text).sendTransaction({ to: text });', 'critical money'],
      ['const chain = await shortly(); await chain.walletOf(text).sendTransaction({ to: text });', 'critical money'],
      ['const chain = await both(); await chain.walletOf(text).sendTransaction({ to: text });', 'critical money'],
      ['const chain = named(); await chain.walletOf(text).sendTransaction({ to: text });', 'critical money'],
    ] as const
  ).map(([run, is]): Case => ({
    name: `sends a transaction to a copy of a chain, or not: ${run}`,
    input: text,
    run: `async ({ text }) => { ${run} }`,
    beside: `import { createPublicClient, createWalletClient, http, type WalletClient } from 'viem';
const wallet = createWalletClient({ transport: http('https://rpc.example') });
const node = createPublicClient({ transport: http('http://localhost:8545') });
interface Fork { walletOf: (account: string) => WalletClient }
async function forked(): Promise<Fork> {
  const transport = http(process.env.FORK!);
  const client = createPublicClient({ transport });
  await client.request({ method: 'evm_snapshot' });
  return { walletOf: () => createWalletClient({ transport }) };
}
async function real(): Promise<Fork> {
  const transport = http('https://rpc.example');
  await createPublicClient({ transport }).request({ method: 'eth_chainId' });
  return { walletOf: () => createWalletClient({ transport }) };
}
async function maybe(): Promise<Fork> {
  const transport = http(process.env.CHAIN!);
  const client = createPublicClient({ transport });
  if (process.env.FORK === '1') await client.request({ method: 'anvil_impersonateAccount' });
  return { walletOf: () => createWalletClient({ transport }) };
}
async function shortly(): Promise<Fork> {
  const transport = http(process.env.CHAIN!);
  const client = createPublicClient({ transport });
  process.env.FORK === '1' && (await client.request({ method: 'anvil_impersonateAccount' }));
  return { walletOf: () => createWalletClient({ transport }) };
}
async function both(): Promise<Fork> {
  const transport = http(process.env.FORK!);
  const client = createPublicClient({ transport });
  await client.request({ method: 'evm_snapshot' });
  return { walletOf: () => createWalletClient({ transport: http('https://rpc.example') }) };
}
function named(): Fork {
  const transport = http(process.env.CHAIN!);
  if (process.env.CHAIN === 'anvil_local') console.log('a copy');
  return { walletOf: () => createWalletClient({ transport }) };
}`,
    is,
  })),
  ...(
    [
      [
        'const session = await createSession(text); await read(session.id); await end(`/sessions/${session.id}`);',
        'low moves',
      ],
      ['const session = await createSession(text); await end(`/sessions/${session.sessionId}`);', 'low moves'],
      ['const session = await createSession(text); await end(`/users/${session.userId}`);', 'high deletes'],
      [
        "const { id } = await call('POST', '/listings'); await read(id); await call('DELETE', `/listings/${id}`);",
        'none aside',
      ],
      ["const { id } = await call('POST', '/search'); await call('DELETE', `/listings/${id}`);", 'high deletes'],
      ['const entry = await createEntry(text); await drop(text, entry.id);', 'high deletes'],
      ['const box = await restartBox(text); await end(`/boxes/${box.id}`);', 'high deletes'],
      ['const session = await findSession(text); await end(`/sessions/${session.id}`);', 'high deletes'],
      [
        "const made = await fetch(`${tabs}/tabs`, { method: 'POST', body: text }); const { tabId } = await made.json(); await fetch(`${tabs}/tabs/${tabId}`, { method: 'DELETE' });",
        'low sends',
      ],
      [
        "const found = await fetch(`${tabs}/search`, { method: 'POST', body: text }); const { tabId } = await found.json(); await fetch(`${tabs}/tabs/${tabId}`, { method: 'DELETE' });",
        'high deletes',
      ],
      [
        "const made = await fetch(`${tabs}/tabs`, { method: 'POST', body: text }); const { id } = await made.json(); await fetch(`${tabs}/tabs/${text}`, { method: 'DELETE' });",
        'high deletes',
      ],
      [
        "const made = await fetch(`${tabs}/tabs`, { method: 'POST', body: text }); const tab = await made.json(); await describe(tab.id, text);",
        'low sends',
      ],
      [
        "const found = await fetch(`${tabs}/search`, { method: 'POST', body: text }); const tab = await found.json(); await describe(tab.id, text);",
        'high elsewhere',
      ],
      [
        "const made = await fetch(`${tabs}/tabs`, { method: 'POST', body: text }); const tab = await made.json(); await describe(text, tab.id);",
        'high elsewhere',
      ],
      [
        "const made = await fetch(`${tabs}/tabs`, { method: 'POST', body: text }); const tab = await made.json(); await refund(tab.id);",
        'high elsewhere',
      ],
      [
        "const made = await fetch(`${tabs}/tabs`, { method: 'POST', body: text }); const tab = await made.json(); await item(tab.id, text);",
        'high elsewhere',
      ],
      [
        "const made = await fetch(`${tabs}/notes`, { method: 'POST', body: text }); const tab = await made.json(); await describe(tab.id, text);",
        'high elsewhere',
      ],
    ] as const
  ).map(([body, is]) => ({
    name: `takes away what is there for the time of the call: ${body}`,
    input: text,
    run: `async ({ text }: { text: string }) => { ${body} }`,
    beside: `async function call(method: string, path: string): Promise<{ id: string }> { return (await fetch('https://pages.example' + path, { method })).json(); }
declare function createEntry(text: string): Promise<{ id: string }>; declare function restartBox(text: string): Promise<{ id: string }>;
async function drop(path: string, id: string) { console.log(id); unlinkSync(path); }
declare const tabs: string; declare function read(id: string): Promise<string>;
const refund = (id: string) => fetch(\`\${tabs}/tabs/\${id}/refund\`, { method: 'PUT', body: '{}' });
const item = (id: string, other: string) => fetch(\`\${tabs}/tabs/\${other}/items/\${id}\`, { method: 'PATCH', body: other });
const describe = (id: string, body: string) => fetch(\`\${tabs}/tabs/\${id}/details\`, { method: 'PATCH', body });
declare function createSession(text: string): Promise<{ id: string; sessionId: string; userId: string }>; declare function findSession(text: string): Promise<{ id: string }>;
const end = (path: string) => fetch('https://pages.example' + path, { method: 'DELETE' });`,
    is,
  })),
  ...(
    [
      ['{ from: "us@example.com", ...mail }', 'critical recipient'],
      ['mail', 'critical recipient'],
      ['{ title: mail.subject, to: mail.to }', 'low sends'],
      ['{ subject: mail.subject, relation: "knows", to: mail.to }', 'low sends'],
    ] as const
  ).map(([body, is]) => ({
    name: `posts what is a mail by its body, or not: ${body}`,
    input: text,
    run: "({ text }: { text: string }) => { let mail = { to: text, subject: 'Hello', text: 'Hi' }; if (text === '') mail = { ...mail }; return post(mail); }",
    beside: `declare const endpoint: string; const post = (mail: { to: string; subject: string; text: string }) => fetch(endpoint, { method: 'POST', body: JSON.stringify(${body}) });`,
    is,
  })),
  {
    name: 'removes what the model names under a lock',
    input: text,
    run: '({ text }) => removeWithLock(text)',
    beside: 'const removeWithLock = (path: string) => { rmSync(path, { recursive: true }); };',
    is: 'critical everything',
  },
  {
    name: 'forgets a lock behind other calls',
    run: '() => runStage()',
    beside:
      "const runStage = () => { try { readFileSync('stage'); } catch { releaseLock('stage'); } }; const releaseLock = (name: string) => { unlinkSync(`/locks/${name}`); };",
    is: 'low entries',
  },
  {
    name: 'forgets a lock, as it is there for that',
    tool: 'release_lock',
    run: '() => runStage()',
    beside:
      "const runStage = () => { releaseLock('stage'); }; const releaseLock = (name: string) => { unlinkSync(`/locks/${name}`); };",
    is: 'high deletes',
  },
  {
    name: 'takes away what it made in the same run',
    input: text,
    run: 'async ({ text }) => { const row = await insertRow(text); await drop(row.id); }',
    beside: `declare function insertRow(text: string): Promise<{ id: string }>;
async function drop(id: string) { db.prepare('DELETE FROM notes WHERE id = ?').run(id); }`,
    is: 'low moves',
  },
  {
    name: 'removes a file under a name of the model with the time in another one',
    input: text,
    run: "async ({ text }) => { const log = `log_${Date.now()}`; await writeFile(path.join('logs', log), text); unlinkSync(path.join('pages', text)); }",
    is: 'high deletes',
  },
  {
    name: 'removes the file that the model names behind other calls',
    input: text,
    run: '({ text }) => forget(text)',
    beside:
      "const forget = (name: string) => drop(name); const drop = (name: string) => unlink(path.join('notes', name));",
    is: 'high deletes',
  },
  {
    name: 'makes sure of a folder',
    input: text,
    run: "({ text }) => { mkdirSync('notes', { recursive: true }); return text; }",
    is: 'none upkeep',
  },
  {
    name: 'makes a folder that the model names',
    input: text,
    run: '({ text }) => mkdirSync(text)',
    is: 'low entries',
  },
  ...(
    [
      ["if (!allowed.includes(text)) return 'no';", 'low runs'],
      ["if (!scripts.has(text)) throw new Error('no');", 'low runs'],
      ["if (!allowed.some((each) => each === text)) return 'no';", 'low runs'],
      ["if (!(text in table)) return 'no';", 'none reads'],
      ["if (!Object.hasOwn(table, text)) return 'no';", 'none reads'],
      ["const isAllowed = allowed.includes(text); if (!isAllowed) return 'no';", 'low runs'],
      ["if (text === '' || !allowed.includes(text)) return 'no';", 'low runs'],
      ["if (!commands.has(text)) return 'no';", 'none reads'],
      ["if (text !== 'npm test') return 'no';", 'low runs'],
      // By a function of the program, which tests it, or comes back only if it is on the list.
      ["if (!isAllowed(text)) return 'no';", 'low runs'],
      ['assertAllowed(text);', 'low runs'],
      ['assertAllowed(text); retried(() => exec(text));', 'low runs'],
      ['retried(() => assertAllowed(text));', 'critical command'],
      ['retried(() => exec(text)); assertAllowed(text);', 'critical command'],
      ["assertAllowed(text); text += ' | sh'; retried(() => exec(text));", 'critical command'],
      ["if (!['make lint', 'git status --short'].includes(text)) return 'no';", 'low runs'],
      ["if (!['make lint', 'git push'].includes(text)) return 'no';", 'high runs'],
      ["if (!isLong(text)) return 'no';", 'critical command'],
      ["if (isAllowed(text)) return 'no';", 'critical command'],
      // Known gap: a list of settings.
      ["if (!settings.allowed.includes(text)) return 'no';", 'critical command'],
      // A list of what is denied, one that grows, one of the model's, and a text.
      ["if (allowed.includes(text)) return 'no';", 'critical command'],
      ["if (!known.has(text)) return 'no';", 'critical command'],
      ["if (!seen.includes(text)) return 'no';", 'critical command'],
      ["if (!text.split(' ').includes(text)) return 'no';", 'critical command'],
      ["if (!'ls pwd'.includes(text)) return 'no';", 'critical command'],
      ["if (!allowed.join(' ').includes(text)) return 'no';", 'critical command'],
      ["if (!changed.includes(text)) return 'no';", 'critical command'],
      ["if (!(text in filled)) return 'no';", 'critical command'],
      [
        "const own: Record<string, string> = { ls: '' }; Object.assign(own, Object.fromEntries(seen.map((each) => [each, each]))); if (!(text in own)) return 'no';",
        'critical command',
      ],
      ["if (!(text in help)) return 'no';", 'low runs'],
      ["const given = [text]; if (!given.includes(text)) return 'no';", 'critical command'],
      // Programs that run whatever they are given.
      ["if (!['ls', 'bash'].includes(text)) return 'no';", 'critical command'],
      // Another variable of the name.
      ["{ const text = 'ls'; if (!allowed.includes(text)) return 'no'; }", 'critical command'],
      // A part of it, another text, a test that need not hold, and one of which the text is not the same any more.
      ["const [first = ''] = text.split(' '); if (!allowed.includes(first)) return 'no';", 'critical command'],
      ["if (!allowed.includes('npm test')) return 'no';", 'critical command'],
      ["if (!allowed.includes(text)) console.warn('no');", 'critical command'],
      ["if (!allowed.includes(text)) return 'no'; text += ' | sh';", 'critical command'],
    ] as const
  ).map(([test, is]): Case => ({
    name: `runs a command after ${test}`,
    input: text,
    run: `({ text }) => { ${test} return exec(text); }`,
    beside: `declare const settings: { allowed: string[] };
const allowed = ['npm test', 'npm run build'];
const scripts = new Set(allowed);
const table: Record<string, string> = { ls: 'List' };
const commands = new Map([['ls', 'List']]);
const isAllowed = (line: string) => allowed.includes(line) || line === 'ls';
const isLong = (line: string) => allowed.includes(line) || line.length > 9;
function assertAllowed(line: string) { if (!isAllowed(line)) throw new Error('no'); }
const retried = <T>(work: () => T): T => { try { return work(); } catch { return work(); } };
const known = new Set<string>();
const seen: string[] = ['ls'];
let changed = ['ls'];
export const change = (text: string) => { changed = [text]; };
const filled: Record<string, string> = { ls: 'List' };
export const fill = (text: string) => { filled[text] = text; };
const help: Record<string, () => string> = { help: () => Object.keys(help).join(', '), ls: () => 'List' };
export const see = (text: string) => { seen.push(text); };`,
    is,
  })),
  {
    name: 'runs a command that a list has of an input that is logged',
    input: text,
    run: "(input) => { if (!['ls', 'npm test'].includes(input.text)) return 'no'; record(input); return exec(input.text); }",
    beside: 'declare function record(input: unknown): void;',
    is: 'low runs',
  },
  {
    name: 'runs a command of which a function has tested the first word only',
    input: text,
    run: '({ text }) => { assertListed(text); return exec(text); }',
    beside:
      "function assertListed(line: string) { line = line.split(' ')[0]!; if (!['ls', 'npm'].includes(line)) throw new Error('no'); }",
    is: 'critical command',
  },
  {
    name: 'gives a word of a list to a program',
    input: text,
    run: "({ text }) => { if (!['lint', 'test'].includes(text)) return 'no'; return execFile('npm', ['run', text]); }",
    is: 'low runs',
  },
  {
    name: 'gives a word that is on no list to a program',
    input: text,
    run: "({ text }) => { if (['lint', 'test'].includes(text)) return 'no'; return execFile('npm', ['run', text]); }",
    is: 'high runs',
  },
  {
    name: 'gives a word to a program that its schema lists',
    input: "{ script: z.enum(['lint', 'test']) }",
    run: "({ script }) => execFile('npm', ['run', script])",
    is: 'low runs',
  },
  {
    name: 'gives a word to a program that its schema lists, one of which changes another system',
    input: "{ verb: z.enum(['push', 'status']) }",
    run: "({ verb }) => execFile('git', [verb])",
    is: 'high runs',
  },
  {
    name: 'runs a program that its schema lists, one of which removes what it is given',
    input: "{ program: z.enum(['rm', 'ls']), path: z.string() }",
    run: '({ program, path }) => execFile(program, [path])',
    is: 'high runs',
  },
  {
    name: 'runs a command of a long list',
    input: text,
    run: `({ text }) => { if (![${Array.from({ length: 70 }, (_, index) => `'npm run s${String(index)}'`).join(', ')}].includes(text)) return 'no'; return exec(text); }`,
    is: 'low runs',
  },
  {
    name: 'runs a command that takes the place of one that a list has',
    input: text,
    run: "(input) => { if (!['ls', 'npm test'].includes(input.text)) return 'no'; input.text += ' | sh'; return exec(input.text); }",
    is: 'critical command',
  },
  {
    name: 'hands on a command of a list',
    input: text,
    run: "({ text }) => { if (!['ls', 'npm test'].includes(text)) return 'no'; return start(text); }",
    beside: 'function start(line: string) { return exec(line); }',
    is: 'none aside',
  },
  {
    name: 'hands on a command that is tested further down',
    input: text,
    run: '({ text }) => start(text)',
    beside: "function start(line: string) { if (!['ls', 'npm test'].includes(line)) return 'no'; return exec(line); }",
    is: 'none aside',
  },
  {
    name: 'known gap: runs a command of a list that a function is given',
    input: text,
    run: "({ text }) => start(text, ['ls', 'npm test'])",
    beside:
      "function start(line: string, allowed: string[]) { if (!allowed.includes(line)) return 'no'; return exec(line); }",
    is: 'critical command',
  },
  {
    name: 'runs what is assigned in another way than to the name alone',
    input: text,
    run: "(input) => { let line = input.text; line = 'ls'; ({ text: line } = input); return exec(line); }",
    is: 'critical command',
  },
  {
    name: 'known gap: runs what a loop sets',
    input: '{ all: z.array(z.string()) }',
    run: "({ all }) => { let line = 'ls'; for (line of all) exec(line); }",
    is: 'low runs',
  },
  {
    name: 'goes through names that are made of each other',
    input: text,
    run: '({ text }) => { var a: string = b; var b: string = a; exec(a); return exec(text); }',
    is: 'critical command',
  },
  {
    name: 'known gap: puts a word of a list into a line for a shell',
    input: text,
    run: "({ text }) => { if (!['build', 'test'].includes(text)) return 'no'; return exec(`npm run ${text}`); }",
    is: 'high runs',
  },
  {
    name: 'puts a word without anything that a shell reads into a line for a shell',
    input: text,
    run: "({ text }) => { if (!/^[a-z]+$/.test(text)) return 'no'; return exec(`npm run ${text}`); }",
    is: 'high runs',
  },
  {
    name: 'reads by a line for a shell with such a word',
    input: text,
    run: "({ text }) => { if (!/^[a-z]+$/.test(text)) return 'no'; return exec(`cat notes/${text}`); }",
    is: 'none reads',
  },
  ...(['/[a-z]+/', '/^[\\s\\S]+$/', '/^[\\w\\W]*$/', '/^[+-z]+$/', '/^[%-z]+$/', '/^[\\S]+$/'] as const).map(
    (pattern): Case => ({
      name: `puts what ${pattern} lets through into a line for a shell`,
      input: text,
      run: `({ text }) => { if (!${pattern}.test(text)) return 'no'; return exec(\`npm run \${text}\`); }`,
      is: 'critical shell',
    }),
  ),
  ...(['/^[\\w.-]+$/', '/^[a-z0-9-]+$/', '/^[A-Za-z_]*$/', '/^\\w+$/'] as const).map((pattern): Case => ({
    name: `reads by what ${pattern} lets through in a line for a shell`,
    input: text,
    run: `({ text }) => { if (!${pattern}.test(text)) return 'no'; return exec(\`cat notes/\${text}\`); }`,
    is: 'none reads',
  })),
  {
    name: 'writes to a file of a list',
    input: text,
    run: "({ text }) => { if (!['a.md', 'b.md'].includes(text)) return 'no'; return writeFile(text, 'x'); }",
    is: 'low fixed',
  },
  {
    name: 'removes a file of a list',
    input: text,
    run: "({ text }) => { if (!['a.md', 'b.md'].includes(text)) return 'no'; return unlink(text); }",
    is: 'high deletes',
  },
  {
    name: 'sends to an address of a list',
    input: text,
    run: "({ text }) => { if (!['https://a.example', 'https://b.example'].includes(text)) return 'no'; return fetch(text, { method: 'POST', body: 'x' }); }",
    is: 'low sends',
  },
  {
    name: 'moves a file',
    input: '{ from: z.string(), to: z.string() }',
    run: '({ from, to }) => move(from, to)',
    beside: move('writeFileSync(to, readFileSync(from));'),
    is: 'high overwrites',
  },
  {
    name: 'writes a file and removes another',
    input: '{ from: z.string(), to: z.string() }',
    run: "({ from, to }) => move(from, 'fixed')",
    beside: move("writeFileSync(to, 'moved');"),
    is: 'high deletes',
  },
  {
    name: 'moves a file to a fixed place',
    input: '{ from: z.string() }',
    run: "({ from }) => move(from, 'fixed')",
    beside: move('const all = readFileSync(from); writeFileSync(to, all);'),
    is: 'low fixed',
  },
  ...(
    [
      ['if (all) writeFileSync(to, all);', 'high deletes'],
      ['all ? writeFileSync(to, all) : console.log(to);', 'high deletes'],
      ['if (all) writeFileSync(to, all); else return;', 'low fixed'],
      ['if (all) writeFileSync(to, all); if (!all) return;', 'high deletes'],
      ["if (all) writeFileSync(to, all); else writeFileSync(to, readFileSync(from, 'utf8'));", 'low fixed'],
      ["if (!all) throw new Error('empty'); writeFileSync(to, all);", 'low fixed'],
      ['for (const each of [all]) if (each) writeFileSync(to, all); else mkdirSync(to);', 'low fixed'],
      ['if (all) for (const each of [all]) writeFileSync(to, each);', 'high deletes'],
    ] as const
  ).map(([copy, is]): Case => ({
    name: `moves a file by ${copy}`,
    input: '{ from: z.string() }',
    run: "({ from }) => move(from, 'fixed')",
    beside: move(`const all = readFileSync(from); ${copy}`),
    is,
  })),
  {
    name: 'moves a file that has something, in two tests of it',
    input: '{ from: z.string() }',
    run: "({ from }) => { const all = existsSync(from) ? readFileSync(from) : undefined; if (all) writeFileSync('kept', all); if (all) rmSync(from); }",
    is: 'low fixed',
  },
  {
    name: 'takes back the folder that it made',
    input: text,
    run: "({ text }) => { const own = path.join('tasks', text); mkdirSync(own); if (!text) rmSync(own, { recursive: true }); }",
    is: 'low entries',
  },
  {
    name: 'removes a folder that it did not make',
    input: text,
    run: "({ text }) => { const own = path.join('tasks', text); if (text) rmSync(own, { recursive: true }); }",
    is: 'critical everything',
  },
  {
    name: 'takes back a file that it could not write',
    input: text,
    run: "({ text }) => { const own = path.resolve('tasks', text); try { writeFileSync(own, 'x'); } catch { unlinkSync(own); } }",
    is: 'high overwrites',
  },
  {
    name: 'dispatches by a field that leads to a change',
    input: text,
    run: "({ text }) => query({ type: 'disk' }, text)",
    beside: connections,
    is: 'high deletes',
  },
  {
    name: 'writes to the path that the model chooses below a folder',
    input: text,
    run: "({ text }) => writeFile(path.join('notes', text), '')",
    is: 'low confined',
  },
  {
    name: 'writes to the path that the model chooses below the root',
    input: text,
    run: '({ text }) => writeFile(`/${text}`, "")',
    is: 'high overwrites',
  },
  {
    name: 'forgets what the agent keeps for itself',
    tool: 'delete_memory',
    input: text,
    run: "({ text }) => unlink(path.join('memories', `${text}.md`))",
    is: 'low own',
  },
  {
    name: 'removes in a temporary folder what is tested to be there',
    input: text,
    run: '({ text }) => drop(text)',
    beside: dropping("if (!full.startsWith(folder + path.sep)) throw new Error('outside');"),
    is: 'none scratch',
  },
  {
    name: 'removes what a path from a temporary folder leads to, untested',
    input: text,
    run: '({ text }) => drop(text)',
    beside: dropping(''),
    is: 'critical everything',
  },
  {
    name: 'forgets a reminder',
    tool: 'delete_reminder',
    input: text,
    run: "({ text }) => unlink(path.join('reminders', `${text}.md`))",
    is: 'low own',
  },
  ...(
    [
      ['forget', 'drop', 'low own'],
      ['drop_it', 'forgetMemory', 'low own'],
      ['forget_customer', 'drop', 'high deletes'],
      ['cancel_meeting', 'deleteMeetingAndReminders', 'high deletes'],
      ['drop_it', 'deleteNote', 'high deletes'],
    ] as const
  ).map(([tool, fn, is]): Case => ({
    name: `deletes a row of its own by ${tool} and ${fn}`,
    tool,
    input: text,
    run: `({ text }) => ${fn}(text)`,
    beside: `function ${fn}(key: string) { db.prepare('DELETE FROM kept WHERE key = ?').run(key); }`,
    is,
  })),
  ...(
    [
      ['unlink(`${text}.tmp`)', 'low moves'],
      ['unlink(path.join("jobs", `${text}.tmp.mp4`))', 'low moves'],
      ['unlink(path.join("jobs", text + ".part"))', 'low moves'],
      ['unlink(`${text}.mp4`)', 'high deletes'],
      ['unlink(`${text}.tmp/all`)', 'high deletes'],
      ['unlink(path.join("jobs.tmp", text))', 'high deletes'],
    ] as const
  ).map(([run, is]): Case => ({ name: `takes away ${run}`, input: text, run: `({ text }) => ${run}`, is })),
  ...(
    [
      ['inspect_job', 'low aside'],
      ['inspect_and_tidy_job', 'critical everything'],
    ] as const
  ).map(([tool, is]): Case => ({
    name: `takes a folder away in ${tool}`,
    tool,
    input: text,
    run: '({ text }) => inspect(text)',
    beside: "function inspect(name: string) { return rm(path.join('jobs', name), { recursive: true }); }",
    is,
  })),
  ...(
    [
      ['clearStreamCache', '()', 'low entries'],
      ['clearStreams', '()', 'high deletes'],
      ['clearCacheAndUploads', '()', 'high deletes'],
      ['clearStreamCache', '(text)', 'critical everything'],
    ] as const
  ).map(([fn, given, is]): Case => ({
    name: `takes files away by ${fn}${given}`,
    tool: 'cleanup_stream_cache',
    input: given === '()' ? '{}' : text,
    run: `(${given === '()' ? '' : '{ text }'}) => ${fn}${given}`,
    beside: `function ${fn}(name = 'all') { return rm(path.join('streams', name), { recursive: true }); }`,
    is,
  })),
  {
    name: 'deletes a note of the user’s',
    tool: 'delete_note',
    input: text,
    run: "({ text }) => unlink(path.join('memories', `${text}.md`))",
    is: 'high deletes',
  },
  {
    name: 'deletes any file by a tool for memories',
    tool: 'delete_memory',
    input: text,
    run: '({ text }) => unlink(text)',
    is: 'high deletes',
  },
  {
    name: 'removes an entry of a list that it keeps anew, as its name says',
    tool: 'update_note',
    input: text,
    run: '({ text }) => sync(text)',
    beside: syncing,
    is: 'low aside',
  },
  {
    name: 'takes away on the way what a word for something else does not speak of',
    tool: 'update_note',
    says: 'Update a note that is clearly named, on Stripe',
    input: text,
    run: '({ text }) => sync(text)',
    beside: syncing,
    is: 'low aside',
  },
  {
    name: 'removes an entry further down, and its name does not say what it is for',
    tool: 'journal',
    input: text,
    run: '({ text }) => sync(text)',
    beside: syncing,
    is: 'high deletes',
  },
  {
    name: 'removes an entry in the handler, whatever its name says',
    tool: 'update_note',
    input: text,
    run: "({ text }) => { db.prepare('DELETE FROM notes WHERE id = ?').run(text); }",
    is: 'high deletes',
  },
  {
    name: 'removes an entry further down, and says so in its description',
    tool: 'update_note',
    says: 'Update a note, or remove it',
    input: text,
    run: '({ text }) => sync(text)',
    beside: syncing,
    is: 'high deletes',
  },
  {
    name: 'removes an entry further down, and says so in its schema',
    tool: 'update_note',
    input: "{ text: z.string(), action: z.enum(['edit', 'delete']) }",
    run: '({ text }) => sync(text)',
    beside: syncing,
    is: 'high deletes',
  },
  {
    name: 'runs a program further down, of which no word speaks',
    tool: 'update_note',
    input: text,
    run: '({ text }) => convert(text)',
    beside: "const convert = (name: string) => { execFile('docker', [name]); };",
    is: 'low aside',
  },
  {
    name: 'runs a program further down, as its description says',
    tool: 'update_note',
    says: 'Update a note with a command',
    input: text,
    run: '({ text }) => convert(text)',
    beside: "const convert = (name: string) => { execFile('docker', [name]); };",
    is: 'high runs',
  },
  {
    name: 'runs code of the model further down, whatever its words are',
    tool: 'update_note',
    input: text,
    run: '({ text }) => convert(text)',
    beside: 'const convert = (name: string) => { eval(name); };',
    is: 'critical code',
  },
  {
    name: 'stores the links of a note anew',
    input: text,
    run: '({ text }) => relink(text)',
    beside: relinking(''),
    is: 'low entries',
  },
  {
    name: 'stores the links of a note anew, by statements in objects',
    input: text,
    run: '({ text }) => relink(text)',
    beside: relinking('').replaceAll(/db\.prepare\(('[^']+')\)\.run\(id\)/g, 'db.execute({ sql: $1, args: [id] })'),
    is: 'low entries',
  },
  {
    name: 'removes the links of a note, or adds some',
    input: text,
    run: '({ text }) => relink(text)',
    beside: relinking("if (id === 'all') return"),
    is: 'high deletes',
  },
  {
    name: 'removes the links of a note, and adds to another table',
    input: text,
    run: '({ text }) => relink(text)',
    beside: relinking('').replace('INTO links', 'INTO notes'),
    is: 'high deletes',
  },
  {
    name: 'removes links where the model gives others',
    input: '{ text: z.string(), tags: z.array(z.string()).optional() }',
    run: "async ({ text, tags }) => { await writeFile('note', text); if (tags) unlinkSync('tags'); }",
    is: 'low fixed',
  },
  {
    name: 'removes a file where the model wants to',
    input: '{ text: z.string(), force: z.boolean() }',
    run: "async ({ text, force }) => { await writeFile('note', text); if (force) unlinkSync('tags'); }",
    is: 'high deletes',
  },
  {
    name: 'ends a process that the model names',
    input: 'z.object({ pid: z.number() })',
    run: '(input) => { process.kill(input.pid); }',
    is: 'high elsewhere',
  },
  {
    name: 'ends what it has started',
    input: text,
    run: "({ text }) => { const child = execFile('resize', [text]); stop(child.pid!); }",
    beside: 'const stop = (pid: number) => process.kill(-pid);',
    is: 'low runs',
  },
  {
    name: 'ends what it has started, by functions that hand it on',
    input: text,
    run: "({ text }) => { const child = execFile('resize', [text]); const pid = child.pid!; stop(pid); }",
    beside: 'const signal = (id: number) => process.kill(id);\nconst stop = (pid: number) => signal(pid);',
    is: 'low runs',
  },
  {
    name: 'puts what it has encoded into a line for a shell',
    input: text,
    run: '({ text }) => { exec(`curl "https://example.com/?q=${encodeURIComponent(text)}"`); }',
    is: 'high runs',
  },
  {
    name: 'puts what it has trimmed into a line for a shell',
    input: text,
    run: '({ text }) => { exec(`curl "https://example.com/?q=${text.trim()}"`); }',
    is: 'critical shell',
  },
  {
    name: 'adds a column to its own table, in a function that opens it',
    input: text,
    run: '({ text }) => open().prepare("SELECT count(*) FROM notes WHERE id = ?").all(text)',
    beside: 'function open() { db.exec("ALTER TABLE notes ADD COLUMN kind TEXT"); return db; }',
    is: 'none aside',
  },
  ...(
    [
      ["execFile(process.env.SHELL ?? '/bin/sh', ['-lc', 'git status'])", 'none reads'],
      ["execFile(process.env['SHELL'] || '/usr/bin/zsh', ['-c', 'rm -rf build'])", 'high runs'],
      ["execFile(process.env.COMSPEC ?? 'cmd.exe', ['/d', '/s', '/c', 'git status'])", 'none reads'],
      ["execFile('powershell.exe', ['-Command', text])", 'critical command'],
      ["execFile('/usr/local/bin/zsh', ['-c', text])", 'critical command'],
      ["execFile(process.env.EDITOR ?? 'vi', ['-c', text])", 'low runs'],
    ] as const
  ).map(([call, is]) => ({
    name: `runs the shell of whoever runs the program: ${call}`,
    input: text,
    run: `({ text }: { text: string }) => { ${call}; }`,
    is,
  })),
  {
    name: 'runs a shell that a variable or a constant names',
    input: text,
    run: "({ text }) => { execFile(process.env.SHELL ?? '/bin/bash', ['-c', text]); }",
    is: 'critical command',
  },
  {
    name: 'writes to a log by a function that a variable holds, on the way to what it reads',
    tool: 'list_pages',
    input: text,
    run: '({ text }) => readLogged(text)',
    beside:
      "const trace = (message: string) => { writeFileSync(process.env.OUTPUT ?? 'out', message); };\nconst readLogged = (id: string) => { trace(id); return readFileSync(id, 'utf8'); };",
    is: 'none upkeep',
  },
  {
    name: 'writes what the model says by a function that a variable holds',
    tool: 'list_pages',
    input: text,
    run: '({ text }) => readLogged(text)',
    beside:
      "const keep = (message: string) => { writeFileSync(process.env.OUTPUT ?? 'out', message); };\nconst readLogged = (id: string) => { keep(id); return readFileSync(id, 'utf8'); };",
    is: 'low fixed',
  },
  {
    name: 'removes a row of the user that it runs for',
    input: text,
    run: "({ text }) => { db.prepare('DELETE FROM todos WHERE id = ? AND user_id = ?').run(text, userId); }",
    beside: 'declare const userId: string;',
    is: 'low own',
  },
  {
    name: 'removes a row of the organization that it runs for',
    input: text,
    run: "({ text }) => { db.prepare('DELETE FROM todos WHERE id = ? AND tenant_id = ?').run(text, tenantId); }",
    beside: 'declare const tenantId: string;',
    is: 'high deletes',
  },
  {
    name: 'removes a row by a key that names the user it runs for',
    input: text,
    run: "({ text }) => { const key = keyOf(userId, text); db.prepare('DELETE FROM todos WHERE key = ?').run(key); }",
    beside: 'declare const userId: string; const keyOf = (owner: string, name: string) => `${owner}:${name}`;',
    is: 'low own',
  },
  {
    name: 'removes a row by a key of the model, beside a note that names the user',
    input: text,
    run: "({ text }) => { const by = 'by ' + userId; db.prepare('DELETE FROM todos WHERE id = ? AND ? IS NOT NULL').run(text, by); }",
    beside: 'declare const userId: string;',
    is: 'high deletes',
  },
  ...(
    [
      ['it', '', 'low moves'],
      ['delete_upload', '', 'high deletes'],
      ['it', 'finally { await unlink(key); }', 'high deletes'],
      ['it', 'finally { await cleanUpUpload(key); }', 'low moves'],
      ['clean_up', 'finally { await cleanUpUpload(key); }', 'high deletes'],
    ] as const
  ).map(([tool, rest, is]): Case => ({
    name: `takes back what it stored, as ${tool}: ${rest}`,
    tool,
    input: text,
    run: '({ text }) => stored(text)',
    beside: `declare function keep(key: string): Promise<string>;
const cleanUpUpload = async (key: string) => { await unlink(key); };
async function stored(key: string) { try { return await keep(key); } ${rest || 'catch { await unlink(key); return undefined; }'} }`,
    is,
  })),
  {
    name: 'removes a row of a user whom the model chooses',
    input: '{ text: z.string(), userId: z.string() }',
    run: "({ text, userId }) => { db.prepare('DELETE FROM todos WHERE id = ? AND user_id = ?').run(text, userId); }",
    is: 'high deletes',
  },
  {
    name: 'removes a row of an organization that the model chooses',
    input: '{ text: z.string(), tenantId: z.string() }',
    run: "({ text, tenantId }) => { db.prepare('DELETE FROM todos WHERE tenant_id = ? AND owner_id = ?').run(tenantId, text); }",
    is: 'high deletes',
  },
  {
    name: 'removes a row by its key alone',
    input: text,
    run: "({ text }) => { db.prepare('DELETE FROM todos WHERE id = ?').run(text); }",
    beside: 'declare const userId: string; console.log(userId);',
    is: 'high deletes',
  },
  {
    name: 'adds a reaction',
    input: text,
    run: '({ text }) => slack.reactions.add({ timestamp: text })',
    beside: slack,
    is: 'low elsewhere',
  },
  {
    name: 'edits a message, which is its own',
    input: text,
    run: "({ text }) => slack.chat.update({ channel: 'general', ts: text })",
    beside: slack,
    is: 'low elsewhere',
  },
  {
    name: 'adds to a calendar what nobody is invited to',
    input: text,
    run: "({ text }) => calendar.events.insert({ calendarId: 'primary', requestBody: { summary: text } })",
    beside: calendar,
    is: 'low elsewhere',
  },
  {
    name: 'invites to an appointment',
    input: text,
    run: "({ text }) => calendar.events.insert({ calendarId: 'primary', requestBody: { attendees: [{ email: text }] } })",
    beside: calendar,
    is: 'high elsewhere',
  },
  {
    name: 'adds to a calendar what a caller gives it without a list of guests',
    input: text,
    run: '({ text }) => addFor({ summary: text })',
    beside: `${calendar}
async function addFor({ summary, guests }: { summary: string; guests?: string[] }) {
  const requestBody = { summary, attendees: guests?.map((email) => ({ email })) };
  return await calendar.events.insert({ calendarId: 'primary', requestBody });
}`,
    is: 'low elsewhere',
  },
  {
    name: 'adds to a calendar what a caller gives it without guests',
    input: text,
    run: '({ text }) => add(text)',
    beside: adding,
    is: 'low elsewhere',
  },
  {
    name: 'adds to a calendar what a caller gives it with guests',
    input: text,
    run: '({ text }) => add(text, [text])',
    beside: adding,
    is: 'high elsewhere',
  },
  {
    name: 'changes what is at an address that the model completes',
    input: '{ id: z.string(), text: z.string() }',
    run: "({ id, text }) => fetch(`https://api.example.com/notes/${id}`, { method: 'PUT', body: text })",
    is: 'high elsewhere',
  },
  {
    name: 'changes what is at an address of the program through a function',
    input: text,
    run: "({ text }) => change('https://api.example.com/notes/1', text)",
    beside: "const change = (url: string, body: string) => fetch(url, { method: 'PATCH', body });",
    is: 'low elsewhere',
  },
  {
    name: 'takes away what is at an address of the program',
    input: text,
    run: "({ text }) => fetch('https://api.example.com/notes/1', { method: 'DELETE', body: text })",
    is: 'high deletes',
  },
  {
    name: 'requests a page by a method of the model, and sends nothing along',
    input: "{ url: z.string(), method: z.enum(['GET', 'POST']) }",
    run: '({ url, method }) => fetch(url, { method })',
    is: 'low sends',
  },
  {
    name: 'requests a page by a method of the model, and may send something along',
    input: "{ url: z.string(), method: z.enum(['GET', 'POST']), body: z.string().optional() }",
    run: '({ url, method, body }) => fetch(url, { method, body })',
    is: 'critical recipient',
  },
  {
    name: 'stores an object under a key of the program',
    input: text,
    run: "({ text }) => s3.send(new PutObjectCommand({ Bucket: 'pictures', Key: 'newest.png', Body: text }))",
    beside: bucket,
    is: 'low elsewhere',
  },
  {
    name: 'stores an object under a key of the model',
    input: text,
    run: "({ text }) => s3.send(new PutObjectCommand({ Bucket: 'pictures', Key: text, Body: 'none' }))",
    beside: bucket,
    is: 'high elsewhere',
  },
  ...(
    [
      ['`pictures/${text}-${crypto.randomUUID()}.png`', 'low adds'],
      ['`pictures/${text}-${Date.now()}.png`', 'low adds'],
      ["['pictures', text, `${Math.random().toString(36).slice(2)}.png`].join('/')", 'low adds'],
      ['keyOf(text)', 'low adds'],
      ["`pictures/${text}-${new Date().toISOString().replace(/:/g, '-')}.png`", 'low adds'],
      // The same one for a day.
      ['`${text}-${new Date().toISOString().slice(0, 10)}.png`', 'high elsewhere'],
      ['`${text}-${new Date(text).toISOString()}.png`', 'high elsewhere'],
      ["text === '' ? crypto.randomUUID() : text", 'high elsewhere'],
      ['`/${text}`', 'high elsewhere'],
      // Below a place that the program chooses, as a file in a folder.
      ['`pictures/${text}-${new Date().toISOString().slice(0, 10)}.png`', 'low elsewhere'],
      ["['pictures', text].join('/')", 'low elsewhere'],
      ['`${project}/${text}.png`', 'low elsewhere'],
    ] as const
  ).map(([key, is]): Case => ({
    name: `stores an object under ${key}`,
    input: text,
    run: `({ text }) => put(${key})`,
    beside: `${bucket}
declare const project: string;
const keyOf = (name: string): string => path.posix.join(name, crypto.randomUUID());
const put = (key: string) => s3.send(new PutObjectCommand({ Bucket: 'pictures', Key: key, Body: 'none' }));`,
    is,
  })),
  {
    name: 'writes to a new file in a folder of the model',
    input: text,
    run: '({ text }) => writeFile(path.join(text, `${Date.now()}.md`), text)',
    is: 'low adds',
  },
  {
    name: 'writes the time to a file of the model',
    input: text,
    run: '({ text }) => writeFile(text, String(Date.now()))',
    is: 'high overwrites',
  },
  ...(
    [
      ['rmSync(file, { force: true }); writeFileSync(file, text);', 'low entries'],
      ['if (existsSync(file)) { unlinkSync(file); } symlinkSync(text, file);', 'low entries'],
      ["unlinkSync(file); await writeFile('note', text);", 'high deletes'],
      [
        "try { await unlink(file); } catch (error) { if (!String(error).includes('ENOENT')) throw error; } await writeFile(file, text, { flag: 'wx' });",
        'low entries',
      ],
      ['try { await unlink(file); } catch { await writeFile(file, text); }', 'high deletes'],
      [
        "try { await unlink(file); if (text === '') throw new Error('x'); } catch (error) { if (!String(error).includes('ENOENT')) throw error; } if (text === 'b') await writeFile(file, text);",
        'high deletes',
      ],
      ['rmSync(file, { recursive: true }); symlinkSync(text, file);', 'critical everything'],
      ["if (text === '') unlinkSync(file); else writeFileSync(file, text);", 'high deletes'],
      // What is gone may stay away.
      ["unlinkSync(file); if (text !== '') symlinkSync(text, file);", 'high deletes'],
    ] as const
  ).map(([body, is]): Case => ({
    name: `takes a file away: ${body}`,
    input: text,
    run: `async ({ text }) => { const file = path.join('notes', text); ${body} }`,
    beside: "import { symlinkSync } from 'node:fs';",
    is,
  })),
  ...(
    [
      ['it', 'ensureLink()', 'low aside'],
      ['it', 'ensureLink(text)', 'high deletes'],
      ['it', 'relink()', 'high deletes'],
      // It is what the tool is for.
      ['init_folder', 'ensureLink()', 'high deletes'],
    ] as const
  ).map(([tool, call, is]): Case => ({
    name: `sets up a file in a branch that the model decides about: ${tool}, ${call}`,
    tool,
    input: text,
    run: `({ text }) => { if (text.startsWith('deep:')) ${call}; return readFileSync(text, 'utf8'); }`,
    beside: `const relink = () => { unlinkSync('link'); };
const ensureLink = (_text?: string) => { unlinkSync('link'); };`,
    is,
  })),
  ...(
    [
      ["new Worker('search()', { eval: true, workerData: text })", 'low runs'],
      ['new Worker(text, { eval: true })', 'critical code'],
      ["vm.runInNewContext('search(text)', { text })", 'low runs'],
      ['vm.runInNewContext(text, {})', 'critical code'],
      ["new vm.Script('search()').runInNewContext({ text })", 'critical code'],
      ['eval(scripts[text])', 'low runs'],
      ['new vm.Script(`${scripts[text]}; main(${JSON.stringify(text)})`).runInThisContext()', 'low runs'],
      ['new vm.Script(`${scripts[text]}; main("${text}")`).runInThisContext()', 'critical code'],
      ['eval([text][0])', 'critical code'],
    ] as const
  ).map(([call, is]): Case => ({
    name: `runs code, or is given data for it: ${call}`,
    input: text,
    run: `({ text }) => { ${call}; }`,
    beside: "import { Worker } from 'node:worker_threads'; declare const scripts: Record<string, string>;",
    is,
  })),
  {
    name: 'writes to a file by a name without separators',
    input: text,
    run: "({ text }) => writeFile(path.resolve('notes', `${clean(text)}.json`), text)",
    beside: "const clean = (name: string) => name.replace(/[^\\w-]/g, '_');",
    is: 'low confined',
  },
  {
    name: 'writes to a file by a name of which only the blanks are replaced',
    input: text,
    run: "({ text }) => writeFile(path.resolve('notes', clean(text)), text)",
    beside: "const clean = (name: string) => name.replace(/\\s/g, '_');",
    is: 'high overwrites',
  },
  {
    name: 'puts a text of the model into a template that quotes it',
    input: text,
    run: '({ text }) => $`docker run ${text}`',
    beside: "import { $ } from 'zx';",
    is: 'high runs',
  },
  {
    name: 'runs what the model names by a template',
    input: text,
    run: '({ text }) => $`${text}`',
    beside: "import { $ } from 'zx';",
    is: 'critical command',
  },
  ...(
    [
      ['into a shell line that reads', 'exec(`ls -1 ${quote(text)}`)', 'none reads'],
      ['into a shell line that takes away', 'exec(`rm -f ${quote(text)}`)', 'high runs'],
      ['into the script of a shell that reads', "execFile('sh', ['-lc', `ls -1 ${quote(text)}`])", 'none reads'],
      [
        'into one of two scripts',
        "execFile('sh', ['-c', text === 'all' ? `ls -A ${quote(text)}` : `ls ${quote(text)}`])",
        'none reads',
      ],
      [
        'into one of two scripts, of which one takes away',
        "execFile('sh', ['-c', text === 'all' ? `rm -f ${quote(text)}` : `ls ${quote(text)}`])",
        'high runs',
      ],
      [
        'into a script or else gives it as it is',
        "execFile('sh', ['-c', text ? text : `ls ${quote(text)}`])",
        'critical command',
      ],
      ['by a package', 'exec(`ls -1 ${pack([text])}`)', 'high runs'],
      ['by a function that leaves plain words', 'exec(`ls -1 ${quoteOdd(text)}`)', 'high runs'],
      ['that stand in the line', "exec(`ls -1 '${inner(text)}'`)", 'none reads'],
      [
        'that stand in the line, by a constant',
        "const word = inner(text.trim()); exec(`ls -1 '${word}'`)",
        'none reads',
      ],
      ['that stand in the line, where it is replaced', "exec(`ls -1 '${text.replace(/'/g, '')}' -a`)", 'none reads'],
      ['that stand in the line, between two pairs', "exec(`ls ''${inner(text)}''`)", 'critical shell'],
      ['that stand in double quotes of the line', 'exec(`ls "\'${inner(text)}\'"`)', 'critical shell'],
      ['that do not stand in the line', 'exec(`ls -1 ${inner(text)}`)', 'critical shell'],
      ['that stand in the line before it alone', "exec(`ls -1 'a' ${inner(text)}`)", 'critical shell'],
      [
        'that stand in one of two lines',
        "const word = inner(text); exec(`ls '${word}'`); exec(`ls ${word}`)",
        'critical shell',
      ],
      ['that stand in the line, without those in it', "exec(`ls -1 '${text}'`)", 'critical shell'],
      ['by a function that keeps the quotes in it', 'exec(`ls -1 ${wrap(text)}`)', 'critical shell'],
      ['by a function that replaces the first quote', 'exec(`ls -1 ${once(text)}`)', 'critical shell'],
      ['by a function that gives it back as it is', 'exec(`ls -1 ${seldom(text)}`)', 'critical shell'],
      ['by a function that leaves words with no blank', 'exec(`ls ${blank(text)}`)', 'critical shell'],
      ['by a function that escapes with a backslash', 'exec(`ls ${escaped(text)}`)', 'critical shell'],
      ['by a function that replaces quotes with quotes', 'exec(`ls ${same(text)}`)', 'critical shell'],
      ['by a function that keeps one part as it is', 'exec(`ls ${half({ a: text, b: text })}`)', 'critical shell'],
      ['by a function that stands on itself', 'exec(`ls ${round(text)}`)', 'critical shell'],
      ['and takes them off', 'exec(`ls ${quote(text).slice(1, -1)}`)', 'critical shell'],
      ['by another function of the package', "exec(`ls ${parse(text).join(' ')}`)", 'critical shell'],
      ['for another shell', 'exec(`timeout 30 bash -c ${quote(text)}`)', 'high runs'],
      ['as the program', 'exec(`${quote(text)} -l`)', 'high runs'],
      ['inside of double quotes', 'exec(`ls "a ${quote(text)}"`)', 'high runs'],
      ['and into a file', 'exec(`ls ${quote(text)} > ${quote(text)}`)', 'high runs'],
      ['for a program in the line', 'exec(`ls ${quote(text)} $(git push)`)', 'high runs'],
      ['beside one that is none', 'exec(`ls -1 ${quote(text)} ${text}`)', 'critical shell'],
      [
        'for a shell in a container',
        "execFile('docker', ['exec', 'box', 'sh', '-c', `ls ${quote(text)}`])",
        'none reads',
      ],
    ] as const
  ).map(([name, run, expected]) => ({
    name: `puts the model's text into quotes ${name}`,
    input: text,
    run: `({ text }: { text: string }) => { ${run}; }`,
    beside: `import { parse, quote as pack } from 'shell-quote';
const blank = (v: string) => (/\\s/.test(v) ? quote(v) : v);
const escaped = (v: string) => \`'\${v.replace(/'/g, "\\\\'")}'\`;
const same = (v: string) => \`'\${v.replaceAll("'", "'")}'\`;
const half = (v: { a: string; b: string }) => \`'\${[v.a.replaceAll("'", ''), v.b].join(' ')}'\`;
const round = (v: string) => { const a: string = b; const b: string = a; return \`'\${a}'\`; };
const quote = (value: string) => \`'\${value.replace(/'/g, \`'"'"'\`)}'\`;
function quoteOdd(value: string) { if (/^[\\w-]+$/.test(value)) return value; const inner = value.split("'").join(''); return "'" + inner + "'"; }
const wrap = (value: string) => \`'\${value}'\`;
const inner = (value: string) => value.replace(/'/g, "'\\\\''");
const once = (value: string) => \`'\${value.replace("'", '')}'\`;
const seldom = (value: string) => (value.includes(' ') ? quote(value) : value);`,
    is: expected,
  })),
  ...(
    [
      ["['exec', '-i', '-e', 'A=1', box, 'env', `DISPLAY=${box}`, 'xdotool', 'key', text]", 'low runs'],
      ["['exec', box, 'ls', text]", 'none reads'],
      ["['exec', box, 'sh', '-c', `ls ${text}`]", 'high runs'],
      ["['exec', box, 'sh', '-c', `ls '${text}'`]", 'high runs'],
      ["['exec', box, text]", 'high runs'],
      ["['exec', box, ...text.split(' ')]", 'high runs'],
      ["['exec', box, 'timeout', '30', 'bash', '-c', text]", 'high runs'],
      ["['exec', box, 'env', '-i', 'bash', '-c', text]", 'high runs'],
      ["['exec', box, 'ash', '-c', text]", 'high runs'],
      ["['exec', '-iu', 'root', box, 'bash', '-c', text]", 'high runs'],
      [
        "['exec', box, text === 'a' ? 'rm' : 'ls', text === 'b' ? '-rf' : '-l', text === 'c' ? '/a' : '/b', text === 'd' ? '/c' : '/d']",
        'high runs',
      ],
      ["['exec', box, 'git', 'push', text]", 'high runs'],
      ["['exec', box, 'psql', '-U', 'app', '-c', 'SELECT name FROM users']", 'none reads'],
      ["['exec', box, 'psql', '-U', 'app', '-c', 'DELETE FROM users']", 'high runs'],
      ["['exec', '-i', box, 'psql', '-c', text]", 'critical statement'],
      ["['compose', 'logs', '--tail', '10', 'web']", 'none reads'],
      ["['system', 'df', '--format', 'json']", 'none reads'],
      ["['system', 'prune', '-f']", 'high runs'],
      ["['compose', 'down']", 'high runs'],
      ["['rm', text]", 'high runs'],
    ] as const
  ).map(([words, expected]) => ({
    name: `runs docker with ${words}`,
    input: text,
    run: `({ text }: { text: string }) => { execFile('docker', ${words}); }`,
    beside: 'declare const box: string;',
    is: expected,
  })),
  {
    name: 'runs podman with a program that only shows something',
    input: text,
    run: "({ text }) => { execFile('podman', ['exec', 'box', 'ls', text]); }",
    is: 'none reads',
  },
  {
    name: 'gives git one of two words that only show something',
    input: text,
    run: "({ text }) => simpleGit().raw([text === 'head' ? 'rev-parse' : 'status', text])",
    beside: "import { simpleGit } from 'simple-git';",
    is: 'none reads',
  },
  {
    name: 'gives git one of two words, of which one changes what is elsewhere',
    input: text,
    run: "({ text }) => simpleGit().raw([text === 'head' ? 'rev-parse' : 'push', text])",
    beside: "import { simpleGit } from 'simple-git';",
    is: 'high runs',
  },
  ...(
    [
      ['whether something is on', 'z.boolean()', 'on', 'low runs'],
      ['a number that is read from a text', 'z.string()', 'Math.round(parseInt(on, 10))', 'low runs'],
      ['a text', 'z.string()', 'on', 'critical shell'],
    ] as const
  ).map(([name, type, given, expected]) => ({
    name: `puts ${name} into a script that its author wrote`,
    input: `z.object({ on: ${type} })`,
    run: `({ on }) => { tell('set volume ' + ${given}); }`,
    beside: "const tell = (script: string) => { exec(`osascript -e '${script}'`); };",
    is: expected,
  })),
  {
    name: 'puts a number into a script that ends something',
    input: 'z.object({ on: z.number() })',
    run: "({ on }) => { exec(`osascript -e 'quit app ${on}'`); }",
    is: 'high runs',
  },
  ...(
    [
      ["execFile('tar', ['-xf', text, '-C', '/srv'])", 'high runs'],
      ["execFile('tar', ['-czf', '/srv/all.tgz', text])", 'low runs'],
      ["execFile('tar', ['-czf', '/srv/all.tgz', 'context', text])", 'low runs'],
      ["execFile('tar', ['-c', '-X', 'index', '-f', '/srv/all.tgz', text])", 'low runs'],
      ["execFile('tar', ['xf', text])", 'high runs'],
    ] as const
  ).map(([run, expected]) => ({
    name: `packs or unpacks: ${run}`,
    input: text,
    run: `({ text }: { text: string }) => { ${run}; }`,
    is: expected,
  })),
  ...(
    [
      ["execFile('psql', ['-d', 'shop', '-c', text])", 'critical statement'],
      ["execFile('sqlite3', ['shop.db', text])", 'critical statement'],
      ["execFile('sqlite3', [text, 'select name from users'])", 'none reads'],
      ["execFile('sqlite3', [text, '.schema'])", 'none reads'],
      ["execFile('sqlite3', [text, '.schema'], { shell: true })", 'high runs'],
      ["execFile('sqlite3', [text, '.dump users'])", 'high runs'],
      ["execFile('psql', [text, '-c', 'select name from users'])", 'high runs'],
      ["execFile('sqlite3', ['shop.db', 'select name from users'])", 'none reads'],
      ["execFile('sqlite3', ['shop.db', '.import users.csv users'])", 'high runs'],
      ["execFile('sqlite3', ['shop.db', 'delete from users'])", 'high runs'],
      ["execFile('psql', [process.env.URL, '-At', '-c', 'select name from users'])", 'none reads'],
      ["execFile('psql', ['-c', 'select name from users', '-o', 'users.txt'])", 'high runs'],
      ["execFile('sqlite3', ['shop.db', 'drop table users', 'select 1 from users'])", 'high runs'],
      ["execFile('sqlite3', ['shop.db', \"select writefile('a', 'b') from users\"])", 'high runs'],
      ["execFile('psql', ['-c', 'select 1 from users', '--command=drop table users'])", 'high runs'],
      ["execFile('psql', ['-c', 'select * into old from users'])", 'high runs'],
      ["execFile('psql', ['-c', 'select pg_terminate_backend(1) from users'])", 'high runs'],
      ["execFile('bash', ['-x', '/srv/wipe.sh', 'ls'])", 'high runs'],
      ["execFile('psql', ['-c', 'select name from users', '-c', 'drop table users'])", 'high runs'],
      ['exec(\'psql shop -c "select name from users"\')', 'none reads'],
      ['exec(\'psql shop -c "select name from users" | sh\')', 'high runs'],
      ['exec(\'psql shop -c "select name from users" > users.txt\')', 'high runs'],
    ] as const
  ).map(([run, expected]) => ({
    name: `runs a statement by a client of a database: ${run}`,
    input: text,
    run: `({ text }: { text: string }) => { ${run}; }`,
    is: expected,
  })),
  ...(
    [
      ["execFile('journalctl', ['--unit', text, '--lines', '50'])", 'none reads'],
      ["execFile('journalctl', ['--rotate', '--unit', text])", 'low runs'],
    ] as const
  ).map(([run, expected]) => ({
    name: `shows the journal of a machine, or takes of it: ${run}`,
    input: text,
    run: `({ text }: { text: string }) => { ${run}; }`,
    is: expected,
  })),
  {
    name: 'shows the services of a machine',
    input: 'z.object({})',
    run: "() => { execFile('systemctl', ['list-units', '--no-pager']); }",
    is: 'none reads',
  },
  {
    name: 'keeps what it reads elsewhere, by its name',
    tool: 'get_order',
    input: text,
    run: '({ text }) => orderOf(text)',
    beside: keeping,
    is: 'low aside',
  },
  {
    name: 'changes what is elsewhere, by a name that says so',
    tool: 'get_or_create_order',
    input: text,
    run: '({ text }) => orderOf(text)',
    beside: keeping,
    is: 'high elsewhere',
  },
  {
    name: 'changes what is elsewhere, by a description that says so',
    tool: 'read_page',
    says: 'Replaces text in a page',
    input: text,
    run: '({ text }) => orderOf(text)',
    beside: keeping,
    is: 'high elsewhere',
  },
  {
    name: 'moves money by a request to a service that does',
    input: text,
    run: "({ text }) => fetch('https://api.stripe.com/v1/refunds', { method: 'POST', body: new URLSearchParams({ charge: text }) })",
    is: 'critical money',
  },
  {
    name: 'changes a charge by a request to a service that moves money',
    input: text,
    run: "({ text }) => fetch(`https://api.stripe.com/v1/charges/${text}`, { method: 'POST', body: new URLSearchParams({ description: text }) })",
    is: 'low sends',
  },
  {
    name: 'reads by a request to a service that moves money',
    input: text,
    run: "({ text }) => fetch('https://api.stripe.com/v1/customers', { method: 'POST', body: new URLSearchParams({ name: text }) })",
    is: 'low sends',
  },
  ...(
    [
      ["fetch(`https://home.example/locks/${text}/unlock`, { method: 'POST' })", 'high elsewhere'],
      [
        "fetch('https://home.example/send', { method: 'POST', body: JSON.stringify({ command: 'unlock_door', params: { id: text } }) })",
        'high elsewhere',
      ],
      ["fetch(`https://home.example/locks/${text}/unlocked`, { method: 'POST' })", 'low sends'],
      ["fetch(`https://home.example/lights/${text}/on`, { method: 'POST' })", 'low sends'],
      ["fetch(`http://homeassistant.local:8123/api/services/${text}/${text}`, { method: 'POST' })", 'high elsewhere'],
      ["fetch(`${home.url}/api/services/${text}/${text}`, { method: 'POST' })", 'high elsewhere'],
      ["fetch(`https://catalog.example/api/services/${text}/${text}`, { method: 'POST' })", 'low sends'],
      ["fetch(`${home.url}/api/services/light/${text}`, { method: 'POST' })", 'low sends'],
      ["fetch(`https://home.example/locks/${text}/unlock-history`, { method: 'POST' })", 'low sends'],
      [
        "fetch('https://home.example/send', { method: 'POST', body: JSON.stringify({ name: 'unlock-tool', text }) })",
        'low sends',
      ],
      ["fetch('https://pdf.example/merge', { method: 'POST', body: JSON.stringify({ text }) })", 'low sends'],
      ["fetch(`${home.url}/api/services/${home.domain}/${home.service}`, { method: 'POST', body: text })", 'low sends'],
    ] as const
  ).map(([run, is]) => ({
    name: `requests an operation: ${run}`,
    input: text,
    run: `({ text }) => ${run}`,
    beside: 'declare const home: { url: string; domain: string; service: string };',
    is,
  })),
  {
    name: 'gives git what the model names',
    input: text,
    run: '({ text }) => simpleGit().raw([text, "--all"])',
    beside: "import { simpleGit } from 'simple-git';",
    is: 'high runs',
  },
  {
    name: 'gives git words that change what is elsewhere',
    input: text,
    run: "({ text }) => simpleGit().raw('push', '--force', text)",
    beside: "import { simpleGit } from 'simple-git';",
    is: 'high runs',
  },
  {
    name: 'gives git words that only show something',
    input: text,
    run: "({ text }) => simpleGit().raw(['rev-parse', text])",
    beside: "import { simpleGit } from 'simple-git';",
    is: 'none reads',
  },
  {
    name: 'takes the vector of a text away',
    input: text,
    run: "({ text }) => vectors.deleteVector({ indexName: 'rules', id: text })",
    beside: vectors,
    is: 'low elsewhere',
  },
  {
    name: 'takes an index of vectors away',
    input: text,
    run: '({ text }) => vectors.deleteIndex({ indexName: text })',
    beside: vectors,
    is: 'high deletes',
  },
  {
    name: 'makes a page on which a person has yet to pay',
    input: text,
    run: "({ text }) => stripe.checkout.sessions.create({ mode: 'payment', customer: text })",
    beside: stripe,
    is: 'low elsewhere',
  },
  {
    name: 'reports usage for a bill',
    input: text,
    run: "({ text }) => stripe.billing.meterEvents.create({ event_name: 'searches', payload: { customer: text } })",
    beside: stripe,
    is: 'low usage',
  },
  {
    name: 'reports usage for a bill, by the other version of the API',
    input: text,
    run: "({ text }) => stripe.v2.billing.meterEvents.create({ event_name: 'searches', payload: { customer: text } })",
    beside: stripe,
    is: 'low usage',
  },
  {
    name: 'reports usage of a subscription',
    input: text,
    run: '({ text }) => stripe.subscriptionItems.createUsageRecord(text, { quantity: 1 })',
    beside: stripe,
    is: 'low usage',
  },
  {
    name: 'adds to a subscription',
    input: text,
    run: '({ text }) => stripe.subscriptionItems.create({ subscription: text })',
    beside: stripe,
    is: 'high elsewhere',
  },
  {
    name: 'makes a meter',
    input: text,
    run: '({ text }) => stripe.billing.meters.create({ display_name: text })',
    beside: stripe,
    is: 'high elsewhere',
  },
  {
    name: 'takes money',
    input: text,
    run: '({ text }) => stripe.paymentIntents.create({ customer: text })',
    beside: stripe,
    is: 'critical money',
  },
  {
    name: 'adds to a calendar whatever it is given',
    input: text,
    run: "({ text }) => calendar.events.insert({ calendarId: 'primary', requestBody: JSON.parse(text) })",
    beside: calendar,
    is: 'high elsewhere',
  },
  {
    name: 'archives a channel',
    input: text,
    run: '({ text }) => slack.conversations.archive({ channel: text })',
    beside: slack,
    is: 'high elsewhere',
  },
  {
    name: 'ends the process that the model chooses',
    input: '{ pid: z.number() }',
    run: '({ pid }) => stop(pid)',
    beside: 'const stop = (pid: number) => process.kill(-pid);',
    is: 'high elsewhere',
  },
  {
    name: 'drops what its cache has of an entry',
    input: text,
    run: '({ text }) => lookUp(text)',
    beside: "const lookUp = (id: string) => { db.prepare('DELETE FROM page_cache WHERE id = ?').run(id); };",
    is: 'none upkeep',
  },
  {
    name: 'drops an entry of a table',
    input: text,
    run: '({ text }) => lookUp(text)',
    beside: "const lookUp = (id: string) => { db.prepare('DELETE FROM pages WHERE id = ?').run(id); };",
    is: 'high deletes',
  },
];

describe('what a tool can break', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => {
    expect(mostAmong([each], each.beside)).toBe(each.is);
  });

  const status = ['board', 'sheet', 'page'].map((tool) => ({ tool, run: '() => readNotes()' }));

  it('comes to a file that three tools come to, though they are given nothing', () => {
    expect(mostAmong(status, shared)).toBe('low aside');
  });

  it.each([
    ['clearScratchpad', 'low own'],
    ['clearFolder', 'high deletes'],
  ])('is for what the agent keeps, or not, by the name of the function that makes it: %s', (name, is) => {
    const tool = toolText({ run: "() => unlink(path.join('notes', id))" }).slice('it: '.length);

    expect(mostAmong([], `const ${name} = (id: string) => ${tool};`)).toBe(is);
  });

  it('comes to a file that two tools come to', () => {
    expect(mostAmong(status.slice(1), shared)).toBe('high deletes');
  });
});
