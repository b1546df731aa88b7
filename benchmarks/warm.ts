/**
 * What an edit costs a project that is followed, as editors and watch modes do: `npx tsx benchmarks/warm.ts`, or with
 * `--quick` for the smaller project alone. After the build. The body of one function is edited, then the findings of that
 * file are wanted, then those of all files: the fastest of some edits, for both compilers, each in a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { placeOfTypescript7 } from '../tests/type-utils/typescript7/place.ts';
import { print } from './measure.ts';
import { writeProject } from './projects.ts';
import { sessionProject } from './session-project.ts';

const root = join(import.meta.dirname, '..');

/** Milliseconds that an edit may take in the largest project: until the file is analysed, and until all are. */
const FILE_BOUND = 50;
const ALL_BOUND = 500;

interface Warm {
  /** Milliseconds to read the project, and to analyse all of it for the first time. */
  readonly open: number;
  readonly cold: number;
  readonly findings: number;
  /** Milliseconds of the fastest edit until there is a program, the findings of the file, and those of all files. */
  readonly program: number;
  readonly file: number;
  readonly all: number;
}

/** Prints what an edit costs in generated agent code of some sizes. */
export function measureWarm(sizes: readonly number[], edits = 12): void {
  for (const lines of sizes) {
    const project = writeProject(`warm-${String(lines)}`, sessionProject(lines, 'mixed').files);
    for (const [compiler, place] of [
      ['TypeScript 6', root],
      ['TypeScript 7', placeOfTypescript7()],
    ] as const) {
      const script = [join(root, 'benchmarks/warm.mjs'), project.folder, place, String(edits)];
      const output = execFileSync(process.execPath, ['--max-old-space-size=6000', ...script], { encoding: 'utf8' });
      const { open, cold, program, file, all } = JSON.parse(output) as Warm;
      print(
        `after an edit, ${compiler}, ${project.lines.toLocaleString('en')} lines`,
        `${ms(program)} program, ${ms(file)} the file, ${ms(all)} everything (at first ${ms(open + cold)})`,
        file <= FILE_BOUND && all <= ALL_BOUND
          ? `within: ${ms(FILE_BOUND)}, ${ms(ALL_BOUND)}`
          : `MISSED: ${ms(FILE_BOUND)}, ${ms(ALL_BOUND)}`,
      );
    }
  }
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  measureWarm(values.quick ? [10_000] : [10_000, 100_000]);
}
