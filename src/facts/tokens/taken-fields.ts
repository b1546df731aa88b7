import { anywhere, contains, isReadByText, nodesIn } from '../../program/values/nodes.ts';
import { syntax, type ts } from '../../type-utils/index.ts';

/**
 * Whether a field, `this.#token`, is emptied by all code that takes what it has, so that only one call has the token: it is
 * private to its class, and a variable that takes it is followed by `this.#token = undefined`.
 */
export function isTakenByReaders(field: ts.Expression): boolean {
  const target = syntax.withoutAssertions(field);
  const owner = classAround(target);
  if (!owner || !isFieldOfThis(target)) return false;
  const { text } = target.name;
  const isHash = syntax.isPrivateIdentifier(target.name);
  const isPrivate = isHash || owner.members.some((member) => isPrivateField(member, text));
  if (!isPrivate || (!isHash && isReadByText(text, target.getSourceFile()))) return false;
  if (contains(owner, isTakenApart, anywhere)) return false;
  const isNamed = (node: ts.Node): node is ts.PropertyAccessExpression =>
    syntax.isPropertyAccessExpression(node) && node.name.text === text;
  const accesses = nodesIn(owner, isNamed, anywhere);
  const readers = accesses.filter((access) => !isWritten(access) && !isOnlyTested(access));
  return readers.length > 0 && readers.every((reader) => isFieldOfThis(reader) && isEmptiedNext(reader));
}

function isFieldOfThis(node: ts.Node): node is ts.PropertyAccessExpression {
  return syntax.isPropertyAccessExpression(node) && node.expression.kind === syntax.SyntaxKind.ThisKeyword;
}

function isPrivateField(member: ts.ClassElement, name: string): boolean {
  const isNamed = syntax.isPropertyDeclaration(member) && member.name.getText() === name;
  return isNamed && syntax.hasModifier(member, syntax.SyntaxKind.PrivateKeyword);
}

function classAround(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  for (let at = node; !syntax.isSourceFile(at); at = at.parent) if (syntax.isClassLike(at)) return at;
  return undefined;
}

/** `const { token } = this;` */
function isTakenApart(node: ts.Node): boolean {
  return (
    syntax.isVariableDeclaration(node) &&
    syntax.isObjectBindingPattern(node.name) &&
    node.initializer?.kind === syntax.SyntaxKind.ThisKeyword
  );
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
