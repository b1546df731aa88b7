// Prints the closing line of .ci/run: `N passed, N failed`, each test and each step other than the tests counted once.
// Exits with 1 where anything failed, or where there are no test results to count.
import { existsSync, readFileSync } from 'node:fs';

const [resultsFile, stepsPassed, stepsFailed] = process.argv.slice(2);
const results = existsSync(resultsFile)
  ? JSON.parse(readFileSync(resultsFile, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], success: false };

// A file that fails to load has no tests, and the reporter counts it nowhere but here.
const brokenFiles = results.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
).length;
const failedTests = results.numFailedTests + brokenFiles;
const isTestStepExplained = results.success || failedTests > 0;

// The step that runs the tests is counted by its tests, unless it failed for a reason that no test shows.
const passed = results.numPassedTests + Number(stepsPassed) - (results.success ? 1 : 0);
const failed = failedTests + Number(stepsFailed) - (results.success || !isTestStepExplained ? 0 : 1);

const skipped = results.numPendingTests + results.numTodoTests;
if (skipped > 0) console.log(`${skipped} tests skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.success ? 0 : 1;
