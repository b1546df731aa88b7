import type tsModule from 'typescript';
import { ts } from './typescript.ts';

/** The syntax half of the door to the compiler: kinds, guards and positions, and no questions to the checker. */
export const { SyntaxKind, NodeFlags, forEachChild } = ts;

export type FunctionLike = tsModule.FunctionLikeDeclaration;

export const {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrayTypeNode,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isBreakStatement,
  isCallExpression,
  isCallSignatureDeclaration,
  isCaseBlock,
  isCaseClause,
  isCaseOrDefaultClause: isSwitchCase,
  isCatchClause,
  isClassDeclaration,
  isClassElement,
  isClassLike,
  isClassStaticBlockDeclaration,
  isComputedPropertyName,
  isConditionalExpression,
  isConstructorDeclaration,
  isContinueStatement,
  isDeleteExpression,
  isDoStatement,
  isElementAccessExpression,
  isEnumDeclaration,
  isExportAssignment,
  isExportDeclaration,
  isExportSpecifier,
  isExpression,
  isExpressionStatement,
  isExternalModuleReference,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionTypeNode,
  isGetAccessor,
  isIdentifier,
  isIfStatement,
  isImportClause,
  isImportDeclaration,
  isImportEqualsDeclaration,
  isImportSpecifier,
  isInterfaceDeclaration,
  isIterationStatement,
  isJSDocSignature,
  isLabeledStatement,
  isLiteralExpression,
  isLiteralTypeNode,
  isMethodDeclaration,
  isMethodSignature,
  isModuleBlock,
  isModuleDeclaration,
  isNamedExports,
  isNamedImports,
  isNamespaceExport,
  isNamespaceImport,
  isNewExpression,
  isNonNullExpression,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isOmittedExpression,
  isParameter,
  isParameterPropertyDeclaration,
  isParenthesizedExpression,
  isParenthesizedTypeNode,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isPropertySignature,
  isReturnStatement,
  isSatisfiesExpression,
  isSetAccessor,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSpreadAssignment,
  isSpreadElement,
  isStatement,
  isStringLiteral,
  isStringLiteralLike,
  isSwitchStatement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isThrowStatement,
  isTryStatement,
  isTypeAliasDeclaration,
  isTypeAssertionExpression,
  isTypeElement,
  isTypeLiteralNode,
  isTypeNode,
  isTypeOperatorNode,
  isTypeOfExpression,
  isTypePredicateNode: isTypePredicate,
  isTypeReferenceNode,
  isVariableDeclaration,
  isVariableDeclarationList,
  isVariableStatement,
  isVoidExpression,
  isWhileStatement,
  isYieldExpression,
} = ts;

/** Functions, methods, accessors, constructors: what has a body of its own. */
export function isFunctionLike(node: tsModule.Node): node is FunctionLike {
  switch (node.kind) {
    case SyntaxKind.FunctionDeclaration:
    case SyntaxKind.FunctionExpression:
    case SyntaxKind.ArrowFunction:
    case SyntaxKind.MethodDeclaration:
    case SyntaxKind.Constructor:
    case SyntaxKind.GetAccessor:
    case SyntaxKind.SetAccessor:
      return true;
    default:
      return false;
  }
}

/** Parentheses, `as`, `satisfies`, `<T>` and `!` do nothing at run time. */
export function withoutAssertions(expression: tsModule.Expression): tsModule.Expression {
  let inner = expression;
  while (
    isParenthesizedExpression(inner) ||
    isAsExpression(inner) ||
    isSatisfiesExpression(inner) ||
    isTypeAssertionExpression(inner) ||
    isNonNullExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

export type ReferenceName = tsModule.Identifier | tsModule.PrivateIdentifier | tsModule.StringLiteralLike;

/** The name of a reference that says what it is: `rm` in `fs.promises.rm`, `'rm'` in `fs['rm']`. */
export function lastNameOf(reference: tsModule.Expression): ReferenceName | undefined {
  const node = withoutAssertions(reference);
  if (isIdentifier(node)) return node;
  if (isPropertyAccessExpression(node)) return node.name;
  return isElementAccessExpression(node) && isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression
    : undefined;
}

/** Whether a function is written with `*`. */
export function isGenerator(fn: tsModule.Node): boolean {
  return 'asteriskToken' in fn && fn.asteriskToken !== undefined;
}

/** The node around an expression that is not merely a wrapper without effect at run time. */
export function parentOf(node: tsModule.Node): tsModule.Node {
  let { parent } = node;
  while (
    isParenthesizedExpression(parent) ||
    isAsExpression(parent) ||
    isSatisfiesExpression(parent) ||
    isTypeAssertionExpression(parent) ||
    isNonNullExpression(parent)
  ) {
    parent = parent.parent;
  }
  return parent;
}

/** Whether an operator assigns: `=`, `+=`, `??=`. */
export function isAssignmentOperator(kind: tsModule.SyntaxKind): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

export function hasModifier(node: tsModule.Node, kind: tsModule.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (node.modifiers?.some((modifier) => modifier.kind === kind) ?? false);
}

/** The function, class part or file that runs the node: where its statements are in sequence with it. */
export function containerOf(node: tsModule.Node): tsModule.Node {
  let current = node.parent;
  while (
    !isFunctionLike(current) &&
    !isClassInitializer(current) &&
    !isSourceFile(current) &&
    !isModuleBlock(current)
  ) {
    current = current.parent;
  }
  return current;
}

/** A field with an initializer, or a static block: code of a class outside its methods. */
export function isClassInitializer(
  node: tsModule.Node,
): node is tsModule.PropertyDeclaration | tsModule.ClassStaticBlockDeclaration {
  return isPropertyDeclaration(node) || isClassStaticBlockDeclaration(node);
}

/** The class that `this` is an instance of (or the constructor of, in static members) at a place. */
export function classOfThis(node: tsModule.Node): tsModule.ClassLikeDeclaration | undefined {
  let current: tsModule.Node = node.parent;
  for (;;) {
    if (isSourceFile(current) || isFunctionDeclaration(current) || isFunctionExpression(current)) return undefined;
    if (isObjectLiteralExpression(current.parent) && isFunctionLike(current) && !isArrowFunction(current))
      return undefined;
    if (isClassLike(current.parent) && (isFunctionLike(current) || isClassInitializer(current))) return current.parent;
    current = current.parent;
  }
}

/** What a class extends. */
export function superclassOf(owner: tsModule.ClassLikeDeclaration): tsModule.Expression | undefined {
  return owner.heritageClauses?.find(({ token }) => token === SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
}

/** `a && b`, `a || b`, `a ?? b`: whether the right side runs depends on the left one. */
export function isLogical({ operatorToken: { kind } }: tsModule.BinaryExpression): boolean {
  return (
    kind === SyntaxKind.AmpersandAmpersandToken ||
    kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.QuestionQuestionToken
  );
}
