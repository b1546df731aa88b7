import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import { isReachedFromOutside } from '../sessions/fields.ts';

/**
 * Whether a field, `this.#token`, is emptied by all code that takes what it has, so that only one call has the token: it is
 * private to its class, and a variable that takes it is followed by `this.#token = undefined`.
 */
export function isTakenByReaders(field: ts.Expression): boolean {
  const target = syntax.withoutAssertions(field);
  if (!isFieldOfThis(target)) return false;
  const owner = syntax.classOfThis(target);
  if (!owner) return false;
  const { text } = target.name;
  const declared = owner.members.filter(syntax.isPropertyDeclaration).find(({ name }) => name.getText() === text);
  const isPrivate =
    syntax.isPrivateIdentifier(target.name) ||
    (declared !== undefined &&
      syntax.hasModifier(declared, syntax.SyntaxKind.PrivateKeyword) &&
      !isReachedFromOutside(declared, text));
  if (!isPrivate) return false;
  const isNamed = (node: ts.Node): node is ts.PropertyAccessExpression =>
    syntax.isPropertyAccessExpression(node) && node.name.text === text;
  const accesses = nodesIn(owner, isNamed, anywhere);
  const readers = accesses.filter((access) => !isWritten(access) && !isOnlyTested(access));
  return readers.length > 0 && readers.every((reader) => isFieldOfThis(reader) && isEmptiedNext(reader));
}

function isFieldOfThis(node: ts.Node): node is ts.PropertyAccessExpression {
  return syntax.isPropertyAccessExpression(node) && node.expression.kind === syntax.SyntaxKind.ThisKeyword;
}

function isWritten(access: ts.Node): boolean {
  return syntax.isPlainAssignment(access.parent) && access.parent.left === access;
}

/** `if (this.#token)`, `this.#token !== undefined`: it is looked at, and nothing has it afterwards. */
function isOnlyTested(access: ts.Node): boolean {
  const { parent } = access;
  if (syntax.isIfStatement(parent)) return parent.expression === access;
  if (syntax.isPrefixUnaryExpression(parent)) return true;
  return syntax.isBinaryExpression(parent) && syntax.equalityOf(parent) !== undefined;
}

/** `const token = this.#token; this.#token = undefined;` */
function isEmptiedNext(access: ts.PropertyAccessExpression): boolean {
  const declaration = access.parent;
  if (!syntax.isVariableDeclaration(declaration) || !syntax.isIdentifier(declaration.name)) return false;
  const statement = declaration.parent.parent;
  const list = statement.parent;
  const next = syntax.isSequence(list) ? list.statements[list.statements.indexOf(statement) + 1] : undefined;
  if (!next || !syntax.isExpressionStatement(next) || !syntax.isPlainAssignment(next.expression)) return false;
  const { left, right } = next.expression;
  return syntax.isNullishLiteral(right) && isFieldOfThis(left) && left.name.text === access.name.text;
}
