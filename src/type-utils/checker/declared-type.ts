import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { bindingOf, isConstant } from '../scopes.ts';
import { symbolAt, withoutArguments } from '../symbols.ts';
import { readSymbols } from '../prefetch.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { returnedProperties } from './returned-object.ts';

const { SymbolFlags, TypeFlags } = typescript;

const primitive = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike;

/** How many declarations are followed, each to the next. */
const MAX_STEPS = 50;

/** The types of variables, by checker. One that is being looked at has none: `const a = a.next()` ends there. */
const typesOfVariables = memo(
  (_checker: ts.TypeChecker) => new Map<Variable | ts.BindingElement, ts.Type | undefined>(),
);
let steps = 0;

/**
 * The type of an expression, or of what a name declares. Where declarations tell it (`new Client(…)`, a parameter with a
 * type, the result of a function that states one) they alone are queried: the checker's own answer takes a look at every
 * argument and at the code around. Of a generic class that is constructed it is the class without its type arguments.
 */
export function typeOf(node: ts.Node, checker: ts.TypeChecker): ts.Type {
  if (syntax.isIdentifier(node)) approach(node, checker);
  const type = writtenTypeOf(node, checker);
  return type.flags & TypeFlags.Any ? (typeBeforeCast(node, checker) ?? type) : type;
}

/** The same, where a cast to `any` is one. */
function writtenTypeOf(node: ts.Node, checker: ts.TypeChecker): ts.Type {
  return declaredTypeOf(node, checker) ?? checker.getTypeAtLocation(node);
}

/** How many members, calls and `await`s a chain that begins with a cast may have. */
const MAX_CHAIN = 24;

/**
 * What a value of type `any` is by the type that a cast took from it: `client` in `(client as any)`, what its members are and
 * its methods return, and the same for `const loose: any = client`. What was `any` before the cast is nothing, so that no
 * variable is followed to another one.
 */
function typeBeforeCast(node: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  const steps: ts.Node[] = [];
  let base = node;
  for (; isStep(base); base = base.expression) if (steps.push(base) > MAX_CHAIN) return undefined;
  let source = castFrom(base);
  while (source && isLooseCast(source)) source = source.expression;
  // A list that was empty is no longer one of nothing.
  if (!source || syntax.isArrayLiteralExpression(source)) return undefined;
  let type: ts.Type | undefined = writtenTypeOf(source, checker);
  for (const step of steps.reverse()) {
    if (!type || type.flags & TypeFlags.Any) return undefined;
    const target: ts.Type = checker.getNonNullableType(type);
    if (syntax.isCallExpression(step)) type = onlyResultOf(target);
    else if (syntax.isAwaitExpression(step)) type = awaited(target, checker);
    else if (syntax.isAccess(step)) type = memberTypeOf(target, step, checker);
  }
  return type;
}

type ChainStep =
  | ts.CallExpression
  | ts.AwaitExpression
  | ts.PropertyAccessExpression
  | ts.ElementAccessExpression
  | ts.ParenthesizedExpression
  | ts.NonNullExpression;

function isStep(node: ts.Node): node is ChainStep {
  return (
    syntax.isCallExpression(node) ||
    syntax.isAwaitExpression(node) ||
    syntax.isAccess(node) ||
    syntax.isParenthesizedExpression(node) ||
    syntax.isNonNullExpression(node)
  );
}

/** What is cast to `any` there, or was where a variable got it that keeps it. */
function castFrom(node: ts.Node): ts.Expression | undefined {
  if (isLooseCast(node)) return node.expression;
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || !syntax.isVariableDeclaration(binding) || !isConstant(binding)) return undefined;
  const { initializer, type } = binding;
  if (type) return type.kind === syntax.SyntaxKind.AnyKeyword ? initializer : undefined;
  return initializer && isLooseCast(initializer) ? initializer.expression : undefined;
}

/** `… as any`, and the `as unknown` below it. */
function isLooseCast(node: ts.Node): node is ts.AsExpression | ts.TypeAssertion {
  return (
    (syntax.isAsExpression(node) || syntax.isTypeAssertionExpression(node)) &&
    (node.type.kind === syntax.SyntaxKind.AnyKeyword || node.type.kind === syntax.SyntaxKind.UnknownKeyword)
  );
}

/** What a function returns that has no overloads: which one is called, the arguments decide. */
function onlyResultOf(fn: ts.Type): ts.Type | undefined {
  const [signature, ...overloads] = fn.getCallSignatures();
  return overloads.length === 0 ? signature?.getReturnType() : undefined;
}

function memberTypeOf(
  owner: ts.Type,
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  checker: ts.TypeChecker,
): ts.Type | undefined {
  const name = syntax.lastNameOf(access);
  const member = name && checker.getPropertyOfType(owner, name.text);
  return member && checker.getTypeOfSymbol(member);
}

/** How many statements a block has before its variables are queried one after the other. */
const LONG_BLOCK = 200;

/**
 * Asks for the types of the variables before one in a long block. Each may be made of the one before it, and to ask for
 * the last one first would take the checker through all of them at once, deeper than the stack goes.
 */
function approach(name: ts.Identifier, checker: ts.TypeChecker): void {
  const binding = bindingOf(name);
  if (!binding || !syntax.isVariableDeclaration(binding)) return;
  const { parent: block } = binding.parent.parent;
  if (!(syntax.isBlock(block) || syntax.isSourceFile(block)) || block.statements.length < LONG_BLOCK) return;
  approachAll(block, checker);
}

const approachAll = memo(({ statements }: ts.Block | ts.SourceFile, checker: ts.TypeChecker) => {
  for (const statement of statements)
    if (syntax.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations) checker.getTypeAtLocation(declaration.name);
});

/**
 * As {@link typeOf}, or `undefined` where declarations do not tell, where they tell of several types, and where a test
 * around may have narrowed the type.
 */
export function declaredTypeOf(node: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  const type = declared(node, checker);
  const single = type && withoutNullish(type);
  return single && single.flags & (TypeFlags.Object | primitive) ? single : undefined;
}

/** Whether a type is that of strings, numbers or truth values. */
export function isPrimitive(type: ts.Type): boolean {
  return (type.flags & primitive) !== 0;
}

/** Whether all there is of a class or interface is in declaration files, so that its methods have no body here. */
export function isDeclaredOutside(type: ts.Type): boolean {
  const target = withoutArguments(type);
  const declarations = target.isClassOrInterface() ? target.symbol.declarations : undefined;
  return declarations?.every((each) => each.getSourceFile().isDeclarationFile) ?? false;
}

/**
 * Whether a value is, or is taken out of, what a method of a library returns whose declaration says all of it:
 * `const { tools } = await client.listTools()`. Such types come from schemas, which takes the checker a tenth of a second.
 */
export function isStatedByLibrary(node: ts.Expression, checker: ts.TypeChecker): boolean {
  let root = node;
  while (syntax.isPropertyAccessExpression(root)) root = root.expression;
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  const holder = binding && syntax.isBindingElement(binding) ? binding.parent.parent : binding;
  if (!holder || !syntax.isVariableDeclaration(holder) || holder.type || !holder.initializer) return false;
  const made = syntax.isAwaitExpression(holder.initializer) ? holder.initializer.expression : holder.initializer;
  if (!syntax.isCallExpression(made) || !syntax.isPropertyAccessExpression(made.expression)) return false;
  const { expression: owner, name } = made.expression;
  const type = declared(owner, checker);
  const target = type && withoutNullish(type);
  if (!target?.isClassOrInterface() || !isDeclaredOutside(target)) return false;
  const declarations = target.getProperty(name.text)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((each) => isMethod(each) && statesItsResult(each));
}

/** Whether the type of a method's result is written out, and none of its parts is up to who calls it. */
function statesItsResult({ type, typeParameters, parent }: ts.MethodDeclaration | ts.MethodSignature): boolean {
  if (!type || typeParameters) return false;
  const ofOwner =
    syntax.isClassLike(parent) || syntax.isInterfaceDeclaration(parent) ? (parent.typeParameters ?? []) : [];
  const names = new Set(ofOwner.map(({ name }) => name.text));
  const isFree = (node: ts.Node): boolean =>
    node.kind === syntax.SyntaxKind.ThisType ||
    (syntax.isIdentifier(node) && names.has(node.text)) ||
    (syntax.forEachChild(node, (child) => isFree(child) || undefined) ?? false);
  return !isFree(type);
}

/**
 * What is left of a type without `undefined` and `null`, if that is one type. The checker's own answer resolves all
 * members of a class to learn that it is not nullish.
 */
export function withoutNullish(type: ts.Type): ts.Type | undefined {
  if (!type.isUnion()) return type;
  const [first, ...others] = type.types.filter(({ flags }) => !(flags & (TypeFlags.Undefined | TypeFlags.Null)));
  return others.length === 0 ? first : undefined;
}

function declared(node: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  switch (node.kind) {
    case syntax.SyntaxKind.NewExpression:
      return constructed(node as ts.NewExpression, checker);
    case syntax.SyntaxKind.Identifier:
      return ofName(node as ts.Identifier, checker);
    case syntax.SyntaxKind.PrivateIdentifier:
      return syntax.isPropertyDeclaration(node.parent) ? ofDeclaration(node.parent, checker) : undefined;
    case syntax.SyntaxKind.PropertyAccessExpression:
      return ofField(node as ts.PropertyAccessExpression, checker);
    case syntax.SyntaxKind.CallExpression:
      return settled(node as ts.CallExpression, checker) ?? returned(node as ts.CallExpression, checker);
    case syntax.SyntaxKind.AwaitExpression: {
      const { expression } = node as ts.AwaitExpression;
      const stated = promiseStatedFor(expression, checker);
      const type = stated ? ofTypeNode(stated, checker) : declared(expression, checker);
      return type && awaited(type, checker);
    }
    case syntax.SyntaxKind.ParenthesizedExpression:
    case syntax.SyntaxKind.NonNullExpression:
      return declared((node as ts.ParenthesizedExpression | ts.NonNullExpression).expression, checker);
    default:
      return undefined;
  }
}

/** The class of which `new` makes an instance. */
export function constructed({ expression }: ts.NewExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const name = syntax.isPropertyAccessExpression(expression) ? expression.name : expression;
  const symbol = syntax.isIdentifier(name) ? symbolAt(name, checker) : undefined;
  if (!symbol) return undefined;
  if (symbol.flags & SymbolFlags.Class) return checker.getDeclaredTypeOfSymbol(symbol);
  // The classes of the language and the platform are declared as a variable beside an interface.
  const isLibraryClass =
    symbol.flags & SymbolFlags.Interface &&
    symbol.flags & SymbolFlags.Variable &&
    symbol.declarations?.every((each) => each.getSourceFile().isDeclarationFile);
  return isLibraryClass ? checker.getDeclaredTypeOfSymbol(symbol) : undefined;
}

function ofName(name: ts.Identifier, checker: ts.TypeChecker): ts.Type | undefined {
  const { parent } = name;
  if (isVariable(parent) && parent.name === name) return ofDeclaration(parent, checker);
  if (syntax.isBindingElement(parent) && parent.name === name) return ofPart(parent, checker);
  const binding = bindingOf(name);
  if (!binding || narrowedNamesIn(name.getSourceFile()).has(name.text)) return undefined;
  if (syntax.isBindingElement(binding)) return ofPart(binding, checker);
  return isVariable(binding) ? ofDeclaration(binding, checker) : undefined;
}

/** `client` of `const { client } = await connected();`, where that function returns `{ client, server }`. */
function ofPart(part: ts.BindingElement, checker: ts.TypeChecker): ts.Type | undefined {
  return once(part, checker, () => {
    const value = valueOfPart(part, checker);
    return value && declared(value, checker);
  });
}

/** What is taken apart there, by the name of the property. */
function valueOfPart(part: ts.BindingElement, checker: ts.TypeChecker): ts.Expression | undefined {
  const { name, propertyName: key = name, parent } = part;
  if (part.initializer || part.dotDotDotToken || !syntax.isIdentifier(key)) return undefined;
  if (!syntax.isObjectBindingPattern(parent)) return undefined;
  const holder = parent.parent;
  if (!syntax.isVariableDeclaration(holder) || holder.type || !holder.initializer) return undefined;
  const fn = inferredFunction(holder.initializer, checker);
  const properties = fn && returnedProperties(fn);
  return properties?.has('then') ? undefined : properties?.get(key.text);
}

/** The function that gives a value, `make()` or `await open()`, where it is called by its name and states no result. */
export function inferredFunction(value: ts.Node, checker: ts.TypeChecker): syntax.FunctionLike | undefined {
  const isAwaited = syntax.isAwaitExpression(value);
  const call = isAwaited ? value.expression : value;
  if (!syntax.isCallExpression(call) || !syntax.isIdentifier(call.expression)) return undefined;
  const [fn, ...others] = functionsNamed(call.expression, checker);
  if (!fn || others.length > 0 || fn.type || fn.typeParameters || !syntax.isFunctionLike(fn)) return undefined;
  return syntax.isGenerator(fn) || syntax.isAsync(fn) !== isAwaited ? undefined : fn;
}

/** `this.field`, of a class that declares it, or a property of something else. */
function ofField({ expression, name }: ts.PropertyAccessExpression, checker: ts.TypeChecker): ts.Type | undefined {
  if (narrowedNamesIn(name.getSourceFile()).has(name.text)) return undefined;
  if (expression.kind !== syntax.SyntaxKind.ThisKeyword) {
    const property = memberOf(expression, name.text, checker);
    return property && property.flags & SymbolFlags.Property ? checker.getTypeOfSymbol(property) : undefined;
  }
  const member = syntax
    .classOfThis(expression)
    ?.members.find((each) => syntax.isPropertyDeclaration(each) && isNamed(each.name, name.text) && !isStatic(each));
  return member && ofDeclaration(member as ts.PropertyDeclaration, checker);
}

type Variable = ts.VariableDeclaration | ts.ParameterDeclaration | ts.PropertyDeclaration;

function ofDeclaration(declaration: Variable, checker: ts.TypeChecker): ts.Type | undefined {
  if (declaration.type) return ofTypeNode(declaration.type, checker);
  return once(declaration, checker, () => ofValue(declaration, checker));
}

/** Works out the type of a variable, once. */
function once(
  variable: Variable | ts.BindingElement,
  checker: ts.TypeChecker,
  compute: () => ts.Type | undefined,
): ts.Type | undefined {
  const known = typesOfVariables(checker);
  if (known.has(variable) || steps > MAX_STEPS) return known.get(variable);
  known.set(variable, undefined);
  steps++;
  try {
    const type = compute();
    known.set(variable, type);
    return type;
  } finally {
    steps--;
  }
}

/** A class is named without type arguments where they have defaults, and the checker's own answer works those out. */
function ofTypeNode(type: ts.TypeNode, checker: ts.TypeChecker): ts.Type {
  const symbol = syntax.isTypeReferenceNode(type) && !type.typeArguments ? classNamedBy(type, checker) : undefined;
  return symbol && symbol.flags & SymbolFlags.Class
    ? checker.getDeclaredTypeOfSymbol(symbol)
    : checker.getTypeFromTypeNode(type);
}

/** To learn whether a class has a `then` of its own the checker resolves all of its members, and those of its bases. */
function awaited(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const [promised] = isPromise(type) ? checker.getTypeArguments(type as ts.TypeReference) : [type];
  const symbol = promised?.symbol;
  const isPlain =
    symbol && symbol.flags & SymbolFlags.Class && !symbol.members?.has(typescript.escapeLeadingUnderscores('then'));
  return isPlain ? promised : checker.getAwaitedType(type);
}

/** Whether a type is the language's own promise, of whatever type. */
export function isPromise(type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  return symbol?.name === 'Promise' && isDeclaredOutside(type);
}

function ofValue(declaration: Variable, checker: ts.TypeChecker): ts.Type | undefined {
  if (typescript.getJSDocType(declaration)) return undefined;
  const { initializer } = declaration;
  if (syntax.isParameter(declaration)) return initializer ? undefined : callbackParameter(declaration, checker);
  // Another variable may have been narrowed before it was copied.
  return initializer && !syntax.isIdentifier(initializer) ? declared(initializer, checker) : undefined;
}

/**
 * The promise `p` of `p.finally(…)`, or of `p.catch(…)` with a callback that gives nothing: what the result adds to its
 * type is nullish. The checker would compare all members of what is promised with what the callback returns.
 */
function settled(call: ts.CallExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const origin = settledBy(call);
  const promise = origin && declared(origin, checker);
  return promise && isPromise(promise) ? promise : undefined;
}

function settledBy({ expression, arguments: [callback] }: ts.CallExpression): ts.LeftHandSideExpression | undefined {
  if (!syntax.isPropertyAccessExpression(expression)) return undefined;
  const method = expression.name.text;
  const isSame = method === 'finally' || (method === 'catch' && callback && givesNothing(callback));
  return isSame ? expression.expression : undefined;
}

/** `T` where an expression calls a function with the result `Promise<T>`, so that nothing needs to be known of promises. */
function promiseStatedFor(node: ts.Expression, checker: ts.TypeChecker): ts.TypeNode | undefined {
  if (!syntax.isCallExpression(node)) return undefined;
  const origin = settledBy(node);
  if (origin) return promiseStatedFor(origin, checker);
  const [declaration, ...others] = syntax.isIdentifier(node.expression) ? functionsNamed(node.expression, checker) : [];
  if (!declaration?.type || others.length > 0 || declaration.typeParameters) return undefined;
  const { type } = declaration;
  const isGlobal =
    syntax.isTypeReferenceNode(type) &&
    syntax.isIdentifier(type.typeName) &&
    type.typeName.text === 'Promise' &&
    !bindingOf(type.typeName);
  return isGlobal ? type.typeArguments?.[0] : undefined;
}

/** A callback such as `() => undefined`, `() => {}` or `(error) => { log(error); }`. */
function givesNothing(callback: ts.Expression): boolean {
  if (!syntax.isArrowFunction(callback) || callback.type) return false;
  const { body } = callback;
  if (!syntax.isBlock(body))
    return syntax.isVoidExpression(body) || (syntax.isIdentifier(body) && body.text === 'undefined');
  return body.statements.every(syntax.isExpressionStatement);
}

/** What a function that is not generic returns, or the class that all overloads of a function return an instance of. */
function returned({ expression }: ts.CallExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const declarations = declarationsOfCallee(expression, checker);
  const [first, ...others] = declarations;
  const signature = first && others.length === 0 ? checker.getSignatureFromDeclaration(first) : undefined;
  if (signature && !signature.getTypeParameters()) return signature.getReturnType();
  readSymbols(() => declarations.flatMap(({ type }) => (type && nameOfType(type)) ?? []), checker);
  const classes = new Set(declarations.map(({ type }) => type && classNamedBy(type, checker)));
  const [only] = classes;
  return only && classes.size === 1 ? checker.getDeclaredTypeOfSymbol(only) : undefined;
}

function declarationsOfCallee(callee: ts.Expression, checker: ts.TypeChecker): readonly ts.SignatureDeclaration[] {
  if (syntax.isIdentifier(callee)) return functionsNamed(callee, checker);
  if (!syntax.isPropertyAccessExpression(callee)) return [];
  const declarations = memberOf(callee.expression, callee.name.text, checker)?.declarations ?? [];
  return declarations.every(isMethod) ? declarations : [];
}

/** A member of what an expression is declared to be. Those of a generic class depend on what its parameters stand for. */
function memberOf(owner: ts.Expression, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  const type = declared(owner, checker);
  const target = type && withoutNullish(type);
  return target?.isClassOrInterface() && !target.typeParameters ? target.getProperty(name) : undefined;
}

/** `Server` in `Server<typeof IncomingMessage>`, where that is a class or interface. */
function classNamedBy(type: ts.TypeNode, checker: ts.TypeChecker): ts.Symbol | undefined {
  const name = nameOfType(type);
  const symbol = name && symbolAt(name, checker);
  return symbol && symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface) ? symbol : undefined;
}

function nameOfType(type: ts.TypeNode): ts.Identifier | undefined {
  return syntax.isTypeReferenceNode(type) && syntax.isIdentifier(type.typeName) ? type.typeName : undefined;
}

/** The type that a function declares for its callback's parameter, where it is no type parameter of the function. */
function callbackParameter(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker): ts.Type | undefined {
  const callback = parameter.parent;
  const call = callback.parent;
  if (!syntax.isCallExpression(call) || !syntax.isIdentifier(call.expression) || parameter.dotDotDotToken)
    return undefined;
  const index = call.arguments.findIndex((argument) => argument === callback);
  const [fn, ...overloads] = functionsNamed(call.expression, checker);
  if ([...callback.parameters, ...(fn?.parameters ?? [])].some(isThis)) return undefined;
  const taken = overloads.length > 0 ? undefined : fn?.parameters[index];
  if (!taken?.type || taken.dotDotDotToken || call.arguments.slice(0, index).some(syntax.isSpreadElement))
    return undefined;
  const position = callback.parameters.indexOf(parameter);
  if (syntax.isFunctionTypeNode(taken.type)) {
    const type = taken.type.parameters[position]?.type;
    return type && ofTypeNode(type, checker);
  }
  const signatures = checker.getTypeFromTypeNode(taken.type).getCallSignatures();
  const symbol = signatures[0]?.parameters[position];
  return symbol && signatures.length === 1 ? checker.getTypeOfSymbol(symbol) : undefined;
}

/** The function that a name stands for, with its overloads, when it has no type but its own. */
function functionsNamed(name: ts.Identifier, checker: ts.TypeChecker): readonly ts.SignatureDeclaration[] {
  const declarations = symbolAt(name, checker)?.declarations ?? [];
  if (declarations.every(syntax.isFunctionDeclaration))
    return declarations.length === 1 ? declarations : declarations.filter(({ body }) => !body);
  const [declaration, ...others] = declarations;
  if (!declaration || others.length > 0) return [];
  if (!syntax.isVariableDeclaration(declaration) || declaration.type || typescript.getJSDocType(declaration)) return [];
  const { initializer } = declaration;
  return initializer && syntax.isFunctionLike(initializer) ? [initializer] : [];
}

function isThis({ name }: ts.ParameterDeclaration): boolean {
  return syntax.isIdentifier(name) && name.text === 'this';
}

function isMethod(node: ts.Declaration): node is ts.MethodDeclaration | ts.MethodSignature {
  return syntax.isMethodDeclaration(node) || syntax.isMethodSignature(node);
}

function isVariable(node: ts.Node): node is Variable {
  return syntax.isVariableDeclaration(node) || syntax.isParameter(node) || syntax.isPropertyDeclaration(node);
}

function isNamed(name: ts.PropertyName, text: string): boolean {
  return syntax.isMemberName(name) && name.text === text;
}

function isStatic(member: ts.PropertyDeclaration): boolean {
  return (typescript.getCombinedModifierFlags(member) & typescript.ModifierFlags.Static) !== 0;
}

/** The tests that make a type of an object another: `instanceof`, `in`, and functions that are named like a test. */
const narrowing =
  /(?<![\w$])([\w$]+)\)?\s+instanceof\b|\bin\s+(?:this\.)?([\w$]+)|\b(?:is|has|assert|ensure|check|expect)[A-Z][\w$]*\(\s*(?:this\.)?#?([\w$]+)/g;

/** Names that such a test is made on anywhere in a file. */
export const narrowedNamesIn = memo(({ text }: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const match of text.matchAll(narrowing)) {
    const name = match[1] ?? match[2] ?? match[3];
    if (name !== undefined) names.add(name).add(`#${name}`);
  }
  return names;
});
