import type { Compiler, ts } from '../../type-utils/index.ts';
import { isInside, syntax } from '../../type-utils/index.ts';
import { type FunctionRun, literal, unknown, type Value } from './values.ts';

/** What the evaluator takes from the models of SDKs. */
export interface CallKnowledge {
  /** The argument that a call gives back as it is: `tool({ … })` of the AI SDK. */
  readonly identityOf: (call: ts.CallExpression) => number | undefined;
}

/** The part of the evaluator that its subjects use: what it knows of the program, and evaluation within its budget. */
export interface Interpreter {
  readonly program: ts.Program;
  readonly compiler: Compiler;
  readonly knowledge: CallKnowledge;
  readonly evaluate: (expression: ts.Expression, scope: Scope) => Value;
  /** A function that was made in a scope, to be followed with what a run of it is given. */
  readonly runIn: (fn: syntax.FunctionLike, scope: Scope) => FunctionRun;
}

/** A call that is being followed: what the parameters of its function are. */
export interface FollowedCall {
  readonly fn: syntax.FunctionLike;
  readonly argument: (index: number) => Value;
}

/** Where an expression is evaluated: inside of calls that are followed, or on its own, in the global scope. */
export class Scope {
  readonly interpreter: Interpreter;
  readonly call: FollowedCall | undefined;
  readonly outer: Scope | undefined;

  constructor(interpreter: Interpreter, call?: FollowedCall, outer?: Scope) {
    this.interpreter = interpreter;
    this.call = call;
    this.outer = outer;
  }

  get program(): ts.Program {
    return this.interpreter.program;
  }

  /** Whether no call is being followed. */
  get isGlobal(): boolean {
    return this.call === undefined;
  }

  /** The scope without the calls that are being followed. */
  get global(): Scope {
    return this.outer?.global ?? this;
  }

  /** What an expression is in this scope. */
  evaluate(expression: ts.Expression): Value {
    return this.interpreter.evaluate(expression, this);
  }

  /** The scope of a call's function, which was made in this one. */
  within(fn: syntax.FunctionLike, argument: (index: number) => Value): Scope {
    return new Scope(this.interpreter, { fn, argument }, this);
  }

  /** The call of a function that is being followed. */
  callOf(fn: ts.Node): FollowedCall | undefined {
    return this.call?.fn === fn ? this.call : this.outer?.callOf(fn);
  }

  /** The part of this scope that code at a place can see: that of the functions around it. */
  at(node: ts.Node): Scope {
    if (!this.call || !this.outer || (isInside(node, this.call.fn) && node !== this.call.fn)) return this;
    return this.outer.at(node);
  }
}

/** What a call is given: `undefined` as a literal where it is given less. Counted from the end where it is negative. */
export function argumentAt(node: ts.CallExpression | ts.NewExpression, index: number, scope: Scope): Value {
  const given = node.arguments ?? [];
  const place = index < 0 ? given.length + index : index;
  if (given.slice(0, place + 1).some(syntax.isSpreadElement)) return unknown(node);
  const argument = given[place];
  return argument ? scope.evaluate(argument) : literal(undefined, node);
}
