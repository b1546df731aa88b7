import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  constantInitializerOf,
  declarationOf,
  exportedValues,
  isConstant,
  patternHolderOf,
  syntax,
} from '../../type-utils/index.ts';
import { valueOfField } from './classes.ts';
import { type Definition, definitionsOf, definitionsReaching, isSetByPart, sourceOf } from './definitions.ts';
import { writtenIn } from './functions.ts';
import { elementGivenTo, elementGoneOver, isGlobal, loopOf } from './runs.ts';
import type { Scope } from './scope.ts';
import {
  choice,
  elementAt,
  elementsBetween,
  type FunctionValue,
  literal,
  once,
  optionsOf,
  propertyOf,
  symbolic,
  unknown,
  type Value,
} from './values.ts';

/** What the environment has for the shell of whoever runs the program, and one that it may be. */
const shellSettings: Readonly<Record<string, string>> = { COMSPEC: 'cmd.exe', ComSpec: 'cmd.exe', SHELL: '/bin/sh' };

/** What a name is: a constant, an import, a parameter of a call that is followed, an element that a loop goes over. */
export function valueOfName(name: ts.Identifier, scope: Scope): Value {
  const binding = bindingOf(name);
  if (!binding) return name.text === 'undefined' ? literal(undefined, name) : unknown(name);
  const isImported =
    binding.kind === syntax.SyntaxKind.ImportSpecifier ||
    binding.kind === syntax.SyntaxKind.ImportClause ||
    binding.kind === syntax.SyntaxKind.NamespaceImport;
  const declaration = isImported ? declarationOf(name, scope.program) : binding;
  return declaration ? valueOfDeclaration(declaration, name, isImported ? scope.global : scope) : unknown(name);
}

function valueOfDeclaration(declaration: ts.Node, name: ts.Node, scope: Scope): Value {
  if (declaration.getSourceFile().isDeclarationFile) return unknown(name);
  if (syntax.isSourceFile(declaration)) return valueOfModule(declaration, name, scope.global);
  if (syntax.isFunctionLike(declaration)) return functionValue(declaration, declaration, scope.at(declaration));
  if (syntax.isParameter(declaration)) return valueOfParameter(declaration, name, scope);
  if (syntax.isBindingElement(declaration)) return valueOfBinding(declaration, name, scope);
  if (declaration.kind === syntax.SyntaxKind.ExportAssignment)
    return scope.global.evaluate((declaration as ts.ExportAssignment).expression);
  if (declaration.kind === syntax.SyntaxKind.EnumMember) {
    const { initializer } = declaration as ts.EnumMember;
    return initializer ? scope.global.evaluate(initializer) : unknown(name);
  }
  if (!syntax.isVariableDeclaration(declaration)) return unknown(name);
  const loop = loopOf(declaration);
  if (loop) return elementGoneOver(loop, name, scope);
  const { initializer } = declaration;
  if (isConstant(declaration) || !writtenIn(declaration.getSourceFile()).has(declaration))
    return initializer ? scope.at(declaration).evaluate(initializer) : unknown(name);
  const values = once(() => [
    ...definitionsOf(declaration, scope.program).flatMap((each) => valueOfDefinition(each, scope)),
    ...(isSetByPart(declaration, scope.program) ? [unknown(name)] : []),
  ]);
  const reaching = once(() =>
    definitionsReaching(name, declaration, scope.program)?.flatMap((each) => valueOfDefinition(each, scope)),
  );
  return symbolic({ kind: 'either', values: () => reaching() ?? values(), reaching }, name);
}

function valueOfDefinition(definition: Definition, scope: Scope): readonly Value[] {
  const source = sourceOf(definition);
  return source ? [scope.at(source).evaluate(source)] : [];
}

/** All that a module exports, as one object: `import * as tools from './tools.js'`. */
function valueOfModule(module: ts.SourceFile, name: ts.Node, scope: Scope): Value {
  const [json] = module.fileName.endsWith('.json') ? module.statements : [];
  if (json) return syntax.isExpressionStatement(json) ? scope.evaluate(json.expression) : unknown(name);
  const properties = [...exportedValues(module, scope.program)].map(
    ([key, declaration]) => [key, () => valueOfDeclaration(declaration, name, scope)] as const,
  );
  return { kind: 'object', properties: new Map(properties), isOpen: false, node: name };
}

/** A function, with the scope that it was made in. */
export function functionValue(fn: syntax.FunctionLike, node: ts.Node, scope: Scope): FunctionValue {
  return { kind: 'function', fn, node, ...(scope.isGlobal ? {} : { inCall: scope.interpreter.runIn(fn, scope) }) };
}

/**
 * `id` of `(id) => …` and of `({ id }) => …`: what a callback is given depends on the call that it is handed to, and to infer
 * the types of that call takes the checker longer than all else about it.
 */
export function isUntypedParameter(declaration: ts.Node): boolean {
  const owner = patternHolderOf(declaration);
  return syntax.isParameter(owner) && !owner.type && !owner.initializer;
}

function valueOfParameter(parameter: ts.ParameterDeclaration, name: ts.Node, scope: Scope): Value {
  if (!syntax.isIdentifier(parameter.name)) return unknown(name);
  return orWritten(givenTo(parameter, name, scope), parameter, name);
}

/** What a parameter was given, or anything where it is assigned again. */
function orWritten(given: Value, declaration: ts.ParameterDeclaration | ts.BindingElement, name: ts.Node): Value {
  return writtenIn(declaration.getSourceFile()).has(declaration) ? choice([given, unknown(name)], name) : given;
}

/** What a function is given for a parameter, or what stands for it where nothing is given. */
export function givenTo(parameter: ts.ParameterDeclaration, name: ts.Node, scope: Scope): Value {
  const { parent: fn, dotDotDotToken: rest, initializer } = parameter;
  const run = scope.runOf(fn);
  const index = fn.parameters.indexOf(parameter);
  const own = (): Value =>
    syntax.isFunctionLike(fn)
      ? symbolic({ kind: 'parameter', fn, index, path: [], isRest: rest !== undefined }, name)
      : unknown(name);
  if (rest) return run?.rest?.(index) ?? own();
  const value = run ? run.argument(index) : elementGivenTo(parameter, own(), scope);
  const options = optionsOf(value);
  if (!initializer || !options.some(isUndefined)) return value;
  return choice(
    options.map((option) => (isUndefined(option) ? scope.evaluate(initializer) : option)),
    name,
  );
}

/** `const { tools } = config`, `({ tools }) => …`, `([name, tool]) => …` */
function valueOfBinding(element: ts.BindingElement, name: ts.Node, scope: Scope): Value {
  const pattern = element.parent;
  const holder = pattern.parent;
  const isRest = element.dotDotDotToken !== undefined;
  const key = syntax.isObjectBindingPattern(pattern) ? (element.propertyName ?? element.name) : undefined;
  if (key && !syntax.isIdentifier(key) && !syntax.isStringLiteralLike(key)) return unknown(name);
  let whole: Value = unknown(name);
  const loop = syntax.isVariableDeclaration(holder) ? loopOf(holder) : undefined;
  if (syntax.isParameter(holder)) whole = givenTo(holder, name, scope);
  else if (syntax.isBindingElement(holder)) whole = valueOfBinding(holder, name, scope);
  else if (loop) whole = elementGoneOver(loop, name, scope);
  else if (holder.initializer && isConstant(element)) whole = scope.at(holder).evaluate(holder.initializer);
  const place = pattern.elements.findIndex((each) => each === element);
  if (isRest)
    return key
      ? symbolic({ kind: 'rest', of: whole, taken: keysTakenBy(pattern) }, name)
      : elementsBetween(whole, place, undefined, name);
  const value = key ? propertyOf(whole, key.text) : elementAt(whole, place);
  const fallback = element.initializer;
  const taken = fallback
    ? choice(
        optionsOf(value).flatMap((option) => {
          if (option.kind === 'unknown') return [option, scope.evaluate(fallback)];
          return [isUndefined(option) ? scope.evaluate(fallback) : option];
        }),
        name,
      )
    : value;
  return orWritten(taken, element, name);
}

/** The properties that a pattern takes one by one. */
function keysTakenBy({ elements }: ts.BindingPattern): ReadonlySet<string> {
  const names = elements.flatMap((each) => (syntax.isBindingElement(each) ? [each.propertyName ?? each.name] : []));
  return new Set(
    names.flatMap((key) => (syntax.isIdentifier(key) || syntax.isStringLiteralLike(key) ? [key.text] : [])),
  );
}

/** `config.tools`, `this.tools`, `helpers.tools` of a namespace, `Mode.Bypass` of an enum. */
export function valueOfMember(node: ts.PropertyAccessExpression, scope: Scope): Value {
  if (node.expression.kind === syntax.SyntaxKind.ThisKeyword) return valueOfField(node, scope);
  const { expression } = node;
  // `helpers.tools` of a namespace import, and `Mode.Bypass` of an enum.
  const isSpace = syntax.isIdentifier(expression) && isNamespaceOrEnum(expression, scope);
  const declaration = isSpace ? declarationOf(node.name, scope.program) : undefined;
  if (declaration) return valueOfDeclaration(declaration, node, scope.global);
  return memberValueOf(node, node.name.text, scope);
}

/** What an access takes out by a name that is known. */
export function memberValueOf(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  name: string,
  scope: Scope,
): Value {
  const { expression: holder } = node;
  const shell = Object.hasOwn(shellSettings, name) ? shellSettings[name] : undefined;
  // It may be another shell.
  if (
    shell &&
    syntax.isPropertyAccessExpression(holder) &&
    holder.name.text === 'env' &&
    isGlobal(holder.expression, 'process')
  )
    return symbolic({ kind: 'either', values: () => [literal(shell, node)] }, node);
  return propertyOf(scope.evaluate(holder), name);
}

function isNamespaceOrEnum(name: ts.Identifier, scope: Scope): boolean {
  const binding = bindingOf(name);
  if (!binding || syntax.isParameter(binding)) return false;
  if (syntax.isVariableDeclaration(binding)) return isImportedModule(constantInitializerOf(name));
  if (binding.kind === syntax.SyntaxKind.NamespaceImport || binding.kind === syntax.SyntaxKind.EnumDeclaration)
    return true;
  return (
    binding.kind === syntax.SyntaxKind.ImportSpecifier &&
    declarationOf(name, scope.program)?.kind === syntax.SyntaxKind.EnumDeclaration
  );
}

/** `await import('./tools.js')` */
function isImportedModule(value: ts.Expression | undefined): boolean {
  const awaited = value && syntax.withoutAssertions(value);
  const call = awaited && syntax.isAwaitExpression(awaited) ? syntax.withoutAssertions(awaited.expression) : undefined;
  return (
    call !== undefined && syntax.isCallExpression(call) && call.expression.kind === syntax.SyntaxKind.ImportKeyword
  );
}

function isUndefined(value: Value): boolean {
  return value.kind === 'literal' && value.value === undefined;
}
