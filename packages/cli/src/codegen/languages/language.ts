import type { Declaration, ServerShapes } from '../schema/shape.ts';

/** How a server's shapes become a file of one language. */
export interface Language {
  /** The text of the file, formatted. The same shapes give the same text. */
  readonly emit: (shapes: ServerShapes) => string;
}

/** How a language names types. */
export interface NamingRules {
  /** Names that are taken: keywords, and types that the file uses. */
  readonly reserved: readonly string[];
  /** What the name of a result's type ends with. */
  readonly resultSuffix: string;
  /** Names that a tool takes besides those of its arguments and result, by its name in Pascal case. */
  readonly toolNames: (tool: string) => readonly string[];
  /** Names that the server takes, by its name in Pascal case. */
  readonly serverNames: (server: string) => readonly string[];
  /** The declarations that one is written with: those that its own text refers to. */
  readonly usedBy: (declaration: Declaration) => readonly Declaration[];
}
