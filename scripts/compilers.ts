/**
 * Whether all rules find the same with TypeScript 6 and with TypeScript 7, in the programs of the tests, the examples, and
 * the published packages of the demo: `npm run compilers`, some of them with `npm run compilers -- --only tests,examples`.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { written } from './compilers/batches.ts';
import {
  type Batch,
  exampleBatches,
  fuzzPrograms,
  packageBatches,
  recordTests,
  testBatches,
  testPrograms,
} from './findings/programs.ts';

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

const folder = mkdtempSync(join(tmpdir(), 'compilers-'));
let differing = 0;
for (const part of values.only.split(',')) await compare(part);
process.exitCode = differing > 0 ? 1 : 0;

async function compare(part: string): Promise<void> {
  const input = join(folder, `${part}.jsonl`);
  const batches = [...batchesOf(part)];
  writeFileSync(input, batches.map((batch) => JSON.stringify(written(batch))).join('\n'));
  const six = await resultsOf(root, input);
  const seven = await resultsOf(placeOf7(), input);
  let count = 0;
  for (const [id, result] of six) {
    const other = seven.get(id);
    if (result === other) continue;
    count++;
    console.log(`━━ ${id}\n${differenceOf(result, other)}`);
  }
  differing += count;
  console.log(`${part}: ${String(six.size)} files compared, ${String(count)} differ`);
}

function* batchesOf(part: string): Iterable<Batch> {
  if (part === 'examples') yield* exampleBatches();
  else if (part === 'packages') yield* packageBatches();
  else if (part === 'fuzz') yield* testBatches(fuzzPrograms());
  else {
    const kept = resolve(values.programs ?? join(folder, 'programs.jsonl'));
    if (!existsSync(kept)) recordTests(kept);
    yield* testBatches(testPrograms(kept).filter((_, index) => index % Number(values.each) === 0));
  }
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

/** A folder in which the compiler is TypeScript 7. */
function placeOf7(): string {
  const place = join(root, '.tmp/typescript7');
  const link = join(place, 'node_modules/typescript');
  mkdirSync(join(place, 'node_modules'), { recursive: true });
  if (!existsSync(link)) symlinkSync(join(root, 'node_modules/typescript7'), link);
  return place;
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
