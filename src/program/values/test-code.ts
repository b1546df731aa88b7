import { mockingCalls, testPackages, testRunners } from '../../models/sharing/entry-points.ts';
import { memo } from '../../memo.ts';
import {
  calledName,
  callsIn,
  importersOf,
  isGlobalName,
  packageOfSpecifier,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
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

/**
 * Whether only a test runner runs code, for certain: it is given it by a function of its own, or the file imports one by which
 * it is given all.
 */
export function isOnlyTested(node: ts.Node, program: ts.Program): boolean {
  return (
    (usesTestRunner(node.getSourceFile(), program) && !importsBrowserOnly(node.getSourceFile())) ||
    functionsAround(node).some((fn) => isTestCall(syntax.parentOf(fn)) && isOfRunner(syntax.parentOf(fn)))
  );
}

/** `it(…)`, which is global, and not `after(…)` of `next/server`, `pipeline.after(…)`. */
function isOfRunner(call: ts.Node): boolean {
  let callee: ts.Node = call;
  while (syntax.isCallExpression(callee) || syntax.isPropertyAccessExpression(callee)) callee = callee.expression;
  return syntax.isIdentifier(callee) && isGlobalName(callee);
}

/** `import { chromium } from '@playwright/test'`, in a program that drives a browser. */
function importsBrowserOnly(file: ts.SourceFile): boolean {
  const imports = file.statements
    .filter(syntax.isImportDeclaration)
    .filter(
      ({ moduleSpecifier: module }) =>
        syntax.isStringLiteralLike(module) && testPackages.includes(packageOfSpecifier(module.text)),
    );
  return (
    imports.length > 0 &&
    imports.every(({ importClause, moduleSpecifier: module }) => {
      const bindings = importClause?.namedBindings;
      const names =
        bindings && syntax.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : ['test'];
      const isOfBrowser = syntax.isStringLiteralLike(module) && packageOfSpecifier(module.text) === '@playwright/test';
      return isOfBrowser && !names.some((name) => name === 'test' || name === 'expect');
    })
  );
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
