import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type tsModule from 'typescript';
import { ts } from './typescript.ts';

/** A project as its `tsconfig.json` says it, read once. */
export interface Project {
  readonly program: tsModule.Program;
  /** The folder of the `tsconfig.json`. */
  readonly folder: string;
}

/**
 * Reads a project.
 *
 * @param place a `tsconfig.json`, or a file or folder in which, or above which, there is one
 * @throws Error that names what is missing or wrong, where it is, and what to do
 */
export function openProject(place: string): Project {
  const config = configAt(resolve(place));
  const read = ts.readConfigFile(config, (file) => ts.sys.readFile(file));
  if (read.error) throw new Error(textOf(read.error));
  const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(config), undefined, config);
  const [error] = parsed.errors.filter(({ category }) => category === ts.DiagnosticCategory.Error);
  if (error) throw new Error(textOf(error, config));
  if (parsed.fileNames.length === 0)
    throw new Error(
      parsed.projectReferences?.length
        ? `${config} has no files of its own, only references. Name one of these with --project.`
        : `${config} has no files.`,
    );
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options: { ...parsed.options, noEmit: true },
    ...(parsed.projectReferences ? { projectReferences: parsed.projectReferences } : {}),
  });
  const [syntax] = program
    .getSourceFiles()
    .flatMap((file) => (file.isDeclarationFile ? [] : program.getSyntacticDiagnostics(file)));
  if (syntax) throw new Error(`${textOf(syntax)} Mend it first: what stands in the file cannot be told before.`);
  return { program, folder: dirname(config) };
}

function configAt(place: string): string {
  if (!existsSync(place)) throw new Error(`There is no ${place}. Name a file, a folder or a tsconfig.json.`);
  if (statSync(place).isFile() && place.endsWith('.json')) return place;
  const found = ts.findConfigFile(statSync(place).isFile() ? dirname(place) : place, (file) => ts.sys.fileExists(file));
  if (found === undefined)
    throw new Error(`There is no tsconfig.json in ${place} or a folder above. Name one with --project.`);
  return found;
}

function textOf({ file, start, messageText }: tsModule.Diagnostic, fallback = ''): string {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\.?$/, '.');
  if (!file || start === undefined) return fallback ? `${fallback}: ${text}` : text;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${String(line + 1)}:${String(character + 1)}: ${text}`;
}
