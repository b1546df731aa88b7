import type { ts } from '../../../type-utils/index.ts';
import { patternHolderOf, syntax } from '../../../type-utils/index.ts';
import { writtenIn } from '../../../program/values/functions.ts';
import { Comparisons } from './comparisons.ts';
import { ContentReader } from './content-reader.ts';
import { type Content, optionsOf, type ReadContent, type ResultContent } from './contents.ts';
import { areOpposed, keepsDifference } from './known-calls.ts';
import { isEntryReplaced } from './look-ups.ts';
import { isAtOrBelow, isSamePlace, type Place } from '../places.ts';
import { asObject, propertyOf } from './properties.ts';
import type { Change, Reading } from './readings.ts';
import { type Calls, changeBetween, changesUntil, variablesIn } from './timing.ts';

/** That two arguments are not the same. */
export interface Difference {
  /** What of the second is another value. */
  readonly node: ts.Expression;
  /** What makes it another one, where both read one place. */
  readonly change?: ts.Node;
  /** The place itself, or what holds it, is written, and not only a part of it. */
  readonly isReplaced?: boolean;
}

/**
 * Compares what a token is minted for with what it is spent on, down to the places that both read. Values are different
 * where they read one place and something changes it in between, where one is made of the other by an operation that gives
 * another value, and where they come from different inputs that the program does not compare.
 */
export class Differences {
  readonly #calls: Calls;
  readonly #program: ts.Program;
  readonly #comparisons: Comparisons;
  readonly #isAny: boolean;

  /** @param isAny whether one of several values that differs is enough */
  constructor(calls: Calls, program: ts.Program, isAny: boolean) {
    this.#calls = calls;
    this.#program = program;
    this.#comparisons = new Comparisons(calls, program);
    this.#isAny = isAny;
  }

  between(minted: ts.Expression, spent: ts.Expression): Difference | undefined {
    const { mint, spend } = this.#calls;
    return this.#compare(this.#readAt(mint, minted), this.#readAt(spend, spent));
  }

  #readAt(at: ts.Node, argument: ts.Expression): Content {
    const changes = (node: ts.Node, place: Place): readonly Change[] => changesUntil(node, place, this.#program);
    return new ContentReader(this.#program, { at, changesUntil: changes }).read(argument);
  }

  #compare(minted: Content, spent: Content): Difference | undefined {
    const { at: from } = minted;
    const { at: to } = spent;
    const changed = from && to && isSamePlace(from, to) ? this.#changed(from, to, spent.node) : undefined;
    return changed ?? this.#compareContents(minted, spent);
  }

  #compareContents(minted: Content, spent: Content): Difference | undefined {
    if (minted.kind === 'choice' || spent.kind === 'choice') return this.#compareOptions(minted, spent);
    if (minted.kind === 'literal' || spent.kind === 'literal') return this.#compareWithLiteral(minted, spent);
    if (minted.kind === 'read' && spent.kind === 'read') return this.#compareReads(minted, spent);
    if (minted.kind === 'result' || spent.kind === 'result') return this.#compareResults(minted, spent);
    return this.#compareObjects(minted, spent);
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

  #compareWithLiteral(minted: Content, spent: Content): Difference | undefined {
    const { node } = spent;
    if (minted.kind === 'literal' && spent.kind === 'literal')
      return minted.value === spent.value ? undefined : { node };
    const [known, other] = minted.kind === 'literal' ? [minted, spent] : [spent, minted];
    if (other.kind === 'read') {
      const { reading } = other;
      const mayBeIt = this.#comparisons.isTested(reading) || this.#changesOf(reading).some(isPlainAssignmentAt);
      return isVariable(reading) && !mayBeIt ? { node } : undefined;
    }
    // One of them has no such property.
    const isLacking = known.kind === 'literal' && known.value === undefined && other.kind !== 'unknown';
    return isLacking || other.kind === 'object' ? { node } : undefined;
  }

  #compareReads(minted: ReadContent, spent: ReadContent): Difference | undefined {
    const [from, to] = [minted.reading, spent.reading];
    if (isSamePlace(from, to)) return this.#changed(from, to, spent.node);
    if (isAtOrBelow(from, to) || isAtOrBelow(to, from)) return undefined;
    if (!areIndependent(from.root, to.root) || !this.#isInput(from) || !this.#isInput(to)) return undefined;
    if (this.#comparisons.areCompared(from, to)) return undefined;
    // What the program compares are properties, as a rule.
    const [left, right] = [asObject(minted), asObject(spent)];
    return left && right && left.properties.size > 0 ? this.#compareObjects(minted, spent) : { node: spent.node };
  }

  /** Whether a place holds what the function was given. */
  #isInput(reading: Reading): boolean {
    return isVariable(reading) && !this.#isAssigned(reading);
  }

  /** Whether the program assigns something to a place before the token is spent: what else is compared may be just that. */
  #isAssigned(place: Place): boolean {
    return this.#changesOf(place).length > 0;
  }

  #changesOf(place: Place): readonly Change[] {
    const changes = changesUntil(this.#calls.spend, place, this.#program);
    return changes.filter(({ path }) => path.length <= place.path.length);
  }

  #changed(from: Reading, to: Reading, node: ts.Expression): Difference | undefined {
    const change = changeBetween(from, to, this.#calls, this.#program);
    return change && { node, change: change.node, isReplaced: change.path.length <= from.path.length };
  }

  #compareResults(minted: Content, spent: Content): Difference | undefined {
    const { node } = spent;
    if (areEvaluatedApart(minted, spent)) return { node };
    const read = [minted, spent].find((each) => each.kind === 'read');
    if (minted.node === node || (read && this.#isAssigned(read.reading))) return undefined;
    if (isAlteredIn(minted, spent) || isAlteredIn(spent, minted)) return { node };
    if (minted.kind !== 'result' || spent.kind !== 'result') return undefined;
    if (areOpposed(minted.operation, spent.operation) && areAlteredAlike(minted, spent)) return { node };
    if (!isSameOperation(minted, spent)) return undefined;
    const pairs = minted.inputs.map((each, index) => [each, spent.inputs[index] ?? each] as const);
    // Two points in time are on the same day, as a rule.
    const differences = pairs.flatMap((pair) => (areEvaluatedApart(...pair) ? [] : (this.#compare(...pair) ?? [])));
    if (minted.altered.length > 0) return differences[0];
    // Another element of the list may be changed; and what else a function makes of its inputs is not known.
    const isElement = minted.operation === '[]';
    return differences.find(({ change, isReplaced }) =>
      change ? isReplaced === true || isEntryReplaced(change, minted, this.#program) : isElement,
    );
  }

  #compareObjects(minted: Content, spent: Content): Difference | undefined {
    const { mint, spend } = this.#calls;
    const [left, right] = [asObject(minted, mint), asObject(spent, spend)];
    if (!left || !right) return undefined;
    // What an object lacks that is put together may be missing in what is read, too.
    const keys = new Set([
      ...(minted.kind === 'object' || spent.kind === 'read' ? left.properties.keys() : []),
      ...(spent.kind === 'object' || minted.kind === 'read' ? right.properties.keys() : []),
    ]);
    const { node } = spent;
    const pairs = [...keys].map(
      (key) => [propertyOf(left, key, minted.node, mint), propertyOf(right, key, node, spend)] as const,
    );
    const isCopy = pairs.some(([before, after]) => isSame(before, after));
    return (
      first(pairs, ([before, after]) => this.#compare(before, after)) ??
      first(left.rest, (each, index) => this.#compare(each, right.rest[index] ?? each)) ??
      (isCopy && pairs.some((pair) => this.#isFromElsewhere(...pair)) ? { node } : undefined)
    );
  }

  /** `{ ...args, path: other }`: whether something that does not come from an object takes the place of what it has. */
  #isFromElsewhere(before: Content, after: Content): boolean {
    const [read, other] = before.kind === 'read' ? [before, after] : [after, before];
    if (read.kind !== 'read' || !(other.kind === 'read' || other.kind === 'result')) return false;
    if (this.#isAssigned(read.reading)) return false;
    if (isSame(read, other) || variablesIn(other.node).includes(patternHolderOf(read.reading.root))) return false;
    return other.kind !== 'read' || !this.#comparisons.areCompared(other.reading, read.reading);
  }
}

function first<T>(all: readonly T[], find: (each: T, index: number) => Difference | undefined): Difference | undefined {
  for (const [index, each] of all.entries()) {
    const found = find(each, index);
    if (found) return found;
  }
  return undefined;
}

/** Whether a place is in a variable that is never assigned again. */
function isVariable({ root, path }: Reading): boolean {
  const isDeclared = syntax.isParameter(root) || syntax.isVariableDeclaration(root) || syntax.isBindingElement(root);
  return isDeclared && !path.includes(undefined) && !writtenIn(root.getSourceFile()).has(root);
}

/** `args.path = '/'`, while `args.path += '.bak'` gives another text than one that is written out, as a rule. */
function isPlainAssignmentAt({ node }: Change): boolean {
  return syntax.isPlainAssignment(node) || syntax.isPlainAssignment(node.parent);
}

/** Whether two variables, or parts of one, are given from outside, each by itself: parameters, or an element of a loop. */
function areIndependent(a: ts.Node, b: ts.Node): boolean {
  const [left, right] = [patternHolderOf(a), patternHolderOf(b)];
  if (syntax.isParameter(left) && syntax.isParameter(right)) return left.parent === right.parent;
  return a === b && syntax.isVariableDeclaration(a) && syntax.isForOfStatement(a.parent.parent);
}

/** Whether a result is made of a value by something that surely makes another one of it. */
function isAlteredIn(value: Content, result: Content): boolean {
  if (result.kind !== 'result') return false;
  return result.altered.flatMap(optionsOf).some((each) => isSame(value, each) || isAlteredIn(value, each));
}

/** Whether two results are of one operation that was evaluated twice and gives another value each time, or are made of such. */
function areEvaluatedApart(a: Content, b: Content): boolean {
  if (a.kind !== 'result' || b.kind !== 'result' || !isSameOperation(a, b)) return false;
  if (a.evaluation && b.evaluation)
    return a.evaluation !== b.evaluation && a.inputs.every((each, index) => mayBeSame(each, b.inputs[index] ?? b));
  const kept = a.inputs.filter((input) => keepsDifference(a.operation, input));
  return kept.some((each) => areEvaluatedApart(each, b.inputs[a.inputs.indexOf(each)] ?? b));
}

/** Whether two results are made of the same values, at least one of which is not written out. */
function areAlteredAlike({ altered: left }: ResultContent, { altered: right }: ResultContent): boolean {
  const isAlike = (a: Content, b: Content): boolean =>
    a.kind === 'literal' && b.kind === 'literal' ? a.value === b.value : isSame(a, b);
  const isPaired = left.length === right.length && left.some(({ kind }) => kind !== 'literal');
  return isPaired && left.every((each, index) => isAlike(each, right[index] ?? each));
}

function isSame(a: Content, b: Content): boolean {
  if (a.kind === 'read' && b.kind === 'read') return isSamePlace(a.reading, b.reading);
  if (a.kind !== 'result' || b.kind !== 'result') return false;
  const areSame = a.inputs.every((each, index) => isSame(each, b.inputs[index] ?? b));
  return a.node === b.node || (isSameOperation(a, b) && a.inputs.length > 0 && areSame);
}

/** Two lists of which each gives an element may give the same. */
function mayBeSame(a: Content, b: Content): boolean {
  return a.kind !== 'read' || isSame(a, b);
}

function isSameOperation(a: ResultContent, b: ResultContent): boolean {
  return a.operation === b.operation && a.inputs.length === b.inputs.length;
}
