import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { judgedEffectsOf } from '../../../src/facts/guardrails/impact.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { type CaseFiles, programOf } from '../../scenarios/programs.ts';

/** A tool of the AI SDK with this input and handler. */
export interface ToolCase {
  readonly tool?: string;
  /** Its description. */
  readonly says?: string;
  readonly input?: string;
  readonly run: string;
}

const prelude = `import { exec, execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import * as files from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { tool } from 'ai';
import { Database } from 'better-sqlite3';
import { z } from 'zod';
declare const db: Database;
declare const log: Database;
async function note(id: string) { log.exec("INSERT INTO calls (id) VALUES ('" + id + "')"); }
`;

const driver = `export declare class Database {
  exec(statement: string): this;
  execute(statement: { sql: string; args: unknown[] }): object;
  prepare(statement: string): { all(...values: unknown[]): unknown[]; run(...values: unknown[]): object };
}
`;

/** What the types of packages declare of what the programs use. */
const packages = {
  axios: `export declare class Axios { put(address: string, data: object): Promise<object>; }
export interface AxiosInstance extends Axios {}
declare const axios: AxiosInstance & { create(config: object): AxiosInstance };
export default axios;
`,
  'better-sqlite3': driver,
  'drizzle-orm': `export declare abstract class SQL {}
export declare function sql(texts: TemplateStringsArray, ...values: unknown[]): SQL;
export declare namespace sql { function raw(text: string): SQL; }
export interface Row { id: string; path: string }
export declare class PgQuery { from(table: object): this; where(test: SQL): this; leftJoin(table: object, on: SQL): this; limit(most: number): Promise<Row[]>; all(): Row[]; get(): Row | undefined; values(row: object): this; returning(): this; }
export declare function eq(column: unknown, value: unknown): SQL; export declare function like(column: unknown, value: unknown): SQL;
export declare function and(...tests: SQL[]): SQL; export declare function or(...tests: SQL[]): SQL; export declare function not(test: SQL): SQL;
export declare class PgDatabase { execute(statement: string | SQL): Promise<unknown>; select(columns?: object): PgQuery; insert(table: object): PgQuery; delete(table: object): PgQuery; }
`,
  mongodb: `export interface Found { id: string; path: string }
export declare class Collection { findOne(filter: object): Promise<Found | null>; findOneAndUpdate(filter: object, change: object): Promise<Found | null>; find(filter: object): { map(by: (each: Found) => string): { toArray(): Promise<string[]> } }; }
`,
  resend: `interface Mail { to: string; subject: string; text: string }
declare class Emails { send(mail: Mail): Promise<object>; }
export declare class Resend { readonly emails: Emails; }
`,
  '@googleapis/calendar': `export declare class Calendar {
  readonly events: { insert(given: { calendarId: string; requestBody: object }): Promise<object> };
}
`,
  '@googleapis/docs': `interface Made { readonly data: { readonly id: string; readonly documentId: string } }
export declare class Docs { readonly documents: { create(given: object): Promise<Made>; batchUpdate(given: object): Promise<object> } }
export declare class Drive {
  readonly files: { create(given: object): Promise<Made>; update(given: object): Promise<object> };
  readonly permissions: { update(given: object): Promise<object> };
}
`,
  '@googleapis/tasks': `export declare class Tasks { tasks: { patch(given: object): Promise<object>; delete(given: object): Promise<object> } }`,
  '@googleapis/gmail': `export declare class Resource$Users$Messages { send(given: object): Promise<object>; }
export declare class Gmail {
  readonly sent: Resource$Users$Messages;
  readonly users: {
    messages: { modify(given: { userId: string; id: string; requestBody: object }): Promise<object>; untrash(given: { userId: string; id: string }): Promise<object> };
    drafts: { create(given: { userId: string; requestBody: object }): Promise<object> };
  };
}
`,
  'discord.js': `declare class BaseClient { destroy(): Promise<void>; }
export declare class Client extends BaseClient { readonly guilds: { fetch(id: string): Promise<Guild> }; }
declare class BaseInteraction {}
export declare class ButtonInteraction extends BaseInteraction { followUp(text: string): Promise<object>; deleteReply(): Promise<void>; }
export declare class Message { edit(text: string): Promise<Message>; delete(): Promise<Message>; }
export declare class TextChannel { send(text: string): Promise<Message>; delete(): Promise<this>; setName(name: string): Promise<this>; }
export declare class GuildMember { createDM(): Promise<object>; readonly roles: RoleManager; timeout(time: number): Promise<GuildMember>; ban(): Promise<GuildMember>; }
declare class RoleManager { add(role: string): Promise<GuildMember>; }
declare class Guild { readonly members: { fetch(id: string): Promise<GuildMember> }; readonly channels: { fetch(id: string): Promise<TextChannel> }; }
`,
  '@slack/web-api': `export declare class WebClient {
  readonly reactions: { add(given: { timestamp: string }): Promise<object> };
  readonly conversations: { archive(given: { channel: string }): Promise<object> };
  readonly chat: { update(given: { channel: string; ts: string }): Promise<object> };
}
`,
  '@langchain/classic': `export declare class SqlDatabase { run(command: string): Promise<string>; getTableInfo(tables?: string[]): Promise<string>; }
export declare class Chain { run(input: string): Promise<string>; }
`,
  '@mastra/libsql': `export declare class LibSQLVector {
  createIndex(options: { name: string }): Promise<void>;
  deleteIndex(options: { indexName: string }): Promise<void>;
  deleteVector(options: { indexName: string; id: string }): Promise<void>;
}
`,
  '@aws-sdk/client-s3': `export declare class PutObjectCommand { constructor(given: { Bucket: string; Key: string; Body: string }); }
export declare class S3Client { send(command: PutObjectCommand): Promise<object>; }
`,
  viem: `export type WalletClient = {
  sendTransaction: (given: { to: string }) => Promise<string>; writeContract: (given: { address: string }) => Promise<string>;
  getChainId: () => Promise<number>; signMessage: (given: { message: string }) => Promise<string>;
};
export type BundlerActions = { sendUserOperation: (given: object) => Promise<string>; waitForUserOperationReceipt: (given: object) => Promise<object> };
export declare function createWalletClient(given: object): WalletClient;
export declare function createPublicClient(given: object): { request: (given: { method: string }) => Promise<string> };
export declare function http(url: string): object;
`,
  ethers: `declare class BaseWallet { sendTransaction(given: { to: string }): Promise<object>; getNonce(): Promise<number>; }
export declare class Wallet extends BaseWallet {}
`,
  '@solana/web3.js': `export declare class Transaction {}
export declare class Connection { sendTransaction(transaction: Transaction, signers: object[]): Promise<string>; sendRawTransaction(given: Uint8Array): Promise<string>; getBalance(of: string): Promise<number>; }
export declare function sendAndConfirmTransaction(connection: Connection, transaction: Transaction): Promise<string>;
`,
  '@ckb-ccc/core': `export declare abstract class Signer { sendTransaction(given: object): Promise<string>; getBalance(): Promise<bigint>; }
export declare class SignerCkbPrivateKey extends Signer {}
`,
  '@notionhq/client': `export declare class Client {
  readonly pages: { update(given: { page_id: string; archived: boolean }): Promise<object>; retrieve(given: { page_id: string }): Promise<object> };
}
`,
  electron: `export declare class Debugger { sendCommand(method: string, params?: object): Promise<object>; }
export declare class WebContents { readonly debugger: Debugger; executeJavaScript(code: string): Promise<unknown>; insertText(text: string): Promise<void>; getTitle(): string; }
`,
  'playwright-core': `export interface Page { click(selector: string): Promise<void>; selectOption(selector: string, value: string): Promise<string[]>; evaluate(script: string | ((given: string) => unknown), given?: string): Promise<unknown>; title(): Promise<string>; }
export interface CDPSession { send(method: string, params?: object): Promise<object>; }
`,
  postmark: `export declare class ServerClient { sendEmail(mail: { To: string; TextBody: string }): Promise<object>; getBounces(): Promise<object>; }
`,
  'twitter-api-v2': `declare class TwitterApiv2 { tweet(text: string): Promise<object>; deleteTweet(id: string): Promise<object>; userTimeline(id: string): Promise<object>; }
export declare class TwitterApi { readonly v2: TwitterApiv2; }
`,
  'exa-js': `declare class ResearchBaseClient {}
declare class ResearchClient extends ResearchBaseClient { create(given: object): Promise<object>; }
declare class WebsetsClient { create(given: object): Promise<object>; }
export declare class Exa { readonly research: ResearchClient; readonly websets: WebsetsClient; }
`,
  'node-pty': `export interface IPty { write(text: string): void; resize(columns: number, rows: number): void; }
export declare function spawn(file: string, words: string[], options: object): IPty;
`,
  ssh2: `export declare class Client { exec(command: string, done: (error: unknown) => void): this; end(): this; }
`,
  'node-ssh': `export declare class NodeSSH { execCommand(command: string): Promise<object>; putFile(from: string, to: string): Promise<void>; getFile(to: string, from: string): Promise<void>; }
`,
  dockerode: `declare class Container { stop(done: () => void): void; stop(): Promise<void>; remove(): Promise<void>; inspect(): Promise<object>; }
export declare class Docker { getContainer(id: string): Container; }
`,
  grammy: `export declare class Api { sendMessage(chat: string | number, text: string): Promise<object>; sendChatAction(chat: string, action: string): Promise<boolean>; banChatMember(chat: string, id: number): Promise<boolean>; deleteMessage(chat: string, id: number): Promise<boolean>; editMessageText(chat: string, id: number, text: string): Promise<object>; }
export declare class Context { readonly api: Api; readonly chat: { readonly id: number }; reply(text: string): Promise<object>; banChatMember(id: number): Promise<boolean>; }
`,
  'whatsapp-web.js': `export declare class Client { sendMessage(chat: string, text: string): Promise<object>; sendSeen(chat: string): Promise<boolean>; }
`,
  '@larksuiteoapi/node-sdk': `export declare class Client { im: { message: { create: (given: object) => Promise<object>; list: (given: object) => Promise<object> } }; bitable: { appTableRecord: { create: (given: object) => Promise<object>; delete: (given: object) => Promise<object> } }; }
`,
  zx: `export declare function $(parts: TemplateStringsArray, ...values: unknown[]): Promise<string>;
`,
  bun: `export declare function spawn(command: string[], options?: object): object; export declare function spawnSync(command: string[]): object;
export declare function write(path: string, text: string): Promise<number>;
`,
  'shell-quote': `export declare function quote(words: string[]): string; export declare function parse(text: string): string[];
`,
  'simple-git': `export interface SimpleGit { raw(commands: string[] | string): Promise<string>; raw(...commands: string[]): Promise<string>; }
export declare function simpleGit(): SimpleGit;
`,
  stripe: `declare class SessionResource { create(given: object): Promise<object>; }
declare class PaymentIntentResource { create(given: object): Promise<object>; }
declare class MeterEventResource { create(given: object): Promise<object>; }
declare class MeterResource { create(given: object): Promise<object>; deactivate(id: string): Promise<object>; }
declare class MeterEventsResource { create(given: object): Promise<object>; }
declare class SubscriptionItemsResource { create(given: object): Promise<object>; createUsageRecord(id: string, given: object): Promise<object>; del(id: string): Promise<object>; }
export declare class Stripe {
  checkout: { sessions: SessionResource }; paymentIntents: PaymentIntentResource; subscriptionItems: SubscriptionItemsResource;
  billing: { meterEvents: MeterEventResource; meters: MeterResource }; v2: { billing: { meterEvents: MeterEventsResource } };
}
`,
};

export const toolText = ({ tool: named = 'it', says = 'It', input = '{}', run }: ToolCase): string =>
  `${named}: tool({ description: '${says}', inputSchema: z.object(${input}), execute: ${run} })`;

/** What the first of some tools can break most. */
export function mostAmong(tools: readonly ToolCase[], beside = ''): string {
  const code = `${prelude}${beside}\nexport const tools = { ${tools.map(toolText).join(', ')} };`;
  return mostIn({
    'main.ts': code,
    ...Object.fromEntries(
      Object.entries(packages).flatMap(([name, types]) => [
        [`node_modules/${name}/index.d.ts`, types],
        [
          `node_modules/${name}/package.json`,
          JSON.stringify({ name, version: '1.0.0', type: 'module', types: 'index.d.ts' }),
        ],
      ]),
    ),
  });
}

/** What the first tool of a program can break most. */
export function mostIn(files: CaseFiles): string {
  const { program, sources } = programOf(files);
  const facts = agentFactsOf(program, agentSdks);
  const found = sources.flatMap((file) => facts.calls.in(file).flatMap(({ call }) => facts.toolsAt(call)));
  const [tool] = found.filter(({ kind }) => kind === 'tool');
  if (tool?.kind !== 'tool') throw new Error('No tool');
  const [most] = judgedEffectsOf(facts, tool);
  return most ? `${most.impact} ${most.reason}` : 'nothing';
}
