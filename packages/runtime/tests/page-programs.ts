import path from 'node:path';
import ts from 'typescript';
import { sharingDeclarations } from '../../../tests/parsed-declarations.ts';

/** The folder of the package. */
export const packageRoot = path.join(import.meta.dirname, '..');

/** The programs of a page, as one: each goes on where the one before it ends. */
export function codeOf(page: string): string {
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('');
}

/**
 * What the compiler finds in the program of a page, as its readers compile it.
 *
 * @param name of the file that it would be in, from `tests/`
 * @param sources of the entries that it imports, by their names: `{ '@agent-safety/runtime': 'src/index.ts' }`
 */
export function problemsIn(
  code: string,
  name: string,
  sources: Readonly<Record<string, string>>,
  more: Pick<ts.CompilerOptions, 'lib' | 'types'> = {},
): readonly string[] {
  const file = path.join(packageRoot, 'tests', name);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    paths: Object.fromEntries(
      Object.entries(sources).map(([entry, source]) => [entry, [path.join(packageRoot, source)]]),
    ),
    ...more,
  };
  const host = ts.createCompilerHost(options);
  const onDisk = sharingDeclarations(ts.createCompilerHost(options));
  host.getSourceFile = (wanted, ...rest) =>
    wanted === file ? ts.createSourceFile(wanted, code, ts.ScriptTarget.ES2022) : onDisk.getSourceFile(wanted, ...rest);
  host.fileExists = (wanted) => wanted === file || onDisk.fileExists(wanted);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
