import { dirname, resolve } from 'node:path';
import type ts from 'typescript';
import { membersOf, unionOf } from '../project/configurations.ts';
import type { ProjectReader } from '../project/live-project.ts';
import type { Project } from '../project/opened-project.ts';
import { filesOnDisk, type ProjectFiles, realpathOf } from '../project/project-files.ts';
import { keepAnswers } from '../index/kept-answers.ts';
import { repositoryRootOf } from '../project/repository-root.ts';
import { nearestManifest } from '../project/workspace.ts';
import { typescript6 } from './compiler.ts';
import { KeptManifests } from './kept-manifests.ts';
import { KeptSources } from './kept-sources.ts';
import { type ConfigFile, diagnosticText, ProjectConfigs } from './project-configs.ts';

/**
 * Reads the project of a `tsconfig.json` as {@link openProject} says.
 *
 * @throws Error that names what is missing or wrong, where it is, and what to do
 */
export function openModuleProject(path: string, files: ProjectFiles): Project {
  const settings = settingsOf(path, files);
  return projectOf(
    programOf(settings, files, (host) => host),
    settings,
    files,
  );
}

/** Reads the project of a `tsconfig.json` again and again: files whose text is the same stay the same objects. */
export function moduleProjectReader(path: string, files: ProjectFiles): ProjectReader {
  let settings: Settings | undefined;
  let program: ts.Program | undefined;
  /** The one before: what its files show is compared with what they show now. */
  let before: ts.Program | undefined;
  const sources = new KeptSources();
  const manifests = new KeptManifests();
  return {
    read: (changes) => {
      const isWhole = changes === 'all' || !settings;
      if (!settings || isWhole) settings = settingsOf(path, files);
      sources.reread(changes === 'all' ? undefined : changes.edited);
      if (isWhole) manifests.forget();
      const { options } = settings;
      const keeping = (host: ts.CompilerHost): ts.CompilerHost => manifests.host(sources.host(host, options), options);
      before = program;
      // Where there may be other files, none of what was resolved is known to stand.
      program = programOf(settings, files, keeping, isWhole ? undefined : program);
      keepAnswers(program, before);
      return projectOf(program, settings, files);
    },
    close: () => {
      program = before = settings = undefined;
    },
  };
}

/** The configurations of a project: what makes a program of it. */
interface Settings {
  readonly folder: string;
  readonly configs: ProjectConfigs;
  readonly members: readonly ConfigFile[];
  readonly rootNames: readonly string[];
  readonly options: ts.CompilerOptions;
  readonly references: readonly ts.ProjectReference[];
  readonly problems: readonly string[];
}

function settingsOf(path: string, files: ProjectFiles): Settings {
  const configs = new ProjectConfigs(files, configHost(files));
  const problems: string[] = [];
  const config = configs.read(path);
  if (config.error !== undefined) throw new Error(config.error);
  const { members, referenced, linked } = membersOf(config, configs.find, files, problems);
  const others = [...referenced, ...linked].filter((each) => each !== config);
  return {
    folder: dirname(path),
    configs,
    members,
    rootNames: [...new Set(members.flatMap(({ parsed }) => parsed.fileNames.map((name) => resolve(name))))],
    options: { ...optionsOf(members), noEmit: true },
    references: [...new Set(others)].map((other) => ({ path: other.path })),
    problems,
  };
}

function programOf(
  { rootNames, options, configs, references }: Settings,
  files: ProjectFiles,
  keeping: (host: ts.CompilerHost) => ts.CompilerHost,
  oldProgram?: ts.Program,
): ts.Program {
  return typescript6().createProgram({
    rootNames,
    options,
    host: keeping(sharingDeclarations(compilerHost(files, options, configs), options)),
    projectReferences: references,
    ...(oldProgram && { oldProgram }),
  });
}

function projectOf(program: ts.Program, settings: Settings, files: ProjectFiles): Project {
  const { folder, members } = settings;
  const packageOf = (inside: string): string => nearestManifest(resolve(inside), files) ?? folder;
  const rootNames = new Set(settings.rootNames);
  const packages = new Set(members.map((member) => packageOf(dirname(member.path))));
  const isOwn = ({ fileName }: ts.SourceFile) =>
    rootNames.has(resolve(fileName)) || packages.has(packageOf(dirname(fileName)));
  const problems = [...settings.problems];
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || file.fileName.includes('/node_modules/')) continue;
    const [syntax] = program.getSyntacticDiagnostics(file);
    if (syntax) problems.push(`${diagnosticText(syntax)} Fix it first: what follows in the file may be read wrongly.`);
  }
  return { program, folder, root: repositoryRootOf(folder) ?? folder, problems, isOwn, close: () => undefined };
}

/** What TypeScript needs to know of a program's files, where several projects are read as one: as much as any of them has. */
function optionsOf(members: readonly ConfigFile[]): ts.CompilerOptions {
  const all = members.map(({ parsed }) => parsed.options);
  const [first = {}] = all;
  if (all.length < 2) return first;
  const has = (name: string): boolean => all.some((options) => options[name] === true);
  const jsx = all.find((options) => options.jsx !== undefined)?.jsx;
  const [target] = all.flatMap((options) => options.target ?? []).sort((a, b) => b - a);
  const { lib: _lib, types: _types, ...rest } = first;
  const lib = unionOf(all.map((options) => options.lib));
  // Without the option: all that are installed, and none from TypeScript 6 on.
  const byDefault = Number.parseInt(typescript6().versionMajorMinor) < 6 ? undefined : [];
  const types = unionOf(all.map((options) => options.types ?? byDefault));
  return {
    ...rest,
    ...(lib ? { lib } : {}),
    ...(types ? { types } : {}),
    ...(jsx === undefined ? {} : { jsx }),
    ...(target === undefined ? {} : { target }),
    allowJs: has('allowJs') || has('checkJs'),
  };
}

function configHost(files: ProjectFiles): ts.ParseConfigHost {
  const { sys } = typescript6();
  if (files === filesOnDisk) return sys;
  const { useCaseSensitiveFileNames } = sys;
  return {
    useCaseSensitiveFileNames,
    readFile: files.readFile,
    fileExists: files.fileExists,
    readDirectory: (root, extensions, excludes, includes, depth) =>
      (typescript6() as unknown as { readonly matchFiles: MatchFiles }).matchFiles(
        root,
        extensions,
        excludes,
        includes,
        useCaseSensitiveFileNames,
        root,
        depth,
        files.entriesOf,
        realpathOf,
      ),
  };
}

function compilerHost(files: ProjectFiles, options: ts.CompilerOptions, configs: ProjectConfigs): ts.CompilerHost {
  const typescript = typescript6();
  const host: ts.CompilerHost & { useSourceOfProjectReferenceRedirect?: () => boolean } = {
    ...typescript.createCompilerHost(options),
    // What editors do, and ESLint with them. Undocumented, and there since before the oldest version that we know.
    useSourceOfProjectReferenceRedirect: () => true,
    getParsedCommandLine: (path) => configs.find(path)?.parsed,
  };
  if (files === filesOnDisk) return host;
  return {
    ...host,
    readFile: files.readFile,
    fileExists: files.fileExists,
    directoryExists: files.directoryExists,
    getDirectories: (folder) => [...files.entriesOf(folder).directories],
    realpath: realpathOf,
    getSourceFile: (fileName, languageVersionOrOptions) => {
      const text = files.readFile(fileName);
      return text === undefined ? undefined : typescript.createSourceFile(fileName, text, languageVersionOrOptions);
    },
  };
}

/** Declarations of packages, by how they are parsed and their path: once for all programs of the process. */
const declarations = new Map<string, ts.SourceFile>();

/** A host that parses the declarations of a package again only where their text has changed. */
function sharingDeclarations(host: ts.CompilerHost, options: ts.CompilerOptions): ts.CompilerHost {
  const { target, module, moduleResolution, moduleDetection, jsx, allowJs } = options;
  const ofProgram = [target, module, moduleResolution, moduleDetection, jsx, allowJs];
  return {
    ...host,
    getSourceFile: (path, how, ...rest) => {
      if (!/\/node_modules\/.*\.d\.[cm]?ts$/.test(path)) return host.getSourceFile(path, how, ...rest);
      const format = typeof how === 'object' ? how.impliedNodeFormat : undefined;
      const key = [...ofProgram, format, path].join(' ');
      const known = declarations.get(key);
      if (known && known.text === host.readFile(path)) return known;
      const file = host.getSourceFile(path, how, ...rest);
      if (file) declarations.set(key, file);
      return file;
    },
  };
}

/**
 * Which files `include`, `exclude` and `files` mean, over folders that are not on disk. The compiler does not publish it;
 * it has been there, as it is, since before the oldest version that we know.
 */
type MatchFiles = (
  path: string,
  extensions: readonly string[] | undefined,
  excludes: readonly string[] | undefined,
  includes: readonly string[] | undefined,
  useCaseSensitiveFileNames: boolean,
  currentDirectory: string,
  depth: number | undefined,
  entriesOf: ProjectFiles['entriesOf'],
  realpath: (path: string) => string,
) => readonly string[];
