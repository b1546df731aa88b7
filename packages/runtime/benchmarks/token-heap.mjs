// `npm run bench` here: what calls leave in memory. Mints and spends tokens a million times, with a look at the heap, after
// a collection, at each tenth. Compares the median of the last five looks with that of those before, as the tables
// of the engine are larger at some times than at others. Exits with 1 where it has grown by more than the limit.
import { CallbackRunner, defineAgent, defineTool, invokeTool } from '../dist/index.js';

const calls = 1_000_000;
/** Until the engine has compiled what it will compile. */
const warmUp = 300_000;
const limit = 1.01;

const anything = { '~standard': { version: 1, vendor: 'benchmark', validate: (value) => ({ value }) } };
const handler = async ({ path }) => path.length;
const tool = defineTool({ name: 'save', class: 'write', input: anything, guardrail: 'required', handler });
const agent = defineAgent({ name: 'benchmark', tools: [tool] });
const runner = new CallbackRunner(agent, { beforeTool: () => undefined });

await run(warmUp);
const looks = [];
for (let look = 0; look < 10; look++) {
  await run(calls / 10);
  looks.push(heap());
}
const [before, after] = [looks.slice(0, 5), looks.slice(5)].map(median);
const ratio = after / before;
console.log(
  `heap in the second half of ${calls.toLocaleString('en')} calls: ${megabytes(after)}, in the first ${megabytes(before)}: ${ratio.toFixed(4)}, of at most ${limit}`,
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

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(2)} MB`;
}
