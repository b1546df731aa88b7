import type { ts } from '../../type-utils/index.ts';
import { declarationOf, declaredNamesIn, isReplaced, syntax } from '../../type-utils/index.ts';
import { MAX_INSTANCES, MAX_RECURSION, MAX_SIZE } from './budget.ts';
import { valueOfBuiltIn } from './built-ins.ts';
import { madeBy } from './classes.ts';
import { exitsOf } from './exits.ts';
import { anywhere, contains, nodesIn } from './nodes.ts';
import { withLaterChanges } from './later-changes.ts';
import { argumentAt, type Scope } from './scope.ts';
import {
  choice,
  type FunctionRun,
  functionValuesIn,
  literal,
  optionsOf,
  propertyOf,
  unknown,
  type Value,
} from './values.ts';

/** What a call gives: of a built-in or a function of the program its result, otherwise something made. */
export function valueOfCall(node: ts.CallExpression, scope: Scope): Value {
  const known = isOfNothing(node, scope) ? literal(undefined, node) : valueOfBuiltIn(node, scope);
  if (known) return known;
  const called = functionCalledBy(node, scope);
  if (called) {
    if (scope.callsOf(called) >= MAX_RECURSION) return unknown(node);
    const callee = syntax.withoutAssertions(node.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? () => scope.evaluate(callee.expression) : undefined;
    const inside = scope.at(called).calling(called, node, scope, receiver);
    const result = resultOf(called, inside);
    const given = (): readonly Value[] => node.arguments.map((_, index) => argumentAt(node, index, scope));
    return result.kind === 'function' ? { ...result, given } : withLaterChanges(result, node, scope);
  }
  const table = resultsOfTable(node, scope);
  if (table.length > 0) return withLaterChanges(choice(table, node), node, scope);
  const identity = scope.interpreter.knowledge.identityOf(node);
  return withLaterChanges(
    identity === undefined ? madeBy(node, scope) : argumentAt(node, identity, scope),
    node,
    scope,
  );
}

/** `guests?.map(…)`, where there are none. */
function isOfNothing({ expression }: ts.CallExpression, scope: Scope): boolean {
  if (!syntax.isPropertyAccessExpression(expression) || !expression.questionDotToken) return false;
  // A property may be filled by what its object is given to.
  if (!syntax.isIdentifier(expression.expression)) return false;
  const receiver = scope.evaluate(expression.expression);
  return receiver.kind === 'literal' && (receiver.value === undefined || receiver.value === null);
}

/** `builders[family](options)`, `agents[name].line(task)`: what each function gives that the program has in the table. */
function resultsOfTable(node: ts.CallExpression, scope: Scope): readonly Value[] {
  const options = functionsOfTable(syntax.withoutAssertions(node.expression), scope);
  if (options.length > MAX_SIZE || !options.some(({ kind }) => kind === 'function')) return [];
  return options.map((option) => {
    if (option.kind !== 'function' || scope.callsOf(option.fn) >= MAX_RECURSION) return unknown(node);
    return resultOf(option.fn, scope.at(option.fn).calling(option.fn, node, scope));
  });
}

function functionsOfTable(callee: ts.Expression, scope: Scope): readonly Value[] {
  if (syntax.isElementAccessExpression(callee)) return optionsOf(entriesAt(callee, scope));
  const options = optionsOfTable(callee, scope);
  // `tools[name].execute(input)`: what a package makes of such an object is called as the package declares it.
  return options.every((option) => option.kind === 'function' && !isInArgument(option.fn)) ? options : [];
}

function optionsOfTable(callee: ts.Expression, scope: Scope): readonly Value[] {
  if (syntax.isIdentifier(callee)) return optionsOf(scope.evaluate(callee));
  if (!syntax.isPropertyAccessExpression(callee) || !mayBeHeld(callee.name.text, scope)) return [];
  const receivers = optionsOf(scope.evaluate(callee.expression));
  const isOfObjects = receivers.length > 1 && receivers.every(({ kind }) => kind === 'object');
  return isOfObjects ? receivers.map((receiver) => propertyOf(receiver, callee.name.text)) : [];
}

/** Whether a function is a part of an object or list that a call is given. */
function isInArgument(fn: ts.Node): boolean {
  let at = fn.parent;
  while (syntax.isPropertyAssignment(at) || syntax.isObjectLiteralExpression(at) || syntax.isArrayLiteralExpression(at))
    at = at.parent;
  return syntax.isCallOrNew(at);
}

/** What a table has under a key: of one that is not known, the entries whose names its type allows there. */
function entriesAt(access: ts.ElementAccessExpression, scope: Scope): Value {
  const { expression: table, argumentExpression: key } = access;
  const names =
    scope.evaluate(key).kind === 'literal' ? undefined : scope.interpreter.compiler.textsByType(key, undefined, false);
  if (!names || names.length === 0)
    return syntax.isIdentifier(key) && isLookedAt(key) ? unknown(access) : scope.evaluate(access);
  const value = scope.evaluate(table);
  return choice(
    names.map((name) => propertyOf(value, name)),
    access,
  );
}

/** Whether the function around a key does something else with it than to look it up: `if (!allowed.has(kind)) throw …`. */
function isLookedAt(key: ts.Identifier): boolean {
  return contains(
    syntax.containerOf(key),
    (node) =>
      syntax.isIdentifier(node) &&
      node.text === key.text &&
      !syntax.isElementAccessExpression(node.parent) &&
      !syntax.isVariableDeclaration(node.parent) &&
      !syntax.isParameter(node.parent),
  );
}

function functionCalledBy(node: ts.CallExpression, scope: Scope): syntax.FunctionLike | undefined {
  const callee = syntax.withoutAssertions(node.expression);
  if (syntax.isPropertyAccessExpression(callee)) {
    // Not a method that a subclass replaces: of these the object decides.
    const known = scope.interpreter.compiler.functionCalledBy(node)?.fn;
    if (known) return known;
    if (!isReplaced(callee.name.text, scope.program)) return heldFunction(callee, scope);
  } else if (!syntax.isIdentifier(callee) && !syntax.isFunctionLike(callee)) return undefined;
  const value = scope.evaluate(callee);
  return value.kind === 'function' ? value.fn : undefined;
}

/** Whether an object of the program may have a function of its own under a name. */
function mayBeHeld(name: string, { program }: Scope): boolean {
  const { fields, bodies } = declaredNamesIn(program);
  return fields.has(name) || bodies.has(name);
}

/**
 * The function that an instance of a class of the program has in a field, or an object of the program as a property that no
 * package declares. By the name first: its type need not be made then.
 */
function heldFunction(
  { expression, name }: ts.PropertyAccessExpression,
  scope: Scope,
): syntax.FunctionLike | undefined {
  if (!mayBeHeld(name.text, scope)) return undefined;
  const { fields } = declaredNamesIn(scope.program);
  const receiver = scope.evaluate(expression);
  if (receiver.kind !== 'made' && receiver.kind !== 'object') return undefined;
  const declaration = declarationOf(name, scope.program);
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
  const isField = syntax.isPropertyDeclaration(declaration) && fields.has(name.text);
  const value = receiver.kind === 'object' ? receiver.properties.get(name.text)?.() : isField ? receiver.member(name.text) : undefined; // prettier-ignore
  return value?.kind === 'function' ? value.fn : undefined;
}

/** The program's functions that the calls in a function may run by what it was made with, or by what its objects are; and so on in these. */
export function functionsCalledIn(
  fn: syntax.FunctionLike,
  scope: Scope,
  seen = new Set<FunctionRun>(),
): ReadonlyMap<ts.Node, readonly syntax.FunctionLike[]> {
  const found = new Map<ts.Node, readonly syntax.FunctionLike[]>();
  for (const call of fn.body ? nodesIn(fn.body, syntax.isCallExpression, anywhere) : []) {
    const callee = syntax.withoutAssertions(call.expression);
    const isReference = syntax.isIdentifier(callee) || syntax.isAccess(callee);
    if (!isReference || !mayBeOwn(callee, scope) || scope.interpreter.compiler.functionCalledBy(call)) continue;
    const functions = functionValuesIn(scope.at(call).evaluate(callee));
    if (functions.length === 0) continue;
    found.set(
      call,
      functions.map((value) => value.fn),
    );
    // `timed(audited(handler))`: what is run was made with something itself.
    const inner = functions.flatMap(({ inCall }) => {
      if (!inCall || seen.has(inCall) || seen.size >= MAX_INSTANCES) return [];
      return [...inCall.calls(seen.add(inCall))];
    });
    for (const [node, own] of inner) found.set(node, [...new Set([...(found.get(node) ?? []), ...own])]);
  }
  return found;
}

/** Whether a callee may be a function of the program: a member only by the name of one. */
function mayBeOwn(callee: ts.Expression, { program }: Scope): boolean {
  return !syntax.isPropertyAccessExpression(callee) || declaredNamesIn(program).bodies.has(callee.name.text);
}

/** What a function returns: one of the values behind `return`. */
export function resultOf(fn: syntax.FunctionLike, scope: Scope): Value {
  const { body } = fn;
  if (!body || syntax.isGenerator(fn)) return unknown(fn);
  if (!syntax.isBlock(body)) return scope.evaluate(body);
  const { returns: returned, isOpen } = exitsOf(body, scope);
  const nothing = literal(undefined, fn);
  if (returned.length === 0) return nothing;
  if (returned.length > MAX_SIZE) return unknown(fn);
  const values = returned.map(({ expression }) => (expression ? scope.evaluate(expression) : nothing));
  return choice(isOpen && scope.interpreter.compiler.mayGiveNothing(fn) ? [...values, nothing] : values, fn);
}
