import { type Content, type ObjectContent, optionsOf, type ResultContent } from './contents.ts';
import { isSamePlace } from '../places.ts';

/** The properties of an object that are written out, and those that are left out. */
export function keysIn({ layers }: ObjectContent): readonly string[] {
  return layers.flatMap((layer) => {
    if (!('spread' in layer)) return layer.key ?? [];
    return [...layer.without, ...(layer.spread.kind === 'object' ? keysIn(layer.spread) : [])];
  });
}

/** What an object has its other properties from. */
export function spreadsIn({ layers }: ObjectContent): readonly Content[] {
  return layers.flatMap((layer) => {
    if (!('spread' in layer)) return [];
    return layer.spread.kind === 'object' ? spreadsIn(layer.spread) : [layer.spread];
  });
}

export function isSameRead(a: Content, b: Content): boolean {
  return a.kind === 'read' && b.kind === 'read' && isSamePlace(a.reading, b.reading);
}

/** Whether a result is made of a value by something that surely makes another one of it. */
export function isAlteredIn(value: Content, result: Content): boolean {
  if (result.kind !== 'result') return false;
  return result.altered
    .flatMap(optionsOf)
    .some((each) => isSameRead(value, each) || isSameResult(value, each) || isAlteredIn(value, each));
}

function isSameResult(a: Content, b: Content): boolean {
  if (a.kind !== 'result' || b.kind !== 'result') return false;
  const isSame = (each: Content, index: number): boolean => {
    const other = b.inputs[index] ?? each;
    return isSameRead(each, other) || isSameResult(each, other);
  };
  return a.node === b.node || (isSameOperation(a, b) && a.inputs.length > 0 && a.inputs.every(isSame));
}

export function isSameOperation(a: ResultContent, b: ResultContent): boolean {
  return a.operation === b.operation && a.inputs.length === b.inputs.length;
}
