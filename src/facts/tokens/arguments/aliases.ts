import type { ts } from '../../../type-utils/index.ts';
import { bindingOf, calledName, scopeOf, syntax } from '../../../type-utils/index.ts';
import { memo } from '../../../memo.ts';
import { iterating } from '../../../program/values/functions.ts';
import { anywhere, contains } from '../../../program/values/nodes.ts';
import { ContentReader } from './content-reader.ts';
import { placesIn } from './contents.ts';
import { isSamePlace, type Place } from '../places.ts';
import { isCopy } from './readings.ts';

const readerOf = memo((program: ts.Program) => new ContentReader(program));

/** The places that an expression may lead to: what is done to its value is done to what they hold. */
export function targetsOf(expression: ts.Expression, program: ts.Program): readonly Place[] {
  const node = syntax.withoutAssertions(expression);
  const read = placesIn(readerOf(program).read(node)).filter((reading) => !isCopy(reading));
  if (syntax.isAccess(node)) {
    const own = targetsOf(node.expression, program).map((place) => partOf(place, keyOf(node)));
    // What a literal has put there is there no more.
    const isReplaced = own.some((place) => isAssigned(place, program));
    return isReplaced ? own : [...own, ...read];
  }
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding ? [...read, ...sourcesOfElement(binding, program)] : read;
}

/** What an assignment to an expression writes. */
export function writtenBy(target: ts.Expression, program: ts.Program): readonly Place[] {
  const node = syntax.withoutAssertions(target);
  if (syntax.isAccess(node)) return targetsOf(node.expression, program).map((place) => partOf(place, keyOf(node)));
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding ? [{ root: binding, path: [] }] : [];
}

function partOf({ root, path }: Place, name: string | undefined): Place {
  return { root, path: [...path, name] };
}

function keyOf(node: ts.ElementAccessExpression | ts.PropertyAccessExpression): string | undefined {
  if (syntax.isPropertyAccessExpression(node)) return node.name.text;
  const { argumentExpression: key } = node;
  return syntax.isStringLiteralLike(key) || syntax.isNumericLiteral(key) ? key.text : undefined;
}

/** Whether a property of a variable is assigned anew where the variable is visible. */
function isAssigned(place: Place, program: ts.Program): boolean {
  if (!syntax.isVariableDeclaration(place.root)) return false;
  const isIt = (node: ts.Node): boolean => {
    if (!syntax.isPlainAssignment(node) || !syntax.isAccess(node.left)) return false;
    const { at } = readerOf(program).read(node.left);
    return at !== undefined && isSamePlace(at, place);
  };
  return contains(scopeOf(place.root), isIt, anywhere);
}

/** What a variable stands for that goes over the elements of a list: in `for … of`, or as a parameter of a callback. */
function sourcesOfElement(binding: ts.Node, program: ts.Program): readonly Place[] {
  const { parent } = binding;
  if (syntax.isVariableDeclaration(binding) && syntax.isForOfStatement(parent.parent))
    return elementsOf(parent.parent.expression, program);
  if (!syntax.isParameter(binding) || !syntax.isFunctionValue(parent)) return [];
  const call = syntax.parentOf(parent);
  const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
  if (!callee || !syntax.isPropertyAccessExpression(callee) || !iterating.has(callee.name.text)) return [];
  // `reduce` gives the result so far first.
  const index =
    parent.parameters.indexOf(binding) - (calledName(call as ts.CallExpression)?.startsWith('reduce') ? 1 : 0);
  if (index === 0) return elementsOf(callee.expression, program);
  return index === 2 ? targetsOf(callee.expression, program) : [];
}

function elementsOf(list: ts.Expression, program: ts.Program): readonly Place[] {
  const content = readerOf(program).read(list);
  const written = content.kind === 'list' ? content.elements.flatMap(placesIn) : [];
  const inList = targetsOf(list, program).map((place) => partOf(place, undefined));
  return [...written.filter((reading) => !isCopy(reading)), ...inList];
}
