import type { AnyTool } from './tool.ts';

declare const capability: unique symbol;

/**
 * A capability: the triple of a tool's name, what its handler takes, and what a call resolves to. A type only; no
 * value has it. Two triples are the same where all three parts are identical types, also where one of them is `any`.
 */
export interface ToolCap<Name extends string, Args, Result> {
  readonly [capability]: {
    readonly name: Name;
    readonly args: Args;
    readonly result: Result;
    // Two such functions are assignable only where both types are identical: assignability of triples is equality, and
    // so `extends` on unions of triples is membership.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it is there to be compared
    readonly exactly: <T>() => T extends [Name, Args, Result] ? 1 : 2;
  };
}

/** The triple of a tool; of a union of tools, the set of their triples. */
export type CapOf<Tool extends AnyTool> = Tool extends AnyTool<infer Cap> ? Cap : never;

/** A set of triples, written as the list of the tools: `Caps<[typeof readFile, typeof writeFile]>`. */
export type Caps<Tools extends readonly AnyTool[]> = CapOf<Tools[number]>;

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
