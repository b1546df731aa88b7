/** Programs in pairs: the first is wrong, and the second differs from it in the one thing that matters. */
import type { TokenProgram } from './token-programs.ts';

interface Pair {
  readonly name: string;
  /** What has to be reported stands in `«…»`. */
  readonly wrong: string;
  readonly right: string;
}

/** Mints for `args`, does something, and spends. */
const minting = (before: string, between: string, spend: string, parameters = 'args: File'): string => `
${before}
export async function run(${parameters}) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  ${between}
  return ${spend};
}`;

/** A decision that comes through a function, and is spent. */
const decided = (before: string, decision: string): string => `
${before}
export async function run(args: File) {
  const decision = ${decision};
  if (decision instanceof GuardrailBlocked) return decision.reason;
  return invokeTool(agent, erase, args, decision);
}`;

/** A variable that is assigned under some conditions, and spent. */
const assigned = (
  declaration: string,
  body: string,
  spent: string,
  parameters = 'args: File, isForced: boolean',
): string => `
export async function run(${parameters}) {
  ${declaration}
  ${body}
  return invokeTool(agent, erase, args, ${spent});
}`;

const mint = `const decision = await runner.runBeforeTool(erase, args); if (decision instanceof GuardrailBlocked) return; token = decision;`;
const store =
  'interface Store { get(key: string): Promise<string | null>; set(key: string, value: string): Promise<void> }';

/** Tokens that no guardrail minted. */
const forgings: readonly Pair[] = [
  {
    name: 'a variable that a branch leaves without a value',
    wrong: assigned('let token!: Token;', `if (!isForced) { ${mint} }`, '«token»'),
    right: assigned('let token!: Token;', `if (!isForced) { ${mint} } else return;`, 'token'),
  },
  {
    name: 'a variable without a value, by a condition that is tested again',
    wrong: assigned('let token!: Token;', `if (!isForced) { ${mint} } log(isForced);`, '«token»'),
    right: assigned('let token!: Token;', `if (!isForced) { ${mint} } if (isForced) return;`, 'token'),
  },
  {
    name: 'a variable without a value where the mint fails',
    wrong: assigned('let token!: Token;', `try { ${mint} } catch (error) { log(error); }`, '«token»'),
    right: assigned('let token!: Token;', `try { ${mint} } catch (error) { log(error); throw error; }`, 'token'),
  },
  {
    name: 'a variable without a value in one case of several',
    wrong: assigned(
      'let token!: Token;',
      `switch (mode) { case 'a': { ${mint} break; } case 'b': log(mode); break; default: return; }`,
      '«token»',
      "args: File, mode: 'a' | 'b' | 'c'",
    ),
    right: assigned(
      'let token!: Token;',
      `switch (mode) { case 'a': { ${mint} break; } case 'b': log(mode); return; default: return; }`,
      'token',
      "args: File, mode: 'a' | 'b' | 'c'",
    ),
  },
  {
    name: 'an exclamation mark where it is spent',
    wrong: assigned('let token: Token | undefined;', `if (!isForced) { ${mint} }`, '«token»!'),
    right: assigned('let token: Token | undefined;', `if (!isForced) { ${mint} } if (!token) return;`, 'token!'),
  },
  {
    name: 'an exclamation mark, with a flag beside the variable',
    wrong: assigned('let token: Token | undefined;', `if (!isForced) { ${mint} log(isForced); }`, '«token»!'),
    right: assigned(
      'let token: Token | undefined; let isDone = false;',
      `if (!isForced) { ${mint} isDone = true; } if (!isDone) return;`,
      'token!',
    ),
  },
  {
    name: 'an exclamation mark behind undefined',
    wrong: assigned('let token: Token = undefined!;', `if (!isForced) { ${mint} }`, '«token»'),
    right: assigned('let token: Token = undefined!;', mint, 'token'),
  },
  {
    name: 'a field that nothing assigns',
    wrong: `
class Job {
  «token»!: Token;
  constructor(readonly path: string) {}
  run() { return invokeTool(agent, erase, { path: this.path }, this.token); }
}
export const run = (path: string) => new Job(path).run();`,
    right: `
class Job {
  token!: Token;
  constructor(readonly path: string, job: { token: Token }) { Object.assign(this, job); }
  run() { return invokeTool(agent, erase, { path: this.path }, this.token); }
}
export const run = (path: string, job: { token: Token }) => new Job(path, job).run();`,
  },
  {
    name: 'a decision through a cache of texts',
    wrong: decided(
      `${store} declare const texts: Store;
async function cached<T>(key: string, load: () => Promise<T>): Promise<T> {
  const hit = await texts.get(key);
  if (hit !== null) return JSON.parse(hit);
  const value = await load();
  await texts.set(key, JSON.stringify(value));
  return value;
}`,
      '«await cached(args.path, () => runner.runBeforeTool(erase, args))»',
    ),
    right: decided(
      `async function timed<T>(key: string, load: () => Promise<T>): Promise<T> {
  log(JSON.parse(key));
  return load();
}`,
      'await timed(args.path, () => runner.runBeforeTool(erase, args))',
    ),
  },
  {
    name: 'a part of what a cache has parsed',
    wrong: decided(
      `${store}
class Cache {
  constructor(private readonly texts: Store) {}
  async wrap<T>(key: string, load: () => Promise<T>): Promise<T> {
    const text = await this.texts.get(key);
    const hit = text === null ? undefined : this.parsed<T>(text);
    if (text !== null) { const { value } = this.parsed<T>(text); return value; }
    return log(hit), load();
  }
  private parsed<T>(text: string) { return JSON.parse(text) as { value: T; until: number }; }
}
declare const cache: Cache;`,
      '«await cache.wrap(args.path, () => runner.runBeforeTool(erase, args))»',
    ),
    right: decided(
      `class Cache {
  async wrap<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known: { value: T } = { value: await load() };
    const { value } = known;
    log(key);
    return value;
  }
}
declare const cache: Cache;`,
      'await cache.wrap(args.path, () => runner.runBeforeTool(erase, args))',
    ),
  },
  {
    name: 'jobs from a file, by the type parameter of a class',
    wrong: `
class Saved<T> {
  constructor(private readonly read: () => Promise<string>) {}
  async load(): Promise<T[]> { return JSON.parse(await this.read()); }
}
declare const saved: Saved<{ path: string; token: Token }>;
export async function run() {
  for (const { path, token } of «await saved.load()») await invokeTool(agent, erase, { path }, token);
}`,
    right: `
class Saved<T> {
  constructor(private readonly all: Promise<T[]>) {}
  async load(): Promise<T[]> { return await this.all; }
}
declare const saved: Saved<{ path: string; token: Token }>;
export async function run() {
  for (const { path, token } of await saved.load()) await invokeTool(agent, erase, { path }, token);
}`,
  },
  {
    name: 'a text, or what the caller has instead',
    wrong: decided(
      `function parsedOr<T>(text: string, other: T): T { return text ? JSON.parse(text) : other; }`,
      `«parsedOr(args.path, await runner.runBeforeTool(erase, args))»`,
    ),
    right: decided(
      `function firstOf<T>(text: string, other: T): T { return text ? other : other; }`,
      `firstOf(args.path, await runner.runBeforeTool(erase, args))`,
    ),
  },
  {
    name: 'a deep copy, key by key',
    wrong: minting(
      `function deepCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((each) => deepCopy(each)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = deepCopy(inner);
  return copy as T;
}`,
      'const job = «deepCopy({ args, token })»;',
      'invokeTool(agent, erase, job.args, job.token)',
    ),
    right: minting(
      `function deepCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = deepCopy(inner);
  return copy as T;
}`,
      'const job = deepCopy({ args, token });',
      'invokeTool(agent, erase, job.args, job.token)',
    ),
  },
  {
    name: 'a deep copy of entries',
    wrong: minting(
      `function copyOf<T>(value: T): T {
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)])) as T;
}`,
      'const job = «copyOf({ args, token })»;',
      'invokeTool(agent, erase, job.args, job.token)',
    ),
    right: minting(
      `function frozen<T>(value: T): T {
  if (value && typeof value === 'object') for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}`,
      'const job = frozen({ args, token });',
      'invokeTool(agent, erase, job.args, job.token)',
    ),
  },
  {
    name: 'a deep copy by a reduction in another function',
    wrong: minting(
      `const copied = (value: unknown): unknown =>
  value === null || typeof value !== 'object' ? value : Object.entries(value).reduce<Record<string, unknown>>((all, [key, each]) => ({ ...all, [key]: copied(each) }), {});
function snapshot<T>(value: T): T { return copied(value) as T; }`,
      'const job = «snapshot({ args, token })»;',
      'invokeTool(agent, erase, job.args, job.token)',
    ),
    right: minting(
      `const sameAs = (value: unknown): unknown => value;
function snapshot<T>(value: T): T { return sameAs(value) as T; }`,
      'const job = snapshot({ args, token });',
      'invokeTool(agent, erase, job.args, job.token)',
    ),
  },
  {
    name: 'a copy of the properties, one by one',
    wrong: minting(
      `function shallow<T extends object>(value: T): T {
  const copy = {} as T;
  for (const key of Object.keys(value) as (keyof T)[]) copy[key] = value[key];
  return copy;
}`,
      'const spare = «shallow(token)»;',
      'invokeTool(agent, erase, args, spare)',
    ),
    right: minting(
      `function shallow<T extends object>(value: T): T {
  const copy = {} as T;
  for (const key of Object.keys(value) as (keyof T)[]) copy[key] = value[key];
  return copy;
}`,
      'const job = shallow({ token });',
      'invokeTool(agent, erase, args, job.token)',
    ),
  },
  {
    name: 'the body of a response, through a promise',
    wrong: `
type Entry = { ok: true; token: Token } | { ok: false; why: string };
export async function run(args: File, response: Promise<Response>) {
  const entries: Entry[] = «await response.then((each) => each.json())»;
  return entries.map((entry) => entry.ok && invokeTool(agent, erase, args, entry.token));
}`,
    right: `
type Entry = { ok: true; token: Token } | { ok: false; why: string };
class Approvals { constructor(private readonly all: any) {} json(): any { return this.all; } }
export async function run(args: File, approvals: Approvals) {
  const entries: Entry[] = approvals.json();
  return entries.map((entry) => entry.ok && invokeTool(agent, erase, args, entry.token));
}`,
  },
];

const label = 'const label = ({ path }: File) =>';
const later = "args.path = '/';";

/** Tokens that are spent on something else. */
const mismatches: readonly Pair[] = [
  {
    name: 'a rest beside what it left out',
    wrong: `
export async function run({ path, ...more }: { path: string; tags: string[] }) {
  const whole = { path, ...more };
  const token = await runner.runBeforeTool(tag, whole);
  if (token instanceof GuardrailBlocked) return;
  const { tags, ...rest } = whole;
  return invokeTool(agent, tag, «{ tags, ...rest, path: path + '.bak' }», token);
}`,
    right: `
export async function run({ path, ...more }: { path: string; tags: string[] }) {
  const whole = { path, ...more };
  const token = await runner.runBeforeTool(tag, whole);
  if (token instanceof GuardrailBlocked) return;
  const { tags, ...rest } = whole;
  return invokeTool(agent, tag, { tags, ...rest }, token);
}`,
  },
  {
    name: 'a function that takes apart what it changes',
    wrong: minting(
      'function sortTags({ tags }: { tags: string[] }) { return tags.sort().join(); }',
      'log(sortTags(args));',
      'invokeTool(agent, tag, «args», token)',
      'args: { path: string; tags: string[] }',
    ).replace('erase, args', 'tag, args'),
    right: minting(
      'function sortTags({ tags }: { tags: string[] }) { return [...tags].sort().join(); }',
      'log(sortTags(args));',
      'invokeTool(agent, tag, args, token)',
      'args: { path: string; tags: string[] }',
    ).replace('erase, args', 'tag, args'),
  },
  {
    name: 'a function that swaps the parts of a list',
    wrong: minting(
      'function swap(both: [File, File]) { const [left, right] = both; const { path } = left; left.path = right.path; right.path = path; }',
      'swap([args, other]);',
      'invokeTool(agent, erase, «args», token)',
      'args: File, other: File',
    ),
    right: minting(
      'function swap(both: [File, File]) { const [left, right] = both; const { path } = left; left.path = right.path; right.path = path; }',
      'swap([other, { ...args }]);',
      'invokeTool(agent, erase, args, token)',
      'args: File, other: File',
    ),
  },
  {
    name: 'a function that returns a list the other way round',
    wrong: minting(
      'const swapped = <A, B>([a, b]: [A, B]): [B, A] => [b, a];',
      'const [first] = swapped([args, other]);',
      'invokeTool(agent, erase, «first», token)',
      'args: File, other: File',
    ),
    right: minting(
      'const swapped = <A, B>([a, b]: [A, B]): [B, A] => [b, a];',
      'const [, second] = swapped([args, other]);',
      'invokeTool(agent, erase, second, token)',
      'args: File, other: File',
    ),
  },
  {
    name: 'functions of a list that are run on the arguments',
    wrong: minting(
      `const steps: ((file: File) => void)[] = [(file) => { file.path = '/'; }];`,
      'for (const step of steps) step(args);',
      'invokeTool(agent, erase, «args», token)',
    ),
    right: minting(
      `const steps: ((file: File) => void)[] = [(file) => log(file.path)];`,
      'for (const step of steps) step(args);',
      'invokeTool(agent, erase, args, token)',
    ),
  },
  {
    name: 'a setter that writes into the arguments',
    wrong: minting(
      'class Form { constructor(readonly fields: File) {} last = ""; set target(path: string) { this.fields.path = path; } }',
      "const form = new Form(args); form.target = '/';",
      'invokeTool(agent, erase, «form.fields», token)',
    )
      .replace(
        'const token = await runner.runBeforeTool(erase, args);',
        'const form = new Form(args); const token = await runner.runBeforeTool(erase, form.fields);',
      )
      .replace('const form = new Form(args); form.target', 'form.target'),
    right: minting(
      'class Form { constructor(readonly fields: File) {} last = ""; set target(path: string) { this.last = path; } }',
      "form.target = '/';",
      'invokeTool(agent, erase, form.fields, token)',
    ).replace(
      'const token = await runner.runBeforeTool(erase, args);',
      'const form = new Form(args); const token = await runner.runBeforeTool(erase, form.fields);',
    ),
  },
  {
    name: 'a handler of a promise that is waited for',
    wrong: minting(
      label + ' path;',
      `await audit(args).then(() => { ${later} });`,
      'invokeTool(agent, erase, «args», token)',
    ),
    right: minting(
      label + ' path;',
      `const copy = { ...args }; await audit(args).then(() => { copy.path = '/'; });`,
      'invokeTool(agent, erase, args, token)',
    ),
  },
  {
    name: 'a random part that is made twice',
    wrong: minting(
      'const named = (path: string) => ({ path: `${path}-${crypto.randomUUID()}` });',
      '',
      'invokeTool(agent, erase, «named(args.path)», token)',
    ).replace('erase, args)', 'erase, named(args.path))'),
    right: minting(
      'const named = (path: string) => ({ path: `${path}-${crypto.randomUUID()}` });',
      '',
      'invokeTool(agent, erase, unique, token)',
    )
      .replace('erase, args)', 'erase, unique)')
      .replace('const token', 'const unique = named(args.path); const token'),
  },
  {
    name: 'a time that is taken twice',
    wrong: minting('', '', 'invokeTool(agent, erase, «{ path: `log-${new Date().toISOString()}` }», token)').replace(
      'erase, args)',
      'erase, { path: `log-${new Date().toISOString()}` })',
    ),
    right: minting(
      '',
      '',
      'invokeTool(agent, erase, { path: `log-${new Date().toISOString().slice(0, 10)}` }, token)',
    ).replace('erase, args)', 'erase, { path: `log-${new Date().toISOString().slice(0, 10)}` })'),
  },
  {
    name: 'arguments that are taken from a queue twice',
    wrong: `
export async function run(queue: File[]) {
  const token = await runner.runBeforeTool(erase, queue.shift()!);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, «queue.shift()!», token);
}`,
    right: `
export async function run(queue: File[]) {
  const next = queue.shift()!;
  const token = await runner.runBeforeTool(erase, next);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, next, token);
}`,
  },
  {
    name: 'tools of two calls of one function',
    wrong: minting(
      `const makeErase = () => defineTool({ name: 'erase', class: 'write', input: file, guardrail: 'required', handler: ({ path }) => path });
const one = makeErase(); const two = makeErase();
const bot = defineAgent({ name: 'bot', tools: [one] });
const guard = new CallbackRunner(bot, { beforeTool: () => undefined });`,
      '',
      'invokeTool(bot, «two», args, token)',
    ).replace('runner.runBeforeTool(erase', 'guard.runBeforeTool(one'),
    right: minting(
      `const makeErase = () => defineTool({ name: 'erase', class: 'write', input: file, guardrail: 'required', handler: ({ path }) => path });
const one = makeErase(); const two = one;
const bot = defineAgent({ name: 'bot', tools: [one] });
const guard = new CallbackRunner(bot, { beforeTool: () => undefined });`,
      '',
      'invokeTool(bot, two, args, token)',
    ).replace('runner.runBeforeTool(erase', 'guard.runBeforeTool(one'),
  },
  {
    name: 'a tool that is looked up by another name, and an agent that another map has',
    wrong: `
declare const tools: Record<string, typeof erase>;
export async function run(args: File, asked: string, used: string) {
  const token = await runner.runBeforeTool(tools[asked]!, args);
  if (token instanceof GuardrailBlocked) return;
  return invokeTool(agent, «tools[used]!», args, token);
}`,
    right: `
type Bot = typeof agent;
declare const bots: Map<string, Bot>; declare const guards: Map<string, CallbackRunner<Bot>>;
export async function run(args: File, session: string, name: string) {
  const token = await guards.get(session)!.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return invokeTool(bots.get(name)!, erase, args, token);
}`,
  },
  {
    name: 'an agent and a runner that are looked up by other names',
    wrong: `
type Bot = typeof agent;
declare const tenants: Map<string, { bot: Bot; guard: CallbackRunner<Bot> }>;
export async function run(args: File, from: string, to: string) {
  const token = await tenants.get(from)!.guard.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return invokeTool(«tenants.get(to)!.bot», erase, args, token);
}`,
    right: `
type Bot = typeof agent;
declare const tenants: Map<string, { bot: Bot; guard: CallbackRunner<Bot> }>;
export async function run(args: File, from: string, to: string) {
  if (from !== to) return;
  const token = await tenants.get(from)!.guard.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return invokeTool(tenants.get(to)!.bot, erase, args, token);
}`,
  },
];

const bot = `
const makeBot = () => defineAgent({ name: 'bot', tools: [erase] });
export class Chat {
  #bot = makeBot();
  #guard = this.#guarded();
  #guarded() { return new CallbackRunner(this.#bot, { beforeTool: () => undefined }); }
  #reload() { this.#bot = makeBot(); this.#guard = this.#guarded(); }`;

/** The same, where something else is put in the place of an agent or a tool. */
const replacements: readonly Pair[] = [
  {
    name: 'an agent that is made anew in between',
    wrong: `${bot}
  async run(args: File) {
    const token = await this.#guard.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    if (flag) this.#reload();
    return invokeTool(«this.#bot», erase, args, token);
  }
}`,
    right: `${bot}
  async run(args: File) {
    if (flag) this.#reload();
    const token = await this.#guard.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return this.#reload();
    return invokeTool(this.#bot, erase, args, token);
  }
}`,
  },
  {
    name: 'an agent that is kept under another name',
    wrong: `${bot}
  async run(args: File) {
    const token = await this.#guard.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    this.#reload();
    const current = this.#bot;
    return invokeTool(«current», erase, args, token);
  }
}`,
    right: `${bot}
  async run(args: File) {
    const current = this.#bot;
    const token = await this.#guard.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    this.#reload();
    return invokeTool(current, erase, args, token);
  }
}`,
  },
  {
    name: 'a field that another value may be put in, of which nothing is known',
    wrong: `${bot}
  async run(args: File) {
    const token = await this.#guard.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    this.#bot = makeBot();
    return invokeTool(«this.#bot», erase, args, token);
  }
}`,
    right: `${bot.replace('makeBot();\n  #guard', 'agent;\n  #guard').replace('makeBot(); this', 'chosen(); this').replace('const makeBot', 'declare function chosen(): typeof agent; const makeBot')}
  async run(args: File) {
    const token = await this.#guard.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return log(makeBot);
    this.#reload();
    return invokeTool(this.#bot, erase, args, token);
  }
}`,
  },
];

const lazy = `
function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}`;
const minted = "runner.runBeforeTool(erase, { path: 'a' })";
const spending = (decision: string): string => `
export async function run() {
  const decision = await ${decision};
  if (decision instanceof GuardrailBlocked) return decision.reason;
  return invokeTool(agent, erase, { path: 'a' }, decision);
}`;

/** Tokens of which a function or a class keeps the only one for later calls. */
const keepings: readonly Pair[] = [
  {
    name: 'a decision that is made once for all requests',
    wrong: `${lazy} const decide = lazy(() => «${minted}»); ${spending('decide()')}`,
    right: `${lazy} const guard = lazy(async () => runner); ${spending("(await guard()).runBeforeTool(erase, { path: 'a' })")}`,
  },
  {
    name: 'a decision that is made once for each request',
    wrong: `${lazy} const decide = lazy(() => «${minted}»); ${spending('decide()')}`,
    right: `${lazy} ${spending('decide()').replace('const decision', `const decide = lazy(() => ${minted}); const decision`)}`,
  },
  {
    name: 'a function whose results are remembered',
    wrong: `
function memoized<A, R>(fn: (of: A) => R): (of: A) => R {
  const known = new Map<A, R>();
  return (of) => { const hit = known.get(of); if (hit) return hit; const value = fn(of); known.set(of, value); return value; };
}
const decide = memoized((path: string) => «runner.runBeforeTool(erase, { path })»); ${spending("decide('a')")}`,
    right: `
function counted<A, R>(fn: (of: A) => R): (of: A) => R {
  const known = new Map<A, number>();
  return (of) => { known.set(of, (known.get(of) ?? 0) + 1); return fn(of); };
}
const decide = counted((path: string) => runner.runBeforeTool(erase, { path })); ${spending("decide('a')")}`,
  },
  {
    name: 'an object that makes its value once',
    wrong: `
class Once<T> { #made: T | undefined; constructor(private readonly make: () => T) {} get(): T { return (this.#made ??= this.make()); } }
const decision = new Once(() => «${minted}»); ${spending('decision.get()')
      .replace('const decision', 'const made')
      .replace(/decision(?!\.get)/g, 'made')}`,
    right: `
class Often<T> { constructor(private readonly make: () => T) {} get(): T { return this.make(); } }
const decision = new Often(() => ${minted}); ${spending('decision.get()')
      .replace('const decision', 'const made')
      .replace(/decision(?!\.get)/g, 'made')}`,
  },
  {
    name: 'a cache that is filled by what it is given',
    wrong: `
class Cache<V> {
  readonly #all = new Map<string, { value: V; until: number }>();
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const hit = this.#all.get(key);
    if (hit && hit.until > Date.now()) return hit.value;
    const value = await load();
    this.#all.set(key, { value, until: Date.now() + 1000 });
    return value;
  }
}
const decisions = new Cache<Token | GuardrailBlocked>(); ${spending(`decisions.get('a', () => «${minted}»)`)}`,
    right: `
class Cache<V> {
  readonly #all = new Map<string, number>();
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const started = Date.now();
    const value = await load();
    this.#all.set(key, Date.now() - started);
    return value;
  }
}
const decisions = new Cache<Token | GuardrailBlocked>(); ${spending(`decisions.get('a', () => ${minted})`)}`,
  },
  {
    name: 'a promise that later calls are given, and one that they only wait for',
    wrong: `
class Line { #last: Promise<unknown> | undefined; run<T>(work: () => Promise<T>): Promise<T> { this.#last ??= work().finally(() => { this.#last = undefined; }); return this.#last as Promise<T>; } }
const line = new Line(); ${spending(`line.run(() => «${minted}»)`)}`,
    right: `
class Line { #last: Promise<unknown> | undefined; async run<T>(work: () => Promise<T>): Promise<T> { await this.#last; const own = work(); this.#last = own; return own; } }
const line = new Line(); ${spending(`line.run(() => ${minted})`)}`,
  },
];

const named = (pairs: readonly Pair[], which: 'right' | 'wrong'): readonly TokenProgram[] =>
  pairs.map(({ name, [which]: code }) => ({ name: which === 'wrong' ? name : `not: ${name}`, code }));

export const forgedInPairs = named(forgings, 'wrong');
export const mismatchedInPairs = named([...mismatches, ...replacements], 'wrong');
export const keptInPairs = named(keepings, 'wrong');
export const rightInPairs = named([...forgings, ...mismatches, ...replacements, ...keepings], 'right');
