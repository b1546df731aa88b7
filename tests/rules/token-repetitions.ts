/** Programs in which a token is spent by code that runs at another time or again, each beside one that is right. */
import type { TokenProgram } from './token-programs.ts';

interface Pair {
  readonly name: string;
  /** What stands before the function. */
  readonly before?: string;
  /** The body of a function that has a token; what has to be reported stands in `«…»`. */
  readonly wrong: string;
  readonly right: string;
}

const spend = 'invokeTool(agent, erase, args, token)';
const marked = `«${spend}»`;
const events =
  "import { EventEmitter } from 'node:events'; declare const events: EventEmitter; declare const halt: AbortSignal;";
const helper =
  'async function erased(args: File, token: Token) { return await invokeTool(agent, erase, args, token); }';

const retry = `
function withRetry<Args extends unknown[], R>(fn: (...args: Args) => Promise<R>) {
  return async (...args: Args): Promise<R> => {
    for (let left = 3; ; left--) { try { return await fn(...args); } catch (error) { if (left <= 1) throw error; } }
  };
}`;
const logged = `
function logged<Args extends unknown[], R>(fn: (...args: Args) => Promise<R>) {
  return async (...args: Args): Promise<R> => { log(args.length); return await fn(...args); };
}`;

const pairs: readonly Pair[] = [
  {
    name: 'a constant that holds the function',
    before: 'const call = invokeTool;',
    wrong: `await call(agent, erase, args, token); await «call(agent, erase, args, token)»;`,
    right: `if (flag) await call(agent, erase, args, token); else await ${spend};`,
  },
  {
    name: 'an object that holds the function',
    before: 'const tools = { call: invokeTool }; const { call: act } = tools;',
    wrong: `await tools.call(agent, erase, args, token); await «act(agent, erase, args, token)»;`,
    right: `log(tools); await act(agent, erase, args, token);`,
  },
  {
    name: 'another function with the name of one that spends',
    before: 'const tools = { invokeTool: async (...given: unknown[]) => log(given) };',
    wrong: `await tools.invokeTool(token); await ${spend}; await ${marked};`,
    right: `await tools.invokeTool(token); await tools.invokeTool(token); await ${spend};`,
  },
  {
    name: 'a loop around a constant that holds the function',
    before: 'const call = invokeTool;',
    wrong: `for (const path of paths) { log(path); await «call(agent, erase, args, token)»; }`,
    right: `for (const path of paths) { log(path); await call(agent, erase, args, token); break; }`,
  },
  {
    name: 'a timer after the call',
    wrong: `await ${spend}; setTimeout(() => void ${marked}, 10);`,
    right: `setTimeout(() => void ${spend}, 10);`,
  },
  {
    name: 'a timer, and the call',
    wrong: `setTimeout(() => void ${marked}, 10); await ${spend};`,
    right: `const timer = setTimeout(() => void ${spend}, 10); if (flag) { clearTimeout(timer); await ${spend}; }`,
  },
  {
    name: 'a timer and a call that a flag tells apart',
    wrong: `let isLate = false; await ${spend}; setTimeout(() => { isLate = true; void ${marked}; log(isLate); }, 10);`,
    right: `
  let isDone = false;
  setTimeout(() => { if (!isDone) { isDone = true; void ${spend}; } }, 10);
  if (!isDone) { isDone = true; await ${spend}; }`,
  },
  {
    name: 'a microtask',
    wrong: `queueMicrotask(() => void ${marked}); await ${spend};`,
    right: `queueMicrotask(() => log(token)); await ${spend};`,
  },
  {
    name: 'an event that is emitted repeatedly',
    before: events,
    wrong: `events.on('full', () => void ${marked});`,
    right: `events.once('full', () => void ${spend}); events.on('close', () => log(token));`,
  },
  {
    name: 'a listener that takes itself away',
    before: events,
    wrong: `events.on('full', () => { log(token); void ${marked}; });`,
    right: `const clean = () => { events.off('full', clean); void ${spend}; }; events.on('full', clean);`,
  },
  {
    name: 'an event of a target',
    before: 'declare const page: EventTarget;',
    wrong: `page.addEventListener('click', () => void ${marked});`,
    right: `page.addEventListener('click', () => void ${spend}, { once: true });`,
  },
  {
    name: 'two listeners',
    before: events,
    wrong: `const clean = () => void ${marked}; events.once('full', clean); events.once('stale', clean);`,
    right: `const clean = () => void ${spend}; if (flag) events.once('full', clean); else events.once('stale', clean);`,
  },
  {
    name: 'two listeners with a flag',
    before: events,
    wrong: `let count = 0; const clean = () => { count++; void ${marked}; log(count); }; events.once('full', clean); events.once('stale', clean);`,
    right: `
  let isDone = false;
  const work = () => ${spend};
  const clean = () => { if (!isDone) { isDone = true; void work(); } };
  events.once('full', clean);
  events.once('stale', clean);`,
  },
  {
    name: 'two listeners that take each other away',
    before: events,
    wrong: `const clean = () => { log('full'); void ${marked}; }; events.on('close', clean); events.once('stale', clean);`,
    right: `
  const work = () => ${spend};
  const clean = () => { events.off('full', clean); events.off('stale', clean); void work(); };
  events.on('full', clean);
  events.on('stale', clean);`,
  },
  {
    name: 'a function that a loop calls',
    before: helper,
    wrong: `const work = () => «erased(args, token)»; for (const path of paths) { log(path); await work(); }`,
    right: `
  let isDone = false;
  const work = () => erased(args, token);
  for (const path of paths) if (path === args.path && !isDone) { isDone = true; await work(); }`,
  },
  {
    name: 'an object whose token is replaced',
    before: 'interface Job { token: Token }',
    wrong: `const job: Job = { token }; await invokeTool(agent, erase, args, job.token); await «invokeTool(agent, erase, args, job.token)»;`,
    right: `
  const job: Job = { token };
  await invokeTool(agent, erase, args, job.token);
  const next = await runner.runBeforeTool(erase, args);
  if (next instanceof GuardrailBlocked) return;
  job.token = next;
  await invokeTool(agent, erase, args, job.token);`,
  },
  {
    name: 'an abort after the call',
    before: events,
    wrong: `await ${spend}; halt.addEventListener('abort', () => void ${marked});`,
    right: `halt.addEventListener('abort', () => log(token)); await ${spend};`,
  },
  {
    name: 'Array.from with a function',
    wrong: `await Promise.allSettled(Array.from({ length: 3 }, () => ${marked}));`,
    right: `log(Array.from({ length: 3 }, () => token)); await ${spend};`,
  },
  {
    name: 'a callback with a name',
    wrong: `const each = () => ${marked}; await Promise.allSettled(paths.map(each));`,
    right: `const each = () => ${spend}; log(paths.map(String)); await each();`,
  },
  {
    name: 'a replacer',
    wrong: `log(args.path.replace(/a/g, () => { void ${marked}; return ''; }));`,
    right: `log(args.path.replace(/a/, () => { void ${spend}; return ''; }));`,
  },
  {
    name: 'a recursive function inside',
    wrong: `const again = async (left: number): Promise<unknown> => await ${marked}.catch(() => again(left - 1)); await again(3);`,
    right: `
  const poll = async (): Promise<unknown> => {
    if (await approve('now?')) return await ${spend};
    return await poll();
  };
  await poll();`,
  },
  {
    name: 'a timer that sets itself again',
    wrong: `const tick = async () => { await ${marked}; setTimeout(tick, 10); }; await tick();`,
    right: `const tick = async () => { if (flag) { await ${spend}; return; } setTimeout(tick, 10); }; await tick();`,
  },
  {
    name: 'a helper that waits, beside the call',
    before: 'async function later(work: () => Promise<unknown>) { await audit({}); return await work(); }',
    wrong: `await Promise.any([${spend}, later(() => ${marked})]);`,
    right: `await Promise.any([${spend}, later(async () => log(token))]);`,
  },
  {
    name: 'a helper that runs one of two',
    before:
      'async function either(first: () => Promise<unknown>, second: () => Promise<unknown>) { return flag ? await first() : await second(); }',
    wrong: `await ${spend}; await ${marked}; await either(async () => log(args), async () => log(token));`,
    right: `await either(() => ${spend}, () => ${spend});`,
  },
  {
    name: 'a helper with an interval',
    before: 'function every(work: () => Promise<unknown>) { return setInterval(() => void work(), 10); }',
    wrong: `every(() => ${marked});`,
    right: `every(async () => log(token)); await ${spend};`,
  },
  {
    name: 'a helper that runs it at most once',
    before: `
function once(work: () => Promise<unknown>) { let isDone = false; return async () => { if (!isDone) { isDone = true; await work(); } }; }
function plain(work: () => Promise<unknown>) { return async () => { await work(); }; }`,
    wrong: `const clean = plain(() => ${marked}); await clean(); await clean();`,
    right: `const clean = once(() => ${spend}); await clean(); await clean();`,
  },
  {
    name: 'a function with the token bound to it',
    before: helper,
    wrong: `const clean = erased.bind(undefined, args, token); await clean(); await «clean()»;`,
    right: `const clean = erased.bind(undefined, args, token); await clean();`,
  },
  {
    name: 'a helper that spends, for each element',
    before: helper,
    wrong: `await Promise.allSettled(paths.map(() => «erased(args, token)»));`,
    right: `await Promise.allSettled([args].map((each) => log(each, token))); await erased(args, token);`,
  },
  {
    name: 'the handler of what is over',
    wrong: `await ${spend}.finally(() => ${marked});`,
    right: `await ${spend}.finally(() => log(token));`,
  },
  {
    name: 'either handler of a promise',
    wrong: `await ${spend}.then(log, () => ${marked});`,
    right: `await audit({}).then(() => ${spend}, () => ${spend});`,
  },
  {
    name: 'a list of functions',
    wrong: `const steps = [() => ${spend}, () => ${marked}]; for (const step of steps) await step();`,
    right: `const steps = [() => ${spend}, () => ${spend}]; await steps[flag ? 0 : 1]?.();`,
  },
  {
    name: 'a list of functions that run at once',
    wrong: `const steps = [() => ${spend}, () => ${marked}]; await Promise.all(steps.map((step) => step()));`,
    right: `const steps = [() => ${spend}, async () => log(token)]; await Promise.all(steps.map((step) => step()));`,
  },
  {
    name: 'a getter',
    wrong: `const sure: Token = token; const job = { get result() { return invokeTool(agent, erase, args, sure); } }; log(await job.result); await «job.result»;`,
    right: `const sure: Token = token; const job = { get result() { return invokeTool(agent, erase, args, sure); } }; log(await job.result);`,
  },
  {
    name: 'what is disposed',
    wrong: `await using job = { async [Symbol.asyncDispose]() { await ${marked}; } }; log(job); await ${spend};`,
    right: `await using job = { async [Symbol.asyncDispose]() { await ${spend}; } }; log(job);`,
  },
  {
    name: 'a stream that is read in parts',
    wrong: `log(new ReadableStream({ async pull(controller) { controller.enqueue(await ${marked}); } }));`,
    right: `log(new ReadableStream({ async start(controller) { controller.enqueue(await ${spend}); } }));`,
  },
  {
    name: 'an object with the token',
    before: `
interface Job { readonly args: File; readonly token: Token }
const work = (job: Job) => invokeTool(agent, erase, job.args, job.token);`,
    wrong: `const job: Job = { args, token }; await work(job); await «work(job)»;`,
    right: `const job: Job = { args, token }; if (flag) await work(job); else await ${spend};`,
  },
  {
    name: 'a tuple with the token',
    wrong: `const pair = [args, token] as const; await invokeTool(agent, erase, pair[0], pair[1]); await «invokeTool(agent, erase, pair[0], pair[1])»;`,
    right: `const pair = [args, token] as const; await invokeTool(agent, erase, pair[0], pair[1]);`,
  },
  {
    name: 'a request handler',
    before: "import { createServer } from 'node:http';",
    wrong: `createServer(() => void ${marked}).listen(8080);`,
    right: `createServer(() => log(token)).listen(8080); await ${spend};`,
  },
  {
    name: 'a variable that the interval gives a new token',
    wrong: `setInterval(async () => { log(token); await ${marked}; }, 10);`,
    right: `
  let current: Token = token;
  setInterval(async () => {
    await invokeTool(agent, erase, args, current);
    const next = await runner.runBeforeTool(erase, args);
    if (!(next instanceof GuardrailBlocked)) current = next;
  }, 10);`,
  },
  {
    name: 'an interval that stops itself',
    wrong: `const timer = setInterval(() => void ${marked}.catch(() => clearInterval(timer)), 10);`,
    right: `const timer = setInterval(() => { if (!flag) return; clearInterval(timer); void ${spend}; }, 10);`,
  },
  {
    name: 'kept by a parameter property',
    before:
      'class Job { constructor(readonly args: File, readonly at = 0) {} run(token: Token) { return invokeTool(agent, erase, this.args, token); } }',
    wrong: `class Kept { constructor(readonly «token»: Token) {} } log(new Kept(token));`,
    right: `await new Job(args).run(token);`,
  },
  {
    name: 'kept as a promise',
    before: 'const decisions = new Map<string, unknown>();',
    wrong: `const pending = runner.runBeforeTool(erase, args); decisions.set(args.path, «pending»);`,
    right: `decisions.set(args.path, runner.runBeforeTool(erase, args).then(() => 'decided'));`,
  },
  {
    name: 'kept as a value of a WeakMap',
    before: 'const byCall = new WeakMap<object, unknown>();',
    wrong: `byCall.set(args, «token»);`,
    right: `byCall.set(token, args);`,
  },
  {
    name: 'kept in a global variable',
    before: 'declare global { var lastToken: unknown; var lastPath: string | undefined; }',
    wrong: `globalThis.lastToken = «token»;`,
    right: `globalThis.lastPath = args.path; await ${spend};`,
  },
  {
    name: 'a function that is called, and handles the rejection',
    before: 'declare const late: Promise<never>;',
    wrong: `const attempt = () => ${marked}; await Promise.race([attempt(), late]).catch(attempt);`,
    right: `const attempt = () => ${spend}; await Promise.race([audit(args), late]).catch(attempt);`,
  },
  {
    name: 'a function that handles the rejection of a promise in a constant',
    wrong: `const attempt = () => ${marked}; const first = attempt(); await first.then(undefined, attempt);`,
    right: `const attempt = () => ${spend}; const first = audit(args); await first.then(undefined, attempt);`,
  },
  {
    name: 'a list whose elements are called, and the call',
    before: 'const redo: (() => Promise<string>)[] = []; export const again = () => redo.at(-1)?.();',
    wrong: `const act = () => ${marked}; redo.push(act); await act();`,
    right: `const act = () => ${spend}; if (flag) redo.push(act); else await act();`,
  },
  {
    name: 'a queue that a loop empties, behind a function, and the call',
    before: `
const queue: (() => Promise<string>)[] = [];
async function drain() { for (const job of queue) await job(); }
function enqueue(job: () => Promise<string>) { queue.push(job); void drain(); }`,
    wrong: `const act = () => ${marked}; enqueue(act); await act();`,
    right: `const act = () => ${spend}; enqueue(act); log(act);`,
  },
  {
    name: 'a list that is only counted',
    before: `
const queue: (() => Promise<string>)[] = [];
const active: (() => Promise<string>)[] = [];
export const next = () => queue.shift()?.();
export const count = () => active.length;`,
    wrong: `const act = () => ${marked}; queue.unshift(act); await act();`,
    right: `const act = () => ${spend}; active.unshift(act); await act();`,
  },
  {
    name: 'a list that the function takes it out of',
    before: 'const queue: (() => Promise<string>)[] = []; export const next = () => queue.shift()?.();',
    wrong: `const act = () => ${marked}; queue.push(act); await act();`,
    right: `const act = () => ${spend}; queue.push(act); queue.pop(); await act();`,
  },
  {
    name: 'a wrapper that retries with the same arguments',
    before: `${retry}
const spent = withRetry((args: File, token: Token) => invokeTool(agent, erase, args, token));`,
    wrong: `await «spent(args, token)»;`,
    right: `const act = withRetry(async () => runner.runBeforeTool(erase, args)); await act(); await ${spend};`,
  },
  {
    name: 'a wrapper that hands the arguments on once',
    before: `${logged}
const spent = logged((args: File, token: Token) => invokeTool(agent, erase, args, token));`,
    wrong: `await spent(args, token); await «spent(args, token)»;`,
    right: `if (flag) await spent(args, token); else await spent(args, token);`,
  },
];

/** Each spends or keeps a token once too often. */
export const spentOnceMore: readonly TokenProgram[] = [
  ...pairs.map(({ name, before = '', wrong }) => ({ name: `once more: ${name}`, code: withToken(before, wrong) })),
  {
    name: 'once more: a parameter of a callback',
    code: `
export function run(args: File) {
  return runner.runBeforeTool(erase, args).then(async (token) => {
    if (token instanceof GuardrailBlocked) return;
    await ${spend};
    await ${marked};
  });
}`,
  },
  {
    name: 'once more: a function that is returned, and called twice',
    code: `
async function prepared(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return () => ${marked};
}
export async function run(args: File) {
  const work = await prepared(args);
  await work();
  await work();
}`,
  },
  {
    name: 'once more: a module’s token',
    code: `
const args = { path: 'a' };
const token = await runner.runBeforeTool(erase, args);
export async function run() {
  if (token instanceof GuardrailBlocked) return;
  await ${marked};
}`,
  },
  {
    name: 'once more: an object that is taken apart on the spot',
    code: withToken(
      '',
      `const { copy } = { copy: token }; await invokeTool(agent, erase, args, copy); await ${marked};`,
    ),
  },
];

/** Each differs in the one thing that matters. */
export const spentOnce: readonly TokenProgram[] = [
  ...pairs.map(({ name, before = '', right }) => ({ name: `once: ${name}`, code: withToken(before, right) })),
  {
    name: 'once: a function that is returned, and called for each token',
    code: `
async function prepared(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return () => ${spend};
}
export async function run(args: File) {
  const first = await prepared(args);
  await first();
  const second = await prepared(args);
  await second();
}`,
  },
  {
    name: 'once: a module’s token that is spent when the module runs',
    code: `
const args = { path: 'a' };
const token = await runner.runBeforeTool(erase, args);
async function run() {
  if (token instanceof GuardrailBlocked) return;
  await ${spend};
}
await run();`,
  },
];

/** A function that has a token. */
function withToken(before: string, body: string): string {
  return `
${before.trim()}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  ${body.trim()}
}`;
}
