import { bucketing } from '../../models/contracts/keys.ts';
import { isDay, isFreshCall, reshapingMethods } from '../../program/values/fresh-calls.ts';
import { writtenIn } from '../../program/values/functions.ts';
import { returnedBy } from '../../program/values/nodes.ts';
import { bindingOf, compilerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';

/** How many names and calls are followed. */
const MAX_DEPTH = 5;

/** Other calls that make another text or a digest of what they are given. */
const shaping =
  /^(?:update|digest|String|createHash|createHmac|hash|sha\d*|sha256|md5|encodeURIComponent|from|stringify|Number|abs|floor|round|trunc|at|pop)$/;

/** Code that runs again, and in which a value is looked at. */
export interface Rerun {
  /** What is run each time. */
  readonly regions: readonly ts.Node[];
  /** Variables that have another value each time: the number of the attempt. */
  readonly varying: ReadonlySet<ts.Node>;
  /** What a parameter is given, by the call that is followed. */
  readonly argumentOf: (name: ts.Identifier) => ts.Expression | undefined;
  /** Whether a value counts that is made where another one is not there: `key ?? randomUUID()`. */
  readonly countsFallbacks?: boolean;
}

/**
 * What makes a value another one each time that some code runs: `randomUUID()`, `Date.now()`, the number of the attempt.
 * Undefined where it is the same, or not known to be another: a part that is chosen among several, `key ?? randomUUID()`, or
 * a span of time, `new Date().toISOString().slice(0, 10)`.
 */
export function freshPartOf(value: ts.Expression, rerun: Rerun, program: ts.Program, depth = 0): ts.Node | undefined {
  const node = syntax.withoutAssertions(value);
  const next = (inner: ts.Expression | undefined): ts.Node | undefined =>
    inner && freshPartOf(inner, rerun, program, depth + 1);
  const firstOf = (parts: readonly ts.Expression[]): ts.Node | undefined => {
    for (const part of parts) {
      const found = next(part);
      if (found) return found;
    }
    return undefined;
  };
  if (depth > MAX_DEPTH * 4) return undefined;
  if (syntax.isIdentifier(node)) return ofName(node, rerun, program, depth);
  if (syntax.isAwaitExpression(node)) return next(node.expression);
  if (syntax.isTemplateExpression(node)) return firstOf(node.templateSpans.map(({ expression }) => expression));
  if (syntax.isBinaryExpression(node)) {
    // Of those between which a value is chosen: where one of them is not known, neither is the value.
    if (!syntax.isLogical(node)) return firstOf([node.left, node.right]);
    return rerun.countsFallbacks && isSettled(node.left) ? next(node.right) : undefined;
  }
  if (syntax.isPrefixUnaryExpression(node) || syntax.isPostfixUnaryExpression(node)) return next(node.operand);
  if (syntax.isPropertyAccessExpression(node)) return next(node.expression);
  if (syntax.isArrayLiteralExpression(node)) return firstOf(node.elements);
  if (syntax.isNewExpression(node)) return ofConstruction(node, firstOf);
  return syntax.isCallExpression(node) ? ofCall(node, rerun, program, depth, firstOf) : undefined;
}

/** Whether a name stands for the same each time: nothing is kept in it for the next one. */
function isSettled(expression: ts.Expression): boolean {
  const node = syntax.withoutAssertions(expression);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding !== undefined && !writtenIn(binding.getSourceFile()).has(binding);
}

function ofName(node: ts.Identifier, rerun: Rerun, program: ts.Program, depth: number): ts.Node | undefined {
  const binding = bindingOf(node);
  if (!binding) return undefined;
  if (rerun.varying.has(binding)) return node;
  const given = rerun.argumentOf(node);
  if (given) return freshPartOf(given, rerun, program, depth + 1);
  if (!syntax.isVariableDeclaration(binding) || !binding.initializer) return undefined;
  // What is made before the code runs is the same each time.
  if (!rerun.regions.some((region) => isInside(binding, region))) return undefined;
  return freshPartOf(binding.initializer, rerun, program, depth + 1);
}

type FirstOf = (parts: readonly ts.Expression[]) => ts.Node | undefined;

function ofConstruction(node: ts.NewExpression, firstOf: FirstOf): ts.Node | undefined {
  const isDate = syntax.isIdentifier(node.expression) && node.expression.text === 'Date';
  if (!isDate) return undefined;
  return (node.arguments ?? []).length === 0 ? node : firstOf(node.arguments ?? []);
}

function ofCall(
  call: ts.CallExpression,
  rerun: Rerun,
  program: ts.Program,
  depth: number,
  firstOf: FirstOf,
): ts.Node | undefined {
  if (isFreshCall(call, program)) return call;
  const callee = syntax.withoutAssertions(call.expression);
  const name = syntax.lastNameOf(callee)?.text ?? '';
  if (bucketing.test(name) && !/random/i.test(call.getText())) return undefined;
  const receiver = syntax.isPropertyAccessExpression(callee) ? [callee.expression] : [];
  if (isDay(name, receiver[0])) return undefined;
  const own = compilerOf(program).functionCalledBy(call)?.fn;
  if (own) return depth < MAX_DEPTH && isFreshResult(own, program, depth) ? call : undefined;
  return reshapingMethods.has(name) || shaping.test(name) ? firstOf([...receiver, ...call.arguments]) : undefined;
}

/** Whether a function of the program gives another value each time. */
function isFreshResult(fn: syntax.FunctionLike, program: ts.Program, depth: number): boolean {
  const returned = returnedBy(fn);
  const rerun: Rerun = { regions: [fn], varying: new Set(), argumentOf: () => undefined };
  return returned.length > 0 && returned.every((each) => freshPartOf(each, rerun, program, depth + 1) !== undefined);
}
