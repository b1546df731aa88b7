import { memo } from '../../memo.ts';
import { commandLineFunctions, commandLineGlobals, commandLinePackages } from '../../models/agents/command-line.ts';
import { builtInMethods, methodsOfTexts } from '../../models/agents/harmless.ts';
import { assignmentsTo, namedDeclarationOf, referenceOf } from '../../program/values/functions.ts';
import { anywhere, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  isConstant,
  isInside,
  moduleOfImport,
  packageOfSpecifier,
  patternHolderOf,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';
import { isCall } from '../agents/matcher.ts';

/** Where a value comes from: typed on the command line, written in the program, or anywhere. */
type Source = 'typed' | 'written' | 'other';

/** How many names are looked through. */
const MAX_DEPTH = 12;

/** How many constants the name of a command is looked for in. */
const MAX_NAME_DEPTH = 3;

/** Variables and parameters on the way whose source is known already, or is looked at elsewhere. */
type Known = ReadonlyMap<ts.Node, Source>;

/** Functions of the language whose result is what they are given, in another form. */
const converting = new Set(
  'parse stringify Number String Boolean parseInt parseFloat fromEntries entries keys values assign from structuredClone'.split(
    ' ',
  ),
);

/** Methods that give parts of what they are called on, or the same in another form. */
const partsOfReceiver = new Set([...methodsOfTexts, ...builtInMethods]);

const matching = /^(?:filter|find|findLast|findIndex|some|every)$/;

/** Methods of lists that give what a function makes of each element. */
const mapping = /^(?:map|flatMap)$/;

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
    return together(expressions.map((each) => this.#sourceOf(each, 0, new Map()))) === 'typed';
  }

  /**
   * Whether variables of a function are made of nothing but its parameters, the command line, and what is written in the
   * program.
   */
  areMadeOfParameters(declarations: Iterable<ts.Node>, fn: syntax.FunctionLike): boolean {
    return [...declarations].every((each) => {
      if (!syntax.isVariableDeclaration(each) || !isInside(each, fn)) return true;
      return this.#sourceOfVariable(each, 0, new Map(fn.parameters.map((each) => [each, 'written']))) !== 'other';
    });
  }

  #sourceOf(node: ts.Node, depth: number, passed: Known): Source {
    if (depth > MAX_DEPTH) return 'other';
    const next = (inner: ts.Node): Source => this.#sourceOf(inner, depth + 1, passed);
    const all = (inner: readonly ts.Node[]): Source => together(inner.map(next));
    const value = syntax.isExpression(node) ? syntax.withoutAssertions(node) : node;
    if (isLiteral(value)) return 'written';
    if (syntax.isIdentifier(value)) return this.#sourceOfName(value, depth + 1, passed);
    if (syntax.isAccess(value))
      return this.#isCommandLine(value) || this.#isCommandName(value) ? 'typed' : next(value.expression);
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
    return isCall(value) ? this.#sourceOfCall(value, depth, passed) : 'other';
  }

  #sourceOfCall(call: ts.CallExpression | ts.NewExpression, depth: number, passed: Known): Source {
    const next = (inner: ts.Node): Source => this.#sourceOf(inner, depth + 1, passed);
    const { package: owner, isPlatform } = compilerOf(this.#program).resultOfCall(call);
    const name = calledName(call) ?? '';
    if (owner !== undefined && (commandLinePackages.has(owner) || this.#isParser(call, name))) return 'typed';
    const own = syntax.isCallExpression(call) ? compilerOf(this.#program).functionCalledBy(call)?.fn : undefined;
    if (own) return this.#sourceOfResult(own, (call.arguments ?? []).map(next), depth, passed);
    const given = (call.arguments ?? []).filter((each) => !syntax.isFunctionLike(each));
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? next(callee.expression) : 'other';
    // `pairs.filter((pair) => …)`; what other functions give is not followed.
    const hasCallback = given.length < (call.arguments?.length ?? 0);
    if (receiver !== 'other' && partsOfReceiver.has(name) && (!hasCallback || matching.test(name)))
      return together([receiver, ...given.map(next)]);
    const [callback] = call.arguments ?? [];
    if (receiver !== 'other' && mapping.test(name) && callback && syntax.isFunctionLike(callback))
      return this.#sourceOfResult(callback, [receiver, 'written', receiver], depth, passed);
    return isPlatform && converting.has(name) && !hasCallback ? together(given.map(next)) : 'other';
  }

  /** What a function of the program returns, where what it is given has these sources. */
  #sourceOfResult(fn: syntax.FunctionLike, given: readonly Source[], depth: number, passed: Known): Source {
    const returned = returnedBy(fn);
    if (returned.length === 0 || syntax.isGenerator(fn) || passed.has(fn)) return 'other';
    const inside = new Map(passed).set(fn, 'written');
    fn.parameters.forEach((each, index) => {
      inside.set(each, together(each.dotDotDotToken ? given.slice(index) : given.slice(index, index + 1)));
    });
    const next = (inner: ts.Node): Source => this.#sourceOf(inner, depth + 1, inside);
    const changes = fn.parameters.flatMap((each) => [each.initializer ?? [], this.#givenLater(each)].flat());
    return changes.some((each) => next(each) === 'other') ? 'other' : together(returned.map(next));
  }

  /** `parseArgs(…)` of `node:util`. */
  #isParser(call: ts.CallExpression | ts.NewExpression, name: string): boolean {
    const origin = compilerOf(this.#program).calleeOrigin(call)?.origin;
    const known = origin ?? compilerOf(this.#program).untypedOriginOf(call.expression)?.origin;
    return known !== undefined && (commandLineFunctions[known.package]?.includes(name) ?? false);
  }

  #sourceOfName(name: ts.Identifier, depth: number, passed: Known): Source {
    const binding = bindingOf(name);
    if (!binding) return name.text === 'undefined' ? 'written' : 'other';
    if (this.#isImported(binding) || this.#isCommandName(name)) return 'typed';
    const holder = patternHolderOf(binding);
    const known = passed.get(binding) ?? passed.get(holder);
    if (known) return known;
    if (syntax.isParameter(holder)) return this.#isCommandParameter(holder) ? 'typed' : 'other';
    return syntax.isVariableDeclaration(holder) ? this.#sourceOfVariable(holder, depth, passed) : 'other';
  }

  /** What a variable is given anywhere, and what is put into it. */
  #sourceOfVariable(variable: ts.VariableDeclaration, depth: number, passed: Known): Source {
    const around = new Map([...passed, [variable, 'written' as const]]);
    const { initializer, parent } = variable;
    const loop = syntax.parentOf(parent);
    const list = syntax.isForOfStatement(loop) ? loop.expression : initializer;
    const given = [...(list ? [list] : []), ...this.#givenLater(variable)];
    return together(given.map((each) => this.#sourceOf(each, depth + 1, around)));
  }

  /** `args = JSON.parse(text)`, `args[key] = value`, `args.push(value)`, `Object.assign(args, more)`. */
  #givenLater(variable: ts.VariableDeclaration | ts.ParameterDeclaration): readonly ts.Node[] {
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
    return name === 'argv' && moduleOfImport(binding) === 'process';
  }

  /** `import yargs from 'yargs'`, and `import { argv } from 'node:process'`. */
  #isImported(binding: ts.Node): boolean {
    const module = moduleOfImport(binding);
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
    return this.#parserGiven(place) !== undefined;
  }

  /** The call of a parser of command lines that is given a function. */
  #parserGiven(place: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
    let at = place;
    while (
      !isCall(at.parent) &&
      (syntax.isPropertyAssignment(at.parent) || syntax.isObjectLiteralExpression(at.parent))
    )
      at = at.parent;
    const call = at.parent;
    if (!isCall(call) || call.expression === at) return undefined;
    const owner = compilerOf(this.#program).resultOfCall(call).package;
    return owner !== undefined && commandLinePackages.has(owner) ? call : undefined;
  }

  /**
   * Whether a name or member is what the command was named after whose function it is used in: whoever typed the command
   * chose it. `for (const tool of tools) cli.command(tool.name).action(() => call(tool.name))`
   */
  #isCommandName(value: ts.Expression): boolean {
    for (let at: ts.Node = value; !syntax.isSourceFile(at); at = at.parent) {
      const call = syntax.isFunctionLike(at) ? this.#parserGiven(at) : undefined;
      if (call && this.#namesOfCommand(call).some((name) => isSamePlace(name, value))) return true;
    }
    return false;
  }

  /** The names and members that the name of a command consists of, where that is not written in the program. */
  readonly #namesOfCommand = memo((call: ts.CallExpression | ts.NewExpression): readonly ts.Expression[] => {
    const [name] = commandCallOf(call)?.arguments ?? [];
    return name ? this.#partsOf(name, MAX_NAME_DEPTH) : [];
  });

  #partsOf(node: ts.Node, depth: number): readonly ts.Expression[] {
    if (syntax.isTemplateExpression(node))
      return node.templateSpans.flatMap(({ expression }) => this.#partsOf(expression, depth));
    if (syntax.isBinaryExpression(node)) return [node.left, node.right].flatMap((each) => this.#partsOf(each, depth));
    if (syntax.isConditionalExpression(node))
      return [node.whenTrue, node.whenFalse].flatMap((each) => this.#partsOf(each, depth));
    if (syntax.isPropertyAccessExpression(node)) return [node];
    if (!syntax.isIdentifier(node)) return [];
    const initializer = depth > 0 ? constantInitializerOf(node) : undefined;
    return [node, ...(initializer ? this.#partsOf(initializer, depth - 1) : [])];
  }
}

/** `.command(name)` in what the method that got a command's function is called on, or that call itself. */
function commandCallOf(call: ts.CallExpression | ts.NewExpression): ts.CallExpression | undefined {
  let at: ts.Expression | undefined = call;
  for (let depth = 0; at && depth < MAX_DEPTH; depth++) {
    if (syntax.isIdentifier(at)) at = constantInitializerOf(at);
    else if (syntax.isCallExpression(at)) {
      if (calledName(at) === 'command') return at;
      at = syntax.isPropertyAccessExpression(at.expression) ? at.expression.expression : undefined;
    } else return undefined;
  }
  return undefined;
}

/** Whether two expressions are one variable that is not assigned again, or one member of it. */
function isSamePlace(a: ts.Expression, b: ts.Expression): boolean {
  if (syntax.isPropertyAccessExpression(a) && syntax.isPropertyAccessExpression(b))
    return a.name.text === b.name.text && isSamePlace(a.expression, b.expression);
  if (!syntax.isIdentifier(a) || !syntax.isIdentifier(b)) return false;
  const binding = bindingOf(a);
  return binding !== undefined && binding === bindingOf(b) && isConstant(binding);
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
