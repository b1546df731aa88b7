import { lint, median, type Measured, ours, print } from './measure.ts';
import { type Project, publishedProject, writeProject } from './projects.ts';
import { sessionProject } from './session-project.ts';

const projects: Readonly<Record<string, () => readonly (readonly [name: string, project: Project])[]>> = {
  effect: () => [['no agents: effect', publishedProject('effect', 'benchmarks/real-code')]],
  ai: () => [['agents: ai', publishedProject('ai', 'scripts/demo/real-code')]],
  mixed: () => generated('mixed'),
  dense: () => generated('dense'),
};

function generated(density: 'dense' | 'mixed'): readonly (readonly [name: string, project: Project])[] {
  return [1000, 10_000, 100_000].map((lines) => [
    `agents: generated, ${density}`,
    writeProject(`${density}-${String(lines)}`, sessionProject(lines, density).files),
  ]);
}

/**
 * Prints how long the rules take in this build, to how long they take in another one: the median of runs in turns. Time in
 * the rules depends less on what else the machine does than that of a whole run.
 *
 * @param other the folder of the other build, as `dist`
 * @param only the kinds of projects that are wanted
 */
export function compareBuilds(other: string, turns: number, only = Object.keys(projects)): void {
  const wanted = only.flatMap((name) => projects[name]?.() ?? []);
  for (const [name, project] of wanted) {
    const ratios = Array.from({ length: turns }, (_, index) => {
      const early = index % 2 === 0 ? undefined : lint(project, 'recommended');
      const before: Measured = lint(project, 'recommended', other);
      return ours(early ?? lint(project, 'recommended')) / ours(before);
    });
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    print(
      `${name}, ${project.lines.toLocaleString('en')} lines`,
      `× ${median(ratios).toFixed(3)} of the other build’s time (${range})`,
    );
  }
}
