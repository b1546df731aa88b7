import type { ts } from '../../../type-utils/index.ts';
import { compilerOf, syntax } from '../../../type-utils/index.ts';
import { knownParts, testedBy } from '../../../program/control/conditions.ts';
import { conditionsOf, isLeftByThrow } from '../../../program/control/control.ts';
import { functionsAround } from '../../../program/values/functions.ts';
import { nodesIn } from '../../../program/values/nodes.ts';
import { ContentReader } from './content-reader.ts';
import { type Content, placesIn, sourcesIn } from './contents.ts';
import { isAtOrBelow, type Place } from '../places.ts';
import type { Calls } from './timing.ts';

const comparing = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=']);

/** What the program has tested of some places before it spends a token. */
export class Comparisons {
  readonly #program: ts.Program;
  readonly #calls: Calls;
  readonly #reader: ContentReader;
  #conditions: readonly ts.Expression[] | undefined;
  #tested: readonly Place[] | undefined;
  #read: readonly (readonly Place[])[] | undefined;
  #assertions: readonly (readonly (readonly Place[])[])[] | undefined;

  constructor(calls: Calls, program: ts.Program) {
    this.#calls = calls;
    this.#program = program;
    this.#reader = new ContentReader(program);
  }

  /**
   * Whether a condition that decides whether one of the calls runs, or what it is given, tests a place or a part of it for a
   * value: `if (args.recursive)`, `mode === 'fast'`.
   */
  isTested(place: Place): boolean {
    this.#tested ??= this.#conditionsOfCalls()
      .flatMap((condition) => knownParts(condition))
      .flatMap(({ part }) => testedIn(this.#reader.read(part)));
    return this.#tested.some((each) => isAtOrBelow(each, place));
  }

  /** Whether such a condition, or a call before that may throw, compares two places; or all properties of theirs, each by itself. */
  areCompared(a: Place, b: Place, keys: readonly string[]): boolean {
    if (this.#areComparedAsWhole(a, b)) return true;
    const partOf = ({ root, path }: Place, key: string): Place => ({ root, path: [...path, key] });
    return keys.length > 0 && keys.every((key) => this.#areComparedAsWhole(partOf(a, key), partOf(b, key)));
  }

  #areComparedAsWhole(a: Place, b: Place): boolean {
    const holds = (read: readonly Place[], place: Place): readonly Place[] =>
      read.filter((each) => isAtOrBelow(place, each));
    const isCondition = (read: readonly Place[]): boolean =>
      holds(read, a).some((each) => holds(read, b).some((other) => other !== each));
    const isAssertion = (given: readonly (readonly Place[])[]): boolean =>
      given.some((read, index) =>
        given.some((other, at) => index !== at && holds(read, a).length > 0 && holds(other, b).length > 0),
      );
    this.#read ??= this.#conditionsOfCalls().map((condition) => this.#placesIn(condition));
    return this.#read.some(isCondition) || this.#assertionsBefore().some(isAssertion);
  }

  #conditionsOfCalls(): readonly ts.Expression[] {
    this.#conditions ??= [this.#calls.spend, this.#calls.mint].flatMap((call) => [
      ...nodesIn(call, syntax.isConditionalExpression).map(({ condition }) => condition),
      ...[call, ...functionsAround(call)].flatMap((node) => conditionsOf(node, this.#program) ?? []).map(testedBy),
    ]);
    return this.#conditions;
  }

  /** What calls are given of which nothing is used but that they come back: `deepEqual(shown, used)`. */
  #assertionsBefore(): readonly (readonly (readonly Place[])[])[] {
    const { spend } = this.#calls;
    this.#assertions ??= functionsAround(spend)
      .flatMap(({ body }) => (body ? nodesIn(body, syntax.isExpressionStatement) : []))
      .filter(({ end }) => end <= spend.pos)
      .flatMap(({ expression }) => {
        const call = syntax.isAwaitExpression(expression) ? expression.expression : expression;
        if (!syntax.isCallExpression(call) || !this.#mayThrow(call)) return [];
        return [call.arguments.map((argument) => this.#placesIn(argument))];
      });
    return this.#assertions;
  }

  #mayThrow(call: ts.CallExpression): boolean {
    if (syntax.rootOf(call.expression).getText() === 'console') return false;
    const fn = compilerOf(this.#program).functionCalledBy(call)?.fn;
    return !fn || isLeftByThrow(fn);
  }

  /** The places that an expression reads, through constants. */
  #placesIn(expression: ts.Expression): readonly Place[] {
    const found: Place[] = [];
    const visit = (node: ts.Node): void => {
      if (syntax.isCallExpression(node)) {
        const callee = syntax.withoutAssertions(node.expression);
        if (syntax.isPropertyAccessExpression(callee)) visit(callee.expression);
        node.arguments.forEach(visit);
      } else if (syntax.isPropertyAssignment(node)) visit(node.initializer);
      else if (syntax.isIdentifier(node) || syntax.isAccess(node))
        found.push(...this.#placesOf(this.#reader.read(node)));
      else syntax.forEachChild(node, visit);
    };
    visit(expression);
    return found;
  }

  /** That a token was minted says nothing of what it was minted for. */
  #placesOf(content: Content): readonly Place[] {
    if (content.kind === 'choice') return content.options.flatMap((option) => this.#placesOf(option));
    return content.node === this.#calls.mint ? [] : sourcesIn(content);
  }
}

/** What a part of a condition tests for being there, or compares with a literal. */
function testedIn(content: Content): readonly Place[] {
  if (content.kind === 'read') return placesIn(content);
  const isComparison = content.kind === 'result' && comparing.has(content.operation);
  const isWithLiteral = isComparison && content.inputs.some(({ kind }) => kind === 'literal');
  return isWithLiteral ? content.inputs.flatMap(placesIn) : [];
}
