import { dirname, join, resolve } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { type Configuration, membersOf, unionOf } from '../project/configurations.ts';
import type { ProjectFiles } from '../project/project-files.ts';
import type { NativeApi, sync } from './api.ts';
import { configErrorOf } from './diagnostics.ts';

type Options = sync.CompilerOptions;

/** A `tsconfig.json`: its files and options as the compiler reads them. */
interface ConfigFile extends Configuration {
  readonly options: Options;
}

/** What of a workspace is read as one project. */
export interface ReadProject {
  /** The folders of the configurations that its files are of. */
  readonly folders: readonly string[];
  readonly fileNames: readonly string[];
  /** The text of a configuration that stands for all of them; undefined where the one on disk does. */
  readonly text: string | undefined;
  readonly problems: readonly string[];
}

/**
 * The project of a `tsconfig.json`, opened.
 *
 * @throws Error where the compiler cannot open it
 */
export function projectAt(path: string, compiler: sync.API): sync.Project {
  return projectIn(compiler.updateSnapshot({ openProjects: [path] }), path);
}

/**
 * A project in a state of the compiler.
 *
 * @throws Error where the compiler could not open it
 */
export function projectIn(snapshot: sync.Snapshot, path: string): sync.Project {
  const project = snapshot.getProject(path);
  if (!project) throw new Error(`${path}: The compiler cannot open it.`);
  return project;
}

/** Reads the configurations of a workspace, each once. */
export class NativeConfigs {
  readonly #compiler: sync.API;
  readonly #ast: NativeApi['ast'];
  readonly #files: ProjectFiles;
  readonly #known = new Map<string, ConfigFile | undefined>();

  constructor(compiler: sync.API, { ast }: NativeApi, files: ProjectFiles) {
    this.#compiler = compiler;
    this.#ast = ast;
    this.#files = files;
  }

  /**
   * What to open for a `tsconfig.json`. One without files, and with references to others, stands for these; and the
   * sources of other packages in the workspace take the place of their output.
   *
   * @throws Error where there are no files
   */
  read(path: string): ReadProject {
    const problems: string[] = [];
    const config = this.#find(path);
    if (!config) throw new Error(`There is no ${path}.`);
    const { members, referenced, linked, isSolution } = membersOf(config, this.#find, this.#files, problems);
    const fileNames = [...new Set(members.flatMap((member) => member.fileNames))];
    const others = new Set([...referenced, ...linked].map((each) => each.path));
    others.delete(path);
    const isPlain = !isSolution && linked.every((each) => config.references.includes(each.path));
    const text = isPlain ? undefined : JSON.stringify(this.#combined(members, fileNames, [...others]));
    return { folders: members.map((member) => dirname(member.path)), fileNames, text, problems };
  }

  readonly #find = (place: string): ConfigFile | undefined => {
    const path = resolve(place);
    if (!this.#known.has(path)) this.#known.set(path, this.#files.fileExists(path) ? this.#read(path) : undefined);
    return this.#known.get(path);
  };

  #read(path: string): ConfigFile {
    const errors: ParseError[] = [];
    const content: unknown = parse(this.#files.readFile(path) ?? '', errors, { allowTrailingComma: true });
    const { references } = Object(content) as { readonly references?: unknown };
    const { fileNames, options } = this.#compiler.parseConfigFile(path);
    return {
      path,
      fileNames,
      options,
      references: Array.isArray(references) ? references.flatMap((each) => this.#referencePath(each, path)) : [],
      // The compiler says what is wrong only of what it opens.
      error: errors.length > 0 ? configErrorOf(projectAt(path, this.#compiler), this.#files) : undefined,
    };
  }

  #referencePath(reference: unknown, from: string): readonly string[] {
    const { path } = Object(reference) as { readonly path?: unknown };
    if (typeof path !== 'string') return [];
    const target = resolve(dirname(from), path);
    return [target.endsWith('.json') ? target : join(target, 'tsconfig.json')];
  }

  /** A configuration with the files of several, as much of the options as any of them has, and others as references. */
  #combined(members: readonly ConfigFile[], files: readonly string[], others: readonly string[]): object {
    const all = members.map(({ options }) => options);
    const lib = unionOf(all.map((options) => options.lib));
    const [target] = all.flatMap((options) => options.target ?? []).sort((a, b) => b - a);
    const jsx = all.find((options) => options.jsx !== undefined)?.jsx;
    const shared = {
      ...(lib && { lib: lib.map((name) => name.replace(/^lib\.|\.d\.ts$/g, '')) }),
      ...(target !== undefined && { target: this.#ast.ScriptTarget[target].toLowerCase() }),
      ...(jsx !== undefined && { jsx: jsxNames[jsx] }),
      types: unionOf(all.map((options) => options.types ?? [])),
      allowJs: all.some((options) => options.allowJs === true || options.checkJs === true),
    };
    return {
      extends: members[0]?.path,
      compilerOptions: { composite: false, incremental: false, noEmit: true, ...(members.length > 1 && shared) },
      files,
      include: [],
      exclude: [],
      references: others.map((path) => ({ path })),
    };
  }
}

/** The names of what `jsx` can be, by their numbers. */
const jsxNames = ['none', 'preserve', 'react', 'react-native', 'react-jsx', 'react-jsxdev'];
