import type { ts } from '../../../type-utils/index.ts';
import { bindingOf, scopeOf, syntax } from '../../../type-utils/index.ts';
import { memo } from '../../../memo.ts';
import { listAround, listGivenTo } from '../../../program/values/functions.ts';
import { anywhere, contains } from '../../../program/values/nodes.ts';
import { ContentReader } from './content-reader.ts';
import { placesIn } from './contents.ts';
import { isSamePlace, keyOf, type Place } from '../places.ts';

/** Reads variables as they are declared. */
export const readerOf = memo((program: ts.Program) => new ContentReader(program));

/** The places to which an expression may lead: what is done to its value is done to what they hold. */
export const targetsOf = memo((program: ts.Program, expression: ts.Expression): readonly Place[] => {
  const node = syntax.withoutAssertions(expression);
  const read = placesIn(readerOf(program).read(node));
  if (syntax.isAccess(node)) {
    const own = writtenBy(node, program);
    // What a literal has put there is there no more.
    return own.some((place) => isAssigned(place, program)) ? own : [...own, ...read];
  }
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  const whole = listGivenTo(binding);
  if (whole) return [...read, ...targetsOf(program, whole)];
  const list = listAround(binding);
  return list ? [...read, ...elementsOf(list, program)] : read;
});

/** What an assignment to an expression writes. */
export function writtenBy(target: ts.Expression, program: ts.Program): readonly Place[] {
  const node = syntax.withoutAssertions(target);
  if (syntax.isAccess(node)) return targetsOf(program, node.expression).map((place) => partOf(place, keyOf(node)));
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding ? [{ root: binding, path: [] }] : [];
}

function partOf({ root, path }: Place, name: string | undefined): Place {
  return { root, path: [...path, name] };
}

/** Whether a property of a variable is assigned anew where the variable is visible. */
function isAssigned(place: Place, program: ts.Program): boolean {
  const isIt = (node: ts.Node): boolean => {
    if (!syntax.isPlainAssignment(node) || !syntax.isAccess(node.left)) return false;
    const { at } = readerOf(program).read(node.left);
    return at !== undefined && isSamePlace(at, place);
  };
  return syntax.isVariableDeclaration(place.root) && contains(scopeOf(place.root), isIt, anywhere);
}

function elementsOf(list: ts.Expression, program: ts.Program): readonly Place[] {
  const content = readerOf(program).read(list);
  const written = content.kind === 'object' ? [...content.properties.values()].flatMap(placesIn) : [];
  return [...written, ...targetsOf(program, list).map((place) => partOf(place, undefined))];
}
