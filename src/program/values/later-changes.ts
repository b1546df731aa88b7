import type { ts } from '../../type-utils/index.ts';
import { changesElsewhere, syntax, usesInFile } from '../../type-utils/index.ts';
import type { Scope } from './scope.ts';
import { choice, elementsOf, type Lazy, literal, type Value } from './values.ts';

/** Methods that leave a list as it is. */
const readingMethods = new Set([
  'concat',
  'map',
  'flatMap',
  'filter',
  'slice',
  'toSorted',
  'toReversed',
  'find',
  'forEach',
  'includes',
  'join',
  'some',
  'every',
  'indexOf',
  'at',
]);

function isAddingMethod(name: string): boolean {
  return name === 'push' || name === 'unshift';
}

/**
 * Adds what is assigned or pushed later to the variable that a literal or a call initializes: what its file says, and
 * for what is made elsewhere all files. Whether that has run is not asked.
 */
export function withLaterChanges(value: Value, node: ts.Node, scope: Scope): Value {
  const declaration = syntax.parentOf(node);
  if (!syntax.isVariableDeclaration(declaration) || !syntax.isIdentifier(declaration.name)) return value;
  // In a call that is followed, what is added to a list may be made of the list itself, without end.
  if (!scope.isGlobal && value.kind !== 'object') return value;
  let { isOpen = false } = 'isOpen' in value ? value : {};
  const added: { readonly key: string; readonly value: Lazy; readonly node: ts.Node }[] = [];
  const pushed: Lazy[] = [];
  const elsewhere = value.kind === 'made' ? changesElsewhere(declaration, scope.program) : [];
  for (const use of [...usesInFile(declaration, scope.program), ...elsewhere]) {
    const access = syntax.parentOf(use);
    const user = syntax.parentOf(access);
    const list = value.kind === 'made' ? listAddedTo(access, use) : undefined;
    if (syntax.isPropertyAccessExpression(access) && syntax.isCallExpression(user) && user.expression === access) {
      if (isAddingMethod(access.name.text)) {
        const more = addedBy(user, scope);
        pushed.push(...more.elements);
        isOpen ||= more.isOpen;
      } else if (value.kind === 'list' && !readingMethods.has(access.name.text)) isOpen = true;
    } else if (
      syntax.isBinaryExpression(user) &&
      user.left === access &&
      syntax.isAssignmentOperator(user.operatorToken.kind)
    ) {
      const key = assignedKey(access, scope);
      const { right } = user;
      if (key === undefined) isOpen = true;
      else added.push({ key, value: () => scope.at(right).evaluate(right), node: right });
    } else if (list) {
      const key = assignedKey(access, scope);
      const elements: Lazy = () => ({ kind: 'list', ...addedBy(list, scope), node: list });
      if (key !== undefined) added.push({ key, value: elements, node: list });
    }
  }
  if (value.kind === 'list') return { ...value, elements: [...value.elements, ...pushed], isOpen };
  if (value.kind !== 'object' && value.kind !== 'made') return value;
  const before = value.kind === 'object' ? value.properties : value.assigned;
  if (added.length === 0 && (value.kind === 'made' || isOpen === value.isOpen)) return value;
  const properties = new Map(before);
  for (const { key, value: source, node: place } of added) {
    const earlier = properties.get(key) ?? (() => literal(undefined, place));
    properties.set(key, () => choice([earlier(), source()], place));
  }
  return value.kind === 'made' ? { ...value, assigned: properties } : { ...value, properties, isOpen };
}

/** What a call of `push` adds to a list. */
function addedBy(
  call: ts.CallExpression,
  scope: Scope,
): { readonly elements: readonly Lazy[]; readonly isOpen: boolean } {
  const own = scope.at(call);
  const elements: Lazy[] = [];
  let isOpen = false;
  for (const argument of call.arguments) {
    if (!syntax.isSpreadElement(argument)) elements.push(() => own.evaluate(argument));
    else {
      const spread = elementsOf(own.evaluate(argument.expression));
      elements.push(...spread.elements.map((element) => () => element));
      isOpen ||= spread.isOpen;
    }
  }
  return { elements, isOpen };
}

function assignedKey(target: ts.Node, scope: Scope): string | undefined {
  if (syntax.isPropertyAccessExpression(target)) return target.name.text;
  if (!syntax.isElementAccessExpression(target)) return undefined;
  const key = scope.at(target).evaluate(target.argumentExpression);
  return key.kind === 'literal' ? String(key.value) : undefined;
}

/** Of `agent` in `agent.handoffs.push(…)`: the call that adds to the list which a property of it holds. */
function listAddedTo(property: ts.Node, owner: ts.Node): ts.CallExpression | undefined {
  const isAccess = syntax.isPropertyAccessExpression(property) || syntax.isElementAccessExpression(property);
  if (!isAccess || syntax.withoutAssertions(property.expression) !== owner) return undefined;
  const method = syntax.parentOf(property);
  const call = syntax.parentOf(method);
  const isAdded =
    syntax.isPropertyAccessExpression(method) &&
    isAddingMethod(method.name.text) &&
    syntax.isCallExpression(call) &&
    call.expression === method;
  return isAdded ? call : undefined;
}
