import type { DataShape, ts } from '../../../type-utils/index.ts';
import { isCopy, type Reading } from './readings.ts';

/** What an expression gives, as far as the text shows it: down to the places that it reads and when it reads them. */
export type Content = ChoiceContent | LiteralContent | ObjectContent | ReadContent | ResultContent | UnknownContent;

interface AnyContent {
  readonly node: ts.Expression;
  /** The variable or property that holds it, where more is known than that. */
  readonly at?: Reading | undefined;
}

export interface LiteralContent extends AnyContent {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null | undefined;
}

/** An object or list that is put together. */
export interface ObjectContent extends AnyContent {
  readonly kind: 'object';
  readonly properties: ReadonlyMap<string, Content>;
  /** What is spread in of which the properties are not known. */
  readonly rest: readonly Content[];
}

/** What is read from a variable or from a property that nothing more is known of. */
export interface ReadContent extends AnyContent {
  readonly kind: 'read';
  readonly reading: Reading;
  /** What it is by its type. */
  readonly shape: () => DataShape;
}

/** What a function or an operator makes of its inputs. */
export interface ResultContent extends AnyContent {
  readonly kind: 'result';
  /** The text of what is called, or of the operator with what is written between its operands. */
  readonly operation: string;
  readonly inputs: readonly Content[];
  /** Of the inputs those that it makes something else of: `path` in `path.trim()`. */
  readonly altered: readonly Content[];
  /** The call by which it is worked out, where that gives another value each time: `randomUUID()`. */
  readonly evaluation?: ts.Node | undefined;
}

export interface ChoiceContent extends AnyContent {
  readonly kind: 'choice';
  readonly options: readonly Content[];
}

export interface UnknownContent extends AnyContent {
  readonly kind: 'unknown';
}

export function literal(value: LiteralContent['value'], node: ts.Expression): LiteralContent {
  return { kind: 'literal', value, node };
}

export function unknown(node: ts.Expression): UnknownContent {
  return { kind: 'unknown', node };
}

/** One of several; a single one is itself. */
export function choice(options: readonly Content[], node: ts.Expression): Content {
  const all = options.flatMap(optionsOf);
  const [first] = all;
  return first && all.length === 1 ? first : { kind: 'choice', options: all, node };
}

export function optionsOf(content: Content): readonly Content[] {
  return content.kind === 'choice' ? content.options : [content];
}

/** What an operation makes of its inputs. */
export function result(
  operation: string,
  inputs: readonly Content[],
  altered: readonly Content[],
  node: ts.Expression,
): ResultContent {
  return { kind: 'result', operation, inputs, altered, node };
}

/** The places that an expression gives without a copy: what is done to it there is done to them. */
export function placesIn(content: Content): readonly Reading[] {
  const own = content.at ? [content.at] : [];
  if (content.kind === 'choice') return [...own, ...content.options.flatMap(placesIn)];
  return content.kind === 'read' && !isCopy(content.reading) ? [...own, content.reading] : own;
}

/** All places that a content is made of. */
export function sourcesIn(content: Content): readonly Reading[] {
  const own = content.at ? [content.at] : [];
  switch (content.kind) {
    case 'read':
      return [...own, content.reading];
    case 'object':
      return [...own, ...[...content.properties.values(), ...content.rest].flatMap(sourcesIn)];
    case 'result':
      return [...own, ...content.inputs.flatMap(sourcesIn)];
    case 'choice':
      return [...own, ...content.options.flatMap(sourcesIn)];
    default:
      return own;
  }
}
