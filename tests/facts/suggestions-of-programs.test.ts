import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { recordTests, testPrograms } from '../../scripts/findings/programs.ts';
import { followed } from '../rules/relinted.ts';

it('following any suggestion in the programs of all tests removes the finding, makes no other, and compiles', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'suggestions-'));
  try {
    const recorded = path.join(folder, 'programs.jsonl');
    recordTests(recorded);
    const results = await followed(testPrograms(recorded));
    const failed = results.filter(
      ({ isGone, newFindings, newErrors }) => !isGone || newFindings.length > 0 || newErrors.length > 0,
    );

    expect(failed.map(({ program, ...result }) => ({ id: program.id, ...result }))).toEqual([]);
    expect(results.length).toBeGreaterThan(100);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
