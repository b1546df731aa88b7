import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Project } from './projects.ts';

const root = join(import.meta.dirname, '..');

/** The plugin as it is built. */
const built = join(root, 'dist');

/** With what ESLint is run: see `lint.mjs`. */
export type Variant = 'noop' | 'recommended' | 'typed' | 'typed and recommended';

/** One run of ESLint, as a process of its own. */
export interface Measured {
  /** Milliseconds of the clock, and of the processor. */
  readonly wall: number;
  readonly cpu: number;
  /** Milliseconds in each rule. */
  readonly rules: Readonly<Record<string, number>>;
}

/** The calls of functions in one run, which are the same however busy the machine is. */
export interface Calls {
  /** Of the plugin's. */
  readonly ours: number;
  /** Of the compiler's, parsing included. */
  readonly compiler: number;
}

/** Two runs in turns, without and with our rules. */
export interface Pair {
  readonly base: Measured;
  readonly all: Measured;
}

/** Runs ESLint over a project, in a process of its own. */
export function lint(project: Project, variant: Variant): Measured {
  return run(project, { variant, plugin: built }) as Measured;
}

/** One of two builds that are compared, with the rules of its preset that both have. */
export interface Build {
  /** The folder, as `dist`. */
  readonly plugin: string;
  readonly rules: readonly string[];
}

/** This build and another one, with the rules that both have: a rule that is new is no cost of the old ones. */
export async function buildsBesides(other: string): Promise<{ readonly before: Build; readonly now: Build }> {
  const [before, now] = await Promise.all([recommendedIn(other), recommendedIn(built)]);
  const rules = now.filter((rule) => before.includes(rule));
  return { before: { plugin: other, rules }, now: { plugin: built, rules } };
}

async function recommendedIn(plugin: string): Promise<readonly string[]> {
  const { default: loaded } = (await import(pathToFileURL(join(plugin, 'index.js')).href)) as {
    readonly default: {
      readonly configs: { readonly recommended: { readonly rules: Readonly<Record<string, unknown>> } };
    };
  };
  return Object.keys(loaded.configs.recommended.rules);
}

/** Runs ESLint with a build's rules over a project, in a process of its own. */
export function lintWith(project: Project, build: Build): Measured {
  return run(project, { variant: 'recommended', ...build }) as Measured;
}

/** Runs ESLint with a build's rules over a project, in a process of its own, and counts the calls of functions. */
export function callsOf(project: Project, build: Build): Calls {
  return (run(project, { variant: 'recommended', ...build, counts: true }) as { readonly calls: Calls }).calls;
}

function run(
  { folder, files }: Project,
  {
    plugin,
    ...rest
  }: {
    readonly variant: Variant;
    readonly plugin: string;
    readonly rules?: readonly string[];
    readonly counts?: boolean;
  },
): unknown {
  const request = { folder, files: [files], plugin: join(plugin, 'index.js'), ...rest };
  const options = ['--max-old-space-size=6000', join(root, 'benchmarks/lint.mjs'), JSON.stringify(request)];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

/** Runs ESLint without and with our rules, in turns: whichever runs second finds the files in memory. */
export function pairsOf(project: Project, count: number, without: Variant, withRules: Variant): readonly Pair[] {
  return Array.from({ length: count }, (_, index): Pair => {
    const early = index % 2 === 0 ? undefined : lint(project, withRules);
    const base = lint(project, without);
    return { base, all: early ?? lint(project, withRules) };
  });
}

/** Milliseconds in our rules. */
export function ours({ rules }: Measured): number {
  return Object.entries(rules).reduce((sum, [rule, time]) => (rule.startsWith('agent-safety/') ? sum + time : sum), 0);
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** A line of what is printed. */
export function print(what: string, figure: string, verdict = ''): void {
  console.log(`${what.padEnd(58)} ${figure.padEnd(66)} ${verdict}`);
}
