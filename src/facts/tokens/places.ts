import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, syntax } from '../../type-utils/index.ts';

/** Where a value is kept: what declares the variable, and the properties below it. */
export interface Place {
  readonly root: ts.Node;
  /** `undefined` for a key that is not written out. */
  readonly path: readonly (string | undefined)[];
}

const MAX_DEPTH = 10;

/** The place that an expression reads, through constants that are other names for it. */
export function placeOf(expression: ts.Expression, depth = 0): Place | undefined {
  const node = syntax.withoutAssertions(expression);
  if (depth > MAX_DEPTH) return undefined;
  if (syntax.isPropertyAccessExpression(node)) return below(placeOf(node.expression, depth + 1), node.name.text);
  if (syntax.isElementAccessExpression(node)) {
    const { argumentExpression: key } = node;
    const name = syntax.isStringLiteralLike(key) || syntax.isNumericLiteral(key) ? key.text : undefined;
    return below(placeOf(node.expression, depth + 1), name);
  }
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding && placeOfBinding(binding, depth);
}

function placeOfBinding(binding: ts.Node, depth: number): Place {
  const own: Place = { root: binding, path: [] };
  if (!isConstant(binding)) return own;
  if (syntax.isVariableDeclaration(binding) && binding.initializer)
    return placeOf(binding.initializer, depth + 1) ?? own;
  if (!syntax.isBindingElement(binding) || binding.dotDotDotToken || binding.initializer) return own;
  const { parent: pattern } = binding;
  const key = binding.propertyName ?? binding.name;
  if (!syntax.isObjectBindingPattern(pattern) || !syntax.isIdentifier(key)) return own;
  const { parent: holder } = pattern;
  const value = syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
  const from = value && placeOf(value, depth + 1);
  return below(from, key.text) ?? own;
}

function below(place: Place | undefined, name: string | undefined): Place | undefined {
  return place && { root: place.root, path: [...place.path, name] };
}

/** Whether two expressions read the same place for certain. */
export function isSamePlace(a: Place, b: Place): boolean {
  return (
    a.root === b.root &&
    a.path.length === b.path.length &&
    a.path.every((name, index) => name !== undefined && name === b.path[index])
  );
}

/** Whether a place is certainly another one, or a part of it. */
export function isAtOrBelow(part: Place, whole: Place): boolean {
  return (
    part.root === whole.root &&
    part.path.length >= whole.path.length &&
    whole.path.every((name, index) => name !== undefined && name === part.path[index])
  );
}
