import type { ts } from '../../../type-utils/index.ts';
import type { Place } from '../places.ts';

/** What changes a place. */
export interface Change {
  readonly node: ts.Node;
  /** What it writes, from the variable on: what holds the place, the place, or a part of it. */
  readonly path: Place['path'];
}

/**
 * A place, and where it is read: a variable first, then one property after the other. What is read there is shared with
 * others, unless it is a copy.
 */
export interface Reading extends Place {
  /** Where each part of the path is read, the variable first. One more than the path has: its own properties are copied. */
  readonly times: readonly ts.Node[];
  /** Where all that lies deeper is copied as well. */
  readonly copiedAt?: ts.Node;
}

/** A property of what is read. */
export function below(reading: Reading, name: string | undefined, time: ts.Node): Reading {
  const { path, times, copiedAt } = reading;
  const isRead = times.length > path.length + 1;
  return { ...reading, path: [...path, name], times: isRead ? times : [...times, copiedAt ?? time] };
}

/** Whether what is read is an object of its own, to which no other place leads. */
export function isCopy({ path, times, copiedAt }: Reading): boolean {
  return copiedAt !== undefined || times.length > path.length + 1;
}

/** `structuredClone(args)`, or `{ ...args }`, which shares what is below its properties. */
export function copyOf(reading: Reading, time: ts.Node, isDeep: boolean): Reading {
  if (isDeep) return { ...reading, copiedAt: reading.copiedAt ?? time };
  return isCopy(reading) ? reading : { ...reading, times: [...reading.times, time] };
}

/** Where the part of a place is read that has a path of this length; at last where the call is made that it is given to. */
export function timeOf({ times, copiedAt }: Reading, length: number, call: ts.Node): ts.Node {
  return times[length] ?? copiedAt ?? call;
}
