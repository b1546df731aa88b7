import { resolve } from 'node:path/posix';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Origin, matches, originOfCallee, originsOfType } from '../../../src/type-utils/checker/origin.ts';
import { sharingDeclarations } from '../../parsed-declarations.ts';

const sdk = resolve(import.meta.dirname, '../../sdk');
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

const v1 = '@modelcontextprotocol/sdk@1.32.2';
const v2Client = '@modelcontextprotocol/client@2.4.0';
const v2Server = '@modelcontextprotocol/server@2.4.0';
const own = 'agent-safety-sdk-tests@undefined';

interface Case {
  readonly name: string;
  /** What is asked about is called `$`: its type, or the call that is assigned to it. */
  readonly code: string;
  readonly expected: readonly string[] | string | undefined;
}

const cases: Case[] = [];

function typeCase(name: string, code: string, expected: readonly string[]): void {
  cases.push({ name, code, expected });
}

function calleeCase(name: string, code: string, expected: string | undefined): void {
  cases.push({ name: `callee: ${name}`, code: `let $: unknown; ${code}`, expected });
}

const header = `
import * as v1 from '@modelcontextprotocol/sdk/client/index.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Client as TypeOnly } from '@modelcontextprotocol/sdk/client/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { McpServer as McpServer2, createMcpHandler } from '@modelcontextprotocol/server';
import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { tool } from 'ai';
import { openai } from '@ai-sdk/openai';
import * as agents from '@openai/agents';
import { query } from '@anthropic-ai/claude-agent-sdk';
import express, { type ErrorRequestHandler, type NextFunction } from 'express';
import { createServer, IncomingMessage } from 'node:http';
import { readFile } from 'fs/promises';
import Unnamed, { Renamed, sdkAgain } from './reexports.js';
`;

const reexports = `
export { Client as Renamed } from '@modelcontextprotocol/sdk/client/index.js';
export * as sdkAgain from '@modelcontextprotocol/sdk/client/index.js';
export default class Fallback {}
declare module 'express' {
  interface ErrorRequestHandler { added: true }
}
`;

typeCase('class', 'declare const $: Client;', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('class of the other major version', 'declare const $: Client2;', [
  `Client ${v2Client}`,
  `Protocol ${v2Client}`,
]);
typeCase('type-only import', 'declare const $: TypeOnly;', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('namespace import', 'declare const $: v1.Client;', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('re-export under another name', 'declare const $: Renamed;', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('re-exported namespace', 'const $ = new sdkAgain.Client({ name: "a", version: "1" });', [
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase('class without bases', 'declare const $: McpServer;', [`McpServer ${v1}`]);
typeCase('class without bases, v2', 'declare const $: McpServer2;', [`McpServer ${v2Server}`]);
typeCase('null and undefined are dropped', 'declare const $: Client | null | undefined;', [
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase('a union of different classes is neither', 'declare const $: Client | McpServer;', []);
typeCase('a union of same-named classes is neither', 'declare const $: Client | Client2;', []);
typeCase(
  'a union of subclasses is their base',
  'class A extends Client {} class B extends Client {} declare const $: A | B;',
  [`Client ${v1}`, `Protocol ${v1}`],
);
typeCase('subclass', 'class Mine extends Client {} declare const $: Mine;', [
  `Mine ${own}`,
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase('subclass through a namespace', 'class Mine extends v1.Client {} declare const $: Mine;', [
  `Mine ${own}`,
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase(
  'subclass of what a function returns',
  'function mix<T extends new (...a: any[]) => object>(Base: T) { return class extends Base { mixed = 1; }; } class Mine extends mix(Client) {} declare const $: Mine;',
  [`Mine ${own}`, `Client ${v1}`, `Protocol ${v1}`],
);
typeCase('interface', 'declare const $: MCPClient;', ['MCPClient @ai-sdk/mcp@2.0.99']);
typeCase('interface that extends', 'interface Mine extends MCPClient {} declare const $: Mine;', [
  `Mine ${own}`,
  'MCPClient @ai-sdk/mcp@2.0.99',
]);
typeCase('implements promises a shape only', 'abstract class Mine implements MCPClient {} declare const $: Mine;', [
  `Mine ${own}`,
]);
typeCase('alias of a union', 'type Maybe = Client | { a: 1 }; declare const $: Maybe;', [`Maybe ${own}`]);
typeCase('alias of an object type', 'type Mine = { a: 1 }; declare const $: Mine;', [`Mine ${own}`]);
typeCase('intersection', 'declare const $: Client & { label: string };', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('type parameter', 'function f<T extends Client>() { let $!: T; }', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('type parameter that may be null', 'function f<T extends Client | null>() { let $!: T; }', [
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase('type parameter without constraint', 'function f<T>() { let $!: T; }', []);
typeCase(
  'recursive constraint',
  'function f<T extends Comparable<T>>() { let $!: T; } interface Comparable<T> { a: T }',
  [`Comparable ${own}`],
);
typeCase('InstanceType', 'declare const $: InstanceType<typeof Client>;', [`Client ${v1}`, `Protocol ${v1}`]);
typeCase('the class itself is not an instance', 'declare const $: typeof Client;', []);
typeCase('a namespace is not an instance', 'const $ = v1;', []);
typeCase('this of a subclass', 'class Mine extends Client { m() { const $ = this; } }', [
  `Mine ${own}`,
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase('private nullable field', 'class Mine { #c: Client | null = null; m() { const $ = this.#c; } }', [
  `Client ${v1}`,
  `Protocol ${v1}`,
]);
typeCase('same-named class of the user', '{ class Client {} let $!: Client; }', [`Client ${own}`]);
typeCase('any, unknown, primitive', 'declare const $: any;', []);
typeCase('awaited factory', 'const $ = await createMCPClient({ transport: { type: "http", url: "" } });', [
  'MCPClient @ai-sdk/mcp@2.0.99',
]);
typeCase('type declared in a built-in module', 'declare const $: IncomingMessage;', [
  'IncomingMessage node:http@20.19.43',
  'Readable node:stream@20.19.43',
  'Stream node:stream@20.19.43',
  'EventEmitter node:events@20.19.43',
]);
typeCase('DefinitelyTyped is read as what it describes', 'declare const $: NextFunction;', [
  'NextFunction express@5.0.6',
  'NextFunction express-serve-static-core@5.1.3',
]);
typeCase('augmented by the user', 'declare const $: ErrorRequestHandler;', [
  'ErrorRequestHandler express@5.0.6',
  'ErrorRequestHandler express-serve-static-core@5.1.3',
]);
typeCase('declared by hand for a package without types', 'declare const $: import("untyped/deep.js").Thing;', [
  'Thing untyped@undefined',
]);
typeCase('default export', 'declare const $: Unnamed;', [`Fallback ${own}`]);

calleeCase('new', '$ = new Client({ name: "a", version: "1" })', `Client ${v1}`);
calleeCase('new through a namespace', '$ = new v1.Client({ name: "a", version: "1" })', `Client ${v1}`);
calleeCase(
  'new through a variable',
  'function f(C: typeof Client) { $ = new C({ name: "a", version: "1" }); }',
  `Client ${v1}`,
);
calleeCase('method', '$ = (null! as Client).callTool({ name: "a" })', `Client ${v1} .callTool on Client Protocol`);
calleeCase('inherited method', '$ = (null! as Client).close()', `Client ${v1} .close on Client Protocol`);
calleeCase(
  'optional method call',
  '$ = (null! as Client | undefined)?.close()',
  `Client ${v1} .close on Client Protocol`,
);
calleeCase('method by string', '$ = (null! as Client)["close"]()', `Client ${v1} .close on Client Protocol`);
calleeCase(
  'member with a function type',
  '$ = (null! as MCPClient).close()',
  'MCPClient @ai-sdk/mcp@2.0.99 .close on MCPClient',
);
calleeCase('function', '$ = createMCPClient(null!)', 'createMCPClient @ai-sdk/mcp@2.0.99');
calleeCase('mangled name', '$ = tool({} as never)', 'tool$1 @ai-sdk/provider-utils@5.0.81');
calleeCase('function through a namespace', '$ = agents.tool(null!)', 'tool @openai/agents-core@0.20.0');
calleeCase(
  'function in a wrapper',
  '$ = (query as typeof query)(null!)',
  'query @anthropic-ai/claude-agent-sdk@0.3.330',
);
calleeCase('function of v2', '$ = createMcpHandler(null!)', `createMcpHandler ${v2Server}`);
calleeCase(
  'dynamic import',
  'const m = await import("@ai-sdk/mcp"); $ = m.createMCPClient(null!)',
  'createMCPClient @ai-sdk/mcp@2.0.99',
);
calleeCase(
  'destructured dynamic import',
  'const { createMCPClient: make } = await import("@ai-sdk/mcp"); $ = make(null!)',
  'createMCPClient @ai-sdk/mcp@2.0.99',
);
calleeCase('kept in a variable', 'const make = createMCPClient; $ = make(null!)', 'createMCPClient @ai-sdk/mcp@2.0.99');
calleeCase(
  'method taken out',
  'const { callTool } = null! as Client; $ = callTool(null!)',
  `Client ${v1} .callTool on `,
);
calleeCase(
  'member with a function type taken out',
  'const { localShell: terminal } = openai.tools; $ = terminal(null!)',
  'openaiTools @ai-sdk/openai@4.0.118 .localShell on ',
);
calleeCase('built-in module', '$ = createServer()', 'createServer node:http@20.19.43');
calleeCase('built-in module without prefix', '$ = readFile("")', 'readFile node:fs/promises@20.19.43');
calleeCase('default import', '$ = express()', 'e express@5.0.6');
calleeCase(
  'method of an interface that extends others',
  '$ = express().post("/a", () => {})',
  'Express express-serve-static-core@5.1.3 .post on Express Application EventEmitter IRouter RequestHandler',
);
calleeCase('own function', 'function mine() {} $ = mine()', `mine ${own}`);
calleeCase('a module as a whole, which is no function', '// @ts-expect-error\n$ = v1();', undefined);
calleeCase('a module that another one exports as a whole', '// @ts-expect-error\n$ = sdkAgain();', undefined);
calleeCase('own arrow', 'const mine = () => 1; $ = mine()', `mine ${own}`);

// One program for all cases: the SDKs' types are read once.
const program = programOf(
  new Map([
    [`${sdk}/reexports.ts`, reexports],
    [`${sdk}/untyped.d.ts`, "declare module 'untyped/deep.js' { export interface Thing { a: 1 } }"],
    ...cases.map(({ code }, index) => [`${sdk}/case-${String(index)}.ts`, header + code] as const),
  ]),
);
const checker = program.getTypeChecker();

describe('originsOfType and originOfCallee', () => {
  it.each(cases.map((entry, index) => ({ ...entry, index })))('$name', ({ index, expected }) => {
    const file = program.getSourceFile(`${sdk}/case-${String(index)}.ts`);
    expect(file).toBeDefined();
    expect(file && answer(file)).toEqual(expected);
  });
});

describe('matches', () => {
  const client: Origin = { package: '@modelcontextprotocol/sdk', version: '1.25.3', name: 'Client' };
  const ref = { packages: ['@modelcontextprotocol/sdk'], names: ['Client'] };

  it.each([
    ['package and name', client, ref, true],
    ['one of several names and packages', client, { packages: ['a', ...ref.packages], names: ['B', 'Client'] }, true],
    ['another package', { ...client, package: 'my-app' }, ref, false],
    ['another name', { ...client, name: 'Protocol' }, ref, false],
    ['a mangled name', { ...client, name: 'Client$1' }, ref, true],
    ['inside the range', client, { ...ref, versions: '>=1.10 <=1.25.3' }, true],
    ['outside the range', client, { ...ref, versions: '>=1.26' }, false],
    ['a prerelease inside the range', { ...client, version: '2.0.0-beta.1' }, { ...ref, versions: '>=1.26' }, true],
    ['an unknown version, any version wanted', { ...client, version: undefined }, ref, true],
    ['an unknown version, a range wanted', { ...client, version: undefined }, { ...ref, versions: '*' }, false],
    ['the DefinitelyTyped name', { ...client, package: 'express' }, { ...ref, packages: ['@types/express'] }, true],
  ])('%s', (_name, origin, pattern, expected) => {
    expect(matches(origin, pattern)).toBe(expected);
  });
});

function answer(file: ts.SourceFile): string | readonly string[] | undefined {
  let found: string | readonly string[] | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && isSubject(node.name)) {
      if (!node.parent.parent.getText(file).includes('$: unknown'))
        found ??= originsOfType(checker.getTypeAtLocation(node.name), checker).map(text);
    } else if (ts.isBinaryExpression(node) && isSubject(node.left)) {
      found ??= calleeText(node.right as ts.CallExpression | ts.NewExpression);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function calleeText(call: ts.CallExpression | ts.NewExpression): string | undefined {
  const callee = originOfCallee(call, checker);
  if (!callee) return undefined;
  const suffix =
    callee.method === undefined ? '' : ` .${callee.method} on ${callee.receiver.map(({ name }) => name).join(' ')}`;
  return text(callee.origin) + suffix;
}

function text(origin: Origin): string {
  return `${origin.name} ${origin.package}@${String(origin.version)}`;
}

function isSubject(node: ts.Node): boolean {
  return ts.isIdentifier(node) && node.text === '$';
}

function programOf(sources: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost(options);
  const onDisk = sharingDeclarations(ts.createCompilerHost(options));
  host.fileExists = (name) => sources.has(name) || onDisk.fileExists(name);
  host.getCurrentDirectory = () => sdk;
  host.getSourceFile = (name, ...rest) => {
    const source = sources.get(name);
    return source === undefined ? onDisk.getSourceFile(name, ...rest) : ts.createSourceFile(name, source, rest[0]);
  };
  return ts.createProgram([...sources.keys()], options, host);
}
