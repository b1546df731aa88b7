import { memo } from '../../memo.ts';
import { commandLineFunctions, commandLineGlobals, commandLinePackages } from '../../models/agents/command-line.ts';
import { builtInMethods, methodsOfTexts } from '../../models/agents/harmless.ts';
import { assignmentsTo, namedDeclarationOf, referenceOf } from '../../program/values/functions.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  isInside,
  packageOfSpecifier,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';
import { isCall } from '../agents/matcher.ts';

/** Where a value comes from: typed on the command line, written in the program, or anywhere. */
type Source = 'typed' | 'written' | 'other';

/** How many names are looked through. */
const MAX_DEPTH = 12;

/** Functions of the language whose result is what they are given, in another form. */
const converting = new Set(
  'parse stringify Number String Boolean parseInt parseFloat fromEntries entries keys values assign from structuredClone'.split(
    ' ',
  ),
);

/** Methods that give parts of what they are called on, or the same in another form. */
const partsOfReceiver = new Set([...methodsOfTexts, ...builtInMethods]);

const matching = /^(?:filter|find|findLast|findIndex|some|every)$/;

/**
 * Finds out whether a value was typed on the command line by whoever started the program: `process.argv`, what a parser
 * makes of it, and what it hands to a command's function. A value that anything else may have a part in was not.
 */
export class CommandLineInput {
  readonly #program: ts.Program;

  constructor(program: ts.Program) {
    this.#program = program;
  }

  /** Whether expressions are typed on the command line, beside what is written in the program. */
  isTyped(expressions: readonly ts.Node[]): boolean {
    return together(expressions.map((each) => this.#sourceOf(each, 0, new Set()))) === 'typed';
  }

  /**
   * Whether variables of a function are made of nothing but its parameters, the command line, and what is written in the
   * program.
   */
  areMadeOfParameters(declarations: Iterable<ts.Node>, fn: syntax.FunctionLike): boolean {
    return [...declarations].every((each) => {
      if (!syntax.isVariableDeclaration(each) || !isInside(each, fn)) return true;
      return this.#sourceOfVariable(each, 0, new Set(fn.parameters)) !== 'other';
    });
  }

  /** @param passed what counts as written: parameters that are looked at elsewhere, and variables on the way */
  #sourceOf(node: ts.Node, depth: number, passed: ReadonlySet<ts.Node>): Source {
    if (depth > MAX_DEPTH) return 'other';
    const next = (inner: ts.Node): Source => this.#sourceOf(inner, depth + 1, passed);
    const all = (inner: readonly ts.Node[]): Source => together(inner.map(next));
    const value = syntax.isExpression(node) ? syntax.withoutAssertions(node) : node;
    if (isLiteral(value)) return 'written';
    if (syntax.isIdentifier(value)) return this.#sourceOfName(value, depth + 1, passed);
    if (syntax.isAccess(value)) return this.#isCommandLine(value) ? 'typed' : next(value.expression);
    if (syntax.isAwaitExpression(value) || syntax.isSpreadElement(value) || syntax.isSpreadAssignment(value))
      return next(value.expression);
    if (syntax.isPropertyAssignment(value)) return next(value.initializer);
    if (syntax.isShorthandPropertyAssignment(value)) return this.#sourceOfName(value.name, depth + 1, passed);
    if (syntax.isObjectLiteralExpression(value)) return all(value.properties);
    if (syntax.isArrayLiteralExpression(value)) return all(value.elements);
    if (syntax.isTemplateExpression(value)) return all(value.templateSpans.map(({ expression }) => expression));
    if (syntax.isConditionalExpression(value)) return all([value.whenTrue, value.whenFalse]);
    if (syntax.isBinaryExpression(value)) return all([value.left, value.right]);
    if (syntax.isPrefixUnaryExpression(value)) return next(value.operand);
    return isCall(value) ? this.#sourceOfCall(value, next) : 'other';
  }

  #sourceOfCall(call: ts.CallExpression | ts.NewExpression, next: (inner: ts.Node) => Source): Source {
    const { package: owner, isPlatform } = compilerOf(this.#program).resultOfCall(call);
    const name = calledName(call) ?? '';
    if (owner !== undefined && (commandLinePackages.has(owner) || this.#isParser(call, name))) return 'typed';
    const given = (call.arguments ?? []).filter((each) => !syntax.isFunctionLike(each));
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? next(callee.expression) : 'other';
    // `pairs.filter((pair) => …)`; what other functions give is not followed.
    const hasCallback = given.length < (call.arguments?.length ?? 0);
    if (receiver !== 'other' && partsOfReceiver.has(name) && (!hasCallback || matching.test(name)))
      return together([receiver, ...given.map(next)]);
    return isPlatform && converting.has(name) && !hasCallback ? together(given.map(next)) : 'other';
  }

  /** `parseArgs(…)` of `node:util`. */
  #isParser(call: ts.CallExpression | ts.NewExpression, name: string): boolean {
    const origin = compilerOf(this.#program).calleeOrigin(call)?.origin;
    const known = origin ?? compilerOf(this.#program).untypedOriginOf(call.expression)?.origin;
    return known !== undefined && (commandLineFunctions[known.package]?.includes(name) ?? false);
  }

  #sourceOfName(name: ts.Identifier, depth: number, passed: ReadonlySet<ts.Node>): Source {
    const binding = bindingOf(name);
    if (!binding) return name.text === 'undefined' ? 'written' : 'other';
    if (passed.has(binding)) return 'written';
    if (this.#isImported(binding)) return 'typed';
    let holder: ts.Node = binding;
    while (syntax.isBindingElement(holder)) holder = holder.parent.parent;
    if (passed.has(holder)) return 'written';
    if (syntax.isParameter(holder)) return this.#isCommandParameter(holder) ? 'typed' : 'other';
    return syntax.isVariableDeclaration(holder) ? this.#sourceOfVariable(holder, depth, passed) : 'other';
  }

  /** What a variable is given anywhere, and what is put into it. */
  #sourceOfVariable(variable: ts.VariableDeclaration, depth: number, passed: ReadonlySet<ts.Node>): Source {
    const around = new Set([...passed, variable]);
    const { initializer, parent } = variable;
    const loop = syntax.parentOf(parent);
    const list = syntax.isForOfStatement(loop) ? loop.expression : initializer;
    const given = [...(list ? [list] : []), ...this.#givenLater(variable)];
    return together(given.map((each) => this.#sourceOf(each, depth + 1, around)));
  }

  /** `args = JSON.parse(text)`, `args[key] = value`, `args.push(value)`, `Object.assign(args, more)`. */
  #givenLater(variable: ts.VariableDeclaration): readonly ts.Node[] {
    const names = syntax.isIdentifier(variable.name)
      ? [variable]
      : nodesIn(variable.name, syntax.isBindingElement, anywhere);
    return names.flatMap((declared) => [
      ...assignmentsTo(declared, this.#program).map(({ right }) => right),
      ...usesOf(declared, this.#program).flatMap((use): readonly ts.Node[] => putInto(referenceOf(use))),
    ]);
  }

  /** `process.argv`, of the global or of what is imported. */
  #isCommandLine(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const { expression } = node;
    const name = syntax.lastNameOf(node)?.text;
    if (!syntax.isIdentifier(expression) || name === undefined) return false;
    const binding = bindingOf(expression);
    if (!binding) return commandLineGlobals.has(`${expression.text}.${name}`);
    return name === 'argv' && moduleOf(binding) === 'process';
  }

  /** `import yargs from 'yargs'`, and `import { argv } from 'node:process'`. */
  #isImported(binding: ts.Node): boolean {
    const module = moduleOf(binding);
    if (module === undefined) return false;
    const isArgv = syntax.isImportSpecifier(binding) && (binding.propertyName ?? binding.name).text === 'argv';
    return commandLinePackages.has(packageOfSpecifier(module)) || (module === 'process' && isArgv);
  }

  /** `.action((name, options) => …)`, `yargs.command('call', '…', build, (argv) => …)`, `defineCommand({ run({ args }) { … } })`. */
  readonly #isCommandParameter = memo(({ parent: fn }: ts.ParameterDeclaration): boolean => {
    if (!syntax.isFunctionLike(fn)) return false;
    const declaration = namedDeclarationOf(fn);
    const places =
      declaration && (syntax.isFunctionDeclaration(declaration) || syntax.isVariableDeclaration(declaration))
        ? usesOf(declaration, this.#program)
            .map(referenceOf)
            .filter((use) => !isImportOrExport(use.parent))
        : [fn];
    return places.length > 0 && places.every((place) => this.#isGivenToParser(place));
  });

  #isGivenToParser(place: ts.Node): boolean {
    let at = place;
    while (
      !isCall(at.parent) &&
      (syntax.isPropertyAssignment(at.parent) || syntax.isObjectLiteralExpression(at.parent))
    )
      at = at.parent;
    const call = at.parent;
    if (!isCall(call) || call.expression === at) return false;
    const owner = compilerOf(this.#program).resultOfCall(call).package;
    return owner !== undefined && commandLinePackages.has(owner);
  }
}

function isImportOrExport(node: ts.Node): boolean {
  return syntax.isImportSpecifier(node) || syntax.isImportClause(node) || syntax.isExportSpecifier(node);
}

/** What is put into the value that a name stands for at this place. */
function putInto(reference: ts.Node): readonly ts.Node[] {
  let at = reference;
  while (syntax.isAccess(at.parent) && at.parent.expression === at) at = at.parent;
  const { parent } = at;
  if (at !== reference && syntax.isAssignment(parent) && parent.left === at) return [parent.right];
  if (!isCall(parent)) return [];
  const given = parent.arguments ?? [];
  if (parent.expression === at && /^(?:push|unshift|set|add|splice|concat)$/.test(calledName(parent) ?? ''))
    return given;
  return given[0] === at && calledName(parent) === 'assign' ? given.slice(1) : [];
}

/** The module that a name is imported from, without `node:`. */
function moduleOf(binding: ts.Node): string | undefined {
  let at: ts.Node | undefined = binding;
  if (!syntax.isImportSpecifier(at) && !syntax.isImportClause(at) && !syntax.isNamespaceImport(at)) return undefined;
  while (!syntax.isImportDeclaration(at)) at = at.parent;
  return syntax.isStringLiteralLike(at.moduleSpecifier) ? at.moduleSpecifier.text.replace(/^node:/, '') : undefined;
}

function isLiteral(node: ts.Node): boolean {
  return (
    syntax.isStringLiteralLike(node) ||
    syntax.isNumericLiteral(node) ||
    node.kind === syntax.SyntaxKind.TrueKeyword ||
    node.kind === syntax.SyntaxKind.FalseKeyword ||
    node.kind === syntax.SyntaxKind.NullKeyword
  );
}

/** Of several: anything that may have a part in one of them has a part in all. */
function together(sources: readonly Source[]): Source {
  if (sources.includes('other')) return 'other';
  return sources.includes('typed') ? 'typed' : 'written';
}
