import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, compilerOf, syntax } from '../../type-utils/index.ts';
import { isNot, knownParts } from '../control/conditions.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

const resolving = ['normalize', 'realpath', 'realpathSync', 'resolve'];
const pathMakers = [...resolving, 'join'];

/** How far calls are followed. */
const MAX_DEPTH = 2;

/**
 * What the test of a path leaves it: to lead into a folder, or not to lead up, so that it leads anywhere where it begins
 * at the root.
 */
export type PathCheck = 'folder' | 'below';

/**
 * What a function, or one that it calls, tests of a path before one of its calls, or in a function inside it:
 * `resolve(folder, path).startsWith(folder)`, or whether `path.includes('..')`.
 *
 * @param at Undefined: in all of the function
 */
export const pathCheckIn = memo((program: ts.Program, fn: ts.Node, at: ts.Node | undefined) =>
  checkIn(fn, program, 0, at),
);

function checkIn(fn: ts.Node, program: ts.Program, depth: number, at?: ts.Node): PathCheck | undefined {
  const container = at && syntax.containerOf(at);
  const calls = nodesIn(fn, syntax.isCallExpression, anywhere).filter(
    (call) => !at || call.pos < at.end || syntax.containerOf(call) !== container,
  );
  const names = new Set(calls.map((call) => calledName(call) ?? ''));
  const isResolved = resolving.some((name) => names.has(name));
  if (isResolved && (names.has('startsWith') || calls.some((call) => isFolderTest(call, program)))) return 'folder';
  const isForParent = calls.some(testsForParent);
  // What begins at the root is refused, or the way from the folder is looked at.
  if (isForParent && (names.has('relative') || calls.some(refusesRoot))) return 'folder';
  const inner = calls.map((call) => {
    const called = depth < MAX_DEPTH ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
    return called?.body !== undefined && called !== fn ? checkIn(called, program, depth + 1) : undefined;
  });
  return inner.includes('folder') ? 'folder' : isForParent || inner.includes('below') ? 'below' : undefined;
}

/** `isWithin(path, folder)`, of a function that compares them (`path.startsWith(folder + sep)`), and a path that was resolved. */
function isFolderTest(call: ts.CallExpression, program: ts.Program): boolean {
  const fn = compilerOf(program).functionCalledBy(call)?.fn;
  if (!fn?.body || syntax.isExpressionStatement(syntax.parentOfAwaited(call))) return false;
  const givenFor = (expression: ts.Node | undefined): ts.Expression | undefined => {
    const names = expression ? nodesIn(expression, syntax.isIdentifier) : [];
    const index = fn.parameters.findIndex((parameter) => names.some((name) => bindingOf(name) === parameter));
    return index < 0 ? undefined : call.arguments[index];
  };
  return nodesIn(fn.body, syntax.isCallExpression).some((test) => {
    if (calledName(test) !== 'startsWith' || !syntax.isPropertyAccessExpression(test.expression)) return false;
    const folder = givenFor(test.arguments[0]);
    const resolved = resolvedIn(givenFor(test.expression.expression));
    return folder !== undefined && resolved !== undefined && resolved.at(-1)?.getText() !== folder.getText();
  });
}

/** What a path was resolved of: `resolve(folder, path)`, also by way of a variable that is assigned it. */
function resolvedIn(path: ts.Expression | undefined): readonly ts.Expression[] | undefined {
  const node = path && syntax.withoutAssertions(path);
  if (!node) return undefined;
  if (syntax.isCallExpression(node)) return resolving.includes(calledName(node) ?? '') ? node.arguments : undefined;
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || !syntax.isVariableDeclaration(binding)) return undefined;
  const written = nodesIn(syntax.containerOf(binding), syntax.isPlainAssignment, anywhere).flatMap(({ left, right }) =>
    syntax.isIdentifier(left) && bindingOf(left) === binding ? [right] : [],
  );
  const values = [...(binding.initializer ? [binding.initializer] : []), ...written].map((value) => resolvedIn(value));
  return values.every((value) => value !== undefined) ? values.at(-1) : undefined;
}

/** Whether a function, or one that it calls, resolves a path in the very folder that it then tests it for. */
export function testsOwnFolder(fn: ts.Node, program: ts.Program, depth = 0): boolean {
  const calls = nodesIn(fn, syntax.isCallExpression, anywhere);
  const folders = calls.flatMap((call) =>
    resolving.includes(calledName(call) ?? '') ? (call.arguments[0]?.getText() ?? []) : [],
  );
  const isTest = (call: ts.CallExpression): boolean => {
    const tested = calledName(call) === 'startsWith' ? call.arguments[0]?.getText() : undefined;
    return (
      tested !== undefined &&
      folders.some((folder) => tested === folder || tested.startsWith(`${folder} `) || tested.includes(`\${${folder}}`))
    );
  };
  if (calls.some(isTest)) return true;
  return (
    depth < MAX_DEPTH &&
    calls.some((call) => {
      const called = compilerOf(program).functionCalledBy(call)?.fn;
      return called?.body !== undefined && called !== fn && testsOwnFolder(called, program, depth + 1);
    })
  );
}

/** `path.includes('..')`, `relative(folder, path).startsWith('../')` */
function testsForParent(call: ts.CallExpression): boolean {
  return testedFor(call)?.startsWith('..') === true;
}

/** `isAbsolute(path)`, `path.startsWith('/')` */
function testsForRoot(call: ts.CallExpression): boolean {
  return calledName(call) === 'isAbsolute' || (testedFor(call) === '/' && calledName(call) === 'startsWith');
}

/**
 * Whether a test is one for the root, and a path that begins there is refused: `if (isAbsolute(path)) throw …`, or what leads
 * up is refused with it. To require such a path, or to take it as it is (`isAbsolute(path) ? path : join(folder, path)`), is none.
 */
function refusesRoot(test: ts.CallExpression): boolean {
  if (!testsForRoot(test)) return false;
  const condition = conditionAround(test);
  const parent = syntax.parentOf(condition);
  const fails = (outcome: boolean, isTest: (part: ts.Expression) => boolean): boolean =>
    knownParts(condition, outcome).some(({ part, value }) => value === false && isTest(part));
  const outcomes = [true, false].filter((outcome) => fails(outcome, (part) => part === test));
  if (outcomes.some((outcome) => fails(outcome, (part) => syntax.isCallExpression(part) && testsForParent(part))))
    return true;
  if (syntax.isIfStatement(parent)) return outcomes.includes(false) && isRefusal(parent.thenStatement, test);
  return syntax.isReturnStatement(parent) || syntax.isArrowFunction(parent) || syntax.isCallExpression(parent);
}

/** The whole of what `!`, `&&` and `||` make of a test. */
function conditionAround(test: ts.Expression): ts.Expression {
  const parent = syntax.parentOf(test);
  const isPart = isNot(parent) || (syntax.isBinaryExpression(parent) && syntax.isLogical(parent));
  return isPart || syntax.isParenthesizedExpression(parent) ? conditionAround(parent) : test;
}

/** Whether a branch leaves the function, and does so without the path that was tested. */
function isRefusal(branch: ts.Statement, test: ts.CallExpression): boolean {
  if (nodesIn(branch, syntax.isThrowStatement).length > 0) return true;
  const returns = nodesIn(branch, syntax.isReturnStatement);
  return returns.length > 0 && !returns.some(({ expression }) => expression && isPathOf(expression, test));
}

/** `path` of `isAbsolute(path)`, and what `resolve(…)` and the like make. */
function isPathOf(returned: ts.Expression, test: ts.CallExpression): boolean {
  const value = syntax.withoutAssertions(returned);
  if (syntax.isCallExpression(value)) return pathMakers.includes(calledName(value) ?? '');
  return nodesIn(test, syntax.isIdentifier).some((name) => syntax.isIdentifier(value) && bindingOf(name) === bindingOf(value)); // prettier-ignore
}

/** The text that a path is tested for. */
function testedFor(call: ts.CallExpression): string | undefined {
  const [first] = call.arguments;
  const isTest = ['includes', 'startsWith'].includes(calledName(call) ?? '');
  return isTest && first && syntax.isStringLiteralLike(first) ? first.text : undefined;
}
