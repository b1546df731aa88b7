import { dirname, join, resolve } from 'node:path';
import type ts from 'typescript';
import type { ProjectFiles } from './project-files.ts';
import { realpathOf } from './project-files.ts';
import { typescript } from '../typescript.ts';

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
        const path = resolve(typescript.resolveProjectReferencePath(reference));
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
    const manifest = nearestManifest(folder, this.#files);
    const seen = new Set<string>(manifest === undefined ? [] : [manifest]);
    const found: ConfigFile[] = [];
    const visit = (from: string): void => {
      for (const name of dependencyNames(from, this.#files)) {
        const linked = linkedPackage(name, from, this.#files);
        if (linked === undefined || seen.has(linked)) continue;
        seen.add(linked);
        const { files } = this.#files.entriesOf(linked);
        const names = files.filter((file) => /^tsconfig(?:\.[\w-]+)*\.json$/.test(file)).sort(byLength);
        const configs = names.map((each) => this.read(join(linked, each)));
        found.push(...configs.filter(({ error }) => error === undefined));
        visit(linked);
      }
    };
    if (manifest !== undefined) visit(manifest);
    return found;
  }
}

/** A diagnostic with its place, where it has one. */
export function diagnosticText({ file, start, messageText }: ts.Diagnostic, fallback = ''): string {
  const text = typescript.flattenDiagnosticMessageText(messageText, ' ').replace(/\.?$/, '.');
  if (!file || start === undefined) return fallback ? `${fallback}: ${text}` : text;
  const { line, character } = typescript.getLineAndCharacterOfPosition(file, start);
  return `${file.fileName}:${String(line + 1)}:${String(character + 1)}: ${text}`;
}

/** The nearest folder with a `package.json`, at or above one. */
export function nearestManifest(folder: string, files: ProjectFiles): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (files.fileExists(join(at, 'package.json'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** `tsconfig.json` before `tsconfig.build.json`. */
function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function dependencyNames(folder: string, files: ProjectFiles): readonly string[] {
  const manifest = jsonIn(join(folder, 'package.json'), files);
  const names = dependencyFields.flatMap((field) => Object.keys(Object(manifest[field]) as object));
  return [...new Set(names)];
}

/** The folder that an installed package is a link to; undefined where it is not there, or no link out of `node_modules`. */
function linkedPackage(name: string, from: string, files: ProjectFiles): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const installed = join(at, 'node_modules', name);
    if (files.directoryExists(installed) || realpathOf(installed) !== installed) {
      const real = realpathOf(installed);
      return real === installed || real.split(/[\\/]/).includes('node_modules') ? undefined : real;
    }
    if (at === dirname(at)) return undefined;
  }
}

function jsonIn(path: string, files: ProjectFiles): Readonly<Record<string, unknown>> {
  const text = files.readFile(path);
  if (text === undefined) return {};
  const { config } = typescript.parseConfigFileTextToJson(path, text) as { readonly config?: object };
  return { ...config };
}
