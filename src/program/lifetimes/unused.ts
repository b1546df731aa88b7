import { memo } from '../../memo.ts';
import {
  decoratorsOf,
  exportedValues,
  filesNaming,
  hasModuleAsObject,
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
  if (!isHandedOn(declaration, program)) return false;
  const never = neverUsed(declaration, program);
  return (
    never.size > 0 &&
    [...never].every((each) => isOfSharedModule(each, never, program)) &&
    ![...never].some((each) => isNamedOutside(each, program))
  );
});

/** A function or variable that a module exports, and not by default. */
function isHandedOn(
  declaration: ts.NamedDeclaration,
  program: ts.Program,
): declaration is ts.FunctionDeclaration | ts.VariableDeclaration {
  return (
    isVariableOrFunction(declaration) &&
    syntax.isSourceFile(syntax.containerOf(declaration)) &&
    !syntax.hasModifier(declaration, syntax.SyntaxKind.DefaultKeyword) &&
    isExported(declaration, program)
  );
}

/**
 * A declaration and the exported functions that name it, where the program has nothing that runs one of them: that only
 * exports them under their names, or is in one of them. Empty where it has.
 */
function neverUsed(declaration: ts.NamedDeclaration, program: ts.Program): ReadonlySet<ts.NamedDeclaration> {
  const found = new Set([declaration]);
  for (const each of found)
    for (const use of usesOf(each, program)) {
      if (isPlainSpecifier(use) || isInside(use, each)) continue;
      const outermost = functionsAround(use).at(-1);
      const around = outermost && namedDeclarationOf(outermost);
      if (!around || !isHandedOn(around, program)) return new Set();
      found.add(around);
    }
  return found;
}

/** Whether other files name what a module exports beside some declarations, one by one: not as an object with all of it. */
function isOfSharedModule(
  declaration: ts.NamedDeclaration,
  but: ReadonlySet<ts.NamedDeclaration>,
  program: ts.Program,
): boolean {
  const file = declaration.getSourceFile();
  if ([...filesNaming(program, file)].some((each) => each !== file && hasModuleAsObject(each))) return false;
  return [...exportedValues(file, program).values()].some(
    (other) =>
      isVariableOrFunction(other) &&
      !but.has(other) &&
      usesOf(other, program).some((use) => use.getSourceFile() !== file),
  );
}

/** `import { run }`, `export { run } from './run.js'`: under the same name. */
function isPlainSpecifier({ parent }: ts.Node): boolean {
  return (syntax.isImportSpecifier(parent) || syntax.isExportSpecifier(parent)) && parent.propertyName === undefined;
}

function isVariableOrFunction(
  declaration: ts.Declaration,
): declaration is ts.FunctionDeclaration | ts.VariableDeclaration {
  return syntax.isFunctionDeclaration(declaration) || syntax.isVariableDeclaration(declaration);
}
