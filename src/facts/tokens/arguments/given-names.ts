import type { ts } from '../../../type-utils/index.ts';
import { syntax } from '../../../type-utils/index.ts';
import { writtenIn } from '../../../program/values/functions.ts';
import { keyTakenBy, type Place } from '../places.ts';
import { readerOf, targetsOf } from './aliases.ts';
import { type Content, optionsOf, placesIn } from './contents.ts';
import { propertyOf } from './properties.ts';

/** A name inside a function for a place outside of it. */
export interface GivenName {
  /** What declares the name. */
  readonly name: ts.Node;
  /** The properties of what it holds that lead to the place: in `[args.from, args.to]`, an index. */
  readonly below: Place['path'];
  readonly place: Place;
}

/** How deep in an object that is put together for a call its parts are looked at. */
const MAX_DEPTH = 2;

/**
 * The names by which a function has the places that one of its arguments leads to: its parameter, or what that takes apart.
 * One that is assigned anew stands for something else from then on: for a copy, as a rule.
 */
export function namesGiven(
  parameter: ts.ParameterDeclaration,
  argument: ts.Expression,
  program: ts.Program,
): readonly GivenName[] {
  if (syntax.isIdentifier(parameter.name)) {
    if (writtenIn(parameter.getSourceFile()).has(parameter)) return [];
    const whole = targetsOf(program, argument).map((place): GivenName => ({ name: parameter, below: [], place }));
    return [...whole, ...partsOf(parameter, readerOf(program).read(argument), [])];
  }
  return namesInPattern(parameter.name, readerOf(program).read(argument));
}

/** `({ tags }) => …`, `([first, second]) => …` */
function namesInPattern(pattern: ts.BindingPattern, content: Content): readonly GivenName[] {
  return pattern.elements.flatMap((element): readonly GivenName[] => {
    const key = syntax.isBindingElement(element) ? keyTakenBy(element) : undefined;
    if (!syntax.isBindingElement(element) || key === undefined) return [];
    const taken = propertyOf(content, key, content.node, element);
    if (!syntax.isIdentifier(element.name)) return namesInPattern(element.name, taken);
    if (writtenIn(element.getSourceFile()).has(element)) return [];
    const whole = placesIn(taken).map((place): GivenName => ({ name: element, below: [], place }));
    return [...whole, ...partsOf(element, taken, [])];
  });
}

/** What the properties of an object lead to that is put together for the call. */
function partsOf(name: ts.Node, content: Content, below: Place['path']): readonly GivenName[] {
  if (below.length >= MAX_DEPTH) return [];
  return optionsOf(content).flatMap((option) => {
    if (option.kind !== 'object') return [];
    return [...option.properties].flatMap(([key, part]): readonly GivenName[] => {
      const path = [...below, key];
      return [
        ...placesIn(part).map((place): GivenName => ({ name, below: path, place })),
        ...partsOf(name, part, path),
      ];
    });
  });
}
