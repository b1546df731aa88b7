import type ts from 'typescript';
import type { KindNumbers, NativeApi } from './api.ts';

/** The guards of TypeScript 6 that TypeScript 7 has under other names, or not at all. */
export function guardsOf(ast: NativeApi['ast']) {
  const Kind: KindNumbers = ast.SyntaxKind;
  const any =
    (...kinds: readonly number[]) =>
    (node: ts.Node): boolean =>
      kinds.includes(node.kind);
  const isParameter = ast.isParameterDeclaration as unknown as typeof ts.isParameter;
  const isElement = any(Kind.BindingElement);
  const isConstructor = any(Kind.Constructor);
  // What `[, b]` leaves out has the kind of an element, and no name.
  const isLeftOut = (node: ts.Node): boolean =>
    isElement(node) && (node as { readonly name?: ts.Node }).name === undefined;
  return {
    isBindingElement: (node: ts.Node): boolean => isElement(node) && !isLeftOut(node),
    isOmittedExpression: (node: ts.Node): boolean => ast.isOmittedExpression(node as never) || isLeftOut(node),
    isParameter,
    isGetAccessor: ast.isGetAccessorDeclaration,
    isSetAccessor: ast.isSetAccessorDeclaration,
    isMethodSignature: any(Kind.MethodSignature),
    isPropertySignature: any(Kind.PropertySignature),
    isTypeAssertionExpression: ast.isTypeAssertion,
    isStringLiteralLike: any(Kind.StringLiteral, Kind.NoSubstitutionTemplateLiteral),
    isCaseOrDefaultClause: any(Kind.CaseClause, Kind.DefaultClause),
    isClassLike: any(Kind.ClassDeclaration, Kind.ClassExpression),
    isIterationStatement: any(
      Kind.DoStatement,
      Kind.WhileStatement,
      Kind.ForStatement,
      Kind.ForInStatement,
      Kind.ForOfStatement,
    ),
    isClassElement: any(
      Kind.Constructor,
      Kind.PropertyDeclaration,
      Kind.MethodDeclaration,
      Kind.GetAccessor,
      Kind.SetAccessor,
      Kind.IndexSignature,
      Kind.ClassStaticBlockDeclaration,
      Kind.SemicolonClassElement,
    ),
    isTypeElement: any(
      Kind.ConstructSignature,
      Kind.CallSignature,
      Kind.PropertySignature,
      Kind.MethodSignature,
      Kind.IndexSignature,
      Kind.GetAccessor,
      Kind.SetAccessor,
    ),
    isFunctionLike: any(
      Kind.MethodSignature,
      Kind.CallSignature,
      Kind.ConstructSignature,
      Kind.IndexSignature,
      Kind.FunctionType,
      Kind.ConstructorType,
      Kind.JSDocSignature,
      Kind.FunctionDeclaration,
      Kind.FunctionExpression,
      Kind.ArrowFunction,
      Kind.MethodDeclaration,
      Kind.Constructor,
      Kind.GetAccessor,
      Kind.SetAccessor,
    ),
    isParameterPropertyDeclaration: (node: ts.Node, parent: ts.Node): boolean =>
      isParameter(node) && isConstructor(parent) && (node.modifiers?.length ?? 0) > 0,
  };
}
