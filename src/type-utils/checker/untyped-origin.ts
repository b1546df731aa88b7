import { builtinModules } from 'node:module';
import type ts from 'typescript';
import type { CalleeOrigin, Origin } from './origin.ts';
import { packageOfSpecifier } from '../package-of.ts';
import { isPlatformGlobal } from './platform-globals.ts';
import { bindingOf, moduleOfImport } from '../scopes.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

/**
 * How an expression without types comes from a module, or from a global without declarations: `fs.promises.rm` is `promises`
 * and `rm` of `node:fs`, and `createClient().set` is `createClient`, `()` and `set` of its package.
 */
interface UntypedPath {
  /** The module's specifier; undefined for globals. */
  readonly module: string | undefined;
  /** Members, from the outermost, with `()` for a call and `new` for a construction. */
  readonly steps: readonly string[];
  /** What a default import is called where it is imported: mostly what the function or class is called. */
  readonly defaultName?: string;
}

/** Where something without types comes from. */
export interface UntypedSource {
  /** The package by the module's specifier, `node:fs` for Node's own. Undefined for globals and for files of the program. */
  readonly package: string | undefined;
  /** It is part of Node or the language, by its name. */
  readonly isPlatform: boolean;
}

/** The name of an origin that is a value of a package, of whatever class: Node's, or what a package exports by default. */
export const SOME_VALUE = '*';

/** How many names are looked through. */
const MAX_STEPS = 24;

const builtins = new Set(builtinModules);

/** Names of the global object. */
const globalObjects = new Set(['globalThis', 'global', 'window', 'self']);

/**
 * The origin of a callee that has no types, by the specifier of the module that it is imported from, or by its name where
 * it is a global: with no declarations of Node, `execSync` is still that of `node:child_process`. Of a method on a result
 * the class is not known: the origin has no name then, or {@link SOME_VALUE}. Undefined for what has types, and for what
 * comes from a file of the program that cannot be resolved.
 */
export function untypedOriginOf(callee: ts.Expression, checker: ts.TypeChecker): CalleeOrigin | undefined {
  const path = pathOf(callee, { checker, depth: 0 });
  const name = path && packageOf(path);
  if (!path || name === undefined) return undefined;
  return name.startsWith('node:') ? ofNode(name, path) : ofPackage(name, path);
}

/** Where the value that an expression begins with comes from, if that has no types. Undefined where it has. */
export function untypedSourceOf(expression: ts.Expression, checker: ts.TypeChecker): UntypedSource | undefined {
  const path = pathOf(expression, { checker, depth: 0 });
  if (!path) return undefined;
  if (path.module === undefined)
    return { package: undefined, isPlatform: path.steps[0] !== undefined && isPlatformGlobal(path.steps[0]) };
  const name = isOwnFile(path.module) ? undefined : packageOf(path);
  return { package: name, isPlatform: name?.startsWith('node:') ?? false };
}

/** Whether a module has no declarations: it does not resolve, is JavaScript outside of the program, or `declare module 'x';`. */
export function isUntypedModule(specifier: ts.Node, checker: ts.TypeChecker): boolean {
  const symbol = checker.getSymbolAtLocation(specifier);
  return symbol?.declarations?.every((each) => syntax.isModuleDeclaration(each) && !each.body) ?? true;
}

// ── what a path stands for ───────────────────────────────────────────────────────────────────────────────────────

function packageOf({ module, steps }: UntypedPath): string | undefined {
  if (module === undefined) return steps[0] !== undefined && isPlatformGlobal(steps[0]) ? 'typescript' : undefined;
  if (isOwnFile(module)) return undefined;
  return isBuiltin(module) ? `node:${module.replace(/^node:/, '')}` : packageOfSpecifier(module);
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtins.has(specifier);
}

function isOwnFile(specifier: string): boolean {
  return /^[./#]|^~\//.test(specifier);
}

/** A built-in module's default export is the module, and `fs.promises` is `node:fs/promises`. */
function ofNode(module: string, { steps }: UntypedPath): CalleeOrigin | undefined {
  const [first, ...others] = steps.filter((step) => step !== 'default');
  if (first === undefined) return undefined;
  if (first === 'promises' && others.length > 0) return ofNode(`${module}/promises`, { module, steps: others });
  const method = others.at(-1);
  if (module === 'node:process' && others.length === 0)
    return { origin: origin(module, 'Process'), method: first, receiver: [] };
  return method === undefined
    ? { origin: origin(module, first), method: undefined, receiver: [] }
    : { origin: origin(module, ownerOf([first, ...others]) ?? SOME_VALUE), method, receiver: [] };
}

function ofPackage(name: string, { steps, defaultName }: UntypedPath): CalleeOrigin | undefined {
  const [first, ...others] = steps.map((step) => (step === 'default' ? (defaultName ?? step) : step));
  if (first === undefined) return undefined;
  if (name === 'typescript' && first === 'process' && others.length === 1)
    return { origin: origin('node:process', 'Process'), method: others[0], receiver: [] };
  const method = others.at(-1);
  if (method === undefined) return { origin: origin(name, first), method, receiver: [] };
  // A default import is an object of the package: an instance, or the module where that is CommonJS.
  const isOfDefault = steps[0] === 'default' && others.length === 1;
  return {
    origin: origin(name, ownerOf([first, ...others]) ?? ''),
    method,
    receiver: isOfDefault ? [origin(name, SOME_VALUE)] : [],
  };
}

/** The class or object that the last step is a member of, where that is an export or an instance of one. */
function ownerOf([first, ...others]: readonly string[]): string | undefined {
  return others.length === 1 || (others.length === 2 && others[0] === 'new') ? first : undefined;
}

function origin(packageName: string, name: string): Origin {
  return { package: packageName, version: undefined, name };
}

// ── the path to a module ─────────────────────────────────────────────────────────────────────────────────────────

/** How a path is looked for: with what, and through how many names by now. */
interface Search {
  readonly checker: ts.TypeChecker;
  readonly depth: number;
}

function deeper({ checker, depth }: Search): Search {
  return { checker, depth: depth + 1 };
}

function pathOf(expression: ts.Expression, search: Search): UntypedPath | undefined {
  if (search.depth > MAX_STEPS) return undefined;
  const node = syntax.withoutAssertions(expression);
  if (syntax.isIdentifier(node)) return pathOfName(node, search);
  if (syntax.isAwaitExpression(node)) return pathOf(node.expression, deeper(search));
  if (syntax.isNewExpression(node)) return extended(pathOf(node.expression, deeper(search)), 'new');
  if (syntax.isCallExpression(node)) {
    const module = requiredBy(node, search.checker);
    if (module !== undefined) return { module, steps: [] };
    const callee = pathOf(node.expression, deeper(search));
    const [only] = node.arguments;
    // What is promisified does the same.
    if (only && callee && packageOf(callee) === 'node:util' && callee.steps.at(-1) === 'promisify')
      return pathOf(only, deeper(search));
    return extended(callee, '()');
  }
  const name = syntax.isAccess(node) ? syntax.lastNameOf(node) : undefined;
  if (!name || !syntax.isAccess(node)) return undefined;
  const owner = pathOf(node.expression, deeper(search));
  return owner ? extended(owner, name.text) : pathOfMember(node.expression, name, deeper(search));
}

function extended(path: UntypedPath | undefined, step: string): UntypedPath | undefined {
  return path && { ...path, steps: [...path.steps, step] };
}

function pathOfName(name: ts.Identifier, search: Search): UntypedPath | undefined {
  const binding = bindingOf(name);
  if (binding) return pathOfBinding(binding, deeper(search));
  if (globalObjects.has(name.text)) return { module: undefined, steps: [] };
  // What another file declares for all is declared.
  return name.text !== 'undefined' && !search.checker.getSymbolAtLocation(name)
    ? { module: undefined, steps: [name.text] }
    : undefined;
}

/** The path of what a variable, a part of a pattern, or an import stands for. */
function pathOfBinding(binding: ts.Node, search: Search): UntypedPath | undefined {
  if (search.depth > MAX_STEPS) return undefined;
  if (syntax.isImportSpecifier(binding))
    return pathOfImport(
      binding.parent.parent.parent.moduleSpecifier,
      (binding.propertyName ?? binding.name).text,
      binding.name.text,
      search,
    );
  if (syntax.isImportClause(binding) && syntax.isImportDeclaration(binding.parent))
    return pathOfImport(binding.parent.moduleSpecifier, 'default', binding.name?.text, search);
  if (syntax.isNamespaceImport(binding)) return pathOfModule(binding.parent.parent.moduleSpecifier, search);
  if (syntax.isImportEqualsDeclaration(binding)) {
    const { moduleReference } = binding;
    return syntax.isExternalModuleReference(moduleReference)
      ? pathOfModule(moduleReference.expression, search)
      : undefined;
  }
  if (syntax.isBindingElement(binding)) {
    const { propertyName, name, parent, dotDotDotToken } = binding;
    const property = propertyName ?? name;
    if (
      !syntax.isObjectBindingPattern(parent) ||
      dotDotDotToken ||
      !(syntax.isIdentifier(property) || syntax.isStringLiteralLike(property))
    )
      return undefined;
    return extended(pathOfBinding(parent.parent, deeper(search)), property.text);
  }
  if (
    syntax.isVariableDeclaration(binding) ||
    syntax.isPropertyDeclaration(binding) ||
    syntax.isPropertyAssignment(binding)
  )
    return binding.initializer && pathOf(binding.initializer, deeper(search));
  return syntax.isParameter(binding) ? pathOfFulfilled(binding, search) : undefined;
}

/** `import('node:fs').then((fs) => …)` */
function pathOfFulfilled(parameter: ts.ParameterDeclaration, search: Search): UntypedPath | undefined {
  const callback = parameter.parent;
  const call = syntax.parentOf(callback);
  const isFirst =
    syntax.isCallExpression(call) && call.arguments[0] === callback && callback.parameters[0] === parameter;
  const callee = isFirst ? syntax.withoutAssertions(call.expression) : undefined;
  return callee && syntax.isPropertyAccessExpression(callee) && callee.name.text === 'then'
    ? pathOf(callee.expression, deeper(search))
    : undefined;
}

function pathOfModule(specifier: ts.Node, { checker }: Search): UntypedPath | undefined {
  return syntax.isStringLiteralLike(specifier) && isUntypedModule(specifier, checker)
    ? { module: specifier.text, steps: [] }
    : undefined;
}

/** What a module exports by a name: of a file of the program what that file has it from. */
function pathOfImport(
  specifier: ts.Node,
  name: string,
  localName: string | undefined,
  search: Search,
): UntypedPath | undefined {
  const module = pathOfModule(specifier, search);
  if (module)
    return { ...module, steps: [name], ...(name === 'default' && localName ? { defaultName: localName } : {}) };
  const file = search.checker.getSymbolAtLocation(specifier)?.valueDeclaration?.getSourceFile();
  return file && !file.isDeclarationFile ? pathOfExport(file, name, deeper(search)) : undefined;
}

function pathOfExport(file: ts.SourceFile, name: string, search: Search): UntypedPath | undefined {
  if (search.depth > MAX_STEPS) return undefined;
  const exports = search.checker.getSymbolAtLocation(file)?.exports;
  for (const declaration of exports?.get(typescript.escapeLeadingUnderscores(name))?.declarations ?? []) {
    if (syntax.isExportSpecifier(declaration)) {
      const { moduleSpecifier } = declaration.parent.parent;
      const original = declaration.propertyName ?? declaration.name;
      if (moduleSpecifier) return pathOfImport(moduleSpecifier, original.text, declaration.name.text, search);
      return syntax.isIdentifier(original) ? pathOfName(original, search) : undefined;
    }
    if (syntax.isNamespaceExport(declaration))
      return declaration.parent.moduleSpecifier && pathOfModule(declaration.parent.moduleSpecifier, search);
    if (syntax.isExportAssignment(declaration)) return pathOf(declaration.expression, deeper(search));
    return pathOfBinding(declaration, deeper(search));
  }
  for (const star of exports?.get(typescript.InternalSymbolName.ExportStar)?.declarations ?? []) {
    const path =
      syntax.isExportDeclaration(star) && star.moduleSpecifier
        ? pathOfImport(star.moduleSpecifier, name, undefined, search)
        : undefined;
    if (path) return path;
  }
  return undefined;
}

/** A member of a namespace of the program, of `this`, or of an object that a name stands for. */
function pathOfMember(
  owner: ts.Expression,
  name: ts.MemberName | ts.StringLiteralLike,
  search: Search,
): UntypedPath | undefined {
  const node = syntax.withoutAssertions(owner);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (binding && syntax.isNamespaceImport(binding))
    return pathOfImport(binding.parent.parent.moduleSpecifier, name.text, undefined, search);
  // The checker resolves the owner's type to find the member: only where that is an object of the program.
  if (node.kind !== syntax.SyntaxKind.ThisKeyword && !(binding && mayHoldObject(binding))) return undefined;
  const declaration = search.checker.getSymbolAtLocation(name)?.valueDeclaration;
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
  return syntax.isShorthandPropertyAssignment(declaration)
    ? pathOfName(declaration.name, search)
    : pathOfBinding(declaration, search);
}

function mayHoldObject(binding: ts.Node): boolean {
  if (syntax.isImportSpecifier(binding) || syntax.isImportClause(binding)) return true;
  const value = syntax.isVariableDeclaration(binding) && binding.initializer;
  return value ? syntax.isObjectLiteralExpression(syntax.withoutAssertions(value)) : false;
}

/** The specifier of `import('…')`, where that has no types, and of `require('…')`, which has none in TypeScript. */
function requiredBy(
  { expression, arguments: [specifier] }: ts.CallExpression,
  checker: ts.TypeChecker,
): string | undefined {
  if (!specifier || !syntax.isStringLiteralLike(specifier)) return undefined;
  if (expression.kind === syntax.SyntaxKind.ImportKeyword)
    return isUntypedModule(specifier, checker) ? specifier.text : undefined;
  return syntax.isIdentifier(expression) && isRequire(expression) ? specifier.text : undefined;
}

function isRequire(callee: ts.Identifier): boolean {
  const binding = bindingOf(callee);
  if (!binding) return callee.text === 'require';
  const maker =
    syntax.isVariableDeclaration(binding) && binding.initializer && syntax.withoutAssertions(binding.initializer);
  if (!maker || !syntax.isCallExpression(maker)) return false;
  const made = syntax.isPropertyAccessExpression(maker.expression) ? maker.expression.expression : maker.expression;
  const from = syntax.isIdentifier(made) ? bindingOf(made) : undefined;
  const name = syntax.isPropertyAccessExpression(maker.expression) ? maker.expression.name.text : nameImportedBy(from);
  return name === 'createRequire' && moduleOfImport(from) === 'module';
}

function nameImportedBy(binding: ts.Node | undefined): string | undefined {
  return binding && syntax.isImportSpecifier(binding) ? (binding.propertyName ?? binding.name).text : undefined;
}
