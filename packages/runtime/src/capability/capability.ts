declare const capability: unique symbol;

/**
 * A capability: the triple of a tool's name, what its handler takes, and what a call resolves to. A type only; no
 * value has it. Two triples are the same where each of their parts can take the place of the other, both ways, and `any`
 * takes the place of nothing but `any`.
 */
export type ToolCap<Name extends string, Args, Result> = Capability<Name, OrAnyType<Args>, OrAnyType<Result>>;

/** As `ToolCap`; in parameters that vary in no direction, so that `extends` on unions of them is membership. */
export interface Capability<in out Name extends string, in out Args, in out Result> {
  readonly [capability]: (triple: [Name, Args, Result]) => [Name, Args, Result];
}

/** The compiler takes `any` for every type argument, whatever its variance: a type of its own stands for it. */
interface AnyType {
  readonly [capability]: 'any';
}

type OrAnyType<T> = 0 extends 1 & T ? AnyType : T;

/** A part of a triple as it was written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it was written so
export type PartOf<T> = [T] extends [never] ? T : [T] extends [AnyType] ? any : T;
