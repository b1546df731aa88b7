import type ts from 'typescript';
import type { NativeApi, sync } from './api.ts';
import { checkerView } from './checker.ts';
import type { CompilerSession } from './session.ts';
import { Views } from './views.ts';

type NativeFile = Parameters<sync.Program['isSourceFileFromExternalLibrary']>[0];

/**
 * A project of TypeScript 7 as a program of TypeScript 6, with what is used of one. Its files are fetched from the compiler
 * when they are first wanted.
 */
export class ProgramView {
  readonly session: CompilerSession;
  readonly #project: sync.Project;
  readonly #views: Views;
  #files: readonly ts.SourceFile[] | undefined;
  #checker: ReturnType<typeof checkerView> | undefined;

  constructor(project: sync.Project, api: NativeApi, session: CompilerSession) {
    this.session = session;
    this.#project = project;
    this.#views = new Views(project.checker, api.sync, (handle) => handle.resolve(project) as unknown as ts.Node);
  }

  getSourceFiles(): readonly ts.SourceFile[] {
    return (this.#files ??= this.#project.program
      .getSourceFileNames()
      .flatMap((name) => this.getSourceFile(name) ?? []));
  }

  getSourceFile(name: string): ts.SourceFile | undefined {
    return this.#project.program.getSourceFile(name) as unknown as ts.SourceFile | undefined;
  }

  getTypeChecker(): ReturnType<typeof checkerView> {
    return (this.#checker ??= checkerView(this.#views));
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
