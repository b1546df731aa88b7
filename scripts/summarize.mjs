// Prints the end of .ci/run: each test that failed with what it said, and `N passed, N failed`, each test and each step
// other than those of tests counted once. Exits with 1 where anything failed, or where there are no results to count.
import { existsSync, readFileSync } from 'node:fs';

const [stepsPassed, stepsFailed, ...resultsFiles] = process.argv.slice(2);
let passed = Number(stepsPassed);
let failed = Number(stepsFailed);
let skipped = 0;
let isSuccess = true;

for (const file of resultsFiles) {
  const results = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], success: false };

  // A file that fails to load has no tests, and the reporter counts it nowhere but here.
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failedTests = results.numFailedTests + brokenFiles;
  const isExplained = results.success || failedTests > 0;

  // A step that runs tests is counted by them, unless it failed for a reason that no test shows.
  passed += results.numPassedTests - (results.success ? 1 : 0);
  failed += failedTests - (results.success || !isExplained ? 0 : 1);
  skipped += results.numPendingTests + results.numTodoTests;
  isSuccess &&= results.success;
  for (const { name, message, assertionResults } of results.testResults) {
    if (message) console.log(`FAILED ${name}\n${startOf(message)}`);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') console.log(`FAILED ${name}: ${fullName}\n${startOf(failureMessages.join('\n'))}`);
  }
}

if (skipped > 0) console.log(`${skipped} tests skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && isSuccess ? 0 : 1;

/** As much of a message as says what was expected where: the rest is printed where the test ran. */
function startOf(message) {
  return message.split('\n', 40).join('\n');
}
