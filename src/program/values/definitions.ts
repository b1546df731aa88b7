import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { isInside, syntax, usesOf } from '../../type-utils/index.ts';
import { mayLeadTo } from '../control/control.ts';
import { assignmentsTo, isLazyAssignment, isReplacement, namesWrittenIn, referenceOf } from './functions.ts';

/** What gives a variable a value: its declaration, or an assignment of the whole. */
export type Definition = ts.VariableDeclaration | ts.BinaryExpression;

/** What a definition puts into the variable: nothing by `let a;`. */
export function sourceOf(definition: Definition): ts.Expression | undefined {
  return syntax.isVariableDeclaration(definition) ? definition.initializer : definition.right;
}

/** How many definitions of one variable are told apart. */
const MAX_DEFINITIONS = 16;

/** The declaration of a variable, and the assignments to it. */
export const definitionsOf = memo((declaration: ts.VariableDeclaration, program: ts.Program): readonly Definition[] => [
  declaration,
  ...assignmentsTo(declaration, program).filter(isReplacement),
]);

/**
 * The definitions of a variable whose value may be there where it is named, on the paths of one function. Undefined where it is
 * written in another way too (`[a, b] = pair`, `a += b`, `for (a of all)`), by another function, or too often.
 */
export function definitionsReaching(
  name: ts.Node,
  declaration: ts.VariableDeclaration,
  program: ts.Program,
): readonly Definition[] | undefined {
  const definitions = definitionsOf(declaration, program);
  const container = syntax.containerOf(name);
  if (!isDefinedIn(declaration, program, container)) return undefined;
  const replacing = definitions.filter(
    (each) => !isInside(name, each) && (syntax.isVariableDeclaration(each) || !isLazyAssignment(each)),
  );
  return definitions.filter((each) => {
    const others = replacing.filter((other) => other !== each);
    return mayLeadTo(each, name, container, { nodes: others, tests: [] }, program);
  });
}

/** Whether a part of something else is put into a variable: `[a, b] = pair`, `for (a of all)`. */
export const isSetByPart = memo((declaration: ts.VariableDeclaration, program: ts.Program): boolean => {
  const written = namesWrittenIn(declaration.getSourceFile());
  return usesOf(declaration, program).some((use) => {
    const parent = syntax.parentOf(referenceOf(use));
    const isWhole =
      syntax.isAssignment(parent) ||
      syntax.isPrefixUnaryExpression(parent) ||
      syntax.isPostfixUnaryExpression(parent) ||
      (syntax.isExpression(parent) && syntax.withoutAssertions(parent) !== parent);
    return written.has(use) && !isWhole;
  });
});

/** Whether all that writes a variable is one of its few definitions, in one function. */
const isDefinedIn = memo((declaration: ts.VariableDeclaration, program: ts.Program, container: ts.Node): boolean => {
  const definitions = definitionsOf(declaration, program);
  const written = namesWrittenIn(declaration.getSourceFile());
  const isOfBlock =
    syntax.isVariableDeclarationList(declaration.parent) &&
    (declaration.parent.flags & syntax.NodeFlags.BlockScoped) !== 0;
  return (
    isOfBlock &&
    definitions.length <= MAX_DEFINITIONS &&
    definitions.every((each) => syntax.containerOf(each) === container) &&
    usesOf(declaration, program).every((use) => !written.has(use) || isOfDefinition(use, definitions))
  );
});

function isOfDefinition(use: ts.Node, definitions: readonly Definition[]): boolean {
  const target = referenceOf(use);
  return definitions.some(
    (each) => !syntax.isVariableDeclaration(each) && syntax.withoutAssertions(each.left) === target,
  );
}
