import type { InferOutput, StandardSchemaV1 } from '../standard-schema.ts';

declare const capability: unique symbol;
declare const named: unique symbol;

/**
 * A capability: the triple of a tool's name, what its handler takes, and what a call resolves to. A type only; no
 * value has it. Two triples are the same where each of their parts can take the place of the other, both ways, and `any`
 * takes the place of nothing but `any`.
 */
export type ToolCap<Name extends string, Args, Result> = Capability<Name, OrAnyType<Args>, OrAnyType<Result>>;

/** As `ToolCap`; in parameters that vary in no direction, so that `extends` on unions of them is membership. */
export interface Capability<in out Name extends string, in out Args, in out Result> {
  readonly [named]: Name;
  readonly [capability]: (triple: [Name, Args, Result]) => [Name, Args, Result];
}

/**
 * As `ToolCap`, of a tool by its schemas. What they infer is computed where triples are compared, and not for each tool of
 * a program.
 */
export interface SchemaCap<Name extends string, Input extends StandardSchemaV1, Output, Returned> {
  readonly [named]: Name;
  readonly [capability]: (
    triple: [Name, OrAnyType<InferOutput<Input>>, OrAnyType<ResultBy<Output, Returned>>],
  ) => [Name, OrAnyType<InferOutput<Input>>, OrAnyType<ResultBy<Output, Returned>>];
}

/** The result of a tool with or without output schema. Without one nothing is known about it. */
export type ResultBy<Output, Returned> = Output extends StandardSchemaV1 ? InferOutput<Output> : Returned;

/** The compiler takes `any` for every type argument, whatever its variance: a type of its own stands for it. */
interface AnyType {
  readonly [capability]: 'any';
}

type OrAnyType<T> = 0 extends 1 & T ? AnyType : T;

/** Any triple. */
export interface AnyCapability {
  readonly [named]: string;
  readonly [capability]: (triple: never) => readonly [name: string, args: unknown, result: unknown];
}

/** The name of a triple. */
export type NameOfCap<C> = [C] extends [AnyCapability] ? C[typeof named] : string;

/** What the handler of a triple takes. */
export type ArgsOfCap<C> = C extends AnyCapability ? PartOf<ReturnType<C[typeof capability]>[1]> : never;

/** A part of a triple as it was written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it was written so
export type PartOf<T> = [T] extends [never] ? T : [T] extends [AnyType] ? any : T;
