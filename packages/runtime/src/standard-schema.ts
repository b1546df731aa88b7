import { bindTo, hasOwn, slice } from './globals.ts';

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

/** The validation of a schema, as it was when the schema was read. */
export type Validator = (value: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>;

/** A value as the schema has it, or what the schema has against it: one line, with a JSON path where there is one. */
export type Validated =
  { readonly isValid: true; readonly value: unknown } | { readonly isValid: false; readonly problem: string };

/** How a problem is told: with the schema's words, which may repeat the value, or by the places alone. */
export type Wording = 'messages' | 'places';

/** Issues that a problem names, and characters that it has at most. */
const mostIssues = 10;
const longestProblem = 1_000;

/** The validation of a Standard Schema; what others make of the schema later does not change it. */
export function validatorOf(schema: unknown): Validator | undefined {
  const standard = (schema as Partial<StandardSchemaV1> | null | undefined)?.['~standard'];
  const validate = standard?.validate;
  return typeof validate === 'function' ? (bindTo(validate, standard) as Validator) : undefined;
}

/** Asks a schema about a value. Rejects where the schema itself throws. */
export async function validated(validate: Validator, value: unknown, wording: Wording): Promise<Validated> {
  const answered = validate(value);
  // What is there at once is not awaited: that would look for `then` on it, and on the prototype of all objects.
  const isThere = hasOwn(answered, 'value') || (answered as Partial<StandardResult<unknown>>).issues !== undefined;
  const result = isThere ? (answered as StandardResult<unknown>) : await answered;
  // No prototype, for the same reason.
  if (result.issues)
    return { __proto__: null, isValid: false, problem: problemOf(result.issues, wording) } as Validated;
  return { __proto__: null, isValid: true, value: result.value } as Validated;
}

function problemOf(issues: readonly StandardIssue[], wording: Wording): string {
  let problem = '';
  for (let index = 0; index < issues.length && index < mostIssues; index++) {
    const issue = issues[index];
    if (!issue) break;
    problem += `${index > 0 ? '; ' : ''}${wording === 'messages' ? described(issue) : placeOf(issue) || 'the value'}`;
  }
  if (issues.length > mostIssues) problem += `; and ${issues.length - mostIssues} more`;
  if (problem === '') return wording === 'messages' ? 'refused' : 'the value';
  return problem.length > longestProblem ? `${slice(problem, 0, longestProblem)}…` : problem;
}

function described(issue: StandardIssue): string {
  const place = placeOf(issue);
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

function placeOf({ path = [] }: StandardIssue): string {
  let place = '';
  for (let index = 0; index < path.length; index++) {
    const segment = path[index];
    place += `${index > 0 ? '.' : ''}${String(typeof segment === 'object' ? segment.key : segment)}`;
  }
  return place;
}
