import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Files by their paths; undefined for one that is to be taken away. */
export type Files = Readonly<Record<string, string | undefined>>;

/** Just enough of an SDK for programs of the tests, so that no real one has to be read for each of them. */
export const sdk: Files = {
  'node_modules/@openai/agents/package.json': '{ "name": "@openai/agents", "version": "0.3.0", "types": "index.d.ts" }',
  'node_modules/@openai/agents/index.d.ts': `
    export interface FunctionTool { readonly name: string }
    export declare class Agent {
      constructor(options: { name: string; tools?: FunctionTool[]; handoffs?: Agent[] });
      asTool(options: { toolName: string }): FunctionTool;
    }
    export declare function tool(options: {
      name: string; description: string; parameters: object; needsApproval?: boolean; execute: () => unknown;
    }): FunctionTool;`,
  'node_modules/@types/node/package.json': '{ "name": "@types/node", "version": "20.0.0", "types": "index.d.ts" }',
  'node_modules/@types/node/index.d.ts':
    "declare module 'fs/promises' { export function rm(path: string): Promise<void>; } declare module 'node:fs/promises' { export * from 'fs/promises'; }",
  '.gitignore': 'node_modules\n',
  'tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "lib": ["ES2015"], "types": ["node"] }, "include": ["src"] }',
  'package.json': '{ "name": "desk", "type": "module" }',
};

/** The start of a source file that defines agents. */
export const imports = `import { Agent, tool } from '@openai/agents';\nimport { rm } from 'node:fs/promises';\n`;

/** The source of a tool that deletes, with options such as one that requires approval. */
export function deleting(name: string, options = ''): string {
  return `export const ${name} = tool({ name: '${name}', description: '', parameters: {}, ${options} execute: () => rm('/data') });\n`;
}

/** A source file with an agent that has a tool which deletes, with options such as one that requires approval. */
export function agentThatDeletes(options: string): string {
  return `${imports}${deleting('drop_table', options)}export const ops = new Agent({ name: 'ops', tools: [drop_table] });\n`;
}

/** The source of a tool that reads nothing and writes nothing. */
export function reading(name: string): string {
  return `export const ${name} = tool({ name: '${name}', description: '', parameters: {}, execute: () => 'open' });\n`;
}

/** Folders of a test file, which takes them away at its end. */
export class Folders {
  readonly #folders: string[] = [];

  /** A folder outside of every project, with these files. */
  make(files: Files): string {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'graph-')));
    this.#folders.push(folder);
    write(folder, files);
    return folder;
  }

  /** A git repository with one commit of these files. */
  repository(files: Files): string {
    const folder = this.make(files);
    git(folder, 'init', '--quiet', '--initial-branch=main');
    commit(folder, {});
    return folder;
  }

  remove(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

export function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (text === undefined) {
      rmSync(file);
      continue;
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Writes files and commits all. */
export function commit(folder: string, files: Files): void {
  write(folder, files);
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message=Change');
}

export function git(folder: string, ...command: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', command, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
