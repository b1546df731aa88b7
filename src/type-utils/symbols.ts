import type ts from 'typescript';
import * as syntax from './syntax.ts';
import { typescript } from './typescript.ts';

/** What a symbol stands for, through imports and re-exports. */
export function withoutAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** What a name stands for, through imports and re-exports. */
export function symbolAt(name: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol && withoutAlias(symbol, checker);
}

/** The same, where the name is also that of a property, or of an export: `{ query }`, `export { query }`. */
export function symbolReferredTo(name: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = name;
  const symbol =
    syntax.isShorthandPropertyAssignment(parent) && parent.name === name
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : syntax.isExportSpecifier(parent)
        ? checker.getExportSpecifierLocalTargetSymbol(parent)
        : checker.getSymbolAtLocation(name);
  return symbol && withoutAlias(symbol, checker);
}

/** The class or interface that a type is of, its type arguments left out; of any other type, that. */
export function withoutArguments(type: ts.Type): ts.Type {
  const isReference =
    type.flags & typescript.TypeFlags.Object && (type as ts.ObjectType).objectFlags & typescript.ObjectFlags.Reference;
  return isReference ? (type as ts.TypeReference).target : type;
}
