import { buildsBesides, callsOf, lintWith, type Measured, median, ours, print } from './measure.ts';
import { type Project, publishedProject, writeProject } from './projects.ts';
import { sessionProject } from './session-project.ts';

const projects: Readonly<Record<string, () => readonly (readonly [name: string, project: Project])[]>> = {
  effect: () => [['no agents: effect', publishedProject('effect', 'benchmarks/real-code')]],
  ai: () => [['agents: ai', publishedProject('ai', 'scripts/demo/real-code')]],
  mixed: () => generated('mixed'),
  dense: () => generated('dense'),
};

function generated(
  density: 'dense' | 'mixed',
  sizes: readonly number[] = [1000, 10_000, 100_000],
): readonly (readonly [name: string, project: Project])[] {
  return sizes.map((lines) => [
    `agents: generated, ${density}`,
    writeProject(`${density}-${String(lines)}`, sessionProject(lines, density).files),
  ]);
}

/**
 * Prints the ratio of this build to another one, with the rules that both have: the time of the rules and of whole runs of
 * ESLint, as the median of runs in turns and as the fastest run of each. Time in the rules depends less on what else the
 * machine does than that of a whole run, and the fastest run least of all. Before it, what does not depend on it: the calls
 * of functions in one run of each, of the plugin's and of the compiler's.
 *
 * @param other the folder of the other build, as `dist`
 * @param only the kinds of projects that are wanted, or projects by the end of their folder's name: `mixed-10000`
 */
export async function compareBuilds(other: string, turns: number, only = Object.keys(projects)): Promise<void> {
  const builds = await buildsBesides(other);
  for (const wanted of only)
    for (const [name, project] of projectsOf(wanted)) {
      const [callsBefore, callsNow] = [callsOf(project, builds.before), callsOf(project, builds.now)];
      const grownBy = (of: 'compiler' | 'ours'): string => `× ${(callsNow[of] / callsBefore[of]).toFixed(3)}`;
      print(`${name}: calls`, `of the plugin ${grownBy('ours')}, of the compiler ${grownBy('compiler')}`);
      const before: Measured[] = [];
      const now: Measured[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const runs = [
          () => before.push(lintWith(project, builds.before)),
          () => now.push(lintWith(project, builds.now)),
        ];
        for (const run of turn % 2 === 0 ? runs : runs.reverse()) run();
      }
      const title = `${name}, ${project.lines.toLocaleString('en')} lines`;
      printRatios(title, before.map(ours), now.map(ours));
      printRatios(`${title}: ESLint`, before.map(cpuOf), now.map(cpuOf));
    }
}

function cpuOf({ cpu }: Measured): number {
  return cpu;
}

/** Prints how the times of one side compare with those of the other in the same turns. */
function printRatios(what: string, before: readonly number[], now: readonly number[]): void {
  const ratios = now.map((time, turn) => time / (before[turn] ?? NaN));
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const fastest = Math.min(...now) / Math.min(...before);
  print(what, `× ${fastest.toFixed(3)} fastest, × ${median(ratios).toFixed(3)} median (${range})`);
}

function projectsOf(wanted: string): readonly (readonly [name: string, project: Project])[] {
  const [, kind = wanted, lines] = /^(mixed|dense)-(\d+)$/.exec(wanted) ?? [];
  if (lines === undefined) return projects[kind]?.() ?? [];
  return generated(kind as 'dense' | 'mixed', [Number(lines)]);
}
