import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  givesAnything,
  syntax,
} from '../../type-utils/index.ts';
import { valueOf } from '../../program/values/functions.ts';
import { returnedBy } from '../../program/values/nodes.ts';
import { copiedByCall } from './arguments/known-calls.ts';
import { copiedBy, globalNameOf, isAssertion } from './forgery-sites.ts';
import { isWritten, takenFrom } from './places.ts';

/** An object that an expression makes of others, or of a text. */
export interface MadeData {
  /** What is copied. Empty: it is read from a text. */
  readonly of: readonly ts.Expression[];
  /** Nothing in it is what the original has in it. */
  readonly isDeep: boolean;
}

/** Methods and functions that make data of a text, of bytes or of a body, where a package declares that they give anything. */
const parsing: ReadonlySet<string> = new Set('decode deserialize json parse unpack'.split(' '));
/** How many functions and variables a text passes through before it is data, at most. */
const MAX_DEPTH = 4;

/**
 * What an expression makes, or the constant that it reads is made of: `JSON.parse(text)`, `await response.json()`,
 * `structuredClone(value)`, `{ ...value }`. Undefined for anything else, and for what is changed afterwards.
 */
export function madeDataOf(expression: ts.Expression, program: ts.Program): MadeData | undefined {
  const value = valueOf(writtenOutOf(expression));
  if (syntax.isCallExpression(value)) {
    const copied = copiedByCall(value);
    if (copied?.isDeep) return { of: [copied.of], isDeep: true };
  }
  if (isParsed(value, program)) return { of: [], isDeep: true };
  const of = copiedBy(value);
  return of.length > 0 ? { of, isDeep: false } : undefined;
}

/** Whether an expression is data, or a part of data, that is read from a text, in which no token can be. */
export function isParsed(expression: ts.Expression, program: ts.Program, depth = 0): boolean {
  const value = valueOf(writtenOutOf(expression));
  if (depth > MAX_DEPTH) return false;
  if (syntax.isAccess(value)) return isParsed(value.expression, program, depth + 1);
  if (syntax.isIdentifier(value)) {
    const binding = bindingOf(value);
    if (!binding || !syntax.isBindingElement(binding) || isWritten({ root: binding, path: [] })) return false;
    const taken = takenFrom(binding);
    return taken !== undefined && isParsed(taken.from, program, depth + 1);
  }
  return syntax.isCallExpression(value) && !copiedByCall(value) && isParsing(value, program, depth);
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

/**
 * `JSON.parse(text)`, without a function that puts something else in its place; `response.json()` of what a package
 * declares; a function of the program that returns such data, or a promise that is handed on to one.
 */
function isParsing(call: ts.CallExpression, program: ts.Program, depth: number): boolean {
  if (globalNameOf(call) === 'JSON.parse') return call.arguments.length === 1;
  if (parsing.has(calledName(call) ?? '') && call.arguments.length <= 1 && givesAnything(call, program)) return true;
  const fn = compilerOf(program).functionCalledBy(call)?.fn ?? handlerOf(call);
  return fn !== undefined && returnedBy(fn).some((each) => isParsed(each, program, depth + 1));
}

/** `response.then((each) => each.json())` */
function handlerOf(call: ts.CallExpression): syntax.FunctionLike | undefined {
  const [handler] = call.arguments;
  const isThen =
    calledName(call) === 'then' && syntax.isPropertyAccessExpression(syntax.withoutAssertions(call.expression));
  return isThen && handler && syntax.isFunctionValue(handler) ? handler : undefined;
}
