import { describe, expect, it } from 'vitest';
import { fuzzWorld } from './compile.ts';
import { instrument } from './instrument.ts';
import type { Oracle } from './oracle.ts';
import { defaultBounds, execute } from './oracle.ts';

const { root } = fuzzWorld;
const imports = `import { Session, env, kinds, maybe, cond, mayThrow, pause, exit, lend, pick, later } from 'fuzz-session';`;

/** Executes a program, and gives the operations of each line with what the executions say of them. */
async function judge(text: string, library?: string): Promise<{ lines: Record<string, string>; oracle: Oracle }> {
  const main = `${root}/main.ts`;
  const files = new Map([[main, `${imports}\n${text}`]]);
  if (library !== undefined) files.set(`${root}/lib.ts`, `${imports}\n${library}`);
  const program = instrument(files);
  const oracle = await execute(program, main, { ...defaultBounds, executions: 20_000 });
  expect(oracle.isComplete).toBe(true);

  const lines: Record<string, string> = {};
  for (const site of program.sites) {
    if (site.kind !== 'op') continue;
    let visits = 0;
    let wrong = 0;
    for (const tally of oracle.ops.get(site.id)?.values() ?? []) {
      visits += tally.visits;
      wrong += tally.wrong;
    }
    const answer = visits === 0 ? 'never' : wrong === 0 ? 'fine' : wrong === visits ? 'bad' : 'maybe';
    const source = files.get(site.file) ?? '';
    const line = source.slice(source.lastIndexOf('\n', site.start) + 1, source.indexOf('\n', site.start)).trim();
    lines[line] = line in lines ? `${lines[line] ?? ''} ${answer}` : answer;
  }
  return { lines, oracle };
}

async function body(...statements: string[]): Promise<Record<string, string>> {
  const text = ['export async function main() {', 'const c = new Session();', ...statements, '}', ''].join('\n');
  return (await judge(text)).lines;
}

describe('what executions say', () => {
  it('of the plain order', async () => {
    expect(
      await body(
        'c.registerCapabilities();',
        'await c.connect();',
        'await c.callTool();',
        'await c.close();',
        'c.callTool();',
      ),
    ).toEqual({
      'c.registerCapabilities();': 'fine',
      'await c.connect();': 'fine',
      'await c.callTool();': 'fine',
      'await c.close();': 'fine',
      'c.callTool();': 'bad',
    });
  });

  it('of code behind a call that always fails: nothing', async () => {
    expect(await body('await c.callTool();', 'await c.connect();')).toEqual({
      'await c.callTool();': 'bad',
      'await c.connect();': 'never',
    });
  });

  it('of branches', async () => {
    expect(await body('if (env.one) await c.connect();', 'await c.callTool();')).toEqual({
      'if (env.one) await c.connect();': 'fine',
      'await c.callTool();': 'maybe',
    });
  });

  it('of an exhaustive switch', async () => {
    const clauses = ['a', 'b', 'c'].map((value) => `case '${value}': await c.connect(); break;`);
    expect(await body('switch (kinds.one) {', ...clauses, '}', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'fine',
    });
    expect(await body('switch (kinds.one) {', ...clauses.slice(1), '}', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'maybe',
    });
  });

  it('of later iterations', async () => {
    expect(
      await body('await c.connect();', 'for (;;) {', 'await c.callTool();', 'await c.close().catch(() => {});', '}'),
    ).toMatchObject({
      'await c.callTool();': 'maybe',
    });
  });

  it('of a jump through `finally`', async () => {
    expect(
      await body(
        'await c.connect();',
        'for (;;) {',
        'try { break; } finally { await c.close(); }',
        '}',
        'await c.callTool();',
      ),
    ).toMatchObject({ 'await c.callTool();': 'bad' });
  });

  it('of the throws in the middle of `try`', async () => {
    expect(
      await body(
        'try {',
        'await c.connect();',
        'mayThrow();',
        'await c.close();',
        '} catch {',
        'await c.callTool();',
        '}',
      ),
    ).toMatchObject({ 'await c.callTool();': 'maybe' });
  });

  it('of a connection that failed: closed, or half open', async () => {
    expect(await body('await c.connect().catch(() => {});', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'maybe',
    });
    expect(
      await body('try {', 'await c.connect();', '} catch {', 'await c.connect();', 'await c.callTool();', '}'),
    ).toEqual({
      'await c.connect();': 'fine maybe',
      'await c.callTool();': 'fine',
    });
    expect(
      await body('try {', 'await c.connect();', '} catch {', 'await c.close();', 'c.connect();', '}'),
    ).toMatchObject({ 'c.connect();': 'fine' });
  });

  it('of a promise that is not awaited: it settles last', async () => {
    expect(await body('void c.connect();', 'await pause();', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'bad',
    });
    expect(await body('const p = c.connect();', 'await pause();', 'await p;', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'fine',
    });
    expect(await body('void c.connect().then(() => c.callTool());')).toEqual({
      'void c.connect().then(() => c.callTool());': 'fine fine',
    });
  });

  it('of promises together', async () => {
    expect(
      await body('const d = new Session();', 'await Promise.all([c.connect(), d.connect()]);', 'await d.callTool();'),
    ).toMatchObject({
      'await d.callTool();': 'fine',
    });
    expect(await body('await Promise.allSettled([c.connect()]);', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'maybe',
    });
    expect(await body('await Promise.race([c.connect(), pause()]);', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'maybe',
    });
  });

  it('of answers: any may come first', async () => {
    for (const items of ['d.callTool(), c.connect()', 'c.connect(), d.callTool()']) {
      expect(
        await body(
          'const d = new Session();',
          'await d.connect();',
          `try { await Promise.all([${items}]); }`,
          'catch { await c.callTool(); }',
        ),
      ).toMatchObject({ 'catch { await c.callTool(); }': 'maybe' });
    }
  });

  it('of a close that overtakes a connect', async () => {
    expect(
      await body('const p = c.connect();', 'void c.close();', 'await p.catch(() => {});', 'await c.callTool();'),
    ).toMatchObject({ 'await c.callTool();': 'bad' });
  });

  it('of the guard', async () => {
    expect(await body('if (env.one) await c.connect();', 'if (c.transport) await c.callTool();')).toMatchObject({
      'if (c.transport) await c.callTool();': 'fine',
    });
  });

  it('of arguments: they are evaluated before the call', async () => {
    expect(await body('await c.connect();', 'await c.callTool(await c.close());')).toMatchObject({
      'await c.callTool(await c.close());': 'bad fine',
    });
  });

  it('of what an unknown function did', async () => {
    expect(await body('lend(c);', 'await c.callTool();')).toMatchObject({ 'await c.callTool();': 'maybe' });
    expect(
      await body('await c.connect();', 'later(() => c.close());', 'await pause();', 'await c.callTool();'),
    ).toMatchObject({ 'await c.callTool();': 'maybe' });
  });

  it('of `exit`, labels, `?.`, and `using`', async () => {
    expect(await body('if (env.one) await c.connect(); else exit();', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'fine',
    });
    expect(
      await body('outer: for (;;) for (;;) {', 'await c.connect();', 'break outer;', '}', 'await c.callTool();'),
    ).toMatchObject({ 'await c.callTool();': 'fine' });
    expect(
      await body('const d = env.one ? c : undefined;', 'await d?.connect();', 'await d?.callTool();'),
    ).toMatchObject({
      'await d?.callTool();': 'fine',
    });
    expect(await body('await c.connect();', '{ await using d = c; }', 'await c.callTool();')).toMatchObject({
      'await c.callTool();': 'bad',
    });
  });
});

describe('calls of the program’s own functions', () => {
  it('are kept apart, by where the session was made', async () => {
    const { lines, oracle } = await judge(
      `
async function use(s: Session) {
  await s.callTool();
}
export async function main() {
  const c = new Session();
  await use(c).catch(() => {});
  await c.connect();
  await use(c);
}
`,
    );
    expect(lines).toEqual({ 'await s.callTool();': 'maybe', 'await c.connect();': 'fine' });
    const [byCalls] = oracle.ops.values();
    expect([...(byCalls?.values() ?? [])].map(({ visits, wrong }) => wrong / visits).sort()).toEqual([0, 1]);
    const [first, second] = [...oracle.calls.values()];
    expect(first).toMatchObject({ clean: 0 });
    expect(second).toMatchObject({ wrong: 0 });
  });

  it('run beside each other, and concern the sessions that they touch', async () => {
    const { oracle, lines } = await judge(`
async function use(s: Session) {
  await s.connect();
  await s.connect();
}
async function spoil(s: Session) {
  await pause();
  await s.callTool();
}
export async function main() {
  const c = new Session();
  const d = new Session();
  await Promise.all([use(c), use(d), spoil(d)]);
}
`);
    expect(lines).toMatchObject({ 'await s.callTool();': 'maybe' });
    const tallies = [...oracle.ops.values()].flatMap((byCalls) => [...byCalls.values()]);
    // The first `connect()` of both calls, the second one of both, and `spoil`, which begins after the first ones.
    expect(tallies.map(({ outOfSight }) => outOfSight > 0)).toEqual([false, false, false, true, true]);
  });

  it('tell a misuse that follows from another', async () => {
    const { oracle } = await judge(`
export async function main() {
  const c = new Session();
  await c.callTool().catch(() => {});
  await c.callTool().catch(() => {});
  await c.connect();
  await c.close();
  await c.callTool();
}
`);
    const [first, second, , , last] = [...oracle.ops.values()].flatMap((byCalls) => [...byCalls.values()]);
    expect(first).toMatchObject({ wrongAfresh: first?.visits });
    expect(second).toMatchObject({ wrongAfresh: 0, after: new Set(['1:']) });
    expect(last).toMatchObject({ wrongAfresh: last?.visits });
  });

  it('cross files', async () => {
    const { lines } = await judge(
      `
import { boot } from './lib.ts';
export async function main() {
  const c = new Session();
  await boot(c);
  await c.callTool();
}
`,
      `
export async function boot(s: Session) {
  await s.connect();
}
`,
    );
    expect(lines).toEqual({ 'await s.connect();': 'fine', 'await c.callTool();': 'fine' });
  });

  it('come in any order where sessions outlive them', async () => {
    const { lines } = await judge(
      `
export class Owner {
  #c = new Session();
  async open() {
    await this.#c.connect();
  }
  async run() {
    await this.#c.callTool();
  }
}
`,
    );
    expect(lines).toEqual({ 'await this.#c.connect();': 'maybe', 'await this.#c.callTool();': 'maybe' });
  });

  it.each([
    ['say nothing of a session that others use while it is waited for', '', 'bad'],
    ['come between where something else is waited for', 'await pause();', 'maybe'],
  ])('%s', async (_, wait, judgement) => {
    const { lines } = await judge(
      `
export class Owner {
  #c = new Session();
  async open() {
    await this.#c.connect();
  }
  async run() {
    await this.#c.close();
    ${wait}
    await this.#c.callTool();
  }
}
`,
    );
    expect(lines).toMatchObject({ 'await this.#c.callTool();': judgement });
  });

  it('are not of private methods', async () => {
    const { lines } = await judge(`
export class Owner {
  private readonly c = new Session();
  private async open() {
    await this.c.connect();
  }
  async run() {
    await this.c.callTool();
  }
}
`);
    expect(lines).toEqual({ 'await this.c.connect();': 'never', 'await this.c.callTool();': 'bad' });
  });

  it('may be at the top level', async () => {
    const { lines } = await judge(`
const c = new Session();
await c.connect();
await c.callTool();
await c.close();
c.callTool();
export {};
`);
    expect(lines).toEqual({
      'await c.connect();': 'fine',
      'await c.callTool();': 'fine',
      'await c.close();': 'fine',
      'c.callTool();': 'bad',
    });
  });
});

it('says when the bounds were reached', async () => {
  const file = `${root}/main.ts`;
  const text = `${imports}\nexport async function main() {\n${'cond() && cond();\n'.repeat(12)}}`;
  const program = instrument(new Map([[file, text]]));
  expect(await execute(program, file, { decisions: 40, iterations: 3, executions: 200 })).toMatchObject({
    isComplete: false,
  });
  expect(await execute(program, file, { decisions: 5, iterations: 3, executions: 20_000 })).toMatchObject({
    isComplete: false,
  });
});
