import type ts from 'typescript';

/** A program whose compiler is another process, which is queried for more than one thing at a time. */
interface RemoteProgram {
  readonly willQuery?: (files: Iterable<ts.SourceFile>) => void;
  readonly readTrees?: (files: readonly ts.SourceFile[]) => void;
}

/** A query of such a compiler. */
interface RemoteQuery {
  readonly fetchAll?: (nodes: readonly ts.Node[]) => void;
}

type RemoteChecker = Readonly<Record<'getSymbolAtLocation' | 'getTypeAtLocation', RemoteQuery>>;

/** Names files that passed the gates: what is queried in one of them is likely to be queried in the others, too. */
export function willQuery(files: Iterable<ts.SourceFile>, program: ts.Program): void {
  (program as RemoteProgram).willQuery?.(files);
}

/** Fetches the trees of files together that are all going to be looked at. */
export function readTrees(files: readonly ts.SourceFile[], program: ts.Program): void {
  (program as RemoteProgram).readTrees?.(files);
}

/** Fetches the symbols of nodes together that are all going to be queried: those that `nodes` gives where it matters. */
export function readSymbols(nodes: () => readonly ts.Node[], checker: ts.TypeChecker): void {
  const { fetchAll } = (checker as unknown as RemoteChecker).getSymbolAtLocation;
  fetchAll?.(nodes());
}

/** The same for their types. A checker in this process, which takes time to make, is not made for that. */
export function readTypes(nodes: () => readonly ts.Node[], program: ts.Program): void {
  if (!(program as RemoteProgram).readTrees) return;
  const { fetchAll } = (program.getTypeChecker() as unknown as RemoteChecker).getTypeAtLocation;
  fetchAll?.(nodes());
}
