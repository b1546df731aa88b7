/**
 * What the rules cost: `npm run bench`, or `npm run bench -- --quick`. Whole ESLint processes, with a typed rule that does
 * nothing and with the recommended preset, in turns; the ratio of the processor time of each pair, and the median of those.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sessionProject, type Density } from './session-project.ts';
import { shapes, sourceOf } from './shapes.ts';

const root = join(import.meta.dirname, '..');
const work = join(root, '.tmp/bench');
const isQuick = process.argv.includes('--quick');
const pairs = isQuick ? 1 : 5;

interface Measured {
  readonly cpu: number;
  readonly rules: Readonly<Record<string, number>>;
  readonly problems: Readonly<Record<string, number>>;
}

function lint(folder: string, variant: 'noop' | 'recommended'): Measured {
  const request = { folder, files: ['**/*.ts'], variant, plugin: join(root, 'dist/index.js') };
  const options = ['--max-old-space-size=6000', join(root, 'benchmarks/lint.mjs'), JSON.stringify(request)];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8', maxBuffer: 2 ** 26 })) as Measured;
}

function writeProject(name: string, files: Iterable<readonly [string, string]>): string {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench', private: true, type: 'module' }));
  symlinkSync(join(root, 'tests/sdk/node_modules'), join(folder, 'node_modules'));
  return folder;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function say(name: string, figure: string, isWithin: boolean, bound: string): void {
  console.log(`${name.padEnd(44)} ${figure.padEnd(44)} ${isWithin ? 'within' : 'MISSED'}: ${bound}`);
}

/** The share that the rules add to a run, and how many milliseconds of the processor they take for a line. */
function compare(name: string, folder: string, lines: number, bound: number): number {
  const ratios: number[] = [];
  const added: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const without = lint(folder, 'noop');
    const withRules = lint(folder, 'recommended');
    ratios.push(withRules.cpu / without.cpu);
    added.push((withRules.cpu - without.cpu) / lines);
  }
  const share = median(ratios) - 1;
  const range = ratios.map((ratio) => ((ratio - 1) * 100).toFixed(1)).join(', ');
  say(
    `${name}, ${String(lines)} lines`,
    `${(share * 100).toFixed(1)} % (${range})`,
    share <= bound,
    `${String(bound * 100)} %`,
  );
  return median(added);
}

const sizes = isQuick ? [1000, 10_000] : [1000, 10_000, 100_000];
for (const density of ['mixed', 'dense'] satisfies Density[]) {
  const costs = sizes.map((lines) => {
    const { files, lines: actual } = sessionProject(lines, density);
    return compare(`session code, ${density}`, writeProject(`${density}-${String(lines)}`, files), actual, 0.1);
  });
  const growth = (costs.at(-1) ?? NaN) / (costs.at(-2) ?? NaN);
  say(`growth, ${density}`, `cost of a line, ten times the lines: × ${growth.toFixed(2)}`, growth <= 1.2, 'linear');
}

for (const shape of shapes) {
  const name = shape.name.replaceAll(/\W+/g, '-');
  const folder = writeProject(`shape-${name}`, [['main.ts', sourceOf(shape)]]);
  const { rules } = lint(folder, 'recommended');
  const milliseconds = Object.values(rules).reduce((sum, time) => sum + time, 0);
  say(
    `${shape.name}, ${String(shape.size)}`,
    `${milliseconds.toFixed(0)} ms in the rules`,
    milliseconds <= 2000,
    '2 s',
  );
}
