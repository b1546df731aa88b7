import { dirname, join } from 'node:path';
import type { ProjectFiles } from './project-files.ts';
import { configNamesIn, linkedPackagesOf } from './workspace.ts';

/** A `tsconfig.json`, as far as it matters which files it has, and what others it leads to. */
export interface Configuration {
  readonly path: string;
  readonly fileNames: readonly string[];
  /** The paths of those that it refers to. */
  readonly references: readonly string[];
  /** What is wrong with it, with its place; undefined where nothing is. */
  readonly error: string | undefined;
}

/** How configurations are read: undefined where there is no such file. */
export type Read<Config extends Configuration> = (path: string) => Config | undefined;

/** What is read as one project. */
export interface Members<Config extends Configuration> {
  /** The configurations that its files are of. */
  readonly members: readonly Config[];
  /** Those that they refer to, and those of the packages in the workspace that they depend on. */
  readonly referenced: readonly Config[];
  readonly linked: readonly Config[];
  /** Whether it stands for others, and has no files itself. */
  readonly isSolution: boolean;
}

/**
 * What a configuration stands for: itself, or, where it has no files and only refers to others, all of these.
 *
 * @param problems takes a sentence for each that cannot be read
 * @throws Error where there are no files
 */
export function membersOf<Config extends Configuration>(
  config: Config,
  read: Read<Config>,
  files: ProjectFiles,
  problems: string[],
): Members<Config> {
  const isSolution = config.fileNames.length === 0 && config.references.length > 0;
  const referenced = referencedBy(config, read, problems);
  const members = (isSolution ? referenced : [config]).filter(({ fileNames }) => fileNames.length > 0);
  if (members.length === 0)
    throw new Error(
      [`${config.path} has no files${isSolution ? ', and none of its references has' : ''}.`, ...problems].join(' '),
    );
  const linked = members.flatMap((member) => dependenciesOf(dirname(member.path), read, files));
  return { members, referenced, linked, isSolution };
}

/** The configurations that one refers to, also through others, each once. */
function referencedBy<Config extends Configuration>(
  config: Config,
  read: Read<Config>,
  problems: string[],
): readonly Config[] {
  const seen = new Set([config.path]);
  const found: Config[] = [];
  const visit = ({ path: from, references }: Config): void => {
    for (const path of references) {
      if (seen.has(path)) continue;
      seen.add(path);
      const next = read(path);
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
 * The configurations of the workspace's packages that the package of a folder depends on, also through others. What a
 * package exports is often its output, and its configuration is what leads from there to its sources.
 */
function dependenciesOf<Config extends Configuration>(
  folder: string,
  read: Read<Config>,
  files: ProjectFiles,
): readonly Config[] {
  return linkedPackagesOf(folder, files).flatMap((linked) =>
    configNamesIn(linked, files)
      .flatMap((name) => read(join(linked, name)) ?? [])
      .filter(({ error }) => error === undefined),
  );
}

/** All names of some lists; undefined, for the compiler's default, where one has none. */
export function unionOf(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  const known = lists.flatMap((list) => (list ? [list] : []));
  return known.length < lists.length ? undefined : [...new Set(known.flat())];
}
