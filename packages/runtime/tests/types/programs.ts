import path from 'node:path';
import ts from 'typescript';
import { sharingDeclarations } from '../../../../tests/parsed-declarations.ts';
import { packageRoot } from '../page-programs.ts';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  paths: {
    '@agent-safety/runtime': [path.join(packageRoot, 'src/index.ts')],
    '@agent-safety/runtime/mcp': [path.join(packageRoot, 'src/mcp/index.ts')],
  },
};

/** The program of these files, by the names that they would have beside this one. They exist in memory only. */
export function programOf(files: ReadonlyMap<string, string>): ts.Program {
  const inMemory = new Map([...files].map(([name, code]) => [pathOf(name), code]));
  const host = ts.createCompilerHost(options);
  const onDisk = sharingDeclarations(ts.createCompilerHost(options));
  host.getSourceFile = (name, how, ...rest) => {
    const code = inMemory.get(name);
    return code === undefined ? onDisk.getSourceFile(name, how, ...rest) : ts.createSourceFile(name, code, how);
  };
  host.fileExists = (name) => inMemory.has(name) || onDisk.fileExists(name);
  return ts.createProgram([...inMemory.keys()], options, host);
}

/** The errors in one of the files of a program: each with everything that the compiler prints of it. */
export function errorsIn(program: ts.Program, name: string): readonly string[] {
  const file = program.getSourceFile(pathOf(name));
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function pathOf(name: string): string {
  return path.join(import.meta.dirname, name);
}
