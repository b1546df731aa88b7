/**
 * What the rules cost: `npm run bench`, or `npm run bench -- --quick`. Whole ESLint processes, with a typed rule that does
 * nothing and with the recommended preset, in turns: the share of the time in our rules, and the ratio of the fastest runs
 * of both; how the cost grows, from 1,000 lines to 100,000; what the graph of 1,000 agents takes, what odd shapes of code
 * do, what the command takes with TypeScript 7 (the parts `check7-…`), and an edit a project that is followed. Where the time goes: `npm run bench -- --profile`.
 * How the rules' time compares with that of another build: `npm run bench -- --against ../other/dist`, with more runs:
 * `--turns 15`. Some parts alone: `npm run bench -- --only ai,dense`.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agentProject } from './agent-project.ts';
import { compareBuilds } from './builds.ts';
import { lint, median, ours, type Pair, pairsOf, print, type Variant } from './measure.ts';
import { compareNative } from './native.ts';
import { profile } from './profile.ts';
import { publishedProject, writeProject, type Project } from './projects.ts';
import { sessionProject } from './session-project.ts';
import { shapes, sourceOf } from './shapes.ts';
import { measureWarm } from './warm.ts';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    against: { type: 'string' },
    turns: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const isQuick = options.quick;

interface Comparison {
  readonly pairs: number;
  /** The largest share that the rules may add; none where the figure only informs. */
  readonly bound?: number;
  readonly without?: Variant;
  readonly withRules?: Variant;
}

const onAgents = 0.15;
const elsewhere = 0.01;

const sizes = isQuick ? [1000, 10_000] : [1000, 10_000, 100_000];

/** What is measured, by the names that `--only` takes. */
const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  effect: () => {
    compare('no agents: effect', publishedProject('effect', 'benchmarks/real-code'), { pairs: 3, bound: elsewhere });
  },
  ai: () => {
    const ai = publishedProject('ai', 'scripts/demo/real-code');
    compare('agents: ai', ai, { pairs: 3, bound: onAgents });
    compareRuns('whole runs, ai', ai);
  },
  mixed: () => {
    compareSizes('mixed');
    measureFacts();
  },
  dense: () => {
    compareSizes('dense');
  },
  graph: measureGraph,
  shapes: measureShapes,
  'check7-generated': () => {
    const lines = sizes.at(-1) ?? 0;
    const project = writeProject(`mixed-${String(lines)}`, sessionProject(lines, 'mixed').files);
    return compareWithTypescript7('generated, mixed', project);
  },
  'check7-effect': () => compareWithTypescript7('effect', publishedProject('effect', 'benchmarks/real-code')),
  'check7-ai': () => compareWithTypescript7('ai', publishedProject('ai', 'scripts/demo/real-code')),
  warm: () => {
    measureWarm(sizes.slice(1));
  },
};

const only = options.only?.split(',');
if (options.profile) profile();
else if (options.against !== undefined)
  await compareBuilds(resolve(options.against), isQuick ? 1 : Number(options.turns), only);
else
  for (const name of only ?? Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`--only takes ${Object.keys(parts).join(', ')}, not ${name}`);
    await part();
  }

function compareWithTypescript7(name: string, project: Project): Promise<void> {
  return compareNative(`check with TypeScript 7, ${name}`, project, isQuick ? 1 : 3);
}

/** Prints what the rules cost in generated projects of one kind, and how that grows with their size. */
function compareSizes(density: 'dense' | 'mixed'): void {
  const costs = sizes.map((lines) => {
    const project = writeProject(`${density}-${String(lines)}`, sessionProject(lines, density).files);
    const cost = compare(`agents: generated, ${density}`, project, { pairs: 3, bound: onAgents });
    if (density === 'mixed' && lines === 10_000) {
      const others = { without: 'typed', withRules: 'typed and recommended' } as const;
      compare('the same beside typescript-eslint’s typed rules', project, { pairs: 3, ...others });
    }
    return cost;
  });
  const growth = (costs.at(-1) ?? NaN) / (costs.at(-2) ?? NaN);
  const figure = `a line costs × ${growth.toFixed(2)} where there are ten times the lines`;
  print(`growth: generated, ${density}`, figure, verdictOn(growth <= 1.2, 'linear'));
}

/** Prints what the facts of the largest mixed project cost. */
function measureFacts(): void {
  const share = factsShare(join(root, '.tmp/bench', `mixed-${String(sizes.at(-1))}`));
  print(
    `facts of tools, agents and guards, ${(sizes.at(-1) ?? 0).toLocaleString('en')} lines`,
    `${percent(share)} of the time that the compiler takes to check the types`,
    verdictOn(share <= 0.3, '30 %'),
  );
}

function measureGraph(): void {
  const agents = writeProject('agents-1000', agentProject(1000));
  const graph = graphCost(agents.folder, 'src/team-4/specialists.ts');
  print(
    `graph of ${graph.agents.toLocaleString('en')} agents, ${graph.delegations.toLocaleString('en')} steps`,
    `${graph.beyond.toFixed(0)} ms beyond the type-check, ${graph.afterEdit.toFixed(0)} ms after an edit, for ${String(graph.filesRead)} file`,
    verdictOn(graph.beyond <= 2000 && graph.filesRead === 1 && graph.isSame, '2 s, 1 file'),
  );
}

function measureShapes(): void {
  for (const shape of shapes) {
    const project = writeProject(`shape-${shape.name.replaceAll(/\W+/g, '-')}`, [['main.ts', sourceOf(shape)]]);
    const milliseconds = ours(lint(project, 'recommended'));
    const figure = `${milliseconds.toFixed(0)} ms in the rules`;
    print(`${shape.name}, ${String(shape.size)}`, figure, verdictOn(milliseconds <= 2000, '2 s'));
  }
}

/** Prints how long whole runs take with our rules, to the same run without: alone, and on top of other typed rules. */
function compareRuns(name: string, project: Project): void {
  for (const [what, without, withRules] of [
    ['a typed run without rules, with ours', 'noop', 'recommended'],
    ['recommended-type-checked, with ours on top', 'typed', 'typed and recommended'],
  ] as const) {
    const ratios = pairsOf(project, isQuick ? 1 : 5, without, withRules).map(({ base, all }) => all.wall / base.wall);
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    print(
      `${name}: ${what}`,
      `× ${median(ratios).toFixed(2)} by the clock, in ${String(ratios.length)} pairs × ${range}`,
    );
  }
}

/**
 * Prints what share the time in the rules is of the rest of the run that they are in, which is the figure that is held to
 * the bound: it depends little on what else the machine does. Returns the milliseconds in the rules for a line.
 */
function compare(name: string, project: Project, comparison: Comparison): number {
  const { bound, without = 'noop', withRules = 'recommended' } = comparison;
  const runs = pairsOf(project, isQuick ? 1 : comparison.pairs, without, withRules);
  const share = median(runs.map(({ all }) => ours(all) / (all.wall - ours(all))));
  print(
    `${name}, ${project.lines.toLocaleString('en')} lines`,
    `${percent(share)} in the rules; ${percent(added(runs, 'wall'))} by the clock, ${percent(added(runs, 'cpu'))} of the processor`,
    bound === undefined ? '' : verdictOn(share <= bound, percent(bound)),
  );
  return Math.min(...runs.map(({ all }) => ours(all))) / project.lines;
}

/** How long all facts of tools, agents and guards take, measured against the type-check, each in a fresh program. */
function factsShare(folder: string): number {
  const shares = Array.from({ length: isQuick ? 1 : 3 }, () => {
    const script = [join(root, 'benchmarks/facts.mjs'), folder];
    const output = execFileSync(process.execPath, ['--max-old-space-size=6000', ...script], { encoding: 'utf8' });
    const { facts, check } = JSON.parse(output) as { facts: number; check: number };
    return facts / check;
  });
  return median(shares);
}

interface GraphCost {
  readonly agents: number;
  readonly delegations: number;
  /** Milliseconds of the graph beyond the type-check, and of the next one after an edit of one file. */
  readonly beyond: number;
  readonly afterEdit: number;
  /** How many files are looked through for calls of the SDKs after the edit. */
  readonly filesRead: number;
  /** The edit was a comment, and changed nothing. */
  readonly isSame: boolean;
}

/** The fastest of some runs, each in a process of its own. */
function graphCost(folder: string, edited: string): GraphCost {
  const runs = Array.from({ length: isQuick ? 1 : 3 }, () => {
    const script = [join(root, 'benchmarks/graph.mjs'), folder, edited];
    const output = execFileSync(process.execPath, ['--max-old-space-size=6000', ...script], { encoding: 'utf8' });
    return JSON.parse(output) as GraphCost;
  });
  return runs.reduce((best, run) => (run.beyond < best.beyond ? run : best));
}

/** The ratio of the fastest runs: whatever else the machine does makes runs slower, and none faster. */
function added(runs: readonly Pair[], unit: 'wall' | 'cpu'): number {
  return Math.min(...runs.map(({ all }) => all[unit])) / Math.min(...runs.map(({ base }) => base[unit])) - 1;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function verdictOn(isWithin: boolean, bound: string): string {
  return `${isWithin ? 'within' : 'MISSED'}: ${bound}`;
}
