import type ts from 'typescript';
import { memo } from '../memo.ts';
import { addTo } from '../multimap.ts';
import { answerOn } from './index/kept-answers.ts';
import { filesNaming } from './index/import-graph.ts';
import { isPublished, rootAround, textAround } from './project/mentions.ts';
import { symbolReferredTo, withoutAlias } from './symbols.ts';
import * as syntax from './syntax.ts';
import { typescript } from './typescript.ts';

/** A name in the source that stands for a declaration: what {@link usesOf} finds. */
export type NameNode = ts.Identifier | ts.PrivateIdentifier;

/** The names in a file, by their text. */
type NameIndex = ReadonlyMap<string, readonly NameNode[]>;

/**
 * What a name refers to, through imports, re-exports and shorthand properties: the declaration that holds the value.
 * Undefined for what the checker cannot resolve.
 */
export function declarationOf(name: ts.Node, program: ts.Program): ts.Declaration | undefined {
  return answerOn(program, 'declarationOf', name, (restsOn) => {
    const symbol = symbolReferredTo(name, program.getTypeChecker());
    restsOn(() => symbol?.declarations);
    return symbol?.valueDeclaration;
  });
}

/** Where a type that a name stands for is declared, through imports and re-exports: an interface has several places. */
export function typeDeclarationsOf(name: ts.Node, program: ts.Program): readonly ts.Declaration[] {
  return answerOn(program, 'typeDeclarationsOf', name, (restsOn) => {
    const declarations = symbolReferredTo(name, program.getTypeChecker())?.declarations ?? [];
    restsOn(() => declarations);
    return declarations;
  });
}

/**
 * Every place in the program's own sources that names a variable, parameter, function, class or member: its declaration
 * left out, unless it is an assignment (`this.server = …` in JavaScript). Looks only where the name can be seen: the
 * function around it, its file, or all files if it is exported.
 */
export function usesOf(declaration: ts.NamedDeclaration, program: ts.Program): readonly NameNode[] {
  return usesIn(program, declaration);
}

const usesIn = memo((program: ts.Program, declaration: ts.NamedDeclaration): readonly NameNode[] => {
  const name = typescript.getNameOfDeclaration(declaration);
  if (!name || !syntax.isMemberName(name)) return [];
  const isUse = (use: NameNode): boolean => use !== name || isThisAssignment(declaration);
  const scope = visibleIn(declaration, program);
  const file = declaration.getSourceFile();
  const isOfIt = (use: NameNode): boolean => isUse(use) && declarationOf(use, program) === declaration;
  if (scope) {
    // `x.id` is no use of a local `id`: the type of `x` need not be made to find that.
    const isLocal = !syntax.isSourceFile(scope) && !syntax.isClassLike(scope);
    return usesOfText(file, name.text).filter(
      (use) => isInside(use, scope) && !(isLocal && syntax.isMemberOfAccess(use)) && isOfIt(use),
    );
  }
  const names = [...new Set([name.text, ...(otherNames(program).get(declaration) ?? [])])];
  if (!isAtTop(declaration) || !typescript.isExternalModule(file))
    return names.flatMap((text) => usesNamed(program, text).get(declaration) ?? []).filter(isUse);
  const files = filesNaming(program, file);
  return ownFiles(program)
    .filter((each) => files.has(each))
    .flatMap((each) => names.flatMap((text) => usesOfText(each, text)).filter(isOfIt));
});

/** The places in its own file that name a declaration, itself left out. */
export function usesInFile(declaration: ts.NamedDeclaration, program: ts.Program): readonly NameNode[] {
  return usesInOwnFile(program, declaration);
}

const usesInOwnFile = memo((program: ts.Program, declaration: ts.NamedDeclaration): readonly NameNode[] => {
  const name = typescript.getNameOfDeclaration(declaration);
  if (!name || !syntax.isIdentifier(name)) return [];
  const named = namesIn(declaration.getSourceFile()).get(name.text) ?? [];
  return named.filter((use) => use !== name && declarationOf(use, program) === declaration);
});

/** The places in a part of a file that have a name, whatever it stands for there. */
export function namesWithin(node: ts.Node, text: string): readonly NameNode[] {
  return usesOfText(node.getSourceFile(), text).filter(({ pos, end }) => pos >= node.pos && end <= node.end);
}

/** Whether a node lies in another, or is it. */
export function isInside(node: ts.Node, container: ts.Node): boolean {
  return node.getSourceFile() === container.getSourceFile() && node.pos >= container.pos && node.end <= container.end;
}

/** Whether other files can name what is declared at the top of a file. Everything in a script is global. */
export function isExported(declaration: ts.Declaration, program: ts.Program): boolean {
  const file = declaration.getSourceFile();
  return answerOn(program, 'isExported', declaration, () => {
    const symbol = declarationSymbol(declaration, program.getTypeChecker());
    return !typescript.isExternalModule(file) || (symbol !== undefined && exportsOf(file, program).has(symbol));
  });
}

/**
 * Whether something that is none of the program's own files may name what it declares at the top of a module: code and pages
 * of the same repository by its name, and all who install the package.
 */
export const isNamedOutside = memo((declaration: ts.NamedDeclaration, program: ts.Program): boolean => {
  const { fileName } = declaration.getSourceFile();
  const name = typescript.getNameOfDeclaration(declaration);
  const root = rootAround(fileName);
  if (root === undefined || !name || !syntax.isIdentifier(name)) return false;
  if (isPublished(fileName)) return true;
  const text = textAround(ownFileNames(program), root);
  return text === undefined || new RegExp(`(?<![\\w$])${name.text.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
});

/** The decorators of a method. */
export function decoratorsOf(node: ts.Node): readonly ts.Decorator[] {
  return typescript.canHaveDecorators(node) ? (typescript.getDecorators(node) ?? []) : [];
}

/** `export default …`, of an expression. */
export function isDefaultExport(node: ts.Node): node is ts.ExportAssignment {
  return syntax.isExportAssignment(node);
}

/** All places in the program that have a name, by what it refers to: many declarations may share a name, in one file each. */
const usesNamed = memo((program: ts.Program, text: string) => {
  const uses = new Map<ts.Declaration, NameNode[]>();
  for (const file of ownFiles(program))
    for (const use of usesOfText(file, text)) {
      const declaration = declarationOf(use, program);
      if (declaration) addTo(uses, declaration, use);
    }
  return uses;
});

/** The values that a module exports, by the names that others import them by. */
export const exportedValues = memo(
  (module: ts.SourceFile, program: ts.Program): ReadonlyMap<string, ts.Declaration> => {
    const checker = program.getTypeChecker();
    return new Map(
      exportsIn(module, checker).flatMap((symbol) => {
        const declaration = withoutAlias(symbol, checker).valueDeclaration;
        return declaration ? [[symbol.name, declaration] as const] : [];
      }),
    );
  },
);

const exportsOf = memo((file: ts.SourceFile, program: ts.Program): ReadonlySet<ts.Symbol> => {
  const checker = program.getTypeChecker();
  return new Set(exportsIn(file, checker).map((symbol) => withoutAlias(symbol, checker)));
});

function exportsIn(file: ts.SourceFile, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const module = checker.getSymbolAtLocation(file);
  return module ? checker.getExportsOfModule(module) : [];
}

function declarationSymbol({ name }: ts.NamedDeclaration, checker: ts.TypeChecker): ts.Symbol | undefined {
  return name && checker.getSymbolAtLocation(name);
}

/** The node outside of which a name means nothing. Undefined: the whole program. */
function visibleIn(declaration: ts.NamedDeclaration, program: ts.Program): ts.Node | undefined {
  const { parent } = declaration;
  if (syntax.isClassElement(declaration) || isThisAssignment(declaration))
    return isPrivate(declaration) ? parent : undefined;
  if (syntax.isParameterPropertyDeclaration(declaration, parent))
    return isPrivate(declaration) ? declaration.parent.parent : undefined;
  // A property of an object can be reached from wherever the object goes, by its type too.
  if (syntax.isObjectLiteralExpression(parent) || syntax.isTypeElement(declaration)) return undefined;
  for (let node: ts.Node = parent; !syntax.isSourceFile(node); node = node.parent)
    if (typescript.isFunctionLike(node) || syntax.isClassStaticBlockDeclaration(node)) return node;
  return isExported(declaration, program) ? undefined : declaration.getSourceFile();
}

/** Whether something is declared at the top of a file, and no member of anything. */
function isAtTop(declaration: ts.NamedDeclaration): boolean {
  const { parent } = syntax.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return syntax.isSourceFile(parent);
}

function isPrivate(member: ts.NamedDeclaration): boolean {
  const isHash = member.name !== undefined && syntax.isPrivateIdentifier(member.name);
  return isHash || (typescript.getCombinedModifierFlags(member) & typescript.ModifierFlags.Private) !== 0;
}

/** `this.server = …` in JavaScript, which declares the field. */
function isThisAssignment(declaration: ts.Node): boolean {
  return syntax.isBinaryExpression(declaration) || syntax.isPropertyAccessExpression(declaration);
}

/** The names under which declarations are imported and exported, other than their own. */
const otherNames = memo((program: ts.Program): ReadonlyMap<ts.Node, ReadonlySet<string>> => {
  const found = new Map<ts.Node, Set<string>>();
  for (const file of ownFiles(program))
    for (const name of namesGivenIn(file)) {
      const declaration = declarationOf(name, program);
      if (declaration) found.set(declaration, (found.get(declaration) ?? new Set()).add(name.text));
    }
  return found;
});

const namesGivenIn = memo(({ statements }: ts.SourceFile) => renamingIn(statements));

const ownFileNames = memo(
  (program: ts.Program): ReadonlySet<string> => new Set(ownFiles(program).map(({ fileName }) => fileName)),
);

const ownFiles = memo((program: ts.Program) => program.getSourceFiles().filter((file) => !file.isDeclarationFile));

/** By the text first: it takes less than to look at the file's nodes. */
function usesOfText(file: ts.SourceFile, text: string): readonly NameNode[] {
  return file.text.includes(text) ? (namesIn(file).get(text) ?? []) : [];
}

const namesIn = memo((file: ts.SourceFile): NameIndex => {
  const byText = new Map<string, NameNode[]>();
  syntax.walk(file, (node) => {
    const isName = syntax.isMemberName(node);
    if (isName) addTo(byText, node.text, node);
    return !isName;
  });
  return byText;
});

/** `b` in `import b`, `import { a as b }` and `export { a as b }`: names given to something that has another one. */
function renamingIn(statements: readonly ts.Statement[]): readonly ts.Identifier[] {
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

function importedNames(clause: ts.ImportClause | undefined): readonly ts.Identifier[] {
  const bindings = clause?.namedBindings;
  const named = bindings && syntax.isNamedImports(bindings) ? renamed(bindings.elements) : [];
  return clause?.name ? [clause.name, ...named] : named;
}

function renamed(specifiers: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): ts.Identifier[] {
  return specifiers.flatMap(({ name, propertyName }) => (propertyName && syntax.isIdentifier(name) ? [name] : []));
}
