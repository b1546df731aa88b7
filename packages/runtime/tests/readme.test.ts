import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { sharingDeclarations } from '../../../tests/parsed-declarations.ts';

// The first program of the README, with what it says it prints.
const root = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const [, code = '', printed = ''] = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];

describe('the program of the README', () => {
  it('compiles, but for what it says does not', () => {
    const name = path.join(root, 'tests/readme-example.ts');
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      types: [],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      paths: { '@agent-safety/runtime': [path.join(root, 'src/index.ts')] },
    };
    const host = ts.createCompilerHost(options);
    const onDisk = sharingDeclarations(ts.createCompilerHost(options));
    host.getSourceFile = (file, ...rest) =>
      file === name ? ts.createSourceFile(file, code, ts.ScriptTarget.ES2022) : onDisk.getSourceFile(file, ...rest);
    host.fileExists = (file) => file === name || onDisk.fileExists(file);

    const program = ts.createProgram([name], options, host);
    const found = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')); // prettier-ignore

    expect(code.match(/@ts-expect-error/g)).toHaveLength(3);
    expect(found).toEqual([]);
  });

  it('prints what it says', async () => {
    const { outputFiles } = await build({
      stdin: { contents: code, loader: 'ts', resolveDir: root },
      alias: { '@agent-safety/runtime': path.join(root, 'src/index.ts') },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);

    const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`;
    await import(/* @vite-ignore */ url);
    const lines = log.mock.calls.map(([value]) => (typeof value === 'string' ? value : inspect(value)));
    log.mockRestore();

    expect(`${lines.join('\n')}\n`).toBe(printed);
  });
});
