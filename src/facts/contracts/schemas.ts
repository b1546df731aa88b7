import { schemaMakers } from '../../models/agents/schema-makers.ts';
import { memo } from '../../memo.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { listAround } from '../../program/values/functions.ts';
import { readAt } from '../../program/values/places.ts';
import { isGiven, literal, type OpaqueResult, optionsOf, type Value } from '../../program/values/values.ts';
import {
  bindingOf,
  type Compiler,
  compilerOf,
  type DataProperty,
  type DataShape,
  declarationOf,
  patternHolderOf,
  type SchemaShapes,
  syntax,
  type ts,
  unionOfShapes,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { ToolFact } from '../agents/tools.ts';
import { isJsonSchema, shapeOfJsonSchema } from './json-schema.ts';

/** The schema that a tool declares for its input or result, as far as it can be read. */
export interface DeclaredSchema extends SchemaShapes {
  /** What it was read from: a JSON Schema that is written out, or the type of a validator, such as one of Zod. */
  readonly by: 'literal' | 'type';
  /** Where it is written. */
  readonly node: ts.Node;
}

/** What is at a path of properties in what a schema describes; `*` is an element. */
export type SchemaPart =
  | { readonly kind: 'declared'; readonly property: DataProperty }
  | { readonly kind: 'undeclared'; /** The object that has no such property. */ readonly owner: DataShape }
  | { readonly kind: 'unknown' };

/** Methods of lists that make something of each element, or register it. */
const iterating: ReadonlySet<string> = new Set(['flatMap', 'forEach', 'map']);

const notKnown: SchemaPart = { kind: 'unknown' };

/** Reads the schemas that the tools of a program declare. */
export const schemaReaderOf = memo((facts: AgentFacts): SchemaReader => new SchemaReader(facts));

export class SchemaReader {
  readonly #facts: AgentFacts;
  readonly #compiler: Compiler;

  constructor(facts: AgentFacts) {
    this.#facts = facts;
    this.#compiler = compilerOf(facts.program);
  }

  /** What a tool is given by its declaration. Undefined: it declares nothing, or that cannot be read. */
  readonly inputOf = memo((tool: ToolFact): DeclaredSchema | undefined => this.schemaIn(this.inputValueOf(tool)));

  /** What a tool returns by its declaration. Undefined: it declares nothing, or that cannot be read. */
  readonly outputOf = memo((tool: ToolFact): DeclaredSchema | undefined =>
    this.schemaIn(readAt(tool.value, tool.model.output)),
  );

  /** What a tool's declaration has in the place of its input schema: `undefined` as a literal where it has none. */
  inputValueOf({ value, model }: ToolFact): Value {
    for (const place of placesOf(model)) {
      const given = readAt(value, place);
      // Of several places the first counts that holds a schema.
      if (isGiven(given) && (!model.inputs || this.schemaIn(given))) return given;
    }
    return literal(undefined, value.node);
  }

  /** Whether a tool declares its input by a JSON Schema, which the compiler makes no types of. */
  isWrittenOut({ value, model }: ToolFact): boolean {
    return placesOf(model)
      .flatMap((place) => optionsOf(readAt(value, place)))
      .some((option) =>
        option.kind === 'made' ? this.#makerOf(option) : option.kind === 'object' && isJsonSchema(option),
      );
  }

  /** What a value accepts as a schema, if it is one that can be read. */
  schemaIn(value: Value): DeclaredSchema | undefined {
    const read = optionsOf(value).map((option) => this.#schemaOf(option));
    const [first] = read;
    if (!first || read.includes(undefined)) return undefined;
    const all = read as readonly DeclaredSchema[];
    return {
      ...first,
      input: unionOfShapes(all.map(({ input }) => input)),
      output: unionOfShapes(all.map(({ output }) => output)),
    };
  }

  #schemaOf(value: Exclude<Value, { readonly kind: 'choice' }>): DeclaredSchema | undefined {
    const { kind, node } = value;
    if (kind === 'object' && isJsonSchema(value)) {
      const shape = shapeOfJsonSchema(value);
      return { by: 'literal', node, input: shape, output: shape };
    }
    if (kind === 'made') {
      const maker = this.#makerOf(value);
      if (maker) {
        const of = this.schemaIn(value.argument(maker.argument));
        return of && { ...of, node };
      }
    }
    if (kind === 'literal' || kind === 'list' || kind === 'function' || !syntax.isExpression(node)) return undefined;
    if (isOfElement(node) || this.#mayLackNames(node)) return undefined;
    const shapes = this.#compiler.schemaShapesOf(node);
    return shapes && { ...shapes, by: 'type', node };
  }

  /**
   * Whether an expression, or a variable in it, takes in an object of which not all names are known: `{ ...filters }` of a
   * `Record<string, ZodType>`. The compiler has no sign of these names in the type of the new object.
   */
  #mayLackNames(node: ts.Node, seen = new Set<ts.Node>()): boolean {
    const isOpen = ({ expression }: ts.SpreadAssignment): boolean => this.#compiler.shapeOf(expression).isOpen === true;
    if (nodesIn(node, syntax.isSpreadAssignment, anywhere).some(isOpen)) return true;
    return nodesIn(node, syntax.isIdentifier, anywhere).some((name) => {
      const binding = syntax.isMemberOfAccess(name) ? undefined : bindingOf(name);
      if (!binding || seen.has(binding)) return false;
      seen.add(binding);
      const made = declarationOf(name, this.#facts.program);
      const value = made && syntax.isVariableDeclaration(made) ? made.initializer : undefined;
      return value !== undefined && this.#mayLackNames(value, seen);
    });
  }

  #makerOf({ call }: OpaqueResult): (typeof schemaMakers)[number] | undefined {
    return schemaMakers.find(({ callee }) => this.#facts.matcher.isCallOfAny(call, [callee]));
  }
}

/**
 * Whether an expression is made of an element of a list: `tool.schema.optional()`. Its type is that of any element, where one
 * without properties may stand for all, and says nothing of this one.
 */
function isOfElement(node: ts.Node): boolean {
  return nodesIn(node, syntax.isIdentifier, anywhere).some((name) => {
    const binding = syntax.isMemberOfAccess(name) ? undefined : bindingOf(name);
    return binding !== undefined && listAround(patternHolderOf(binding), iterating) !== undefined;
  });
}

/** Where a tool's declaration may have its input schema. */
function placesOf({ input, inputs }: ToolFact['model']) {
  return [input ?? [], inputs ?? []].flat();
}

/** What a schema says of a path of properties. */
export function partAt(shape: DataShape, path: readonly string[]): SchemaPart {
  let part: SchemaPart = { kind: 'declared', property: { shape, isOptional: false } };
  for (const name of path) {
    if (part.kind !== 'declared') return notKnown;
    part = memberOf(part.property.shape, name);
  }
  return part;
}

function memberOf(whole: DataShape, name: string): SchemaPart {
  const { kinds, properties, isOpen, element } = whole;
  if (name === '*') return element ? { kind: 'declared', property: { shape: element, isOptional: false } } : notKnown;
  const property = properties?.get(name);
  if (property) return { kind: 'declared', property };
  const isClosed = kinds?.has('object') === true && properties !== undefined && isOpen !== true;
  return isClosed ? { kind: 'undeclared', owner: whole } : notKnown;
}
