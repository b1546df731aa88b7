import type ts from 'typescript';
import { memo } from '../memo.ts';
import * as syntax from './syntax.ts';

/** What declares a name: a variable, parameter, function, class, import. */
export type Binding = ts.NamedDeclaration | ts.ImportClause;

interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly outer: Scope | undefined;
  /** What was looked up from here, found in the scopes around or not at all. */
  found: Map<string, Binding | undefined> | undefined;
}

/** Of the many scopes that declare nothing. */
const noNames: Scope['names'] = new Map();
const scopes = new WeakMap<ts.Node, Scope>();

/**
 * The declaration that an identifier refers to, in its own file and by syntax alone: no question to the checker, and the
 * same answer in every program that has the file. `undefined` for globals.
 */
export function bindingOf(identifier: ts.Identifier): Binding | undefined {
  return lookUp(identifier.text, scopeAt(identifier.parent));
}

/** Whether nothing in its file declares a name. */
export function isGlobalName(identifier: ts.Identifier): boolean {
  return bindingOf(identifier) === undefined;
}

function lookUp(name: string, scope: Scope): Binding | undefined {
  const own = scope.names.get(name);
  if (own || !scope.outer) return own;
  const known = scope.found?.get(name);
  if (known || scope.found?.has(name)) return known;
  const found = lookUp(name, scope.outer);
  (scope.found ??= new Map<string, Binding | undefined>()).set(name, found);
  return found;
}

/** The innermost scope that a node opens or lies in, past those that declare nothing. */
function scopeAt(node: ts.Node): Scope {
  let at = node;
  while (!isScope(at)) at = at.parent;
  const known = scopes.get(at);
  if (known) return known;
  let names: Map<string, Binding> | undefined;
  collect(at, (name, binding) => {
    names ??= new Map();
    if (!names.has(name)) names.set(name, binding);
  });
  const outer = syntax.isSourceFile(at) ? undefined : scopeAt(at.parent);
  const scope: Scope = names || !outer ? { names: names ?? noNames, outer, found: undefined } : outer;
  scopes.set(at, scope);
  return scope;
}

/** The declaration around a name in a pattern; any other binding itself. */
export function patternHolderOf(binding: ts.Node): ts.Node {
  return syntax.isBindingElement(binding) ? patternHolderOf(binding.parent.parent) : binding;
}

/** The node in which a declaration is visible. */
export function scopeOf(binding: ts.Node): ts.Node {
  const node = patternHolderOf(binding);
  if (syntax.isParameter(node)) return node.parent;
  if (syntax.isVariableDeclaration(node) && syntax.isVariableDeclarationList(node.parent)) {
    if (!(node.parent.flags & syntax.NodeFlags.BlockScoped)) return syntax.containerOf(node);
    const owner = node.parent.parent;
    return syntax.isVariableStatement(owner) ? owner.parent : owner;
  }
  return node.parent;
}

/** Whether the binding is a variable that is never assigned again by its own kind: `const`, `using`, an import. */
export function isConstant(binding: ts.Node): boolean {
  const node = patternHolderOf(binding);
  if (syntax.isVariableDeclaration(node))
    return syntax.isVariableDeclarationList(node.parent) && (node.parent.flags & syntax.NodeFlags.Constant) !== 0;
  return !syntax.isParameter(node);
}

/** What the variable that a name stands for is declared with. */
export function initializerOf(name: ts.Identifier): ts.Expression | undefined {
  const binding = bindingOf(name);
  return binding && syntax.isVariableDeclaration(binding) ? binding.initializer : undefined;
}

/** The same of a `const` only, whose value that is. */
export function constantInitializerOf(name: ts.Identifier): ts.Expression | undefined {
  const binding = bindingOf(name);
  return binding && isConstant(binding) ? initializerOf(name) : undefined;
}

/** What an expression is, also by the constant that it names, without assertions. */
export function constantValueOf(expression: ts.Expression): ts.Expression {
  const node = syntax.withoutAssertions(expression);
  const held = syntax.isIdentifier(node) ? constantInitializerOf(node) : undefined;
  return held ? syntax.withoutAssertions(held) : node;
}

/** Whether two expressions are the same variable, or the same member of it or of `this` by their text. */
export function isSameReference(one: ts.Node, other: ts.Node): boolean {
  const [a, b] = [one as ts.Expression, other as ts.Expression].map(syntax.withoutAssertions);
  if (!a || !b) return false;
  if (syntax.isIdentifier(a) && syntax.isIdentifier(b)) return a.text === b.text && bindingOf(a) === bindingOf(b);
  return syntax.isPropertyAccessExpression(a) && syntax.isPropertyAccessExpression(b) && a.getText() === b.getText();
}

/** The declaration that an expression names, if it is nothing but a name. */
export function bindingNamedBy(expression: ts.Expression): Binding | undefined {
  const name = syntax.withoutAssertions(expression);
  return syntax.isIdentifier(name) ? bindingOf(name) : undefined;
}

/** The declaration that a call's callee names. */
export function calledBinding({ expression }: ts.CallExpression | ts.NewExpression): Binding | undefined {
  return bindingNamedBy(expression);
}

function isScope(node: ts.Node): boolean {
  switch (node.kind) {
    case syntax.SyntaxKind.Block:
    case syntax.SyntaxKind.CaseBlock:
    case syntax.SyntaxKind.CatchClause:
    case syntax.SyntaxKind.ClassDeclaration:
    case syntax.SyntaxKind.ClassExpression:
    case syntax.SyntaxKind.ClassStaticBlockDeclaration:
    case syntax.SyntaxKind.ForInStatement:
    case syntax.SyntaxKind.ForOfStatement:
    case syntax.SyntaxKind.ForStatement:
    case syntax.SyntaxKind.ModuleBlock:
    case syntax.SyntaxKind.SourceFile:
      return true;
    default:
      return syntax.isFunctionLike(node);
  }
}

type Add = (name: string, binding: Binding) => void;

function collect(scope: ts.Node, add: Add): void {
  if (syntax.isClassLike(scope)) {
    if (scope.name) add(scope.name.text, scope);
  } else if (syntax.isFunctionLike(scope)) {
    for (const parameter of scope.parameters) addPattern(parameter, add);
    if (syntax.isFunctionExpression(scope) && scope.name) add(scope.name.text, scope);
    if (scope.body) addVars(scope.body, add);
  } else if (syntax.isCatchClause(scope)) {
    if (scope.variableDeclaration) addPattern(scope.variableDeclaration, add);
  } else if (syntax.isForStatement(scope) || syntax.isForInOrOf(scope)) {
    if (scope.initializer && syntax.isVariableDeclarationList(scope.initializer)) addList(scope.initializer, add);
  } else if (syntax.isClassStaticBlockDeclaration(scope)) addVars(scope.body, add);
  else if (syntax.isCaseBlock(scope)) for (const clause of scope.clauses) addStatements(clause.statements, add);
  else if (syntax.isSourceFile(scope) || syntax.isModuleBlock(scope) || syntax.isBlock(scope)) {
    addStatements(scope.statements, add);
    if (!syntax.isBlock(scope)) addVars(scope, add);
  }
}

function addStatements(statements: readonly ts.Statement[], add: Add): void {
  for (const statement of statements) {
    if (syntax.isVariableStatement(statement)) {
      if (statement.declarationList.flags & syntax.NodeFlags.BlockScoped) addList(statement.declarationList, add);
    } else if (syntax.isImportDeclaration(statement)) addImports(statement, add);
    else if (
      syntax.isFunctionDeclaration(statement) ||
      syntax.isClassDeclaration(statement) ||
      syntax.isEnumDeclaration(statement)
    ) {
      // Of overloads the one with a body is the function.
      if (statement.name && !(syntax.isFunctionDeclaration(statement) && !statement.body))
        add(statement.name.text, statement);
    } else if (syntax.isModuleDeclaration(statement) && syntax.isIdentifier(statement.name))
      add(statement.name.text, statement);
    else if (syntax.isImportEqualsDeclaration(statement)) add(statement.name.text, statement);
  }
}

function addImports(declaration: ts.ImportDeclaration, add: Add): void {
  const clause = declaration.importClause;
  if (!clause) return;
  if (clause.name) add(clause.name.text, clause);
  const bindings = clause.namedBindings;
  if (!bindings) return;
  if (syntax.isNamespaceImport(bindings)) add(bindings.name.text, bindings);
  else for (const element of bindings.elements) add(element.name.text, element);
}

function addList(list: ts.VariableDeclarationList, add: Add): void {
  for (const declaration of list.declarations) addPattern(declaration, add);
}

function addPattern(binding: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement, add: Add): void {
  if (syntax.isIdentifier(binding.name)) {
    add(binding.name.text, binding);
    return;
  }
  for (const element of binding.name.elements) if (syntax.isBindingElement(element)) addPattern(element, add);
}

/** `var` declarations anywhere in a function, but not in the functions inside it. */
function addVars(node: ts.Node, add: Add): void {
  if (hasVars(node.getSourceFile())) visitVars(node, add);
}

function visitVars(node: ts.Node, add: Add): void {
  syntax.forEachChild(node, (child) => {
    if (syntax.isFunctionLike(child) || syntax.isClassLike(child) || syntax.isExpression(child)) return;
    if (syntax.isVariableDeclarationList(child) && !(child.flags & syntax.NodeFlags.BlockScoped)) addList(child, add);
    visitVars(child, add);
  });
}

const hasVars = memo(({ text }: ts.SourceFile) => /\bvar\b/.test(text));

/** The function that a name stands for, when it can stand for no other: a declaration, or a constant arrow function. */
export function functionOfBinding(binding: ts.Node | undefined): syntax.FunctionLike | undefined {
  if (!binding) return undefined;
  if (syntax.isFunctionDeclaration(binding)) return binding.body ? binding : undefined;
  if (!syntax.isVariableDeclaration(binding) || !isConstant(binding) || !binding.initializer) return undefined;
  const initializer = syntax.withoutAssertions(binding.initializer);
  return syntax.isFunctionValue(initializer) ? initializer : undefined;
}

/** The import that declares a name; undefined for a name of the file itself. */
export function importOf(binding: ts.Node | undefined): ts.ImportDeclaration | undefined {
  let at = binding;
  while (at && !syntax.isImportDeclaration(at) && !syntax.isStatement(at)) at = syntax.parentOf(at);
  return at && syntax.isImportDeclaration(at) ? at : undefined;
}

/** The module that a name is imported from, without the `node:` of Node's own. */
export function moduleOfImport(binding: ts.Node | undefined): string | undefined {
  const specifier = importOf(binding)?.moduleSpecifier;
  return specifier && syntax.isStringLiteralLike(specifier) ? specifier.text.replace(/^node:/, '') : undefined;
}
