import type { ts } from '../../type-utils/index.ts';
import { calledName, isGlobalName, syntax } from '../../type-utils/index.ts';

/** Global functions and methods that make an object out of another one. */
const copying = new Set(['structuredClone', 'Object.assign', 'Object.create', 'JSON.parse', 'Proxy']);

export function isAssertion(node: ts.Node): node is ts.AsExpression | ts.TypeAssertion {
  return syntax.isAsExpression(node) || syntax.isTypeAssertionExpression(node);
}

/** The expressions whose types are looked at: what is given somewhere. */
export function givenIn(file: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (syntax.isExpression(node) && isGivenSomewhere(node)) {
      const value = isAssertion(node) ? node : syntax.withoutAssertions(node);
      if (!isPlainLiteral(value)) found.push(value);
    }
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether an expression stands where a value is handed on: as an argument, in a variable, as a result. */
export function isGivenSomewhere(node: ts.Expression): boolean {
  const { parent } = node;
  if (syntax.isCallOrNew(parent)) return parent.expression !== node;
  if (syntax.isVariableDeclaration(parent) || syntax.isPropertyDeclaration(parent))
    return parent.initializer === node && (parent.type !== undefined || isCallResult(node));
  if (syntax.isParameter(parent) || syntax.isPropertyAssignment(parent)) return parent.initializer === node;
  if (syntax.isBinaryExpression(parent))
    return parent.right === node && parent.operatorToken.kind === syntax.SyntaxKind.EqualsToken;
  if (syntax.isShorthandPropertyAssignment(parent)) return parent.name === node;
  if (syntax.isArrowFunction(parent)) return parent.body === node;
  if (syntax.isAwaitExpression(parent)) return isTypedCall(node);
  if (syntax.isForOfStatement(parent)) return parent.expression === node && isCallResult(node);
  return (
    syntax.isReturnStatement(parent) || syntax.isYieldExpression(parent) || syntax.isArrayLiteralExpression(parent)
  );
}

function isCallResult(node: ts.Expression): boolean {
  return syntax.isCallExpression(syntax.isAwaitExpression(node) ? syntax.withoutAssertions(node.expression) : node);
}

function isTypedCall(node: ts.Expression): boolean {
  return syntax.isCallExpression(node) && node.typeArguments !== undefined;
}

/** The call that an expression is the result of, or waits for. */
export function callOf(node: ts.Expression): ts.CallExpression | undefined {
  const call = syntax.isAwaitExpression(node) ? syntax.withoutAssertions(node.expression) : node;
  return syntax.isCallExpression(call) ? call : undefined;
}

/** What can be no token, and what the checker objects to where one is taken. */
export function isPlainLiteral(node: ts.Expression): boolean {
  return (
    syntax.isStringLiteralLike(node) ||
    syntax.isNumericLiteral(node) ||
    syntax.isTemplateExpression(node) ||
    syntax.isFunctionLike(node) ||
    isNothing(node)
  );
}

export function isNothing(node: ts.Expression): boolean {
  return node.kind === syntax.SyntaxKind.NullKeyword || (syntax.isIdentifier(node) && node.text === 'undefined');
}

/** A list, an object or a container that has nothing in it yet. */
export function isEmptyHolder(node: ts.Expression): boolean {
  if (syntax.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (syntax.isObjectLiteralExpression(node)) return node.properties.length === 0;
  return syntax.isNewExpression(node);
}

/** `{ … }`, `JSON.parse(…)`, `structuredClone(…)`: an object that is made here. */
export function isBuilt(node: ts.Expression): boolean {
  if (syntax.isObjectLiteralExpression(node)) return true;
  const name = globalNameOf(node);
  return name !== undefined && copying.has(name);
}

/** What a copy is made of, where it has all that the original has: `structuredClone(token)`, `Object.assign({}, token)`, `{ ...token }`. */
export function copiedBy(node: ts.Expression): readonly ts.Expression[] {
  if (syntax.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) => (syntax.isSpreadAssignment(property) ? [property.expression] : []));
  if (!syntax.isCallExpression(node)) return [];
  const name = globalNameOf(node);
  return name === 'structuredClone' ? node.arguments : name === 'Object.assign' ? node.arguments.slice(1) : [];
}

/** The name of the global function, class or method that is called: `structuredClone`, `Object.assign`. */
export function globalNameOf(node: ts.Expression): string | undefined {
  if (!syntax.isCallOrNew(node)) return undefined;
  const callee = syntax.withoutAssertions(node.expression);
  const holder = syntax.isPropertyAccessExpression(callee) ? callee.expression : callee;
  if (!syntax.isIdentifier(holder) || !isGlobalName(holder)) return undefined;
  const name = calledName(node) ?? '';
  return holder === callee ? name : `${holder.text}.${name}`;
}

export function isJavaScript({ fileName }: ts.SourceFile): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}

export function isConstType(type: ts.TypeNode): boolean {
  return type.getText() === 'const';
}

/** The lines, from 0, that a comment keeps the checker from objecting to. */
export function silencedLinesOf(file: ts.SourceFile): ReadonlySet<number> | 'all' {
  const { text } = file;
  if (/^\s*\/\/\s*@ts-nocheck/m.test(text)) return 'all';
  const lines = new Set<number>();
  for (const { index } of text.matchAll(/@ts-(?:ignore|expect-error)/g))
    lines.add(file.getLineAndCharacterOfPosition(index).line + 1);
  return lines;
}
