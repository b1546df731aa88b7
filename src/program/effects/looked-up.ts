import { memo } from '../../memo.ts';
import { databasePackages } from '../../models/effects/index.ts';
import { oneRowMethods, queryMethods } from '../../models/effects/databases.ts';
import {
  assignedIn,
  bindingOf,
  compilerOf,
  constantInitializerOf,
  isInside,
  syntax,
  type ts,
  usesInFile,
  writtenFor,
} from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { isTestedBefore } from '../control/control.ts';
import { writtenIn } from '../values/functions.ts';
import { anywhere, contains, returnedBy } from '../values/nodes.ts';
import { namesDeclaredBy } from './data-dependence.ts';

/** Through how many functions and names a query is followed. */
const MAX_DEPTH = 6;

/**
 * Whether a call gives a row of a database that it finds, and nothing that it is given becomes a part of that row later:
 * `const app = db.select().from(apps).where(eq(apps.id, id)).get();`, or a function of the program that returns such a row or
 * what it has. What the call is given chooses among the rows.
 */
export const isLookedUp = memo((node: ts.Node, program: ts.Program): boolean => {
  const call = syntax.isExpression(node) ? syntax.withoutAwait(node) : node;
  return syntax.isCallExpression(call) && isLookUp(call, program, MAX_DEPTH) && isOnlyRead(node, program);
});

/** Whether an expression is a row that a query finds, or what such a row has. */
function isLookUp(node: ts.Expression, program: ts.Program, depth: number): boolean {
  const inner = syntax.withoutAwait(node);
  if (depth === 0) return false;
  if (syntax.isCallExpression(inner)) {
    if (isRowQuery(inner, program)) return true;
    const fn = compilerOf(program).functionCalledBy(inner)?.fn;
    return fn !== undefined && returnsOnly(fn, (each) => isLookUp(each, program, depth - 1));
  }
  return partsOfChoice(inner).every((each) => {
    const part = syntax.withoutAwait(each);
    if (syntax.isPropertyAccessExpression(part)) return isLookUp(part.expression, program, depth - 1);
    if (syntax.isIdentifier(part)) {
      const held = constantInitializerOf(part);
      return held !== undefined && isLookUp(held, program, depth - 1) && isOnlyRead(held, program);
    }
    return part !== inner && isLookUp(part, program, depth - 1);
  });
}

/** `a`, `b` of `a ?? b` and of `test ? a : b`, without those that are nothing. */
function partsOfChoice(node: ts.Expression): readonly ts.Expression[] {
  const inner = syntax.withoutAwait(node);
  const parts = syntax.isConditionalExpression(inner)
    ? [inner.whenTrue, inner.whenFalse]
    : syntax.isBinaryExpression(inner) && syntax.isFallback(inner)
      ? [inner.left, inner.right]
      : undefined;
  if (!parts) return [inner];
  return parts.filter((each) => !syntax.isNullishLiteral(each)).flatMap(partsOfChoice);
}

/** Whether all that a function returns, but for nothing, is of some kind. */
function returnsOnly(fn: syntax.FunctionLike, test: (returned: ts.Expression) => boolean): boolean {
  const given = syntax.isGenerator(fn) ? [] : returnedBy(fn).filter((each) => !syntax.isNullishLiteral(each));
  return given.length > 0 && given.every(test);
}

/** A query of a database's own builder that finds one row, in which only its columns and tests are chosen. */
function isRowQuery(call: ts.CallExpression, program: ts.Program): boolean {
  const steps = stepsOf(call);
  const names = steps.map(({ name }) => name.text);
  if (!names.some((name) => oneRowMethods.includes(name)) || !names.every((name) => queryMethods.includes(name)))
    return false;
  const owners = steps.map(({ name }) => compilerOf(program).originOfName(name)?.package);
  const isOfDatabase = owners.every((owner) => owner !== undefined && databasePackages.has(owner));
  // `select({ line: sql`${text}` })` gives back what it is given.
  const isPlain = steps.every(
    ({ name, call: { arguments: given } }) =>
      !/^(?:select|from)/.test(name.text) || !given.some((each) => contains(each, isMade, anywhere)),
  );
  return isOfDatabase && isPlain;
}

function isMade(node: ts.Node): boolean {
  return syntax.isCallOrNew(node) || syntax.isTaggedTemplateExpression(node);
}

interface QueryStep {
  readonly name: ts.Identifier;
  readonly call: ts.CallExpression;
}

/** The methods of a chain, the last first. */
function stepsOf(call: ts.CallExpression): readonly QueryStep[] {
  const steps: QueryStep[] = [];
  for (let at: ts.Node = call; syntax.isCallExpression(at) || syntax.isPropertyAccessExpression(at);) {
    const callee = syntax.isCallExpression(at) ? syntax.withoutAssertions(at.expression) : at;
    if (!syntax.isPropertyAccessExpression(callee)) break;
    if (syntax.isCallExpression(at) && syntax.isIdentifier(callee.name)) steps.push({ name: callee.name, call: at });
    at = syntax.withoutAssertions(callee.expression);
  }
  return steps;
}

/** Whether what a call gives is kept in nothing but constants, and these are neither changed nor handed on. */
function isOnlyRead(call: ts.Node, program: ts.Program): boolean {
  let at = syntax.parentOf(call);
  while (syntax.isAwaitExpression(at) || syntax.isParenthesizedExpression(at) || syntax.isAsExpression(at))
    at = syntax.parentOf(at);
  if (!syntax.isVariableDeclaration(at)) return !syntax.isAssignment(at);
  const written = writtenIn(at.getSourceFile());
  return !written.has(at) && namesDeclaredBy(at).every((name) => usesInFile(name, program).every(isRead));
}

/** `row.path`, `!row`, `row ?? other`: no part of it is assigned, and no function is given all of it. */
function isRead(use: ts.Node): boolean {
  let at: ts.Node = use;
  while (syntax.isAccess(at.parent) && at.parent.expression === at) at = at.parent;
  const { parent } = at;
  const isTarget = assignedIn(use.getSourceFile()).some((target) => isInside(at, target) && target.end === at.end);
  if (isTarget || syntax.isDeleteExpression(parent)) return false;
  // `row.names.push(text)`
  if (syntax.isCallExpression(parent) && parent.expression === at) return false;
  return at !== use || !(syntax.isCallOrNew(parent) || syntax.isSpreadAssignment(parent) || isAlias(parent, at));
}

/** `const other = row` */
function isAlias(parent: ts.Node, node: ts.Node): boolean {
  return syntax.isVariableDeclaration(parent) && parent.initializer === node;
}

/**
 * Whether a name is, where it stands, the key of a row that was found by it: `const app = find(id); if (!app) return;`. The row
 * is there on every path to it, and is one whose column equals the name.
 */
export const isKeyOfRow = memo((node: ts.Node, program: ts.Program): boolean => {
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || writtenIn(node.getSourceFile()).has(binding)) return false;
  const isFoundBy = (part: ts.Expression): boolean => {
    const found = syntax.isIdentifier(part) ? constantInitializerOf(part) : undefined;
    return found !== undefined && isFoundByKey(found, binding, program, MAX_DEPTH);
  };
  return isTestedBefore(node, syntax.containerOf(binding), program, (condition) =>
    partsOf(condition).some(({ part, value }) => value === true && isFoundBy(part)),
  );
});

/** Whether whatever is there of an expression is a row, or of one, whose column equals what a declaration holds. */
function isFoundByKey(found: ts.Expression, key: ts.Node, program: ts.Program, depth: number): boolean {
  if (depth === 0) return false;
  return partsOfChoice(found).every((each) => {
    const part = syntax.withoutAwait(each);
    if (syntax.isPropertyAccessExpression(part)) return isFoundByKey(part.expression, key, program, depth - 1);
    if (syntax.isIdentifier(part)) {
      const held = constantInitializerOf(part);
      return held !== undefined && isFoundByKey(held, key, program, depth - 1);
    }
    if (!syntax.isCallExpression(part)) return false;
    if (isRowQuery(part, program)) return isByKey(part, key);
    const fn = compilerOf(program).functionCalledBy(part)?.fn;
    const parameter = fn?.parameters[part.arguments.findIndex((given) => isNameOf(given, key))];
    return (
      fn !== undefined &&
      parameter !== undefined &&
      !writtenIn(fn.getSourceFile()).has(parameter) &&
      returnsOnly(fn, (returned) => isFoundByKey(returned, parameter, program, depth - 1))
    );
  });
}

/** `.where(eq(apps.id, id))`, `.where(and(eq(apps.id, id), …))`, `.eq('id', id)`, `findUnique({ where: { id } })`, `findById(id)` */
function isByKey(query: ts.CallExpression, key: ts.Node): boolean {
  return stepsOf(query).some(({ name, call: { arguments: given } }) => {
    const [first, second, third] = given;
    if (name.text === 'where')
      return first !== undefined && (isEquality(first, key) || isComparison(second, third, key));
    if (name.text === 'eq') return second !== undefined && isNameOf(second, key);
    if (!oneRowMethods.includes(name.text) || !first) return false;
    return isNameOf(first, key) || hasKey(writtenFor(first, 'where') ?? first, key);
  });
}

/** `eq(apps.id, id)`, alone or below `and` */
function isEquality(test: ts.Expression, key: ts.Node): boolean {
  if (!syntax.isCallExpression(test)) return false;
  const name = syntax.lastNameOf(test.expression)?.text;
  if (name === 'and') return test.arguments.some((each) => isEquality(each, key));
  return name === 'eq' && test.arguments[1] !== undefined && isNameOf(test.arguments[1], key);
}

/** `where('id', '=', id)` */
function isComparison(operator: ts.Expression | undefined, value: ts.Expression | undefined, key: ts.Node): boolean {
  return operator?.getText().slice(1, -1) === '=' && value !== undefined && isNameOf(value, key);
}

/** `{ id }`, `{ name: id }` */
function hasKey(object: ts.Expression, key: ts.Node): boolean {
  return (
    syntax.isObjectLiteralExpression(object) &&
    object.properties.some((each) =>
      syntax.isShorthandPropertyAssignment(each)
        ? bindingOf(each.name) === key
        : syntax.isPropertyAssignment(each) && isNameOf(each.initializer, key),
    )
  );
}

function isNameOf(node: ts.Node, key: ts.Node): boolean {
  return syntax.isIdentifier(node) && bindingOf(node) === key;
}
