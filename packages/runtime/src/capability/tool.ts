import { freeze } from '../globals.ts';
import { privateRecords } from '../private-records.ts';
import { validatorOf } from '../standard-schema.ts';
import type { InferInput, InferOutput, StandardSchemaV1, Validator } from '../standard-schema.ts';
import { takenOnce } from '../taken-once.ts';
import type { ResultBy, SchemaCap, ToolCap } from './capability.ts';
import type { Same } from './same.ts';

/** What a call does to the world: nothing that lasts, or something. */
export type ToolClass = 'read' | 'write';

declare const optOut: unique symbol;
declare const types: unique symbol;

/** The word of a tool's author that calls of it need no guardrail: from `noGuardrailRequired`, and for one tool. */
export interface NoGuardrailRequired {
  /** Why, for those who review the tool. */
  readonly reason: string;
  readonly [optOut]: true;
}

/** Any tool, whatever its types. `Cap` narrows it to tools with a triple of that set. */
export interface AnyTool<Cap = unknown> {
  readonly name: string;
  readonly description: string | undefined;
  readonly class: ToolClass;
  readonly guardrail: 'required' | NoGuardrailRequired;
  readonly input: StandardSchemaV1;
  readonly output: StandardSchemaV1 | undefined;
  readonly [types]: { readonly cap: Cap; readonly given: unknown; readonly result: unknown };
}

/**
 * A tool: frozen, and without its handler, which only `invokeTool` reaches. `Args` is what the handler takes (what the
 * input schema makes), `Given` what a caller passes (what the input schema accepts).
 */
export interface Tool<
  Name extends string,
  Args,
  Result,
  Class extends ToolClass = ToolClass,
  Guardrail extends 'required' | NoGuardrailRequired = 'required' | NoGuardrailRequired,
  Given = Args,
> extends AnyTool {
  readonly name: Name;
  readonly class: Class;
  readonly guardrail: Guardrail;
  readonly input: StandardSchemaV1<Given, Args>;
  readonly [types]: { readonly cap: ToolCap<Name, Args, Result>; readonly given: Given; readonly result: Result };
}

/**
 * A tool as `defineTool` makes it: a `Tool` by its schemas. What they infer is computed where the tool is called, and not
 * where it is defined.
 */
export interface SchemaTool<
  Name extends string,
  Class extends ToolClass,
  Guardrail extends 'required' | NoGuardrailRequired,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1 | undefined,
  Returned,
> extends AnyTool {
  readonly name: Name;
  readonly class: Class;
  readonly guardrail: Guardrail;
  readonly input: Input;
  readonly output: Output;
  readonly [types]: {
    readonly cap: SchemaCap<Name, Input, Output, Returned>;
    readonly given: InferInput<Input>;
    readonly result: ResultBy<Output, Returned>;
  };
}

/** The triple of a tool. */
export type CapIn<T extends AnyTool> = T[typeof types]['cap'];

/** What a caller passes to a tool. */
export type GivenOf<T extends AnyTool> = T[typeof types]['given'];

/** What a call of a tool resolves to. */
export type ResultOf<T extends AnyTool> = T[typeof types]['result'];

/** What a handler learns about its call besides the arguments. */
export interface ToolContext {
  /** The names of who calls and of what is called. */
  readonly agent: string;
  readonly tool: string;
  /** Aborted where the caller gives up. */
  readonly signal: AbortSignal | undefined;
}

/** What `defineTool` takes. */
export interface ToolDefinition<
  Name extends string,
  Class extends ToolClass,
  Guardrail extends 'required' | NoGuardrailRequired,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1 | undefined,
  Returned,
> {
  readonly name: Name;
  readonly description?: string;
  readonly class: Class;
  /** `'required'`, or `noGuardrailRequired(reason)`. There is no default: leaving it out would be a decision unmade. */
  readonly guardrail: Guardrail;
  /** Of what comes in. What it makes has to be plain JSON, as the arguments are. */
  readonly input: Input;
  /** Of what goes out. Left out, the result is whatever the handler returns, unchecked. */
  readonly output?: Output;
  /** Gets a copy of its own of what the guardrail saw. */
  readonly handler: (args: InferOutput<Input>, context: ToolContext) => Returned | Promise<Returned>;
}

/**
 * As `ToolDefinition`. Where the class or the guardrail is missing, the name has to be a text that states so: the compiler
 * prints that as one line, and a missing property with all of the definition.
 */
interface Definition<
  Name extends string,
  Class extends ToolClass,
  Guardrail extends 'required' | NoGuardrailRequired,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1 | undefined,
  Returned,
  ClassGiven,
  GuardrailGiven,
> {
  readonly name: Named<Name, Class, Guardrail, ClassGiven, GuardrailGiven>;
  readonly description?: string;
  readonly class?: Class | ClassGiven;
  readonly guardrail?: Guardrail | GuardrailGiven;
  readonly input: Input;
  readonly output?: Output;
  readonly handler: (args: InferOutput<Input>, context: ToolContext) => Returned | Promise<Returned>;
}

/** Nothing is inferred for what is missing, and each type parameter has another default. */
type Named<Name extends string, Class, Guardrail, ClassGiven, GuardrailGiven> =
  Same<[Class, Guardrail]> extends Same<[ClassGiven, GuardrailGiven]>
    ? Name
    : [ClassGiven] extends [never]
      ? `Tool \`${Name}\` has no class: 'read' or 'write'`
      : `Tool \`${Name}\` has no guardrail: 'required' or noGuardrailRequired(reason)`;

/** A definition, with its types forgotten. */
interface AnyDefinition {
  readonly name: string;
  readonly description?: string;
  readonly class?: ToolClass;
  readonly guardrail: 'required' | NoGuardrailRequired;
  readonly input: StandardSchemaV1;
  readonly output?: StandardSchemaV1 | undefined;
  readonly handler: Handler;
}

/** A handler, with its types forgotten. */
type Handler = (args: unknown, context: ToolContext) => unknown;

/** The validations of a tool's schemas, as they were when the tool was defined. */
interface Validators {
  readonly input: Validator;
  readonly output: Validator | undefined;
}

const handlers = privateRecords<AnyTool, Handler>();
const validators = privateRecords<AnyTool, Validators>();
/** The name of the tool that each opt-out is for; empty until it has one. */
const optOuts = privateRecords<NoGuardrailRequired, string>();

/**
 * Defines a tool. The definition is copied and the tool frozen, so that it stays what was reviewed.
 *
 * @throws TypeError where the name is empty, the class or the guardrail is none, the opt-out is that of another tool, or
 *   the input is no Standard Schema.
 */
export function defineTool<
  const Name extends string,
  Class extends ToolClass,
  Guardrail extends 'required' | NoGuardrailRequired,
  Input extends StandardSchemaV1,
  Returned extends (Output extends StandardSchemaV1 ? InferInput<Output> : unknown),
  Output extends StandardSchemaV1 | undefined = undefined,
  ClassGiven extends ToolClass = never,
  GuardrailGiven extends 'required' | NoGuardrailRequired = never,
>(
  definition: Definition<Name, Class, Guardrail, Input, Output, Returned, ClassGiven, GuardrailGiven>,
): SchemaTool<Name, Class, Guardrail, Input, Output, Returned>;
export function defineTool(definition: object): AnyTool {
  const { name, description, class: toolClass, guardrail, input, output, handler } = definition as AnyDefinition;
  if (typeof name !== 'string' || name === '') throw new TypeError('A tool needs a name.');
  // Its type says so; what got around the types may be anything.
  if ((toolClass as unknown) !== 'read' && (toolClass as unknown) !== 'write')
    throw new TypeError(`\`${name}\` needs a class, 'read' or 'write'.`);
  const isOptOut = guardrail !== 'required';
  if (isOptOut && optOuts.get(guardrail) !== '' && optOuts.get(guardrail) !== name) {
    throw new TypeError(`\`${name}\` needs a guardrail: 'required', or a noGuardrailRequired(reason) of its own.`);
  }
  const ofInput = validatorOf(input);
  const ofOutput = validatorOf(output);
  if (!ofInput) throw new TypeError(`The input of \`${name}\` is no Standard Schema.`);
  if (output !== undefined && !ofOutput) {
    throw new TypeError(`The output of \`${name}\` is no Standard Schema.`);
  }
  if (typeof handler !== 'function') throw new TypeError(`\`${name}\` needs a handler.`);

  const properties = { name, description, class: toolClass, guardrail, input, output };
  // The types are a phantom: nothing at run time has them.
  const tool = freeze(properties) as unknown as AnyTool;
  if (isOptOut) optOuts.set(guardrail, name);
  handlers.set(tool, handler);
  validators.set(tool, { input: ofInput, output: ofOutput });
  return tool;
}

/**
 * The word of a tool's author that calls need no guardrail, and why: reads of what everybody may see, for example. It is
 * for one tool: another one, of another name, needs a reason of its own.
 *
 * @throws TypeError without a reason.
 */
export function noGuardrailRequired(reason: string): NoGuardrailRequired {
  if (typeof reason !== 'string' || reason.trim() === '') throw new TypeError('noGuardrailRequired needs a reason.');
  const optedOut = freeze({ reason }) as NoGuardrailRequired;
  optOuts.set(optedOut, '');
  return optedOut;
}

/** Whether the author of a tool has declared that its calls need no guardrail: for tools that were found by name. */
export function needsNoGuardrail<T extends AnyTool>(tool: T): tool is T & { readonly guardrail: NoGuardrailRequired } {
  return isTool(tool) && tool.guardrail !== 'required';
}

/** Whether it is a tool of `defineTool`, and no look-alike. */
export function isTool(value: unknown): value is AnyTool {
  return handlers.get(value) !== undefined;
}

/** Whether this is the handler of the tool. It shows nobody the handler. */
export function hasHandler(tool: AnyTool, handler: unknown): boolean {
  return handlers.get(tool) === handler;
}

/** What validates the arguments and the results of a tool. @throws TypeError for what only looks like a tool. */
export function validatorsOf(tool: AnyTool): Validators {
  const found = validators.get(tool);
  if (!found) throw new TypeError('This is no tool of defineTool.');
  return found;
}

/** Gives the function that finds the handler of a tool, once: to `invokeTool`, since it leads past all checks. */
export const takeHandlerOf = takenOnce(
  (tool: AnyTool): Handler | undefined => handlers.get(tool),
  'The way to the handlers of tools',
);
