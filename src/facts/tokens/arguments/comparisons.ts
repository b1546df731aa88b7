import type { ts } from '../../../type-utils/index.ts';
import { compilerOf, syntax } from '../../../type-utils/index.ts';
import { knownParts, testedBy } from '../../../program/control/conditions.ts';
import { conditionsOf, isLeftByThrow } from '../../../program/control/control.ts';
import { functionsAround } from '../../../program/values/functions.ts';
import { nodesIn } from '../../../program/values/nodes.ts';
import { ContentReader } from './content-reader.ts';
import { type Content, sourcesIn } from './contents.ts';
import { isAtOrBelow, type Place } from '../places.ts';
import type { Calls } from './timing.ts';

const comparing = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=']);

/** What the program has tested of some places before it spends a token. */
export class Comparisons {
  readonly #program: ts.Program;
  /** The parts of the conditions that decide whether one of the calls runs, or what it is given. */
  readonly #conditions: readonly Content[];
  /** Calls before of which nothing is used but that they come back: `deepEqual(shown, used)`. */
  readonly #assertions: readonly Content[];

  constructor({ mint, spend }: Calls, program: ts.Program) {
    this.#program = program;
    const reader = new ContentReader(program);
    this.#conditions = [spend, mint]
      .flatMap((call) => [
        ...nodesIn(call, syntax.isConditionalExpression).map(({ condition }) => condition),
        ...[call, ...functionsAround(call)].flatMap((node) => conditionsOf(node, program) ?? []).map(testedBy),
      ])
      .flatMap((condition) => knownParts(condition))
      .map(({ part }) => without(mint, reader.read(part)));
    this.#assertions = functionsAround(spend)
      .flatMap(({ body }) => (body ? nodesIn(body, syntax.isExpressionStatement) : []))
      .filter(({ end, expression }) => end <= spend.pos && this.#mayThrow(expression))
      .map(({ expression }) => reader.read(expression));
  }

  /** Whether a condition tests a place or a part of it for a value: `if (args.recursive)`, `mode === 'fast'`. */
  isTested(place: Place): boolean {
    return this.#conditions.flatMap(testedIn).some((each) => isAtOrBelow(each, place));
  }

  /** Whether a condition, or a call that may throw, has to do with both of two places. */
  areCompared(a: Place, b: Place): boolean {
    return [...this.#conditions, ...this.#assertions].some((test) => {
      const read = sourcesIn(test);
      const others = read.filter((each) => isAtOrBelow(b, each));
      return read.some((each) => isAtOrBelow(a, each) && others.some((other) => other !== each));
    });
  }

  #mayThrow(expression: ts.Expression): boolean {
    const call = syntax.isAwaitExpression(expression) ? expression.expression : expression;
    if (!syntax.isCallExpression(call) || syntax.rootOf(call.expression).getText() === 'console') return false;
    const fn = compilerOf(this.#program).functionCalledBy(call)?.fn;
    return !fn || isLeftByThrow(fn);
  }
}

/** That a token was minted says nothing of what it was minted for: `token instanceof GuardrailBlocked`. */
function without(mint: ts.Node, test: Content): Content {
  return test.kind === 'result' ? { ...test, inputs: test.inputs.filter(({ node }) => node !== mint) } : test;
}

/** What a part of a condition tests for being there, or compares with a literal. */
function testedIn(test: Content): readonly Place[] {
  if (test.kind === 'read') return sourcesIn(test);
  const isComparison = test.kind === 'result' && comparing.has(test.operation);
  return isComparison && test.inputs.some(({ kind }) => kind === 'literal') ? test.inputs.flatMap(sourcesIn) : [];
}
