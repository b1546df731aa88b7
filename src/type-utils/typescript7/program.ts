import type ts from 'typescript';
import type { NativeApi, sync } from './api.ts';
import { checkerView } from './checker.ts';
import type { CompilerSession } from './session.ts';
import { SourceFiles } from './source-files.ts';
import { Views } from './views.ts';

type NativeFile = Parameters<sync.Program['isSourceFileFromExternalLibrary']>[0];

/**
 * A project of TypeScript 7 as a program of TypeScript 6, with what is used of one. The trees of its files are
 * fetched from the compiler when they are first wanted.
 */
export class ProgramView {
  readonly session: CompilerSession;
  readonly #project: sync.Project;
  readonly #views: Views;
  readonly #files: SourceFiles;
  #checker: ReturnType<typeof checkerView> | undefined;

  /**
   * @param textOf the text of a file as the compiler has read it
   */
  constructor(
    project: sync.Project,
    api: NativeApi,
    session: CompilerSession,
    textOf: (path: string) => string | undefined,
  ) {
    this.session = session;
    this.#project = project;
    this.#files = new SourceFiles(project, api, session, textOf);
    this.#views = new Views(project.checker, api.sync, this.#files, session);
  }

  getSourceFiles(): readonly ts.SourceFile[] {
    return this.#files.all();
  }

  getSourceFile(name: string): ts.SourceFile | undefined {
    return this.#files.named(name);
  }

  getTypeChecker(): ReturnType<typeof checkerView> {
    return (this.#checker ??= checkerView(this.#views));
  }

  /** Names files that passed the gates: what is queried in one of them is likely to be queried in the others, too. */
  willQuery(files: Iterable<ts.SourceFile>): void {
    this.#views.similarNodes.add(files);
  }

  /** Fetches the trees of files together that are all going to be looked at. */
  readTrees(files: readonly ts.SourceFile[]): void {
    this.#files.readTrees(files);
  }

  getRootFileNames(): readonly string[] {
    return this.#project.rootFiles;
  }

  getCompilerOptions(): sync.CompilerOptions {
    return this.#project.compilerOptions;
  }

  getSyntacticDiagnostics(file: ts.SourceFile): readonly { readonly messageText: string; readonly start: number }[] {
    const found = this.#project.program.getSyntacticDiagnostics(file.fileName);
    return found.map(({ text, pos }) => ({ messageText: text, start: pos }));
  }

  isSourceFileFromExternalLibrary(file: ts.SourceFile): boolean {
    return (
      file.fileName.includes('/node_modules/') &&
      this.#project.program.isSourceFileFromExternalLibrary(file as unknown as NativeFile)
    );
  }

  isSourceFileDefaultLibrary(file: ts.SourceFile): boolean {
    return file.isDeclarationFile && this.#project.program.isSourceFileDefaultLibrary(file as unknown as NativeFile);
  }
}
