import type ts from 'typescript';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

const { IndexKind, ObjectFlags, SymbolFlags, TypeFlags } = typescript;

/** What JSON can be, and what a program has beside it. */
export type DataKind =
  'array' | 'bigint' | 'boolean' | 'function' | 'null' | 'number' | 'object' | 'string' | 'undefined';

/** What a value may be, in the terms that JSON Schema and TypeScript share: all members of a union together. */
export interface DataShape {
  /** Undefined: it may be anything, or that is not known. */
  readonly kinds: ReadonlySet<DataKind> | undefined;
  /** The texts that it may be. Undefined: any, where it may be a text. */
  readonly texts?: ReadonlySet<string> | undefined;
  /** The properties of its objects. Undefined: not known. */
  readonly properties?: ReadonlyMap<string, DataProperty> | undefined;
  /** Its objects may have properties other than these. */
  readonly isOpen?: boolean;
  /** It is stated that they have no others, and not only left out. */
  readonly isExact?: boolean;
  /** What an element of its lists may be. Undefined: not known. */
  readonly element?: DataShape | undefined;
}

export interface DataProperty {
  readonly shape: DataShape;
  /** Whether an object may lack it. Undefined: not known. */
  readonly isOptional: boolean | undefined;
  /** What declares it: the property of a literal, the member of a type. Undefined: not in the program. */
  readonly node?: ts.Node | undefined;
}

/** What a schema takes, and what its check gives: they differ by defaults and transformations. */
export interface SchemaShapes {
  readonly input: DataShape;
  readonly output: DataShape;
  /** Of Zod, whose objects exclude other properties in the JSON Schema that is made of them. */
  readonly isZod?: boolean;
}

/** What may be anything. */
export const anyShape: DataShape = { kinds: undefined };

/** How deep properties and elements are looked into. */
const MAX_DEPTH = 4;
const MAX_PROPERTIES = 200;

/** One of several shapes: whether an object has what one of them lacks is not known. */
export function unionOfShapes(shapes: readonly DataShape[]): DataShape {
  const [first] = shapes;
  if (!first) return { kinds: new Set() };
  if (shapes.length === 1) return first;
  const isAny = shapes.some(({ kinds }) => !kinds);
  const kinds = isAny ? undefined : new Set(shapes.flatMap((shape) => [...(shape.kinds ?? [])]));
  const written = shapes.filter((shape) => shape.kinds?.has('string'));
  const objects = shapes.filter((shape) => shape.kinds?.has('object'));
  const lists = shapes.filter((shape) => shape.kinds?.has('array'));
  const texts = written.every((shape) => shape.texts)
    ? new Set(written.flatMap((shape) => [...(shape.texts ?? [])]))
    : undefined;
  return {
    kinds,
    texts: isAny ? undefined : texts,
    properties: isAny ? undefined : commonProperties(objects),
    isOpen: isAny || objects.some(({ isOpen }) => isOpen === true),
    isExact: objects.every(({ isExact }) => isExact === true),
    element:
      lists.length > 0 && lists.every(({ element }) => element)
        ? unionOfShapes(lists.flatMap(({ element }) => element ?? []))
        : undefined,
  };
}

function commonProperties(objects: readonly DataShape[]): ReadonlyMap<string, DataProperty> | undefined {
  if (objects.length === 0 || objects.some(({ properties }) => !properties)) return undefined;
  const names = new Set(objects.flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
  return new Map(
    [...names].map((name) => {
      const found = objects.flatMap(({ properties }) => properties?.get(name) ?? []);
      const optional = found.map(({ isOptional }) => isOptional);
      return [
        name,
        {
          shape: unionOfShapes(found.map(({ shape }) => shape)),
          // Which of the members an object is, code may have tested.
          isOptional: found.length < objects.length ? undefined : isSome(optional),
          node: found[0]?.node,
        },
      ];
    }),
  );
}

/** Whether one of some is true. Undefined: none is, and not all are known. */
function isSome(values: readonly (boolean | undefined)[]): boolean | undefined {
  return values.includes(true) ? true : values.includes(undefined) ? undefined : false;
}

/** Reads types as shapes of data. */
export class ShapeReader {
  readonly #checker: ts.TypeChecker;
  readonly #isOfLibrary: (type: ts.Type) => boolean;
  /** The declarations that an answer rests on. */
  readonly declarations: ts.Node[] = [];

  constructor(checker: ts.TypeChecker, isOfLibrary: (type: ts.Type) => boolean) {
    this.#checker = checker;
    this.#isOfLibrary = isOfLibrary;
  }

  /** What values of a type may be. */
  shapeOf(type: ts.Type, depth = 0): DataShape {
    const limited = this.#checker.getBaseConstraintOfType(type) ?? type;
    const parts = limited.isUnion() ? limited.types : [limited];
    return unionOfShapes(parts.map((part) => this.#shapeOfPart(part, depth)));
  }

  /** What a validator of any library takes and gives, or an object of validators by the names of properties. */
  schemaShapesOf(type: ts.Type): SchemaShapes | undefined {
    const own = this.#schemaTypesOf(type);
    if (own) return { ...own, input: this.shapeOf(own.input), output: this.shapeOf(own.output) };
    return this.#shapesOfRecord(type);
  }

  #shapeOfPart(type: ts.Type, depth: number): DataShape {
    const { flags } = type;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Instantiable)) return anyShape;
    if (flags & TypeFlags.Never) return { kinds: new Set() };
    if (type.isStringLiteral()) return { kinds: new Set(['string']), texts: new Set([type.value]) };
    const [, primitive] = primitives.find(([flag]) => flags & flag) ?? [];
    if (primitive) return { kinds: new Set([primitive]) };
    if (flags & TypeFlags.NonPrimitive) return { kinds: new Set(['object']), isOpen: true };
    if (!(flags & (TypeFlags.Object | TypeFlags.Intersection))) return anyShape;
    return this.#shapeOfObject(type, depth);
  }

  #shapeOfObject(type: ts.Type, depth: number): DataShape {
    const checker = this.#checker;
    const list = this.#elementOf(type, depth);
    if (list) return { kinds: new Set(['array']), element: depth < MAX_DEPTH ? list() : undefined };
    if (type.flags & TypeFlags.Intersection) {
      // `string & { brand }`
      const parts = (type as ts.IntersectionType).types.map((part) => this.#shapeOfPart(part, MAX_DEPTH));
      const plain = parts.find(({ kinds }) => kinds && !kinds.has('object'));
      if (plain) return plain;
    }
    if (type.getCallSignatures().length > 0) return { kinds: new Set(['function']) };
    const kinds: ReadonlySet<DataKind> = new Set(['object']);
    if (depth >= MAX_DEPTH || this.#isBuiltIn(type)) return { kinds, isOpen: true };
    const isOpen = checker.getIndexInfoOfType(type, IndexKind.String) !== undefined;
    const symbols = checker.getPropertiesOfType(type);
    if (symbols.length > MAX_PROPERTIES) return { kinds, isOpen: true };
    return {
      kinds,
      isOpen,
      properties: new Map(symbols.map((symbol) => [symbol.name, this.#propertyOf(symbol, depth)])),
    };
  }

  #propertyOf(symbol: ts.Symbol, depth: number): DataProperty {
    const whole = this.shapeOf(this.#checker.getTypeOfSymbol(symbol), depth + 1);
    const node = symbol.declarations?.[0];
    if (node) this.declarations.push(node);
    return {
      ...presence(whole, (symbol.flags & SymbolFlags.Optional) !== 0),
      node: node && !node.getSourceFile().isDeclarationFile ? node : undefined,
    };
  }

  /** What an element of a list or tuple is. */
  #elementOf(type: ts.Type, depth: number): (() => DataShape) | undefined {
    const checker = this.#checker;
    const reference = type as ts.TypeReference;
    const symbol = type.symbol as ts.Symbol | undefined;
    const target = reference.target as ts.Type | undefined;
    const isTuple = target !== undefined && ((target as ts.ObjectType).objectFlags & ObjectFlags.Tuple) !== 0;
    if (!isTuple && symbol?.name !== 'Array' && symbol?.name !== 'ReadonlyArray') return undefined;
    return () =>
      unionOfShapes(checker.getTypeArguments(reference).map((each) => this.shapeOf(each, Math.max(depth + 1, 2))));
  }

  /** `Date`, `Map`: no data by their properties. What helpers such as `Partial` make has no name of its own. */
  #isBuiltIn(type: ts.Type): boolean {
    const symbol = type.symbol as ts.Symbol | undefined;
    return symbol !== undefined && symbol.name !== '__type' && this.#isOfLibrary(type);
  }

  #schemaTypesOf(
    type: ts.Type,
  ): { readonly input: ts.Type; readonly output: ts.Type; readonly isZod: boolean } | undefined {
    const checker = this.#checker;
    const at = (owner: ts.Type, ...path: readonly string[]): ts.Type | undefined =>
      path.reduce<ts.Type | undefined>((whole, name) => {
        const symbol = whole && checker.getPropertyOfType(checker.getNonNullableType(whole), name);
        return symbol && checker.getTypeOfSymbol(symbol);
      }, owner);
    // Of Zod 3 and 4, of Zod 4's core, of Standard Schema, of the AI SDK.
    for (const { input, output, isZod } of schemaPaths) {
      const found = { input: at(type, ...input), output: at(type, ...output) };
      if (found.input && found.output) return { input: found.input, output: found.output, isZod };
    }
    return undefined;
  }

  #shapesOfRecord(type: ts.Type): SchemaShapes | undefined {
    const checker = this.#checker;
    if (!(type.flags & TypeFlags.Object) || type.getCallSignatures().length > 0) return undefined;
    const symbols = checker.getPropertiesOfType(type);
    if (symbols.length === 0 || symbols.length > MAX_PROPERTIES) return undefined;
    const input = new Map<string, DataProperty>();
    const output = new Map<string, DataProperty>();
    for (const symbol of symbols) {
      const types = this.#schemaTypesOf(checker.getTypeOfSymbol(symbol));
      if (!types) return undefined;
      const node = symbol.declarations?.[0];
      if (node) this.declarations.push(node);
      const own = node && !node.getSourceFile().isDeclarationFile ? node : undefined;
      input.set(symbol.name, { ...presence(this.shapeOf(types.input, 1), false), node: own });
      output.set(symbol.name, { ...presence(this.shapeOf(types.output, 1), false), node: own });
    }
    const isOpen = checker.getIndexInfoOfType(type, IndexKind.String) !== undefined;
    const kinds: ReadonlySet<DataKind> = new Set(['object']);
    return {
      input: { kinds, isOpen, properties: input },
      output: { kinds, isOpen, properties: output },
      isZod: true,
    };
  }
}

/** A property that may be `undefined` may be missing. */
function presence(whole: DataShape, isOptional: boolean): Pick<DataProperty, 'isOptional' | 'shape'> {
  const { kinds } = whole;
  if (!kinds?.has('undefined')) return { shape: whole, isOptional };
  return { shape: { ...whole, kinds: new Set([...kinds].filter((kind) => kind !== 'undefined')) }, isOptional: true };
}

const schemaPaths: readonly {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly isZod: boolean;
}[] = [
  { input: ['_input'], output: ['_output'], isZod: true },
  { input: ['_zod', 'input'], output: ['_zod', 'output'], isZod: true },
  { input: ['~standard', 'types', 'input'], output: ['~standard', 'types', 'output'], isZod: false },
  { input: ['_type'], output: ['_type'], isZod: false },
];

const primitives: readonly (readonly [flag: number, kind: DataKind])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.Undefined | TypeFlags.Void, 'undefined'],
  [TypeFlags.Null, 'null'],
];

/** Whether a callee is declared with several signatures, so that what one of them takes says little. */
export function isOverloaded(declarations: readonly ts.Node[] | undefined): boolean {
  return (
    (declarations?.filter((each) => syntax.isFunctionLike(each) || syntax.isMethodSignature(each)).length ?? 0) > 1
  );
}
