import type { ts } from '../../type-utils/index.ts';
import { bindingOf, syntax } from '../../type-utils/index.ts';
import { anywhere, contains, isReadByText } from '../../program/values/nodes.ts';

/**
 * The only value a field ever has: its initializer, or what the constructor assigns. `undefined` when it is assigned
 * anywhere else, or reached in another way than as `this.field`: through another instance, by a string, by destructuring.
 */
export function onlyValueOf(field: ts.PropertyDeclaration): ts.Expression | undefined {
  const name = (field.name as ts.Identifier | ts.PrivateIdentifier).text;
  const values: ts.Expression[] = field.initializer ? [field.initializer] : [];
  let isReachedOtherwise = false;
  const visit = (node: ts.Node): void => {
    const isName =
      (syntax.isIdentifier(node) || syntax.isPrivateIdentifier(node) || syntax.isStringLiteralLike(node)) &&
      node.text === name;
    if (isName && node !== field.name && !syntax.isTypeNode(node.parent)) {
      const access = node.parent;
      if (
        !syntax.isPropertyAccessExpression(access) ||
        access.expression.kind !== syntax.SyntaxKind.ThisKeyword ||
        syntax.classOfThis(access) !== field.parent
      ) {
        isReachedOtherwise ||= !isVariableNamed(node);
      } else {
        const assignment = access.parent;
        if (syntax.isAssignment(assignment) && assignment.left === access) {
          const isSimple =
            assignment.operatorToken.kind === syntax.SyntaxKind.EqualsToken &&
            syntax.isConstructorDeclaration(syntax.containerOf(assignment));
          if (isSimple) values.push(assignment.right);
          else isReachedOtherwise = true;
        }
      }
    }
    syntax.forEachChild(node, visit);
  };
  visit(field.parent);
  // TypeScript's `private` keeps out neither `object['field']` nor code that gets `this`.
  isReachedOtherwise ||= !syntax.isPrivateIdentifier(field.name) && isReachedFromOutside(field, name);
  return values.length === 1 && !isReachedOtherwise ? values[0] : undefined;
}

/** Whether code outside of its class may reach a field that TypeScript calls private. */
export function isReachedFromOutside(field: ts.PropertyDeclaration, name: string): boolean {
  return isReadByText(name, field.getSourceFile()) || contains(field.parent, isGivenAway, anywhere);
}

/** `this`, where it is more than what a member is read of. */
export function isGivenAway(node: ts.Node): boolean {
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
