import type ts from 'typescript';
import { typescript } from '../typescript.ts';

const { TypeFlags } = typescript;

/** The members of a union, of a type parameter those of what limits it. */
export function constituentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const limited = checker.getBaseConstraintOfType(type) ?? type;
  return limited.isUnion() ? limited.types : [limited];
}

/** The texts and booleans that a type consists of, as far as it has any; undefined where it allows any text. */
export function textsOfType(type: ts.Type, checker: ts.TypeChecker): readonly string[] | undefined {
  const texts: string[] = [];
  for (const each of constituentsOf(type, checker)) {
    if (each.isStringLiteral()) texts.push(each.value);
    else if (each.flags & TypeFlags.BooleanLiteral) texts.push(checker.typeToString(each));
    else if (each.flags & (TypeFlags.StringLike | TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter))
      return undefined;
  }
  return texts;
}
