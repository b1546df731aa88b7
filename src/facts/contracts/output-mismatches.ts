import {
  compilerOf,
  type Compiler,
  type DataKind,
  type DataShape,
  keyOfProperty,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { Mismatch, MismatchKind } from './mismatch.ts';
import { propertyIn, type Result } from './results.ts';
import type { DeclaredSchema } from './schemas.ts';
import { conflictOf, nearestName } from './shapes.ts';

/** A tool with what it declares to return, and what its handler returns. */
export interface Returning {
  readonly tool: string | undefined;
  readonly node: ts.Node;
  readonly output: DeclaredSchema;
  /** The property of the result that the schema describes. Undefined: the result itself. */
  readonly returned: string | undefined;
  readonly results: readonly Result[];
}

/** Where what a handler returns is not what the tool's output schema describes. */
export function outputMismatchesOf(facts: AgentFacts, returning: Returning): readonly Mismatch[] {
  return new OutputComparison(facts, returning).mismatches();
}

class OutputComparison {
  readonly #compiler: Compiler;
  readonly #returning: Returning;
  readonly #found: Mismatch[] = [];
  /** What the parameters are given of the helper that makes the result which is compared. */
  #argumentOf: Result['argumentOf'] = () => undefined;

  constructor({ program }: AgentFacts, returning: Returning) {
    this.#compiler = compilerOf(program);
    this.#returning = returning;
  }

  mismatches(): readonly Mismatch[] {
    const { returned, output, results } = this.#returning;
    for (const result of results) {
      this.#argumentOf = result.argumentOf;
      if (returned === undefined) this.#compare(result.node, output.input);
      else if (syntax.isObjectLiteralExpression(result.node)) this.#structured(result.node, returned);
    }
    return this.#found;
  }

  /** `{ content, structuredContent }` */
  #structured(result: ts.ObjectLiteralExpression, property: string): void {
    const partOf = (name: string): ReturnType<typeof propertyIn> => {
      const part = propertyIn(result, name);
      return part && part !== 'spread' ? this.#given(part) : part;
    };
    const error = partOf('isError');
    const isFailure = error !== undefined && (error === 'spread' || !isFalse(error));
    if (isFailure) return;
    const given = partOf(property);
    if (given === 'spread') return;
    // What is no result of a tool has no content: another request's, or a task.
    if (given) this.#compare(given, this.#returning.output.input);
    else if (propertyIn(result, 'content')) this.#report('resultAbsent', result, []);
  }

  /** What stands for a parameter of a helper, in the call of it that is meant. */
  #given(value: ts.Expression): ts.Expression {
    const node = syntax.withoutAssertions(value);
    return (syntax.isIdentifier(node) ? this.#argumentOf(node) : undefined) ?? value;
  }

  #compare(expression: ts.Expression, declared: DataShape): void {
    const node = syntax.withoutAssertions(expression);
    if (syntax.isObjectLiteralExpression(node) && declared.kinds?.has('object') && declared.properties)
      this.#compareObject(node, declared, []);
    else this.#compareType(node, this.#compiler.shapeOf(node), declared, []);
  }

  #compareObject(object: ts.ObjectLiteralExpression, declared: DataShape, path: readonly string[]): void {
    const properties = declared.properties ?? new Map<string, never>();
    const missing: string[] = [];
    for (const [name, { shape, isOptional, node }] of properties) {
      const given = propertyIn(object, name);
      if (given === 'spread') this.#compareSpread(object, name, declared, path);
      else if (given) this.#value(given, shape, isOptional, [...path, name]);
      else if (isOptional === false && shape.kinds) {
        missing.push(name);
        this.#report('resultMissing', object, [...path, name], { schema: node });
      }
    }
    if (!this.#excludesOthers(declared)) return;
    for (const property of object.properties) {
      const key = keyOfProperty(property);
      if (key === undefined || properties.has(key)) continue;
      // A renamed property is one mistake.
      const nearest = nearestName(key, missing);
      this.#report('resultUndeclared', property, [...path, key], { nearest });
    }
  }

  /** Whether clients reject a result with other properties. SDKs that take the whole result drop them. */
  #excludesOthers({ isOpen, isExact }: DataShape): boolean {
    const { output, returned } = this.#returning;
    return returned !== undefined && isOpen !== true && (isExact === true || output.isZod === true);
  }

  /** What a spread brings is known by its type. */
  #compareSpread(object: ts.ObjectLiteralExpression, name: string, declared: DataShape, path: readonly string[]): void {
    const property = declared.properties?.get(name);
    const whole = this.#compiler.shapeOf(object);
    if (property?.isOptional !== false || !whole.properties || whole.isOpen === true) return;
    const given = whole.properties.get(name);
    if (!given && property.shape.kinds)
      this.#report('resultMissing', object, [...path, name], { schema: property.node });
  }

  #value(value: ts.Expression, shape: DataShape, isOptional: boolean | undefined, path: readonly string[]): void {
    const own = this.#given(value);
    const node = syntax.withoutAssertions(own);
    if (syntax.isObjectLiteralExpression(node) && shape.kinds?.has('object') && shape.properties) {
      this.#compareObject(node, shape, path);
      return;
    }
    if (syntax.isArrayLiteralExpression(node) && shape.kinds?.has('array') && shape.element) {
      for (const element of node.elements)
        if (!syntax.isSpreadElement(element)) this.#value(element, shape.element, undefined, [...path, '*']);
      return;
    }
    const given = this.#compiler.shapeOf(own);
    const mayLack = given.kinds?.has('undefined') === true && this.#compiler.isStrictAboutUndefined;
    if (mayLack && isOptional === false && shape.kinds && !shape.kinds.has('undefined'))
      this.#report('resultMissing', value, path);
    else this.#compareType(value, given, shape, path);
  }

  #compareType(
    node: ts.Expression,
    given: DataShape,
    declared: DataShape,
    path: readonly string[],
    schema?: ts.Node,
  ): void {
    const conflict = conflictOf(given, declared);
    if (conflict)
      this.#report('resultType', node, path, {
        declared: conflict.taken,
        taken: conflict.given,
        ...(schema && { schema }),
      });
    else if (isOnly('array', given) && isOnly('array', declared) && given.element && declared.element)
      this.#compareType(node, given.element, declared.element, [...path, '*'], schema);
    else if (isOnly('object', given) && declared.kinds?.has('object') && given.isOpen !== true)
      this.#compareProperties(node, given.properties, declared.properties, path);
  }

  #compareProperties(
    node: ts.Expression,
    given: DataShape['properties'],
    declared: DataShape['properties'],
    path: readonly string[],
  ): void {
    if (!given) return;
    for (const [name, { shape, isOptional, node: schema }] of declared ?? []) {
      const own = given.get(name);
      const isKnown = own?.isOptional === false || this.#compiler.isStrictAboutUndefined;
      const isMissing = own === undefined || (own.isOptional === true && isKnown);
      const isNeeded = isOptional === false && shape.kinds !== undefined;
      if (isMissing && isNeeded && !(own && conflictOf(own.shape, shape)))
        this.#report('resultMissing', node, [...path, name], { schema });
      // Without strict types, what a test has ruled out is still one of the types.
      else if (own && isKnown) this.#compareType(node, own.shape, shape, [...path, name], schema);
    }
  }

  #report(
    kind: MismatchKind,
    node: ts.Node,
    path: readonly string[],
    more: Pick<Mismatch, 'declared' | 'nearest' | 'schema' | 'taken'> = {},
  ): void {
    const { tool, node: definition, output } = this.#returning;
    this.#found.push({
      kind,
      node,
      tools: tool === undefined ? [] : [tool],
      tool: definition,
      path,
      schema: more.schema ?? output.node,
      ...more,
    });
  }
}

function isOnly(kind: DataKind, { kinds }: DataShape): boolean {
  return kinds?.size === 1 && kinds.has(kind);
}

function isFalse(value: ts.Expression): boolean {
  return syntax.withoutAssertions(value).kind === syntax.SyntaxKind.FalseKeyword;
}
