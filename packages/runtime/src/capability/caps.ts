import type { AnyTool } from './tool.ts';

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
  IsUnion<Tools> extends true
    ? Bottom
    : number extends Tools['length']
      ? CapsAtEnds<Tools>
      : { [Index in keyof Tools]: CertainCap<Tools[Index]> }[number];

/** Of a list with a part of unknown length, what stands before and after that. */
type CapsAtEnds<Tools extends readonly unknown[]> = Tools extends readonly [infer First, ...infer Rest]
  ? CertainCap<First> | CapsAtEnds<Rest>
  : Tools extends readonly [...infer Rest, infer Last]
    ? CertainCap<Last> | CapsAtEnds<Rest>
    : Bottom;

/**
 * What a list of tools has to be where its set becomes a type: known, or empty. Otherwise a text that says what to write,
 * which no list fits.
 */
export type Known<Tools extends readonly AnyTool[]> = [CapsOfList<Tools>] extends [never]
  ? Tools extends readonly []
    ? unknown
    : 'No tool of this list is known: list them one by one, or give dynamicCaps(list)'
  : unknown;

type CertainCap<Tool> =
  IsUnion<Tool> extends true ? Bottom : Tool extends AnyTool<infer Cap> ? (unknown extends Cap ? Bottom : Cap) : Bottom;

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
