import type ts from 'typescript';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { isReference } from './branded.ts';

const { TypeFlags } = typescript;

/**
 * Whether a call is of a function that is declared outside of the program and may give anything: by its declaration the
 * result, or what it promises, is `any`, `unknown` or a type that only the caller states.
 */
export function givesAnything(call: ts.CallExpression, program: ts.Program): boolean {
  const checker = program.getTypeChecker();
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (!declaration?.type || syntax.isJSDocSignature(declaration)) return false;
  if (!declaration.getSourceFile().isDeclarationFile) return false;
  const stated = checker.getTypeFromTypeNode(declaration.type);
  const [promised] =
    checker.getPropertyOfType(stated, 'then') && isReference(stated) ? checker.getTypeArguments(stated) : [];
  const result = promised ?? stated;
  const isAnything = (result.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;
  return isAnything || (result.isTypeParameter() && isOwnOf(result, declaration));
}

/** Whether a function itself declares a type parameter, and not what it is a member of. */
function isOwnOf({ symbol }: ts.Type, fn: ts.SignatureDeclaration): boolean {
  return symbol.declarations?.some(({ parent }) => parent === fn) === true;
}
