import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { median, print } from './measure.ts';
import { canWatch, onOneCore, type Usage, watch } from './processes.ts';
import { folderWithTypescript7, type Project } from './projects.ts';

const root = join(import.meta.dirname, '..');

/** What `agent-safety check` may cost with TypeScript 7, to the commands that it is compared with. */
const bounds = { compiler: 0.6, lint: 0.1, memory: 0.35, requests: 150 };

/** What `round-trips.mjs` prints. */
interface Requests {
  readonly startUp: number;
  readonly opened: Pick<Step, 'time'>;
  readonly files: Step;
  readonly check: Step;
  readonly notes: Step;
  readonly total: number;
  /** Files that reach no SDK: those that no file which does so imports, and those that one does. */
  readonly left: Left;
  readonly helpers: Left;
}

interface Left {
  readonly files: number;
  readonly requests: number;
}

/**
 * Milliseconds of a step, for how many of them the compiler's answers were waited for, and for how many of these for trees;
 * how many queries it was, and of how many files the trees were fetched.
 */
interface Step {
  readonly time: number;
  readonly waited: number;
  readonly fetched: number;
  readonly requests: number;
  readonly trees: number;
}

/**
 * Prints what a whole `agent-safety check` costs with TypeScript 7, to a type-check by that compiler, to ESLint with other
 * typed rules, and to the same with TypeScript 6: each a process, on one core, in turns. ESLint, the slowest, runs once.
 */
export async function compareNative(name: string, project: Project, turns: number): Promise<void> {
  const title = `${name}, ${project.lines.toLocaleString('en')} lines`;
  if (!canWatch) {
    print(title, 'not measured: this needs /proc and taskset');
    return;
  }
  const folder = folderWithTypescript7(project);
  const cli = join(root, 'packages/cli/dist/main.js');
  // A run that cannot read the project ends with 2. The compiler ends with 1 or 2 where it finds errors, as in packages
  // that are checked under other options than their own.
  const check = (place: string) => (): Promise<Usage> =>
    watch([process.execPath, cli, 'check', '--preset', 'recommended', '--json', '--project', place], folder, [0, 1]);
  const commands = {
    seven: check(folder),
    compiler: () => watch([nativeCompiler(), '--noEmit', '--singleThreaded', '-p', folder], folder, [0, 1, 2]),
    six: check(project.folder),
  };
  const rounds: Record<keyof typeof commands, Usage>[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const order = Object.keys(commands) as (keyof typeof commands)[];
    const usages: Partial<Record<keyof typeof commands, Usage>> = {};
    for (const each of turn % 2 === 0 ? order : order.reverse()) usages[each] = await commands[each]();
    rounds.push(usages as Record<keyof typeof commands, Usage>);
  }
  const lint = await watch(lintCommand(project), project.folder, [0]);

  const sevens = rounds.map(({ seven }) => seven);
  const compilers = rounds.map(({ compiler }) => compiler);
  const sixes = rounds.map(({ six }) => six);
  const lints = [lint];
  printTime(`${title}: to tsc 7`, sevens, compilers, bounds.compiler);
  printTime('  to ESLint with recommended-type-checked', sevens, lints, bounds.lint);
  printTime('  to check with TypeScript 6', sevens, sixes);
  const memory = (usages: readonly Usage[]): number => median(usages.map((usage) => usage.memory));
  const shareOf = (usages: readonly Usage[]): string => (memory(sevens) / memory(usages)).toFixed(2);
  print(
    '  peak memory, to ESLint',
    `× ${shareOf(lints)}; to tsc 7 × ${shareOf(compilers)}, to check with TypeScript 6 × ${shareOf(sixes)}`,
    verdictOn(memory(sevens) / memory(lints) <= bounds.memory, `× ${String(bounds.memory)}`),
  );
  print('  of that ratio, what tsc 7 alone holds', `× ${(memory(compilers) / memory(lints)).toFixed(2)}`);
  const node = (unit: 'cpu' | 'memory'): string =>
    percent(median(sevens.map((usage) => usage.own[unit] / usage[unit])));
  print(
    '  what of it is in Node, and not in the compiler',
    `${node('cpu')} of the processor, ${node('memory')} of the memory`,
  );
  const requests = requestsOf(folder);
  printRequests(project, requests);
  printFloor(requests, ratioOf(sevens, compilers, 'cpu'));
}

function timeOf({ startUp, opened, files, check, notes }: Requests): number {
  return startUp + opened.time + files.time + check.time + notes.time;
}

function printRequests(project: Project, requests: Requests): void {
  const { startUp, opened, files, check, notes, total, left, helpers } = requests;
  const perLines = (count: number): string => ((count / project.lines) * 1000).toFixed(1);
  const queries = check.requests + notes.requests;
  const trees = files.trees + check.trees + notes.trees;
  print(
    '  round trips for 1,000 lines',
    `${perLines(total)}, for ${perLines(queries)} queries and the trees of ${String(trees)} files`,
    verdictOn((total / project.lines) * 1000 <= bounds.requests, String(bounds.requests)),
  );
  print(
    `  queries in ${String(left.files)} files that the gates leave`,
    `${String(left.requests)}, and ${String(helpers.requests)} in ${String(helpers.files)} that files of agents import`,
    verdictOn(left.requests === 0, 'none'),
  );
  const share = (time: number): string => percent(time / timeOf(requests));
  const waited = check.waited + notes.waited;
  print(
    '  where the time goes: start, opening, files, checker, rules',
    [startUp, opened.time, files.time, waited, check.time + notes.time - waited].map(share).join(', '),
  );
}

/**
 * Prints what is left of the ratio to `tsc` 7 without any rule: to start, to open the project and to fetch the trees, which all
 * analyses outside of the compiler have to do.
 */
function printFloor(requests: Requests, ratio: number): void {
  const { startUp, opened, files, check, notes } = requests;
  const ofRatio = (time: number): number => (time / timeOf(requests)) * ratio;
  const begun = ofRatio(startUp + opened.time);
  const trees = ofRatio(files.fetched + check.fetched + notes.fetched);
  print(
    '  of the ratio to tsc 7, without any query or rule',
    `× ${(begun + trees).toFixed(2)}: start and opening × ${begun.toFixed(2)}, trees × ${trees.toFixed(2)}`,
  );
}

/**
 * Prints the ratio of the fastest runs: whatever else the machine does makes runs slower, and none faster. It is the time of
 * the processor that is held to the bound: on one core it is that of the clock, without what else the machine does.
 */
function printTime(what: string, runs: readonly Usage[], others: readonly Usage[], bound?: number): void {
  const ratio = (unit: 'wall' | 'cpu'): number => ratioOf(runs, others, unit);
  const each = runs.map(({ wall }, turn) => wall / (others[turn] ?? others[0] ?? { wall: NaN }).wall);
  const range = `${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}`;
  print(
    what,
    `× ${ratio('cpu').toFixed(2)} of the processor, × ${ratio('wall').toFixed(2)} by the clock (${range})`,
    bound === undefined ? '' : verdictOn(ratio('cpu') <= bound, `× ${String(bound)}`),
  );
}

function ratioOf(runs: readonly Usage[], others: readonly Usage[], unit: 'wall' | 'cpu'): number {
  const fastest = (usages: readonly Usage[]): number => Math.min(...usages.map((usage) => usage[unit]));
  return fastest(runs) / fastest(others);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function verdictOn(isWithin: boolean, bound: string): string {
  return `${isWithin ? 'within' : 'MISSED'}: ${bound}`;
}

function lintCommand({ folder, files }: Project): readonly string[] {
  const request = { folder, files: [files], variant: 'recommended-type-checked', plugin: join(root, 'dist/index.js') };
  return [process.execPath, join(root, 'benchmarks/lint.mjs'), JSON.stringify(request)];
}

function requestsOf(folder: string): Requests {
  const script = join(root, 'benchmarks/round-trips.mjs');
  const [program, ...parameters] = onOneCore([process.execPath, script, folder]);
  return JSON.parse(execFileSync(program, parameters, { encoding: 'utf8' })) as Requests;
}

/** The program itself: what `npx tsc` runs takes the time and the memory of Node besides. */
function nativeCompiler(): string {
  const compiler = createRequire(import.meta.url).resolve('typescript7/package.json');
  const program = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  return join(dirname(createRequire(compiler).resolve(program)), 'lib/tsc');
}
