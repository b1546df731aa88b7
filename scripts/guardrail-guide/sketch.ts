import type { Place } from '../../src/models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../src/models/sessions/protocol.ts';

/** Something that a call is given, and the word for it where the place is a whole argument. */
export interface Part {
  readonly at: Place;
  readonly word: string;
}

/** A call or an object as people write it, as code in Markdown. */
export interface Sketch {
  readonly text: string;
  /** What the text is for another method of the same class. */
  readonly ofMethod?: { readonly name: string; readonly others: string };
}

/** An argument, or a property in it. */
interface Slot {
  word: string;
  readonly properties: Map<string, Slot>;
}

/**
 * How people write a call with these parts: `tool(handler, { name, schema })`. A method is called on what its part says,
 * or on its class; of a type that is given as an object, only the object is written.
 */
export function sketchOf(callee: CalleeRef, parts: readonly Part[], isObject = false): Sketch {
  const given = argumentsOf(parts);
  const [name = ''] = namesOf(callee);
  if (isObject) return { text: `\`${given[0] ?? '{}'} satisfies ${name}\`` };
  const receiver = parts.find(({ at }) => at.argument === 'receiver')?.word ?? name;
  const { method } = callee;
  if (method === undefined) return { text: `\`${isClass(callee) ? 'new ' : ''}${name}(${given.join(', ')})\`` };
  return {
    text: `\`${receiver}.${method}(${given.join(', ')})\``,
    ofMethod: { name: method, others: `${receiver}(${given.join(', ')})` },
  };
}

/** Things with the same sketch, but for the method: the first of them, and a text that names the other methods. */
export function merged<T>(things: readonly T[], sketch: (thing: T) => Sketch): { first: T; text: string }[] {
  const groups = new Map<string, { first: T; text: string; methods: Set<string> }>();
  for (const thing of things) {
    const { text, ofMethod } = sketch(thing);
    const key = ofMethod?.others ?? text;
    const group = groups.get(key) ?? { first: thing, text, methods: new Set() };
    if (ofMethod) group.methods.add(ofMethod.name);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first, text, methods }) => ({ first, text: withOthers(text, [...methods]) }));
}

/** A text that is true of the first of some names, and of the others. */
export function withOthers(text: string, [, ...others]: readonly string[]): string {
  return others.length === 0 ? text : `${text} (and ${others.map((name) => `\`${name}\``).join(', ')})`;
}

/** The first name that people know it by. */
export function nameOf(callee: CalleeRef): string {
  return namesOf(callee)[0] ?? '';
}

/** The names that people know it by; `tool$1` is what a bundler made of `tool`, and `_default` what the compiler writes. */
export function namesOf({ names }: CalleeRef): readonly string[] {
  return [...new Set(names.filter((name) => name !== '_default').map((name) => name.replace(/\$\d+$/, '')))];
}

/** Whether what it names is a class or a type, by the usage of the language. */
export function isClass(callee: CalleeRef): boolean {
  return /^[A-Z]/.test(nameOf(callee));
}

/** The property that a place is in: `options.hooks.PreToolUse`. Empty for a whole argument. */
export function pathOf({ path = [] }: Place): string {
  return path.join('.');
}

function argumentsOf(parts: readonly Part[]): readonly string[] {
  const first: Slot[] = [];
  const last: Slot[] = [];
  for (const { at, word } of parts) {
    if (at.argument === 'receiver') continue;
    const [slots, index] = at.argument < 0 ? [last, -1 - at.argument] : [first, at.argument];
    while (slots.length <= index) slots.push(slotOf('…'));
    const slot = slots[index];
    if (slot) fill(slot, at.path ?? [], word);
  }
  return [...first, ...(last.length > 0 ? [slotOf('…'), ...last.reverse()] : [])].map(textOf);
}

function slotOf(word: string): Slot {
  return { word, properties: new Map() };
}

function fill(slot: Slot, [property, ...rest]: readonly string[], word: string): void {
  if (property === undefined) {
    slot.word = word;
    return;
  }
  const inner = slot.properties.get(property) ?? slotOf(property);
  slot.properties.set(property, inner);
  fill(inner, rest, property);
}

function textOf({ word, properties }: Slot): string {
  if (properties.size === 0) return word;
  const inner = [...properties].map(([name, slot]) => (slot.properties.size > 0 ? `${name}: ${textOf(slot)}` : name));
  return `{ ${inner.join(', ')} }`;
}
