import type { ts } from '../../../type-utils/index.ts';
import type { Reading } from './readings.ts';

/** What an expression gives, as far as the text shows it: down to the places that it reads and when it reads them. */
export type Content =
  ChoiceContent | ListContent | LiteralContent | ObjectContent | ReadContent | ResultContent | UnknownContent;

interface AnyContent {
  readonly node: ts.Expression;
  /** The variable or property that it was read from, where that is not all that is known of it. */
  readonly at?: Reading | undefined;
  /** Something is done to it later that is not known. */
  readonly isModified?: true;
}

export interface LiteralContent extends AnyContent {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null | undefined;
}

/** An object that is put together: of what is later in the list the properties count. */
export interface ObjectContent extends AnyContent {
  readonly kind: 'object';
  readonly layers: readonly Layer[];
}

export type Layer = PropertyLayer | SpreadLayer;

/** A property; `undefined` for a key that is not known. */
export interface PropertyLayer {
  readonly key: string | undefined;
  readonly content: Content;
}

/** All properties of another object but some. */
export interface SpreadLayer {
  readonly spread: Content;
  readonly without: ReadonlySet<string>;
}

export interface ListContent extends AnyContent {
  readonly kind: 'list';
  readonly elements: readonly Content[];
}

/** What is read from a variable or from a property that nothing more is known of. */
export interface ReadContent extends AnyContent {
  readonly kind: 'read';
  readonly reading: Reading;
}

/** What a function or an operator makes of its inputs. */
export interface ResultContent extends AnyContent {
  readonly kind: 'result';
  /** The text of what is called, or of the operator with what is written between its operands. */
  readonly operation: string;
  readonly inputs: readonly Content[];
  /** Of the inputs those that it makes something else of: `path` in `path.trim()`. */
  readonly altered: readonly Content[];
}

export interface ChoiceContent extends AnyContent {
  readonly kind: 'choice';
  readonly options: readonly Content[];
}

export interface UnknownContent extends AnyContent {
  readonly kind: 'unknown';
}

/** Reads what expressions give. */
export interface Reader {
  readonly read: (expression: ts.Expression) => Content;
  /** What a variable has become when a node copies or returns what it holds. */
  readonly settled: (content: Content, node: ts.Node) => Content;
  /** What all that a node reads is read by: in a function that is followed, the call of it. */
  readonly timeOf: (node: ts.Node) => ts.Node;
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

export function isLiteral(content: Content | undefined, value: LiteralContent['value']): boolean {
  return content?.kind === 'literal' && content.value === value;
}

/** The places that an expression gives without a copy: what is done to it there is done to them. */
export function placesIn(content: Content): readonly Reading[] {
  const own = content.at ? [content.at] : [];
  if (content.kind === 'choice') return [...own, ...content.options.flatMap(placesIn)];
  return content.kind === 'read' ? [...own, content.reading] : own;
}

/** All places that a content is made of. */
export function sourcesIn(content: Content, seen = new Set<Content>()): readonly Reading[] {
  if (seen.has(content)) return [];
  seen.add(content);
  return [...placesIn(content), ...partsOf(content).flatMap((part) => sourcesIn(part, seen))];
}

function partsOf(content: Content): readonly Content[] {
  switch (content.kind) {
    case 'object':
      return content.layers.map((layer) => ('spread' in layer ? layer.spread : layer.content));
    case 'list':
      return content.elements;
    case 'result':
      return content.inputs;
    case 'choice':
      return content.options;
    default:
      return [];
  }
}
