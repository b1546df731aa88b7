import { mockingCalls, testImports, testPackages, testRunners } from '../../models/sharing/entry-points.ts';
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
  const root = calleeRootOf(call);
  const names = [calledName(call) ?? '', syntax.isIdentifier(root) ? root.text : ''];
  return names.some((name) => testRunners.includes(name));
}

/** `it` of `it.each(table)('…', …)`. */
function calleeRootOf(call: ts.Node): ts.Node {
  let callee = call;
  while (syntax.isCallExpression(callee) || syntax.isPropertyAccessExpression(callee)) callee = callee.expression;
  return callee;
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
    (usesTestRunner(node.getSourceFile(), program) && !importsNoTest(node.getSourceFile())) ||
    functionsAround(node).some((fn) => isTestCall(syntax.parentOf(fn)) && isOfRunner(syntax.parentOf(fn)))
  );
}

/** Files that a developer runs by hand, to look what is wrong: `scripts/diag_tools.ts`. */
const byHand = /(?:^|[\\/])(?:debug|diag|diagnose|smoke)[-_][^\\/]*$/;

/** Whether a file is one that a developer runs by hand, by its name. */
export function isRunByHand(fileName: string): boolean {
  return byHand.test(fileName);
}

/** Whether no user runs code: only a test runner does, or a developer by hand. */
export function isRunByNoUser(node: ts.Node, program: ts.Program): boolean {
  return isOnlyTested(node, program) || isRunByHand(node.getSourceFile().fileName);
}

/** Whether a program has a file that a developer runs by hand. */
export const hasFileRunByHand = memo((program: ts.Program): boolean =>
  program.getSourceFiles().some(({ fileName }) => isRunByHand(fileName)),
);

/** `it(…)`, which is global, and not `after(…)` of `next/server`, `pipeline.after(…)`. */
function isOfRunner(call: ts.Node): boolean {
  const root = calleeRootOf(call);
  return syntax.isIdentifier(root) && isGlobalName(root);
}

/** `import { chromium } from '@playwright/test'`, in a program that drives a browser: nothing that a test imports. */
function importsNoTest(file: ts.SourceFile): boolean {
  const imports = file.statements
    .filter(syntax.isImportDeclaration)
    .flatMap(({ importClause, moduleSpecifier: module }) => {
      const name = syntax.isStringLiteralLike(module) ? packageOfSpecifier(module.text) : '';
      return testPackages.includes(name) ? [{ ofTests: testImports[name], bindings: importClause?.namedBindings }] : [];
    });
  return (
    imports.length > 0 &&
    imports.every(
      ({ ofTests, bindings }) =>
        ofTests !== undefined &&
        bindings !== undefined &&
        syntax.isNamedImports(bindings) &&
        !bindings.elements.some(({ name }) => ofTests.includes(name.text)),
    )
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
