import type { ts } from '../../type-utils/index.ts';
import type { syntax } from '../../type-utils/index.ts';
import { isFirst, MAX_SIZE } from './budget.ts';

/**
 * What a configuration expression is, as far as the text of the program shows. An object or list is closed where all of it is
 * known, and open where it has at least this. `node` is the expression that it was read from.
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
  /** Of an open object, where all that its other properties may come from is known: `...options`. */
  readonly others?: readonly Value[] | undefined;
  /** Where one of several objects is spread in, the same with each of them alone: `{ ...profiles[role], cwd }`. */
  readonly alternatives?: (() => readonly ObjectValue[]) | undefined;
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
  /** What that call was given. */
  readonly given?: () => readonly Value[];
  readonly node: ts.Node;
}

/** Follows one run of a function; the parameter gives its arguments. */
export interface FunctionRun {
  /** The program's functions that its calls run by what the function was made with: `def.run(input)`; and so on in these. */
  readonly calls: (seen?: Set<FunctionRun>) => ReadonlyMap<ts.Node, readonly syntax.FunctionLike[]>;
  readonly result: (argument: (index: number) => Value) => Value;
  readonly throws: (argument: (index: number) => Value) => boolean;
  /** What a function around it was given for a parameter where that made it. Undefined: that is not followed. */
  readonly around: (fn: syntax.FunctionLike, index: number) => Value | undefined;
  /** Whether what it was made for in a loop or callback may be something else as well: others share it. */
  readonly isOfOpenTable: () => boolean;
  /** What an expression in it is: by the calls and loops around it, with its own parameters open. */
  readonly valueOf: (expression: ts.Expression) => Value;
  /** What a call in it gives to a function for one of its parameters, known in the same way. */
  readonly givenTo: (fn: syntax.FunctionLike, index: number, call: ts.CallExpression | ts.NewExpression) => Value;
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
  /** Whether it surely has no field or method by this name: its class and those that it extends are the program's own. */
  readonly lacks: (name: string) => boolean;
  /** A property that the models of SDKs say: the name of a tool. Undefined: they say nothing of it. */
  readonly modelled: (name: string) => Value | undefined;
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
  /** Whose type limits it. */
  readonly place?: TypedPlace;
  readonly symbol?: Symbolic;
  /** Whether it surely has no property by this name, as its type is declared. Of what is spread into an object. */
  readonly lacks?: (name: string) => boolean;
}

/** An expression, or what is at a path in its value; `*` is an element. */
export interface TypedPlace {
  readonly node: ts.Expression;
  readonly path: readonly string[];
  /** Where an address is given: what has the type `any` is not taken for an object there. */
  readonly isAddress?: true;
}

/**
 * What an unknown value stands for: what a function is given, or a part of that; a text of parts; one of several values; a
 * property or element of what is made elsewhere; what is left of a value without some properties.
 */
export type Symbolic =
  | ParameterPart
  | { readonly kind: 'text'; readonly parts: readonly Value[] }
  | {
      readonly kind: 'either';
      readonly values: () => readonly Value[];
      /** Of a variable: those of its values that may be there. Undefined where that is not known. */
      readonly reaching?: () => readonly Value[] | undefined;
    }
  | { readonly kind: 'part'; readonly of: OpaqueResult; readonly name: string }
  | { readonly kind: 'rest'; readonly of: Value; readonly taken: ReadonlySet<string> };

/** A parameter of a function of which no call is followed, or what is at a path in it. */
export interface ParameterPart {
  readonly kind: 'parameter';
  readonly fn: syntax.FunctionLike;
  readonly index: number;
  readonly path: readonly string[];
  /** All that is given from the index on: `...args`. */
  readonly isRest?: boolean;
}

/** A value that is worked out when it is read, so that values may refer to each other in a circle. */
export type Lazy = () => Value;

export function unknown(node: ts.Node): UnknownValue {
  return { kind: 'unknown', node };
}

/** What is not known but for what it stands for. */
export function symbolic(symbol: Symbolic, node: ts.Node): UnknownValue {
  return { kind: 'unknown', node, symbol };
}

export function literal(value: LiteralValue['value'], node: ts.Node): LiteralValue {
  return { kind: 'literal', value, node };
}

/**
 * One of some values; choices among them are taken apart, and a single value is itself. Of equal ones that no text is, such as
 * `true` twice, one is kept, and of too many the first; the rest is unknown.
 */
export function choice(values: readonly Value[], node: ts.Node): Value {
  const seen = new Set<unknown>();
  const options = values.flatMap(optionsOf).filter((option) => {
    const own = option.kind === 'literal' && typeof option.value !== 'string' ? option.value : option;
    return !seen.has(own) && seen.add(own);
  });
  const [first] = options;
  if (first && options.length === 1) return first;
  return options.length <= MAX_SIZE
    ? { kind: 'choice', options, node }
    : { kind: 'choice', options: [...options.slice(0, MAX_SIZE), unknown(node)], node };
}

/** What a value may be, each a value of its own. */
export function optionsOf(value: Value): readonly Exclude<Value, ChoiceValue>[] {
  return value.kind === 'choice' ? value.options.flatMap(optionsOf) : [value];
}

/** The objects that a value may be, with each that is put together of one of several: none where it may be anything else. */
export function alternativesIn(value: Value): readonly ObjectValue[] {
  const options = optionsOf(value);
  const objects = options.filter((option) => option.kind === 'object');
  return objects.length < options.length ? [] : objects.flatMap((object) => object.alternatives?.() ?? [object]);
}

/** The same, with what branches assign to a variable before it is read: `let tools; if (mayWrite) tools = { erase };` */
export function optionsReaching(value: Value): readonly Exclude<Value, ChoiceValue>[] {
  return optionsOf(value).flatMap((option) => {
    const assigned = option.kind === 'unknown' && option.symbol?.kind === 'either' ? option.symbol.reaching?.() : [];
    return [option, ...(assigned ?? []).flatMap(optionsOf)];
  });
}

/** What a value may be, as far as that is known: also what a variable is assigned. */
export function everyValueIn(value: Value, seen = new Set<object>()): readonly Exclude<Value, ChoiceValue>[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind !== 'unknown' || option.symbol?.kind !== 'either') return [option];
    return isFirst(option, seen) ? option.symbol.values().flatMap((each) => everyValueIn(each, seen)) : [];
  });
}

/** The functions that a value may be, as far as they are known: also those that a variable is assigned. */
export function functionValuesIn(value: Value): readonly FunctionValue[] {
  return everyValueIn(value).filter((each) => each.kind === 'function');
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
      if (option.kind === 'made') {
        const known = option.assigned.get(name)?.() ?? option.member(name) ?? option.modelled(name);
        return known ?? (option.lacks(name) ? literal(undefined, option.node) : partOf(option, name));
      }
      if (option.kind === 'unknown') return partOf(option, name);
      if (option.kind !== 'object') return unknown(option.node);
      const property = option.properties.get(name);
      if (property) return property();
      if (!option.isOpen) return literal(undefined, option.node);
      return option.others
        ? either(
            option.others.map((other) => propertyOf(other, name)),
            option.node,
          )
        : unknown(option.node);
    }),
    value.node,
  );
}

/** A property of what is not known; `*` is an element. */
function partOf(whole: OpaqueResult | UnknownValue, name: string): Value {
  const { node } = whole;
  if (whole.kind === 'made')
    return {
      ...symbolic({ kind: 'part', of: whole, name }, node),
      place: { node: whole.call, path: [name] },
    };
  const { place, symbol } = whole;
  if (whole.lacks?.(name)) return literal(undefined, node);
  if (symbol?.kind === 'rest') return symbol.taken.has(name) ? literal(undefined, node) : propertyOf(symbol.of, name);
  const part: UnknownValue = {
    kind: 'unknown',
    node,
    ...(place && { place: { ...place, path: [...place.path, name] } }),
  };
  if (symbol?.kind === 'either')
    return {
      ...part,
      symbol: {
        kind: 'either',
        values: once(() => symbol.values().map((value) => propertyOf(value, name))),
        reaching: once(() => symbol.reaching?.()?.map((value) => propertyOf(value, name))),
      },
    };
  return symbol?.kind === 'parameter' && !symbol.isRest
    ? { ...part, symbol: { ...symbol, path: [...symbol.path, name] } }
    : part;
}

/** What is worked out when it is wanted first. A part of a part of a variable would work out all of them again. */
export function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** A choice; one value where none is known. */
function either(values: readonly Value[], node: ts.Node): Value {
  const isUnknown = values.length > 1 && values.every(({ kind }) => kind === 'unknown');
  return isUnknown ? symbolic({ kind: 'either', values: () => values }, node) : choice(values, node);
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
    for (const element of list?.kind === 'list' ? list.elements : []) elements.push(element());
    isOpen ||= list?.kind === 'list' ? list.isOpen : option.kind !== 'literal';
  }
  return { elements, isOpen };
}

/** An element of a list by its place: `undefined` as a literal past the end of one that is all known. */
export function elementAt(value: Value, index: number): Value {
  return choice(
    optionsOf(value).map((option) => {
      if (option.kind === 'unknown') return elementOf(option, index);
      if (option.kind !== 'list' || option.isOpen) return unknown(option.node);
      return option.elements[index]?.() ?? literal(undefined, option.node);
    }),
    value.node,
  );
}

function elementOf(whole: UnknownValue, index: number): Value {
  const { symbol, node } = whole;
  return symbol?.kind === 'parameter' && symbol.isRest
    ? symbolic({ ...symbol, index: symbol.index + index, isRest: false }, node)
    : partOf(whole, '*');
}

/** The elements of a list from one place to before another, as `slice` counts them: unknown of a list that is not all known. */
export function elementsBetween(value: Value, from: number, to: number | undefined, node: ts.Node): Value {
  return choice(
    optionsOf(value).map((option) =>
      option.kind === 'list' && !option.isOpen
        ? { ...option, elements: option.elements.slice(from, to), node }
        : unknown(node),
    ),
    node,
  );
}

/** What an element may be that is not among those that are known. */
export function otherElementOf(whole: Value, node: ts.Node): Value {
  const parts = optionsOf(whole).flatMap((option) =>
    option.kind === 'unknown' || (option.kind === 'made' && !option.contents) ? [partOf(option, '*')] : [],
  );
  return parts.length > 0 ? either(parts, node) : unknown(node);
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
    if (option.kind === 'unknown' || option.kind === 'made') return [partOf(option, '*')];
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

/** What objects that are written out have by a name; nothing for what may be spread into them. */
export function statedIn(value: Value, name: string): readonly Exclude<Value, ChoiceValue>[] {
  return optionsOf(value).flatMap((option) => {
    const stated = option.kind === 'object' ? option.properties.get(name) : undefined;
    return stated ? optionsOf(stated()) : [];
  });
}

/** The text that a value surely is. */
export function textIn(value: Value | undefined): string | undefined {
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
}

/** Whether a value may be something other than `undefined`. */
export function isGiven(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind !== 'literal' || option.value !== undefined);
}
