import type ts from 'typescript';
import { memo } from '../../memo.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

/**
 * What a file shows to those that import it, as a text: where two versions of a file have the same, no name in another
 * file means something else. The types of its exports, written out with where they come from, and all types that are
 * declared in it, since those are told by name only. A file that is no module shows all of itself.
 */
export const interfaceOf = memo((file: ts.SourceFile, program: ts.Program): string =>
  describe(file, program.getTypeChecker()),
);

const flags: ts.TypeFormatFlags =
  typescript.TypeFormatFlags.NoTruncation |
  typescript.TypeFormatFlags.UseFullyQualifiedType |
  typescript.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function describe(file: ts.SourceFile, checker: ts.TypeChecker): string {
  const module = checker.getSymbolAtLocation(file);
  if (!module) return file.text;
  const values = checker.getExportsOfModule(module).map((symbol) => {
    const type = checker.getTypeOfSymbolAtLocation(symbol, file);
    return `${symbol.name}: ${checker.typeToString(type, undefined, flags)}`;
  });
  const links = file.statements.filter(
    (statement) =>
      syntax.isImportDeclaration(statement) ||
      syntax.isExportDeclaration(statement) ||
      syntax.isExportAssignment(statement),
  );
  const texts = [...links, ...typesIn(file)].map((node) => file.text.slice(node.getStart(file), node.end));
  return [...values, ...texts].join('\n');
}

/** The types that are declared in a file, in functions as well: what is inferred may tell of them. */
function typesIn(file: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const isType =
      syntax.isClassLike(node) ||
      syntax.isInterfaceDeclaration(node) ||
      syntax.isTypeAliasDeclaration(node) ||
      syntax.isEnumDeclaration(node) ||
      syntax.isModuleDeclaration(node);
    if (isType) found.push(node);
    else syntax.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
