import { memo } from '../../memo.ts';
import {
  decoratorsOf,
  exportedValues,
  isExported,
  isInside,
  isNamedOutside,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import { functionsAround, namedDeclarationOf } from '../values/functions.ts';

/**
 * Whether code stands in a function that nothing names: a function in another function, or a private method, or one that a
 * module exports of which others use something else. What is only declared at the top of a file may be a part of the program
 * that is not finished.
 */
export function isNeverRun(node: ts.Node, program: ts.Program): boolean {
  return functionsAround(node).some((fn) => isUnused(fn, program));
}

function isUnused(fn: syntax.FunctionLike, program: ts.Program): boolean {
  const declaration = namedDeclarationOf(fn);
  if (declaration === undefined) return false;
  return isHidden(declaration) ? usesOf(declaration, program).length === 0 : isLeftOver(program, declaration);
}

/** Whether a declaration can be named only in the function or the class around it. */
function isHidden(declaration: ts.NamedDeclaration): boolean {
  if (syntax.isMethodDeclaration(declaration) || syntax.isPropertyDeclaration(declaration))
    return (
      decoratorsOf(declaration).length === 0 &&
      (syntax.isPrivateIdentifier(declaration.name) ||
        syntax.hasModifier(declaration, syntax.SyntaxKind.PrivateKeyword))
    );
  return isVariableOrFunction(declaration) && !syntax.isSourceFile(syntax.containerOf(declaration));
}

/**
 * Whether a module exports something by its name that neither the program nor anything around it names but to hand it on, and
 * something else that other files name. A module that none names is where a program, or a framework, begins.
 */
const isLeftOver = memo((program: ts.Program, declaration: ts.NamedDeclaration): boolean => {
  if (!isVariableOrFunction(declaration) || !syntax.isSourceFile(syntax.containerOf(declaration))) return false;
  if (isDefault(declaration) || !isExported(declaration, program)) return false;
  const never = neverUsed(declaration, program);
  if (never.size === 0) return false;
  const file = declaration.getSourceFile();
  const isPartOfMore = [...exportedValues(file, program).values()].some(
    (other) =>
      isVariableOrFunction(other) &&
      !never.has(other) &&
      usesOf(other, program).some((use) => use.getSourceFile() !== file),
  );
  return isPartOfMore && ![...never].some((each) => isNamedOutside(each, program));
});

/**
 * A declaration and the exported functions that name it, where the program has nothing that runs one of them: that only
 * exports them, or is in one of them. Empty where it has.
 */
function neverUsed(declaration: ts.NamedDeclaration, program: ts.Program): ReadonlySet<ts.NamedDeclaration> {
  const found = new Set([declaration]);
  for (const each of found)
    for (const use of usesOf(each, program)) {
      if (isSpecifier(use) || isInside(use, each)) continue;
      const outermost = functionsAround(use).at(-1);
      const around = outermost && namedDeclarationOf(outermost);
      const isHandedOn = around && isVariableOrFunction(around) && !isDefault(around) && isExported(around, program);
      if (!isHandedOn) return new Set();
      found.add(around);
    }
  return found;
}

/** `import { run }`, `export { run } from './run.js'` */
function isSpecifier({ parent }: ts.Node): boolean {
  return syntax.isImportSpecifier(parent) || syntax.isExportSpecifier(parent);
}

function isDefault(declaration: ts.Declaration): boolean {
  return syntax.hasModifier(declaration, syntax.SyntaxKind.DefaultKeyword);
}

function isVariableOrFunction(
  declaration: ts.Declaration,
): declaration is ts.FunctionDeclaration | ts.VariableDeclaration {
  return syntax.isFunctionDeclaration(declaration) || syntax.isVariableDeclaration(declaration);
}
