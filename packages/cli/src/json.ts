/** What JSON text can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of a JSON text, as `JSON.parse` makes it: keys such as `__proto__` are its own. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value of a key that the object itself has. */
export function valueAt(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
