// What all rules find in the examples, in published packages, in the programs of the tests and in random programs, so
// that a refactoring can be shown to change no finding: a line of JSON for each linted file, in an order that stays.
//
//   npm run findings -- out.jsonl                        with the plugin in dist/, over all programs
//   npm run findings -- out.jsonl --dist ../other/dist   with another build of it
//   npm run findings -- out.jsonl --programs kept.jsonl  over the programs of the tests in this file, written where it is missing
//   npm run findings -- out.jsonl --only tests,fuzz      some of: examples, packages, tests, fuzz
//   npm run findings -- --compare before.jsonl after.jsonl
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from './findings/compare.ts';
import { lintAll } from './findings/lint.ts';
import { batchesOf } from './findings/programs.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'boolean', default: false },
    dist: { type: 'string', default: 'dist' },
    only: { type: 'string', default: 'examples,packages,tests,fuzz' },
    programs: { type: 'string' },
  },
});

if (values.compare) compare();
else await record();

async function record(): Promise<void> {
  const [output] = positionals;
  if (output === undefined) throw new Error('Name the file to write: npm run findings -- out.jsonl');
  const parts = values.only.split(',');
  const kept = resolve(values.programs ?? join(mkdtempSync(join(tmpdir(), 'findings-')), 'programs.jsonl'));
  const lines: string[] = [];
  for (const part of parts) {
    const began = performance.now();
    const found = await lintAll(resolve(values.dist), batchesOf(part, kept));
    lines.push(...found);
    console.log(`${part}: ${String(found.length)} files in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  writeFileSync(output, `${lines.join('\n')}\n`);
}

function compare(): void {
  const [before, after] = positionals;
  if (before === undefined || after === undefined) throw new Error('Name two files to compare.');
  const { count, compared, texts } = differences(before, after);
  for (const text of texts) console.log(text);
  console.log(`${String(compared)} files compared, ${String(count)} differ`);
  process.exitCode = count > 0 ? 1 : 0;
}
