import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { filesReaching } from '../../../src/type-utils/index/import-graph.ts';
import { programOf } from '../in-memory-program.ts';

const sdk = { packages: ['@modelcontextprotocol/sdk'], versions: '>=1.0.0 <2.0.0' };

function reaching(texts: Readonly<Record<string, string>>, ref: Parameters<typeof filesReaching>[1][number] = sdk) {
  const { program } = programOf(texts, {
    paths: { '#own/*': ['./*'] },
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return [...filesReaching(program, [ref])]
    .map(({ fileName }) => posix.basename(fileName))
    .filter((name) => name in texts)
    .sort();
}

const client =
  "import { Client } from '@modelcontextprotocol/sdk/client/index.js';\nexport const client: Client = null!;";

it('answers the files that import a package, and those that import them', () => {
  const texts = {
    'client.ts': client,
    'near.ts': "export * from './client.js';",
    'far.ts': "import { client } from './near.js';\nclient;",
    'other.ts': "import { readFile } from 'node:fs';\nreadFile;",
  };
  expect(reaching(texts)).toEqual(['client.ts', 'far.ts', 'near.ts']);
});

it('follows path aliases, imports at run time, and types of imports', () => {
  const texts = {
    'client.ts': client,
    'alias.ts': "import { client } from '#own/client.ts';\nclient;",
    'late.ts': "export const late = async () => (await import('#own/client.ts')).client;",
    'type.ts': "export type Late = typeof import('#own/client.ts').client;",
  };
  expect(reaching(texts)).toEqual(['alias.ts', 'client.ts', 'late.ts', 'type.ts']);
});

it('leaves out what a package that is not installed says, and what only looks like an import', () => {
  const texts = {
    'missing.ts': "import { x } from 'nobody-has-this';\nx;",
    'text.ts': 'export const code = "await import(\'nobody-has-this\')";',
    'comment.ts': "// import('nobody-has-this')\nexport {};",
  };
  expect(reaching(texts)).toEqual([]);
});

it('leaves out another version than is asked for', () => {
  expect(reaching({ 'client.ts': client }, { ...sdk, versions: '>=2.0.0' })).toEqual([]);
  expect(reaching({ 'client.ts': client }, { packages: sdk.packages })).toEqual(['client.ts']);
});

it('knows built-in modules', () => {
  const texts = { 'server.ts': "import { createServer } from 'node:http';\ncreateServer;", 'other.ts': 'export {};' };
  expect(reaching(texts, { packages: ['node:http'] })).toEqual(['server.ts']);
});
