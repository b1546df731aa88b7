// `npm run bench` here: what calls leave in memory. Mints and spends tokens a million times, and compares the heap after it
// with the heap after the first hundred thousand, each after a collection. Exits with 1 where it has grown by more.
import { CallbackRunner, defineAgent, defineTool, invokeTool } from '../dist/index.js';

const calls = 1_000_000;
const warmUp = 100_000;
const limit = 1.01;

const anything = { '~standard': { version: 1, vendor: 'benchmark', validate: (value) => ({ value }) } };
const handler = async ({ path }) => path.length;
const tool = defineTool({ name: 'save', class: 'write', input: anything, guardrail: 'required', handler });
const agent = defineAgent({ name: 'benchmark', tools: [tool] });
const runner = new CallbackRunner(agent, { beforeTool: () => undefined });

await run(warmUp);
const before = heap();
await run(calls);
const after = heap();
const ratio = after / before;
console.log(
  `heap after ${calls.toLocaleString('en')} calls: ${megabytes(after)}, before them ${megabytes(before)}: ${ratio.toFixed(4)}, of at most ${limit}`,
);
if (ratio > limit) process.exitCode = 1;

async function run(count) {
  for (let call = 0; call < count; call++) {
    const args = { path: `notes/${call}.md` };
    await invokeTool(agent, tool, args, await runner.runBeforeTool(tool, args));
  }
}

function heap() {
  for (let round = 0; round < 3; round++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(2)} MB`;
}
