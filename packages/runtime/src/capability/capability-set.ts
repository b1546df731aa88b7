import type { AnyAgent, CapsOf } from './agent.ts';
import type { Bottom, CapsOfList, Join, Meet, Top } from './caps.ts';
import type { AnyTool } from './tool.ts';

declare const elements: unique symbol;

/** A set of capabilities as a value. Tools are the same where they are one object, which is finer than their triples. */
export interface CapabilitySet<out C> {
  /** What is in it; `'all'` where that is every possible tool. */
  readonly tools: readonly AnyTool[] | 'all';
  readonly [elements]: () => C;
}

/** All possible tools. */
export const top: CapabilitySet<Top> = setOf('all');

/** No tool. */
export const bottom = setOf([]) as CapabilitySet<Bottom>;

/** What an agent holds, or a list of tools. */
export function capsOf<const Tools extends readonly AnyTool[]>(tools: Tools): CapabilitySet<CapsOfList<Tools>>;
export function capsOf<A extends AnyAgent>(agent: A): CapabilitySet<CapsOf<A>>;
export function capsOf(holder: AnyAgent | readonly AnyTool[]): CapabilitySet<unknown> {
  return setOf('tools' in holder ? holder.tools : [...new Set(holder)]);
}

/** What is in both: as much as one of two agents can delegate to the other. */
export function meet<A, B>(a: CapabilitySet<A>, b: CapabilitySet<B>): CapabilitySet<Meet<A, B>> {
  return meetOf(a, b) as CapabilitySet<Meet<A, B>>;
}

/** What is in either: the scope of a combined agent, which is no delegation. */
export function join<A, B>(a: CapabilitySet<A>, b: CapabilitySet<B>): CapabilitySet<Join<A, B>> {
  const { tools: left } = a;
  const { tools: right } = b;
  return setOf(left === 'all' || right === 'all' ? 'all' : [...new Set([...left, ...right])]) as CapabilitySet<A | B>;
}

/** Whether all of `a` is in `b`. */
export function isSubset(a: CapabilitySet<unknown>, b: CapabilitySet<unknown>): boolean {
  if (b.tools === 'all') return true;
  return a.tools !== 'all' && a.tools.every((tool) => has(b, tool));
}

/** Whether the tool is in the set. */
export function has(set: CapabilitySet<unknown>, tool: AnyTool): boolean {
  return set.tools === 'all' || set.tools.includes(tool);
}

function meetOf(a: CapabilitySet<unknown>, b: CapabilitySet<unknown>): CapabilitySet<unknown> {
  if (a.tools === 'all') return b;
  return setOf(a.tools.filter((tool) => has(b, tool)));
}

function setOf(tools: readonly AnyTool[] | 'all'): CapabilitySet<unknown> {
  return Object.freeze({ tools: tools === 'all' ? tools : Object.freeze([...tools]) }) as CapabilitySet<unknown>;
}
