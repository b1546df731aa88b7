import type ts from 'typescript';
import { typescript6 } from './compiler.ts';

/** The source files of a project that is read again and again: one stays the same object until its text is another. */
export class KeptSources {
  /** By how they are parsed, and there by their path. */
  readonly #files = new Map<string, Map<string, ts.SourceFile>>();
  /** Those whose text may be another by now. */
  readonly #doubtful = new Set<ts.SourceFile>();

  /** Looks at the texts of some files again, or of all, once they are wanted. */
  reread(paths: readonly string[] | undefined): void {
    for (const kept of this.#files.values())
      for (const path of paths ?? kept.keys()) {
        const file = kept.get(path);
        if (file) this.#doubtful.add(file);
      }
  }

  /** A host that has the kept files, and parses others. */
  host(host: ts.CompilerHost, { target, module, moduleResolution, moduleDetection, jsx, allowJs }: ts.CompilerOptions) {
    const ofProgram = [target, module, moduleResolution, moduleDetection, jsx, allowJs].join(' ');
    const ofFormat = new Map<ts.ResolutionMode, Map<string, ts.SourceFile>>();
    const keptIn = (format: ts.ResolutionMode): Map<string, ts.SourceFile> => {
      const key = `${ofProgram} ${String(format)}`;
      const kept = this.#files.get(key) ?? new Map<string, ts.SourceFile>();
      this.#files.set(key, kept);
      ofFormat.set(format, kept);
      return kept;
    };
    const getSourceFile: ts.CompilerHost['getSourceFile'] = (path, how, ...rest) => {
      const format = typeof how === 'object' ? how.impliedNodeFormat : undefined;
      const kept = ofFormat.get(format) ?? keptIn(format);
      const known = kept.get(path);
      if (known && this.#isCurrent(known, path, host)) return known;
      const file = /\.d\.[cm]?ts$/.test(path) ? host.getSourceFile(path, how, ...rest) : parsed(path, how, host);
      if (file) kept.set(path, file);
      else kept.delete(path);
      return file;
    };
    return { ...host, getSourceFile };
  }

  #isCurrent(file: ts.SourceFile, path: string, host: ts.CompilerHost): boolean {
    if (!this.#doubtful.delete(file)) return true;
    return file.text === host.readFile(path);
  }
}

/** With its parents: what is known of the other files may be all that is needed, and no checker has touched this one then. */
function parsed(
  path: string,
  how: ts.ScriptTarget | ts.CreateSourceFileOptions,
  host: ts.CompilerHost,
): ts.SourceFile | undefined {
  const text = host.readFile(path);
  return text === undefined ? undefined : typescript6().createSourceFile(path, text, how, true);
}
