import { isJsonArray, isJsonObject, valueAt } from '../../json.ts';
import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { pascalCase } from '../names.ts';
import type { Problem } from '../problem.ts';
import { listAt, stringAt } from './keywords.ts';
import {
  alternativesOf,
  discriminatorOf,
  docOf,
  hasKey,
  inexpressibleIn,
  isConstraining,
  keyOf,
  keysAt,
  stringsAt,
} from './keywords.ts';
import type { Part } from './keywords.ts';
import type { Located, SchemaDocument } from './schema-document.ts';
import { isSameShape, nullable, noDoc, withoutNull } from './shape.ts';
import type { Content, Declaration, Doc, Entry, EnumValue, Property, Shape, Variant } from './shape.ts';
import { impliedType, typesOf, valuesOf } from './values.ts';
import type { JsonType } from './values.ts';

/** Where a shape is: what it would be called, and what collects the notes on it. */
interface Place {
  readonly short: string;
  readonly isDefinition: boolean;
  readonly isRoot: boolean;
  /** Whether it is the whole of an input schema: an object with properties, and be it none. */
  readonly isArguments: boolean;
  readonly pointer: string;
  readonly notes: string[];
}

/** What is in a shape, and not the whole of a schema. */
const inner = { isDefinition: false, isRoot: false, isArguments: false } as const;

/** Values of an enumeration that types list. */
const mostEnumValues = 1000;
/** Variants of a union, and combinations of the alternatives of several. */
const mostVariants = 256;
/** Items of a tuple. */
const mostTupleItems = 64;
/** Shapes in shapes, through references too. */
const deepest = 400;
/** Schemas looked at for one tool: past this it is made to take long. */
const budget = 1_000_000;

/** All schemas that a value has to satisfy at once, and which definition names them, where one does. */
interface Conjunction {
  readonly parts: readonly Part[];
  readonly constraining: readonly Part[];
  readonly key: string;
  readonly targets: readonly Located[];
}

/**
 * Makes shapes of a schema. `allOf`, and what stands beside `$ref`, is merged; alternatives are unions, with what stands
 * beside them merged into each. A shape is made once for the same schemas, which is what ends recursion.
 */
export class ShapeBuilder {
  readonly #document: SchemaDocument;
  readonly #entries = new Map<string, Entry>();
  readonly declarations: Declaration[] = [];
  /** Where types are wider than the schema. */
  readonly notes: Problem[] = [];
  #depth = 0;
  #spent = 0;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /**
   * The shape of the whole schema; undefined where no value satisfies it.
   *
   * @throws SchemaError where a reference cannot be followed, or the schema is too large
   */
  root(short: string, role: 'args' | 'result'): Shape | undefined {
    const isArguments = role === 'args';
    const place = { short, isDefinition: false, isRoot: true, isArguments, pointer: '', notes: [] };
    return this.#shapeOf([this.#document.root], place);
  }

  #shapeOf(schemas: readonly Located[], place: Place): Shape | undefined {
    const conjunction = this.#conjunctionOf(schemas);
    return conjunction && this.#shapeOfConjunction(conjunction, place);
  }

  #shapeOfConjunction(conjunction: Conjunction, place: Place): Shape | undefined {
    const known = this.#entries.get(conjunction.key);
    if (known) return fromEntry(known, place);
    const entry: Entry & { notes: string[] } = { shape: undefined, isComplete: false, isAwaited: false, notes: [] };
    this.#entries.set(conjunction.key, entry);
    const named = { ...(this.#definitionPlace(conjunction, place) ?? place), notes: entry.notes };
    this.#depth++;
    if (this.#depth > deepest)
      throw this.#document.error(place.pointer, `It is nested more than ${String(deepest)} levels deep. Flatten it.`);
    for (const note of inexpressibleIn(conjunction.constraining)) this.#note(named, note);
    const shape = this.#make(conjunction, named);
    this.#depth--;
    entry.isComplete = true;
    entry.shape = entry.isAwaited && shape ? this.#underName(shape, conjunction, named) : shape;
    if (entry.shape && withoutNull(entry.shape).kind !== 'named') place.notes.push(...entry.notes);
    return entry.shape;
  }

  #make(conjunction: Conjunction, place: Place): Shape | undefined {
    const { constraining } = conjunction;
    const groups = constraining
      .filter(({ isBare }) => !isBare)
      .flatMap((part) => alternativesOf(part).map((alternatives) => ({ part, ...alternatives })));
    if (groups.length === 0) return this.#plain(conjunction, place);
    const combinations = groups.reduce((product, { count }) => product * count, 1);
    if (combinations > mostVariants) {
      this.#note(place, `Any value in the type: the schema has more than ${String(mostVariants)} alternatives.`);
      return { kind: 'unknown' };
    }
    const lists = groups.map(({ part, keyword, count }) =>
      Array.from({ length: count }, (_, index) => this.#document.child(part, keyword, index)),
    );
    return this.#union(conjunction, product(lists), place);
  }

  #union(conjunction: Conjunction, choices: readonly (readonly Located[])[], place: Place): Shape | undefined {
    const bare = conjunction.constraining.map((part) => ({ ...part, isBare: true }));
    let isNullable = false;
    const variants: Variant[] = [];
    for (const [index, choice] of choices.entries()) {
      const merged = this.#conjunctionOf([...choice, ...bare]);
      if (!merged) continue;
      const title = choice.length === 1 ? titleOf(choice[0]) : undefined;
      const notes: string[] = [];
      const at: Place = {
        short: place.short + (title ?? `Variant${String(index + 1)}`),
        ...inner,
        pointer: choice[0]?.pointer ?? place.pointer,
        notes,
      };
      const shape = this.#shapeOfConjunction(merged, at);
      if (!shape) continue;
      isNullable ||= shape.kind === 'null' || shape.kind === 'nullable';
      if (shape.kind === 'null') continue;
      // What every variant has from beside the alternatives is said once, of all of them.
      const own = merged.parts.filter((part) => choice.some(({ pointer }) => pointer === part.pointer));
      variants.push({ shape: withoutNull(shape), tagValue: undefined, doc: docOf(own, notes) });
    }
    if (variants.length === 0) return isNullable ? { kind: 'null' } : undefined;
    const shape = this.#unionOf(variants, conjunction, place);
    return isNullable ? nullable(shape) : shape;
  }

  #unionOf(all: readonly Variant[], conjunction: Conjunction, place: Place): Shape {
    const variants = all.filter(
      ({ shape }, index) => all.findIndex((each) => isSameShape(each.shape, shape)) === index,
    );
    const hasNumber = variants.some(({ shape }) => shape.kind === 'number');
    const distinct = variants.filter(({ shape }) => !(hasNumber && shape.kind === 'integer'));
    const [first] = distinct;
    if (!first || distinct.some(({ shape }) => shape.kind === 'unknown')) return { kind: 'unknown' };
    if (distinct.length === 1) {
      place.notes.push(...first.doc.notes);
      return first.shape;
    }
    const values = enumValuesOf(distinct);
    if (values && values.length <= mostEnumValues) return this.#declare({ kind: 'enum', values }, conjunction, place);
    const discriminator = discriminatorOf(conjunction.constraining);
    return this.#declare({ kind: 'union', variants: distinct, tag: undefined, discriminator }, conjunction, place);
  }

  #plain(conjunction: Conjunction, place: Place): Shape | undefined {
    const { constraining: parts } = conjunction;
    const types = typesOf(parts);
    const values = valuesOf(parts, types);
    if (values) return this.#enum(values, conjunction, place);
    if (types) return this.#ofTypes([...types], conjunction, place);
    const implied = impliedType(parts) ?? (place.isArguments ? 'object' : undefined);
    if (implied === undefined) return { kind: 'unknown' };
    this.#note(place, `The schema names no type: ${implied === 'array' ? 'an array' : 'an object'} is assumed.`);
    return this.#ofTypes([implied], conjunction, place);
  }

  #ofTypes(types: readonly JsonType[], conjunction: Conjunction, place: Place): Shape | undefined {
    const kinds = types.filter((type) => type !== 'null' && !(type === 'integer' && types.includes('number')));
    const shapes = kinds.flatMap((type) => {
      const at = kinds.length === 1 ? place : { ...place, short: `${place.short}${pascalCase(type)}`, isRoot: false };
      return this.#ofType(type, conjunction, at) ?? [];
    });
    const isNullable = types.includes('null');
    const [first] = shapes;
    if (!first) return isNullable ? { kind: 'null' } : undefined;
    const variants = shapes.map((shape) => ({ shape, tagValue: undefined, doc: noDoc }));
    const shape =
      shapes.length === 1
        ? first
        : this.#declare({ kind: 'union', variants, tag: undefined, discriminator: undefined }, conjunction, place);
    return isNullable ? nullable(shape) : shape;
  }

  #ofType(type: JsonType, conjunction: Conjunction, place: Place): Shape | undefined {
    if (type === 'array') return this.#array(conjunction.constraining, place);
    if (type === 'object') return this.#object(conjunction, place);
    return { kind: type };
  }

  #enum(values: readonly Json[], conjunction: Conjunction, place: Place): Shape | undefined {
    const others = values.filter((value) => value !== null);
    const plain = others.filter((value) => typeof value !== 'object');
    const isNullable = others.length < values.length;
    if (others.length === 0) return isNullable ? { kind: 'null' } : undefined;
    let shape: Shape;
    if (plain.length < others.length) {
      this.#note(place, 'Any value in the type: the schema lists objects or arrays.');
      shape = { kind: 'unknown' };
    } else if (plain.length > mostEnumValues) {
      this.#note(place, `The schema lists ${String(plain.length)} values: the type has any of their kind.`);
      const kinds = new Set(plain.map((value) => typeof value));
      const kind = [...kinds].at(0);
      shape = { kind: kinds.size === 1 && kind ? (kind as 'string' | 'number' | 'boolean') : 'unknown' };
    } else if (plain.includes(true) && plain.includes(false) && plain.length === 2) shape = { kind: 'boolean' };
    else {
      const content: Content = { kind: 'enum', values: plain.map((value) => ({ value, doc: noDoc })) };
      shape = this.#declare(content, conjunction, place);
    }
    return isNullable ? nullable(shape) : shape;
  }

  #array(parts: readonly Part[], place: Place): Shape | undefined {
    const withPrefix = parts.filter(({ schema }) => prefixKeyword(schema) !== undefined);
    const withItems = parts.filter((part) => !withPrefix.includes(part) && Object.hasOwn(part.schema, 'items'));
    const [tuple] = withPrefix;
    if (tuple && withPrefix.length === 1 && withItems.length === 0) return this.#tuple(tuple, parts, place);
    if (tuple) {
      this.#note(place, 'Any items in the type: the schema has several rules for them.');
      return { kind: 'array', items: { kind: 'unknown' } };
    }
    const items = this.#shapeOf(
      withItems.map((part) => this.#document.child(part, 'items')),
      { ...place, ...inner, short: `${place.short}Item` },
    );
    return items ? { kind: 'array', items } : { kind: 'tuple', items: [], required: 0, rest: undefined };
  }

  #tuple(part: Part, parts: readonly Part[], place: Place): Shape | undefined {
    const keyword = prefixKeyword(part.schema) ?? 'prefixItems';
    const count = listAt(part, keyword).length;
    if (count > mostTupleItems) {
      this.#note(place, `Any items in the type: the schema has more than ${String(mostTupleItems)} of their own.`);
      return { kind: 'array', items: { kind: 'unknown' } };
    }
    const least = Math.max(0, ...parts.map(({ schema }) => numberAt(schema.minItems) ?? 0));
    const most = Math.min(Infinity, ...parts.map(({ schema }) => numberAt(schema.maxItems) ?? Infinity));
    const items: Shape[] = [];
    for (let index = 0; index < Math.min(count, most); index++) {
      const at = { ...place, ...inner, short: `${place.short}Item${String(index + 1)}` };
      const item = this.#shapeOf([this.#document.child(part, keyword, index)], at);
      if (!item) break;
      items.push(item);
    }
    if (least > items.length && items.length < Math.min(count, most)) return undefined;
    const restKeyword = keyword === 'items' ? 'additionalItems' : 'items';
    const rest = items.length < count || most <= count ? undefined : this.#rest(part, restKeyword, place);
    return { kind: 'tuple', items, required: Math.min(least, items.length), rest };
  }

  #rest(part: Part, keyword: string, place: Place): Shape | undefined {
    if (!Object.hasOwn(part.schema, keyword)) return { kind: 'unknown' };
    const at = { ...place, ...inner, short: `${place.short}Item` };
    return this.#shapeOf([this.#document.child(part, keyword)], at);
  }

  #object(conjunction: Conjunction, place: Place): Shape | undefined {
    const { constraining: parts } = conjunction;
    const required = new Set(parts.flatMap((part) => stringsAt(part, 'required')));
    const keys = new Set([...parts.flatMap((part) => keysAt(part, 'properties')), ...required]);
    const isClosed = parts.some(
      ({ schema }) => isClosedBy(schema, 'additionalProperties') || schema.unevaluatedProperties === false,
    );
    const names = parts.some((part) => keysAt(part, 'patternProperties').length > 0);
    if (keys.size === 0 && !place.isArguments && (!isClosed || names)) {
      const values = this.#restOf(parts, { ...place, short: `${place.short}Value` }) ?? { kind: 'unknown' };
      return { kind: 'map', values };
    }
    // Declared before its properties, so that declarations are in the order in which they are met.
    const shape = this.#declare({ kind: 'object', properties: [], rest: undefined, isClosed }, conjunction, place);
    const properties: Property[] = [];
    for (const key of keys) {
      const property = this.#property(key, required.has(key), parts, place);
      if (property) properties.push(property);
      else if (required.has(key)) return undefined;
    }
    const rest = this.#restOf(parts, { ...place, short: `${place.short}Value` });
    if (shape.kind === 'named') {
      const { declaration } = shape;
      declaration.content = { kind: 'object', properties, rest, isClosed: isClosed && !rest };
    }
    return shape;
  }

  /** Undefined where the schema forbids the property. */
  #property(key: string, isRequired: boolean, parts: readonly Part[], place: Place): Property | undefined {
    const schemas: Located[] = [];
    for (const part of parts) {
      if (hasKey(part, 'properties', key)) schemas.push(this.#document.child(part, 'properties', key));
      // Whether a pattern matches a name is not evaluated: what such a part has to say of others is unknown.
      else if (keysAt(part, 'patternProperties').length === 0 && Object.hasOwn(part.schema, 'additionalProperties'))
        schemas.push(this.#document.child(part, 'additionalProperties'));
    }
    const conjunction = this.#conjunctionOf(schemas);
    if (!conjunction) return undefined;
    const notes: string[] = [];
    const pointer = schemas[0]?.pointer ?? place.pointer;
    const at: Place = { ...inner, short: pascalCase(key), pointer, notes };
    const shape = this.#shapeOfConjunction(conjunction, at);
    return shape && { key, shape, isRequired, doc: docOf(conjunction.parts, notes) };
  }

  /** What properties have that the schema does not name; undefined where it does not mention them, or forbids them. */
  #restOf(parts: readonly Part[], place: Place): Shape | undefined {
    const at = { ...place, ...inner };
    const patterns = parts.flatMap((part) =>
      keysAt(part, 'patternProperties').map((pattern) => this.#document.child(part, 'patternProperties', pattern)),
    );
    const others = parts.filter(({ schema }) => Object.hasOwn(schema, 'additionalProperties'));
    const schemas = others.map((part) => this.#document.child(part, 'additionalProperties'));
    if (patterns.length === 0) return others.length === 0 ? undefined : this.#shapeOf(schemas, at);
    this.#note(place, 'Not in the type: the patterns that names of properties have to match.');
    const isOnly = patterns.length === 1 && others.some(({ schema }) => schema.additionalProperties === false);
    return (isOnly ? this.#shapeOf(patterns, at) : undefined) ?? { kind: 'unknown' };
  }

  #declare(content: Content, conjunction: Conjunction, place: Place): Shape {
    const { short, isDefinition, isRoot, notes } = place;
    // A property has the comment of its schema; a definition, or a whole schema, has it on its type.
    const doc: Doc = { ...docOf(isDefinition || isRoot ? conjunction.parts : [], []), notes };
    const declaration: Declaration = { short, isDefinition, isRoot, doc, content };
    this.declarations.push(declaration);
    return { kind: 'named', declaration };
  }

  /** What refers to itself through arrays or maps alone gets a type of its own. */
  #underName(shape: Shape, conjunction: Conjunction, place: Place): Shape {
    const present = withoutNull(shape);
    if (present.kind !== 'array' && present.kind !== 'map' && present.kind !== 'tuple') return shape;
    const named = this.#declare({ kind: 'wrapper', shape: present, isRecursive: true }, conjunction, place);
    return shape.kind === 'nullable' ? nullable(named) : named;
  }

  #note(place: Place, text: string): void {
    place.notes.push(text);
    this.notes.push({ pointer: this.#document.placeOf(place.pointer), text });
  }

  /** The place of the definition that these schemas are, where they are nothing else. */
  #definitionPlace({ key, targets }: Conjunction, place: Place): Place | undefined {
    if (place.isRoot) return undefined;
    const target = targets.find((each) => this.#conjunctionOf([each])?.key === key);
    const name = target && /(?:^|\/)(?:\$defs|definitions)\/([^/]+)$/.exec(target.pointer)?.[1];
    if (!target || name === undefined) return undefined;
    const short = pascalCase(name.replaceAll('~1', '/').replaceAll('~0', '~'));
    return { ...place, short, isDefinition: true, pointer: target.pointer };
  }

  /** Undefined where no value satisfies all of them. */
  #conjunctionOf(schemas: readonly (Located | Part)[]): Conjunction | undefined {
    const parts = new Map<string, Part>();
    const targets: Located[] = [];
    const queue: (Located | Part)[] = [...schemas];
    for (const next of queue) {
      if (++this.#spent > budget)
        throw this.#document.error(next.pointer, 'Its parts refer to each other too often. Make the schema smaller.');
      const { schema, pointer } = next;
      if (schema === false) return undefined;
      if (schema === true) continue;
      const part: Part = { schema, pointer, isBare: 'isBare' in next && next.isBare };
      if (parts.has(keyOf(part))) continue;
      parts.set(keyOf(part), part);
      const reference = valueAt(schema, '$ref');
      if (typeof reference === 'string') {
        const target = this.#document.resolve(reference, part);
        targets.push(target);
        queue.push(target);
      }
      for (const index of listAt(part, 'allOf').keys()) queue.push(this.#document.child(part, 'allOf', index));
    }
    const all = [...parts.values()];
    const constraining = all.filter(isConstraining);
    return { parts: all, constraining, key: constraining.map(keyOf).sort().join('\n'), targets };
  }
}

function fromEntry(entry: Entry, place: Place): Shape | undefined {
  if (!entry.isComplete) {
    entry.isAwaited = true;
    return { kind: 'pending', entry };
  }
  if (entry.shape && withoutNull(entry.shape).kind !== 'named') place.notes.push(...entry.notes);
  return entry.shape;
}

/** The values of variants that all are enumerations, as one enumeration. */
function enumValuesOf(variants: readonly Variant[]): readonly EnumValue[] | undefined {
  const values = new Map<string | number | boolean, EnumValue>();
  for (const { shape, doc } of variants) {
    const content = shape.kind === 'named' ? shape.declaration.content : undefined;
    if (content?.kind !== 'enum') return undefined;
    const [only] = content.values;
    for (const each of content.values)
      if (!values.has(each.value))
        values.set(each.value, content.values.length === 1 && only ? { ...only, doc } : each);
  }
  return [...values.values()];
}

function titleOf(choice: Located | undefined): string | undefined {
  if (!choice || typeof choice.schema === 'boolean') return undefined;
  const title = stringAt({ schema: choice.schema, pointer: choice.pointer, isBare: false }, 'title');
  return title === undefined ? undefined : pascalCase(title);
}

/** The keyword of a tuple's items: `prefixItems`, and before draft 2020-12 `items`. */
function prefixKeyword(schema: Part['schema']): 'prefixItems' | 'items' | undefined {
  if (isJsonArray(schema.prefixItems)) return 'prefixItems';
  return isJsonArray(schema.items) ? 'items' : undefined;
}

function isClosedBy(schema: Part['schema'], keyword: string): boolean {
  return schema[keyword] === false && !isJsonObject(schema.patternProperties);
}

function numberAt(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function product<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((before) => list.map((each) => [...before, each])),
    [[]],
  );
}
