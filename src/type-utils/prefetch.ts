import type ts from 'typescript';

/** A program whose compiler is another process, which is queried for more than one thing at a time. */
interface RemoteProgram {
  readonly willQuery?: (files: Iterable<ts.SourceFile>) => void;
  readonly readSymbols?: (nodes: readonly ts.Node[]) => void;
  readonly readTypes?: (nodes: readonly ts.Node[]) => void;
  readonly readTrees?: (files: readonly ts.SourceFile[]) => void;
}

/** Names files that passed the gates: what is queried in one of them is likely to be queried in the others, too. */
export function willQuery(files: Iterable<ts.SourceFile>, program: ts.Program): void {
  (program as RemoteProgram).willQuery?.(files);
}

/** Fetches the trees of files together that are all going to be looked at. */
export function readTrees(files: readonly ts.SourceFile[], program: ts.Program): void {
  (program as RemoteProgram).readTrees?.(files);
}

/** Fetches the symbols of nodes together that are all going to be queried. */
export function readSymbols(nodes: readonly ts.Node[], program: ts.Program): void {
  (program as RemoteProgram).readSymbols?.(nodes);
}

/** Fetches the types of nodes together that are all going to be queried. `nodes` is called where that saves something. */
export function readTypes(nodes: () => readonly ts.Node[], program: ts.Program): void {
  const { readTypes: read } = program as RemoteProgram;
  if (read) read.call(program, nodes());
}
