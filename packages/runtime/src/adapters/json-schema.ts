import type { AnyTool } from '../capability/tool.ts';
import type { StandardSchemaV1 } from '../standard-schema.ts';
import { isRunElsewhere } from './elsewhere.ts';
import type { AnyRunner } from './governed-call.ts';

/** The JSON Schema of an object, draft 7. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** A Standard Schema that also says itself as JSON Schema (https://standardschema.dev/json-schema). */
interface StandardJsonSchema {
  readonly '~standard': {
    readonly jsonSchema?: { readonly input: (options: { readonly target: 'draft-07' }) => Record<string, unknown> };
  };
}

/** The tools of the runner's agent that have a handler in the contract. */
export function ownToolsOf({ agent }: AnyRunner): readonly AnyTool[] {
  return agent.tools.filter((tool) => !isRunElsewhere(tool));
}

/**
 * What a model is told about the arguments of a tool.
 *
 * @throws TypeError where the input schema does not say itself as JSON Schema, or is no object.
 */
export function jsonSchemaOf(tool: AnyTool): ObjectSchema {
  const { jsonSchema } = (tool.input as unknown as StandardJsonSchema)['~standard'];
  if (!jsonSchema) {
    throw new TypeError(
      `The input of \`${tool.name}\` has no JSON Schema for the model. Zod 4.2 and ArkType 2.1.28 bring one; for Valibot there is toStandardJsonSchema of @valibot/to-json-schema.`,
    );
  }
  const { $schema: _, ...schema } = jsonSchema.input({ target: 'draft-07' });
  if (schema.type !== 'object') throw new TypeError(`The input of \`${tool.name}\` has to be an object.`);
  return { ...schema, type: 'object', properties: (schema.properties ?? {}) as ObjectSchema['properties'] };
}

/** A schema that tells a model about the arguments and lets all pass: the contract validates, once. */
export interface UncheckedSchema extends StandardSchemaV1 {
  readonly '~standard': StandardSchemaV1['~standard'] & {
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/**
 * For SDKs that would otherwise parse the arguments before the contract does: twice, that is, which changes them where
 * a schema coerces or transforms.
 *
 * @throws TypeError as `jsonSchemaOf` does.
 */
export function uncheckedSchemaOf(tool: AnyTool): UncheckedSchema {
  const schema = jsonSchemaOf(tool);
  const told = (): Record<string, unknown> => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-safety',
      validate: (value) => ({ value }),
      jsonSchema: { input: told, output: told },
    },
  };
}
