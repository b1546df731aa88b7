import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { classesConstructed } from './constructed.ts';
import { typeOf } from './declared-type.ts';
import { type PackageCache, describedPackage, packageOfFile, packageOfSpecifier } from '../package-of.ts';
import { symbolAt, withoutAlias, withoutArguments } from '../symbols.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

import { isVersionIn } from '../versions.ts';

const { SymbolFlags, TypeFlags } = typescript;

/** Where a class, interface, type alias, function or variable is declared. */
export interface Origin {
  /**
   * The package of the declaration: the name in its `package.json`, with `@types/foo` read as `foo`, and `node:fs` for
   * what Node's type declarations say about a built-in module. Empty where no package encloses the file.
   */
  readonly package: string;
  /** The version in that `package.json`. */
  readonly version: string | undefined;
  /** The declared name, which a bundler may have mangled: `tool$1`. */
  readonly name: string;
}

/** What is called, constructed or invoked as a method. */
export interface CalleeOrigin {
  /** The export itself; for a method the nearest class or interface of what it is called on. */
  readonly origin: Origin;
  /** The method's name. Undefined where an export is called or constructed, through a namespace import as well. */
  readonly method: string | undefined;
  /** For a method, the origins of the type it is called on, nearest first (`originsOfType`). */
  readonly receiver: readonly Origin[];
}

/** The shape of a reference to an export, structurally the `ExportRef` of the models. */
export interface OriginPattern {
  readonly packages: readonly string[];
  readonly names: readonly string[];
  readonly versions?: string;
}

interface Cache {
  readonly packages: PackageCache;
  readonly symbols: Map<ts.Symbol, Origin | undefined>;
  readonly types: Map<ts.Type, readonly Origin[]>;
}

const NONE: readonly Origin[] = [];
const classOrInterface = SymbolFlags.Class | SymbolFlags.Interface;

/**
 * The classes, interfaces and aliases that say what a value of this type is, nearest first: the class before its base
 * classes. `undefined` and `null` are dropped from unions, and of the rest only what all members share is answered.
 * A type parameter counts as its constraint. `typeof Client` is the class itself, not a client, and answers nothing;
 * neither does `implements`, which promises a shape and not a behaviour.
 */
export function originsOfType(type: ts.Type, checker: ts.TypeChecker): readonly Origin[] {
  const { types } = cacheOf(checker);
  const known = types.get(type);
  if (known) return known;
  // Stands in while the type is being looked at: a recursive constraint ends here.
  types.set(type, NONE);
  const found = findOrigins(type, checker);
  types.set(type, found);
  return found;
}

/** What declares the type of an expression, or of what a name declares: as {@link originsOfType}. */
export function originsOfExpression(node: ts.Node, checker: ts.TypeChecker): readonly Origin[] {
  const classes = classesConstructed(node, checker);
  return classes ? originsOfAll(classes, checker) : originsOfType(typeOf(node, checker), checker);
}

/** Where a symbol is declared, through imports and re-exports. Undefined for what has no declaration, such as `undefined`. */
export function originOfSymbol(symbol: ts.Symbol, checker: ts.TypeChecker): Origin | undefined {
  const target = withoutAlias(symbol, checker);
  const { symbols } = cacheOf(checker);
  if (symbols.has(target)) return symbols.get(target);
  const declaration = definingDeclaration(target);
  const origin = declaration && originOfDeclaration(declaration, declaredName(target, declaration), checker);
  symbols.set(target, origin);
  return origin;
}

/**
 * What a call or `new` is of, by the checker's symbols and not by the names in the source. A function that was taken out
 * of its module or object (`const { query } = await import('…')`) is what it was there.
 */
export function originOfCallee(
  call: ts.CallExpression | ts.NewExpression,
  checker: ts.TypeChecker,
): CalleeOrigin | undefined {
  if (syntax.isNewExpression(call)) {
    const [origin] = originsOfType(typeOf(call, checker), checker);
    return origin && { origin, method: undefined, receiver: NONE };
  }
  const callee = syntax.withoutAssertions(call.expression);
  const name = syntax.lastNameOf(callee);
  const owner = name && syntax.isAccess(callee) ? typeOf(callee.expression, checker) : undefined;
  // Looked at before the member is: to find a member, the checker resolves all members of the type and of its bases.
  const receiver = owner ? originsOfType(owner, checker) : NONE;
  if (name && receiver[0]) return { origin: receiver[0], method: name.text, receiver };
  const symbol = name && (checker.getSymbolAtLocation(name) ?? (owner && checker.getPropertyOfType(owner, name.text)));
  const declaration = symbol && definingDeclaration(withoutAlias(symbol, checker));
  if (symbol && declaration && isTopLevelFunction(declaration)) {
    const origin = originOfSymbol(symbol, checker);
    return origin && { origin, method: undefined, receiver: NONE };
  }
  if (name && name !== callee) {
    const origin = declaration && originOfOwner(declaration, checker);
    return origin && { origin, method: name.text, receiver: NONE };
  }
  const taken = declaration && syntax.isBindingElement(declaration) ? originOfTaken(declaration, checker) : undefined;
  if (taken) return taken;
  const signature = (declaration && onlySignatureOf(declaration)) ?? checker.getResolvedSignature(call)?.declaration;
  return signature && originOfSignature(signature, checker);
}

/** A reference to what code calls, structurally the `CalleeRef` of the models. */
export interface CalleePattern extends OriginPattern {
  readonly method?: string;
}

/** Whether what is called is what a model refers to. */
export function isCallOf(callee: CalleeOrigin, ref: CalleePattern): boolean {
  return callee.method === ref.method && isCallOn(callee, ref);
}

/** The same, whatever method is called. */
export function isCallOn({ origin, receiver }: CalleeOrigin, ref: OriginPattern): boolean {
  return matches(origin, ref) || receiver.some((each) => matches(each, ref));
}

/** The names by which a callee can be called, other names that an import gives it aside. */
export function lastNamesOf({ method, names }: CalleePattern): readonly string[] {
  return method === undefined ? names : [method];
}

/** Whether an origin is what a model refers to. A model with a range of versions never matches an unknown version. */
export function matches(origin: Origin, ref: OriginPattern): boolean {
  return (
    (ref.names.includes(origin.name) ||
      (origin.name.includes('$') && ref.names.includes(origin.name.replace(/\$\d+$/, '')))) &&
    ref.packages.some((name) => describedPackage(name) === origin.package) &&
    isVersionIn(origin.version, ref.versions)
  );
}

const cacheOf = memo((_checker: ts.TypeChecker): Cache => ({
  packages: new Map(),
  symbols: new Map(),
  types: new Map(),
}));

function findOrigins(type: ts.Type, checker: ts.TypeChecker): readonly Origin[] {
  const named = [namedTypeSymbol(type), type.aliasSymbol].flatMap((symbol) => {
    const isNamed = symbol && symbol.escapedName !== typescript.InternalSymbolName.Class;
    const origin = isNamed ? originOfSymbol(symbol, checker) : undefined;
    return origin ? [origin] : [];
  });
  return distinct([...named, ...inheritedOrigins(type, checker)]);
}

/** What all of some types share. */
function originsOfAll(types: readonly ts.Type[], checker: ts.TypeChecker): readonly Origin[] {
  const [first = NONE, ...others] = types.map((type) => originsOfType(type, checker));
  return first.filter((origin) => others.every((list) => list.some((other) => isSame(origin, other))));
}

function inheritedOrigins(type: ts.Type, checker: ts.TypeChecker): readonly Origin[] {
  if (type.isUnion()) {
    const parts = type.types.filter((part) => !(part.flags & (TypeFlags.Undefined | TypeFlags.Null)));
    return originsOfAll(parts, checker);
  }
  if (type.isIntersection()) return type.types.flatMap((part) => originsOfType(part, checker));
  if (type.flags & TypeFlags.Instantiable) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint && constraint !== type ? originsOfType(constraint, checker) : NONE;
  }
  const target = withoutArguments(type);
  return target.isClassOrInterface() ? basesOf(target, checker).flatMap((base) => originsOfType(base, checker)) : NONE;
}

/**
 * The declared base classes and interfaces. Where each is named plainly, its type arguments are left alone: those of the
 * SDKs' classes are inferred from schemas, which takes the checker seconds.
 */
function basesOf(type: ts.InterfaceType, checker: ts.TypeChecker): readonly ts.Type[] {
  const bases: ts.Type[] = [];
  for (const { expression } of type.symbol.declarations?.flatMap(extendedBy) ?? []) {
    const name = syntax.lastNameOf(expression);
    const target = name && symbolAt(name, checker);
    const isPlain = target && target.flags & (type.isClass() ? SymbolFlags.Class : classOrInterface);
    if (!isPlain) return checker.getBaseTypes(type);
    bases.push(checker.getDeclaredTypeOfSymbol(target));
  }
  return bases;
}

function extendedBy(declaration: ts.Declaration): readonly ts.ExpressionWithTypeArguments[] {
  if (!syntax.isClassLike(declaration) && !syntax.isInterfaceDeclaration(declaration)) return [];
  const clauses = declaration.heritageClauses?.filter(({ token }) => token === syntax.SyntaxKind.ExtendsKeyword) ?? [];
  return clauses.flatMap(({ types }) => [...types]);
}

/** The symbol of an instance type. Type literals have none, and neither has the type of a class or function as a value. */
function namedTypeSymbol(type: ts.Type): ts.Symbol | undefined {
  const target = withoutArguments(type);
  return target.isClassOrInterface() ? target.symbol : undefined;
}

/** The declaration that defines a symbol: a user's `declare module 'express' { interface Request … }` only adds to it. */
function definingDeclaration(symbol: ts.Symbol): ts.Declaration | undefined {
  const declarations = symbol.declarations ?? [];
  return declarations.find((declaration) => !isAugmentation(declaration)) ?? declarations[0];
}

function isAugmentation(declaration: ts.Declaration): boolean {
  return ambientModuleOf(declaration) !== undefined && typescript.isExternalModule(declaration.getSourceFile());
}

/** The `declare module '…'` around a declaration. A module's own declaration, a whole file, is in none. */
export function ambientModuleOf(node: ts.Node): ts.StringLiteral | undefined {
  for (let at = node; !syntax.isSourceFile(at); at = at.parent)
    if (at !== node && syntax.isModuleDeclaration(at) && syntax.isStringLiteral(at.name)) return at.name;
  return undefined;
}

function originOfDeclaration(declaration: ts.Declaration, name: string, checker: ts.TypeChecker): Origin {
  const file = packageOfFile(declaration.getSourceFile().fileName, cacheOf(checker).packages);
  const enclosing = describedPackage(file?.name ?? '');
  const ambient = ambientModuleOf(declaration)?.text;
  // `declare module './local.js'` belongs to the package it is written in.
  if (ambient === undefined || ambient.startsWith('.')) return { package: enclosing, version: file?.version, name };
  if (enclosing === 'node') return { package: `node:${ambient.replace(/^node:/, '')}`, version: file?.version, name };
  const declared = packageOfSpecifier(ambient);
  return { package: declared, version: declared === enclosing ? file?.version : undefined, name };
}

function declaredName(symbol: ts.Symbol, declaration: ts.Declaration): string {
  const isDefault = symbol.escapedName === typescript.InternalSymbolName.Default;
  const own = isDefault ? typescript.getNameOfDeclaration(declaration) : undefined;
  return own && syntax.isIdentifier(own) ? own.text : symbol.name;
}

/** Whether a declaration is a function that a module offers. A variable in a source file may hold another's function. */
function isTopLevelFunction(declaration: ts.Declaration): boolean {
  return (
    syntax.isFunctionDeclaration(declaration) ||
    (syntax.isVariableDeclaration(declaration) && declaration.getSourceFile().isDeclarationFile)
  );
}

/** The function that a variable without a type of its own is initialized with: to resolve a call of it takes its arguments. */
function onlySignatureOf(declaration: ts.Declaration): ts.SignatureDeclaration | undefined {
  if (!syntax.isVariableDeclaration(declaration) || declaration.type || typescript.getJSDocType(declaration))
    return undefined;
  const { initializer } = declaration;
  return initializer && syntax.isFunctionValue(initializer) ? initializer : undefined;
}

/** `const { shell } = openai.tools;`: a member that a variable declaration takes out of an object that a package declares. */
function originOfTaken(element: ts.BindingElement, checker: ts.TypeChecker): CalleeOrigin | undefined {
  const pattern = element.parent;
  const key = element.propertyName ?? element.name;
  const isMember = syntax.isObjectBindingPattern(pattern) && !element.dotDotDotToken && syntax.isIdentifier(key);
  const { initializer } = syntax.isVariableDeclaration(pattern.parent) ? pattern.parent : {};
  const member = isMember && initializer && checker.getPropertyOfType(typeOf(initializer, checker), key.text);
  const declaration = member && definingDeclaration(member);
  const origin = declaration && syntax.isTypeElement(declaration) && originOfOwner(declaration, checker);
  return origin ? { origin, method: key.text, receiver: NONE } : undefined;
}

function originOfSignature(
  signature: ts.SignatureDeclaration | ts.JSDocSignature,
  checker: ts.TypeChecker,
): CalleeOrigin | undefined {
  let holder: ts.Node = signature;
  while (isTypeOrFunctionExpression(holder)) holder = holder.parent;
  if (syntax.isFunctionDeclaration(holder) || syntax.isVariableDeclaration(holder)) {
    const name = holder.name && syntax.isIdentifier(holder.name) ? holder.name : undefined;
    const symbol = name && checker.getSymbolAtLocation(name);
    const origin = symbol && originOfSymbol(symbol, checker);
    return origin && { origin, method: undefined, receiver: NONE };
  }
  // `Function('…')`, by the call signature of `FunctionConstructor`: the same as `new Function('…')`.
  const [, constructed] = syntax.isInterfaceDeclaration(holder)
    ? (/^(\w+)Constructor$/.exec(holder.name.text) ?? [])
    : [];
  if (syntax.isInterfaceDeclaration(holder) && constructed !== undefined) {
    const symbol = checker.getSymbolAtLocation(holder.name);
    const origin = symbol && originOfSymbol(symbol, checker);
    return origin && { origin: { ...origin, name: constructed }, method: undefined, receiver: NONE };
  }
  if (!syntax.isClassElement(holder) && !syntax.isTypeElement(holder)) return undefined;
  const origin = originOfOwner(holder, checker);
  const method = holder.name && syntax.isIdentifier(holder.name) ? holder.name.text : undefined;
  return origin && method !== undefined ? { origin, method, receiver: NONE } : undefined;
}

function isTypeOrFunctionExpression(node: ts.Node): boolean {
  return (
    syntax.isFunctionTypeNode(node) ||
    syntax.isTypeLiteralNode(node) ||
    syntax.isCallSignatureDeclaration(node) ||
    syntax.isParenthesizedTypeNode(node) ||
    syntax.isFunctionValue(node) ||
    syntax.isParenthesizedExpression(node)
  );
}

/** The class, interface or type alias that a member is declared in: of a part of it too, `type Tool = Base & { execute(): void }`. */
function originOfOwner(member: ts.Declaration, checker: ts.TypeChecker): Origin | undefined {
  const owner = outsideOfTypes(member.parent);
  // `declare const McpClient: { over(…): … }`
  const isNamed =
    syntax.isClassLike(owner) ||
    syntax.isInterfaceDeclaration(owner) ||
    syntax.isTypeAliasDeclaration(owner) ||
    (syntax.isVariableDeclaration(owner) && syntax.isIdentifier(owner.name));
  const name = isNamed ? owner.name : undefined;
  const symbol = name && checker.getSymbolAtLocation(name);
  return symbol && originOfSymbol(symbol, checker);
}

function outsideOfTypes(node: ts.Node): ts.Node {
  return syntax.isTypeNode(node) ? outsideOfTypes(node.parent) : node;
}

function distinct(origins: readonly Origin[]): readonly Origin[] {
  return origins.filter((origin, index) => origins.findIndex((other) => isSame(origin, other)) === index);
}

function isSame(a: Origin, b: Origin): boolean {
  return a.package === b.package && a.name === b.name && a.version === b.version;
}
