/**
 * Whether all rules find the same with TypeScript 6 and with TypeScript 7, in the programs of the tests, the examples, and
 * the published packages of the demo: `npm run compilers`, some of them with `npm run compilers -- --only tests,examples`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { written } from './compilers/batches.ts';
import { batchesOf } from './findings/programs.ts';
import { placeOfTypescript7 } from '../tests/type-utils/typescript7/place.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'examples,packages,tests' },
    programs: { type: 'string' },
    each: { type: 'string', default: '1' },
    dist: { type: 'string', default: 'dist' },
  },
});

/** Programs in which the compilers themselves differ, by what: also in `docs/internals/compiler-door.md`. */
const ownDifferences: Readonly<Record<string, string>> = {
  'an SDK that is installed > is reported where its path does not resolve in this mode':
    'TypeScript 7 has no `moduleResolution: node10`',
};

const folder = mkdtempSync(join(tmpdir(), 'compilers-'));
const kept = resolve(values.programs ?? join(folder, 'programs.jsonl'));
let differing = 0;
for (const part of values.only.split(',')) await compare(part);
process.exitCode = differing > 0 ? 1 : 0;

async function compare(part: string): Promise<void> {
  const input = join(folder, `${part}.jsonl`);
  const batches = [...batchesOf(part, kept, Number(values.each))];
  writeFileSync(input, batches.map((batch) => JSON.stringify(written(batch))).join('\n'));
  const six = await resultsOf(root, input);
  const seven = await resultsOf(placeOfTypescript7(), input);
  let count = 0;
  let failed = 0;
  for (const [id, result] of six) {
    if ('error' in (JSON.parse(result) as object)) failed++;
    const other = seven.get(id);
    if (result === other) continue;
    const cause = Object.entries(ownDifferences).find(([name]) => id.includes(name))?.[1];
    if (cause === undefined) count++;
    console.log(`━━ ${id}${cause === undefined ? '' : ` (${cause})`}\n${differenceOf(result, other)}`);
  }
  differing += count;
  console.log(
    `${part}: ${String(six.size)} files compared, ${String(count)} differ otherwise than the compilers themselves, ${String(failed)} end with an error`,
  );
}

/** What a worker prints, by the id of the file. */
async function resultsOf(compiler: string, input: string): Promise<ReadonlyMap<string, string>> {
  const worker = join(root, 'scripts/compilers/worker.ts');
  const began = performance.now();
  const { stdout, stderr } = await run(
    process.execPath,
    ['--import', 'tsx', '--max-old-space-size=4000', worker, resolve(values.dist), compiler, input],
    {
      cwd: root,
      maxBuffer: 2 ** 30,
    },
  );
  if (stderr) console.error(stderr);
  console.error(`${compiler}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const lines = stdout.trimEnd().split('\n');
  return new Map(lines.map((line) => [(JSON.parse(line) as { id: string }).id, line]));
}

/** The findings that only one of two results has. */
function differenceOf(six: string, seven: string | undefined): string {
  const [own, others] = [six, seven ?? '{}'].map((line) => {
    const { findings = [], error } = JSON.parse(line) as { findings?: readonly unknown[]; error?: string };
    return error === undefined ? findings.map((each) => JSON.stringify(each)) : [error];
  }) as [string[], string[]];
  const only = (mark: string, list: readonly string[], other: readonly string[]): string[] =>
    list.filter((each) => !other.includes(each)).map((each) => `  ${mark}: ${each}`);
  return [...only('6', own, others), ...only('7', others, own)].join('\n');
}
