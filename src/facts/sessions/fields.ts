import type { ts } from '../../type-utils/index.ts';
import { memo } from '../../memo.ts';
import { bindingOf, namesWithin, syntax } from '../../type-utils/index.ts';
import { anywhere, contains, isReadByText } from '../../program/values/nodes.ts';

/**
 * The only value a field ever has: its initializer, or what the constructor assigns. `undefined` when it is assigned
 * anywhere else, or reached in another way than as `this.field`: through another instance, by a string, by destructuring.
 */
export function onlyValueOf(field: ts.PropertyDeclaration): ts.Expression | undefined {
  const { text } = field.name as ts.Identifier | ts.PrivateIdentifier;
  const values: ts.Expression[] = field.initializer ? [field.initializer] : [];
  for (const name of namesWithin(field.parent, text)) {
    if (name === field.name || syntax.isTypeNode(name.parent)) continue;
    const access = name.parent;
    if (!isFieldOfThis(access, field)) {
      if (isVariableNamed(name)) continue;
      return undefined;
    }
    const assignment = access.parent;
    if (!syntax.isAssignment(assignment) || assignment.left !== access) continue;
    const isSimple =
      assignment.operatorToken.kind === syntax.SyntaxKind.EqualsToken &&
      syntax.isConstructorDeclaration(syntax.containerOf(assignment));
    if (!isSimple) return undefined;
    values.push(assignment.right);
  }
  const [value, ...others] = values;
  if (others.length > 0 || isNamedByText(text, field.parent)) return undefined;
  // TypeScript's `private` keeps out neither `object['field']` nor code that gets `this`.
  return !syntax.isPrivateIdentifier(field.name) && isReachedFromOutside(field, text) ? undefined : value;
}

/** `this.field`, in the class of the field itself. */
export function isFieldOfThis(access: ts.Node, field: ts.PropertyDeclaration): access is ts.PropertyAccessExpression {
  return (
    syntax.isPropertyAccessExpression(access) &&
    access.expression.kind === syntax.SyntaxKind.ThisKeyword &&
    syntax.classOfThis(access) === field.parent
  );
}

/** Whether a class has a string with the name of a field: `const key = 'field'`. */
function isNamedByText(name: string, owner: ts.ClassLikeDeclaration): boolean {
  const { pos, end } = owner;
  const text = owner.getSourceFile().text.slice(pos, end);
  if (!['"', "'", '`'].some((quote) => text.includes(quote + name + quote))) return false;
  const isName = (node: ts.Node): boolean =>
    syntax.isStringLiteralLike(node) && node.text === name && !syntax.isTypeNode(node.parent);
  return contains(owner, isName, anywhere);
}

/** Whether code outside of its class may reach a field that TypeScript calls private. */
export function isReachedFromOutside(field: ts.PropertyDeclaration, name: string): boolean {
  return isReadByText(name, field.getSourceFile()) || givesItselfAway(field.parent);
}

/** Whether an instance of a class hands itself on: `run(this)`. */
export const givesItselfAway = memo((owner: ts.ClassLikeDeclaration): boolean =>
  contains(owner, isGivenAway, anywhere),
);

/** `this`, where it is more than what a member is read of. */
function isGivenAway(node: ts.Node): boolean {
  return node.kind === syntax.SyntaxKind.ThisKeyword && !syntax.isPropertyAccessExpression(node.parent);
}

/** A variable or parameter that has the field's name by chance, and a use of it. */
function isVariableNamed(node: ts.Node): boolean {
  if (!syntax.isIdentifier(node)) return false;
  const { parent } = node;
  if (syntax.isMemberOfAccess(node)) return false;
  if (syntax.isBindingElement(parent))
    return (
      parent.name === node &&
      (parent.propertyName !== undefined || parent.parent.kind === syntax.SyntaxKind.ArrayBindingPattern)
    );
  if (syntax.isPropertyAssignment(parent)) return true;
  return bindingOf(node) !== undefined || syntax.isVariableDeclaration(parent) || syntax.isParameter(parent);
}
