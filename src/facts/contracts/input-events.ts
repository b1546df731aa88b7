import type { DataProperty, DataShape, ts } from '../../type-utils/index.ts';

/** The names of the tools that code may run for. Undefined: any. */
export type ToolNames = ReadonlySet<string> | undefined;

/** Whether code runs for one of the tools that other code runs for. */
export function sharesTool({ tools }: InputEvent, { tools: others }: InputEvent): boolean {
  return !tools || !others || [...tools].some((name) => others.has(name));
}

/** One text for the same tools. */
export function keyOf(tools: ToolNames): string {
  return tools ? [...tools].sort().join(' ') : '*';
}

export function isLook(event: InputEvent): event is Look {
  const { kind } = event;
  return kind === 'check' || kind === 'guard' || kind === 'pass' || kind === 'test' || kind === 'write';
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && isPrefix(a, b);
}

/** Whether a path leads to what another one leads to, or to what holds that. */
export function isPrefix(a: readonly string[], b: readonly string[]): boolean {
  return a.length <= b.length && a.every((name, index) => b[index] === name);
}

interface Common {
  /** The properties that lead to it in the tool's input; `*` is an element. */
  readonly path: readonly string[];
  readonly node: ts.Node;
  readonly tools: ToolNames;
}

/** A property that a handler takes of its input. */
export interface Read extends Common {
  readonly kind: 'read';
  /** What the code takes the property for, by a cast or an annotation. Undefined: it states nothing. */
  readonly claim: () => DataProperty | undefined;
  /** It is of what a validator gave back, so that it was checked. */
  readonly isParsed: boolean;
  /** A cast of this part alone, which may pick one of several types that code before it has told apart. */
  readonly isCast?: boolean;
}

/** A place where a part of the input has to be something. */
export interface Use extends Common {
  readonly kind: 'use';
  /** `value`: neither `undefined` nor `null`; otherwise what the place takes. */
  readonly takes: () => DataShape | 'value' | undefined;
  /** It fails, or prints `undefined`, only where the code takes the part for what it is not. */
  readonly isOperand: boolean;
  /** The whole, or a list, of which parts are taken elsewhere: not a text or number. */
  readonly isParsed: boolean;
}

/** The input, or a part of it, is given to a validator. */
export interface Parse extends Common {
  readonly kind: 'parse';
  readonly takes: DataShape;
}

/**
 * - `check`: code behind it depends on whether a part is there
 * - `test`: it depends on what a part is: `typeof args.x`, `'x' in args`
 * - `write`: a part, and what is in it, gets another value
 * - `guard`: a function looks at a part, and at what is in it
 * - `pass`: a part goes to a function that is not followed, or chooses what is taken out of a table
 */
export interface Look extends Common {
  readonly kind: 'check' | 'guard' | 'pass' | 'test' | 'write';
}

/** One of several operands of which the first that is there counts: `args.path ?? args.file_path`. */
export interface Operand extends Common {
  readonly kind: 'operand';
  /** The outermost expression of these operands. */
  readonly of: ts.Node;
}

/** What a handler does with its input, in one place. */
export type InputEvent = Look | Operand | Parse | Read | Use;
