import { dirname, join, resolve } from 'node:path';
import type ts from 'typescript';
import type { Project } from '../project/opened-project.ts';
import type { ProjectFiles } from '../project/project-files.ts';
import { repositoryRootOf } from '../project/repository-root.ts';
import { nearestManifest } from '../project/workspace.ts';
import type { NativeApi, sync } from './api.ts';
import { NativeConfigs, projectAt, type ReadProject } from './configs.ts';
import { configErrorOf, syntaxErrorsIn } from './diagnostics.ts';
import { overlayOf } from './overlay.ts';
import { ProgramView } from './program.ts';
import { closeWithout, CompilerSession } from './session.ts';

/** The name of a configuration that stands for several: beside the one that was named, and not on disk. */
export const COMBINED = 'tsconfig.agent-safety.json';

/**
 * Reads the project of a `tsconfig.json` with TypeScript 7, in a process of its own that ends with this one.
 *
 * @throws Error that names what is missing or wrong, where it is, and what to do
 */
export function openNativeProject(path: string, files: ProjectFiles, api: NativeApi): Project {
  const folder = dirname(path);
  const texts = new Map<string, string>();
  let session = new CompilerSession(api, folder, overlayOf(files, texts));
  try {
    const opened = projectAt(path, session.api);
    const error = configErrorOf(opened, files);
    if (error !== undefined) throw new Error(error);
    const config = new NativeConfigs(session.api, api, files).read(path);
    let project = opened;
    if (config.text !== undefined) {
      const combined = join(folder, COMBINED);
      texts.set(combined, config.text);
      session.close();
      session = new CompilerSession(api, folder, overlayOf(files, texts));
      project = projectAt(combined, session.api);
    }
    const textOf = (file: string): string | undefined => texts.get(file) ?? files.readFile(file);
    const read = projectOf(project, config, { path, files, textOf, api, session });
    closeWithout(read.program, session);
    return read;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** What a project was read from, and with. */
interface Origin {
  readonly path: string;
  readonly files: ProjectFiles;
  /** The text of a file as the compiler has read it. */
  readonly textOf: (path: string) => string | undefined;
  readonly api: NativeApi;
  readonly session: CompilerSession;
}

/** What the compiler has opened, as a project. */
export function projectOf(
  project: sync.Project,
  { folders, fileNames, problems }: ReadProject,
  { path, files, textOf, api, session }: Origin,
): Project {
  const folder = dirname(path);
  const rootNames = new Set(fileNames);
  const packageOf = (inside: string): string => nearestManifest(resolve(inside), files) ?? folder;
  const packages = new Set(folders.map(packageOf));
  return {
    program: new ProgramView(project, api, session, textOf) as unknown as ts.Program,
    folder,
    root: repositoryRootOf(folder) ?? folder,
    problems: [...problems, ...syntaxErrorsIn(project, files)],
    isOwn: ({ fileName }) => rootNames.has(fileName) || packages.has(packageOf(dirname(fileName))),
    close: () => {
      session.close();
    },
  };
}
