import type { CallExpression, Node, SourceFile } from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Certainty, Misuse, Verdict } from '../../src/facts/sessions/session-facts.ts';
import ts from 'typescript';
import type { Finding } from './campaign.ts';
import { campaign, minimise, missedShare, toTable } from './campaign.ts';
import type { Analysis } from './check.ts';
import { annotate, check, stubSetting } from './check.ts';
import { complaintsAbout, fuzzWorld, programOf } from './compile.ts';
import { generateProgram, mainFile } from './generator.ts';
import { profiles } from './profiles.ts';
import type { Random } from './random.ts';
import { randomOf, seedOf } from './random.ts';
import { fuzzProtocol, watchedOps } from './session-package.ts';

const imports = `import { Session, env, kinds, maybe, cond, mayThrow, pause, exit, lend, pick, later } from 'fuzz-session';`;

const write = (random: Random) => generateProgram(random, profiles.wide);

/** An analysis that says the same of every call of some operations, and nothing of others. */
function always(certainty: Certainty, ops: readonly string[], isConsequence = false): Analysis {
  return (file) => {
    const verdicts = callsIn(file)
      .map((node): Verdict | undefined => {
        const op = nameOf(node);
        return op !== undefined && ops.includes(op) ? { node, op, certainty, isConsequence } : undefined;
      })
      .filter((verdict) => verdict !== undefined);
    return { verdicts, misuses: [], leaks: [] };
  };
}

function callsIn(file: SourceFile): CallExpression[] {
  const calls: CallExpression[] = [];
  const visit = (node: Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

function nameOf({ expression }: CallExpression): string | undefined {
  return ts.isPropertyAccessExpression(expression) && watchedOps.has(expression.name.text)
    ? expression.name.text
    : undefined;
}

function program(...statements: string[]): ReadonlyMap<string, string> {
  const text = [imports, 'export async function main() {', 'const c = new Session();', ...statements, '}', ''].join(
    '\n',
  );
  return new Map([[mainFile, text]]);
}

describe('comparing an analysis with executions', () => {
  const good = program('await c.connect();', 'await c.callTool();');
  const bad = program('await c.callTool();');

  it('finds a false alarm', async () => {
    const { comparison } = await check(good, always('definite', ['callTool']));
    expect(comparison.discrepancies).toMatchObject([{ kind: 'false', site: { name: 'callTool' } }]);
    expect(comparison.confirmed).toBe(0);
  });

  it('confirms a right report', async () => {
    const { comparison } = await check(bad, always('definite', ['callTool']));
    expect(comparison.discrepancies).toEqual([]);
    expect(comparison).toMatchObject({ confirmed: 1, opinions: [{ account: 'reported' }] });
  });

  it('counts a report that no execution reaches', async () => {
    const { comparison } = await check(program('return;', 'c.callTool();'), always('definite', ['callTool']));
    expect(comparison).toMatchObject({ confirmed: 0, unreached: 1, discrepancies: [] });
  });

  it.each(['possible', 'fine', 'unknown'] as const)('finds a miss: %s', async (certainty) => {
    const { comparison } = await check(bad, always(certainty, ['callTool']));
    expect(comparison.discrepancies).toMatchObject([{ kind: 'missed', site: { name: 'callTool' } }]);
    expect(comparison.opinions).toMatchObject([{ account: 'missed' }]);
  });

  it('finds a miss where the analysis has no verdict at all', async () => {
    const { comparison } = await check(bad, always('fine', []));
    expect(comparison.discrepancies).toMatchObject([{ kind: 'missed' }]);
  });

  it('accepts silence only after a wrong call on the same session', async () => {
    const twice = program('await c.callTool().catch(() => {});', 'await c.callTool();');
    const { comparison } = await check(twice, always('possible', ['callTool'], true));
    expect(comparison.discrepancies).toMatchObject([{ kind: 'muted', site: { name: 'callTool' } }]);
    expect(comparison.opinions).toMatchObject([{ account: 'missed' }, { account: 'muted' }]);
  });

  it('takes a report at the call of a function for the operation inside', async () => {
    const text = new Map([
      [
        mainFile,
        `${imports}
async function use(s: Session) { await s.callTool(); }
export async function main() {
  const c = new Session();
  await use(c).catch(() => {});
  await c.connect();
  await use(c);
}`,
      ],
    ]);
    const reporting =
      (index: number): Analysis =>
      (file) => {
        const calls = callsIn(file);
        const node = calls.filter((call) => call.expression.getText(file) === 'use')[index];
        const inside = calls.find((call) => nameOf(call) === 'callTool');
        if (!node || !inside) throw new Error('Not the program');
        const misuse: Misuse = {
          protocol: fuzzProtocol,
          certainty: 'definite',
          node,
          op: 'callTool',
          called: 'callTool',
          subject: 'c',
          cause: { role: 'use', phase: 'unopened' },
          states: ['new'],
          witnesses: [],
          outcome: 'rejects',
          inEarlierIteration: false,
          inside,
          unawaited: undefined,
          returned: undefined,
          neverOpened: false,
          expectedToReject: false,
        };
        return { verdicts: [], misuses: [misuse], leaks: [] };
      };
    expect((await check(text, reporting(0))).comparison).toMatchObject({ confirmed: 1, discrepancies: [] });
    const wrong = await check(text, reporting(1));
    expect(wrong.comparison.discrepancies).toMatchObject([
      { kind: 'false', site: { name: 'use' }, inside: { name: 'callTool' } },
    ]);
    expect(annotate(wrong)).toContain('<<< FALSE use about callTool');
  });

  it('does not expect a report for what only some calls of a function do', async () => {
    const text = new Map([
      [
        mainFile,
        `${imports}
async function use(s: Session) { if (env.one) await s.callTool(); }
export async function main() { await use(new Session()); }`,
      ],
    ]);
    const { comparison } = await check(text, always('fine', []));
    expect(comparison).toMatchObject({ discrepancies: [], opinions: [{ account: 'conditionalInCallee' }] });
  });
});

describe('counting a miss', () => {
  const accountsOf = async (...lines: string[]): Promise<(string | undefined)[]> => {
    const { comparison } = await check(new Map([[mainFile, [imports, ...lines].join('\n')]]), always('fine', []));
    return comparison.opinions.map(({ account }) => account);
  };

  it('takes a function that is called on the spot for a part of its caller', async () => {
    const branch = 'if (env.one) await c.callTool();';
    expect(
      await accountsOf(
        'export async function main() {',
        'const c = new Session();',
        `await (async () => { ${branch} })();`,
        '}',
      ),
    ).toEqual(['missed']);
    expect(
      await accountsOf(
        'export async function main() {',
        'const c = new Session();',
        `const f = async () => { ${branch} };`,
        'await f();',
        '}',
      ),
    ).toEqual(['conditionalInCallee']);
  });

  it('excuses what depends on a promise that nobody awaits, once there was time for it', async () => {
    const main = (...statements: string[]): string[] => [
      'export async function main() {',
      'const c = new Session();',
      ...statements,
      '}',
    ];
    expect(await accountsOf(...main('void c.connect();', 'await c.callTool();'))).toEqual([undefined, 'missed']);
    expect(await accountsOf(...main('void c.connect();', 'await pause();', 'await c.callTool();'))).toEqual([
      undefined,
      'outOfSight',
    ]);
  });

  it('counts a misuse that follows from one that is not reported', async () => {
    const twice = ['await c.callTool().catch(() => {});', 'await c.callTool();'];
    const files = program(...twice);
    const first: Analysis = (file) => ({
      verdicts: callsIn(file)
        .filter((node) => nameOf(node) === 'callTool')
        .slice(0, 1)
        .map((node) => ({ node, op: 'callTool', certainty: 'definite', isConsequence: false })),
      misuses: [],
      leaks: [],
    });
    const accounts = async (analyse: Analysis) =>
      (await check(files, analyse)).comparison.opinions.map(({ account }) => account);
    expect(await accounts(always('fine', []))).toEqual(['missed', 'missed']);
    expect(await accounts(first)).toEqual(['reported', 'missed']);
  });
});

describe('the core', () => {
  it('has nothing whose order the text does not tell', () => {
    const texts = Array.from({ length: 400 }, (_, index) =>
      [...generateProgram(randomOf(seedOf(7, index)), profiles.core).values()].join('\n').replaceAll(imports, ''),
    ).join('\n');
    expect(texts).not.toMatch(
      /\.(then|catch|finally)\(|\b(race|any|allSettled|lend|pick|later|class|this)\b|\{ inner:|^(let|const) \w+ = new/m,
    );
    expect(texts).toMatch(/await using/);
    // Functions that return promises are awaited wherever they are called.
    expect(texts).not.toMatch(/^ *(void )?use\d+\(/m);
  });
});

describe('generated programs', () => {
  const count = 80;
  const programs = Array.from({ length: count }, (_, index) => write(randomOf(seedOf(7, index))));

  it('are the same for the same seed, and differ', () => {
    expect(Array.from({ length: count }, (_, index) => write(randomOf(seedOf(7, index))))).toEqual(programs);
    expect(new Set(programs.map((files) => files.get(mainFile))).size).toBe(count);
  });

  it('compile', () => {
    const files = new Map(
      programs.flatMap((one, at) =>
        [...one].map(([name, text]) => [name.replace(fuzzWorld.root, `${fuzzWorld.root}/${at}`), text]),
      ),
    );
    const compiled = programOf(files, fuzzWorld);
    // Behind what never returns, nothing has a type.
    const complaints = [...files.keys()]
      .flatMap((name) => complaintsAbout(compiled, name))
      .filter((complaint) => !complaint.endsWith(`on type 'never'.`));
    expect(complaints).toEqual([]);
  });
});

describe('a campaign', () => {
  const setting = stubSetting({ decisions: 40, iterations: 3, executions: 100 });

  it('finds what is wrong with an analysis, and makes it small', async () => {
    const summary = await campaign(7, 30, write, always('definite', ['callTool', 'connect']), setting);
    expect(summary.falseAlarms).toBeGreaterThan(10);
    expect(toTable(summary)).toContain(`${summary.falseAlarms} FALSE`);
    const finding = summary.findings.find(({ discrepancies }) => discrepancies.some(({ kind }) => kind === 'false'))!;
    const small = await minimise(finding, 'false', always('definite', ['callTool', 'connect']), setting);
    const statements = small.split('\n').filter((line) => /^ *(await|void|const|[a-z]\w*[.?(])/.test(line));
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it('counts what an analysis that never speaks misses', async () => {
    const summary = await campaign(7, 30, write, always('fine', []), setting);
    expect(summary.falseAlarms).toBe(0);
    expect(missedShare(summary)).toBeGreaterThan(0.9);
    const finding: Finding = summary.findings[0]!;
    expect(await minimise(finding, 'missed', always('fine', []), setting)).toContain('<<< MISSED');
  });
});
