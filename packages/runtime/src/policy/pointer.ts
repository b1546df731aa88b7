import type { Json, JsonObject } from '../json.ts';
import { each, hasOwn, isArray, matches } from '../globals.ts';
import { startsWith } from './texts.ts';

/** A JSON Pointer (RFC 6901), as it is written and as the keys that it goes through. */
export interface Pointer {
  readonly text: string;
  readonly keys: readonly string[];
}

const badEscape = /~(?![01])/;
const arrayIndex = /^(?:0|[1-9]\d*)$/;

/** Whether a text is a JSON Pointer: empty, or keys with a slash before each, in which `~` stands before 0 or 1 only. */
export function isPointer(text: string): boolean {
  return (text === '' || startsWith(text, '/')) && !matches(badEscape, text);
}

/** Reads a text that `isPointer`. */
export function pointerOf(text: string): Pointer {
  const keys: string[] = [];
  let isEscape = false;
  each(text, (character) => {
    if (character === '/') {
      keys[keys.length] = '';
    } else if (character === '~') {
      isEscape = true;
    } else {
      const last = keys.length - 1;
      keys[last] = `${keys[last] ?? ''}${isEscape ? (character === '0' ? '~' : '/') : character}`;
      isEscape = false;
    }
  });
  return { text, keys };
}

/** What a pointer points at, `undefined` where that is nothing. `-`, the item after the last, is nothing. */
export function valueAt({ keys }: Pointer, json: Json): Json | undefined {
  let value: Json | undefined = json;
  each(keys, (key) => {
    value = childOf(value, key);
  });
  return value;
}

function childOf(json: Json | undefined, key: string): Json | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (isArray(json) && !matches(arrayIndex, key)) return undefined;
  return hasOwn(json, key) ? (json as JsonObject)[key] : undefined;
}

/** The text of a pointer that goes through these keys. */
export function pointerTo(keys: readonly (string | number)[]): string {
  let text = '';
  each(keys, (key) => {
    text += '/';
    each(`${key}`, (character) => {
      text += character === '~' ? '~0' : character === '/' ? '~1' : character;
    });
  });
  return text;
}
