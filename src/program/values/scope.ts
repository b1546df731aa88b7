import type { Compiler, ts } from '../../type-utils/index.ts';
import { isInside, syntax } from '../../type-utils/index.ts';
import { MAX_ELEMENTS } from './budget.ts';
import {
  elementAt,
  elementsOf,
  type FunctionRun,
  type Lazy,
  literal,
  type OpaqueResult,
  unknown,
  type Value,
} from './values.ts';

/** What the evaluator takes from the models of SDKs. */
export interface CallKnowledge {
  /** The argument that a call gives back as it is: `tool({ … })` of the AI SDK. */
  readonly identityOf: (call: ts.CallExpression) => number | undefined;
  /** Whether a call copies what it is called on, with its first argument laid over that: `agent.clone({ … })`. */
  readonly isCopy: (call: ts.CallExpression) => boolean;
  /** A property of what a call or `new` makes: the name that a tool was given. */
  readonly propertyOf: (made: OpaqueResult, name: string) => Value | undefined;
  /** Whether a call of a function is one of its runs in the program: one of a test is none. */
  readonly isRun: (call: ts.Node, fn: syntax.FunctionLike) => boolean;
}

/** The part of the evaluator that its subjects use: the program, and evaluation within its budget. */
export interface Interpreter {
  readonly program: ts.Program;
  readonly compiler: Compiler;
  readonly knowledge: CallKnowledge;
  readonly evaluate: (expression: ts.Expression, scope: Scope) => Value;
  /** The same with a part of what one query may take. */
  readonly evaluateCondition: (condition: ts.Expression, scope: Scope) => Value;
  readonly evaluatePart: (part: ts.Expression, scope: Scope) => Value;
  /** A function that was made in a scope, to be followed with what a run of it is given. */
  readonly runIn: (fn: syntax.FunctionLike, scope: Scope) => FunctionRun;
  /** Whether one more call may be followed, in one query, that hands something on. */
  readonly mayFollow: () => boolean;
  /** Does what leads to values of values, unless that is nested too deep already. */
  readonly deeper: <T>(work: () => T) => T | undefined;
}

/** Code that may run several times, with other values each time; of a class, its fields. */
export type Region = syntax.FunctionLike | ts.ForOfStatement | ts.ForInStatement | ts.ClassLikeDeclaration;

/** One run of a region that is being followed. */
export interface Run {
  readonly region: Region;
  /** What the parameters of a function are; of a loop, the first is what it goes over now. */
  readonly argument: (index: number) => Value;
  /** What a rest parameter is. */
  readonly rest?: (from: number) => Value;
  /** What `this` is. */
  readonly receiver?: Lazy | undefined;
  /** The scope of the call that runs it, where a call does. */
  readonly caller?: Scope;
}

/** Where an expression is evaluated: inside of runs that are followed, or on its own, in the global scope. */
export class Scope {
  readonly interpreter: Interpreter;
  readonly run: Run | undefined;
  readonly outer: Scope | undefined;
  // Most scopes are made for one look: what they hold is made when it is needed.
  #known: Map<ts.Node, Value> | WeakMap<ts.Node, Value> | undefined;
  #open: Map<ts.Node, number> | undefined;

  constructor(interpreter: Interpreter, run?: Run, outer?: Scope) {
    this.interpreter = interpreter;
    this.run = run;
    this.outer = outer;
  }

  get program(): ts.Program {
    return this.interpreter.program;
  }

  /** What an expression was in it, if it is known already. */
  knownOf(node: ts.Node): Value | undefined {
    return this.#known?.get(node);
  }

  /** Keeps what an expression is in it. The scope without runs lives as long as the program, whose files may change. */
  keep(node: ts.Node, value: Value): void {
    this.#known ??= this.isGlobal ? new WeakMap<ts.Node, Value>() : new Map<ts.Node, Value>();
    this.#known.set(node, value);
  }

  /** The place of an expression in the order of all that is being evaluated, if it is. */
  placeOf(node: ts.Node): number | undefined {
    return this.#open?.get(node);
  }

  /** Notes that an expression is being evaluated, until it is left. */
  enter(node: ts.Node, place: number): void {
    this.#open ??= new Map();
    this.#open.set(node, place);
  }

  leave(node: ts.Node): void {
    this.#open?.delete(node);
  }

  /** Whether no run is being followed. */
  get isGlobal(): boolean {
    return this.run === undefined;
  }

  /** The scope without the runs that are being followed. */
  get global(): Scope {
    return this.outer?.global ?? this;
  }

  /** What `this` is in the innermost run that says so. */
  get receiver(): Lazy | undefined {
    return this.run?.receiver ?? this.outer?.receiver;
  }

  /** What an expression is in this scope. */
  evaluate(expression: ts.Expression): Value {
    return this.interpreter.evaluate(expression, this);
  }

  evaluateCondition(condition: ts.Expression): Value {
    return this.interpreter.evaluateCondition(condition, this);
  }

  /** The same of one of several parts, which leaves something for the others. */
  evaluatePart(part: ts.Expression): Value {
    return this.interpreter.evaluatePart(part, this);
  }

  /** The scope of a run of a region, which lies in this one. */
  within(
    region: Region,
    argument: (index: number) => Value,
    more: Pick<Run, 'caller' | 'receiver' | 'rest'> = {},
  ): Scope {
    return new Scope(this.interpreter, { region, argument, ...more }, this);
  }

  /** The scope of a function that a call, which is evaluated in another scope, runs. */
  calling(fn: syntax.FunctionLike, call: ts.CallExpression | ts.NewExpression, from: Scope, receiver?: Lazy): Scope {
    return this.within(fn, (index) => argumentAt(call, index, from), {
      caller: from,
      receiver,
      rest: (index) => argumentsFrom(call, index, from),
    });
  }

  /** The same scope, in which an expression is known. */
  with(expression: ts.Expression, value: Value): Scope {
    const scope = new Scope(this.interpreter, this.run, this.outer);
    scope.keep(syntax.withoutAssertions(expression), value);
    return scope;
  }

  /** The run of a region that is being followed. */
  runOf(region: ts.Node): Run | undefined {
    return this.run?.region === region ? this.run : this.outer?.runOf(region);
  }

  /** How many of the calls that led here run a function. */
  callsOf(fn: syntax.FunctionLike): number {
    const isRun = this.run?.region === fn ? 1 : 0;
    return isRun + ((this.run?.caller ?? this.outer)?.callsOf(fn) ?? 0);
  }

  /** The part of this scope that code at a place can see: that of the regions around it. */
  at(node: ts.Node): Scope {
    if (!this.run || !this.outer || (isInside(node, this.run.region) && node !== this.run.region)) return this;
    return this.outer.at(node);
  }
}

/** What a call is given: `undefined` as a literal where it is given less. Counted from the end where it is negative. */
export function argumentAt(node: ts.CallExpression | ts.NewExpression, index: number, scope: Scope): Value {
  const given = node.arguments ?? [];
  const place = index < 0 ? given.length + index : index;
  const at = given.slice(0, place + 1).findIndex(syntax.isSpreadElement);
  const spread = given[at];
  if (spread && syntax.isSpreadElement(spread)) {
    const whole = scope.evaluate(spread.expression);
    return whole.kind === 'unknown' ? elementAt(whole, place - at) : unknown(node);
  }
  const argument = given[place];
  return argument ? scope.evaluate(argument) : literal(undefined, node);
}

/** What a call is given from a place on, as a list. */
function argumentsFrom(node: ts.CallExpression | ts.NewExpression, from: number, scope: Scope): Value {
  const given = node.arguments ?? [];
  if (given.slice(0, from).some(syntax.isSpreadElement)) return unknown(node);
  return { kind: 'list', ...listed(given.slice(from), scope), node };
}

/** What expressions with spreads among them put into a list. */
export function listed(
  expressions: readonly ts.Expression[],
  scope: Scope,
): { readonly elements: readonly Lazy[]; readonly isOpen: boolean } {
  const elements: Lazy[] = [];
  let isOpen = false;
  for (const expression of expressions) {
    if (elements.length >= MAX_ELEMENTS) break;
    if (!syntax.isSpreadElement(expression)) elements.push(() => scope.evaluate(expression));
    else {
      const spread = elementsOf(scope.evaluatePart(expression.expression));
      for (const element of spread.elements) elements.push(() => element);
      isOpen ||= spread.isOpen;
    }
  }
  const isCut = elements.length >= MAX_ELEMENTS;
  return { elements: isCut ? elements.slice(0, MAX_ELEMENTS) : elements, isOpen: isOpen || isCut };
}
