import type ts from 'typescript';

/** A piece of a file's text that is replaced, by offsets in the original. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A place where an operator applies, with the changes that make the mutant. */
export interface Site {
  /** The offset that names the place: the mutant's id has its line. */
  readonly at: number;
  readonly edits: readonly Edit[];
  /**
   * What the mutant is compared with, where the file as it is has nothing to break: the same seeded code without the
   * bug. The rules have to be silent about it.
   */
  readonly twin?: readonly Edit[];
}

export type Family = 'sessions' | 'approvals' | 'tools' | 'delegation';

/** A kind of bug, and where it can be put into a file. It finds its places with the compiler, and without the plugin. */
export interface Operator {
  readonly name: string;
  readonly family: Family;
  /** One line for the table of the documentation. */
  readonly text: string;
  /** A finding of any of these counts. */
  readonly rules: readonly string[];
  sites(file: ts.SourceFile, scope: Scope): Iterable<Site>;
}

/** What operators query: the checker of the program, and the program's own files. */
export interface Scope {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
}
