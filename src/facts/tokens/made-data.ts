import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, constantInitializerOf, syntax } from '../../type-utils/index.ts';
import { valueOf } from '../../program/values/functions.ts';
import { copiedByCall } from './arguments/known-calls.ts';
import { copiedBy, globalNameOf, isAssertion } from './forgery-sites.ts';
import { isWritten } from './places.ts';

/** An object that an expression makes of others, or of a text. */
export interface MadeData {
  /** What is copied. Empty: it is read from a text. */
  readonly of: readonly ts.Expression[];
  /** Nothing in it is what the original has in it. */
  readonly isDeep: boolean;
}

/**
 * What an expression makes, or the constant that it reads is made of: `JSON.parse(text)`, `await response.json()`,
 * `structuredClone(value)`, `{ ...value }`. Undefined for anything else, and for what is changed afterwards.
 */
export function madeDataOf(expression: ts.Expression): MadeData | undefined {
  const value = valueOf(writtenOutOf(expression));
  if (syntax.isCallExpression(value)) {
    const copied = copiedByCall(value);
    if (copied?.isDeep) return { of: [copied.of], isDeep: true };
    if (isParsing(value)) return { of: [], isDeep: true };
  }
  const of = copiedBy(value);
  return of.length > 0 ? { of, isDeep: false } : undefined;
}

/** Whether an expression is data that is read from a text, in which no token can be. */
export function isParsed(expression: ts.Expression): boolean {
  return madeDataOf(expression)?.of.length === 0;
}

/** What is returned, or what the constant that is returned is made with. */
function writtenOutOf(expression: ts.Expression): ts.Expression {
  const name = syntax.withoutAssertions(expression);
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  if (!binding || !syntax.isIdentifier(name) || isWritten({ root: binding, path: [] })) return expression;
  return constantInitializerOf(name) ?? expression;
}

/** Whether an expression only states a type for what it has: `value as T`. */
export function isStated(expression: ts.Expression): boolean {
  let written = writtenOutOf(expression);
  while (syntax.isParenthesizedExpression(written)) written = written.expression;
  return isAssertion(written);
}

/** `JSON.parse(text)`, without a function that puts something else in its place; `response.json()` of a request. */
function isParsing(call: ts.CallExpression): boolean {
  if (globalNameOf(call) === 'JSON.parse') return call.arguments.length === 1;
  const isMethod = syntax.isPropertyAccessExpression(syntax.withoutAssertions(call.expression));
  return isMethod && calledName(call) === 'json' && call.arguments.length === 0;
}
