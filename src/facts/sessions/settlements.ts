import type { Settlement } from '../../analysis/typestate/semantics.ts';
import { pauses } from '../../models/sessions/pauses.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { isGlobal } from '../../program/values/runs.ts';
import type { CalleeOrigin, Compiler, ResolvedFunction, ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, constantInitializerOf, isCallOf, syntax } from '../../type-utils/index.ts';

/** The queries about the calls of a program. */
interface Questions {
  readonly compiler: Compiler;
  readonly functionCalledBy: (call: ts.CallExpression) => ResolvedFunction | undefined;
  readonly originOf: (call: ts.CallExpression) => CalleeOrigin | undefined;
}

/** How many functions and variables are followed to where a promise is made. */
const MAX_STEPS = 4;

/**
 * How a promise settles, where its type or the code that makes it shows it: a deadline that only rejects is never
 * fulfilled, a pause is. `undefined`: unknown.
 */
export function settlementOf(promise: ts.Expression, questions: Questions, steps = 0): Settlement | undefined {
  if (questions.compiler.isPromiseOfNever(promise)) return 'never-fulfilled';
  const made = syntax.withoutAssertions(promise);
  if (steps > MAX_STEPS) return undefined;
  if (syntax.isIdentifier(made)) {
    const initializer = constantInitializerOf(made);
    return initializer && settlementOf(initializer, questions, steps + 1);
  }
  if (syntax.isNewExpression(made)) return settlementByExecutor(made);
  if (!syntax.isCallExpression(made)) return undefined;
  const result = resultOf(questions.functionCalledBy(made)?.fn);
  if (result) return settlementOf(result, questions, steps + 1);
  const origin = questions.originOf(made);
  return origin && pauses.some((pause) => isCallOf(origin, pause)) ? 'fulfilled' : undefined;
}

/** The only expression that a function returns, where it comes to that in any case. */
function resultOf(fn: syntax.FunctionLike | undefined): ts.Expression | undefined {
  const body = fn?.body;
  if (!body || !syntax.isBlock(body)) return body;
  const last = body.statements.at(-1);
  if (!last || !syntax.isReturnStatement(last)) return undefined;
  return nodesIn(body, syntax.isReturnStatement).length === 1 ? last.expression : undefined;
}

/** What an executor may call that leaves nothing behind for the code after it to test. */
const timing: ReadonlySet<string> = new Set([
  'setTimeout',
  'setImmediate',
  'clearTimeout',
  'unref',
  'addEventListener',
]);

/**
 * `new Promise((_, reject) => …)` has nothing to be fulfilled with. One that calls its `resolve` is fulfilled, unless it
 * does something else too: the code after it may then see that time was up.
 */
function settlementByExecutor({ expression, arguments: args }: ts.NewExpression): Settlement | undefined {
  const [executor] = args ?? [];
  const isPromise = isGlobal(expression, 'Promise');
  if (!isPromise || !executor || !syntax.isFunctionValue(executor) || !executor.parameters.every(isPlain))
    return undefined;
  const [resolve] = executor.parameters;
  const isResolve = (node: ts.Node): boolean =>
    syntax.isIdentifier(node) && node.parent !== resolve && bindingOf(node) === resolve;
  if (!resolve || !contains(executor.body, isResolve, anywhere)) return 'never-fulfilled';
  const isOther = (node: ts.Node): boolean =>
    isMark(node) ||
    (syntax.isCallExpression(node) && !isResolve(node.expression) && !timing.has(calledName(node) ?? ''));
  return contains(executor.body, isOther, anywhere) ? undefined : 'fulfilled';
}

function isPlain({ name, dotDotDotToken, initializer }: ts.ParameterDeclaration): boolean {
  return syntax.isIdentifier(name) && !dotDotDotToken && !initializer;
}

/** `timedOut = true`: what a timer returns is kept to stop it, and tells nothing. */
function isMark(node: ts.Node): boolean {
  return syntax.isAssignment(node) && !syntax.isCallExpression(syntax.withoutAssertions(node.right));
}

/** Whether what leaves a function is a promise: the value of a `return` statement, or an expression as its body. */
export function isPromiseReturned(exit: ts.Node, compiler: Compiler): boolean {
  if (syntax.isReturnStatement(exit)) return exit.expression !== undefined && compiler.isPending(exit.expression);
  const body = syntax.isArrowFunction(exit) ? exit.body : exit;
  return syntax.isExpression(body) && compiler.isPending(body);
}
