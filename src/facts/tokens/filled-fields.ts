import { assignedIn, syntax, type ts } from '../../type-utils/index.ts';
import { globalNameOf } from './forgery-sites.ts';
import { isParsed } from './made-data.ts';

/**
 * The fields of a class that a call fills from a text, `Object.assign(this, JSON.parse(text))`, and that the program gives
 * nothing else: without an initializer, and assigned nowhere in the file.
 */
export function fieldsFilledBy(call: ts.CallExpression, program: ts.Program): readonly ts.PropertyDeclaration[] {
  const [target, ...sources] = call.arguments;
  const isFilling = globalNameOf(call) === 'Object.assign' && sources.some((source) => isParsed(source, program));
  if (!isFilling || target?.kind !== syntax.SyntaxKind.ThisKeyword) return [];
  const owner = syntax.classOfThis(target);
  const fields = owner?.members.filter(syntax.isPropertyDeclaration) ?? [];
  return fields.filter((field) => !field.initializer && !isAssigned(field));
}

function isAssigned(field: ts.PropertyDeclaration): boolean {
  const name = field.name.getText();
  return assignedIn(field.getSourceFile()).some(
    (target) => syntax.isPropertyAccessExpression(target) && target.name.text === name,
  );
}
