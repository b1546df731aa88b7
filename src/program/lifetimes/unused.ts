import { memo } from '../../memo.ts';
import { decoratorsOf, syntax, type ts, usesOf } from '../../type-utils/index.ts';
import { functionsAround, namedDeclarationOf } from '../values/functions.ts';

/**
 * Whether code stands in a function that nothing in the program names, and nothing outside can: a function in another
 * function, or a private method. What is declared at the top of a file may be a part of the program that is not finished.
 */
export function isNeverRun(node: ts.Node, program: ts.Program): boolean {
  return functionsAround(node).some((fn) => isUnused(program, fn));
}

const isUnused = memo((program: ts.Program, fn: syntax.FunctionLike): boolean => {
  const declaration = namedDeclarationOf(fn);
  return declaration !== undefined && isHidden(declaration) && usesOf(declaration, program).length === 0;
});

/** Whether a declaration can be named only in the function or the class around it. */
function isHidden(declaration: ts.NamedDeclaration): boolean {
  if (syntax.isMethodDeclaration(declaration) || syntax.isPropertyDeclaration(declaration))
    return (
      decoratorsOf(declaration).length === 0 &&
      (syntax.isPrivateIdentifier(declaration.name) ||
        syntax.hasModifier(declaration, syntax.SyntaxKind.PrivateKeyword))
    );
  if (!syntax.isFunctionDeclaration(declaration) && !syntax.isVariableDeclaration(declaration)) return false;
  return !syntax.isSourceFile(syntax.containerOf(declaration));
}
