import {
  typeMatchesSomeSpecifier,
  type TypeOrValueSpecifier,
  typeOrValueSpecifiersSchema,
} from '@typescript-eslint/type-utils';
import type ts from 'typescript';

export { type TypeOrValueSpecifier, typeOrValueSpecifiersSchema };

/** Whether the type of an expression is one of those that an option lists, in the form of typescript-eslint's `TypeOrValueSpecifier`. */
export function isOfSomeType(node: ts.Node, specifiers: readonly TypeOrValueSpecifier[], program: ts.Program): boolean {
  if (specifiers.length === 0) return false;
  return typeMatchesSomeSpecifier(program.getTypeChecker().getTypeAtLocation(node), [...specifiers], program);
}
