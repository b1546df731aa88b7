import {
  assignedIn,
  bindingOf,
  enclosingLoopOf,
  isExported,
  isInside,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf, leadsTo, mayLeadTo } from '../../program/control/control.ts';
import { writtenIn } from '../../program/values/functions.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { variablesIn } from './arguments/timing.ts';
import { isGivenSomewhere, isNothing } from './forgery-sites.ts';

/**
 * Where a file hands on a variable that a path leaves without a value, of which an exclamation mark says that it has one:
 * `let token!: Token`, `token!`, `undefined!`. And fields of that kind which nothing assigns. One place for each.
 *
 * @param isToken whether a declared name or an expression is a token, and nothing else
 */
export function unassignedIn(
  file: ts.SourceFile,
  program: ts.Program,
  isToken: (name: ts.Identifier | ts.PropertyName) => boolean,
): readonly (ts.Identifier | ts.PrivateIdentifier)[] {
  const variables = nodesIn(file, syntax.isVariableDeclaration, anywhere).flatMap((variable) => {
    const { name } = variable;
    if (!syntax.isIdentifier(name) || !isEmptyAtFirst(variable)) return [];
    // A type is queried only where there is such a place.
    const reads = readsOf(variable);
    if (reads.length === 0 || !isToken(name)) return [];
    return reads.find((read) => isUnassignedAt(read, variable, program)) ?? [];
  });
  const fields = nodesIn(file, syntax.isPropertyDeclaration, anywhere).flatMap((field) => {
    const { name } = field;
    const isNamed = syntax.isIdentifier(name) || syntax.isPrivateIdentifier(name);
    return isNamed && isOwnAndEmpty(field, program) && isToken(name) ? [name] : [];
  });
  return [...variables, ...fields];
}

/** Whether a `let` has no value by its declaration. */
function isEmptyAtFirst({ initializer, parent, type }: ts.VariableDeclaration): boolean {
  if (!syntax.isVariableDeclarationList(parent) || parent.flags & syntax.NodeFlags.Constant) return false;
  if (syntax.isForInOrOf(parent.parent) || !type) return false;
  return !initializer || isNothing(syntax.withoutAssertions(initializer));
}

/** Where a variable is handed on as what it may not be. */
function readsOf(variable: ts.VariableDeclaration): readonly ts.Identifier[] {
  const { exclamationToken, initializer } = variable;
  const isStated = exclamationToken !== undefined || initializer?.kind === syntax.SyntaxKind.NonNullExpression;
  return ownNodesIn(syntax.containerOf(variable), syntax.isIdentifier).filter((name) => {
    if (name === variable.name || bindingOf(name) !== variable) return false;
    let whole: ts.Expression = name;
    let isNonNull = isStated;
    while (isWrapped(whole)) {
      isNonNull ||= whole.parent.kind === syntax.SyntaxKind.NonNullExpression;
      whole = whole.parent as ts.Expression;
    }
    return isNonNull && isGivenSomewhere(whole);
  });
}

/** The nodes of a function, without those of the functions inside of it. */
function ownNodesIn<T extends ts.Node>(container: ts.Node, isWanted: (node: ts.Node) => node is T): readonly T[] {
  return nodesIn(container, isWanted, (node) => node === container || !syntax.isFunctionLike(node));
}

function isWrapped({ parent }: ts.Node): boolean {
  return parent.kind === syntax.SyntaxKind.NonNullExpression || syntax.isParenthesizedExpression(parent);
}

/** Whether a path leads to a read past all assignments, where no condition on it shows that there was one. */
function isUnassignedAt(read: ts.Identifier, variable: ts.VariableDeclaration, program: ts.Program): boolean {
  const container = syntax.containerOf(variable);
  const targets = assignedIn(variable.getSourceFile()).filter((target) =>
    nodesIn(target, syntax.isIdentifier).some((name) => bindingOf(name) === variable),
  );
  const assignments = targets.map(({ parent }) => parent);
  const isFollowed = assignments.every(
    (assignment) =>
      syntax.isPlainAssignment(assignment) &&
      syntax.containerOf(assignment) === container &&
      // A loop may have to run at least once.
      isInside(read, enclosingLoopOf(assignment) ?? container),
  );
  if (!isFollowed || leadsTo(variable, read, program) !== true) return false;
  if (!mayLeadTo(variable, read, container, { nodes: assignments, tests: [] }, program)) return false;
  return !isDecidedBefore(read, variable, assignments, program);
}

/** Whether a condition of a read, or an assertion before it, may rule out that the variable has no value. */
function isDecidedBefore(
  read: ts.Identifier,
  variable: ts.VariableDeclaration,
  assignments: readonly ts.Node[],
  program: ts.Program,
): boolean {
  const isRead = (name: ts.Identifier): boolean => bindingOf(name) === variable;
  const asserted = ownNodesIn(syntax.containerOf(variable), syntax.isExpressionStatement).some(
    ({ end, expression }) =>
      end <= read.pos &&
      syntax.isCallExpression(expression) &&
      expression.arguments.some((argument) => nodesIn(argument, syntax.isIdentifier).some(isRead)),
  );
  if (asserted) return true;
  const before = assignments.flatMap((assignment) => branchesOf(assignment, program));
  const shared = new Set(before.map(({ site }) => site));
  const decisive = branchesOf(read, program).filter((each) => !shared.has(each.site));
  const tested = decisive.flatMap((each) => variablesIn(testedBy(each)));
  const known = new Set(before.flatMap((each) => variablesIn(testedBy(each))));
  const written = writtenIn(variable.getSourceFile());
  return tested.some((root) => root === variable || known.has(root) || written.has(root));
}

/** Whether a field is declared to have a value that nothing in its file gives it, and nothing outside can. */
function isOwnAndEmpty(field: ts.PropertyDeclaration, program: ts.Program): boolean {
  const { exclamationToken, initializer, modifiers, name, parent } = field;
  if (!exclamationToken || initializer || modifiers?.some(({ kind }) => kind === syntax.SyntaxKind.Decorator))
    return false;
  const isHidden =
    syntax.isPrivateIdentifier(name) ||
    syntax.hasModifier(field, syntax.SyntaxKind.PrivateKeyword) ||
    !isExported(parent, program);
  if (!isHidden) return false;
  const file = field.getSourceFile();
  const isFilled = assignedIn(file).some(
    (target) =>
      syntax.isElementAccessExpression(target) ||
      nodesIn(target, syntax.isPropertyAccessExpression).some((access) => access.name.getText() === name.getText()),
  );
  return !isFilled && !/\b(?:assign|defineProperty|defineProperties|set)\(/.test(file.text);
}
