import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from './repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'summarize-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const green = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

it('counts each test, and each step but those of tests', () => {
  expect(summaryOf({ ...green, success: true }, { passed: 3, failed: 0 })).toEqual(['7 passed, 0 failed', 0]);
});

it('counts a failed test once', () => {
  const results = { ...green, numFailedTests: 2, success: false };
  expect(summaryOf(results, { passed: 2, failed: 1 })).toEqual(['7 passed, 2 failed', 1]);
});

it('counts a test file that does not load', () => {
  const results = { ...green, testResults: [{ status: 'failed', assertionResults: [] }], success: false };
  expect(summaryOf(results, { passed: 2, failed: 1 })).toEqual(['7 passed, 1 failed', 1]);
});

it('fails where tests pass and another step does not', () => {
  expect(summaryOf({ ...green, success: true }, { passed: 2, failed: 1 })).toEqual(['6 passed, 1 failed', 1]);
});

it('adds up several runs of tests', () => {
  const results = { ...green, success: true };
  expect(summaryOf([results, results], { passed: 4, failed: 0 })).toEqual(['12 passed, 0 failed', 0]);
  const failing = { ...green, numFailedTests: 1, success: false };
  expect(summaryOf([results, failing], { passed: 3, failed: 1 })).toEqual(['12 passed, 1 failed', 1]);
});

it('fails without the results of one of the runs', () => {
  expect(summaryOf([{ ...green, success: true }, undefined], { passed: 3, failed: 1 })).toEqual([
    '7 passed, 1 failed',
    1,
  ]);
});

it('fails without results', () => {
  expect(summaryOf(undefined, { passed: 2, failed: 1 })).toEqual(['2 passed, 1 failed', 1]);
});

it('says what was skipped on a line of its own', () => {
  const [output] = summaryOf({ ...green, numPendingTests: 1, success: true }, { passed: 1, failed: 0 });
  expect(output).toBe('1 tests skipped\n5 passed, 0 failed');
});

function summaryOf(results: unknown, steps: { passed: number; failed: number }): [string, number | null] {
  const files = (Array.isArray(results) ? results : [results]).map((each: unknown, index) => {
    const file = path.join(folder, `results-${String(index)}.json`);
    if (each === undefined) rmSync(file, { force: true });
    else writeFileSync(file, JSON.stringify(each));
    return file;
  });
  const script = path.join(root, 'scripts/summarize.mjs');
  const args = [script, String(steps.passed), String(steps.failed), ...files];
  const run = spawnSync('node', args, { encoding: 'utf8' });
  return [run.stdout.trim(), run.status];
}
