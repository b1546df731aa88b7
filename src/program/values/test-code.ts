import { mockingCalls, testPackages, testRunners } from '../../models/sharing/entry-points.ts';
import { memo } from '../../memo.ts';
import { calledName, callsIn, importersOf, packageOfSpecifier, syntax, type ts } from '../../type-utils/index.ts';
import { functionsAround } from './functions.ts';

/** Whether a call gives a test runner a test, or what sets one up: `it('answers', …)`, `it.each(table)('…', …)`, `t.test('…', …)`. */
export function isTestCall(call: ts.Node): boolean {
  if (!syntax.isCallExpression(call)) return false;
  let callee: ts.Expression = call.expression;
  while (syntax.isCallExpression(callee) || syntax.isPropertyAccessExpression(callee)) callee = callee.expression;
  const names = [calledName(call) ?? '', syntax.isIdentifier(callee) ? callee.text : ''];
  return names.some((name) => testRunners.includes(name));
}

/** Whether code stands in what a test runner is given. */
export function isInTest(node: ts.Node): boolean {
  return functionsAround(node).some((fn) => isTestCall(syntax.parentOf(fn)));
}

/** Whether code is of tests: a test runner is given it, or its file imports one. */
export function isOfTests(node: ts.Node, program: ts.Program): boolean {
  return isInTest(node) || usesTestRunner(node.getSourceFile(), program);
}

/** Whether a file is of tests by what it imports: a test runner, or its assertions. */
export function usesTestRunner(file: ts.SourceFile, program: ts.Program): boolean {
  return testPackages.some((name) => importersOf(name, program).includes(file));
}

/** The packages of which a file of tests puts something else in the place: `vi.mock('@modelcontextprotocol/sdk/client/index.js')`. */
export const mockedPackagesIn = memo((file: ts.SourceFile): ReadonlySet<string> => {
  const calls = callsIn(file, (name) => mockingCalls.names.includes(name)).filter((call) => {
    const root = syntax.rootOf(call.expression);
    return syntax.isIdentifier(root) && mockingCalls.of.includes(root.text);
  });
  return new Set(
    calls.flatMap(({ arguments: [module] = [] }) =>
      module && syntax.isStringLiteralLike(module) ? [packageOfSpecifier(module.text)] : [],
    ),
  );
});
