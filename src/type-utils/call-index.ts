import type tsModule from 'typescript';
import { calledName } from './function-index.ts';
import { ts } from './typescript.ts';

type Call = tsModule.CallExpression | tsModule.NewExpression;

const indexes = new WeakMap<tsModule.SourceFile, ReadonlyMap<string, readonly Call[]>>();

/** The calls and constructions of a file by the last names of what they call: by syntax alone, in the order of the text. */
export function callsByNameIn(file: tsModule.SourceFile): ReadonlyMap<string, readonly Call[]> {
  const known = indexes.get(file);
  if (known) return known;
  const found = new Map<string, Call[]>();
  const visit = (node: tsModule.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = calledName(node);
      if (name !== undefined) found.set(name, [...(found.get(name) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  if (!file.isDeclarationFile) visit(file);
  indexes.set(file, found);
  return found;
}
