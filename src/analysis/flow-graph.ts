/**
 * The flow graph that the engines run on: blocks of instructions in evaluation order, edges that say what a test told,
 * and for each block where an exception goes. It knows no syntax; `program/flow` lowers TypeScript into it.
 */

/** A place in the program. The engines compare places by identity and hand them back; they never look inside. */
export type Site = object;

/** The result of an expression, or one of the constants below. */
export type Operand = number;

/** A value that cannot be a session, or that nothing is known of. */
export const UNKNOWN: Operand = -1;
/** `null` or `undefined`. */
export const NULLISH: Operand = -2;
/** A literal: neither nullish nor a session. */
export const PRESENT: Operand = -3;
export const TRUE: Operand = -4;
export const FALSE: Operand = -5;

/** Stands among the methods of a slot for its being an argument. */
export const PASSED = '(passed)';

/** A place that holds a value: a variable, a field of `this`, or a property of a constant object. */
export interface Slot {
  readonly kind: 'variable' | 'field' | 'property';
  /** What declares it. Two slots with the same declaration are the same place, in whatever function they are met. */
  readonly declaration: Site;
  /** As the source writes it: `client`, `this.#client`, `context.client`. */
  readonly name: string;
  /** What declares it together with others: the statement that takes a pair apart. */
  readonly bundle: Site;
  /** The part of the program that can refer to it. */
  readonly scope: Site;
  /** Assigned by a nested function: what it holds is not known from the flow of this one. */
  readonly reassignedElsewhere: boolean;
  /** Assigned more than once in this function, so that closures made earlier see later values. */
  readonly reassigned: boolean;
}

/** How a function is left. `rethrow`: an exception goes on after a `finally` block ran. */
export type ExitKind = 'return' | 'end' | 'throw' | 'rethrow';

export type Combinator = 'all' | 'allSettled' | 'any' | 'race';

export type Instruction =
  | { readonly op: 'read'; readonly dst: Operand; readonly slot: Slot }
  | { readonly op: 'write'; readonly slot: Slot; readonly src: Operand; readonly site: Site }
  /** One of several branches gives the value of a joint expression. */
  | { readonly op: 'merge'; readonly dst: Operand; readonly src: Operand }
  | Create
  | Invoke
  /**
   * A pattern takes a value apart, or a value becomes a part of an object. `site`: a part of what a call returns, which may
   * be made there.
   */
  | {
      readonly op: 'split';
      readonly src: Operand;
      readonly parts: readonly { readonly dst: Operand; readonly site: Site | undefined }[];
    }
  | {
      readonly op: 'member';
      readonly dst: Operand;
      readonly object: Operand;
      readonly name: string;
      /** Nothing is done with it: `await client.close;` calls nothing. */
      readonly discarded: boolean;
      /** The promise that it may be is awaited where it is read, or returned. */
      readonly awaited: boolean;
      readonly site: Site;
    }
  | { readonly op: 'await'; readonly dst: Operand; readonly src: Operand; readonly site: Site }
  /**
   * A function or class comes into being and holds the variables around it. `isChained`: a callback in a promise chain that
   * is awaited as a whole, which runs there and nowhere else, one that a disposable stack runs, or one that runs when the
   * process ends.
   */
  | { readonly op: 'closure'; readonly dst: Operand; readonly fn: Site; readonly isChained: boolean }
  | { readonly op: 'aggregate'; readonly dst: Operand; readonly parts: readonly Operand[] }
  | {
      readonly op: 'gather';
      readonly dst: Operand;
      readonly src: Operand;
      readonly how: Combinator;
      /** It is awaited on the spot, and gathers nothing but calls on different places, between which nothing happens. */
      readonly direct: boolean;
      /** A pattern takes apart what it is fulfilled with: each value was computed by `fulfilled`. */
      readonly isTakenApart: boolean;
      readonly site: Site;
    }
  /** `Promise.race` of promises that are written out: the first of them decides. */
  | {
      readonly op: 'race';
      readonly dst: Operand;
      readonly parts: readonly { readonly src: Operand; readonly site: Site }[];
      /** Nothing looks at what it is fulfilled with. */
      readonly discarded: boolean;
      readonly site: Site;
    }
  /** `Promise.allSettled` of promises that are written out, whose result nothing looks at. */
  | { readonly op: 'settled'; readonly dst: Operand; readonly parts: readonly Operand[] }
  /** What a promise is fulfilled with, one of several that are awaited together; the promise is used again. */
  | { readonly op: 'fulfilled'; readonly dst: Operand; readonly src: Operand; readonly site: Site }
  /** The next element of what is iterated, of which nothing is known; and, of what comes in time, that a loop over it begins. */
  | {
      readonly op: 'iterate';
      readonly dst: Operand;
      readonly src: Operand;
      readonly site: Site;
      readonly awaits: boolean;
    }
  /** A property of an object that is not a slot is assigned. */
  | {
      readonly op: 'store';
      readonly object: Operand;
      readonly name: string;
      readonly src: Operand;
      readonly site: Site;
    }
  /** The value goes where it is not followed. `thrownBy`: a `throw` whose exception is caught in the function. */
  | { readonly op: 'escape'; readonly src: Operand; readonly thrownBy?: Site }
  | { readonly op: 'yield'; readonly dst: Operand; readonly src: Operand; readonly site: Site }
  | { readonly op: 'dispose'; readonly slot: Slot; readonly site: Site; readonly awaits: boolean }
  /** The function is left. `site` is the statement, or the function itself for its end. */
  | { readonly op: 'exit'; readonly kind: ExitKind; readonly src: Operand; readonly site: Site };

/** `new` */
export interface Create {
  readonly op: 'create';
  readonly dst: Operand;
  readonly site: Site;
  readonly args: readonly Operand[];
  /** It runs no code of the program. */
  readonly inert: boolean;
}

export interface Invoke {
  readonly op: 'invoke';
  readonly dst: Operand;
  readonly site: Site;
  /** The method's receiver and name, where the callee is a property. */
  readonly receiver: Operand | undefined;
  readonly method: string | undefined;
  /** The places that the receiver and the arguments are read from. */
  readonly receiverSlot: Slot | undefined;
  readonly argumentSlots: readonly (Slot | undefined)[];
  readonly args: readonly Operand[];
  /** The function that is called on the spot: `(() => …)()`. */
  readonly fn: Site | undefined;
  /** The promise is awaited where it is made, or returned. */
  readonly awaited: boolean;
  /** The promise is awaited where it is made, and nothing comes between. */
  readonly direct: boolean;
  /** The call is a statement, so that a callee that never returns ends the path. */
  readonly statement: boolean;
  /** Nothing looks at what it returns, so that a rejection stays unhandled. */
  readonly discarded: boolean;
  /** A built-in that calls nothing back and keeps nothing: `console.log`. */
  readonly inert: boolean;
  /** A built-in that does the same, and gives what it was given, or parts of that: `Object.entries`. */
  readonly copies: boolean;
}

/** A call of a function without arguments that is no method of a session. */
export const noArguments: Omit<Invoke, 'dst' | 'site'> = {
  op: 'invoke',
  receiver: undefined,
  method: undefined,
  receiverSlot: undefined,
  argumentSlots: [],
  args: [],
  fn: undefined,
  awaited: false,
  direct: false,
  statement: false,
  discarded: false,
  inert: false,
  copies: false,
};

/** Whether a method gives a disposable stack a function, which that runs when it is disposed. */
export function isStacking(method: string): boolean {
  return method === 'adopt' || method === 'defer';
}

/** What following an edge tells about a value. */
export interface Refinement {
  readonly operand: Operand;
  /** The slot the operand was read from, which is narrowed with it. */
  readonly slot: Slot | undefined;
  readonly test: 'truthy' | 'nullish' | 'member';
  /** The member that was tested, for `member`, and whether it was called. */
  readonly member: string;
  readonly called: boolean;
  readonly sense: boolean;
  /** The operand is used again after the test. */
  readonly keeps: boolean;
}

/**
 * The test behind an edge. The parts of `a && b` have edges of their own and one site, the whole expression; negations are
 * part of it.
 */
export interface Condition {
  /** What is tested by an `if`, a loop or a conditional expression; a `switch`; what a `for … of` goes through; the left of `&&`, `||` or `??`. */
  readonly site: Site;
  /** Which way it turned out; of a `switch` the clause. */
  readonly outcome: boolean | Site;
}

export interface Edge {
  readonly to: number;
  /** Undefined where nothing is tested, or by what the engine does not need to know: `?.`, a default of a parameter. */
  readonly condition: Condition | undefined;
  readonly refinement: Refinement | undefined;
  /** Taken only when this `switch` does not cover its discriminant's type. */
  readonly unlessExhaustive: Site | undefined;
}

export interface Block {
  readonly id: number;
  readonly instructions: readonly Instruction[];
  readonly edges: readonly Edge[];
  /** Where an exception goes; `undefined`: out of the function. */
  readonly handler: number | undefined;
  /** Only an exception leads to it: the code of a `catch` block, or a copy of a `finally` block. */
  readonly isExceptional: boolean;
}

export interface FlowGraph {
  /** The function, or the source file. */
  readonly fn: Site;
  readonly name: string;
  /** `async` functions and generators: their effects come about while the caller goes on. */
  readonly isAsync: boolean;
  /** In reverse post-order; the entry is the first. */
  readonly blocks: readonly Block[];
  /** The slot of each parameter that is a plain identifier. */
  readonly parameters: readonly (Slot | undefined)[];
  /** Slots of other functions, of the file or of `this` that are read here before they are written. */
  readonly outer: readonly Slot[];
  /** Slots on which methods are called, or `PASSED` to functions: those whose type is worth a question. */
  readonly receivers: ReadonlyMap<Site, ReadonlySet<string>>;
  /** Results that are used in another block than the one that computes them; the others are forgotten at a block's end. */
  readonly crossing: ReadonlySet<Operand>;
  /** The graph is too large, or the merged copies of `finally` blocks make it too coarse, to report from. */
  readonly overBudget: boolean;
}
