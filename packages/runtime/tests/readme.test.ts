import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { packageRoot, problemsIn } from './page-programs.ts';

// The first program of the README, with what it says it prints.
const readme = readFileSync(path.join(packageRoot, 'README.md'), 'utf8');
const [, code = '', printed = ''] = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];

describe('the program of the README', () => {
  it('compiles, but for what it says does not', () => {
    const found = problemsIn(code, 'readme-example.ts', { '@agent-safety/runtime': 'src/index.ts' }, { types: [] });

    expect(code.match(/@ts-expect-error/g)).toHaveLength(3);
    expect(found).toEqual([]);
  });

  it('prints what it says', async () => {
    const { outputFiles } = await build({
      stdin: { contents: code, loader: 'ts', resolveDir: packageRoot },
      alias: { '@agent-safety/runtime': path.join(packageRoot, 'src/index.ts') },
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
