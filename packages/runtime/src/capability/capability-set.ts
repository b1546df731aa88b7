import { each, freeze, isArray, isIn } from '../globals.ts';
import { isAgent, listOf, withoutRepetition } from './agent.ts';
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

/** Tools for an agent: a list, or a set that was computed. */
export type ToolsGiven = readonly AnyTool[] | CapabilitySet<unknown>;

/** The set of triples that tools certainly make. */
export type CapsGiven<Tools extends ToolsGiven> =
  IsList<Tools> extends true ? CapsOfList<ListIn<Tools>> : CapsOfSet<Tools>;

/**
 * The tools that were given, where their set becomes a type: it has to be known, or empty. Otherwise a text that says what to
 * write, which no list and no set fits.
 */
export type KnownTools<Tools extends ToolsGiven> =
  IsList<Tools> extends true
    ? [CapsOfList<ListIn<Tools>>] extends [Bottom]
      ? Tools extends readonly []
        ? Tools
        : 'No tool of this list is known: list them one by one, or give dynamicCaps(list)'
      : Tools
    : [ToolsGiven] extends [Tools]
      ? // What was given is neither: as a list, it is compared tool by tool.
        readonly AnyTool[]
      : unknown extends CapsOfSet<Tools>
        ? 'No agent holds all possible tools: list its tools'
        : Tools;

/** By a key, as a condition on a list compares each of its tools. */
type IsList<Tools extends ToolsGiven> = 'length' extends keyof Tools ? true : false;

type ListIn<Tools> = number extends Tools['length' & keyof Tools]
  ? Extract<Tools, readonly AnyTool[]>
  : Tools & readonly AnyTool[];

type CapsOfSet<Tools> = [Tools] extends [CapabilitySet<infer C>] ? C : Bottom;

type CapsHeld<Holder> = [Holder] extends [readonly AnyTool[]]
  ? CapsOfList<Holder>
  : Holder extends AnyAgent
    ? CapsOf<Holder>
    : never;

type KnownHolder<Holder extends AnyAgent | readonly AnyTool[]> = Holder extends ToolsGiven
  ? KnownTools<Holder>
  : Holder;

/** What an agent holds, or a list of tools. */
export function capsOf<const Holder extends AnyAgent | readonly AnyTool[]>(
  holder: KnownHolder<Holder>,
): CapabilitySet<CapsHeld<Holder>>;
export function capsOf(holder: AnyAgent | readonly AnyTool[]): CapabilitySet<unknown> {
  return setOf(isAgent(holder) ? holder.tools : withoutRepetition(holder));
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
