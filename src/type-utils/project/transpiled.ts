import { typescript } from '../typescript.ts';

/** A TypeScript module as JavaScript: its types are left out, and nothing is checked. */
export function transpiled(text: string): string {
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022, verbatimModuleSyntax: true };
  return typescript.transpileModule(text, { compilerOptions }).outputText;
}
