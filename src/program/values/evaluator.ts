import type { ts } from '../../type-utils/index.ts';
import { compilerOf, syntax } from '../../type-utils/index.ts';
import { MAX_DEPTH, MAX_STEPS } from './budget.ts';
import { functionsCalledIn, resultOf } from './calls.ts';
import { exitsOf } from './exits.ts';
import { contains } from './functions.ts';
import { valueOfSyntax } from './interpreter.ts';
import { runsAt } from './runs.ts';
import { type CallKnowledge, Scope } from './scope.ts';
import { type FunctionRun, unknown, type Value } from './values.ts';

export type { CallKnowledge } from './scope.ts';

const evaluators = new WeakMap<ts.Program, WeakMap<CallKnowledge, Evaluator>>();

/** The evaluator of a program: values are worked out once, in whatever order they are asked for. */
export function evaluatorOf(program: ts.Program, knowledge: CallKnowledge): Evaluator {
  const ofProgram = evaluators.get(program) ?? new WeakMap<CallKnowledge, Evaluator>();
  evaluators.set(program, ofProgram);
  let evaluator = ofProgram.get(knowledge);
  if (!evaluator) ofProgram.set(knowledge, (evaluator = new Evaluator(program, knowledge)));
  return evaluator;
}

/**
 * Finds out what an expression is without running the program. Follows constants, imports, object and list literals with
 * what is put into them later, `Map` and `Set`, conditions (as a choice), and calls of the program's own functions.
 *
 * Knowingly missed: generators, and `let` that is assigned again.
 */
export class Evaluator {
  readonly #global: Scope;
  /** How many expressions are being evaluated: something that is made of itself is unknown. */
  #open = 0;
  /** The outermost of the open ones that was met again, as its place in the order: what lies inside is not for keeping. */
  #met = Infinity;
  #depth = 0;
  #steps = 0;

  constructor(program: ts.Program, knowledge: CallKnowledge) {
    this.#global = new Scope({
      program,
      compiler: compilerOf(program),
      knowledge,
      evaluate: (expression, scope) => this.#evaluate(expression, scope),
      runIn: (fn, scope) => this.#runIn(fn, scope),
    });
  }

  /** What an expression is. */
  valueOf(expression: ts.Expression): Value {
    return this.#evaluate(expression, this.#global);
  }

  /**
   * What an expression is in each run of the code that it is in: of loops, callbacks and functions around it.
   *
   * @param parts those that matter of it; calls of a function on which none of them depends are not looked for
   */
  valuesOf(expression: ts.Expression, parts: readonly ts.Node[] = [expression]): readonly Value[] {
    if (this.#depth === 0) this.#steps = 0;
    return this.#deeper(() => {
      const { scopes } = runsAt(expression, this.#global, undefined, [], parts);
      // A list that looks empty may be filled in a way that is not followed.
      return (scopes.length > 0 ? scopes : [this.#global]).map((scope) => scope.evaluate(expression));
    });
  }

  /** What an expression in a function is, where `argument` says what the function is given. */
  valueWithin(expression: ts.Expression, fn: syntax.FunctionLike, argument: (index: number) => Value): Value {
    if (this.#depth === 0) this.#steps = 0;
    return this.#deeper(() => this.#evaluate(expression, this.#global.within(fn, argument)));
  }

  /** What a function returns; `argument` says what it is given, as far as that is known. */
  resultOf(fn: syntax.FunctionLike, argument: (index: number) => Value = () => unknown(fn)): Value {
    return this.runOf(fn).result(argument);
  }

  /** A function, to be followed with what a run of it is given. */
  runOf(fn: syntax.FunctionLike): FunctionRun {
    return this.#runIn(fn, this.#global);
  }

  #runIn(fn: syntax.FunctionLike, scope: Scope): FunctionRun {
    return {
      calls: () =>
        functionsCalledIn(
          fn,
          scope.within(fn, () => unknown(fn)),
        ),
      result: (argument) => this.#deeper(() => resultOf(fn, scope.within(fn, argument))),
      throws: (argument) => {
        const { body } = fn;
        return body !== undefined && syntax.isBlock(body) && contains(body, syntax.isThrowStatement)
          ? exitsOf(body, scope.within(fn, argument)).throws.length > 0
          : false;
      },
    };
  }

  #evaluate(expression: ts.Expression, scope: Scope): Value {
    const node = syntax.withoutAssertions(expression);
    if (this.#depth === 0) this.#steps = 0;
    if (this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) {
      // What was cut short here may be known to another query.
      this.#met = -1;
      return unknown(node);
    }
    const own = scope.at(node);
    const known = own.known.get(node);
    if (known) return known;
    const place = own.open.get(node);
    if (place !== undefined) {
      this.#met = Math.min(this.#met, place);
      return unknown(node);
    }
    const order = this.#open++;
    own.open.set(node, order);
    const value = this.#deeper(() => valueOfSyntax(node, own));
    own.open.delete(node);
    this.#open--;
    if (this.#met >= order) own.known.set(node, value);
    if (this.#met >= order || order === 0) this.#met = Infinity;
    return value;
  }

  #deeper<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }
}
