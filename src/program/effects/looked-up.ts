import { memo } from '../../memo.ts';
import { databasePackages } from '../../models/effects/index.ts';
import {
  bindingOf,
  compilerOf,
  constantInitializerOf,
  initializerOf,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { conditionsBefore } from '../control/control.ts';
import { writtenIn } from '../values/functions.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

/** Through how many functions of the program a query is followed. */
const MAX_DEPTH = 5;

/** First words of methods by which a query reads rows: `select`, `findFirst`, `db.get(id)`. */
const reading = /^(?:all|find|first|get|select|query)(?![a-z])/;

/** Methods by which a query gives what it is given: as an entry that is written, or as a part of a statement. */
const giving =
  /^(?:create|delete|execute|insert|patch|raw|replace|returning|run|set|sql|update|upsert|values)(?![a-z])/;

/**
 * Whether an expression gives rows of a database that a query finds, or parts of them: what it is given chooses among them, and is no part of them.
 * `db.select().from(apps).where(eq(apps.id, id)).get()`, or a function of the program that returns that.
 */
export const isLookedUp = memo((node: ts.Node, program: ts.Program): boolean => isLookUp(node, program, MAX_DEPTH));

function isLookUp(node: ts.Node, program: ts.Program, depth: number): boolean {
  const call = withoutAwait(node);
  if (depth === 0) return false;
  if (!syntax.isCallExpression(call)) return isOfLookUp(call, program, depth);
  const methods = methodsOf(call);
  if (methods.some(({ text }) => reading.test(text)) && !methods.some(({ text }) => giving.test(text))) {
    const owners = methods.map((name) => compilerOf(program).originOfName(name)?.package);
    if (owners.every((owner) => owner === undefined || databasePackages.has(owner)) && owners.some(Boolean))
      return true;
  }
  const fn = compilerOf(program).functionCalledBy(call)?.fn;
  return fn !== undefined && returnsLookUp(fn, program, depth - 1);
}

/** `row.path ?? other.path`, where rows were looked up before. */
function isOfLookUp(node: ts.Node, program: ts.Program, depth: number): boolean {
  const isOf = (each: ts.Expression): boolean => syntax.isNullishLiteral(each) || isLookUp(each, program, depth);
  if (syntax.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].every(isOf);
  if (syntax.isBinaryExpression(node)) return syntax.isFallback(node) && [node.left, node.right].every(isOf);
  if (syntax.isPropertyAccessExpression(node)) return isLookUp(node.expression, program, depth);
  const held = syntax.isIdentifier(node) ? constantInitializerOf(node) : undefined;
  return held !== undefined && isLookUp(held, program, depth - 1);
}

function returnsLookUp({ body }: syntax.FunctionLike, program: ts.Program, depth: number): boolean {
  if (!body) return false;
  const returned = syntax.isBlock(body)
    ? nodesIn(body, syntax.isReturnStatement).flatMap(({ expression }) => expression ?? [])
    : [body];
  const given = returned.filter((each) => !syntax.isNullishLiteral(each));
  return given.length > 0 && given.every((each) => isLookUp(each, program, depth));
}

/** The names of the methods of a chain, the last first. */
function methodsOf(call: ts.CallExpression): readonly ts.Identifier[] {
  const names: ts.Identifier[] = [];
  for (let at: ts.Node = call; syntax.isCallExpression(at) || syntax.isPropertyAccessExpression(at);) {
    const callee = syntax.isCallExpression(at) ? syntax.withoutAssertions(at.expression) : at;
    if (!syntax.isPropertyAccessExpression(callee)) break;
    if (syntax.isCallExpression(at) && syntax.isIdentifier(callee.name)) names.push(callee.name);
    at = syntax.withoutAssertions(callee.expression);
  }
  return names;
}

/**
 * Whether a name is, where it stands, the key of a row that was found by it: `const app = find(id); if (!app) return;`. The row
 * is there on every path to it, and is one whose column equals the name.
 */
export const isKeyOfRow = memo((node: ts.Node, program: ts.Program): boolean => {
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || writtenIn(node.getSourceFile()).has(binding)) return false;
  const isFoundBy = (part: ts.Expression): boolean => {
    const found = syntax.isIdentifier(part) ? initializerOf(part) : undefined;
    return found !== undefined && isFoundByKey(found, binding, program, MAX_DEPTH);
  };
  const home = syntax.containerOf(binding);
  for (let at: ts.Node = node; ;) {
    const container = syntax.containerOf(at);
    const isThere = conditionsBefore(at, container, program, (condition) =>
      partsOf(condition).some(({ part, value }) => value === true && isFoundBy(part)),
    );
    if (isThere.length > 0) return true;
    if (container === home || syntax.isSourceFile(container)) return false;
    at = container;
  }
});

/** Whether a look-up compares a column with what a declaration holds: `eq(apps.id, id)`, `.eq('id', id)`, `{ where: { id } }`. */
function isFoundByKey(found: ts.Expression, key: ts.Node, program: ts.Program, depth: number): boolean {
  const call = withoutAwait(found);
  if (!syntax.isCallExpression(call) || depth === 0 || !isLookedUp(call, program)) return false;
  const isKey = (each: ts.Node): boolean => syntax.isIdentifier(each) && bindingOf(each) === key;
  const fn = compilerOf(program).functionCalledBy(call)?.fn;
  if (fn) {
    const parameter = fn.parameters[call.arguments.findIndex(isKey)];
    const inside = fn.body ? nodesIn(fn.body, syntax.isCallExpression) : [];
    return parameter !== undefined && inside.some((each) => isFoundByKey(each, parameter, program, depth - 1));
  }
  const isEquality = ({ expression, arguments: given }: ts.CallExpression): boolean =>
    syntax.lastNameOf(expression)?.text === 'eq' && given.some(isKey);
  const isUnique = ({ name, initializer }: ts.PropertyAssignment): boolean =>
    name.getText() === 'where' && contains(initializer);
  const contains = (object: ts.Expression): boolean =>
    syntax.isObjectLiteralExpression(object) &&
    object.properties.some((each) =>
      syntax.isShorthandPropertyAssignment(each)
        ? bindingOf(each.name) === key
        : syntax.isPropertyAssignment(each) && isKey(each.initializer),
    );
  return (
    nodesIn(call, syntax.isCallExpression, anywhere).some(isEquality) ||
    nodesIn(call, syntax.isPropertyAssignment, anywhere).some(isUnique)
  );
}

function withoutAwait(node: ts.Node): ts.Node {
  const inner = syntax.isExpression(node) ? syntax.withoutAssertions(node) : node;
  return syntax.isAwaitExpression(inner) ? syntax.withoutAssertions(inner.expression) : inner;
}
