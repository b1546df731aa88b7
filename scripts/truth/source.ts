import type ts from 'typescript';

/** What the names of sources begin with that are the examples of an SDK. */
export const EXAMPLES = 'examples of ';

/** Code of others that is mutated: a package, or the examples of an SDK. */
export interface Source {
  /** With the version: `supergateway@4.0.0`. */
  readonly name: string;
  readonly folder: string;
  /** Absolute. */
  readonly files: readonly string[];
  readonly options: ts.CompilerOptions;
  /** Each file is a program of its own, and its copies need no others beside them. */
  readonly isApart: boolean;
  /** Where copies are written: what the files import is found from there as well. */
  readonly work: string;
}
