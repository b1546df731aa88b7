// Prints how many seconds of the processor the page of 200 agents takes. A process of its own: run by layout.test.ts.
import { htmlOf } from '../../src/graph/html.ts';
import { reportWith } from './reports.ts';

const report = reportWith({ agents: 200, seed: 3 });
const before = process.cpuUsage();
await htmlOf({ report });
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);
