import type { JsonObject } from './transport.ts';

// A tool of 2026-07-28 may ask that some of its arguments be sent as HTTP headers as well, so that what stands between
// client and server can route by them (specification, Streamable HTTP, "Custom Headers from Tool Parameters").

/** Which argument, as a path into the arguments, goes into which header. */
export type HeaderPaths = ReadonlyMap<string, readonly string[]>;

const annotation = 'x-mcp-header';

/** RFC 9110 §5.1, `token`. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const headerTypes: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Keywords whose values are data, where an annotation is none. */
const dataKeywords: readonly string[] = ['const', 'default', 'enum', 'examples'];

/**
 * The headers that a tool with this input schema asks for, or what is wrong with how it asks: then the tool must not be
 * used over HTTP.
 */
export function headerPathsOf(
  inputSchema: unknown,
): { readonly paths: HeaderPaths } | { readonly paths: undefined; readonly problem: string } {
  const paths = new Map<string, readonly string[]>();
  const problems: string[] = [];
  visit(inputSchema, []);
  const [problem] = problems;
  return problem === undefined ? { paths } : { paths: undefined, problem };

  function visit(schema: unknown, path: readonly string[]): void {
    if (!isObject(schema)) return;
    if (Object.hasOwn(schema, annotation)) annotate(schema, path);
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties' && isObject(value)) {
        for (const [name, property] of Object.entries(value)) visit(property, [...path, name]);
      } else if (keyword !== annotation && !dataKeywords.includes(keyword) && mentions(value)) {
        problems.push(`\`${keyword}\` has an ${annotation}, which only a property that is always there may have`);
      }
    }
  }

  function annotate({ [annotation]: name, type }: JsonObject, path: readonly string[]): void {
    const place = path.join('.');
    if (path.length === 0) problems.push(`the arguments as a whole have an ${annotation}`);
    else if (typeof name !== 'string' || !token.test(name))
      problems.push(`the ${annotation} of \`${place}\` is no name`);
    else if (!headerTypes.includes(type)) problems.push(`\`${place}\` has an ${annotation}, and a type that has none`);
    else if ([...paths.keys()].some((other) => other.toLowerCase() === name.toLowerCase())) {
      problems.push(`two properties have the ${annotation} \`${name}\``);
    } else paths.set(name, path);
  }
}

/** The headers of a call with these arguments; what is absent or `null` has none. */
export function parameterHeaders(paths: HeaderPaths, args: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, path] of paths) {
    const value = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), args);
    const isSendable = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
    if (isSendable) headers[`Mcp-Param-${name}`] = fieldValue(String(value));
  }
  return headers;
}

/** A value as it is, where a header can hold it and a reader cannot mistake it; otherwise in Base64, marked as such. */
function fieldValue(value: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(value) && value.trim() === value && !/^=\?base64\?.*\?=$/.test(value);
  if (isPlain) return value;
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCodePoint(byte));
  return `=?base64?${btoa(bytes.join(''))}?=`;
}

function mentions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, annotation) || Object.values(value).some(mentions);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
