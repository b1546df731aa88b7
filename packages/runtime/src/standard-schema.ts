/**
 * The interface that schema libraries share (https://standardschema.dev, version 1, MIT, © 2024 Colin McDonnell),
 * copied as its authors propose, so that the package needs none of them.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProps<Input, Output>;
}

interface StandardSchemaProps<Input, Output> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema accepts. */
export type InferInput<Schema extends StandardSchemaV1> = NonNullable<Schema['~standard']['types']>['input'];

/** What a schema makes of what it accepts. */
export type InferOutput<Schema extends StandardSchemaV1> = NonNullable<Schema['~standard']['types']>['output'];

/** A value as the schema has it, or what the schema has against it: one line, with a JSON path where there is one. */
export type Validated<Output> = { readonly value: Output } | { readonly problem: string };

/** Asks a schema about a value. Rejects where the schema itself throws. */
export async function validate<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  value: unknown,
): Promise<Validated<Output>> {
  const result = await schema['~standard'].validate(value);
  return result.issues ? { problem: result.issues.map(describe).join('; ') || 'refused' } : { value: result.value };
}

function describe({ message, path = [] }: StandardIssue): string {
  const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}
