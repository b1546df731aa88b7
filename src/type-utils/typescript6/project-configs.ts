import { dirname, resolve } from 'node:path';
import type ts from 'typescript';
import type { Configuration } from '../project/configurations.ts';
import type { ProjectFiles } from '../project/project-files.ts';
import { typescript6 } from './compiler.ts';

/** A `tsconfig.json` as the compiler reads it. */
export interface ConfigFile extends Configuration {
  readonly parsed: ts.ParsedCommandLine;
}

/** Reads the configurations of a workspace, each once. */
export class ProjectConfigs {
  readonly #files: ProjectFiles;
  readonly #host: ts.ParseConfigHost;
  readonly #configs = new Map<string, ConfigFile>();

  constructor(files: ProjectFiles, host: ts.ParseConfigHost) {
    this.#files = files;
    this.#host = host;
  }

  /** The configuration in a file; undefined where it is not there. */
  readonly find = (place: string): ConfigFile | undefined =>
    this.#files.fileExists(place) ? this.read(place) : undefined;

  /** The configuration in a file that is there. */
  read(place: string): ConfigFile {
    const path = resolve(place);
    const known = this.#configs.get(path);
    if (known) return known;
    const typescript = typescript6();
    const source = typescript.readJsonConfigFile(path, this.#files.readFile);
    const parsed = typescript.parseJsonSourceFileConfigFileContent(source, this.#host, dirname(path), undefined, path);
    const [error] = typescript
      .getConfigFileParsingDiagnostics(parsed)
      .filter(({ category }) => category === typescript.DiagnosticCategory.Error);
    const references =
      parsed.projectReferences?.map((each) => resolve(typescript.resolveProjectReferencePath(each))) ?? [];
    const { fileNames } = parsed;
    const config: ConfigFile = { path, fileNames, references, parsed, error: error && diagnosticText(error, path) };
    this.#configs.set(path, config);
    return config;
  }
}

/** A diagnostic with its place, where it has one. */
export function diagnosticText({ file, start, messageText }: ts.Diagnostic, fallback = ''): string {
  const typescript = typescript6();
  const text = typescript.flattenDiagnosticMessageText(messageText, ' ').replace(/\.?$/, '.');
  if (!file || start === undefined) return fallback ? `${fallback}: ${text}` : text;
  const { line, character } = typescript.getLineAndCharacterOfPosition(file, start);
  return `${file.fileName}:${String(line + 1)}:${String(character + 1)}: ${text}`;
}
