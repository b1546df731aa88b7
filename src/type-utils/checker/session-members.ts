import type ts from 'typescript';
import { usesInFile } from '../references.ts';
import { bindingOf } from '../scopes.ts';
import * as syntax from '../syntax.ts';

/** How a value's own class lets the language close it at the end of a block; undefined where it does not. */
export function disposalOf(value: ts.Node, program: ts.Program): 'await using' | 'using' | undefined {
  const names = program
    .getTypeChecker()
    .getTypeAtLocation(value)
    .getProperties()
    .map(({ escapedName }) => String(escapedName));
  // The checker's names for `[Symbol.asyncDispose]` and `[Symbol.dispose]`.
  if (names.some((name) => name.startsWith('__@asyncDispose'))) return 'await using';
  return names.some((name) => name.startsWith('__@dispose')) ? 'using' : undefined;
}

/** Whether a value has a member whatever of its type it is, unless it is `undefined` or `null`. */
export function hasMember(value: ts.Node, name: string, program: ts.Program): boolean {
  const checker = program.getTypeChecker();
  return checker.getPropertyOfType(checker.getNonNullableType(checker.getTypeAtLocation(value)), name) !== undefined;
}

/** Whether a value may be `undefined` or `null` by its type. */
export function mayBeMissing(value: ts.Node, program: ts.Program): boolean {
  const checker = program.getTypeChecker();
  const type = checker.getTypeAtLocation(value);
  return checker.getNonNullableType(type) !== type;
}

/**
 * The texts of the arguments that a method has to be given: none where it needs none; the only one of some constants that
 * fits and is not used yet, where it needs one. Undefined otherwise.
 */
export function fittingArguments(
  receiver: ts.Expression,
  method: string,
  constants: readonly ts.Identifier[],
  program: ts.Program,
): readonly string[] | undefined {
  const checker = program.getTypeChecker();
  const member = checker.getPropertyOfType(checker.getTypeAtLocation(receiver), method);
  const [signature] = member ? checker.getTypeOfSymbol(member).getCallSignatures() : [];
  if (!signature) return undefined;
  const needed = signature.parameters.filter(
    ({ valueDeclaration: each }) => each && syntax.isParameter(each) && !checker.isOptionalParameter(each),
  );
  const [only, ...others] = needed;
  if (!only) return [];
  const expected = checker.getTypeOfSymbol(only);
  const fitting = constants.filter((constant) => {
    const binding = bindingOf(constant);
    const isFree =
      binding !== undefined && syntax.isVariableDeclaration(binding) && usesInFile(binding, program).length === 0;
    return isFree && checker.isTypeAssignableTo(checker.getTypeAtLocation(constant), expected);
  });
  const [first, ...rest] = fitting;
  return others.length === 0 && first && rest.length === 0 ? [first.text] : undefined;
}
