import type { AnyTool, CapIn } from './tool.ts';

/** The triple of a tool; of a union of tools, the set of their triples. */
export type CapOf<Tool extends AnyTool> = Tool extends AnyTool<infer Cap> ? Cap : never;

/**
 * A set of triples, written as the list of the tools: `Caps<[typeof readFile, typeof writeFile]>`. Of a list that is not
 * known in full, all that may be in it: what to ask of an agent that is to hold whatever it is.
 */
export type Caps<Tools extends readonly AnyTool[]> = CapOf<Tools[number]>;

/**
 * The set of triples that a list certainly has, whatever it is at run time. As `Caps`, but a tool that may be one of
 * several, or may be missing, or is of no known type, adds nothing.
 */
export type CapsOfList<Tools extends readonly AnyTool[]> =
  IsUnion<Tools['length']> extends true
    ? Bottom
    : number extends Tools['length']
      ? CapsAtEnds<Tools>
      : { [Index in IndexOf<Tools>]: CertainCap<CapIn<Tools[Index]>> }[IndexOf<Tools>];

/** No `keyof` alone, which would make a list of each member of a union: what is at one place is one of several then. */
type IndexOf<Tools> = keyof Tools & `${number}`;

/** Of a list with a part of unknown length, what stands before and after that. */
type CapsAtEnds<Tools extends readonly AnyTool[]> = Tools extends readonly [
  infer First extends AnyTool,
  ...infer Rest extends readonly AnyTool[],
]
  ? CertainCap<CapIn<First>> | CapsAtEnds<Rest>
  : Tools extends readonly [...infer Rest extends readonly AnyTool[], infer Last extends AnyTool]
    ? CertainCap<CapIn<Last>> | CapsAtEnds<Rest>
    : Bottom;

/** The triple of one tool; nothing where that is one of several, or any. */
type CertainCap<Cap, Whole = Cap> = unknown extends Cap
  ? Bottom
  : Cap extends unknown
    ? [Whole] extends [Cap]
      ? Cap
      : Bottom
    : never;

type IsUnion<T, Whole = T> = T extends T ? ([Whole] extends [T] ? false : true) : never;

/** All possible tools. */
export type Top = unknown;

/** No tool. */
export type Bottom = never;

/** What is in both sets: as much as one of two agents can delegate to the other. */
export type Meet<A, B> = unknown extends A ? B : Extract<A, B>;

/** What is in either set: the scope of a combined agent, which is no delegation. */
export type Join<A, B> = A | B;

/** Whether all of `A` is in `B`. */
export type IsSubset<A, B> = [A] extends [B] ? true : false;
