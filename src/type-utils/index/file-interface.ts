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
  const values = exportedFrom(module, file, checker).map(({ symbol, text }) => `${symbol.name}: ${text}`);
  const links = file.statements.filter(
    (statement) =>
      syntax.isImportDeclaration(statement) ||
      syntax.isExportDeclaration(statement) ||
      syntax.isExportAssignment(statement),
  );
  const texts = [...links, ...typesIn(file)].map((node) => file.text.slice(node.getStart(file), node.end));
  return [...values, ...texts].join('\n');
}

/**
 * Whether what a file exports may be one of several functions or objects whose types are written the same, `rm` or
 * `unlink`: which one it is, only the code of the file tells, and {@link interfaceOf} does not.
 */
export const passesOn = memo((file: ts.SourceFile, program: ts.Program): boolean => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(file);
  return !module || exportedFrom(module, file, checker).some((each) => isPassedOn(each, file, checker));
});

function exportedFrom(module: ts.Symbol, file: ts.SourceFile, checker: ts.TypeChecker): readonly Exported[] {
  return checker.getExportsOfModule(module).map((symbol) => {
    const type = checker.getTypeOfSymbolAtLocation(symbol, file);
    return { symbol, type, text: checker.typeToString(type, undefined, flags) };
  });
}

interface Exported {
  readonly symbol: ts.Symbol;
  readonly type: ts.Type;
  readonly text: string;
}

/** A function of the file itself is that one, and what it gives is told where it states it. */
function isPassedOn({ symbol, type, text }: Exported, file: ts.SourceFile, checker: ts.TypeChecker): boolean {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !hasNameless(text)) return false;
  if (syntax.isClassLike(declaration) || syntax.isEnumDeclaration(declaration)) return false;
  const value = syntax.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (value?.getSourceFile() !== file || !syntax.isFunctionLike(value)) return true;
  if (value.type) return false;
  return type
    .getCallSignatures()
    .some((signature) =>
      hasNameless(checker.typeToString(checker.getReturnTypeOfSignature(signature), undefined, flags)),
    );
}

/** Whether a type, as it is written, has parts that are told by what they have, and not by a name. */
function hasNameless(text: string): boolean {
  return /[{[]|=>|\btypeof\b/.test(text);
}

/** The types that are declared in a file, in functions as well: what is inferred may tell of them. */
function typesIn(file: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  syntax.walk(file, (node) => {
    const isType =
      syntax.isClassLike(node) ||
      syntax.isInterfaceDeclaration(node) ||
      syntax.isTypeAliasDeclaration(node) ||
      syntax.isEnumDeclaration(node) ||
      syntax.isModuleDeclaration(node);
    if (isType) found.push(node);
    return !isType;
  });
  return found;
}
