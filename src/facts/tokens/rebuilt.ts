import { bindingNamedBy, bindingOf, syntax, type ts } from '../../type-utils/index.ts';
import { namedDeclarationOf } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { globalNameOf } from './forgery-sites.ts';
import type { MadeData } from './made-data.ts';

/**
 * What a function puts together anew, key by key: an object that it makes and fills with what its parameter has, or with
 * what it makes of that by calling itself. Undefined: it returns something else.
 */
export function rebuiltBy(returned: ts.Expression, fn: syntax.FunctionLike): MadeData | undefined {
  const value = syntax.withoutAssertions(returned);
  const fillings = syntax.isIdentifier(value) ? fillingsOf(value, fn) : isCollected(value) ? [value] : [];
  const isDeep = fillings.some((filling) => contains(filling, (node) => isItself(node, fn), anywhere));
  const copied = fillings
    .filter((filling) => isDeep || isTakenOver(filling))
    .flatMap((filling) => parametersIn(filling, fn))
    .at(0);
  return copied && { of: [copied], isDeep };
}

/** Where a function fills an object that it has made: `copy[key] = value[key]`. */
function fillingsOf(name: ts.Identifier, fn: syntax.FunctionLike): readonly ts.Expression[] {
  const binding = bindingOf(name);
  if (!fn.body || !binding || !syntax.isVariableDeclaration(binding) || syntax.containerOf(binding) !== fn) return [];
  if (!binding.initializer || !isMadeHere(syntax.withoutAssertions(binding.initializer))) return [];
  return nodesIn(fn.body, syntax.isPlainAssignment, anywhere).filter(
    ({ left }) => syntax.isElementAccessExpression(left) && bindingNamedBy(left.expression) === binding,
  );
}

/** `{}`, `isList ? [] : {}`, `Object.create(null)` */
function isMadeHere(value: ts.Expression): boolean {
  if (syntax.isConditionalExpression(value))
    return [value.whenTrue, value.whenFalse].map(syntax.withoutAssertions).every(isMadeHere);
  if (syntax.isObjectLiteralExpression(value)) return value.properties.length === 0;
  return (
    (syntax.isArrayLiteralExpression(value) && value.elements.length === 0) || globalNameOf(value) === 'Object.create'
  );
}

/** `Object.fromEntries(Object.entries(value).map(…))`, `Object.keys(value).reduce((copy, key) => …, {})` */
function isCollected(value: ts.Expression): boolean {
  if (!syntax.isCallExpression(value)) return false;
  if (globalNameOf(value) === 'Object.fromEntries') return true;
  const [, first] = value.arguments;
  const callee = syntax.withoutAssertions(value.expression);
  const isReduction = syntax.isPropertyAccessExpression(callee) && callee.name.text === 'reduce';
  return isReduction && first !== undefined && isMadeHere(syntax.withoutAssertions(first));
}

/** Whether a node is the name of a function, inside of it: it calls itself, or hands itself on. */
function isItself(node: ts.Node, fn: syntax.FunctionLike): boolean {
  if (!syntax.isIdentifier(node)) return false;
  const named = namedDeclarationOf(fn);
  const binding = bindingOf(node);
  return binding !== undefined && (binding === named || binding === fn);
}

/** Whether a property is filled with what another object has, as it is: `copy[key] = value[key]`, `copy[key] = each`. */
function isTakenOver(filling: ts.Expression): boolean {
  if (!syntax.isPlainAssignment(filling)) return isEntriesOnly(filling);
  const given = syntax.withoutAssertions(filling.right);
  return syntax.isElementAccessExpression(given) || syntax.isIdentifier(given);
}

/** `Object.fromEntries(Object.entries(value))`, and with some of them left out. */
function isEntriesOnly(collected: ts.Expression): boolean {
  const [entries] = syntax.isCallExpression(collected) ? collected.arguments : [];
  if (!entries || !syntax.isCallExpression(entries)) return false;
  if (globalNameOf(entries) === 'Object.entries') return true;
  const callee = syntax.withoutAssertions(entries.expression);
  const list =
    syntax.isPropertyAccessExpression(callee) && callee.name.text === 'filter' ? callee.expression : undefined;
  return list !== undefined && globalNameOf(syntax.withoutAssertions(list)) === 'Object.entries';
}

/** The names of the function's parameters in what fills an object, and in the loops around that. */
function parametersIn(filling: ts.Expression, fn: syntax.FunctionLike): readonly ts.Identifier[] {
  const heads: ts.Node[] = [filling];
  for (let at: ts.Node = filling; at !== fn; at = at.parent) {
    if (syntax.isForInOrOf(at)) heads.push(at.expression);
    // `Object.keys(value).forEach((key) => { copy[key] = value[key]; })`
    else if (syntax.isCallExpression(at)) heads.push(at.expression);
  }
  const isParameter = (node: ts.Node): node is ts.Identifier => {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    return binding !== undefined && syntax.isParameter(binding) && binding.parent === fn;
  };
  return heads.flatMap((head) => nodesIn(head, isParameter, anywhere));
}
