import { propertyIn } from '../../program/lifetimes/owners.ts';
import type { ts } from '../../type-utils/index.ts';
import { assignedIn, bindingOf, isConstant, syntax } from '../../type-utils/index.ts';

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
  if (syntax.isAccess(node)) return below(placeOf(node.expression, depth + 1), keyOf(node));
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding && placeOfBinding(binding, depth);
}

function placeOfBinding(binding: ts.Node, depth: number): Place {
  const own: Place = { root: binding, path: [] };
  if (!isConstant(binding)) return own;
  if (syntax.isVariableDeclaration(binding) && binding.initializer)
    return placeOf(binding.initializer, depth + 1) ?? own;
  const isOfObject = syntax.isBindingElement(binding) && syntax.isObjectBindingPattern(binding.parent);
  const taken = isOfObject ? takenFrom(binding) : undefined;
  return (taken && below(placeOf(taken.from, depth + 1), taken.key)) ?? own;
}

/** The key that an access reads, where it is written out: of `args.path` and `args['path']`. */
export function keyOf(node: ts.ElementAccessExpression | ts.PropertyAccessExpression): string | undefined {
  if (syntax.isPropertyAccessExpression(node)) return node.name.text;
  const { argumentExpression: key } = node;
  return syntax.isStringLiteralLike(key) || syntax.isNumericLiteral(key) ? key.text : undefined;
}

function below(place: Place | undefined, name: string | undefined): Place | undefined {
  return place && { root: place.root, path: [...place.path, name] };
}

/**
 * The place that a value comes from: the same, and through objects and lists that constants hold or that are taken apart on
 * the spot.
 */
export function sourceOf(expression: ts.Expression): Place | undefined {
  const place = placeOf(expression);
  return place && sourceOfPlace(place);
}

/** The same of what stands in a place. */
export function sourceOfPlace(place: Place, depth = 0): Place {
  const written = depth > MAX_DEPTH || isWritten(place) ? undefined : valueAt(place);
  const source = written && placeOf(written.value);
  return source ? sourceOfPlace({ root: source.root, path: [...source.path, ...written.rest] }, depth + 1) : place;
}

/** What is written in a place, by the object or the list that the constant there is made with, and the path that is left. */
export function valueAt({
  root,
  path,
}: Place): { readonly value: ts.Expression; readonly rest: Place['path'] } | undefined {
  const taken = syntax.isBindingElement(root) ? takenFrom(root) : undefined;
  const initializer = syntax.isVariableDeclaration(root) && isConstant(root) ? root.initializer : taken?.from;
  const [key, ...rest] = taken ? [taken.key, ...path] : path;
  const value = initializer && key !== undefined ? partOf(syntax.withoutAssertions(initializer), key) : undefined;
  return value && { value, rest };
}

/** `{ a: b }`, `[a, b]`: what stands there for a key. */
function partOf(value: ts.Expression, key: string): ts.Expression | undefined {
  if (syntax.isArrayLiteralExpression(value)) {
    const index = Number(key);
    return value.elements.slice(0, index + 1).some(syntax.isSpreadElement) ? undefined : value.elements[index];
  }
  if (!syntax.isObjectLiteralExpression(value) || value.properties.some(syntax.isSpreadAssignment)) return undefined;
  return propertyIn(value, key);
}

/** What a pattern takes apart, and the key that an element of it takes. */
interface Taken {
  readonly from: ts.Expression;
  readonly key: string;
}

/** The same, of an element of a constant's declaration that has no default. */
export function takenFrom(element: ts.BindingElement): Taken | undefined {
  return element.initializer ? undefined : takenOrDefault(element);
}

/** The same, where an element may have a default instead of what it takes. */
export function takenOrDefault(element: ts.BindingElement): Taken | undefined {
  const { parent: pattern } = element;
  const { parent: holder } = pattern;
  const from = syntax.isVariableDeclaration(holder) && isConstant(element) ? holder.initializer : undefined;
  const key = from && keyTakenBy(element);
  return from && key !== undefined ? { from, key } : undefined;
}

/** The key that an element of a pattern takes. Undefined for what is computed, and for all the others: `...rest`. */
export function keyTakenBy(element: ts.BindingElement): string | undefined {
  const { parent: pattern } = element;
  if (element.dotDotDotToken) return undefined;
  if (syntax.isArrayBindingPattern(pattern)) return String(pattern.elements.indexOf(element));
  const key = element.propertyName ?? element.name;
  return syntax.isIdentifier(key) ? key.text : undefined;
}

/** Whether something else may stand where a token comes from later: the variable or a part of it is assigned to. */
export function isWritten({ root }: Place): boolean {
  return assignedIn(root.getSourceFile()).some((target) => readsFrom(target, root));
}

/** Whether an expression is a variable, or a part of what it holds. */
export function readsFrom(expression: ts.Node, root: ts.Node): boolean {
  return syntax.isExpression(expression) && placeOf(expression)?.root === root;
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
