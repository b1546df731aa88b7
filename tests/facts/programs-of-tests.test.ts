import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { programsIn } from '../../scripts/findings/compile.ts';
import { recordTests, testBatches, testPrograms } from '../../scripts/findings/programs.ts';
import { Analysis } from '../../src/facts/analysis.ts';
import type { ts } from '../../src/type-utils/index.ts';
import compiler from 'typescript';
import type { RecordedProgram } from '../recorded-programs.ts';
import { followed } from '../rules/relinted.ts';
import { comparisonOf } from './disagreements.ts';
import { repetitionsIn } from './repetitions.ts';

// All programs, some minutes; every n-th one while something is tried: PROGRAMS_OF_EACH=8. To keep them for another run, or
// for scripts/compilers.ts: PROGRAMS_FILE=.tmp/programs.jsonl.
const each = Number(process.env.PROGRAMS_OF_EACH ?? '1');
const kept = process.env.PROGRAMS_FILE;

let programs: readonly RecordedProgram[] = [];

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-of-tests-'));
  try {
    const recorded = path.resolve(kept ?? path.join(folder, 'programs.jsonl'));
    if (!existsSync(recorded)) recordTests(recorded);
    programs = testPrograms(recorded).filter((_, index) => index % each === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Whether the settings, the policy or the registry are wrong, as some tests mean them to be: no host has a verdict then. */
function isRefused(analysis: Analysis, files: readonly ts.SourceFile[]): boolean {
  try {
    for (const file of files) {
      analysis.policyFor(file);
      analysis.registriesFor(file);
    }
    return false;
  } catch {
    return true;
  }
}

describe('in the programs of all tests of rules', () => {
  const disagreements: string[] = [];
  const repeated: string[] = [];
  let compared = 0;

  beforeAll(async () => {
    const programOf = programsIn(compiler);
    for (const batch of testBatches(programs)) {
      const program = programOf(batch);
      const files = batch.linted.flatMap(({ file }) => program.getSourceFile(file) ?? []);
      const analysis = new Analysis(program, { settings: batch.settings, cwd: batch.folder });
      if (isRefused(analysis, files)) continue;
      const comparison = comparisonOf(analysis, batch.folder, files);
      disagreements.push(...comparison.disagreements);
      compared += comparison.count;
      repeated.push(...repetitionsIn(analysis, files, 'strict').repeated);
      // Only after a macrotask are programs freed that are weakly referenced.
      await setImmediate();
    }
  });

  it('facts, graph and the rules agree', () => {
    expect(disagreements).toEqual([]);
    expect(compared).toBeGreaterThan(Math.floor(500 / each));
  });

  it('no text stands twice at one place', () => {
    expect(repeated).toEqual([]);
  });

  it('following a suggestion removes the finding, makes no other, and compiles', async () => {
    const results = await followed(programs);
    const failed = results.filter(
      ({ isGone, newFindings, newErrors }) => !isGone || newFindings.length > 0 || newErrors.length > 0,
    );

    expect(failed.map(({ program, ...result }) => ({ id: program.id, ...result }))).toEqual([]);
    expect(results.length).toBeGreaterThan(Math.floor(100 / each));
  });
});
