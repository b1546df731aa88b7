import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Folders } from '../../../packages/cli/tests/graph/repository.ts';
import { sessionFactsOf } from '../../../src/facts/sessions/sessions.ts';
import type { SessionFacts } from '../../../src/facts/sessions/session-facts.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import { type LiveProject, openLiveProject } from '../../../src/type-utils/index.ts';

const folders = new Folders();
afterAll(() => folders.remove());

const sdk = 'node_modules/@modelcontextprotocol/sdk';
const client = "import { Client } from '@modelcontextprotocol/sdk/client';\n";
const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { lib: ['es2022'], module: 'nodenext', types: [], strict: true, allowImportingTsExtensions: true },
  }),
  'package.json': '{ "type": "module" }',
  [`${sdk}/package.json`]: JSON.stringify({
    name: '@modelcontextprotocol/sdk',
    version: '1.20.0',
    exports: { './client': { types: './client.d.ts' } },
  }),
  [`${sdk}/client.d.ts`]: `export declare class Client {
  constructor(info: { name: string; version: string });
  connect(transport: unknown): Promise<void>;
  callTool(call: { name: string }): Promise<object>;
  close(): Promise<void>;
}
`,
  'shut.ts': `${client}export class Shutter { async shut(client: Client) { await client.close(); } }\n`,
  'between.ts': "export * from './shut.ts';\n",
  'main.ts': `${client}import { Shutter } from './between.ts';
export async function main(client: Client, shutter: Shutter) {
  await shutter.shut(client);
  await client.callTool({ name: 'a' });
}
`,
  'other.ts': `${client}export async function other(client: Client) { await client.close(); }\n`,
};

const place = folders.make(files);

/** Ways to import a file that no path by itself leads to, or that do not look like an import. */
const imports: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a comment in the import': {
    'main.ts': `${client}export async function main(client: Client) {
  const lib = await import(/* the rest */ './shut.ts');
  await lib.shut(client);
  await client.callTool({ name: 'a' });
}
`,
  },
  'a template': {
    'main.ts': `${client}export async function main(client: Client) {
  const lib = await import(\`./shut.ts\`);
  await lib.shut(client);
  await client.callTool({ name: 'a' });
}
`,
  },
  'a folder with a package.json': {
    'lib/package.json': '{ "type": "module", "main": "./source/index.ts", "types": "./source/index.ts" }',
    'lib/source/index.ts': `export * from '../../shut.ts';\n`,
    'main.ts': `${client}import { shut } from './lib';
export async function main(client: Client) {
  await shut(client);
  await client.callTool({ name: 'a' });
}
`,
  },
};

function factsAfter(live: LiveProject, name: string, text: string): SessionFacts {
  live.update(path.posix.join(place, name), text);
  return factsOfMain(live);
}

function factsOfMain({ current: { program } }: LiveProject, folder = place): SessionFacts {
  const file = program.getSourceFile(path.posix.join(folder, 'main.ts'));
  if (!file) throw new Error('no main.ts');
  return sessionFactsOf(file, program, builtInProtocols);
}

test('the facts of a file are those of the program before, unless what it imports has changed', () => {
  const live = openLiveProject(place);
  try {
    const before = factsOfMain(live);
    expect(before.misuses).toHaveLength(1);

    expect(factsAfter(live, 'other.ts', `${files['other.ts']}export const more = 1;\n`)).toBe(before);

    // What is imported through another file, and shows the same.
    const kept = files['shut.ts'].replace('await client.close();', 'void client;');
    expect(factsAfter(live, 'shut.ts', kept).misuses).toEqual([]);
    const again = factsAfter(live, 'shut.ts', files['shut.ts']);
    expect(again.misuses).toHaveLength(1);

    // A method may run the one of a subclass, in a file that nothing imports.
    const slower =
      "import { Shutter } from './shut.ts';\nexport class Slower extends Shutter { override async shut() {} }\n";
    expect(factsAfter(live, 'other.ts', slower).misuses).toEqual([]);
  } finally {
    live.close();
  }
});

test.each(Object.entries(imports))('they follow a file that is imported by %s', (_name, own) => {
  const shut = `${client}export async function shut(client: Client) { await client.close(); }\n`;
  const compilerOptions = {
    ...{ lib: ['es2022'], module: 'esnext', moduleResolution: 'bundler', types: [], strict: true, noEmit: true },
    allowImportingTsExtensions: true,
  };
  const folder = folders.make({
    ...files,
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'shut.ts': shut,
    'between.ts': 'export {};\n',
    ...own,
  });
  const live = openLiveProject(folder);
  try {
    expect(factsOfMain(live, folder).misuses).toHaveLength(1);
    live.update(path.posix.join(folder, 'shut.ts'), shut.replace('await client.close();', 'void client;'));
    expect(factsOfMain(live, folder).misuses).toEqual([]);
  } finally {
    live.close();
  }
});

test('what makes a session is found again where an import changes what a call runs', () => {
  const never = 'export async function open() { return undefined; }\n';
  const opens = `${client}export async function open() {
  const client = new Client({ name: 'a', version: '1' });
  return client;
}
`;
  const folder = folders.make({
    ...files,
    'open.ts': never,
    'between.ts': "export * from './open.ts';\n",
    'through.ts': "import { open } from './between.ts';\nexport const through = async () => open();\n",
    'main.ts': `${client}import { through } from './through.ts';
export async function main(): Promise<void> {
  const client: Client | undefined = await through();
  await client?.callTool({ name: 'a' });
}
`,
  });
  const live = openLiveProject(folder);
  const misusesAfter = (text: string): number => {
    live.update(path.posix.join(folder, 'open.ts'), text);
    return factsOfMain(live, folder).misuses.length;
  };
  try {
    expect(factsOfMain(live, folder).misuses).toEqual([]);
    expect(misusesAfter(opens)).toBe(1);
    expect(misusesAfter(`${opens}export const more = 1;\n`)).toBe(1);
    expect(misusesAfter(never)).toBe(0);
  } finally {
    live.close();
  }
});
