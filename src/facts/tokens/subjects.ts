import type { TokenModel } from '../../models/tokens/token-model.ts';
import { assignedIn, bindingOf, compilerOf, constantInitializerOf, syntax, type ts } from '../../type-utils/index.ts';
import { type Evaluator, plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { valueOf } from '../../program/values/functions.ts';
import { returnedBy } from '../../program/values/nodes.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import { readerOf, writtenBy } from './arguments/aliases.ts';
import { Differences } from './arguments/differences.ts';
import type { Reading } from './arguments/readings.ts';
import { changeBetween } from './arguments/timing.ts';
import type { Mint, Spend, TokenCalls } from './calls.ts';
import { isSamePlace, placeOf, takenFrom } from './places.ts';

/** How many functions call each other to make a thing, at most. */
const MAX_DEPTH = 4;

/** Compares the tools and agents of calls: by the calls that make them, by when they are read, and by what they are looked up by. */
export class SubjectComparison {
  readonly #program: ts.Program;
  readonly #calls: TokenCalls;
  readonly #evaluator: Evaluator;

  constructor(program: ts.Program, calls: TokenCalls) {
    this.#program = program;
    this.#calls = calls;
    this.#evaluator = plainEvaluatorOf(program);
  }

  /** Whether two expressions are made by different calls, each by one that is known. */
  areDifferent(a: ts.Expression, b: ts.Expression, model: TokenModel): boolean {
    const [one, other] = [a, b].map((each) => this.#makingOf(each, model));
    if (one && other && one !== other) return true;
    const [left, right] = [a, b].map((each) => this.#makersOf(this.#evaluator.valueOf(each), model));
    if (!left || !right) return false;
    return [...left].every((each) => !right.has(each));
  }

  /** What puts another thing where both calls read one, between the two. */
  replacedBetween(minted: ts.Expression, given: ts.Expression, mint: Mint, spend: Spend): ts.Node | undefined {
    const [from, to] = [minted, given].map((each) => this.#placeOf(each));
    if (!from || !to || !isSamePlace(from, to)) return undefined;
    const calls = { mint: mint.call, spend: spend.call };
    // When the token is minted counts, wherever that was first read which it is for.
    const change = changeBetween({ ...from, times: [] }, to, calls, this.#program);
    const isReplacement = change && change.path.length <= to.path.length && change.node.pos >= mint.call.end;
    return isReplacement && this.#isGivenOthers(to, spend.model) ? change.node : undefined;
  }

  /** Whether two things are looked up in one place by keys that are different inputs: `tools.get(asked)` and `tools.get(used)`. */
  haveOtherKeys(minted: ts.Expression, given: ts.Expression, mint: Mint, spend: Spend): boolean {
    const [from, to] = [minted, given].map((each) => lookUpOf(each));
    const [left, right] = [from, to].map((each) => each && placeOf(each.container));
    if (!from || !to || !left || !right || !isSamePlace(left, right)) return false;
    const found = new Differences({ mint: mint.call, spend: spend.call }, this.#program, true).between(
      from.key,
      to.key,
    );
    return found !== undefined && found.change === undefined;
  }

  #placeOf(expression: ts.Expression): Reading | undefined {
    const content = readerOf(this.#program).read(expression);
    return content.kind === 'read' ? content.reading : content.at;
  }

  /** Whether all that a place is assigned is another thing than what it had. */
  #isGivenOthers(place: Reading, model: TokenModel): boolean {
    const { root } = place;
    const first = syntax.isVariableDeclaration(root) ? root.initializer : undefined;
    const given = assignedIn(root.getSourceFile()).flatMap((target) => {
      const { parent } = target;
      const isIt = writtenBy(target as ts.Expression, this.#program).some((written) => isSamePlace(written, place));
      return isIt ? [syntax.isPlainAssignment(parent) ? parent.right : undefined] : [];
    });
    return given.every(
      (each) =>
        each && (this.#isMadeAnew(each, model) || (first !== undefined && this.areDifferent(first, each, model))),
    );
  }

  /** The call that makes a thing of its own: of a function of the program, or of the package. */
  #makingOf(expression: ts.Expression, model: TokenModel): ts.Node | undefined {
    const name = syntax.withoutAssertions(expression);
    const making = valueOf((syntax.isIdentifier(name) ? constantInitializerOf(name) : undefined) ?? name);
    return this.#isMadeAnew(making, model) ? making : undefined;
  }

  /** Whether an expression makes another thing each time: by one of the model's calls, or by a function that returns one. */
  #isMadeAnew(expression: ts.Expression, model: TokenModel, depth = 0): boolean {
    const call = valueOf(expression);
    if (!syntax.isCallExpression(call) || depth > MAX_DEPTH) return false;
    if (model.makers?.some((callee) => this.#calls.isCallOf(call, callee))) return true;
    const fn = compilerOf(this.#program).functionCalledBy(call)?.fn;
    const returned = fn ? returnedBy(fn) : [];
    return returned.length > 0 && returned.every((each) => this.#isMadeAnew(each, model, depth + 1));
  }

  /** The calls that made a value, each of a function that makes another one each time. Undefined: not all are known. */
  #makersOf(value: Value, { makers = [] }: TokenModel): ReadonlySet<ts.Node> | undefined {
    const options = optionsOf(value);
    const calls = options.flatMap((option) =>
      option.kind === 'made' && makers.some((callee) => this.#calls.isCallOf(option.call, callee)) ? [option.call] : [],
    );
    return calls.length === options.length ? new Set<ts.Node>(calls) : undefined;
  }
}

/** Where something is looked up, and by which key. */
interface LookUp {
  readonly container: ts.Expression;
  readonly key: ts.Expression;
}

/** The look-up by `get` or in brackets that an expression is, or is a part of the result of. */
function lookUpOf(expression: ts.Expression, depth = 0): LookUp | undefined {
  const read = valueOf(expression);
  if (depth > MAX_DEPTH) return undefined;
  if (syntax.isElementAccessExpression(read)) return { container: read.expression, key: read.argumentExpression };
  if (syntax.isPropertyAccessExpression(read)) return lookUpOf(read.expression, depth + 1);
  if (syntax.isIdentifier(read)) {
    const binding = bindingOf(read);
    const taken = binding && syntax.isBindingElement(binding) ? takenFrom(binding)?.from : undefined;
    const made = taken ?? constantInitializerOf(read);
    return made && lookUpOf(made, depth + 1);
  }
  const callee = syntax.isCallExpression(read) ? syntax.withoutAssertions(read.expression) : undefined;
  const isGet = callee && syntax.isPropertyAccessExpression(callee) && callee.name.text === 'get';
  const [key, ...others] = syntax.isCallExpression(read) ? read.arguments : [];
  return isGet && key && others.length === 0 ? { container: callee.expression, key } : undefined;
}
