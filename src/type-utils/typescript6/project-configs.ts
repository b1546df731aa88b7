import { dirname, join, resolve } from 'node:path';
import type ts from 'typescript';
import type { ProjectFiles } from '../project/project-files.ts';
import { configNamesIn, linkedPackagesOf } from '../project/workspace.ts';
import { typescript6 } from './compiler.ts';

/** A `tsconfig.json` as the compiler reads it. */
export interface ConfigFile {
  readonly path: string;
  readonly parsed: ts.ParsedCommandLine;
  /** What is wrong with it, with its place; undefined where nothing is. */
  readonly error: string | undefined;
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
    const config: ConfigFile = { path, parsed, error: error && diagnosticText(error, path) };
    this.#configs.set(path, config);
    return config;
  }

  /**
   * The configurations that one refers to, also through others, each once.
   *
   * @param problems takes a sentence for each that cannot be read
   */
  referencedBy(config: ConfigFile, problems: string[]): readonly ConfigFile[] {
    const seen = new Set([config.path]);
    const found: ConfigFile[] = [];
    const visit = ({ path: from, parsed }: ConfigFile): void => {
      for (const reference of parsed.projectReferences ?? []) {
        const path = resolve(typescript6().resolveProjectReferencePath(reference));
        if (seen.has(path)) continue;
        seen.add(path);
        const next = this.#files.fileExists(path) ? this.read(path) : undefined;
        const error = next ? next.error : `${from}: There is no ${path}.`;
        if (error !== undefined) problems.push(`${error} Correct the reference in ${from}, or that file.`);
        if (!next || error !== undefined) continue;
        found.push(next);
        visit(next);
      }
    };
    visit(config);
    return found;
  }

  /**
   * The configurations of the workspace's packages that the package of a folder depends on, also through others: those
   * that `node_modules` links to, wherever they are. What a package exports is often its output, and its configuration is
   * what leads from there to its sources.
   */
  dependenciesOf(folder: string): readonly ConfigFile[] {
    return linkedPackagesOf(folder, this.#files).flatMap((linked) =>
      configNamesIn(linked, this.#files)
        .map((name) => this.read(join(linked, name)))
        .filter(({ error }) => error === undefined),
    );
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
