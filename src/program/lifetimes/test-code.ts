import { testPackages, testRunners } from '../../models/sharing/entry-points.ts';
import { calledName, importersOf, syntax, type ts } from '../../type-utils/index.ts';
import { functionsAround } from '../values/functions.ts';

/** Whether code stands in what a test runner is given: `it('answers', …)`, `it.each(table)('…', …)`, `t.test('…', …)`. */
export function isInTest(node: ts.Node): boolean {
  return functionsAround(node).some((fn) => {
    const call = syntax.parentOf(fn);
    if (!syntax.isCallExpression(call)) return false;
    let callee: ts.Expression = call.expression;
    while (syntax.isCallExpression(callee) || syntax.isPropertyAccessExpression(callee)) callee = callee.expression;
    const names = [calledName(call) ?? '', syntax.isIdentifier(callee) ? callee.text : ''];
    return names.some((name) => testRunners.includes(name));
  });
}

/** Whether a file is of tests by what it imports: a test runner, or its assertions. */
export function usesTestRunner(file: ts.SourceFile, program: ts.Program): boolean {
  return testPackages.some((name) => importersOf(name, program).includes(file));
}
