import type { ProjectFiles } from '../project/project-files.ts';
import type { sync } from './api.ts';

/** The category of what is wrong, and not merely remarked on. */
const ERROR = 1;

/** The number of the error that a configuration has no files: one that only refers to others has none. */
const NO_INPUTS = 18003;

/** What is wrong with the configuration of a project, with its place; undefined where nothing is. */
export function configErrorOf({ program, configFileName }: sync.Project, files: ProjectFiles): string | undefined {
  const wrong = program
    .getConfigFileParsingDiagnostics()
    .find(
      ({ category, code }: { readonly category: number; readonly code: number }) =>
        category === ERROR && code !== NO_INPUTS,
    );
  return wrong && textOf(wrong, configFileName, files);
}

/** The first syntax error of each file of a project, with its place. */
export function syntaxErrorsIn({ program, configFileName }: sync.Project, files: ProjectFiles): readonly string[] {
  const found = new Map<string, sync.Diagnostic>();
  for (const each of program.getSyntacticDiagnostics())
    if (each.fileName !== undefined && !each.fileName.includes('/node_modules/') && !found.has(each.fileName))
      found.set(each.fileName, each);
  return [...found.values()].map(
    (each) => `${textOf(each, configFileName, files)} Fix it first: what follows in the file may be read wrongly.`,
  );
}

function textOf({ fileName, pos, text }: sync.Diagnostic, fallback: string, files: ProjectFiles): string {
  const sentence = text.replace(/\.?$/, '.');
  const source = fileName === undefined ? undefined : files.readFile(fileName);
  if (fileName === undefined || source === undefined) return `${fallback}: ${sentence}`;
  const lines = source.slice(0, pos).split('\n');
  return `${fileName}:${String(lines.length)}:${String((lines.at(-1)?.length ?? 0) + 1)}: ${sentence}`;
}
