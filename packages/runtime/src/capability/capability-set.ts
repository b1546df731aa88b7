import { each, freeze, isArray, isIn } from '../globals.ts';
import { isAgent, listOf, withoutRepetition } from './agent.ts';
import type { AnyAgent, CapsOf } from './agent.ts';
import type { Bottom, CapsOfList, Join, Known, Meet, Top } from './caps.ts';
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

/** Tools for an agent: a list, or a set that was computed. */
export type ToolsGiven = readonly AnyTool[] | CapabilitySet<unknown>;

/** The set of triples that tools certainly make. */
export type CapsGiven<Tools extends ToolsGiven> = [Tools] extends [readonly AnyTool[]]
  ? CapsOfList<Tools>
  : [Tools] extends [CapabilitySet<infer C>]
    ? C
    : never;

/** As `Known`, of sets too. */
export type KnownGiven<Tools extends ToolsGiven> = [Tools] extends [readonly AnyTool[]]
  ? Known<Tools>
  : unknown extends CapsGiven<Tools>
    ? 'No agent holds all possible tools: list its tools'
    : unknown;

type CapsHeld<Holder> = [Holder] extends [readonly AnyTool[]]
  ? CapsOfList<Holder>
  : Holder extends AnyAgent
    ? CapsOf<Holder>
    : never;

type KnownHolder<Holder> = [Holder] extends [readonly AnyTool[]] ? Known<Holder> : unknown;

/** What an agent holds, or a list of tools. */
export function capsOf<const Holder extends AnyAgent | readonly AnyTool[]>(
  holder: Holder & KnownHolder<Holder>,
): CapabilitySet<CapsHeld<Holder>> {
  const tools: readonly AnyTool[] = isAgent(holder) ? holder.tools : withoutRepetition(holder);
  return setOf(tools) as CapabilitySet<CapsHeld<Holder>>;
}

/** The list that was given, or that of the set. @throws TypeError where there is none, as in the set of all tools. */
export function listGiven(given: ToolsGiven): readonly AnyTool[] {
  const list: unknown = isArray(given) ? given : (given as CapabilitySet<unknown> | undefined)?.tools;
  if (!isArray(list)) throw new TypeError(`There is no list of tools in ${String(list)}.`);
  return list as readonly AnyTool[];
}

/** A list of tools of which nothing is known before the program runs: they are called by their names, `toolNamed`. */
export function dynamicCaps(tools: readonly AnyTool[]): CapabilitySet<Bottom> {
  return setOf(withoutRepetition(tools)) as CapabilitySet<Bottom>;
}

/** What is in both: as much as one of two agents can delegate to the other. */
export function meet<A, B>(a: CapabilitySet<A>, b: CapabilitySet<B>): CapabilitySet<Meet<A, B>> {
  return (a.tools === 'all' ? b : setOf(meetOf(a.tools, b))) as CapabilitySet<Meet<A, B>>;
}

/** What is in either: the scope of a combined agent, which is no delegation. */
export function join<A, B>(a: CapabilitySet<A>, b: CapabilitySet<B>): CapabilitySet<Join<A, B>> {
  const { tools: left } = a;
  const { tools: right } = b;
  return setOf(left === 'all' || right === 'all' ? 'all' : unionOf(left, right)) as CapabilitySet<A | B>;
}

/** Whether all of `a` is in `b`. */
export function isSubset(a: CapabilitySet<unknown>, b: CapabilitySet<unknown>): boolean {
  if (b.tools === 'all') return true;
  return a.tools !== 'all' && meetOf(a.tools, b).length === a.tools.length;
}

/** Whether the tool is in the set. */
export function has(set: CapabilitySet<unknown>, tool: AnyTool): boolean {
  return set.tools === 'all' || isIn(set.tools, tool);
}

function unionOf(left: readonly AnyTool[], right: readonly AnyTool[]): readonly AnyTool[] {
  const both = listOf(left);
  each(right, (tool) => {
    both[both.length] = tool;
  });
  return withoutRepetition(both);
}

function meetOf(tools: readonly AnyTool[], set: CapabilitySet<unknown>): readonly AnyTool[] {
  const inBoth: AnyTool[] = [];
  each(tools, (tool) => {
    if (has(set, tool)) inBoth[inBoth.length] = tool;
  });
  return inBoth;
}

/** The list becomes the set's: nobody else has it, or it is an agent's, and frozen. */
function setOf(tools: readonly AnyTool[] | 'all'): CapabilitySet<unknown> {
  return freeze({ tools: freeze(tools) }) as CapabilitySet<unknown>;
}
