import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { programsIn } from '../../scripts/findings/compile.ts';
import { recordTests, testBatches, testPrograms } from '../../scripts/findings/programs.ts';
import { Analysis } from '../../src/facts/analysis.ts';
import type { ts } from '../../src/type-utils/index.ts';
import { typescript as compiler } from '../../src/type-utils/typescript.ts';
import { comparisonOf } from './disagreements.ts';
import { repetitionsIn } from './repetitions.ts';

/** Whether the settings or the policy are wrong, as some tests mean them to be: no host has a verdict then. */
function isRefused(analysis: Analysis, files: readonly ts.SourceFile[]): boolean {
  try {
    for (const file of files) analysis.policyFor(file);
    return false;
  } catch {
    return true;
  }
}

const disagreements: string[] = [];
const repeated: string[] = [];
let compared = 0;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'verdicts-'));
  try {
    const recorded = path.join(folder, 'programs.jsonl');
    recordTests(recorded);
    const programOf = programsIn(compiler);
    for (const batch of testBatches(testPrograms(recorded))) {
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('facts, graph and the rules agree about the programs of all tests of rules', () => {
  expect(disagreements).toEqual([]);
  expect(compared).toBeGreaterThan(500);
});

it('no text stands twice at one place in them', () => {
  expect(repeated).toEqual([]);
});
