import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { compilerOf, syntax } from '../../type-utils/index.ts';
import { givenTo } from './bindings.ts';
import { MAX_CONDITION_STEPS, MAX_DEPTH, MAX_HANDED_ON, MAX_STEPS, PART } from './budget.ts';
import { functionsCalledIn, resultOf } from './calls.ts';
import { exitsOf, isReached } from './exits.ts';
import { contains } from './nodes.ts';
import { valueOfSyntax } from './interpreter.ts';
import { MAX_ROWS, scopesByRow } from './rows.ts';
import { isOfOpenTable, runsAt, scopeOfStep, type Step } from './runs.ts';
import { argumentAt, type CallKnowledge, Scope } from './scope.ts';
import { type FunctionRun, type FunctionValue, symbolic, unknown, type Value } from './values.ts';

export type { CallKnowledge } from './scope.ts';

/** The evaluator of a program: values are worked out once, in whatever order they are requested. */
export const evaluatorOf = memo(
  (program: ts.Program, knowledge: CallKnowledge): Evaluator => new Evaluator(program, knowledge),
);

/** The evaluator that takes nothing from the models of SDKs. */
export function plainEvaluatorOf(program: ts.Program): Evaluator {
  return evaluatorOf(program, noKnowledge);
}

const noKnowledge: CallKnowledge = {
  identityOf: () => undefined,
  isCopy: () => false,
  propertyOf: () => undefined,
  isRun: () => true,
};

/**
 * Finds out what an expression is without running the program. Follows constants, imports, object and list literals with
 * what is put into them later, `Map` and `Set`, conditions (as a choice), and calls of the program's own functions. Of what is
 * not known the value holds what it stands for: a parameter, a text with holes, one of the values that a variable is assigned.
 *
 * Knowingly missed: generators, and what a recursive function makes beyond three calls of itself.
 */
export class Evaluator {
  readonly #global: Scope;
  /** How many expressions are being evaluated: something that is made of itself is unknown. */
  #open = 0;
  /** The outermost of the open ones that was met again, as its place in the order: what lies inside is not for keeping. */
  #met = Infinity;
  #depth = 0;
  #steps = 0;
  #maxSteps = MAX_STEPS;
  #handedOn = 0;

  constructor(program: ts.Program, knowledge: CallKnowledge) {
    this.#global = new Scope({
      program,
      compiler: compilerOf(program),
      knowledge,
      evaluate: (expression, scope) => this.#evaluate(expression, scope),
      evaluateCondition: (condition, scope) => this.#evaluateWithin(MAX_CONDITION_STEPS, condition, scope),
      evaluatePart: (part, scope) =>
        this.#evaluateWithin(Math.ceil((this.#maxSteps - this.#steps) * PART), part, scope),
      runIn: (fn, scope) => this.#runIn(fn, scope),
      deeper: (work) => {
        if (this.#depth <= MAX_DEPTH) return this.#deeper(work);
        // As in `#evaluate`: what was cut short is not for keeping.
        this.#met = -1;
        return undefined;
      },
      mayFollow: () => {
        if (++this.#handedOn <= MAX_HANDED_ON) return true;
        this.#met = -1;
        return false;
      },
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
   * @param isByInstance whether a method that nobody calls is read for each instance that the program makes
   */
  valuesOf(
    expression: ts.Expression,
    parts: readonly ts.Node[] = [expression],
    isByInstance = false,
  ): readonly Value[] {
    return this.#query(() => {
      const { scopes } = runsAt(expression, this.#global, undefined, parts, isByInstance);
      // What the expression is in them is a query of its own.
      if (this.#depth === 1) this.#steps = 0;
      const reached = scopes.length > 1 ? scopes.filter((scope) => isReached(expression, scope)) : scopes;
      // A list that looks empty may be filled in a way that is not followed.
      return (reached.length > 0 ? reached : [this.#global]).map((scope) => scope.evaluate(expression));
    });
  }

  /** What an expression is in the last of some functions, each of which a call in the one before runs. */
  valueAlong(expression: ts.Expression, steps: readonly Step[]): Value {
    return this.#query(() =>
      this.#evaluate(
        expression,
        steps.reduce((from, step) => scopeOfStep(step, from), this.#global),
      ),
    );
  }

  /**
   * What some expressions are in the last of some functions, as `valueAlong` finds it: for each run of the code around the first
   * one, and for each row of the tables that they are taken from. Open where there may be others.
   */
  rowsAlong(
    expressions: readonly ts.Expression[],
    steps: readonly Step[],
  ): { readonly rows: readonly (readonly Value[])[]; readonly isOpen: boolean } {
    return this.#query(() => {
      const usedIn = (index: number): readonly ts.Node[] => {
        const call = steps[index + 1]?.call;
        if (index === steps.length - 1) return expressions;
        return call && syntax.isCallOrNew(call) ? (call.arguments ?? []) : [];
      };
      const [first] = steps;
      const around = first && runsAt(first.fn, this.#global, undefined, usedIn(0));
      const isMany = around !== undefined && around.scopes.length > MAX_ROWS;
      let scopes = around && !isMany && around.scopes.length > 0 ? around.scopes : [this.#global];
      for (const [index, step] of steps.entries()) {
        const found = scopes.flatMap((from) => scopesByRow(usedIn(index), scopeOfStep(step, from)));
        scopes = found.length > MAX_ROWS ? scopes.map((from) => scopeOfStep(step, from)) : found;
      }
      return {
        rows: scopes.map((scope) => expressions.map((expression) => this.#evaluate(expression, scope))),
        isOpen: around?.isOpen === true,
      };
    });
  }

  /** What an expression in a function is, where `argument` gives what the function is given. */
  valueWithin(expression: ts.Expression, fn: syntax.FunctionLike, argument: (index: number) => Value): Value {
    return this.#query(() => this.#evaluate(expression, this.#global.within(fn, argument)));
  }

  /** What a call is given at a place: `undefined` as a literal where it is given less. */
  argumentOf(call: ts.CallExpression | ts.NewExpression, index: number): Value {
    return this.#query(() => argumentAt(call, index, this.#global));
  }

  /** What a call gives to a function for one of its parameters, or what stands for it there. */
  givenTo(fn: syntax.FunctionLike, index: number, call: ts.CallExpression | ts.NewExpression): Value {
    return this.#givenIn(this.#global, fn, index, call);
  }

  #givenIn(scope: Scope, fn: syntax.FunctionLike, index: number, call: ts.CallExpression | ts.NewExpression): Value {
    const parameter = fn.parameters[index];
    return this.#query(() =>
      parameter && !parameter.dotDotDotToken
        ? givenTo(parameter, call, scope.at(fn).calling(fn, call, scope))
        : argumentAt(call, index, scope),
    );
  }

  /** What a function returns; `argument` gives its arguments, as far as that is known. */
  resultOf(fn: syntax.FunctionLike, argument: (index: number) => Value = () => unknown(fn)): Value {
    return this.runOf(fn).result(argument);
  }

  /** A function, to be followed with what a run of it is given. */
  runOf(fn: syntax.FunctionLike): FunctionRun {
    return this.#runIn(fn, this.#global);
  }

  /** The same of one that was found, with what it was made with where that is followed. */
  runOfValue({ fn, inCall }: FunctionValue): FunctionRun {
    return inCall ?? this.runOf(fn);
  }

  #runIn(fn: syntax.FunctionLike, scope: Scope): FunctionRun {
    return {
      calls: (seen) =>
        functionsCalledIn(
          fn,
          scope.within(fn, () => unknown(fn)),
          seen,
        ),
      result: (argument) => this.#deeper(() => resultOf(fn, scope.within(fn, argument))),
      throws: (argument) => {
        const { body } = fn;
        return body !== undefined && syntax.isBlock(body) && contains(body, syntax.isThrowStatement)
          ? exitsOf(body, scope.within(fn, argument)).throws.length > 0
          : false;
      },
      around: (outer, index) => this.#query(() => scope.runOf(outer)?.argument(index)),
      isOfOpenTable: () => this.#query(() => isOfOpenTable(scope)),
      valueOf: (expression) => this.#query(() => this.#evaluate(expression, scope)),
      givenTo: (to, index, call) => this.#givenIn(scope, to, index, call),
    };
  }

  #evaluate(expression: ts.Expression, scope: Scope): Value {
    const node = syntax.withoutAssertions(expression);
    if (this.#depth === 0) this.#begin();
    if (this.#depth > MAX_DEPTH || ++this.#steps > this.#maxSteps) {
      // What was cut short here may be known to another query.
      this.#met = -1;
      return placedAt(node, unknown(node));
    }
    const own = scope.at(node);
    const known = own.knownOf(node);
    if (known) return known;
    const place = own.placeOf(node);
    if (place !== undefined) {
      this.#met = Math.min(this.#met, place);
      // What something is made of itself adds nothing to what it may be.
      return symbolic({ kind: 'either', values: () => [] }, node);
    }
    const order = this.#open++;
    own.enter(node, order);
    let value: Value;
    try {
      value = placedAt(
        node,
        this.#deeper(() => valueOfSyntax(node, own)),
      );
    } finally {
      own.leave(node);
      this.#open--;
    }
    if (this.#met >= order) own.keep(node, value);
    if (this.#met >= order || order === 0) this.#met = Infinity;
    return value;
  }

  /** Evaluates with a part of what the query may take, so that the rest is left for what stands beside it. */
  #evaluateWithin(steps: number, expression: ts.Expression, scope: Scope): Value {
    const limit = this.#maxSteps;
    this.#maxSteps = Math.min(limit, this.#steps + steps);
    const value = this.#evaluate(expression, scope);
    this.#steps = Math.min(this.#steps, this.#maxSteps);
    this.#maxSteps = limit;
    return value;
  }

  /** What one query may take is its own. */
  #begin(): void {
    this.#steps = 0;
    this.#handedOn = 0;
  }

  #query<T>(work: () => T): T {
    if (this.#depth === 0) this.#begin();
    return this.#deeper(work);
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

/** The types of expressions limit what is not known: the innermost expression that has the value itself, and not a part of it. */
function placedAt(node: ts.Expression, value: Value): Value {
  if (value.kind === 'choice')
    return value.options.some((option) => placedAt(node, option) !== option)
      ? { ...value, options: value.options.map((option) => placedAt(node, option)) }
      : value;
  if (value.kind !== 'unknown' || value.place?.path.length === 0) return value;
  return { ...value, place: { node, path: [] } };
}
