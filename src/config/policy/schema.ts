import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as ajv2020 from 'ajv/dist/2020.js';
import type { DefinedError, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { nearestOf } from '../nearest.ts';

/** The properties and indices that lead to a value. */
export type Path = readonly (number | string)[];

/** What is wrong with a value, or with the name of a property. */
export interface Problem {
  readonly path: Path;
  readonly isName: boolean;
  /** One or more sentences, the first with the path in it. */
  readonly text: string;
}

/** All that the published schema, `policy.schema.json`, has against a value. */
export function problemsOf(value: unknown): readonly Problem[] {
  const isValid = validator();
  isValid(value);
  const errors = (isValid.errors ?? []) as DefinedError[];
  const invalid = errors.flatMap((error) => problemOf(error, value) ?? []);
  return [...missingIn(errors, value), ...invalid];
}

/** `grants[0].tools`, `agents["front desk"].allow`. */
export function pathText(path: Path): string {
  if (path.length === 0) return 'The policy';
  return path
    .map((step) => (typeof step === 'string' && /^[$\w]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join('')
    .replace(/^\./, '');
}

let validate: ValidateFunction | undefined;

function validator(): ValidateFunction {
  if (validate) return validate;
  const schema = JSON.parse(readFileSync(new URL('../../../policy.schema.json', import.meta.url), 'utf8')) as object;
  // It takes longer to load than all else of the plugin, and most programs have no policy.
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof ajv2020;
  const ajv = new Ajv2020({ allErrors: true, verbose: true });
  // Editors show it as well: it is a word of the JSON language server.
  ajv.addKeyword('patternErrorMessage');
  // What is no date at all is a matter of the pattern.
  ajv.addFormat('date', (text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || isDay(text));
  return (validate = ajv.compile(schema));
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** What each object lacks, in one sentence, but for what is there under a name that is nearly right. */
function missingIn(errors: readonly DefinedError[], root: unknown): readonly Problem[] {
  const misspelt = new Set(errors.map((error) => `${error.instancePath} ${nearestTo(error) ?? ''}`));
  const lacking = new Map<string, string[]>();
  for (const { keyword, params, instancePath } of errors) {
    if (keyword !== 'required' || misspelt.has(`${instancePath} ${params.missingProperty}`)) continue;
    lacking.set(instancePath, [...(lacking.get(instancePath) ?? []), `\`${params.missingProperty}\``]);
  }
  return [...lacking].map(([pointer, names]) => {
    const path = pathOf(pointer, root);
    return { path, isName: false, text: `${pathText(path)} must have ${names.join(', ')}.` };
  });
}

function problemOf(error: DefinedError, root: unknown): Problem | undefined {
  const path = pathOf(error.instancePath, root);
  const name = pathText(path);
  const ofValue = (text: string, at = path): Problem => ({ path: at, isName: false, text: `${text}.` });
  const ofName = (text: string, at: Path): Problem => ({ path: at, isName: true, text: `${text}.` });
  switch (error.keyword) {
    case 'required':
    case 'propertyNames':
      // Said by `missingIn`, and by the error about the name itself.
      return undefined;
    case 'additionalProperties': {
      const own = [...path, error.params.additionalProperty];
      return ofName(`${pathText(own)} is not known.${suggested(nearestTo(error), propertiesOf(error))}`, own);
    }
    case 'enum': {
      const near = suggested(nearestTo(error), error.params.allowedValues.map(String));
      return ofValue(`${name} must be one of the allowed values, not ${shown(error.data)}.${near}`);
    }
    case 'type':
      return ofValue(`${name} must be ${kindText(error.params.type)}, not ${shown(error.data)}`);
    case 'pattern': {
      const { patternErrorMessage: must } = error.parentSchema as { readonly patternErrorMessage: string };
      return error.propertyName === undefined
        ? ofValue(`${name} ${must}, not ${shown(error.data)}`)
        : ofName(`${shown(error.propertyName)} in ${name} ${must}`, [...path, error.propertyName]);
    }
    case 'format':
      return ofValue(`${name} must be a day that the calendar has, not ${shown(error.data)}`);
    case 'minItems':
      return ofValue(`${name} must not be empty`);
    case 'uniqueItems': {
      const second = Math.max(error.params.i, error.params.j);
      return ofValue(`${name} has ${shown((error.data as readonly unknown[])[second])} twice`, [...path, second]);
    }
    default:
      return ofValue(`${name} ${(error as ErrorObject).message ?? 'is not valid'}`);
  }
}

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

function propertiesOf({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys((parentSchema?.properties ?? {}) as object);
}

/** The allowed name or value that is meant, where one is near. */
function nearestTo(error: DefinedError): string | undefined {
  if (error.keyword === 'additionalProperties') return nearestOf(propertiesOf(error), error.params.additionalProperty);
  return error.keyword === 'enum' && typeof error.data === 'string'
    ? nearestOf(error.params.allowedValues.map(String), error.data)
    : undefined;
}

/** The sentences behind a mistake, up to the last full stop. */
function suggested(nearest: string | undefined, allowed: readonly string[]): string {
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  return `${hint} Allowed: ${allowed.map((name) => `\`${name}\``).join(', ')}`;
}

function kindText(type: string): string {
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : 'a text';
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : `\`${JSON.stringify(value)}\``;
}
