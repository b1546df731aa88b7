import type { ts } from '../../type-utils/index.ts';
import type { syntax } from '../../type-utils/index.ts';

/**
 * What a configuration expression is, as far as the program's text tells. An object or list is closed where all of it is
 * known, and open where it has at least this. `node` is the expression that says so.
 */
export type Value = LiteralValue | ObjectValue | ListValue | FunctionValue | OpaqueResult | ChoiceValue | UnknownValue;

export interface LiteralValue {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null | undefined;
  readonly node: ts.Node;
}

export interface ObjectValue {
  readonly kind: 'object';
  /** In the order of the text. A property that may be missing is a choice with `undefined`. */
  readonly properties: ReadonlyMap<string, Lazy>;
  readonly isOpen: boolean;
  /** Of an open object, what is spread in and made elsewhere: `...(await client.tools())`. */
  readonly spread?: readonly OpaqueResult[];
  readonly node: ts.Node;
}

export interface ListValue {
  readonly kind: 'list';
  readonly elements: readonly Lazy[];
  readonly isOpen: boolean;
  /** Of an open list, what is spread in and made elsewhere: `...(await client.getTools())`. */
  readonly spread?: readonly OpaqueResult[];
  readonly node: ts.Node;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly fn: syntax.FunctionLike;
  /** What it returns, and whether it may throw, where it was made by a call that is followed: with what that call was given. */
  readonly inCall?: FunctionRun;
  readonly node: ts.Node;
}

/** Follows one run of a function; the parameter says what the function is given. */
export interface FunctionRun {
  /** The program's functions that its calls run by what the function was made with: `def.run(input)`. */
  readonly calls: () => ReadonlyMap<ts.Node, syntax.FunctionLike>;
  readonly result: (argument: (index: number) => Value) => Value;
  readonly throws: (argument: (index: number) => Value) => boolean;
}

/** What a call or `new` gives that is not followed: that of an SDK, above all. */
export interface OpaqueResult {
  readonly kind: 'made';
  readonly call: ts.CallExpression | ts.NewExpression;
  /** An argument's value, or `undefined` as a literal where it is not given. Counted from the end where it is negative. */
  readonly argument: (index: number) => Value;
  /** What a method is called on; unknown for other calls. */
  readonly receiver: Lazy;
  /** What is assigned to its properties later, each a choice with `undefined`. */
  readonly assigned: ReadonlyMap<string, Lazy>;
  /** A field or method, where the class is the program's own. Undefined: it has none by this name that is known. */
  readonly member: (name: string) => Value | undefined;
  /** Of a class of the program's own: what it gives to the class that it extends, and so on to one that is not. Undefined: that is not known. */
  readonly base: () => OpaqueResult | undefined;
  /** Of a `Map` its entries, each a list of key and value; of a `Set` its elements. */
  readonly contents?: { readonly isMap: boolean; readonly list: () => ListValue };
  readonly node: ts.Node;
}

/** One of several, depending on what happens at run time. */
export interface ChoiceValue {
  readonly kind: 'choice';
  readonly options: readonly Value[];
  readonly node: ts.Node;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly node: ts.Node;
}

/** A value that is worked out when it is asked for, so that values may refer to each other in a circle. */
export type Lazy = () => Value;

export function unknown(node: ts.Node): UnknownValue {
  return { kind: 'unknown', node };
}

export function literal(value: LiteralValue['value'], node: ts.Node): LiteralValue {
  return { kind: 'literal', value, node };
}

/** One of some values; choices among them are taken apart, and a single value is itself. */
export function choice(values: readonly Value[], node: ts.Node): Value {
  const options = values.flatMap(optionsOf);
  const [first] = options;
  return first && options.length === 1 ? first : { kind: 'choice', options, node };
}

/** What a value may be, each a value of its own. */
export function optionsOf(value: Value): readonly Exclude<Value, ChoiceValue>[] {
  return value.kind === 'choice' ? value.options.flatMap(optionsOf) : [value];
}

/** Whether a value is known to be `undefined` or `null`. */
export function isNullish(value: Value): boolean {
  return value.kind === 'literal' && (value.value === undefined || value.value === null);
}

/** A property of a value: `undefined` as a literal where it surely has none; otherwise unknown. */
export function propertyOf(value: Value, name: string): Value {
  return choice(
    optionsOf(value).map((option) => {
      if (option.kind === 'literal') return literal(undefined, option.node);
      if (option.kind === 'made') return option.assigned.get(name)?.() ?? option.member(name) ?? unknown(option.node);
      if (option.kind !== 'object') return unknown(option.node);
      const property = option.properties.get(name);
      if (property) return property();
      return option.isOpen ? unknown(option.node) : literal(undefined, option.node);
    }),
    value.node,
  );
}

/** Several properties, each inside the one before it; `*` is each element of a list. */
export function propertyAt(value: Value, path: readonly string[]): Value {
  return path.reduce(
    (whole, name) => (name === '*' ? choice(elementsOf(whole).elements, whole.node) : propertyOf(whole, name)),
    value,
  );
}

/** What a list, `Map` or `Set` may hold; open where it may hold more. */
export function elementsOf(value: Value): { readonly elements: readonly Value[]; readonly isOpen: boolean } {
  const elements: Value[] = [];
  let isOpen = false;
  for (const option of optionsOf(value)) {
    const list = option.kind === 'made' ? option.contents?.list() : option;
    if (list?.kind === 'list') elements.push(...list.elements.map((element) => element()));
    isOpen ||= list?.kind === 'list' ? list.isOpen : option.kind !== 'literal';
  }
  return { elements, isOpen };
}

/** An element of a list by its place: `undefined` as a literal past the end of one that is all known. */
export function elementAt(value: Value, index: number): Value {
  return choice(
    optionsOf(value).map((option) => {
      if (option.kind !== 'list' || option.isOpen) return unknown(option.node);
      return option.elements[index]?.() ?? literal(undefined, option.node);
    }),
    value.node,
  );
}

/** What an open list or object has of things that are made elsewhere. */
export function spreadIn(value: Value): readonly OpaqueResult[] {
  return optionsOf(value).flatMap((option) =>
    option.kind === 'list' || option.kind === 'object' ? (option.spread ?? []) : [],
  );
}

/** Every property of an object, or element of a list, whose key is not known. Unknown where it may have more. */
export function anyPropertyOf(value: Value, node: ts.Node): Value {
  const values = optionsOf(value).flatMap((option) => {
    if (option.kind !== 'object' && option.kind !== 'list') return [unknown(option.node)];
    const lazy = option.kind === 'object' ? [...option.properties.values()] : option.elements;
    const properties = lazy.map((property) => property());
    return option.isOpen || properties.length === 0 ? [...properties, unknown(option.node)] : properties;
  });
  return choice(values, node);
}

/** Whether a value is all literals. One that is deeply nested, or holds itself, is not. */
export function isWrittenOut(value: Value, depth = 0): boolean {
  if (value.kind === 'literal') return true;
  if (value.kind === 'choice') return value.options.every((option) => isWrittenOut(option, depth));
  if ((value.kind !== 'object' && value.kind !== 'list') || value.isOpen || depth > 10) return false;
  const parts = value.kind === 'object' ? [...value.properties.values()] : value.elements;
  return parts.every((part) => isWrittenOut(part(), depth + 1));
}

/** The text that a value surely is. */
export function textIn(value: Value | undefined): string | undefined {
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
}

/** Whether a value may be something other than `undefined`. */
export function isGiven(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind !== 'literal' || option.value !== undefined);
}
