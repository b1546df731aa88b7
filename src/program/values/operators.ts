import type { ts } from '../../type-utils/index.ts';
import { constantInitializerOf, syntax } from '../../type-utils/index.ts';
import { mayBeMissing } from './missing-entries.ts';
import type { Scope } from './scope.ts';
import { choice, isNullish, literal, optionsOf, symbolic, unknown, type Value } from './values.ts';

/** `a ?? b`, `a && b`, `a === b`, `a + b`. */
export function valueOfBinary(node: ts.BinaryExpression, scope: Scope): Value {
  const left = (): Value => scope.evaluate(node.left);
  const right = (): Value => scope.evaluate(node.right);
  switch (node.operatorToken.kind) {
    case syntax.SyntaxKind.QuestionQuestionToken:
      return unless(leftOf(node, scope), right, (value) => !isNullish(value), node);
    case syntax.SyntaxKind.BarBarToken:
      return unless(leftOf(node, scope), right, (value) => value.kind !== 'literal' || Boolean(value.value), node);
    case syntax.SyntaxKind.AmpersandAmpersandToken:
      return unless(left(), right, (value) => value.kind === 'literal' && !value.value, node);
    case syntax.SyntaxKind.CommaToken:
    case syntax.SyntaxKind.EqualsToken:
      return right();
    case syntax.SyntaxKind.EqualsEqualsEqualsToken:
    case syntax.SyntaxKind.EqualsEqualsToken:
    case syntax.SyntaxKind.ExclamationEqualsEqualsToken:
    case syntax.SyntaxKind.ExclamationEqualsToken: {
      const isSame = isEqual(left(), right());
      if (isSame === undefined || (isSame && [node.left, node.right].some((side) => mayBeMissing(side, scope))))
        return unknown(node);
      const isNegated =
        node.operatorToken.kind === syntax.SyntaxKind.ExclamationEqualsEqualsToken ||
        node.operatorToken.kind === syntax.SyntaxKind.ExclamationEqualsToken;
      return literal(isSame !== isNegated, node);
    }
    case syntax.SyntaxKind.PlusToken: {
      const [a, b] = [left(), right()];
      if (a.kind !== 'literal' || b.kind !== 'literal') return symbolic({ kind: 'text', parts: [a, b] }, node);
      return typeof a.value === 'string' || typeof b.value === 'string'
        ? literal(`${String(a.value)}${String(b.value)}`, node)
        : unknown(node);
    }
    default:
      return unknown(node);
  }
}

/** What stands before `??` and `||`, which is nothing where a table has no entry. */
function leftOf({ left }: ts.BinaryExpression, scope: Scope): Value {
  const value = scope.evaluate(left);
  const isKnown = optionsOf(value).every(({ kind }) => kind === 'literal');
  return isKnown && mayBeMissing(left, scope) ? choice([value, literal(undefined, left)], left) : value;
}

/** The left value where it is taken, else the right one; both where that is not known. */
function unless(left: Value, right: () => Value, isTaken: (value: Value) => boolean, node: ts.BinaryExpression): Value {
  const isAnd = node.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken;
  const mayBeEither = (option: Value): boolean =>
    option.kind === 'unknown' || (option.kind === 'made' && syntax.isCallExpression(option.call));
  const options = optionsOf(left);
  const taken = options.flatMap((option) => {
    // Of `unknown && x` the left side is some falsy value, such as `undefined`.
    if (mayBeEither(option)) return isAnd ? [literal(undefined, option.node)] : [option];
    return isTaken(option) ? [option] : [];
  });
  // Once for all of them: in `a || b || c || …` there would be twice as many each time.
  const isRight = options.some((option) => mayBeEither(option) || !isTaken(option));
  return choice(isRight ? [...taken, right()] : taken, node);
}

/** `!a`, `-1`. */
export function valueOfUnary(node: ts.PrefixUnaryExpression, scope: Scope): Value {
  const value = scope.evaluate(node.operand);
  if (node.operator === syntax.SyntaxKind.ExclamationToken) {
    const truth = truthIn(node.operand, scope, value);
    return truth === undefined ? choice([literal(true, node), literal(false, node)], node) : literal(!truth, node);
  }
  return node.operator === syntax.SyntaxKind.MinusToken && value.kind === 'literal' && typeof value.value === 'number'
    ? literal(-value.value, node)
    : unknown(node);
}

/** A text with values in it. */
export function valueOfTemplate(node: ts.TemplateExpression, scope: Scope): Value {
  const parts = node.templateSpans.flatMap((span) => [
    scope.evaluate(span.expression),
    literal(span.literal.text, span.literal),
  ]);
  return textOf([literal(node.head.text, node.head), ...parts], node);
}

/** A text that is put together of values. */
export function textOf(parts: readonly Value[], node: ts.Node): Value {
  const texts = parts.flatMap((part) => (part.kind === 'literal' ? [String(part.value)] : []));
  return texts.length === parts.length ? literal(texts.join(''), node) : symbolic({ kind: 'text', parts }, node);
}

/** Whether a value is true in a condition. Undefined where that is not known. */
export function truthOf(value: Value): boolean | undefined {
  const options = optionsOf(value).map((option) => {
    if (option.kind === 'literal') return Boolean(option.value);
    const isAny = option.kind === 'unknown' || (option.kind === 'made' && !syntax.isNewExpression(option.call));
    return isAny ? undefined : true;
  });
  return options.every((each) => each === options[0]) ? options[0] : undefined;
}

/** Whether a condition is true, where that is known whatever the program runs with. */
export function truthIn(
  condition: ts.Expression,
  scope: Scope,
  value = scope.evaluateCondition(condition),
): boolean | undefined {
  const stated = truthOf(value);
  if (stated !== true && isPromise(condition, scope)) return true;
  const truth = stated ?? truthByOneSide(condition, scope);
  return truth === true && mayBeMissing(condition, scope) ? undefined : truth;
}

/** `if (!policy.permits(user)) …`, also by a constant: a promise that nothing awaits is there, whatever it brings. */
function isPromise(condition: ts.Expression, scope: Scope): boolean {
  const node = syntax.withoutAssertions(condition);
  const held = syntax.isIdentifier(node) ? constantInitializerOf(node) : node;
  const call = held && syntax.withoutAssertions(held);
  if (!call || !syntax.isCallExpression(call)) return false;
  if (scope.interpreter.compiler.resultOfCall(call).gives === 'promise') return true;
  // By its type it may be none: `permits(user): boolean | Promise<boolean>`.
  const called = optionsOf(scope.evaluateCondition(call.expression));
  return called.length > 0 && called.every((each) => each.kind === 'function' && syntax.isAsync(each.fn));
}

/** `isDynamic || name !== 'send'`, `isKnown && name === 'send'`: whatever the left side is, the right one decides. */
function truthByOneSide(condition: ts.Expression, scope: Scope): boolean | undefined {
  const node = syntax.withoutAssertions(condition);
  if (!syntax.isBinaryExpression(node) || !syntax.isLogical(node)) return undefined;
  if (node.operatorToken.kind === syntax.SyntaxKind.QuestionQuestionToken) return undefined;
  const decisive = node.operatorToken.kind === syntax.SyntaxKind.BarBarToken;
  return [node.left, node.right].some((side) => truthIn(side, scope) === decisive) ? decisive : undefined;
}

/** Of choices: whether all pairs are equal, or all differ. */
export function isEqual(a: Value, b: Value): boolean | undefined {
  const answers = optionsOf(a).flatMap((one) =>
    optionsOf(b).map((other) =>
      one.kind === 'literal' && other.kind === 'literal' ? one.value === other.value : undefined,
    ),
  );
  return answers.every((each) => each === answers[0]) ? answers[0] : undefined;
}
