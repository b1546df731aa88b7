import { syntax, type ts } from '../../type-utils/index.ts';

/** What each result of `typeof` has, but for `object`: input is one. */
const prototypes: Readonly<Record<string, object>> = {
  bigint: BigInt.prototype,
  boolean: Boolean.prototype,
  function: Function.prototype,
  number: Number.prototype,
  string: String.prototype,
  symbol: Symbol.prototype,
};

/** Of an instance of a class of the language that is no input: JSON has none of these. */
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
 * property: `map` behind `Array.isArray(value)`, `trim` behind `typeof value === 'string'`. Of a class of the program any.
 */
export function isOfTested(test: ts.Node, property: string): boolean {
  if (syntax.isCallExpression(test))
    return test.expression.getText() === 'Array.isArray' && property in Array.prototype;
  if (syntax.isTypeOfExpression(test)) {
    const kind = comparedWith(test);
    return kind !== undefined && property in (prototypes[kind] ?? {});
  }
  if (!syntax.isBinaryExpression(test) || test.operatorToken.kind !== syntax.SyntaxKind.InstanceOfKeyword) return false;
  const name = test.right.getText();
  return name !== 'Object' && (!(name in instances) || property in (instances[name] ?? {}));
}

/** `'string'` of `typeof value === 'string'`. */
function comparedWith(test: ts.TypeOfExpression): string | undefined {
  const { parent } = test;
  if (!syntax.isBinaryExpression(parent)) return undefined;
  const other = parent.left === test ? parent.right : parent.left;
  return syntax.isStringLiteralLike(other) ? other.text : undefined;
}

/**
 * Whether an expression stands in the condition of an `if` that refuses the input: it throws, or returns a result with
 * `isError`, and does nothing else.
 */
export function isRefused(node: ts.Node): boolean {
  let inner = node;
  while (syntax.isExpression(inner.parent)) inner = inner.parent;
  const { parent } = inner;
  return syntax.isIfStatement(parent) && parent.expression === inner && refuses(parent.thenStatement);
}

function refuses(statement: ts.Statement): boolean {
  if (syntax.isBlock(statement)) {
    const [only, ...others] = statement.statements;
    return only !== undefined && others.length === 0 && refuses(only);
  }
  if (syntax.isThrowStatement(statement)) return true;
  const result = syntax.isReturnStatement(statement) ? statement.expression : undefined;
  return (
    result !== undefined &&
    syntax.isObjectLiteralExpression(result) &&
    result.properties.some(
      (each) =>
        syntax.isPropertyAssignment(each) &&
        each.name.getText() === 'isError' &&
        each.initializer.kind === syntax.SyntaxKind.TrueKeyword,
    )
  );
}
