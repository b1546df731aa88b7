import { resolve } from 'node:path/posix';
import ts from 'typescript';
import { sharingDeclarations } from '../parsed-declarations.ts';

/** A folder with the SDKs installed, where the files of these programs seem to be. */
const folder = resolve(import.meta.dirname, '../sdk/in-memory');

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  types: ['node'],
};

export interface InMemoryProgram {
  readonly program: ts.Program;
  readonly file: (name: string) => ts.SourceFile;
}

/** A program of files that exist in memory only; imports of packages resolve to the installed SDKs. */
export function programOf(texts: Readonly<Record<string, string>>, extra: ts.CompilerOptions = {}): InMemoryProgram {
  const all = { ...options, ...extra };
  const host = sharingDeclarations(ts.createCompilerHost(all, true));
  const files = new Map(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text]));
  const onDisk = { ...host };
  host.fileExists = (name) => files.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => files.get(name) ?? onDisk.readFile(name);
  host.directoryExists = undefined;
  host.getSourceFile = (name, target, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? onDisk.getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, text, target, true);
  };
  host.getCurrentDirectory = () => folder;
  const program = ts.createProgram([...files.keys()], all, host);
  program.getTypeChecker();
  return { program, file: (name) => program.getSourceFile(`${folder}/${name}`)! };
}

/** The nodes of a file that `test` holds for, in the order of the text. */
export function nodesIn<T extends ts.Node>(file: ts.SourceFile, test: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (test(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
