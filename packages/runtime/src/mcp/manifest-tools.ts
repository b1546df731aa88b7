import { elsewhere } from '../adapters/elsewhere.ts';
import type { DynamicTool } from '../capability/agent.ts';
import type { Capability, PartOf } from '../capability/capability.ts';
import { defineTool } from '../capability/tool.ts';
import type { AnyTool, NoGuardrailRequired, Tool, ToolClass } from '../capability/tool.ts';
import { create, each, freeze, hasOwn, indexWhere, keysOf, ownOption } from '../globals.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { StandardSchemaV1 } from '../standard-schema.ts';
import { ManifestError, placeOfTools } from './manifest.ts';
import type { ListedTool, ToolManifest } from './manifest.ts';

const { structuredClone: structuredCopyOf } = globalThis;

/** What the caller decides about a tool; the server's hints have no part in it. */
export interface ToolDecision {
  /** `'write'` unless given. */
  readonly class?: ToolClass;
  /** `'required'` unless given; `noGuardrailRequired(reason)` is the other one. */
  readonly guardrail?: 'required' | NoGuardrailRequired;
}

/** Decides about each tool. */
export type DecideTool = (tool: ListedTool) => ToolDecision;

/** The decision about each tool, by its name. */
export type ToolDecisions<Name extends string = string> = Readonly<Partial<Record<Name, ToolDecision>>>;

/**
 * What validates by JSON Schema, by the shape that the official SDK's validators have: `AjvJsonSchemaValidator` of
 * `@modelcontextprotocol/client/validators/ajv`, `CfWorkerJsonSchemaValidator` of `…/validators/cf-worker`.
 */
export interface JsonSchemaValidator {
  getValidator(schema: never): ValidateJson;
}

/** Whether a value fits a JSON Schema. */
type ValidateJson = (value: unknown) => {
  readonly valid: boolean;
  readonly data?: unknown;
  readonly errorMessage?: string | undefined;
};

/** What `toolsFrom` takes beside the manifest. */
export interface ManifestToolsOptions<Decisions> {
  readonly decisions?: Decisions;
  /** Checks arguments and structured content by the schemas. Without it, arguments have to be an object, and no more. */
  readonly validator?: JsonSchemaValidator;
}

/** The tools of a manifest by name: with the types of its triples, or to be looked up, where it has none. */
export type ManifestTools<C, Decisions> = unknown extends C
  ? Readonly<Record<string, DynamicTool>>
  : { readonly [Name in NameIn<C>]: ToolOf<CapNamed<C, Name>, DecisionIn<Decisions, Name>> };

type NameIn<C> = unknown extends C
  ? string
  : C extends Capability<infer Name, infer _Args, infer _Result>
    ? Name
    : never;

type CapNamed<C, Name extends string> =
  C extends Capability<infer Own, infer _Args, infer _Result> ? (Own extends Name ? C : never) : never;

type ToolOf<Cap, Decision> =
  Cap extends Capability<infer Name, infer Args, infer Result>
    ? Tool<Name, PartOf<Args>, PartOf<Result>, ClassBy<Decision>, GuardrailBy<Decision>>
    : never;

type DecisionIn<Decisions, Name> = Decisions extends (...args: never) => infer Decision
  ? Decision
  : Name extends keyof Decisions
    ? Decisions[Name]
    : undefined;

type ClassBy<Decision> = Decision extends { readonly class: infer Class extends ToolClass }
  ? Class
  : 'class' extends keyof Decision
    ? ToolClass
    : 'write';

type GuardrailBy<Decision> = Decision extends { readonly guardrail: infer Guardrail extends ToolDecision['guardrail'] }
  ? NonNullable<Guardrail>
  : 'guardrail' extends keyof Decision
    ? NonNullable<ToolDecision['guardrail']>
    : 'required';

/**
 * Makes a tool of each one in a manifest, for agents to hold: calls are sent by `callTool` of a session. A tool without
 * a decision writes, and requires a guardrail.
 *
 * @throws TypeError where a decision is for no tool of the manifest, or has no such class or guardrail; ManifestError where the validator refuses
 *   a schema.
 */
export function toolsFrom<C>(
  manifest: ToolManifest<C>,
  options: ManifestToolsOptions<DecideTool> & { readonly decisions: DecideTool },
): ManifestTools<C, DecideTool>;
export function toolsFrom<C, const Decisions extends ToolDecisions<NameIn<C>> | undefined = undefined>(
  manifest: ToolManifest<C>,
  options?: ManifestToolsOptions<Decisions>,
): ManifestTools<C, Decisions>;
export function toolsFrom(
  manifest: ToolManifest,
  options: ManifestToolsOptions<DecideTool | ToolDecisions> = {},
): Readonly<Record<string, AnyTool>> {
  const place = placeOfTools(manifest);
  const decisions = ownOption(options, 'decisions') ?? {};
  const validator = ownOption(options, 'validator');
  requireTools(decisions, manifest.tools);
  const tools = create(null) as Record<string, AnyTool>;
  each(manifest.tools, (listed, index) => {
    tools[listed.name] = toolOf(listed, decisionOf(decisions, listed), `${place}[${index}]`, validator);
  });
  return freeze(tools);
}

/** A decision for a tool that is not there may be a misspelt one for a tool that is. */
function requireTools(decisions: DecideTool | ToolDecisions, tools: readonly ListedTool[]): void {
  if (typeof decisions === 'function') return;
  each(keysOf(decisions), (name) => {
    if (indexWhere(tools, (tool) => tool.name === name) < 0) {
      throw new TypeError(`\`decisions\` has \`${name}\`, which is no tool of the manifest.`);
    }
  });
}

function decisionOf(decisions: DecideTool | ToolDecisions, tool: ListedTool): ToolDecision {
  const decision = typeof decisions === 'function' ? decisions(tool) : ownOption(decisions, tool.name);
  return decision ?? {};
}

function toolOf(
  { name, description, inputSchema, outputSchema }: ListedTool,
  decision: ToolDecision,
  place: string,
  validator: JsonSchemaValidator | undefined,
): AnyTool {
  return defineTool({
    name,
    description,
    class: ownOption(decision, 'class') ?? 'write',
    guardrail: ownOption(decision, 'guardrail') ?? 'required',
    input: schemaOf(inputSchema, true, checkOf(inputSchema, `${place}.inputSchema`, validator)),
    output:
      outputSchema &&
      schemaOf(outputSchema, outputSchema.type === 'object', checkOf(outputSchema, `${place}.outputSchema`, validator)),
    handler: elsewhere,
  });
}

/** What a value is like, or what is wrong with it. */
type Check = (value: unknown) => ReturnType<StandardSchemaV1['~standard']['validate']>;

/** The check by a schema, which the validator makes of it now. */
function checkOf(schema: JsonObject, place: string, validator: JsonSchemaValidator | undefined): Check {
  if (!validator) return (value) => ({ value });
  // With the prototypes that validators expect; a copy, since they may keep it.
  const validate = compiled(validator, structuredCopyOf(schema), place);
  return (value) => {
    const answer = validate(structuredCopyOf(value));
    if (!answer.valid) return { issues: [{ message: answer.errorMessage ?? 'does not fit its JSON Schema' }] };
    return { value: hasOwn(answer, 'data') ? answer.data : value };
  };
}

function compiled(validator: JsonSchemaValidator, schema: JsonObject, place: string): ValidateJson {
  try {
    return validator.getValidator(schema as never);
  } catch (cause) {
    throw new ManifestError(`The manifest: ${place} is refused by the validator.`, { cause });
  }
}

/** A Standard Schema that also says itself as JSON Schema (https://standardschema.dev/json-schema), for adapters. */
function schemaOf(schema: JsonObject, isOfObject: boolean, check: Check): StandardSchemaV1 {
  const asJsonSchema = (): JsonObject => structuredCopyOf(schema);
  const validate: Check = (value) => {
    if (value === undefined) return { issues: [{ message: 'is missing' }] };
    return isOfObject && !isJsonObject(value as Json) ? { issues: [{ message: 'has to be an object' }] } : check(value);
  };
  const standard = {
    version: 1 as const,
    vendor: 'agent-safety',
    validate,
    jsonSchema: { input: asJsonSchema, output: asJsonSchema },
  };
  return freeze({ '~standard': freeze(standard) });
}
