import type ts from 'typescript';
import { memo } from '../../memo.ts';
import * as syntax from '../syntax.ts';

/**
 * The properties of the object literal that a function returns, by name. Empty where it returns something else, or where
 * the literal has more than plain properties.
 */
export const returnedProperties = memo(({ body }: syntax.FunctionLike): ReadonlyMap<string, ts.Expression> => {
  const [returned, ...others] = !body ? [] : syntax.isBlock(body) ? returnedIn(body) : [body];
  const literal = returned && syntax.isParenthesizedExpression(returned) ? returned.expression : returned;
  if (!literal || !syntax.isObjectLiteralExpression(literal) || others.length > 0) return new Map();
  const properties = new Map<string, ts.Expression>();
  for (const property of literal.properties) {
    const isPlain = syntax.isPropertyAssignment(property) || syntax.isShorthandPropertyAssignment(property);
    if (!isPlain || !syntax.isIdentifier(property.name)) return new Map();
    properties.set(property.name.text, syntax.isPropertyAssignment(property) ? property.initializer : property.name);
  }
  return properties;
});

/** What the `return` statements of a block give, those of its inner functions left out; a bare one gives none. */
export function returnedIn(block: ts.Block): readonly (ts.Expression | undefined)[] {
  const found: (ts.Expression | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    if (syntax.isReturnStatement(node)) found.push(node.expression);
    else if (!syntax.isFunctionLike(node)) syntax.forEachChild(node, visit);
  };
  visit(block);
  return found;
}
