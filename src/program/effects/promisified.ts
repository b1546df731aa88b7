import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { compilerOf, declarationOf, syntax } from '../../type-utils/index.ts';

/** How many names are looked through to find what `promisify` was given. */
const MAX_DEPTH = 8;

/** Whether a program's own sources mention `promisify`: without, there is no question to the checker. */
export const hasPromisified = memo((program: ts.Program) =>
  program.getSourceFiles().some(({ isDeclarationFile, text }) => !isDeclarationFile && text.includes('promisify')),
);

/**
 * Of `promisify(exec)` of `node:util`, and of a variable, field, property or parameter that holds it, the expression `exec`.
 */
export function promisifiedBy(reference: ts.Expression, program: ts.Program, depth = 0): ts.Expression | undefined {
  if (depth > MAX_DEPTH || !hasPromisified(program)) return undefined;
  const node = syntax.withoutAssertions(reference);
  if (!syntax.isCallExpression(node)) {
    const name = syntax.lastNameOf(node);
    const held = name && heldBy(declarationOf(name, program), program);
    return held && promisifiedBy(held, program, depth + 1);
  }
  const [original] = node.arguments;
  const maker = compilerOf(program).calleeOrigin(node)?.origin;
  if (!original || maker?.package !== 'node:util' || maker.name !== 'promisify') return undefined;
  return promisifiedBy(original, program, depth + 1) ?? unbound(original);
}

/** `exec` of `exec.bind(child)`. */
function unbound(reference: ts.Expression): ts.Expression {
  const node = syntax.withoutAssertions(reference);
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  return callee && syntax.isPropertyAccessExpression(callee) && callee.name.text === 'bind' ? callee.expression : node;
}

/** What a declaration holds by its initializer. */
function heldBy(declaration: ts.Node | undefined, program: ts.Program): ts.Expression | undefined {
  if (declaration && syntax.isBindingElement(declaration))
    return heldBy(compilerOf(program).memberTakenBy(declaration), program);
  const isHolder =
    declaration &&
    (syntax.isVariableDeclaration(declaration) ||
      syntax.isPropertyDeclaration(declaration) ||
      syntax.isPropertyAssignment(declaration) ||
      syntax.isParameter(declaration));
  return isHolder && !declaration.getSourceFile().isDeclarationFile ? declaration.initializer : undefined;
}
