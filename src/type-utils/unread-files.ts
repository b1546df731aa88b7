import type ts from 'typescript';

/**
 * The files of which the compiler has not been queried: their names and texts cost nothing, while anything else of them
 * takes a request to its process. With a compiler in this process there are none.
 */
export const unreadFiles = new WeakSet<ts.SourceFile>();
