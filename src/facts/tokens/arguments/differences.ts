import type { ts } from '../../../type-utils/index.ts';
import { compilerOf, patternHolderOf, syntax } from '../../../type-utils/index.ts';
import type { Evaluator } from '../../../program/values/evaluator.ts';
import { optionsOf as valuesOf } from '../../../program/values/values.ts';
import { Comparisons } from './comparisons.ts';
import { ContentReader } from './content-reader.ts';
import {
  type Content,
  isLiteral,
  type LiteralContent,
  type ObjectContent,
  optionsOf,
  type ReadContent,
  sourcesIn,
} from './contents.ts';
import { contentUntil } from './later-contents.ts';
import { isAtOrBelow, isSamePlace, type Place } from '../places.ts';
import { type Reading, shallowCopyOf } from './readings.ts';
import { isAlteredIn, isSameOperation, isSameRead, keysIn, spreadsIn } from './related-contents.ts';
import { type Calls, changeBetween, changesUntil, rootsIn } from './timing.ts';

/** That two arguments are not the same. */
export interface Difference {
  /** What of the second is another value. */
  readonly node: ts.Expression;
  /** What makes it another one, where both read one place. */
  readonly change?: ts.Node;
  /** The place itself, or what holds it, is written, and not only a part of it. */
  readonly isReplaced?: boolean;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Compares what a token is minted for with what it is spent on, down to the places that both read. Values are different
 * where they read one place and something changes it in between, where one is made of the other by an operation that gives
 * another value, and where they come from different inputs that the program does not compare.
 */
export class Differences {
  readonly #calls: Calls;
  readonly #program: ts.Program;
  readonly #evaluator: Evaluator;
  readonly #reader: ContentReader;
  readonly #comparisons: Comparisons;
  readonly #isAny: boolean;

  /** @param isAny whether one of several values that differs is enough */
  constructor(calls: Calls, program: ts.Program, evaluator: Evaluator, isAny: boolean) {
    this.#calls = calls;
    this.#program = program;
    this.#evaluator = evaluator;
    this.#reader = new ContentReader(program, undefined, (node, content, reader) =>
      contentUntil(node, content, reader, program),
    );
    this.#comparisons = new Comparisons(calls, program);
    this.#isAny = isAny;
  }

  between(minted: ts.Expression, spent: ts.Expression): Difference | undefined {
    return this.#compare(this.#reader.read(minted), this.#reader.read(spent));
  }

  #compare(minted: Content, spent: Content): Difference | undefined {
    const { at: from } = minted;
    const { at: to } = spent;
    if (!from || !to || !isSamePlace(from, to))
      return this.#compareContents(this.#until(this.#calls.mint, minted), this.#until(this.#calls.spend, spent));
    return this.#changed(from, to, spent.node) ?? this.#compareContents(minted, spent);
  }

  #compareContents(minted: Content, spent: Content): Difference | undefined {
    if (minted.kind === 'choice' || spent.kind === 'choice') return this.#compareOptions(minted, spent);
    if (minted.isModified ?? spent.isModified) return this.#compareModified(minted, spent);
    if (minted.kind === 'literal' || spent.kind === 'literal') return this.#compareWithLiteral(minted, spent);
    if (minted.kind === 'read' && spent.kind === 'read') return this.#compareReads(minted, spent);
    if (minted.kind === 'result' || spent.kind === 'result') return this.#compareResults(minted, spent);
    if (minted.kind === 'list' && spent.kind === 'list') {
      if (minted.elements.length !== spent.elements.length) return { node: spent.node };
      return first(minted.elements, (each, index) => this.#compare(each, spent.elements[index] ?? each));
    }
    const [left, right] = [this.#asObject(minted, this.#calls.mint), this.#asObject(spent, this.#calls.spend)];
    return left && right && this.#compareObjects(left, right);
  }

  #compareOptions(minted: Content, spent: Content): Difference | undefined {
    const [left, right] = [optionsOf(minted), optionsOf(spent)];
    // Both are picked by one and the same evaluation.
    if (minted.node === spent.node) return first(left, (each, index) => this.#compare(each, right[index] ?? each));
    const differences = right.map((option) => {
      const each = left.map((other) => this.#compare(other, option));
      return each.every((difference) => difference !== undefined) ? each[0] : undefined;
    });
    const found = differences.find((difference) => difference !== undefined);
    return this.#isAny || differences.every((difference) => difference !== undefined) ? found : undefined;
  }

  /** A copy that something unknown is done to is no longer equal to what it was made of. */
  #compareModified(
    { isModified: left, ...minted }: Content,
    { isModified: right, ...spent }: Content,
  ): Difference | undefined {
    if (left && right) return undefined;
    const [copy, other] = left ? [minted, spent] : [spent, minted];
    const original = copy.kind === 'object' ? spreadsIn(copy).at(0) : copy;
    const isOfOther =
      original?.kind === 'read' && other.kind === 'read' && isSamePlace(original.reading, other.reading);
    return isOfOther ? { node: spent.node } : undefined;
  }

  #compareWithLiteral(minted: Content, spent: Content): Difference | undefined {
    const { node } = spent;
    if (minted.kind === 'literal' && spent.kind === 'literal')
      return minted.value === spent.value ? undefined : { node };
    const [known, other] = minted.kind === 'literal' ? [minted, spent] : [spent as LiteralContent, minted];
    if (other.kind === 'read') return this.#mayBe(known, other) ? undefined : { node };
    // One of them has no such property.
    return known.value === undefined && other.kind !== 'unknown' ? { node } : undefined;
  }

  /** Whether what is read may be a literal, as far as the program shows it: it is set to it, or tested for one. */
  #mayBe({ value }: LiteralContent, { reading, node }: ReadContent): boolean {
    const { root } = reading;
    const isVariable = [syntax.isParameter, syntax.isVariableDeclaration, syntax.isBindingElement].some((is) =>
      is(root),
    );
    // What is imported may be a constant, whatever its value.
    if (reading.path.includes(undefined) || !(isVariable || syntax.isClassLike(root))) return true;
    if (this.#comparisons.isTested(reading) || this.#isSetTo(reading, value)) return true;
    const known = this.#isOwnNode(reading, node) ? valuesOf(this.#evaluator.valueOf(node)) : [];
    return known.some((each) => each.kind === 'literal' && each.value === value);
  }

  /** Whether an expression reads just this place: that of a copy's property stands for all of it. */
  #isOwnNode(reading: Reading, node: ts.Expression): boolean {
    const own = this.#reader.read(node);
    return own.kind === 'read' && isSamePlace(own.reading, reading);
  }

  #compareReads(
    { reading: from, node: minted }: ReadContent,
    { reading: to, node }: ReadContent,
  ): Difference | undefined {
    if (isSamePlace(from, to)) return this.#changed(from, to, node);
    if (from.path.includes(undefined) || to.path.includes(undefined)) return undefined;
    if (isAtOrBelow(from, to) || isAtOrBelow(to, from) || !areInputs(from.root, to.root)) return undefined;
    // What one of them is given later may be the other.
    if ([from, to].some((place) => this.#replacementsOf(place).length > 0)) return undefined;
    const keys = this.#isOwnNode(from, minted) ? this.#keysOf(minted) : [];
    return this.#comparisons.areCompared(from, to, keys) ? undefined : { node };
  }

  /** What gives a place another value before the token is spent. */
  #replacementsOf(place: Place): readonly ts.Node[] {
    const changes = changesUntil(this.#calls.spend, place, this.#program);
    return changes.filter(({ path }) => path.length <= place.path.length).map(({ node }) => node);
  }

  #isSetTo(place: Place, value: LiteralContent['value']): boolean {
    return this.#replacementsOf(place).some(
      (node) =>
        syntax.isAssignment(node) &&
        optionsOf(this.#reader.read(node.right)).some((option) => isLiteral(option, value)),
    );
  }

  #keysOf(node: ts.Expression): readonly string[] {
    return [...(compilerOf(this.#program).shapeOf(node).properties?.keys() ?? [])];
  }

  #changed(
    from: Reading,
    to: Reading,
    node: ts.Expression,
    counts?: (path: Place['path']) => boolean,
  ): Difference | undefined {
    const change = changeBetween(from, to, this.#calls, this.#program, counts);
    return change && { node, change: change.node, isReplaced: change.path.length <= from.path.length };
  }

  #compareResults(minted: Content, spent: Content): Difference | undefined {
    const { node } = spent;
    if (isAlteredIn(minted, spent) || isAlteredIn(spent, minted)) return { node };
    if (minted.kind !== 'result' || spent.kind !== 'result' || !isSameOperation(minted, spent)) return undefined;
    const differences = minted.inputs.flatMap((each, index) => this.#compare(each, spent.inputs[index] ?? each) ?? []);
    if (minted.altered.length > 0) return differences[0];
    // Another element of the list may be changed; and what else a function makes of its inputs is not known.
    const isElement = minted.operation === '[]';
    return differences.find(({ change, isReplaced }) => (change ? isReplaced : isElement));
  }

  #compareObjects(minted: ObjectContent, spent: ObjectContent): Difference | undefined {
    const keys = [...new Set([...keysIn(minted), ...keysIn(spent)])];
    return first(keys, (key) => this.#compareProperty(key, minted, spent)) ?? this.#compareSpreads(minted, spent, keys);
  }

  #compareProperty(key: string, minted: ObjectContent, spent: ObjectContent): Difference | undefined {
    const left = this.#reader.entryOf(minted, key, minted.node);
    const right = this.#reader.entryOf(spent, key, spent.node);
    const found = this.#compare(left, right);
    if (found || keysIn(minted).includes(key) === keysIn(spent).includes(key)) return found;
    // `{ ...args, path: other }`: what does not come from the object takes the place of what it had.
    const [given, replaced] = keysIn(spent).includes(key) ? [right, left] : [left, right];
    const original = spreadsIn(minted).find((each) => spreadsIn(spent).some((other) => isSameRead(each, other)));
    if (!original || replaced.kind !== 'read' || !this.#isUnrelated(given, replaced, original)) return undefined;
    return { node: spent.node };
  }

  #isUnrelated(given: Content, replaced: ReadContent, original: Content): boolean {
    if (given.kind === 'literal' || given.kind === 'choice') return false;
    const roots = new Set(sourcesIn(original).map(({ root }) => root));
    if (rootsIn(given.node).some((root) => roots.has(root))) return false;
    return given.kind !== 'read' || !this.#comparisons.areCompared(given.reading, replaced.reading, []);
  }

  /** What two objects have from others, but for the properties that are compared already. */
  #compareSpreads(minted: ObjectContent, spent: ObjectContent, keys: readonly string[]): Difference | undefined {
    const [left, right] = [spreadsIn(minted), spreadsIn(spent)];
    const [only, other] = [left[0], right[0]];
    if (only && other && left.length === 1 && right.length === 1 && !isSameRead(only, other))
      return only.kind === 'read' && other.kind === 'read' ? this.#compareReads(only, other) : undefined;
    const changed = first(left, (each) => {
      const same = right.find((another) => isSameRead(each, another));
      if (each.kind !== 'read' || same?.kind !== 'read') return undefined;
      const { length } = each.reading.path;
      return this.#changed(each.reading, same.reading, same.node, (path) => !keys.includes(path[length] ?? ''));
    });
    const isAdded = this.#isAdded(left, right) || this.#isAdded(right, left);
    return changed ?? (isAdded ? { node: spent.node } : undefined);
  }

  /** `{ ...args, ...options }`: whether something follows what both have, and may replace some of it. */
  #isAdded(objects: readonly Content[], others: readonly Content[]): boolean {
    const isShared = (each: Content): boolean => objects.some((object) => isSameRead(object, each));
    return others
      .slice(others.findIndex(isShared) + 1)
      .some(
        (each) =>
          others.some(isShared) &&
          !isShared(each) &&
          each.kind === 'read' &&
          this.#keysOf(each.node).length > 0 &&
          !this.#comparisons.isTested(each.reading),
      );
  }

  #asObject(content: Content, call: ts.Node): ObjectContent | undefined {
    if (content.kind === 'object') return content;
    if (content.kind !== 'read') return undefined;
    const spread = { ...content, at: undefined, reading: shallowCopyOf(content.reading, call) };
    return { kind: 'object', layers: [{ spread, without: nothing }], node: content.node };
  }

  #until(call: ts.Node, content: Content): Content {
    return contentUntil(call, content, this.#reader, this.#program);
  }
}

function first<T>(all: readonly T[], find: (each: T, index: number) => Difference | undefined): Difference | undefined {
  for (const [index, each] of all.entries()) {
    const found = find(each, index);
    if (found) return found;
  }
  return undefined;
}

/** Whether two variables, or parts of one, are given from outside, each by itself: parameters, or an element of a loop. */
function areInputs(a: ts.Node, b: ts.Node): boolean {
  const [left, right] = [patternHolderOf(a), patternHolderOf(b)];
  if (syntax.isParameter(left) && syntax.isParameter(right)) return left.parent === right.parent;
  return a === b && syntax.isVariableDeclaration(a) && syntax.isForOfStatement(a.parent.parent);
}
