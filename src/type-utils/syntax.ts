import type tsModule from 'typescript';
import { ts } from './typescript.ts';

/** The syntax half of the door to the compiler: kinds, guards and positions, and no questions to the checker. */
export const { SyntaxKind, forEachChild } = ts;

export type FunctionLike = tsModule.FunctionLikeDeclaration;

export const {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isBreakStatement,
  isCallExpression,
  isCatchClause,
  isClassLike,
  isClassStaticBlockDeclaration,
  isConditionalExpression,
  isConstructorDeclaration,
  isContinueStatement,
  isDeleteExpression,
  isDoStatement,
  isElementAccessExpression,
  isExpressionStatement,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessor,
  isIdentifier,
  isIfStatement,
  isImportSpecifier,
  isIterationStatement,
  isLabeledStatement,
  isMethodDeclaration,
  isNewExpression,
  isNonNullExpression,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isOmittedExpression,
  isParameter,
  isParenthesizedExpression,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isReturnStatement,
  isSatisfiesExpression,
  isSetAccessor,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteralLike,
  isSwitchStatement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isThrowStatement,
  isTryStatement,
  isTypeAssertionExpression,
  isTypeNode,
  isTypeReferenceNode,
  isLiteralTypeNode,
  isTypeOfExpression,
  isTypePredicateNode: isTypePredicate,
  isVariableDeclaration,
  isVariableDeclarationList,
  isVariableStatement,
  isVoidExpression,
  isWhileStatement,
  isYieldExpression,
  isExpression,
  isStatement,
  isCaseOrDefaultClause: isSwitchCase,
} = ts;

/** Functions, methods, accessors, constructors: what has a body of its own. */
export function isFunctionLike(node: tsModule.Node): node is FunctionLike {
  switch (node.kind) {
    case ts.SyntaxKind.FunctionDeclaration:
    case ts.SyntaxKind.FunctionExpression:
    case ts.SyntaxKind.ArrowFunction:
    case ts.SyntaxKind.MethodDeclaration:
    case ts.SyntaxKind.Constructor:
    case ts.SyntaxKind.GetAccessor:
    case ts.SyntaxKind.SetAccessor:
      return true;
    default:
      return false;
  }
}

/** Parentheses, `as`, `satisfies`, `<T>` and `!` do nothing at run time. */
export function withoutAssertions(expression: tsModule.Expression): tsModule.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isNonNullExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** The node around an expression that is not merely a wrapper without effect at run time. */
export function parentOf(node: tsModule.Node): tsModule.Node {
  let { parent } = node;
  while (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isNonNullExpression(parent)
  ) {
    parent = parent.parent;
  }
  return parent;
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
    !ts.isSourceFile(current) &&
    !ts.isModuleBlock(current)
  ) {
    current = current.parent;
  }
  return current;
}

/** A field with an initializer, or a static block: code of a class outside its methods. */
export function isClassInitializer(
  node: tsModule.Node,
): node is tsModule.PropertyDeclaration | tsModule.ClassStaticBlockDeclaration {
  return ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
}

/** The class that `this` is an instance of (or the constructor of, in static members) at a place. */
export function classOfThis(node: tsModule.Node): tsModule.ClassLikeDeclaration | undefined {
  let current: tsModule.Node = node.parent;
  for (;;) {
    if (ts.isSourceFile(current) || ts.isFunctionDeclaration(current) || ts.isFunctionExpression(current))
      return undefined;
    if (ts.isObjectLiteralExpression(current.parent) && isFunctionLike(current) && !ts.isArrowFunction(current))
      return undefined;
    if (ts.isClassLike(current.parent) && (isFunctionLike(current) || isClassInitializer(current)))
      return current.parent;
    current = current.parent;
  }
}

/** What a class extends. */
export function superclassOf(owner: tsModule.ClassLikeDeclaration): tsModule.Expression | undefined {
  return owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
}

/** `a && b`, `a || b`, `a ?? b`: whether the right side runs depends on the left one. */
export function isLogical({ operatorToken: { kind } }: tsModule.BinaryExpression): boolean {
  return (
    kind === SyntaxKind.AmpersandAmpersandToken ||
    kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.QuestionQuestionToken
  );
}
