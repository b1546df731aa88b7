import type tsModule from 'typescript';
import { memo } from '../memo.ts';
import { filesNaming } from './index/import-graph.ts';
import * as syntax from './syntax.ts';
import { ts } from './typescript.ts';

const { SymbolFlags } = ts;

/** A name in the source that stands for a declaration: what {@link usesOf} finds. */
export type NameNode = tsModule.Identifier | tsModule.PrivateIdentifier;

/** The names in a file, by their text. */
type NameIndex = ReadonlyMap<string, readonly NameNode[]>;

/**
 * What a name refers to, through imports, re-exports and shorthand properties: the declaration that holds the value.
 * Undefined for what the checker cannot resolve.
 */
export function declarationOf(name: tsModule.Node, program: tsModule.Program): tsModule.Declaration | undefined {
  return symbolOf(name, program.getTypeChecker())?.valueDeclaration;
}

/**
 * Every place in the program's own sources that names a variable, parameter, function, class or member: its declaration
 * left out, unless it is an assignment (`this.server = …` in JavaScript). Looks only where the name can be seen: the
 * function around it, its file, or all files if it is exported.
 */
export function usesOf(declaration: tsModule.NamedDeclaration, program: tsModule.Program): readonly NameNode[] {
  return usesIn(program, declaration);
}

const usesIn = memo((program: tsModule.Program, declaration: tsModule.NamedDeclaration): readonly NameNode[] => {
  const name = ts.getNameOfDeclaration(declaration);
  if (!name || !(syntax.isIdentifier(name) || syntax.isPrivateIdentifier(name))) return [];
  const isUse = (use: NameNode): boolean => use !== name || isThisAssignment(declaration);
  const scope = visibleIn(declaration, program);
  const file = declaration.getSourceFile();
  const isOfIt = (use: NameNode): boolean => isUse(use) && declarationOf(use, program) === declaration;
  if (scope) return usesOfText(file, name.text).filter((use) => isInside(use, scope) && isOfIt(use));
  const names = [...new Set([name.text, ...(otherNames(program).get(declaration) ?? [])])];
  if (!isAtTop(declaration) || !ts.isExternalModule(file))
    return names.flatMap((text) => usesNamed(program, text).get(declaration) ?? []).filter(isUse);
  const files = filesNaming(program, file);
  return ownFiles(program)
    .filter((each) => files.has(each))
    .flatMap((each) => names.flatMap((text) => usesOfText(each, text)).filter(isOfIt));
});

/** The places in its own file that name a declaration, itself left out. */
export function usesInFile(declaration: tsModule.NamedDeclaration, program: tsModule.Program): readonly NameNode[] {
  const name = ts.getNameOfDeclaration(declaration);
  if (!name || !syntax.isIdentifier(name)) return [];
  const checker = program.getTypeChecker();
  const named = namesIn(declaration.getSourceFile()).get(name.text) ?? [];
  return named.filter((use) => use !== name && symbolOf(use, checker)?.valueDeclaration === declaration);
}

/** Whether a node lies in another, or is it. */
export function isInside(node: tsModule.Node, container: tsModule.Node): boolean {
  return node.getSourceFile() === container.getSourceFile() && node.pos >= container.pos && node.end <= container.end;
}

/** Whether other files can name what is declared at the top of a file. Everything in a script is global. */
export function isExported(declaration: tsModule.Declaration, program: tsModule.Program): boolean {
  const file = declaration.getSourceFile();
  const symbol = declarationSymbol(declaration, program.getTypeChecker());
  return !ts.isExternalModule(file) || (symbol !== undefined && exportsOf(file, program).has(symbol));
}

/** The decorators of a method. */
export function decoratorsOf(node: tsModule.Node): readonly tsModule.Decorator[] {
  return ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
}

/** `export default …`, of an expression. */
export function isDefaultExport(node: tsModule.Node): node is tsModule.ExportAssignment {
  return syntax.isExportAssignment(node);
}

/** All places in the program that have a name, by what it refers to: many declarations may share a name, in one file each. */
const usesNamed = memo((program: tsModule.Program, text: string) => {
  const uses = new Map<tsModule.Declaration, NameNode[]>();
  for (const file of ownFiles(program))
    for (const use of usesOfText(file, text)) {
      const declaration = declarationOf(use, program);
      if (!declaration) continue;
      const others = uses.get(declaration);
      if (others) others.push(use);
      else uses.set(declaration, [use]);
    }
  return uses;
});

const exportsOf = memo((file: tsModule.SourceFile, program: tsModule.Program): ReadonlySet<tsModule.Symbol> => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(file);
  return new Set(module ? checker.getExportsOfModule(module).map((symbol) => withoutAlias(symbol, checker)) : []);
});

function declarationSymbol(
  { name }: tsModule.NamedDeclaration,
  checker: tsModule.TypeChecker,
): tsModule.Symbol | undefined {
  return name && checker.getSymbolAtLocation(name);
}

function symbolOf(name: tsModule.Node, checker: tsModule.TypeChecker): tsModule.Symbol | undefined {
  const { parent } = name;
  const symbol =
    syntax.isShorthandPropertyAssignment(parent) && parent.name === name
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : syntax.isExportSpecifier(parent)
        ? checker.getExportSpecifierLocalTargetSymbol(parent)
        : checker.getSymbolAtLocation(name);
  return symbol && withoutAlias(symbol, checker);
}

function withoutAlias(symbol: tsModule.Symbol, checker: tsModule.TypeChecker): tsModule.Symbol {
  return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The node outside of which a name means nothing. Undefined: the whole program. */
function visibleIn(declaration: tsModule.NamedDeclaration, program: tsModule.Program): tsModule.Node | undefined {
  const { parent } = declaration;
  if (syntax.isClassElement(declaration) || isThisAssignment(declaration))
    return isPrivate(declaration) ? parent : undefined;
  if (syntax.isParameterPropertyDeclaration(declaration, parent))
    return isPrivate(declaration) ? declaration.parent.parent : undefined;
  // A property of an object can be reached from wherever the object goes.
  if (syntax.isObjectLiteralExpression(parent)) return undefined;
  for (let node: tsModule.Node = parent; !syntax.isSourceFile(node); node = node.parent)
    if (ts.isFunctionLike(node) || syntax.isClassStaticBlockDeclaration(node)) return node;
  return isExported(declaration, program) ? undefined : declaration.getSourceFile();
}

/** Whether something is declared at the top of a file, and no member of anything. */
function isAtTop(declaration: tsModule.NamedDeclaration): boolean {
  const { parent } = syntax.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return syntax.isSourceFile(parent);
}

function isPrivate(member: tsModule.NamedDeclaration): boolean {
  const isHash = member.name !== undefined && syntax.isPrivateIdentifier(member.name);
  return isHash || (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}

/** `this.server = …` in JavaScript, which declares the field. */
function isThisAssignment(declaration: tsModule.Node): boolean {
  return syntax.isBinaryExpression(declaration) || syntax.isPropertyAccessExpression(declaration);
}

/** The names under which declarations are imported and exported, other than their own. */
const otherNames = memo((program: tsModule.Program): ReadonlyMap<tsModule.Node, ReadonlySet<string>> => {
  const found = new Map<tsModule.Node, Set<string>>();
  for (const name of ownFiles(program).flatMap(({ statements }) => renamingIn(statements))) {
    const declaration = declarationOf(name, program);
    if (declaration) found.set(declaration, (found.get(declaration) ?? new Set()).add(name.text));
  }
  return found;
});

const ownFiles = memo((program: tsModule.Program) =>
  program.getSourceFiles().filter((file) => !file.isDeclarationFile),
);

/** By the text first: it takes less than to look at the file's nodes. */
function usesOfText(file: tsModule.SourceFile, text: string): readonly NameNode[] {
  return file.text.includes(text) ? (namesIn(file).get(text) ?? []) : [];
}

const namesIn = memo((file: tsModule.SourceFile): NameIndex => {
  const byText = new Map<string, NameNode[]>();
  const visit = (node: tsModule.Node): void => {
    if (syntax.isIdentifier(node) || syntax.isPrivateIdentifier(node)) {
      const list = byText.get(node.text);
      if (list) list.push(node);
      else byText.set(node.text, [node]);
    } else syntax.forEachChild(node, visit);
  };
  visit(file);
  return byText;
});

/** `b` in `import b`, `import { a as b }` and `export { a as b }`: names given to something that has another one. */
function renamingIn(statements: readonly tsModule.Statement[]): readonly tsModule.Identifier[] {
  return statements.flatMap((statement) => {
    if (syntax.isImportDeclaration(statement)) return importedNames(statement.importClause);
    if (
      syntax.isExportDeclaration(statement) &&
      statement.exportClause &&
      syntax.isNamedExports(statement.exportClause)
    )
      return renamed(statement.exportClause.elements);
    // `declare module 'x' { … }`, `namespace a { … }`
    const body = syntax.isModuleDeclaration(statement) ? statement.body : undefined;
    return body && syntax.isModuleBlock(body) ? renamingIn(body.statements) : [];
  });
}

function importedNames(clause: tsModule.ImportClause | undefined): readonly tsModule.Identifier[] {
  const bindings = clause?.namedBindings;
  const named = bindings && syntax.isNamedImports(bindings) ? renamed(bindings.elements) : [];
  return clause?.name ? [clause.name, ...named] : named;
}

function renamed(specifiers: readonly (tsModule.ImportSpecifier | tsModule.ExportSpecifier)[]): tsModule.Identifier[] {
  return specifiers.flatMap(({ name, propertyName }) => (propertyName && syntax.isIdentifier(name) ? [name] : []));
}
