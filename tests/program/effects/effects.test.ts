import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { effectsOf, type Effect, undecidedCallsOf } from '../../../src/program/effects/effects.ts';
import { isFunctionLike, type FunctionLike } from '../../../src/type-utils/syntax.ts';
import { programOf, type InMemoryProgram } from '../../type-utils/in-memory-program.ts';

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** `kind sink detail`, then the files and lines of the way there, where it is more than one step. */
  readonly expected: readonly string[];
}

const cases: Case[] = [];

/** The function called `handler` of `a.ts` has these effects. */
function program(name: string, files: Readonly<Record<string, string>> | string, ...expected: readonly string[]): void {
  cases.push({ name, files: typeof files === 'string' ? { 'a.ts': files } : files, expected });
}

/** As far as the sinks need them, in the shape of the packages' own declarations. */
const packages: Readonly<Record<string, string>> = {
  axios: `
    export class Axios { get(url: string): Promise<any>; post(url: string, data?: unknown): Promise<any>; delete(url: string): Promise<any>; request(config: object): Promise<any>; }
    export interface AxiosInstance extends Axios { (config: object): Promise<any>; (url: string, config?: object): Promise<any>; }
    export interface AxiosStatic extends AxiosInstance { create(config?: object): AxiosInstance; }
    declare const axios: AxiosStatic;
    export default axios;`,
  execa: `
    interface Execa { (options: object): Execa; (command: string, args?: string[]): Promise<object>; (strings: TemplateStringsArray, ...values: unknown[]): Promise<object>; }
    export declare const execa: Execa;`,
  mongodb: `
    interface Cursor<T> extends AsyncIterable<T> { sort(by: object): this; clear(): this; toArray(): Promise<T[]>; }
    export declare class Collection<T = any> { find(filter: object): Cursor<T>; dropSearchIndex(name: string): Promise<void>; countDocuments(): Promise<number>; deleteMany(filter: object): Promise<void>; findOne(filter: object): Promise<T>; insertOne(doc: T): Promise<void>; }
    export declare class Db { collection(name: string): Collection; dropDatabase(): Promise<boolean>; }
    export declare class MongoClient { constructor(url: string); db(name?: string): Db; }`,
  'drizzle-orm': `
    export declare class PgDatabase { delete(table: object): Promise<void>; insert(table: object): any; execute(query: unknown): Promise<void>; }
    export declare class NodePgDatabase extends PgDatabase {}
    export declare function drizzle(url: string): NodePgDatabase;
    export declare function sql(strings: TemplateStringsArray, ...values: unknown[]): object;`,
  '@mikro-orm/core': `
    export declare abstract class Connection { execute<T>(query: string, params?: any[]): Promise<T>; }
    export declare class EntityManager { getConnection(): Connection; nativeDelete(entity: string, where: object): Promise<number>; flush(): Promise<void>; }`,
  '@langchain/textsplitters': `
    export declare abstract class TextSplitter { createDocuments(texts: string[]): Promise<object[]>; }
    export declare class RecursiveCharacterTextSplitter extends TextSplitter {}
    export declare class Archive { createDocuments(texts: string[]): Promise<void>; }`,
  '@prisma/client': `export interface PrismaPromise<T> extends Promise<T> { [Symbol.toStringTag]: 'PrismaPromise' }`,
  '@octokit/plugin-rest-endpoint-methods': `
    export type RestEndpointMethods = { issues: { create: { (params?: object): Promise<object>; defaults: object }; listForRepo: { (params?: object): Promise<object> } } };
    export declare class Octokit { rest: RestEndpointMethods }`,
  '@aws-sdk/client-s3': `
    export declare class PutObjectCommand { constructor(input: object); }
    export declare class GetObjectCommand { constructor(input: object); }
    export declare class DeleteBucketTaggingCommand { constructor(input: object); }
    export declare class HeadBucketCommand { constructor(input: object); }
    export declare class S3Client { send(command: object): Promise<object>; }`,
  '@aws-sdk/s3-request-presigner': `export declare function getSignedUrl(client: object, command: object): Promise<string>;`,
  stripe: `
    declare class ChargeResource { create(params: object): Promise<object>; list(): Promise<object> }
    declare class InvoiceResource { create(params: object): Promise<object>; sendInvoice(id: string): Promise<object> }
    declare class Stripe { constructor(key: string); charges: ChargeResource; invoices: InvoiceResource; }
    export { Stripe }; export default Stripe;`,
  mongoose: `
    export declare class Document { save(): Promise<this>; }
    export interface Model<T> { new (doc: object): Document & T; deleteMany(filter: object): Promise<object>; findByIdAndUpdate(id: string, update: object): Promise<T>; findById(id: string): Promise<T>; }
    export declare function model(name: string): Model<object>;`,
  '@redis/client': `
    interface Commands { set(key: string, value: string): Promise<void>; del(key: string): Promise<number>; get(key: string): Promise<string>; }
    export type RedisClientMultiCommandTyped<T> = Commands & { exec(): Promise<T> };
    export type RedisClientType = Commands & { multi(): RedisClientMultiCommandTyped<unknown[]> };
    export declare function createClient(): RedisClientType;`,
  redis: `export * from '@redis/client';`,
  knex: `
    export declare namespace Knex {
      interface QueryInterface { where(filter: object): QueryBuilder; insert(row: object): QueryBuilder; del(): QueryBuilder; }
      interface QueryBuilder extends QueryInterface, Promise<unknown> {}
      interface SchemaBuilder extends Promise<unknown> { dropTable(name: string): SchemaBuilder; }
    }
    export interface Knex { (table: string): Knex.QueryBuilder; schema: Knex.SchemaBuilder; raw(sql: string): Promise<unknown>; }
    declare function knex(config: object): Knex;
    export { knex }; export default knex;`,
  pg: `export declare class Pool { query(sql: string): Promise<unknown>; }`,
  'mysql2/promise': `export interface Connection { execute(sql: string): Promise<unknown>; } export declare function createConnection(url: string): Promise<Connection>;`,
  'better-sqlite3': `declare class Database { constructor(file: string); prepare(sql: string): { run(): void }; exec(sql: string): void; } export default Database;`,
  nodemailer: `
    declare class Mail { sendMail(mail: object): Promise<object>; verify(): Promise<true>; }
    export interface Transporter extends Mail {}
    export declare function createTransport(options: object): Transporter;`,
  resend: `
    declare class Emails { send(mail: object): Promise<object>; get(id: string): Promise<object>; }
    export declare class Resend { constructor(key: string); readonly emails: Emails; }`,
  twilio: `
    export interface MessageListInstance { create(params: object): Promise<object>; list(): Promise<object[]>; }
    declare class Twilio { messages: MessageListInstance; }
    export default function twilio(account: string, token: string): Twilio;`,
  '@kubernetes/client-node': `
    export declare class CoreV1Api { createNamespacedPod(params: object): Promise<object>; deleteNamespacedPod(params: object): Promise<object>; listNamespacedPod(params: object): Promise<object>; }
    export declare class Exec { exec(namespace: string, pod: string, container: string, command: string): Promise<object>; }`,
  'puppeteer-core': `export declare abstract class Page { click(selector: string): Promise<void>; title(): Promise<string>; keyboard: Keyboard; } export declare abstract class Keyboard { type(text: string): Promise<void>; }`,
  got: `
    export type Got = { (url: string, options?: object): Promise<object>; get(url: string): Promise<object>; post(url: string): Promise<object> };
    declare const got: Got;
    export default got; export { got };`,
  ky: `
    export type KyInstance = { (url: string, options?: object): Promise<object>; get(url: string): Promise<object>; put(url: string): Promise<object>; create(options: object): KyInstance };
    declare const ky: KyInstance;
    export default ky;`,
  undici: `
    export declare function request(url: string, options?: object): Promise<object>;
    export declare class Dispatcher { request(options: object): Promise<object>; }
    export declare class Client extends Dispatcher { constructor(url: string); }`,
  'playwright-core': `export interface Page { click(selector: string): Promise<void>; title(): Promise<string>; }`,
  '@slack/web-api': `
    type Method<A, R> = (options: A) => Promise<R>;
    export declare abstract class Methods {
      readonly chat: { delete: Method<object, object>; postMessage: Method<object, object>; getPermalink: Method<object, object>; unfurl: Method<object, object> };
      readonly canvases: { create: Method<object, object> };
      readonly conversations: { archive: Method<object, object>; members: Method<object, object>; kick: Method<object, object> };
      readonly admin: { conversations: { bulkDelete: Method<object, object> } };
    }
    export declare class WebClient extends Methods { constructor(token: string); setToken(token: string): void; }`,
  lookalike: `
    export declare class WebClient { chat: { delete(options: object): Promise<object> } }
    export declare function rm(path: string): Promise<void>;
    export declare function exec(command: string): void;
    export declare function fetch(url: string, init?: object): Promise<void>;
    export declare class Collection { deleteMany(filter: object): Promise<void>; }
    declare const axios: { post(url: string): Promise<void> };
    export default axios;`,
};

// ── verbs of methods that no sink names ──

const slack = `import { WebClient } from '@slack/web-api'; const slack = new WebClient('x');`;
for (const [call, ...expected] of [
  ['chat.delete({})', 'delete slack.chat.delete'],
  ['canvases.create({})', 'write slack.canvases.create'],
  ['conversations.archive({})', 'write slack.conversations.archive'],
  ['conversations.kick({})', 'delete slack.conversations.kick'],
  ['admin.conversations.bulkDelete({})', 'delete slack.admin.conversations.bulkDelete'],
  // A sink names it.
  ['chat.postMessage({})', 'egress slack.postMessage'],
  ['chat.getPermalink({})'],
  ['chat.unfurl({})'],
  ['conversations.members({})'],
  // What gives nothing sets up the client.
  [`setToken('y')`],
] as const)
  program(`by its verb: slack.${call}`, `${slack} export const handler = () => slack.${call};`, ...expected);
program(
  'not by its verb: the same method of another package',
  `import { WebClient } from 'lookalike'; const slack = new WebClient(); export const handler = () => slack.chat.delete({});`,
);
const s3 = (name: string): string =>
  `import { S3Client, ${name} } from '@aws-sdk/client-s3'; const s3 = new S3Client(); export const handler = () => s3.send(new ${name}({}));`;
program(
  'a text that is cut into pieces',
  `import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
   const splitter = new RecursiveCharacterTextSplitter(); export const handler = (text: string) => splitter.createDocuments([text]);`,
);
program(
  'a method of the same name of another class',
  `import { Archive } from '@langchain/textsplitters';
   export const handler = (text: string, archive: Archive) => archive.createDocuments([text]);`,
  'write archive.createDocuments',
);
const requesting = `const send = (method: string, path: string) => fetch('/api' + path, { method });
const make = (id: string) => send('POST', id); const drop = (id: string) => send('DELETE', id);`;
program(
  'requests of two methods through one function, each further down',
  `${requesting} export const handler = (kind: string, id: string) => (kind === 'make' ? make(id) : drop(id));`,
  'untrusted-input fetch: a.ts:2 a.ts:2 a.ts:1',
  'egress fetch POST: a.ts:2 a.ts:2 a.ts:1',
  'egress fetch DELETE: a.ts:2 a.ts:2 a.ts:1',
);
program(
  'a request of one of two methods',
  `${requesting} export const handler = (isNew: boolean, id: string) => send(isNew ? 'POST' : 'DELETE', id);`,
  'untrusted-input fetch: a.ts:2 a.ts:1',
  'egress fetch DELETE: a.ts:2 a.ts:1',
  'egress fetch POST: a.ts:2 a.ts:1',
);
const execa = (code: string): string => `import { execa as start } from 'execa'; ${code}`;
program(
  'a program that is started with options that are given first',
  execa('export const handler = (line: string) => start({ shell: true })(line);'),
  'execute execa',
);
program(
  'options for a program that are kept, in a template',
  execa('const inFolder = start({ cwd: "a" }); export const handler = () => inFolder`ls`;'),
  'execute execa',
);
program('options for a program alone', execa('export const handler = () => start({ cwd: "a" });'));
program('a command by its verb', s3('DeleteBucketTaggingCommand'), 'delete DeleteBucketTaggingCommand');
program('a command that reads, by its verb', s3('HeadBucketCommand'));
const signing = (
  body: string,
): string => `import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
  import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
  declare const client: S3Client;
  export async function handler() { ${body} }`;
program('a command that is only signed', signing('return getSignedUrl(client, new PutObjectCommand({}));'));
program(
  'a command in a variable that is only signed',
  signing('const command = new PutObjectCommand({}); return getSignedUrl(client, command);'),
);
program(
  'one of two commands that is only signed',
  signing(
    'const command = Math.random() > 0.5 ? new PutObjectCommand({}) : new GetObjectCommand({}); return getSignedUrl(client, command as any);',
  ),
);
program(
  'a command that is signed and sent',
  signing(
    'const command = new PutObjectCommand({}); await client.send(command); return getSignedUrl(client, command);',
  ),
  'write PutObjectCommand',
);
program(
  'a command that a function of another package of that name is given',
  {
    'a.ts': `import { PutObjectCommand } from '@aws-sdk/client-s3'; import { getSignedUrl } from './sign.ts';
      export const handler = () => getSignedUrl(new PutObjectCommand({}));`,
    'sign.ts': 'export declare function getSignedUrl(command: object): Promise<string>;',
  },
  'write PutObjectCommand',
);
const mongo = `import { MongoClient } from 'mongodb'; const rows = new MongoClient('x').db().collection('rows');`;
program(
  'a method of a database by its verb',
  `${mongo} export const handler = () => rows.dropSearchIndex('x');`,
  'delete rows.dropSearchIndex',
);
program('a method of a database that reads', `${mongo} export const handler = () => rows.countDocuments();`);
program(
  'a part of a query that waits',
  `${mongo} export const handler = () => rows.find({}).sort({}).clear().toArray();`,
  'read-private Collection.find',
);

// ── sinks ────────────────────────────────────────────────────────────────────────────────────────────────────────

const tables = `import { rm } from 'node:fs/promises';
  interface Action { name: string; run(path: string): Promise<void> }
  const list: Action[] = [{ name: 'purge', run: (path) => rm(path) }, { name: 'show', run: async () => undefined }];
  const byName = new Map<string, Action>(list.map((each) => [each.name, each]));
  const record: Record<string, Action['run']> = { purge: (path) => rm(path), show: async () => undefined };`;
for (const [how, act, at] of [
  ['an object', 'const act = (name: string, path: string) => record[name]?.(path);', 5],
  [
    'an object, by a constant',
    'function act(name: string, path: string) { const run = record[name]; return run?.(path); }',
    5,
  ],
  [
    'a map',
    'function act(name: string, path: string) { const action = byName.get(name); return action?.run(path); }',
    3,
  ],
  ['a list', 'const act = (name: string, path: string) => list.find((each) => each.name === name)?.run(path);', 3],
  [
    'a list, turned',
    'const act = (name: string, path: string) => list.find((each) => name === each.name)!.run(path);',
    3,
  ],
] as const) {
  program(
    `an entry of ${how}`,
    `${tables} ${act} export const handler = (path: string) => act('purge', path);`,
    `delete fs.rm: a.ts:5 a.ts:5 a.ts:${String(at)}`,
  );
  program(`another entry of ${how}`, `${tables} ${act} export const handler = (path: string) => act('show', path);`);
  program(
    `any entry of ${how}`,
    `${tables} ${act} export const handler = (name: string) => act(name, name);`,
    `delete fs.rm: a.ts:5 a.ts:5 a.ts:${String(at)}`,
  );
}
const job = `import { rm } from 'node:fs/promises';
  interface Job { work: (path: string) => Promise<void> }
  const eraseFolder = async (path: string) => { await rm(path); };
  const wrapped = (run: Job['work']): Job['work'] => async (path) => { await run(path); };`;
program(
  'a function that a property holds under another name',
  `${job} const job: Job = { work: eraseFolder }; export const handler = (path: string) => job.work(path);`,
  'delete fs.rm: a.ts:4 a.ts:3',
);
program(
  'what a call of a function gives to a property of another name',
  `${job} const job: Job = { work: wrapped(eraseFolder) }; export const handler = (path: string) => job.work(path);`,
  'delete fs.rm: a.ts:4 a.ts:3',
);
program(
  'an entry of a table by a key that is worked out',
  `${tables} declare const names: string[];
   export const handler = (path: string) => record[names.join('')]?.(path);`,
  'delete fs.rm: a.ts:6 a.ts:5',
);
program(
  'an entry by a key with a fixed beginning',
  `${tables} const named: Record<string, Action['run']> = { act_purge: (path) => rm(path), act_show: async () => undefined };
   function act(name: string, path: string) { return named[\`act_\${name}\`]?.(path); }
   export const handler = (name: string) => act(name, name);`,
  'delete fs.rm: a.ts:7 a.ts:6 a.ts:5',
);
program(
  'an entry by a parameter that is assigned again',
  `${tables} function act(name: string, path: string) { if (path) name = 'purge'; return record[name]?.(path); }
   export const handler = (path: string) => act('show', path);`,
  'delete fs.rm: a.ts:6 a.ts:5 a.ts:5',
);
program(
  'an entry, or something else',
  `${tables} const other = (path: string) => rm(path);
   function act(name: string, path: string) { return (record[name] ?? other)(path); }
   export const handler = (path: string) => act('show', path);`,
  'delete fs.rm: a.ts:7 a.ts:6 a.ts:5',
);
program(
  'an element of a list by another test',
  `${tables} export const handler = (path: string) => list.find((each) => each.name !== path)?.run(path);`,
);
program('nothing', 'export const handler = (a: number, b: number) => Math.max(a, b);');
program(
  'a function of a module',
  `import { rm } from 'node:fs/promises'; export async function handler(dir: string) { await rm(dir); }`,
  'delete fs.rm',
);
program(
  'a function under another name',
  `import { rm as clean } from 'node:fs/promises'; export async function handler(dir: string) { await clean(dir); }`,
  'delete fs.rm',
);
program(
  'a function of a namespace, without the prefix of the module',
  `import * as files from 'fs'; export const handler = (dir: string) => files.rmSync(dir);`,
  'delete fs.rmSync',
);
program(
  'promises of a default import',
  `import fs from 'node:fs'; export const handler = (file: string) => fs.promises.writeFile(file, '');`,
  'write fs.writeFile',
);
program(
  'a function that is taken out of a dynamic import',
  `export async function handler(dir: string) { const { unlink: go } = await import('node:fs/promises'); await go(dir); }`,
  'delete fs.unlink',
);
for (const [name, call] of [
  ['a module that is held', `const fs = await import('node:fs/promises'); await fs.rm(dir);`],
  ['a module that is used on the spot', `await (await import('node:fs/promises')).rm(dir);`],
  ['a module whose default is taken', `const { default: fs } = await import('node:fs'); await fs.promises.rm(dir);`],
  ['a pattern in a pattern', `const { promises: { rm } } = await import('node:fs'); await rm(dir);`],
  ['a callback that takes a function out', `await import('node:fs/promises').then(({ rm }) => rm(dir));`],
  ['a callback that takes the module', `await import('node:fs/promises').then((fs) => fs.rm(dir));`],
  [
    'a function that is handed on',
    `const { rm } = await import('node:fs/promises'); await Promise.all([dir].map(rm));`,
  ],
  ['a promisified function', `const { rm } = await import('node:fs'); await promisify(rm)(dir);`],
] as const) {
  const head = `import { promisify } from 'node:util';\n`;
  program(
    `a dynamic import: ${name}`,
    `${head}export async function handler(dir: string) { ${call} }`,
    ...(name === 'a promisified function' ? ['delete fs.rm', 'delete fs.rm'] : ['delete fs.rm']),
  );
  program(
    `not a dynamic import of what changes nothing: ${name}`,
    `${head}export async function handler(dir: string) { ${call.replaceAll('rm', 'stat')} }`,
  );
}
program(
  'a function that is re-exported under another name',
  {
    'a.ts': `import { clean } from './files.ts'; export const handler = (dir: string) => clean(dir);`,
    'files.ts': `export { rm as clean } from 'node:fs/promises';`,
  },
  'delete fs.rm',
);
// A function that calls itself with a part of what it is given has longer access paths each time.
const parsed = (method: string): string => `
  interface Def { kind: string; method: string; inner: { def: Def }; left: { def: Def }; right: { def: Def }; }
  function parse(def: Def): void {
    if (def.kind === 'call') void fetch('https://api.example.com', { method: ${method} });
    if (def.kind === 'pair') { parse(def.left.def); parse(def.right.def); }
    if (def.kind === 'one') parse(def.inner.def);
  }
  export const handler = (def: Def) => parse(def);`;
program(
  'a function that calls itself with parts of its parameter',
  parsed("'DELETE'"),
  'untrusted-input fetch: a.ts:8 a.ts:4',
  'egress fetch DELETE: a.ts:8 a.ts:4',
);
program(
  'not a function that calls itself with parts of its parameter, and reads',
  parsed("'GET'"),
  'untrusted-input fetch: a.ts:8 a.ts:4',
);
const injected = (made: string): string => `import { rm, stat } from 'node:fs/promises';
  class Cleaner { constructor(readonly store: { remove(dir: string): void }) {} clean(dir: string) { this.store.remove(dir); } }
  class Runner { constructor(private readonly remove: (dir: string) => Promise<unknown>) {} async clean(dir: string) { await this.remove(dir); } }
  ${made}
  export const handler = (dir: string) => held.clean(dir);`;
const removal = '{ remove: (dir) => { void rm(dir); } }';
const reading = '{ remove: (dir) => { void stat(dir); } }';
program(
  'an object that a class is constructed with',
  injected(`const held = new Cleaner(${removal});`),
  'delete fs.rm: a.ts:5 a.ts:2 a.ts:4',
);
program(
  'a function that a class is constructed with',
  injected('const held = new Runner((dir) => rm(dir));'),
  'delete fs.rm: a.ts:5 a.ts:3 a.ts:4',
);
program('not an object that a class is constructed with', injected(`const held = new Cleaner(${reading});`));
program('not a function that a class is constructed with', injected('const held = new Runner((dir) => stat(dir));'));
program(
  'not one of two objects that a class is constructed with',
  injected(`const held = new Cleaner(${reading}); export const other = new Cleaner(${removal});`),
);
const emitting = `import { EventEmitter } from 'node:events';
  import { rm, stat } from 'node:fs/promises';
  const bus = new EventEmitter(), other = new EventEmitter();
`;
const emitted: readonly (readonly [name: string, code: string, ...expected: string[]])[] = [
  [
    'of a variable',
    `bus.on('clean', (dir) => { void rm(dir); }); export const handler = (dir: string) => bus.emit('clean', dir);`,
  ],
  [
    'once, by a function with a name',
    `async function clean(dir: string) { await rm(dir); } bus.once('clean', clean); export const handler = (dir: string) => bus.emit('clean', dir);`,
  ],
  [
    'of a private field',
    `class Jobs { readonly #events = new EventEmitter(); constructor() { this.#events.addListener('clean', (dir) => void rm(dir)); } start(dir: string) { this.#events.emit('clean', dir); } } const jobs = new Jobs(); export const handler = (dir: string) => jobs.start(dir);`,
    'delete fs.rm: a.ts:4 a.ts:4 a.ts:4',
  ],
  [
    'of a class, by itself',
    `class Jobs extends EventEmitter { constructor() { super(); this.on('clean', (dir: string) => void rm(dir)); } start(dir: string) { this.emit('clean', dir); } } const jobs = new Jobs(); export const handler = (dir: string) => jobs.start(dir);`,
    'delete fs.rm: a.ts:4 a.ts:4 a.ts:4',
  ],
  [
    'of a class, where it is made',
    `class Jobs extends EventEmitter { start(dir: string) { this.emit('clean', dir); } } const jobs = new Jobs(); jobs.prependListener('clean', (dir: string) => void rm(dir)); export const handler = (dir: string) => jobs.start(dir);`,
    'delete fs.rm: a.ts:4 a.ts:4 a.ts:4',
  ],
];
for (const [name, code, expected = 'delete fs.rm: a.ts:4 a.ts:4'] of emitted)
  program(`a listener ${name}`, emitting + code, expected);
program(
  'a listener in another file',
  {
    'a.ts': `import { bus } from './bus.ts'; export const handler = (dir: string) => bus.emit('clean', dir);`,
    'bus.ts': `import { EventEmitter } from 'node:events'; export const bus = new EventEmitter();`,
    'jobs.ts': `import { rm } from 'node:fs/promises'; import { bus } from './bus.ts'; bus.on('clean', (dir) => void rm(dir));`,
  },
  'delete fs.rm: a.ts:1 jobs.ts:1',
);
for (const [name, code] of [
  [
    'that changes nothing',
    `bus.on('clean', (dir) => void stat(dir)); export const handler = (dir: string) => bus.emit('clean', dir);`,
  ],
  [
    'of another event',
    `bus.on('wipe', (dir) => void rm(dir)); export const handler = (dir: string) => bus.emit('clean', dir);`,
  ],
  [
    'of another emitter',
    `other.on('clean', (dir) => void rm(dir)); export const handler = (dir: string) => bus.emit('clean', dir);`,
  ],
  [
    'of an event that is not known',
    `bus.on('clean', (dir) => void rm(dir)); export const handler = (name: string) => bus.emit(name, 'x');`,
  ],
  [
    'of something else that has such methods',
    `class Radio { on(name: string, fn: (dir: string) => void) { return [name, fn.name]; } emit(name: string, dir: string) { return [name, dir]; } } const radio = new Radio(); radio.on('clean', (dir) => void rm(dir)); export const handler = (dir: string) => radio.emit('clean', dir);`,
  ],
] as const)
  program(`not a listener ${name}`, emitting + code);
const shell = `import { exec, type ExecException } from 'node:child_process';
  import util, { promisify, promisify as promised } from 'node:util';
  export type Failure = ExecException;
`;
const promisified: readonly (readonly [name: string, code: string, ...expected: string[]])[] = [
  [
    'on the spot',
    `export const handler = (line: string) => promisify(exec)(line);`,
    'execute child_process.exec',
    'execute child_process.exec',
  ],
  ['under another name', `const run = promised(exec); export const handler = (line: string) => run(line);`],
  ['bound', `const run = promisify((exec).bind(globalThis)); export const handler = (line: string) => run(line);`],
  ['by a member', `const run = util.promisify(exec); export const handler = (line: string) => run(line);`],
  [
    'by a variable',
    `const make = util.promisify; const run = make(exec); export const handler = (line: string) => run(line);`,
  ],
  [
    'in a field',
    `class Shell { readonly run = promisify(exec); } const held = new Shell(); export const handler = (line: string) => held.run(line);`,
  ],
  [
    'in a private field',
    `class Shell { readonly #run = promisify(exec); go(line: string) { return this.#run(line); } } const held = new Shell(); export const handler = (line: string) => held.go(line);`,
    'execute child_process.exec: a.ts:4 a.ts:4',
  ],
  ['in a property', `const held = { run: promisify(exec) }; export const handler = (line: string) => held.run(line);`],
  [
    'as what a parameter has by default',
    `export const handler = (line: string, run = promisify(exec)) => run(line);`,
    'execute child_process.exec',
    'execute child_process.exec',
  ],
  [
    'that another name stands for',
    `const first = promisify(exec); const run = first; export const handler = (line: string) => run(line);`,
  ],
  [
    'that is handed on',
    `const run = promisify(exec); export const handler = (lines: string[]) => Promise.all(lines.map(promisify(exec)));`,
    'execute child_process.exec',
    'execute child_process.exec',
  ],
];
for (const [taken, imported] of [
  ['by its name', '{ clean }'],
  ['by another name', '{ clean: drop }'],
] as const)
  for (const [method, expected] of [
    ['rm', ['delete fs.rm']],
    ['stat', []],
  ] as const)
    program(
      `a promisified \`${method}\` of a file that is imported dynamically, ${taken}`,
      {
        'a.ts': `export async function handler(dir: string) { const ${imported} = await import('./files.ts'); await ${imported.includes('drop') ? 'drop' : 'clean'}(dir); }`,
        'files.ts': `import { promisify } from 'node:util'; import { ${method} } from 'node:fs'; export const clean = promisify(${method}); export default clean;`,
      },
      ...expected,
    );
for (const [name, code, ...expected] of promisified) {
  program(
    `a promisified function ${name}`,
    `${shell}${code}`,
    ...(expected.length > 0 ? expected : ['execute child_process.exec']),
  );
  program(
    `not promisified: ${name}`,
    `${shell}function quiet(line: string, done: (error: Error | null, text: string) => void) { done(null, line); }
     ${code.replaceAll('(exec)', '(quiet)')}`,
  );
}
program(
  'a promisified function',
  `import { exec } from 'node:child_process'; import { promisify } from 'node:util';
   const run = promisify(exec); export const handler = (command: string) => run(command);`,
  'execute child_process.exec',
);
program(
  'a method of a handle',
  `import { open } from 'node:fs/promises'; export async function handler(p: string) { const f = await open(p); await f.writeFile(''); }`,
  'write FileHandle.writeFile',
);
program('code in a text', 'export const handler = (code: string) => eval(code);', 'execute eval');
program(
  'code in a function that is constructed',
  'export const handler = (code: string) => new Function(code);',
  'execute Function',
);
for (const made of [
  'Object.getPrototypeOf(async () => undefined).constructor',
  'Object.getPrototypeOf(async function () {}).constructor as new (...args: string[]) => () => Promise<unknown>',
  '(async () => {}).constructor as FunctionConstructor',
  'Reflect.getPrototypeOf(function* () {})!.constructor as FunctionConstructor',
])
  program(
    `code in a function of a kind that has no name: ${made}`,
    `const AsyncFunction = ${made}; export const handler = (code: string) => new AsyncFunction('page', code)();`,
    'execute Function',
  );
program(
  'the constructor of something else',
  'const Page = Object.getPrototypeOf(new Map()).constructor; export const handler = (code: string) => new Page(code);',
);
program(
  'a worker of the program, and one of a text',
  `import { Worker } from 'node:worker_threads'; export function handler(code: string) { new Worker('./w.js'); new Worker(code, { eval: true }); }`,
  'execute Worker TRUE',
);

program('fetch reads', 'export const handler = (url: string) => fetch(url);', 'untrusted-input fetch');
program(
  'fetch sends',
  `export const handler = (url: string) => fetch(url, { method: 'post', body: '' });`,
  'untrusted-input fetch',
  'egress fetch POST',
);
program(
  'fetch of a request, with options from elsewhere',
  {
    'a.ts': `import { options } from './options.ts'; export const handler = (url: string) => fetch(new Request(url, options));`,
    'options.ts': `const base = { headers: {} }; export const options = { ...base, method: 'PUT' as const };`,
  },
  'untrusted-input fetch',
  'egress fetch PUT',
);
program(
  'a method that a later property replaces',
  `const base = { method: 'POST' }; export const handler = (url: string) => fetch(url, { ...base, method: 'GET' });`,
  'untrusted-input fetch',
);
program(
  'a method that depends',
  `export const handler = (url: string, isNew: boolean) => fetch(url, { method: isNew ? 'POST' : 'GET' });`,
  'untrusted-input fetch',
  'egress fetch POST',
);
program(
  'a method that nobody knows',
  `export const handler = (url: string, method: string) => fetch(url, { method });`,
  'untrusted-input fetch',
);
program(
  'instances of axios',
  `import axios from 'axios'; const api = axios.create(); 
   export async function handler() { await api.get('/a'); await api.delete('/a'); await api({ method: 'PATCH' }); await axios.post('/a'); }`,
  'untrusted-input axios.get',
  'egress axios.delete',
  'untrusted-input axios',
  'egress axios PATCH',
  'egress axios.post',
);

program(
  'a collection',
  `import { MongoClient } from 'mongodb'; const db = new MongoClient('').db();
   export const handler = () => db.collection('a').deleteMany({});`,
  'delete Collection.deleteMany',
);
program(
  'a subclass of what is modelled',
  `import { drizzle, sql } from 'drizzle-orm'; const db = drizzle('');
   export async function handler(t: object) { await db.delete(t); await db.execute(sql\`UPDATE a SET b = 1\`); }`,
  'delete db.delete',
  'write sql UPDATE',
);
program(
  'an entity manager, and the statements of its connection',
  `import type { EntityManager } from '@mikro-orm/core';
   export async function handler(em: EntityManager) {
     await em.getConnection().execute('select 1');
     await em.getConnection().execute('delete from notes');
     await em.nativeDelete('Note', {});
   }`,
  'delete em.getConnection().execute DELETE',
  'delete EntityManager.nativeDelete',
);
program(
  'a client that is generated into the sources',
  {
    'a.ts': `import type { UserDelegate } from './generated.ts'; declare const prisma: { user: UserDelegate };
      export const handler = (seen: Set<string>) => { seen.delete('a'); return prisma.user.delete({}); };`,
    'generated.ts': `import type { PrismaPromise } from '@prisma/client';
      export interface Prisma__UserClient<T> extends PrismaPromise<T> {}
      export interface UserDelegate { delete(args: object): Prisma__UserClient<object> }`,
  },
  'delete prisma.delete',
);
program(
  'members of an object without a name',
  `import type { Octokit } from '@octokit/plugin-rest-endpoint-methods';
   export const handler = async (kit: Octokit) => [await kit.rest.issues.listForRepo(), await kit.rest.issues.create()];`,
  'untrusted-input octokit.issues.listForRepo',
  'write octokit.issues.create',
);
program(
  'commands',
  `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
   export const handler = (s3: S3Client) => s3.send(new PutObjectCommand({}));`,
  'write PutObjectCommand',
);
program(
  'money',
  `import Stripe from 'stripe'; const stripe = new Stripe(''); export const handler = () => stripe.charges.create({});`,
  'spend stripe.charges.create',
  'write stripe.charges.create',
);
program(
  'an invoice: a draft until it is sent',
  `import Stripe from 'stripe'; const stripe = new Stripe(''); export const handler = () => stripe.invoices.create({});
   export const handler2 = () => stripe.invoices.sendInvoice('');`,
  'write stripe.invoices.create',
);
program(
  'an invoice that is sent',
  `import Stripe from 'stripe'; const stripe = new Stripe(''); export const handler = () => stripe.invoices.sendInvoice('');`,
  'spend stripe.invoices.sendInvoice',
);
program(
  'a browser',
  `import type { Page } from 'playwright-core'; export const handler = async (page: Page) => { await page.title(); await page.click('a'); };`,
  'write Page.click',
);
program(
  'a model of documents',
  `import { model } from 'mongoose'; const User = model('User');
   export const handler = async () => { await User.findById('1'); await new User({}).save(); await User.findByIdAndUpdate('1', {}); await User.deleteMany({}); };`,
  'read-private Model.findById',
  'write Document.save',
  'write Model.findByIdAndUpdate',
  'delete Model.deleteMany',
);
program(
  'keys, also in a transaction',
  `import { createClient } from 'redis'; const redis = createClient();
   export const handler = async () => { await redis.get('a'); await redis.set('a', ''); const all = redis.multi(); all.del('a'); await all.exec(); };`,
  'read-private redis.get',
  'write redis.set',
  'delete redis.del',
);
program(
  'queries that are built',
  `import knex from 'knex'; const db = knex({});
   export const handler = async () => { await db('a').insert({}); await db('a').where({}).del(); await db.raw('TRUNCATE a'); await db.schema.dropTable('a'); };`,
  'write knex.insert',
  'delete knex.del',
  'delete db.raw TRUNCATE',
  'delete knex.schema.dropTable',
);
program(
  'a property that holds a function of Node',
  `import { rm, unlink } from 'node:fs/promises';
   const files = { remove: rm, unlink };
   export const handler = async (path: string) => { await files.remove(path); await files.unlink(path); };`,
  'delete fs.rm',
  'delete fs.unlink',
);
program(
  'a field that holds a function of Node',
  `import { execSync } from 'node:child_process';
   class Shell { private run = execSync; go(command: string) { return this.run(command); } }
   const shell = new Shell();
   export const handler = (command: string) => shell.go(command);`,
  'execute child_process.execSync: a.ts:4 a.ts:2',
);
program(
  'a field that the constructor is given, or a function of Node',
  `import { execSync } from 'node:child_process';
   class Shell { constructor(private readonly run: (command: string) => unknown = execSync) {} go(command: string) { return this.run(command); } }
   const shell = new Shell();
   export const handler = (command: string) => shell.go(command);`,
  'execute child_process.execSync: a.ts:4 a.ts:2',
);
program(
  'what is given, or a function of Node',
  `import { execSync } from 'node:child_process';
   export const handler = (command: string, by: { run?: (command: string) => unknown }) => { const run = by.run ?? execSync; return run(command); };`,
  'execute child_process.execSync',
);
program(
  'a parameter that holds a function of Node by default',
  `import { execSync } from 'node:child_process';
   export const handler = (command: string, run: (command: string) => unknown = execSync) => run(command);`,
  'execute child_process.execSync',
);
program(
  'a function of the program, by the name of one that another variable holds',
  `import { rm } from 'node:fs/promises';
   const show = async (path: string) => path;
   export const other = () => { const act = rm; return act; };
   export const handler = async (path: string) => { const act = show; await act(path); await by.act(path); };
   const by = { act: show };`,
);
program(
  'what callers give to a parameter, where it is handed on',
  `import { rm } from 'node:fs/promises';
   const apply = (act: (path: string) => unknown, path: string) => act(path);
   export const other = (path: string) => apply(rm, path);
   const show = (path: string) => path;
   export const handler = (path: string) => apply(show, path);`,
);
program(
  'statements for three databases',
  `import { Pool } from 'pg'; import { createConnection } from 'mysql2/promise'; import Database from 'better-sqlite3';
   export const handler = async () => { await new Pool().query('DELETE FROM a'); await (await createConnection('')).execute('UPDATE a SET b = 1'); new Database('').prepare('INSERT INTO a VALUES (1)').run(); new Database('').exec('DROP TABLE a'); };`,
  'delete new Pool().query DELETE',
  "write (await createConnection('')).execute UPDATE",
  "write new Database('').prepare INSERT",
  "delete new Database('').exec DROP",
);
program(
  'mails and messages',
  `import { createTransport } from 'nodemailer'; import { Resend } from 'resend'; import twilio from 'twilio';
   export const handler = async () => { const mail = createTransport({}); await mail.verify(); await mail.sendMail({}); await new Resend('').emails.send({}); await twilio('', '').messages.create({}); };`,
  'egress nodemailer.sendMail',
  'egress resend.send',
  'egress twilio.create',
);
program(
  'a cluster',
  `import type { CoreV1Api, Exec } from '@kubernetes/client-node';
   export const handler = async (api: CoreV1Api, pods: Exec) => { await api.listNamespacedPod({}); await api.createNamespacedPod({}); await api.deleteNamespacedPod({}); await pods.exec('a', 'b', 'c', 'ls'); };`,
  'write kubernetes.createNamespacedPod',
  'delete kubernetes.deleteNamespacedPod',
  'execute Exec.exec',
);
program(
  'another browser',
  `import type { Page } from 'puppeteer-core'; export const handler = async (page: Page) => { await page.title(); await page.click('a'); await page.keyboard.type('a'); };`,
  'write Page.click',
  'write Keyboard.type',
);
program(
  'requests of other libraries',
  `import got from 'got'; import ky from 'ky'; import { Client, request } from 'undici'; import { request as ask } from 'node:http';
   export const handler = async () => {
     await got.get('/a'); await got.post('/a'); await got('/a', { method: 'PATCH' });
     await ky.create({}).put('/a'); await ky('/a', { method: 'DELETE' });
     await request('/a', { method: 'POST' }); await new Client('').request({ method: 'PUT' }); ask('http://a', { method: 'POST' }).end();
   };`,
  'untrusted-input got.get',
  'egress got.post',
  'untrusted-input got',
  'egress got PATCH',
  'egress ky.put',
  'untrusted-input ky',
  'egress ky DELETE',
  'untrusted-input undici.request',
  'egress undici.request POST',
  'untrusted-input undici.request',
  'egress undici.request PUT',
  'untrusted-input http.request',
  'egress http.request POST',
);
program(
  'code in another context',
  `import vm from 'node:vm'; export const handler = (code: string) => vm.runInNewContext(code);`,
  'execute vm.runInNewContext',
);
program(
  'same names of other packages',
  `import axios, { rm, exec, fetch, Collection } from 'lookalike';
   export async function handler() { await rm(''); exec(''); await fetch('', { method: 'POST' }); await new Collection().deleteMany({}); await axios.post(''); }`,
);
program(
  'same names of the program itself',
  `const fs = { rm(path: string) { return path; } }; function writeFile() {} const client = { deleteMany() {}, sendMail() {} };
   export function handler() { fs.rm(''); writeFile(); client.deleteMany(); client.sendMail(); new Map().delete(1); new Set<string>().clear(); }`,
);

// ── statements in SQL ────────────────────────────────────────────────────────────────────────────────────────────

program(
  'a statement for whoever takes it',
  'declare const db: { exec(sql: string): void }; export const handler = (table: string) => db.exec(`TRUNCATE ${table}`);',
  'delete db.exec TRUNCATE',
);
program(
  'a statement in a variable of another file',
  {
    'a.ts': `import { PURGE } from './sql.ts'; declare const pool: any; export const handler = () => pool.query(PURGE, []);`,
    'sql.ts': `export const PURGE = 'DELETE FROM logs WHERE age > $1';`,
  },
  'delete pool.query DELETE',
);
program(
  'a statement in options',
  `declare const pool: any; export const handler = () => pool.query({ text: 'insert into logs (a) values ($1)', values: [] });`,
  'write pool.query INSERT',
);
program(
  'a statement in a tagged template',
  'declare const sql: any; export const handler = (id: string) => sql`delete from users where id = ${id}`;',
  'delete sql DELETE',
);
program(
  'statements that read',
  `declare const db: any; export const handler = () => db.prepare('SELECT * FROM logs').all();`,
  'read-private db.prepare SELECT',
);
program(
  'a text that nobody runs',
  `declare const logger: any; export function handler(text: string) { logger.info('DELETE FROM logs'); console.log('DROP TABLE a'); return text.includes('DELETE FROM logs') || ['DELETE FROM a'].join(';'); }`,
);
program(
  'sentences',
  `declare function confirm(question: string): boolean; declare const ui: any;
   export const handler = () => confirm('Delete from the list?') || ui.query('Update the row, then set it') || ui.say('drop table lamps here');`,
);

// ── ways ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const rm = `import { rm } from 'node:fs/promises';`;

program(
  'a helper of another file',
  {
    'a.ts': `import { purge } from './disk.ts';\nexport const handler = (dir: string) => purge(dir);`,
    'disk.ts': `${rm}\n\nexport async function purge(dir: string) {\n  await rm(dir);\n}`,
  },
  'delete fs.rm: a.ts:2 disk.ts:4',
);
program(
  'a helper behind a barrel, under another name',
  {
    'a.ts': `import { wipe } from './index.ts';\nexport const handler = (dir: string) => wipe(dir);`,
    'index.ts': `export { purge as wipe } from './disk.ts';`,
    'disk.ts': `${rm}\nexport default 1;\nexport const purge = (dir: string) => rm(dir);`,
  },
  'delete fs.rm: a.ts:2 disk.ts:3',
);
program(
  'methods and fields',
  `${rm}
class Store {
  private readonly clear = async (dir: string) => rm(dir);
  #wipe(dir: string) { return this.clear(dir); }
  purge(dir: string) { return this.#wipe(dir); }
}
const store = new Store();
export const handler = (dir: string) => store.purge(dir);`,
  'delete fs.rm: a.ts:8 a.ts:5 a.ts:4 a.ts:3',
);
program(
  'a method that a subclass replaces, too',
  `${rm}
class Store { purge(dir: string) { return rm(dir); } }
class Other extends Store { override purge(dir: string) { return Promise.resolve(); } }
export const handler = (store: Store) => store.purge('');
void Other;`,
  'delete fs.rm: a.ts:4 a.ts:2',
);
program(
  'what a construction runs',
  `import { mkdirSync, rmSync } from 'node:fs';
class Base { made = mkdirSync('a'); }
class Scratch extends Base { constructor() { super(); rmSync('b'); } never = () => rmSync('c'); }
export const handler = () => new Scratch();`,
  'delete fs.rmSync: a.ts:4 a.ts:3',
  'write fs.mkdirSync: a.ts:4 a.ts:2',
);
program(
  'callbacks that are written in place',
  `${rm}
export const handler = (dirs: string[]) => Promise.all(dirs.map(async (dir) => { await rm(dir); }));`,
  'delete fs.rm',
);
program(
  'callbacks that are handed on by name',
  `import { unlinkSync } from 'node:fs';
const purge = (file: string) => { unlinkSync(file); };
export const handler = (files: string[]) => { files.forEach(purge); files.forEach(unlinkSync); };`,
  'delete fs.unlinkSync',
  'delete fs.unlinkSync: a.ts:3 a.ts:2',
);
program(
  'functions inside, where they are called',
  `${rm}
export function handler(dir: string) {
  const purge = () => rm(dir);
  function unused() { return rm('b'); }
  return purge();
}`,
  'delete fs.rm: a.ts:5 a.ts:3',
);
program(
  'a function that is only returned, and an object of functions',
  `${rm}
export function handler(dir: string) {
  const tools = { purge: () => rm(dir), name: () => dir };
  return { later: () => rm(dir), name: tools.name() };
}`,
);
program(
  'a wrapped function, and one from a factory',
  `${rm}
declare function withRetry<T extends (...args: never[]) => unknown>(fn: T): T;
const purge = withRetry(async (dir: string) => rm(dir));
const makePurge = (root: string) => (dir: string) => rm(root + dir);
const other = makePurge('/');
export async function handler(dir: string) { await purge(dir); await other(dir); }`,
  'delete fs.rm: a.ts:6 a.ts:3',
  'delete fs.rm: a.ts:6 a.ts:4',
);
program(
  'a table of functions',
  `${rm}
const actions = { purge: (dir: string) => rm(dir), keep: (dir: string) => Promise.resolve() };
export const handler = (name: 'purge' | 'keep', dir: string) => actions[name](dir);`,
  'delete fs.rm: a.ts:3 a.ts:2',
);
program(
  'a table of functions by their names, and what is taken from it first',
  `${rm}
async function purge(dir: string) { await rm(dir); }
const actions: Record<string, (dir: string) => Promise<void>> = { purge };
export async function handler(name: string) { const action = actions[name]; await action?.(''); }`,
  'delete fs.rm: a.ts:4 a.ts:2',
);
program(
  'a method of HTTP that is assigned later',
  `export async function handler(url: string, isNew: boolean) {
  const init: { method?: string } = {};
  if (isNew) init.method = 'POST';
  await fetch(url, init);
}`,
  'untrusted-input fetch',
  'egress fetch POST',
);
program(
  'functions that call each other',
  `${rm}
async function even(n: number): Promise<void> { if (n > 0) await odd(n - 1); }
async function odd(n: number): Promise<void> { if (n > 0) await even(n - 1); else await rm(''); }
export const handler = (n: number) => even(n);`,
  'delete fs.rm: a.ts:4 a.ts:2 a.ts:3',
);
program(
  'the shortest way, and of two the first',
  `${rm}
const purge = (dir: string) => rm(dir);
const long = (dir: string) => purge(dir);
export async function handler(dir: string) { await long(dir); await purge(dir);
  await purge(dir); }`,
  'delete fs.rm: a.ts:4 a.ts:2',
);

// ── what callers say ─────────────────────────────────────────────────────────────────────────────────────────────

const api = `
async function send(path: string, init: { method?: string } = {}) { return fetch('/' + path, { ...init, headers: {} }); }
const call = (method: string, path: string) => send(path, { method: method.toUpperCase() });
const named = ({ path, method = 'GET' }: { path: string; method?: string }) => call(method, path);`;

program(
  'a method that the caller gives',
  `${api}
export const handler = () => call('delete', 'a');`,
  'untrusted-input fetch: a.ts:5 a.ts:3 a.ts:2',
  'egress fetch DELETE: a.ts:5 a.ts:3 a.ts:2',
);
program(
  'a caller that only reads',
  `${api}
export const handler = async () => [await call('get', 'a'), await send('b'), await named({ path: 'c' })];`,
  'untrusted-input fetch: a.ts:5 a.ts:2',
);
program(
  'a caller with named arguments',
  `${api}
export const handler = async () => [await send('b'), await named({ path: 'c', method: 'PUT' })];`,
  'untrusted-input fetch: a.ts:5 a.ts:2',
  'egress fetch PUT: a.ts:5 a.ts:4 a.ts:3 a.ts:2',
);

// ── what values say ──────────────────────────────────────────────────────────────────────────────────────────────

/** Two programs that differ in the words that decide: the second one only reads. */
function words(name: string, changing: string, reading: string, expected: string): void {
  program(name, changing, 'untrusted-input fetch', expected);
  program(`${name}, which only reads`, reading, 'untrusted-input fetch');
}

const table = (create: string): string => `const methods: Record<string, string> = { create: '${create}' };
export const handler = (url: string, kind: string) => fetch(url, { method: methods[kind] });`;
words('a method out of a table', table('POST'), table('HEAD'), 'egress fetch POST');

const loop = (method: string): string =>
  `export async function handler(url: string) { for (const method of ['GET', '${method}']) await fetch(url, { method }); }`;
words('methods that a loop goes over', loop('DELETE'), loop('HEAD'), 'egress fetch DELETE');

const mapped = (method: string): string =>
  `export const handler = (url: string) => Promise.all(['GET', '${method}'].map((method) => fetch(url, { method })));`;
words('methods that a callback is given', mapped('PUT'), mapped('HEAD'), 'egress fetch PUT');

const dry = (isDry: boolean): string =>
  `const DRY = ${String(isDry)}; export const handler = (url: string) => fetch(url, { method: DRY ? 'GET' : 'DELETE' });`;
words('a branch that is known', dry(false), dry(true), 'egress fetch DELETE');

const field = (method: string): string =>
  `class Api { method: string; constructor() { this.method = '${method}'; } send(url: string) { return fetch(url, { method: this.method }); } }
const api = new Api(); export const handler = (url: string) => api.send(url);`;
program(
  'a method that a constructor sets',
  field('POST'),
  'untrusted-input fetch: a.ts:2 a.ts:1',
  'egress fetch POST: a.ts:2 a.ts:1',
);
program('a method that a constructor sets, which only reads', field('GET'), 'untrusted-input fetch: a.ts:2 a.ts:1');

const deep = (method: string): string =>
  `async function send(url: string, { http }: { http: { options: { method: string } } }) { return fetch(url, http.options); }
export const handler = (url: string) => send(url, { http: { options: { method: '${method}' } } });`;
program(
  'a method that the caller gives deep inside',
  deep('PATCH'),
  'untrusted-input fetch: a.ts:2 a.ts:1',
  'egress fetch PATCH: a.ts:2 a.ts:1',
);
program(
  'a method that the caller gives deep inside, which only reads',
  deep('GET'),
  'untrusted-input fetch: a.ts:2 a.ts:1',
);

const statements = (statement: string): string =>
  `declare const db: any; export function handler() { for (const each of ['SELECT 1', '${statement}']) db.query(each); }`;
program(
  'statements that a loop goes over',
  statements('DELETE FROM a'),
  'read-private db.query SELECT',
  'delete db.query DELETE',
);
program(
  'statements that a loop goes over, which only read',
  statements('SELECT 2 FROM a'),
  'read-private db.query SELECT',
);

/** Two programs in which a function removes, or one that does nothing stands in its place. */
function functions(name: string, code: (act: string) => string): void {
  const keep = 'const keep = async (dir: string) => Promise.resolve(dir);';
  const purge = 'const purge = async (dir: string) => rm(dir);';
  program(name, `${rm} ${keep} ${purge}\n${code('purge')}`, 'delete fs.rm: a.ts:2 a.ts:1');
  program(`${name}, none of which removes`, `${rm} ${keep} ${purge}\n${code('keep')}`);
}

const ofList = (list: string): string =>
  `const list: string[] = ${list}; const all: Record<string, typeof keep> = { a: keep, b: purge }; const made: Record<string, unknown> = {}; for (const name of list) { const handler = (dir: string) => all[name]!(dir); made[name] = { handler }; }`;
for (const [list, ...ways] of [
  ["['a', 'b']", 'delete fs.rm: a.ts:2 a.ts:1'],
  ["['a']"],
  ["['a']; export const add = (name: string) => list.push(name)", 'delete fs.rm: a.ts:2 a.ts:1'],
] as const)
  program(
    `functions of a table by the names that a loop goes over: ${list}`,
    `${rm} const keep = async (dir: string) => Promise.resolve(dir); const purge = async (dir: string) => rm(dir);\n${ofList(list)}`,
    ...ways,
  );
functions(
  'a variable that is assigned a function later',
  (act) =>
    `export const handler = (dir: string, isHard: boolean) => { let run = keep; if (isHard) run = ${act}; return run(dir); };`,
);
/** A function that the handler calls, which calls by an object or an instance what is given. */
function held(name: string, code: (act: string) => string): void {
  const keep = 'const keep = async (dir: string) => Promise.resolve(dir);';
  const purge = 'async function purge(dir: string) { await rm(dir); }';
  const end = 'export const handler = (dir: string) => act(dir);';
  program(name, `${rm} ${keep} ${purge}\n${code('purge')}\n${end}`, 'delete fs.rm: a.ts:3 a.ts:2 a.ts:1');
  program(`${name}, which removes nothing`, `${rm} ${keep} ${purge}\n${code('keep')}\n${end}`);
}

held(
  'a function that an object has by its name',
  (fn) => `const held = { ${fn} }; const act = async (dir: string) => held.${fn}(dir);`,
);
held(
  'a function that an object has by another name',
  (fn) => `const held = { erase: ${fn} }; async function act(dir: string) { await held.erase(dir); }`,
);
held(
  'a function that an object has of another one',
  (fn) => `const some = { ${fn} }; const all = { ...some }; async function act(dir: string) { await all.${fn}(dir); }`,
);
held(
  'a function that a field of a class is',
  (fn) =>
    `class Eraser { erase = ${fn}; } const eraser = new Eraser(); const act = async (dir: string) => eraser.erase(dir);`,
);
for (const [name, code] of [
  [
    'a field that a subclass has another of',
    'class Disk { wipe = purge; } class Memory extends Disk { override wipe = keep; } const act = async (disk: Disk, dir: string) => disk.wipe(dir); export const handler = (dir: string) => act(new Memory(), dir);',
  ],
  [
    'a field that the constructor sets again',
    'class Bin { wipe = purge; constructor(wipe?: typeof purge) { if (wipe) this.wipe = wipe; } } const bin = new Bin(keep); const act = async (dir: string) => bin.wipe(dir); export const handler = (dir: string) => act(dir);',
  ],
  [
    'a property that is assigned',
    'const own = { wipe: purge }; own.wipe = keep; const act = async (dir: string) => own.wipe(dir); export const handler = (dir: string) => act(dir);',
  ],
] as const)
  program(
    `a function that something may take the place of: ${name}`,
    `${rm} const keep = async (dir: string) => { await Promise.resolve(dir); }; async function purge(dir: string) { await rm(dir); }\n${code}`,
  );
functions(
  'functions in a map',
  (act) =>
    `const actions = new Map([['a', keep], ['b', ${act}]]); export const handler = (name: string, dir: string) => actions.get(name)!(dir);`,
);
functions(
  'functions that a loop goes over',
  (act) => `export async function handler(dir: string) { for (const run of [keep, ${act}]) await run(dir); }`,
);
functions(
  'one of two functions of a factory',
  (act) =>
    `const make = (isHard: boolean) => (isHard ? ${act} : keep); const run = make(true); export const handler = (dir: string) => run(dir);`,
);
functions(
  'a table that is spread into another',
  (act) =>
    `const some = { a: ${act} }; const all = { ...some, b: keep }; export const handler = (name: 'a' | 'b', dir: string) => all[name](dir);`,
);

/** A function that removes unless a flag excludes that, with a call of it that does not, and with one that does. */
function flags(name: string, removal: string, removing: readonly string[], keeping: readonly string[]): void {
  const called = (call: string): string =>
    `${rm} ${removal}\nexport const handler = (_: object, dir: string, isDry: boolean, count: number) => ${call};`;
  for (const call of removing) program(`${name}: ${call}`, called(call), 'delete fs.rm: a.ts:2 a.ts:1');
  for (const call of keeping) program(`${name}: ${call}`, called(call));
}

flags(
  'a flag that excludes a branch',
  'async function purge(dir: string, isDry: boolean) { if (!isDry) await rm(dir); }',
  ['purge(dir, false)', 'purge(dir, isDry)', 'purge(dir, count > 1)', 'purge(dir, count > 1 ? true : false)'],
  ['purge(dir, true)'],
);
flags(
  'a flag that asks for a branch',
  'async function purge(dir: string, force = false) { return force ? rm(dir) : undefined; }',
  ['purge(dir, true)', 'purge(dir, isDry)'],
  ['purge(dir, false)', 'purge(dir)'],
);
flags(
  'a flag of options, with a default',
  'async function purge(dir: string, { isDry = true }: { isDry?: boolean }) { for (const each of [dir]) if (!isDry) await rm(each); }',
  ['purge(dir, { isDry: false })', 'purge(dir, { isDry })'],
  ['purge(dir, { isDry: true })', 'purge(dir, {})'],
);
flags(
  'a flag of options, with a default that removes',
  'async function purge(dir: string, { isDry = false, by = 3 }: { isDry?: boolean; by?: number } = {}) { for (const each of [dir]) { if (by > 4) continue; if (!isDry) await rm(each); } }',
  ['purge(dir)', 'purge(dir, {})', 'purge(dir, { by: 1 })', 'purge(dir, { isDry: false })', 'purge(dir, { isDry })'],
  ['purge(dir, { isDry: true })', 'purge(dir, { by: count, isDry: true })'],
);
flags(
  'a flag of options, with a default that is not known',
  'declare const settings: { isDry: boolean }; async function purge(dir: string, { isDry = settings.isDry }: { isDry?: boolean } = {}) { if (!isDry) await rm(dir); }',
  ['purge(dir)', 'purge(dir, { isDry: false })'],
  [],
);
flags(
  'a flag of options that are left whole',
  'async function purge(dir: string, options: { isDry?: boolean }) { if (options.isDry) return; await rm(dir); }',
  ['purge(dir, { isDry: false })', 'purge(dir, {})'],
  ['purge(dir, { isDry: true })'],
);
flags(
  'a flag of options with a default that are left whole',
  'async function purge(dir: string, options: { force?: boolean } = {}) { if (options.force) await rm(dir); }',
  ['purge(dir, { force: true })', 'purge(dir, { force: isDry })'],
  ['purge(dir)', 'purge(dir, {})', 'purge(dir, undefined)', 'purge(dir, { force: false })'],
);
flags(
  'a flag of options with a default that sets it',
  'async function purge(dir: string, options: { force?: boolean } = { force: true }) { if (options.force) await rm(dir); }',
  ['purge(dir)', 'purge(dir, undefined)', 'purge(dir, isDry ? undefined : {})'],
  ['purge(dir, { force: false })'],
);
flags(
  'a flag of options with a default, where what is given may be missing',
  'async function purge(dir: string, options: { force?: boolean } = { force: true }) { if (options.force) await rm(dir); } const of = new Map([["a", { force: false }]]);',
  ['purge(dir, of.get(dir))', 'purge(dir, count > 1 ? of.get(dir) : {})'],
  ['purge(dir, {})'],
);
flags(
  'a flag of options with a default that is set again',
  'async function purge(dir: string, options: { force?: boolean } = {}) { if (dir === "a") options.force = true; if (options.force) await rm(dir); }',
  ['purge(dir)'],
  [],
);
flags(
  'a flag by which a function is left, with another condition',
  'async function purge(dir: string, isDry: boolean, count = 0) { if (isDry && count > 1) return; await rm(dir); }',
  ['purge(dir, true)', 'purge(dir, true, count)'],
  [],
);
flags(
  'a flag in the other branch',
  'async function purge(dir: string, isDry: boolean) { if (isDry) { console.log(dir); } else { await rm(dir); } }',
  ['purge(dir, false)'],
  ['purge(dir, true)'],
);
flags(
  'a flag that is set again',
  'async function purge(dir: string, isDry: boolean) { if (dir === "a") isDry = false; if (!isDry) await rm(dir); }',
  ['purge(dir, true)'],
  [],
);
flags(
  'a flag of options that is set again',
  'async function purge(dir: string, options: { isDry: boolean }) { if (dir === "a") options.isDry = false; if (!options.isDry) await rm(dir); }',
  ['purge(dir, { isDry: true })'],
  [],
);
flags(
  'a text that is tested to be there',
  'async function purge(dir: string, name?: string) { if (name) await rm(dir); }',
  ["purge(dir, 'a')", "purge(dir, '/a')", 'purge(dir, dir)', 'purge(dir, isDry ? dir : undefined)'],
  ['purge(dir)', 'purge(dir, undefined)'],
);
flags(
  'a text of options that is tested to be there, with another condition',
  'async function purge(dir: string, { name, isDry }: { name?: string; isDry?: boolean }) { if (name && isDry) await rm(dir); }',
  ["purge(dir, { name: 'a', isDry })", 'purge(dir, { name: dir, isDry: true })'],
  ['purge(dir, { isDry })', "purge(dir, { name: 'a' })", 'purge(dir, {})'],
);
flags(
  'an object or number that is tested to be there',
  'async function purge(dir: string, by?: { id: string } | number) { if (by !== undefined) await rm(dir); }',
  ['purge(dir, { id: dir })', 'purge(dir, 0)', 'purge(dir, count > 1 ? { id: dir } : undefined)', 'purge(dir, count)'],
  ['purge(dir)'],
);
flags(
  'what is tested to be there, and given by what may have it',
  `async function purge(dir: string, options: { by?: { id: string } }) { if (options.by) await rm(dir); }
const given = (by?: { id: string }) => ({ by });
const other: { by?: { id: string } } = {}; const later = other; other.by = { id: 'a' };
function fill(to: { by?: { id: string } }) { to.by = { id: 'a' }; return to; }
class Options { by?: { id: string }; constructor() { this.init(); } init() { this.by = { id: 'a' }; } }`.replaceAll(
    '\n',
    ' ',
  ),
  ['purge(dir, given({ id: dir }))', 'purge(dir, later)', 'purge(dir, fill({}))', 'purge(dir, new Options())'],
  ['purge(dir, given())', 'purge(dir, { by: isDry ? undefined : undefined })'],
);
flags(
  'what is tested to be there, and null',
  'async function purge(dir: string, by?: string | null) { if (by !== undefined) await rm(dir); }',
  ['purge(dir, null)'],
  ['purge(dir)'],
);
flags(
  'what is tested not to be there',
  'async function purge(dir: string, by?: string) { if (!by) await rm(dir); }',
  ['purge(dir)', "purge(dir, '')"],
  [],
);
flags(
  'a flag that is given as nothing in some runs',
  'async function purge(dir: string, isDry?: boolean) { if (!isDry) await rm(dir); }',
  ['purge(dir, count > 1 ? undefined : true)'],
  [],
);

const { program: all, file } = programOf(textsOf(cases));

const letters = 'a b c d e f g h i j k l'.split(' ');

describe('effectsOf', () => {
  it.each(cases.map(({ name, expected }, index) => ({ name, expected, index })))('$name', ({ expected, index }) => {
    expect(effectsOf(handlerOf(index), all).map((effect) => textOf(effect, index))).toEqual(expected);
  });

  it('does not depend on what was requested before', () => {
    const again = programOf(textsOf(cases));
    for (const index of cases.keys()) {
      const at = cases.length - 1 - index;
      // The helpers before those that use them.
      for (const fn of functionsIn(again.program).reverse()) effectsOf(fn, again.program);
      expect(effectsOf(handlerOf(at, again), again.program).map((effect) => textOf(effect, at))).toEqual(
        cases[at]?.expected,
      );
    }
  });

  it.each([
    ['a word that a caller puts together', "send('PO', 'ST')", '`${verb}${rest}`', 1],
    ['a word that a caller gives, with a path behind it', "send('GET', '/a')", '`${verb} ${rest}`', 0],
    ['a word of any text', 'send(text, text)', '`${verb} ${rest}`', 1],
  ] as const)('%s', (_, call, method, undecided) => {
    const known = programOf({
      'a.ts': `const send = (verb: string, rest: string) => fetch('/x', { method: ${method} });
        export const handler = (_: object, text: string) => ${call};`,
    });
    expect(undecidedCallsOf(handlerIn(known.file('a.ts')), known.program)).toHaveLength(undecided);
  });

  it.each([
    ['what a function calls on its own result', 'function f(x: string): string { return f(x).trim(); }', 1],
    ['texts of texts', 'function f(x: string): string { return `${f(x)}${f(`${x}a`)}`; }', 1],
    [
      'a variable of a function that calls itself',
      `function f(x: string): string { let a = x; a = f(a) + a; return a; }`,
      1,
    ],
    [
      'variables that are assigned each other',
      `function f(x: string) { let ${letters.map((each) => `${each} = 'GET'`).join(', ')};
        ${letters.flatMap((to) => letters.map((from) => `${to} = ${from};`)).join(' ')} return a; }`,
      0,
    ],
    [
      'functions that wrap themselves',
      `declare function wrap<T>(...all: T[]): T; let g = () => 'GET'; g = wrap(g, g);
       function wrapped(): () => string { return wrap(wrapped(), wrapped(), wrapped()); }
       function f(x: string) { wrapped()(); const made = wrapped(); made(); return g(); }`,
      1,
    ],
  ] as const)('ends where values are made of themselves: %s', (_, declaration, undecided) => {
    const known = programOf({
      'a.ts': `${declaration} export const handler = (_: object, text: string) => fetch('/x', { method: f(text) });`,
    });
    expect(undecidedCallsOf(handlerIn(known.file('a.ts')), known.program)).toHaveLength(undecided);
  });

  it('begins every way in the function, and ends it at the sink', () => {
    for (const index of cases.keys()) {
      const handler = handlerOf(index);
      for (const { call, path } of effectsOf(handler, all)) {
        expect(path[0]?.getSourceFile()).toBe(handler.getSourceFile());
        expect(path[0]?.pos).toBeGreaterThanOrEqual(handler.pos);
        expect(path[0]?.end).toBeLessThanOrEqual(handler.end);
        expect(path.at(-1)).toBe(call);
      }
    }
  });

  it.each([
    ['a method', 'class Disk implements Store { purge(dir: string) { return rm(dir); } }', 'delete'],
    ['a field of it', 'class Disk implements Store { purge = (dir: string) => rm(dir); }', 'delete'],
    [
      'an overload',
      'class Disk implements Store { purge(dir: string): Promise<void>; purge(dir: string) { return rm(dir); } }',
      'delete',
    ],
    [
      'an interface that extends it',
      'interface Wide extends Store { size: number } class Disk implements Wide { size = 0; purge(dir: string) { return rm(dir); } }',
      'delete',
    ],
    [
      'another interface of this name',
      'namespace other { export interface Store { size: number } } class Disk implements other.Store { size = 0; purge(dir: string) { return rm(dir); } }',
      '',
    ],
    [
      'of two',
      'class Disk implements Store { purge(dir: string) { return rm(dir); } } class Memory implements Store { async purge() {} }',
      '',
    ],
    [
      'which another one extends',
      'class Disk implements Store { purge(dir: string) { return rm(dir); } } class Memory extends Disk { async purge() {} }',
      '',
    ],
    [
      'which inherits it',
      'class Base { purge(dir: string) { return rm(dir); } } class Disk extends Base implements Store {}',
      '',
    ],
  ])('the one class that implements an interface: %s', (_name, classes, expected) => {
    const known = programOf({
      'a.ts': `${rm}
        export interface Store { purge(dir: string): Promise<void>; }
        export const handler = (store: Store) => store.purge('');`,
      'b.ts': `${rm} import type { Store } from './a.ts'; ${classes} export default [Disk];`,
      'c.test.ts': `import { it } from 'vitest'; import type { Store } from './a.ts';
        class Fake implements Store { async purge() {} } it('purges', () => new Fake().purge());`,
      'node_modules/vitest/index.d.ts': 'export declare function it(name: string, run: () => unknown): void;',
    });
    const effects = effectsOf(handlerIn(known.file('a.ts')), known.program);
    expect(effects.map(({ kind }) => kind).join(' ')).toBe(expected);
  });

  it('known gap: methods of one of several subclasses, and functions that come in as parameters', () => {
    const known = programOf({
      'a.ts': `${rm}
        abstract class Store { abstract purge(dir: string): Promise<void>; }
        class Disk extends Store { purge(dir: string) { return rm(dir); } }
        class Memory extends Store { async purge(dir: string) { console.log(dir); } }
        export const handler = (store: Store, clean: (dir: string) => Promise<void>) => [store.purge(''), clean('')];
        void [Disk, Memory];`,
    });
    expect(effectsOf(handlerIn(known.file('a.ts')), known.program)).toEqual([]);
  });

  it('known gap: packages without types', () => {
    const known = programOf({
      'a.ts': `// @ts-expect-error\nimport db from 'not-installed'; export const handler = () => db.dropDatabase();`,
    });
    expect(effectsOf(handlerIn(known.file('a.ts')), known.program)).toEqual([]);
  });
});

function textsOf(all: readonly Case[]): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(packages).map(([name, text]) => [`node_modules/${name}/index.d.ts`, text] as const),
    ...all.flatMap(({ files }, index) =>
      Object.entries(files).map(([name, text]) => [`case-${String(index)}/${name}`, text] as const),
    ),
  ]);
}

function handlerOf(index: number, of: InMemoryProgram = { program: all, file }): FunctionLike {
  return handlerIn(of.file(`case-${String(index)}/a.ts`));
}

function handlerIn(source: ts.SourceFile): FunctionLike {
  let found: FunctionLike | undefined;
  const visit = (node: ts.Node): void => {
    const isNamed =
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name?.getText() === 'handler';
    if (isNamed && ts.isFunctionDeclaration(node)) found = node;
    if (isNamed && ts.isVariableDeclaration(node) && node.initializer && isFunctionLike(node.initializer))
      found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (!found) throw new Error(`no handler in ${source.fileName}`);
  return found;
}

function functionsIn(of: ts.Program): FunctionLike[] {
  const found: FunctionLike[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionLike(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const source of of.getSourceFiles()) if (!source.isDeclarationFile) visit(source);
  return found;
}

function textOf({ kind, sink, detail, path }: Effect, index: number): string {
  const places = path.map((node) => {
    const source = node.getSourceFile();
    const name = source.fileName.split(`/case-${String(index)}/`)[1] ?? source.fileName;
    return `${name}:${String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
  });
  return `${kind} ${sink}${detail === undefined ? '' : ` ${detail}`}${path.length > 1 ? `: ${places.join(' ')}` : ''}`;
}
