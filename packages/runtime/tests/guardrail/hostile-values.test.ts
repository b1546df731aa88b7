import { expect, it } from 'vitest';
import { type Random, randomOf } from '../../../../tests/fuzz/random.ts';
import { block, CallbackRunner, invokeTool, isBlocked } from '../../src/index.ts';
import { recorder } from '../fixtures.ts';

// Random programs that ask for a call of a tool and make it, with values, tokens and surroundings that are out to deceive.
// The reference model: a handler runs at most once for each approval, with exactly what was approved, and only where what
// the call was given says the same.

const PROGRAMS = 10_000;

/** Kept before anything is replaced. */
const { defineProperty, entries, freeze, getOwnPropertyDescriptor, setPrototypeOf } = Object;
const { deleteProperty, ownKeys } = Reflect;
const { isArray } = Array;
const { stringify } = JSON;

// ── values ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const texts = ['', 'a', 'path', '/etc/passwd', '__proto__', 'then', 'constructor', 'toJSON', '\uD800', 'é'.repeat(50)];
const keys = ['path', 'args', 'then', 'toJSON', 'length', '__proto__', 'constructor', 'reason', 'value', '0'];

/** A property as code of others may set it. It takes nothing from prototypes that were changed. */
function set(object: object, key: PropertyKey, value: unknown, enumerable = true): void {
  defineProperty(object, key, { __proto__: null, value, enumerable, configurable: true, writable: true } as object);
}

/** A value of plain JSON. */
function plain(random: Random, depth = 3): unknown {
  const kind = random.weighted({ text: 4, number: 3, constant: 2, list: depth > 0 ? 3 : 0, object: depth > 0 ? 6 : 0 });
  switch (kind) {
    case 'text':
      return random.pick(texts.slice(0, 8));
    case 'number':
      return random.pick([0, -0, 1, -1.5, 1e21, Number.MAX_SAFE_INTEGER]);
    case 'constant':
      return random.pick([true, false, null]);
    case 'list':
      return Array.from({ length: random.int(4) }, () => plain(random, depth - 1));
    case 'object': {
      const object: Record<string, unknown> = {};
      for (let left = random.int(4); left > 0; left--) set(object, random.pick(keys), plain(random, depth - 1));
      return object;
    }
  }
}

/** A value that is something else each time that it is looked at, has no end, or is no JSON. */
const hostile: Readonly<Record<string, (random: Random) => unknown>> = {
  notJson: (random) =>
    random.pick([NaN, Infinity, 1n, Symbol('s'), () => 1, new Date(0), new Map([[1, 2]]), /x/, texts[8]]),
  none: () => undefined,
  getter: (random) => {
    let reads = 0;
    return defineProperty({ path: 'a' }, random.pick(keys), {
      get: () => reads++,
      enumerable: true,
      configurable: true,
    });
  },
  hidden: () => defineProperty({ path: 'a' }, 'secret', { value: 'b', enumerable: false }),
  proxy: (random) => {
    let reads = 0;
    return new Proxy(plainObject(random), {
      get: (target, key) => (reads++ % 2 === 0 ? (Reflect.get(target, key) as unknown) : 'other'),
      getOwnPropertyDescriptor: (target, key) => {
        const found = getOwnPropertyDescriptor(target, key);
        return found && reads++ % 3 === 2 ? { ...found, value: 'other', configurable: true } : found;
      },
    });
  },
  lyingKeys: (random) =>
    new Proxy(plainObject(random), {
      ownKeys: (target) => [...ownKeys(target), 'ghost'],
      getOwnPropertyDescriptor: (target, key) =>
        getOwnPropertyDescriptor(target, key) ?? { value: 'ghost', enumerable: true, configurable: true },
    }),
  throwing: (random) =>
    new Proxy(plainObject(random), {
      ownKeys: () => {
        throw new Error('no keys');
      },
    }),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  endlessList: () =>
    new Proxy([], { get: (target, key) => (key === 'length' ? 2 ** 32 - 1 : (Reflect.get(target, key) as unknown)) }),
  sparse: () => defineProperty([], 'length', { value: 2 ** 31 }),
  listWithMore: () => Object.assign([1, 2], { extra: 3 }),
  cycle: () => {
    const self: Record<string, unknown> = { path: 'a' };
    self.self = self;
    return self;
  },
  shared: (random) => {
    let value: unknown = 'leaf';
    for (let level = random.chance(20) ? 40 : random.int(10); level > 0; level--) value = { a: value, b: value };
    return value;
  },
  deep: (random) => {
    let value: unknown = 'leaf';
    for (let level = random.pick([10, 499, 500, 501, 5000]); level > 0; level--) value = [value];
    return value;
  },
  wide: (random) => Array.from({ length: random.pick([100, 1000, 1000, 1000, 100_000]) }, () => 0),
  longText: (random) => 'x'.repeat(random.pick([1000, 1_000_000])),
  ownClass: () =>
    new (class Args {
      path = 'a';
    })(),
  ownPrototype: () => setPrototypeOf({ path: 'a' }, { mode: 'force', __proto__: { deeper: true } }) as unknown,
  noPrototype: (random) => setPrototypeOf(plainObject(random), null) as unknown,
  thenable: () => ({
    path: 'a',
    then: (done: (value: unknown) => void) => {
      done(undefined);
    },
  }),
  toJson: () => ({ path: 'a', toJSON: () => ({ path: 'b' }) }),
};
const hostileKinds = Object.keys(hostile);

function plainObject(random: Random): object {
  const value = plain(random);
  return typeof value === 'object' && value !== null && !isArray(value) ? value : { path: value };
}

/** A value with something hostile in it, or as a whole. */
function anyValue(random: Random): unknown {
  if (random.chance(40)) return plain(random);
  const value = hostile[random.pick(hostileKinds)]?.(random);
  return random.chance(50) ? value : { path: 'a', inner: value };
}

// ── surroundings ─────────────────────────────────────────────────────────────────────────────────────────────────────

type Undo = () => void;

function replaced(object: object, key: PropertyKey, value: unknown): Undo {
  const before = getOwnPropertyDescriptor(object, key);
  set(object, key, value, false);
  return () => {
    if (before) defineProperty(object, key, setPrototypeOf(before, null) as PropertyDescriptor);
    else deleteProperty(object, key);
  };
}

const yes = () => true;
const surroundings: readonly (() => Undo)[] = [
  ...['args', 'given', 'value', 'reason', 'issues', 'path', 'kind', 'isExpired', 'get'].map(
    (key) => () => replaced(Object.prototype, key, { path: '/' }),
  ),
  () =>
    replaced(Object.prototype, 'then', (done: (value: unknown) => void) => {
      done(undefined);
    }),
  () => replaced(Object.prototype, 'toJSON', () => ({ path: '/' })),
  () => replaced(Array.prototype, 'map', () => []),
  () => replaced(Array.prototype, 'forEach', yes),
  () => replaced(Array.prototype, 'every', yes),
  () =>
    replaced(Array.prototype, Symbol.iterator, function* () {
      /* nothing */
    }),
  () => replaced(Array, 'isArray', () => false),
  () => replaced(Object, 'keys', () => []),
  () => replaced(Object, 'entries', () => []),
  () => replaced(Object, 'hasOwn', yes),
  () => replaced(Object, 'is', yes),
  () => replaced(Object, 'freeze', (value: unknown) => value),
  () => replaced(Object, 'getPrototypeOf', () => null),
  () => replaced(Object, 'getOwnPropertyDescriptor', () => ({ value: 'other', enumerable: true })),
  () => replaced(Reflect, 'ownKeys', () => []),
  () => replaced(JSON, 'stringify', () => '{}'),
  () => replaced(WeakMap.prototype, 'get', () => undefined),
  () => replaced(WeakMap.prototype, 'has', yes),
  () => replaced(Map.prototype, 'get', () => undefined),
  () => replaced(Number, 'isFinite', yes),
  () => replaced(String.prototype, 'isWellFormed', yes),
];

// ── the reference model ──────────────────────────────────────────────────────────────────────────────────────────────

/** What plain JSON says, whatever the order of its keys. Of values that were copied by the runtime, or made by `plain`. */
function said(value: unknown): string {
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (typeof value !== 'object' || value === null) return stringify(value);
  if (isArray(value)) {
    return `[${value.map(said).join()}]`;
  }
  return `{${entries(value)
    .map(([key, of]) => `${stringify(key)}:${said(of)}`)
    .sort()
    .join()}}`;
}

interface Outcome {
  /** What was approved, and what the handler was given, as text. */
  readonly approved: readonly string[];
  readonly handled: readonly string[];
  /** Whether the call was given something else in plain JSON: the handler may not run. */
  readonly isOther: boolean;
  /** Whether the handler has to have run: an honest caller in honest surroundings. */
  readonly isHonest: boolean;
  /** The processor's time, in milliseconds: how busy the machine is does not matter. */
  readonly time: number;
}

async function run(random: Random): Promise<Outcome> {
  const { agent, save, calls } = recorder();
  const seen: unknown[] = [];
  const isApproved = random.chance(85);
  const runner = new CallbackRunner(agent, {
    beforeTool: ({ args }) => {
      if (!isApproved) return block('no');
      seen.push(args);
      return undefined;
    },
  });
  const isPlain = random.chance(25);
  const asked = isPlain ? plain(random) : anyValue(random);
  const isSame = random.chance(60);
  const another = (): unknown =>
    !isPlain ? anyValue(random) : random.chance(50) ? structuredClone(asked) : plain(random);
  const given = isSame ? asked : another();
  const isOther = isPlain && said(given) !== said(asked);
  const isCalm = random.chance(60);
  const when = random.int(3);
  const tokenKind = random.weighted({ genuine: 80, empty: 5, none: 5, copy: 5, proxy: 5 });
  const change = random.chance(20);
  const undo: Undo[] = [];
  const disturb = (moment: number): void => {
    if (!isCalm && when === moment) undo.push(random.pick(surroundings)());
  };
  const before = process.cpuUsage();
  try {
    disturb(0);
    const decision: unknown = await runner.runBeforeTool(save, asked as never).catch(() => undefined);
    disturb(1);
    if (change && isPlain && typeof asked === 'object' && asked !== null && !isArray(asked)) set(asked, 'path', '/');
    if (decision !== undefined && !isBlocked(decision)) {
      const token = {
        genuine: () => decision,
        empty: () => freeze({}),
        none: () => undefined,
        copy: () => setPrototypeOf({ ...(decision as object) }, null) as unknown,
        proxy: () => new Proxy(decision as object, {}),
      }[tokenKind]();
      disturb(2);
      for (let left = 2; left > 0; left--)
        await invokeTool(agent, save, given as never, token as never).catch(() => undefined);
    }
  } finally {
    // Not `for … of`, whose iterator may be replaced.
    undo[0]?.();
  }
  const { user, system } = process.cpuUsage(before);
  return {
    approved: tokenKind === 'genuine' ? seen.map(said) : [],
    handled: calls.map(said),
    isOther,
    isHonest: isPlain && !isOther && isApproved && isCalm && !change && tokenKind === 'genuine',
    time: (user + system) / 1000,
  };
}

it('no handler runs but for what was approved, once, whatever the values and surroundings', async () => {
  const random = randomOf(18);
  const counts = { handled: 0, honest: 0 };
  let slowest = 0;
  for (let program = 0; program < PROGRAMS; program++) {
    const { approved, handled, isOther, isHonest, time } = await run(random);
    expect(handled.length, `program ${String(program)}`).toBeLessThanOrEqual(approved.length);
    expect(approved.length).toBeLessThanOrEqual(1);
    for (const each of handled) expect(each, `program ${String(program)}`).toBe(approved[0]);
    if (isOther) expect(handled, `program ${String(program)}`).toEqual([]);
    if (isHonest) expect(handled, `program ${String(program)}`).toHaveLength(1);
    counts.handled += handled.length;
    counts.honest += isHonest ? 1 : 0;
    slowest = Math.max(slowest, time);
  }
  expect(counts.honest).toBeGreaterThan(300);
  expect(counts.handled).toBeGreaterThan(counts.honest + 500);
  // For what has no end.
  expect(slowest).toBeLessThan(10_000);
});
