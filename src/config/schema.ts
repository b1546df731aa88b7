import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as ajv2020 from 'ajv/dist/2020.js';
import type { DefinedError, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { validRange } from 'semver';
import { nearestOf } from './nearest.ts';

/** The properties and indices that lead to a value. */
export type Path = readonly (number | string)[];

/** What is wrong with a value, or with the name of a property. */
export interface Problem {
  readonly path: Path;
  readonly isName: boolean;
  /** One or more sentences, the first with the path in it. */
  readonly text: string;
}

/** The published schemas, by what they describe, with their files from the package's root. */
const schemaFiles = {
  policy: 'policy.schema.json',
  settings: 'settings.schema.json',
  registry: 'schemas/mcp/tool_registry.schema.json',
  review: 'schemas/registry_review.schema.json',
} as const;

export type SchemaName = keyof typeof schemaFiles;

/** All that a published schema has against a value, which stands at a path: for a file as a whole, none. */
export function problemsOf(schema: SchemaName, value: unknown, at: Path = []): readonly Problem[] {
  const isValid = validatorOf(schema, value);
  if (isValid(value)) return [];
  const errors = withNearestBranches((isValid.errors ?? []) as DefinedError[]);
  const pathIn = (pointer: string): Path => [...at, ...pathOf(pointer, value)];
  const whole = `The ${schema}`;
  return [
    ...missingIn(errors, pathIn, whole),
    ...errors.flatMap((error) => problemOf(error, pathIn(error.instancePath), whole) ?? []),
  ];
}

/** `grants[0].tools`, `agents["front desk"].allow`; of no steps, the name of the whole. */
export function pathText(path: Path, whole = ''): string {
  if (path.length === 0) return whole;
  return path
    .map((step) => (typeof step === 'string' && /^[$\w]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join('')
    .replace(/^\./, '');
}

/** The sentences behind a mistake: the name that is meant, where one is near, and those that there are. */
export function suggestion(allowed: readonly string[], given: unknown): string {
  const nearest = typeof given === 'string' ? nearestOf(allowed, given) : undefined;
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  return `${hint} Allowed: ${allowed.map((name) => `\`${name}\``).join(', ')}.`;
}

/** A value in a message. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : `\`${JSON.stringify(value)}\``;
}

/** What a text must be by its format. What does not look like a date at all is a matter of the pattern. */
const formats = {
  date: {
    isValid: (text: string) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || isDay(text),
    must: 'must be a day that the calendar has',
  },
  // What is no pointer, and no id, is a matter of the pattern beside the format.
  'json-pointer': {
    isValid: () => true,
    must: 'must be a JSON Pointer (RFC 6901), such as `/files/0/content`, in which `~0` stands for `~` and `~1` for `/`',
  },
  'semver-range': {
    isValid: (text: string) => validRange(text) !== null,
    must: 'must be a range of versions such as `>=1.2.0 <2.0.0`',
  },
} as const;

interface Schema {
  readonly properties: Readonly<Record<string, object>>;
}

const schemas = new Map<SchemaName, Schema>();
const validators = new Map<string, ValidateFunction>();
let ajv: ajv2020.Ajv2020 | undefined;

/** What checks a value. Of properties that it does not have, nothing is compiled: all of it takes a tenth of a second. */
function validatorOf(name: SchemaName, value: unknown): ValidateFunction {
  const schema = schemaOf(name);
  const isGiven = (key: string): boolean => typeof value === 'object' && value !== null && key in value;
  const given = Object.keys(schema.properties).filter(isGiven);
  const key = [name, ...given].join(' ');
  const known = validators.get(key);
  if (known) return known;
  const properties = Object.entries(schema.properties).map(([key, each]) => [key, isGiven(key) ? each : true] as const);
  const validate = (ajv ??= newAjv()).compile({ ...schema, properties: Object.fromEntries(properties) });
  validators.set(key, validate);
  return validate;
}

function schemaOf(name: SchemaName): Schema {
  const file = new URL(`../../${schemaFiles[name]}`, import.meta.url);
  const schema = schemas.get(name) ?? (JSON.parse(readFileSync(file, 'utf8')) as Schema);
  schemas.set(name, schema);
  return schema;
}

function newAjv(): ajv2020.Ajv2020 {
  // It takes longer to load than all else of the plugin, and most programs have neither a policy nor settings.
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof ajv2020;
  // That the schemas are valid is tested.
  const trusted = { validateSchema: false, meta: false, strictTypes: false, code: { optimize: false } } as const;
  const instance = new Ajv2020({ allErrors: true, verbose: true, ...trusted });
  // Editors show them as well: they are words of the JSON language server.
  instance.addVocabulary(['errorMessage', 'patternErrorMessage']);
  for (const [name, { isValid }] of Object.entries(formats)) instance.addFormat(name, isValid);
  return instance;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The errors, with one instead of those of all branches where none of `anyOf` or `oneOf` fits: that an object is none of
 * them, or what one branch has against it that has more of its properties than each other.
 */
function withNearestBranches(errors: readonly DefinedError[]): readonly DefinedError[] {
  return errors.reduce<readonly DefinedError[]>((before, error) => {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return [...before, error];
    const { instancePath, schemaPath } = error;
    const isDeeper = (other: DefinedError): boolean => other.instancePath.startsWith(`${instancePath}/`);
    const inside = before.filter((other) => other.instancePath === instancePath || isDeeper(other));
    const nearest = `${schemaPath}/${nearestBranch(error) ?? 'none'}/`;
    const ofNearest = inside.filter((other) =>
      // What stands elsewhere in the schema is referred to.
      other.schemaPath.startsWith(`${schemaPath}/`) ? other.schemaPath.startsWith(nearest) : isDeeper(other),
    );
    return [...before.filter((other) => !inside.includes(other)), ...(ofNearest.length > 0 ? ofNearest : [error])];
  }, []);
}

function nearestBranch({ data, schema }: DefinedError): number | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const known = (schema as readonly ErrorObject['parentSchema'][]).map((branch) =>
    branch?.type === 'object' ? Object.keys(data).filter((key) => propertiesOf(branch).includes(key)).length : -1,
  );
  const most = Math.max(...known);
  return most >= 0 && known.indexOf(most) === known.lastIndexOf(most) ? known.indexOf(most) : undefined;
}

/** What each object lacks, in one sentence, but for what is there under a name that is nearly right. */
function missingIn(
  errors: readonly DefinedError[],
  pathIn: (pointer: string) => Path,
  whole: string,
): readonly Problem[] {
  const misspelt = new Set(
    errors.flatMap(({ keyword, params, instancePath, parentSchema }) => {
      if (keyword !== 'additionalProperties') return [];
      return `${instancePath} ${nearestOf(propertiesOf(parentSchema), params.additionalProperty) ?? ''}`;
    }),
  );
  const lacking = new Map<string, string[]>();
  for (const { keyword, params, instancePath } of errors) {
    if (keyword !== 'required' || misspelt.has(`${instancePath} ${params.missingProperty}`)) continue;
    lacking.set(instancePath, [...(lacking.get(instancePath) ?? []), `\`${params.missingProperty}\``]);
  }
  return [...lacking].map(([pointer, names]) => {
    const path = pathIn(pointer);
    return { path, isName: false, text: `${pathText(path, whole)} must have ${names.join(', ')}.` };
  });
}

function problemOf(error: DefinedError, path: Path, whole: string): Problem | undefined {
  const name = pathText(path, whole);
  const ofValue = (text: string, at = path): Problem => ({ path: at, isName: false, text: `${name} ${text}` });
  const ofName = (text: string, at: Path): Problem => ({ path: at, isName: true, text });
  const not = `, not ${shown(error.data)}.`;
  const { errorMessage } = error.parentSchema ?? {};
  if (errorMessage !== undefined && error.keyword !== 'minProperties') return ofValue(`${String(errorMessage)}${not}`);
  switch (error.keyword) {
    case 'required':
    case 'propertyNames':
    case 'if':
      // Said by `missingIn`, by the error about the name itself, and by those of the branch.
      return undefined;
    case 'additionalProperties': {
      const { additionalProperty } = error.params;
      const own = [...path, additionalProperty];
      const allowed = suggestion(propertiesOf(error.parentSchema), additionalProperty);
      return ofName(`${pathText(own)} is not known.${allowed}`, own);
    }
    case 'enum': {
      const allowed = suggestion(error.params.allowedValues.map(String), error.data);
      return ofValue(`must be one of the allowed values${not}${allowed}`);
    }
    case 'const':
      return ofValue(`must be ${shown(error.params.allowedValue)}${not}`);
    case 'pattern': {
      const must = mustOf(error.parentSchema);
      return error.propertyName === undefined
        ? ofValue(`${must}${not}`)
        : ofName(`${shown(error.propertyName)} in ${name} ${must}.`, [...path, error.propertyName]);
    }
    case 'format':
      return ofValue(`${formats[error.params.format as keyof typeof formats].must}${not}`);
    case 'minimum':
    case 'maximum': {
      const bound = error.keyword === 'minimum' ? 'at least' : 'at most';
      return ofValue(`must be ${bound} ${String(error.params.limit)}${not}`);
    }
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return ofValue('must not be empty.');
    case 'maxProperties': {
      const count = Object.keys(error.data as object).length;
      return ofValue(`has ${count} entries, of at most ${error.params.limit}.`);
    }
    case 'uniqueItems': {
      const second = Math.max(error.params.i, error.params.j);
      return ofValue(`has ${shown((error.data as readonly unknown[])[second])} twice.`, [...path, second]);
    }
    case 'type': {
      const kinds = [error.params.type as string | readonly string[]].flat();
      return ofValue(`must be ${kinds.map((kind) => kindTexts[kind] ?? kind).join(', ')}${not}`);
    }
    default:
      return ofValue(`${(error as ErrorObject).message ?? 'is not valid'}.`);
  }
}

/** What a text must be that a pattern describes: in the words of the schema, or those of the format beside it. */
function mustOf({ patternErrorMessage, format }: ErrorObject['parentSchema'] = {}): string {
  if (patternErrorMessage !== undefined) return String(patternErrorMessage);
  return formats[format as keyof typeof formats].must;
}

const kindTexts: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: '`true` or `false`',
  integer: 'a whole number',
  null: '`null`',
  array: 'a list',
  object: 'an object',
};

/** The steps of a JSON pointer. */
function pathOf(pointer: string, root: unknown): Path {
  const path: (number | string)[] = [];
  let at = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(at) ? Number(key) : key);
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return path;
}

function propertiesOf(schema: ErrorObject['parentSchema']): readonly string[] {
  return Object.keys((schema?.properties ?? {}) as object);
}
