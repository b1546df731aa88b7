import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { interfaceOf } from './file-interface.ts';
import { importGraphOf, withImporters, type ImportGraph } from './import-graph.ts';
import { unreadFiles } from '../unread-files.ts';

/** A program's files and imports as they were, for the next program to be compared with. */
export interface Snapshot {
  readonly imports: ImportGraph;
  /** Weak: to compare what a file shows now with what it showed then. */
  readonly program: WeakRef<ts.Program>;
}

/** The snapshot of a program: one object, by which it can be told whether something was found in this very program. */
export const snapshotOf = memo((program: ts.Program): Snapshot => ({
  imports: importGraphOf(program),
  program: new WeakRef(program),
}));

/**
 * The files of a program in which a name may mean something else than it did: those that are new or edited, and those that
 * import, directly or through others, a file that is new or gone or shows something else.
 */
export const changedSince = memo((before: Snapshot, program: ts.Program): ReadonlySet<ts.SourceFile> => {
  const now = snapshotOf(program);
  const edited: ts.SourceFile[] = [];
  const showingOther: ts.SourceFile[] = [];
  const programBefore = before.program.deref();
  for (const [name, file] of now.imports.files) {
    const old = before.imports.files.get(name);
    if (old === file) continue;
    edited.push(file);
    const isImported = withImporters([file], now.imports).size > 1;
    if (isImported && (!old || !showsTheSame(file, program, old, programBefore))) showingOther.push(file);
  }
  const gone = [...before.imports.files.values()].filter(({ fileName }) => !now.imports.files.has(fileName));
  return new Set([...edited, ...withImporters(showingOther, now.imports), ...withImporters(gone, before.imports)]);
});

/** What a package declares is compared by its text alone: it changes when another version is installed. */
function showsTheSame(
  file: ts.SourceFile,
  program: ts.Program,
  old: ts.SourceFile,
  programBefore: ts.Program | undefined,
): boolean {
  // The text of a file that was never fetched is the one that is there now.
  if (unreadFiles.has(old)) return false;
  // The compiler makes a new file of one that stands for another copy of its package.
  if (file.text === old.text) return true;
  if (file.isDeclarationFile || !programBefore) return false;
  return interfaceOf(file, program) === interfaceOf(old, programBefore);
}
