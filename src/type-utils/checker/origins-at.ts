import type ts from 'typescript';
import { answerOn } from '../index/kept-answers.ts';
import { isPromise, typeOf } from './declared-type.ts';
import { type CalleeOrigin, type Origin, originsOfType } from './origin.ts';
import { compilerOf } from './queries.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

const { SymbolFlags, TypeFlags } = typescript;

/** What declares the type of an expression, parameter or declaration; a promise counts as what it resolves to. */
export function originsAt(node: ts.Node, program: ts.Program): readonly Origin[] {
  return answerOn(program, 'originsAt', node, () => {
    const checker = program.getTypeChecker();
    const type = typeOf(node, checker);
    return originsOfType(checker.getAwaitedType(type) ?? type, checker);
  });
}

/** What declares the types of all that a promise may resolve to. Nothing where an expression is no promise. */
export function promisedOrigins(node: ts.Node, program: ts.Program): readonly Origin[] {
  return answerOn(program, 'promisedOrigins', node, () => {
    const checker = program.getTypeChecker();
    const type = typeOf(node, checker);
    const result = isPromise(type) ? checker.getAwaitedType(type) : undefined;
    const parts = result?.isUnion() ? result.types : result ? [result] : [];
    return parts.flatMap((part) => originsOfType(part, checker));
  });
}

/** What declares the type that a function returns, or that the promise it returns resolves to. */
export function originsOfReturn(fn: ts.SignatureDeclaration, program: ts.Program): readonly Origin[] {
  return answerOn(program, 'originsOfReturn', fn, () => {
    const checker = program.getTypeChecker();
    const returned = checker.getSignatureFromDeclaration(fn)?.getReturnType();
    return returned ? originsOfType(checker.getAwaitedType(returned) ?? returned, checker) : [];
  });
}

/** What a call or `new` is of. */
export function calleeOriginOf(
  call: ts.CallExpression | ts.NewExpression,
  program: ts.Program,
): CalleeOrigin | undefined {
  return compilerOf(program).calleeOrigin(call);
}

/** The text of a string that is known without running the program, up to the first part that is not. */
export function literalTextOf(node: ts.Node, program: ts.Program): string | undefined {
  if (syntax.isTemplateExpression(node)) return node.head.text;
  if (!syntax.isExpression(node)) return undefined;
  return answerOn(program, 'literalTextOf', node, () => {
    const type = program.getTypeChecker().getTypeAtLocation(node);
    return type.isStringLiteral() ? type.value : undefined;
  });
}

/**
 * Whether an argument that is an object surely lacks an option, or gives it as `undefined`. Undefined where its type does
 * not tell: the option is optional in it, or the argument is not an object of known shape.
 */
export function omitsOption(
  argument: ts.Expression | undefined,
  option: string,
  program: ts.Program,
): boolean | undefined {
  if (!argument) return true;
  const checker = program.getTypeChecker();
  const type = checker.getTypeAtLocation(argument);
  if (!(type.flags & TypeFlags.Object)) return undefined;
  const property = type.getProperty(option);
  // Only an object literal's own type lists everything that is there.
  if (!property) return type.symbol.flags & SymbolFlags.ObjectLiteral ? true : undefined;
  const { flags } = checker.getTypeOfSymbol(property);
  if (property.flags & SymbolFlags.Optional) return undefined;
  return flags & TypeFlags.Undefined ? true : flags & (TypeFlags.Any | TypeFlags.Union) ? undefined : false;
}
