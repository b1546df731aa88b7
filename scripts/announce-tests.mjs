// What `npm test` prints first: how long it takes, and what it needs. The figures are those of `npm run measure:tests`.
import { readFileSync } from 'node:fs';

const needs = JSON.parse(readFileSync(new URL('test-needs.json', import.meta.url), 'utf8'));
const gigabytes = (megabytes) => `${(megabytes / 1000).toFixed(1)} GB`;
const disk = Object.values(needs.diskInMB).reduce((sum, megabytes) => sum + megabytes, 0);

console.log(`npm test: all tests but the slow ones, in about ${Math.round(needs.processorMinutes / 2)} minutes on 2 cores.
It needs about ${gigabytes(needs.memoryInMB)} of memory, ${gigabytes(disk)} of disk for packages, and the network where they are to be installed.
The slow ones too: npm run test:all
One file takes seconds: npx vitest run tests/rules/no-shared-server.test.ts
`);
