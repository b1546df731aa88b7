import { dirname } from 'node:path';
import {
  CompilerFailure,
  configsAbove,
  type LiveProject,
  openLiveProject,
  projectConfigAt,
  type ts,
} from '../../type-utils/index.ts';

/** A file that is linted, in the program that has it. */
export interface ProgramFile {
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
}

/** A file is part of no project. The stack is the message alone, since ESLint prints it, and nothing in it is of use. */
export class NotInProjectError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotInProjectError';
    this.stack = message;
  }
}

/** How many projects are open at a time, each with a program in memory: a monorepo's are linted one after the other. */
const MOST_OPEN = 8;

/**
 * The projects of a process, each opened when the first of its files is linted. They follow the texts that the host has:
 * an editor lints what is not saved yet.
 */
export class OpenedProjects {
  readonly #opened = new Map<string, LiveProject>();
  readonly #linted = new WeakMap<LiveProject, Set<string>>();

  /**
   * The program that has a file: that of the `tsconfig.json` which is named, or of the nearest one that the file is part of.
   *
   * @param fileName absolute
   * @param text as the host has it, without a byte order mark
   * @param config a `tsconfig.json`, or its folder
   * @throws NotInProjectError that names the file and the remedy, where it is part of none
   * @throws Error where the project cannot be read
   * @throws CompilerFailure where the compiler's process ended: the next call opens the project again
   */
  find(fileName: string, text: string, config: string | undefined): ProgramFile {
    const tried: string[] = [];
    for (const path of config === undefined ? configsAbove(dirname(fileName)) : [projectConfigAt(config)]) {
      const found = this.#in(path, fileName, text);
      if (found) return found;
      tried.push(path);
    }
    throw new NotInProjectError(
      `${fileName} is part of no TypeScript project, so that its types cannot be read: ${notIn(tried)} Add it to the \`include\` of a tsconfig.json, or ignore it.`,
    );
  }

  /** Ends the compilers of all, which are opened again where they are wanted. */
  close(): void {
    for (const path of [...this.#opened.keys()]) this.#forget(path);
  }

  #in(path: string, fileName: string, text: string): ProgramFile | undefined {
    try {
      const project = this.#project(path);
      this.#follow(project, fileName);
      if (!project.current.program.getSourceFile(fileName)) return undefined;
      project.update(fileName, text);
      const { program } = project.current;
      const file = program.getSourceFile(fileName);
      return file && { program, file };
    } catch (error) {
      if (error instanceof CompilerFailure) this.#forget(path);
      throw error;
    }
  }

  #project(path: string): LiveProject {
    const project = this.#opened.get(path) ?? openLiveProject(path);
    // The last is the one that was used last.
    this.#opened.delete(path);
    this.#opened.set(path, project);
    const [longestUnused] = this.#opened.keys();
    if (this.#opened.size > MOST_OPEN && longestUnused !== undefined) this.#forget(longestUnused);
    return project;
  }

  /**
   * Reads again what changed on disk, where that may be: a file that is linted again is that of an editor or of a watch, and
   * one that is not in the program may be new.
   */
  #follow(project: LiveProject, fileName: string): void {
    const linted = this.#linted.get(project) ?? new Set();
    this.#linted.set(project, linted);
    const isKnown = project.current.program.getSourceFile(fileName) !== undefined;
    if (isKnown === linted.has(fileName)) {
      if (isKnown) linted.clear();
      project.refresh();
    }
    linted.add(fileName);
  }

  #forget(path: string): void {
    const project = this.#opened.get(path);
    if (!project) return;
    this.#opened.delete(path);
    project.close();
  }
}

function notIn(tried: readonly string[]): string {
  if (tried.length === 0) return 'there is no tsconfig.json in its folder or above.';
  return `${tried.join(', ')} ${tried.length === 1 ? 'does' : 'do'} not include it.`;
}
