import type ts from 'typescript';
import { typescript } from './typescript.ts';

/** The syntax half of the door to the compiler: kinds, guards and positions, and no questions to the checker. */
export const { SyntaxKind, NodeFlags, forEachChild } = typescript;

export type FunctionLike = ts.FunctionLikeDeclaration;

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
  isCallOrNewExpression: isCallOrNew,
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
  isMemberName,
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
} = typescript;

/**
 * Visits a node and all below it but operators, in the order of the text, and not what is below a node where `enter` returns false.
 * The left sides of operators take no call each: in generated code, `a + b + …` is thousands deep.
 */
export function walk(root: ts.Node, enter: (node: ts.Node) => boolean): void {
  const visit = (top: ts.Node): void => {
    let node = top;
    const rightSides: ts.Expression[] = [];
    while (enter(node)) {
      if (!isBinaryExpression(node)) {
        forEachChild(node, visit);
        break;
      }
      rightSides.push(node.right);
      node = node.left;
    }
    for (let right = rightSides.pop(); right; right = rightSides.pop()) visit(right);
  };
  visit(root);
}

/** Functions, methods, accessors, constructors: what has a body of its own. */
export function isFunctionLike(node: ts.Node): node is FunctionLike {
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

/** `a.b`, `a['b']`. */
export function isAccess(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return isPropertyAccessExpression(node) || isElementAccessExpression(node);
}

/** A function that is an expression. */
export function isFunctionValue(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return isArrowFunction(node) || isFunctionExpression(node);
}

/** `[…] as const` */
export function isConstAssertion(node: ts.Expression): boolean {
  return isAsExpression(node) && isTypeReferenceNode(node.type) && node.type.typeName.getText() === 'const';
}

/** `for … in`, `for … of`. */
export function isForInOrOf(node: ts.Node): node is ts.ForInOrOfStatement {
  return isForInStatement(node) || isForOfStatement(node);
}

/** `a = b`. */
export function isPlainAssignment(node: ts.Node): node is ts.BinaryExpression {
  return isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.EqualsToken;
}

/** `count++`, `--count` */
export function isUpdate(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  if (!isPrefixUnaryExpression(node) && !isPostfixUnaryExpression(node)) return false;
  return node.operator === SyntaxKind.PlusPlusToken || node.operator === SyntaxKind.MinusMinusToken;
}

/** What an expression waits for, or the expression itself, both without what does nothing at run time. */
export function withoutAwait(expression: ts.Expression): ts.Expression {
  const inner = withoutAssertions(expression);
  return isAwaitExpression(inner) ? withoutAssertions(inner.expression) : inner;
}

/** Parentheses, `as`, `satisfies`, `<T>` and `!` do nothing at run time. */
export function withoutAssertions(expression: ts.Expression): ts.Expression {
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

export type ReferenceName = ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike;

/** The name of a reference that says what it is: `rm` in `fs.promises.rm`, `'rm'` in `fs['rm']`. */
export function lastNameOf(reference: ts.Expression): ReferenceName | undefined {
  const node = withoutAssertions(reference);
  if (isIdentifier(node)) return node;
  if (isPropertyAccessExpression(node)) return node.name;
  return isElementAccessExpression(node) && isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression
    : undefined;
}

/** What a chain of properties begins with: `a` of `a.b.c`. */
export function rootOf(expression: ts.Expression): ts.Expression {
  let node = withoutAssertions(expression);
  while (isPropertyAccessExpression(node)) node = withoutAssertions(node.expression);
  return node;
}

/** The default of a type parameter, for which TypeScript 7 has another name. */
export function defaultOf(parameter: ts.TypeParameterDeclaration): ts.TypeNode | undefined {
  return parameter.default ?? (parameter as { readonly defaultType?: ts.TypeNode }).defaultType;
}

/** Whether a function is written with `async`. */
export function isAsync(fn: ts.Node): boolean {
  return hasModifier(fn, SyntaxKind.AsyncKeyword);
}

/** `using`, with or without `await`. */
export function isUsing(list: ts.Node): boolean {
  return (list.flags & NodeFlags.Using) !== 0;
}

/** Whether a member is named with `#`, or `private`. */
export function isPrivateMember(member: ts.NamedDeclaration): boolean {
  return (
    (member.name !== undefined && isPrivateIdentifier(member.name)) || hasModifier(member, SyntaxKind.PrivateKeyword)
  );
}

/** `object.method(…)` */
export type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

export function isMethodCall(node: ts.Node): node is MethodCall {
  return isCallExpression(node) && isPropertyAccessExpression(node.expression);
}

/** Whether a function is written with `*`. */
export function isGenerator(fn: ts.Node): boolean {
  return 'asteriskToken' in fn && fn.asteriskToken !== undefined;
}

/** The node around an expression that is not merely a wrapper without effect at run time. */
export function parentOf(node: ts.Node): ts.Node {
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

/** The node around an expression, or around the wait for it. */
export function parentOfAwaited(node: ts.Node): ts.Node {
  const parent = parentOf(node);
  return isAwaitExpression(parent) ? parentOfAwaited(parent) : parent;
}

/** Whether an operator assigns: `=`, `+=`, `??=`. */
export function isAssignmentOperator(kind: ts.SyntaxKind): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

/** `a = b`, `a += b`, `a ??= b` */
export function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind);
}

export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return typescript.canHaveModifiers(node) && (node.modifiers?.some((modifier) => modifier.kind === kind) ?? false);
}

/** `id` in `x.id` */
export function isMemberOfAccess(name: ts.Node): boolean {
  const { parent } = name;
  return isPropertyAccessExpression(parent) && parent.name === name;
}

/** `string`, `number`, `boolean` */
export function isPrimitiveKeyword({ kind }: ts.TypeNode): boolean {
  return kind === SyntaxKind.StringKeyword || kind === SyntaxKind.NumberKeyword || kind === SyntaxKind.BooleanKeyword;
}

/** The function, class part or file that runs the node: where its statements are in sequence with it. */
export function containerOf(node: ts.Node): ts.Node {
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
export function isClassInitializer(node: ts.Node): node is ts.PropertyDeclaration | ts.ClassStaticBlockDeclaration {
  return isPropertyDeclaration(node) || isClassStaticBlockDeclaration(node);
}

/** The class that `this` is an instance of (or the constructor of, in static members) at a place. */
export function classOfThis(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  let current: ts.Node = node.parent;
  for (;;) {
    if (isSourceFile(current) || isFunctionDeclaration(current) || isFunctionExpression(current)) return undefined;
    if (isObjectLiteralExpression(current.parent) && isFunctionLike(current) && !isArrowFunction(current))
      return undefined;
    if (isClassLike(current.parent) && (isFunctionLike(current) || isClassInitializer(current))) return current.parent;
    current = current.parent;
  }
}

/** What a class extends. */
export function superclassOf(owner: ts.ClassLikeDeclaration): ts.Expression | undefined {
  return owner.heritageClauses?.find(({ token }) => token === SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
}

/** Whether a comma stands behind the last element of a list: it is part of the list, and of no element. */
export function hasTrailingComma(list: ts.NodeArray<ts.Node>): boolean {
  const last = list.at(-1);
  return last !== undefined && list.end > last.end;
}

/** What has statements one after the other, among which others can be put. */
export function isSequence(node: ts.Node): node is ts.Block | ts.SourceFile | ts.CaseOrDefaultClause {
  return isSourceFile(node) || isSwitchCase(node) || isBlock(node);
}

/** Whether two operands are compared to be equal, `a === b`, or not to be, `a !== b`; undefined of all other operations. */
export function equalityOf({ operatorToken: { kind } }: ts.BinaryExpression): boolean | undefined {
  if (kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.EqualsEqualsToken) return true;
  const isUnequal = kind === SyntaxKind.ExclamationEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsToken;
  return isUnequal ? false : undefined;
}

/** `null`, `undefined`, `void 0`. */
export function isNullishLiteral(expression: ts.Expression): boolean {
  const node = withoutAssertions(expression);
  return (
    node.kind === SyntaxKind.NullKeyword || (isIdentifier(node) && node.text === 'undefined') || isVoidExpression(node)
  );
}

/** `a && b`, `a || b`, `a ?? b`: whether the right side runs depends on the left one. */
export function isLogical(node: ts.BinaryExpression): boolean {
  return node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken || isFallback(node);
}

/** `a || b`, `a ?? b`: the right side is given where the left one is not. */
export function isFallback({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken;
}

/** `a ?? b`, `a || b`, `c ? a : b` */
export function isEither(node: ts.Node): node is ts.BinaryExpression | ts.ConditionalExpression {
  return isConditionalExpression(node) || (isBinaryExpression(node) && isFallback(node));
}
