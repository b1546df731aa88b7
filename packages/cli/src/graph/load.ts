import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import { parsePolicy, POLICY_FILE, policyAbove, projectConfigAt } from 'eslint-plugin-agent-safety/internal/analysis';
import type { Policy, ProjectFiles, ts } from 'eslint-plugin-agent-safety/internal/analysis';
import { graphReportOf } from './report.ts';
import type { GraphReport } from './report-types.ts';
import { unresolvedNotes } from '../unresolved.ts';
import { filesNamed, wantedFiles } from '../file-selection.ts';
import { inRevision, revisionAt } from './revision.ts';

/** The graph of a project as it is now. */
export interface CurrentGraph {
  readonly report: GraphReport;
  /** What could not be read, a sentence each. */
  readonly problems: readonly string[];
}

/** The graph of a project as it is now, and as it was in a revision. */
export interface Comparison {
  readonly before: GraphReport;
  readonly after: GraphReport;
  /** The hash of the commit that it was compared with. */
  readonly commit: string;
  /** What could not be read of either, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * The graph of a project, as its files are now.
 *
 * @param paths files and folders whose agents it has; none for the whole project
 * @param place where the project is, if not around the first path
 * @throws Error where the project, a path or the policy cannot be read
 */
export function reportNow(paths: readonly string[], place = paths[0] ?? '.'): CurrentGraph {
  const project = openProject(place);
  try {
    const wanted = wantedFiles(project, paths);
    const policy = policyAbove(join(project.folder, POLICY_FILE));
    const isWanted = (file: ts.SourceFile) => wanted.has(file);
    const report = graphReportOf(new Analysis(project.program, { policyOf: () => policy }), project.root, isWanted);
    return { report, problems: [...project.problems, ...unresolvedNotes(project.program, project.root)] };
  } finally {
    project.close();
  }
}

/**
 * The same, beside the graph of a revision: with the sources, the `tsconfig.json` and the policy that it had. A path that
 * was not there then has no agents.
 *
 * @throws Error also where there is no such revision, or no such project in it
 */
export function reportsSince(name: string, paths: readonly string[], place = paths[0] ?? '.'): Comparison {
  // Git tells real paths.
  const real = paths.map((path) => realpathOf(path));
  const config = projectConfigAt(realpathOf(place));
  const folder = dirname(config);
  const { commit, files } = revisionAt(folder, name);
  if (!files.fileExists(config))
    throw new Error(
      `There is no ${config} in \`${name}\`. Compare with a revision that has it, or name it with --project.`,
    );
  const project = inRevision(name, () => openProject(config, files));
  try {
    const wanted = filesNamed(project, real);
    const policy = inRevision(name, () => policyIn(folder, files));
    const isWanted = (file: ts.SourceFile) => wanted.has(file);
    const { report, problems } = reportNow(real, config);
    return {
      before: graphReportOf(new Analysis(project.program, { policyOf: () => policy }), project.root, isWanted),
      after: report,
      commit,
      problems: [...project.problems.map((problem) => `In \`${name}\`: ${problem}`), ...problems],
    };
  } finally {
    project.close();
  }
}

/** The nearest policy at or above a folder, in files that need not be those on disk. */
function policyIn(folder: string, files: ProjectFiles): Policy | undefined {
  const file = join(folder, POLICY_FILE);
  const text = files.readFile(file);
  if (text !== undefined) return parsePolicy(text, file);
  return folder === dirname(folder) ? undefined : policyIn(dirname(folder), files);
}

function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // What is not there is told where it is looked for.
    return path;
  }
}
