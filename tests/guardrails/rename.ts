import type tsModule from 'typescript';
import ts from 'typescript';
import type { CaseFiles } from '../scenarios/programs.ts';

/** A program with other names, and what each name of it was before. */
export interface Renamed {
  readonly files: CaseFiles;
  readonly before: ReadonlyMap<string, string>;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What an import takes from a module: `*` for all of it as one object. */
interface Import {
  readonly exported: string;
  readonly specifier: tsModule.StringLiteral;
}

/**
 * The program with another name for each thing that it names itself: variables, parameters, functions, classes, types,
 * and what it imports (`import { tool as renamed7 }`). Names of properties stay: `{ path }` becomes `{ path: renamed3 }`.
 * Lines stay where they are.
 */
export function renamed(file: tsModule.SourceFile, checker: tsModule.TypeChecker): Renamed {
  const names = new Names(file, checker);
  return { files: { 'main.ts': edited(file.text, names.edits()) }, before: names.before };
}

/**
 * The program renamed, with a file of the project's own in front of each module that it imports: of every second module
 * all exports, through one more file (`export * from 'ai'`); of the others what is needed, under another name
 * (`export { tool as exported0 } from 'ai'`).
 */
export function throughBarrels(file: tsModule.SourceFile, checker: tsModule.TypeChecker): Renamed {
  const barrels = new Barrels();
  const names = new Names(file, checker, (imported) => barrels.nameOf(imported));
  const edits = names.edits();
  const specifiers = file.statements.filter(ts.isImportDeclaration).map((statement) => statement.moduleSpecifier);
  const moved = specifiers.filter(ts.isStringLiteral).flatMap((specifier) => {
    const path = barrels.pathOf(specifier);
    return path === undefined ? [] : [{ start: specifier.getStart(), end: specifier.getEnd(), text: `'./${path}'` }];
  });
  return { files: { 'main.ts': edited(file.text, [...edits, ...moved]), ...barrels.files() }, before: names.before };
}

/** The identifiers of a file that are names of its own, and what they become. */
class Names {
  readonly before = new Map<string, string>();
  readonly #names = new Map<tsModule.Symbol, string>();
  readonly #file: tsModule.SourceFile;
  readonly #checker: tsModule.TypeChecker;
  readonly #exportedName: (imported: Import) => string;

  constructor(
    file: tsModule.SourceFile,
    checker: tsModule.TypeChecker,
    exportedName = ({ exported }: Import): string => exported,
  ) {
    this.#file = file;
    this.#checker = checker;
    this.#exportedName = exportedName;
  }

  edits(): Edit[] {
    const edits: Edit[] = [];
    const visit = (node: tsModule.Node): void => {
      if (ts.isImportClause(node)) edits.push(replacing(node, this.#clauseOf(node)));
      else if (ts.isIdentifier(node)) edits.push(...this.#identifier(node));
      else node.forEachChild(visit);
    };
    visit(this.#file);
    return edits;
  }

  /** `type { Client as renamed0 }` */
  #clauseOf(clause: tsModule.ImportClause): string {
    const { name, namedBindings } = clause;
    const parts: string[] = [];
    const inBraces: string[] = [];
    const add = (local: tsModule.Identifier, exported: string, type = ''): void => {
      const from = this.#exportedName({ exported, specifier: specifierOf(clause.parent) });
      const to = this.#nameOf(local) ?? local.text;
      if (from === '*') parts.push(`* as ${to}`);
      else if (from === 'default') parts.push(to);
      else inBraces.push(`${type}${from} as ${to}`);
    };
    if (name) add(name, 'default');
    if (namedBindings && ts.isNamespaceImport(namedBindings)) add(namedBindings.name, '*');
    else if (namedBindings)
      for (const { name: local, propertyName, isTypeOnly } of namedBindings.elements)
        add(local, (propertyName ?? local).text, isTypeOnly ? 'type ' : '');
    if (inBraces.length > 0) parts.push(`{ ${inBraces.join(', ')} }`);
    const type = clause.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type ' : '';
    return type + parts.join(', ') + '\n'.repeat(clause.getText().split('\n').length - 1);
  }

  #identifier(node: tsModule.Identifier): Edit[] {
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
      const name = this.#nameFor(this.#checker.getShorthandAssignmentValueSymbol(parent));
      return name === undefined ? [] : [replacing(node, `${node.text}: ${name}`)];
    }
    if (ts.isExportSpecifier(parent)) {
      const name = this.#nameFor(this.#checker.getExportSpecifierLocalTargetSymbol(parent));
      if (name === undefined || node !== (parent.propertyName ?? parent.name)) return [];
      return [replacing(node, parent.propertyName ? name : `${name} as ${node.text}`)];
    }
    const name = this.#nameOf(node);
    if (name === undefined) return [];
    const isShort = ts.isBindingElement(parent) && parent.name === node && !parent.propertyName;
    const isOfObject = isShort && ts.isObjectBindingPattern(parent.parent) && !parent.dotDotDotToken;
    return [replacing(node, isOfObject ? `${node.text}: ${name}` : name)];
  }

  #nameOf(node: tsModule.Identifier): string | undefined {
    return this.#nameFor(this.#checker.getSymbolAtLocation(node));
  }

  /** Another name for what the file declares; none for what is a property, or declared elsewhere. */
  #nameFor(symbol: tsModule.Symbol | undefined): string | undefined {
    const known = symbol && this.#names.get(symbol);
    if (known !== undefined || !symbol) return known;
    const declarations = symbol.declarations ?? [];
    const isOwn = declarations.length > 0 && declarations.every((node) => node.getSourceFile() === this.#file);
    if (!isOwn || !declarations.every(isOfName) || declarations.some(isPropertyToo)) return undefined;
    const name = `renamed${String(this.#names.size)}`;
    this.#names.set(symbol, name);
    this.before.set(name, symbol.name);
    return name;
  }
}

/** The files in front of the modules that a program imports. */
class Barrels {
  readonly #modules: { readonly specifier: string; readonly exported: string[] }[] = [];

  /** The name under which a barrel exports it. */
  nameOf({ exported, specifier }: Import): string {
    let index = this.#modules.findIndex((module) => module.specifier === specifier.text);
    if (index === -1) index = this.#modules.push({ specifier: specifier.text, exported: [] }) - 1;
    const names = this.#modules[index]?.exported ?? [];
    if (!names.includes(exported)) names.push(exported);
    return hasStar(index) && isNamed(exported) ? exported : `exported${String(names.indexOf(exported))}`;
  }

  pathOf({ text }: tsModule.StringLiteral): string | undefined {
    const index = this.#modules.findIndex(({ specifier }) => specifier === text);
    return index === -1 ? undefined : pathTo(index);
  }

  files(): CaseFiles {
    return Object.fromEntries(this.#modules.flatMap((module, index) => filesFor(index, module)));
  }
}

function filesFor(
  index: number,
  { specifier, exported }: { readonly specifier: string; readonly exported: readonly string[] },
): [string, string][] {
  const from = `from '${specifier}';\n`;
  const lines = exported.map((name, at) => {
    if (name === '*') return `export * as exported${String(at)} ${from}`;
    return `export { ${name} as exported${String(at)} } ${from}`;
  });
  if (!hasStar(index)) return [[pathTo(index), lines.join('')]];
  const inner = pathTo(index).replace('.ts', '-all.ts');
  const others = lines.filter((_, at) => !isNamed(exported[at] ?? ''));
  return [
    [pathTo(index), [`export * from '${inner.replace('barrels/', './')}';\n`, ...others].join('')],
    [inner, `export * ${from}`],
  ];
}

function hasStar(index: number): boolean {
  return index % 2 === 0;
}

/** Whether `export *` has it. */
function isNamed(exported: string): boolean {
  return exported !== 'default' && exported !== '*';
}

function pathTo(index: number): string {
  return `barrels/module${String(index)}.ts`;
}

function isOfName(node: tsModule.Declaration): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isClassExpression(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node)
  );
}

/** Whether a name is also a property: `constructor(private readonly folder: string)`. */
function isPropertyToo(node: tsModule.Declaration): boolean {
  return ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent);
}

function specifierOf({
  moduleSpecifier,
}: tsModule.ImportDeclaration | tsModule.JSDocImportTag): tsModule.StringLiteral {
  if (!ts.isStringLiteral(moduleSpecifier)) throw new Error('An import without a module.');
  return moduleSpecifier;
}

function replacing(node: tsModule.Node, text: string): Edit {
  return { start: node.getStart(), end: node.getEnd(), text };
}

function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: put } of [...edits].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + put + result.slice(end);
  return result;
}
