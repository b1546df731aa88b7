import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { interfaceOf, passesOn } from './file-interface.ts';
import { isReleased } from '../project/released.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { importGraphOf, withImporters, type ImportGraph } from './import-graph.ts';
import { unreadFiles } from '../unread-files.ts';

/** A program's files and imports as they were, for the next program to be compared with. */
export interface Snapshot {
  readonly imports: ImportGraph;
  /** Weak: to compare what a file shows now with what it showed then. */
  readonly program: WeakRef<ts.Program>;
  /** The options of the compiler. */
  readonly options: string;
}

/** The snapshot of a program: one object, by which it can be told whether something was found in this very program. */
export const snapshotOf = memo((program: ts.Program): Snapshot => ({
  imports: importGraphOf(program),
  program: new WeakRef(program),
  options: JSON.stringify(Object.entries(program.getCompilerOptions()).filter(([name]) => name !== 'configFile')),
}));

/**
 * The files of a program in which a name may mean something else than it did: those that are new or edited, and those that
 * import, directly or through others, a file that is new or gone or shows something else.
 */
export function changedSince(before: Snapshot, program: ts.Program): ReadonlySet<ts.SourceFile> {
  return changed(before, program, false);
}

/** Those, and the files in which a name may mean the same, and stand for another function or object. */
export function otherwiseSince(before: Snapshot, program: ts.Program): ReadonlySet<ts.SourceFile> {
  return changed(before, program, true);
}

/**
 * The files of a program that are new or edited, or that import, directly or through others, a file that is new, edited or
 * gone, whatever that shows. What the others reach is what it was.
 */
export const reachingChanges = memo((before: Snapshot, program: ts.Program): ReadonlySet<ts.SourceFile> => {
  const now = snapshotOf(program);
  if (isSetOtherwise(before, now) || showsToAll(before, now)) return new Set(now.imports.files.values());
  const edited = [...now.imports.files].flatMap(([name, file]) =>
    before.imports.files.get(name) === file ? [] : [file],
  );
  const gone = goneSince(before, now);
  return new Set([
    ...withImporters([...edited, ...now.imports.unclear], now.imports),
    ...withImporters(gone, before.imports),
  ]);
});

const changed = memo((before: Snapshot, program: ts.Program, isExact: boolean): ReadonlySet<ts.SourceFile> => {
  const now = snapshotOf(program);
  if (isSetOtherwise(before, now) || showsToAll(before, now)) return new Set(now.imports.files.values());
  const programBefore = before.program.deref();
  const edited: ts.SourceFile[] = [];
  const showingOther: ts.SourceFile[] = [];
  for (const [name, file] of now.imports.files) {
    const old = before.imports.files.get(name);
    if (old === file) continue;
    edited.push(file);
    const isImported = withImporters([file], now.imports).size > 1;
    if (isImported && (!old || !showsTheSame(file, program, old, programBefore, isExact))) showingOther.push(file);
  }
  const gone = goneSince(before, now);
  return new Set([...edited, ...withImporters(showingOther, now.imports), ...withImporters(gone, before.imports)]);
});

function goneSince(before: Snapshot, now: Snapshot): readonly ts.SourceFile[] {
  return [...before.imports.files.values()].filter(({ fileName }) => !now.imports.files.has(fileName));
}

/** Whether the compiler has other options, or a package another version. */
function isSetOtherwise(before: Snapshot, now: Snapshot): boolean {
  if (before.options !== now.options) return true;
  for (const [folder, old] of before.imports.packages) {
    const found = now.imports.packages.get(folder);
    if (!now.imports.packages.has(folder)) continue;
    if (found?.name !== old?.name || found?.version !== old?.version) return true;
  }
  return false;
}

/** Whether a file that is seen without an import is new, edited or gone: then any name may mean something else. */
function showsToAll(before: Snapshot, now: Snapshot): boolean {
  return hasOther(before.imports.files, now.imports.files) || hasOther(now.imports.files, before.imports.files);
}

/** Whether files that are seen without an import have other texts than some others of their names. */
function hasOther(files: ImportGraph['files'], others: ImportGraph['files']): boolean {
  for (const [name, file] of files) {
    const other = others.get(name);
    if (other !== file && other?.text !== file.text && isSeenByAll(file)) return true;
  }
  return false;
}

/** A script, or a module that adds to what is global or to other modules. */
function isSeenByAll(file: ts.SourceFile): boolean {
  return !typescript.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b/.test(file.text);
}

/** What a package declares is compared by its text alone: it changes when another version is installed. */
function showsTheSame(
  file: ts.SourceFile,
  program: ts.Program,
  old: ts.SourceFile,
  programBefore: ts.Program | undefined,
  isExact: boolean,
): boolean {
  // The text of a file that was never fetched is the one that is there now.
  if (unreadFiles.has(old)) return false;
  // The compiler makes a new file of one that stands for another copy of its package.
  if (file.text === old.text) return true;
  // What functions of JavaScript make of `this` is told by the names of these functions.
  if (file.isDeclarationFile || file.flags & syntax.NodeFlags.JavaScriptFile) return false;
  if (!programBefore || isReleased(programBefore)) return false;
  if (isExact && (passesOn(file, program) || passesOn(old, programBefore))) return false;
  return interfaceOf(file, program) === interfaceOf(old, programBefore);
}
