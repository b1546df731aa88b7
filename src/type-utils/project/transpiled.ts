import * as node from 'node:module';
import { chosenCompiler } from '../chosen-compiler.ts';

/**
 * A TypeScript module as JavaScript: its types are left out, and nothing is checked.
 *
 * @throws Error with TypeScript 7, which does not publish this, on a Node without `stripTypeScriptTypes`
 */
export function transpiled(text: string): string {
  if (!chosenCompiler.isNative) {
    const { ModuleKind, ScriptTarget, transpileModule } = chosenCompiler.module;
    const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022, verbatimModuleSyntax: true };
    return transpileModule(text, { compilerOptions }).outputText;
  }
  const { stripTypeScriptTypes } = node as { readonly stripTypeScriptTypes?: (code: string) => string };
  if (!stripTypeScriptTypes) throw new Error('Build the package first: TypeScript 7 cannot transpile in this process.');
  return stripTypeScriptTypes(text);
}
