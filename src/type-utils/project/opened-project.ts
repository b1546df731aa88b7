import type ts from 'typescript';

/** A project as its `tsconfig.json` describes it, read once. */
export interface Project {
  readonly program: ts.Program;
  /** The folder of the `tsconfig.json`. */
  readonly folder: string;
  /** What paths are relative to: the root of the repository or of the workspace, without one the folder. */
  readonly root: string;
  /** What could not be read or parsed, a sentence each, with its place. Empty where the program has all of the project. */
  readonly problems: readonly string[];
  /** Whether a source file is one of the project, and not of another package that it uses. */
  readonly isOwn: (file: ts.SourceFile) => boolean;
  /**
   * Ends the process of the compiler, where it has one: nothing more can be learned of the program then. Without it, it ends
   * with this process, or when the program is no longer in use.
   */
  readonly close: () => void;
}
