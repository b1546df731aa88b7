import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

// Stand-ins for the compiler's process, which do what it should never do.
const root = path.resolve(import.meta.dirname, '../../..');
const folders: string[] = [];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true });
});

const cases = [
  ['that ends at once', 'exit 3', /^agent-safety: The compiler failed \(.+\), at `initialize`\./],
  [
    'that answers nonsense',
    'head -c 20 >/dev/null; echo nonsense; cat >/dev/null',
    /^agent-safety: The compiler failed \(.+\), at `initialize`\./,
  ],
  ['that never answers', 'exec sleep 600', /^agent-safety: The compiler gave no answer within 30 s, at `initialize`\./],
] as const;

it.skipIf(process.platform === 'win32').concurrent.each(cases)(
  'a compiler %s is an error with code 2, and nothing is left of it',
  async (_, script, message) => {
    const { place, compiler } = projectWith(script);
    const { code, stdout, stderr } = await run(place);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(await processesOf(compiler)).toBe('');
  },
);

/** A project whose TypeScript 7 is started by a script. */
function projectWith(script: string): { readonly place: string; readonly compiler: string } {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'failing-')));
  folders.push(place);
  const modules = path.join(place, 'node_modules');
  cpSync(path.join(root, 'node_modules/typescript7'), path.join(modules, 'typescript'), { recursive: true });
  const platform = path.join(modules, `@typescript/typescript-${process.platform}-${process.arch}`);
  const compiler = path.join(platform, 'lib/tsc');
  mkdirSync(path.dirname(compiler), { recursive: true });
  writeFileSync(path.join(platform, 'package.json'), '{ "name": "compiler", "version": "7.0.2" }');
  writeFileSync(compiler, `#!/bin/sh\n# ${compiler}\n${script}\n`);
  chmodSync(compiler, 0o755);
  writeFileSync(path.join(place, 'tsconfig.json'), '{ "files": ["main.ts"] }');
  writeFileSync(path.join(place, 'main.ts'), 'export {};\n');
  return { place, compiler };
}

function run(
  place: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const main = path.join(root, 'packages/cli/src/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'check', place], { cwd: root });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (output.stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output.stderr += data.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, ...output });
    });
  });
}

/** The processes that were started by a path. */
function processesOf(program: string): Promise<string> {
  const list = spawn('ps', ['-eo', 'args']);
  let text = '';
  list.stdout.on('data', (data: Buffer) => (text += data.toString()));
  return new Promise((resolve) => {
    list.on('close', () => {
      resolve(
        text
          .split('\n')
          .filter((line) => line.includes(program))
          .join('\n'),
      );
    });
  });
}
