import { knownParts } from '../../program/control/conditions.ts';
import { isInside, syntax, type ts } from '../../type-utils/index.ts';
import { propertyIn } from './results.ts';

/** What each result of `typeof` has, but for `object`: input is one. */
const prototypes: Readonly<Record<string, object>> = {
  bigint: BigInt.prototype,
  boolean: Boolean.prototype,
  function: Function.prototype,
  number: Number.prototype,
  string: String.prototype,
  symbol: Symbol.prototype,
};

/** What instances of classes of the language have. */
const instances: Readonly<Record<string, object>> = {
  Array: Array.prototype,
  Date: Date.prototype,
  Error: { cause: 0, message: 0, name: 0, stack: 0 },
  Map: Map.prototype,
  RegExp: RegExp.prototype,
  Set: Set.prototype,
  URL: URL.prototype,
  Uint8Array: Object.getPrototypeOf(Uint8Array.prototype) as object,
};

/**
 * Whether a test of what a value is finds out that it is something else than an object of properties, and such a thing has a
 * property: `map` behind `Array.isArray(value)`, `trim` behind `typeof value === 'string'`. An instance of a class that is
 * not listed may have any.
 */
export function isOfTested(test: ts.Node, property: string): boolean {
  if (syntax.isCallExpression(test))
    return test.expression.getText() === 'Array.isArray' && property in Array.prototype;
  if (syntax.isTypeOfExpression(test)) return property in (prototypes[comparedWith(test) ?? ''] ?? {});
  if (!syntax.isBinaryExpression(test) || test.operatorToken.kind !== syntax.SyntaxKind.InstanceOfKeyword) return false;
  const name = test.right.getText();
  const instance = instances[name];
  return name !== 'Object' && (instance === undefined || property in instance);
}

/** `string` of `typeof value === 'string'`. */
function comparedWith(test: ts.TypeOfExpression): string | undefined {
  const { parent } = test;
  if (!syntax.isBinaryExpression(parent) || syntax.equalityOf(parent) === undefined) return undefined;
  const other = parent.left === test ? parent.right : parent.left;
  return syntax.isStringLiteralLike(other) ? other.text : undefined;
}

/**
 * Whether a property is read in the condition of an `if` that refuses input which has it: `if (args.old) throw …`. Input
 * without it is not refused there: `if (!args.name) throw …` needs it.
 */
export function isRefused(read: ts.Node): boolean {
  let condition = read;
  while (syntax.isExpression(condition.parent)) condition = condition.parent;
  const { parent } = condition;
  if (!syntax.isIfStatement(parent) || parent.expression !== condition) return false;
  const name = syntax.isExpression(read) ? syntax.lastNameOf(read)?.text : undefined;
  const isPresent = knownParts(alternativeWith(read, parent.expression), true).some(
    ({ part, value }) => value === true && presentIn(part) === name,
  );
  return name !== undefined && isPresent && refuses(parent.thenStatement);
}

/** The one of `a || b || c` that a node is in: each is enough for the whole to hold. */
function alternativeWith(node: ts.Node, condition: ts.Expression): ts.Expression {
  const either = syntax.withoutAssertions(condition);
  const isEither = syntax.isBinaryExpression(either) && either.operatorToken.kind === syntax.SyntaxKind.BarBarToken;
  return isEither ? alternativeWith(node, isInside(node, either.left) ? either.left : either.right) : either;
}

/** The property that is there where an expression holds: `args.old`, `args.old !== undefined`, `args.type === 'old'`. */
function presentIn(part: ts.Expression): string | undefined {
  if (!syntax.isBinaryExpression(part)) return syntax.lastNameOf(part)?.text;
  const isEqual = syntax.equalityOf(part);
  const isPresent = isEqual === false ? syntax.isNullishLiteral(part.right) : syntax.isStringLiteralLike(part.right);
  return isEqual !== undefined && isPresent ? syntax.lastNameOf(part.left)?.text : undefined;
}

/** Whether a statement throws, or returns a result with `isError`, and does nothing else. */
export function refuses(statement: ts.Statement): boolean {
  if (syntax.isBlock(statement)) {
    const [only, ...others] = statement.statements;
    return only !== undefined && others.length === 0 && refuses(only);
  }
  const result = syntax.isReturnStatement(statement) ? statement.expression : undefined;
  if (!result || !syntax.isObjectLiteralExpression(result)) return syntax.isThrowStatement(statement);
  const error = propertyIn(result, 'isError');
  return error !== undefined && error !== 'spread' && error.kind === syntax.SyntaxKind.TrueKeyword;
}
