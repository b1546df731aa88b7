import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import { checked, presetNames, type PresetName } from 'eslint-plugin-agent-safety/internal/analysis';
import { wantedFiles } from '../file-selection.ts';
import type { CommandOutput } from '../output.ts';
import { unresolvedNotes } from '../unresolved.ts';
import { UsageError } from '../usage-error.ts';
import { type CheckReport, checkReportOf } from './report.ts';
import { checkTextOf } from './text.ts';

/** The options of `agent-safety check`. */
export interface CheckOptions {
  readonly preset?: string;
  readonly json?: boolean;
  readonly project?: string;
}

/**
 * What the rules of a preset find in a project.
 *
 * @param paths files and folders to check; none for the whole project
 * @throws UsageError where there is no such preset
 * @throws Error where the project or a policy cannot be read, a path has no file of it, or the compiler fails
 */
export function checkCommand(paths: readonly string[], options: CheckOptions): CommandOutput {
  const preset = presetNamed(options.preset ?? 'recommended');
  const project = openProject(options.project ?? paths[0] ?? '.');
  try {
    const files = wantedFiles(project, paths);
    const found = checked(files, new Analysis(project.program, { cwd: project.folder }), preset);
    const report = checkReportOf(found, project.root, files.size);
    const failed = report.failures.map(({ file, message }) => `${file}: ${message}`);
    const notes = [...project.problems, ...unresolvedNotes(project.program, project.root), ...failed];
    const text = options.json ? jsonOf(report, preset, notes) : checkTextOf(report);
    return { text: `${text}\n`, notes, isComplete: notes.length === 0, hasFindings: report.findings.length > 0 };
  } finally {
    project.close();
  }
}

function jsonOf({ files, findings }: CheckReport, preset: PresetName, incomplete: readonly string[]): string {
  const places = findings.map(({ frame: _frame, ...finding }) => finding);
  return JSON.stringify({ preset, files, findings: places, incomplete }, undefined, 2);
}

function presetNamed(name: string): PresetName {
  const preset = presetNames.find((each) => each === name);
  if (preset === undefined)
    throw new UsageError(`There is no preset \`${name}\`. Name one of: ${presetNames.join(', ')}.`);
  return preset;
}
