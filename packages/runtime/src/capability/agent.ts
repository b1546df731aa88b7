import { CapabilityNotHeld, errorCode, McpError } from '../errors.ts';
import { each, freeze, indexWhere, isIn, mapped } from '../globals.ts';
import { privateRecords } from '../private-records.ts';
import { isTool } from './tool.ts';
import type { AnyTool } from './tool.ts';

declare const held: unique symbol;
declare const unbounded: unique symbol;

interface Holding<C> {
  /** In the order in which they were given. */
  readonly tools: readonly AnyTool[];
  // A parameter: who holds more takes the place of who holds less, and never the other way round.
  readonly [held]: (capability: C) => void;
}

/**
 * Whoever holds at least the capabilities `C`: the bound for functions that call tools of an agent they are given,
 * `<A extends HasCaps<Caps<[typeof writeFile]>>>(agent: A) => …`. An agent with more fits, one with less does not.
 */
export interface HasCaps<C> extends Holding<C> {
  readonly name: string;
}

interface Unbounded {
  readonly [unbounded]: true;
}

/** As `HasCaps`, with a name that no agent has: a bound that shows where the compiler took it for want of an agent within. */
export interface CapsBound<C> extends Holding<C> {
  readonly name: string | Unbounded;
}

/** Any agent, whatever it holds. */
export type AnyAgent = HasCaps<never>;

/** What an agent holds, as a set of triples. */
export type CapsOf<A extends AnyAgent> = CapsTaken<A[typeof held]>;

/** By the member alone: a condition on the agent would compare it with all that it holds. */
type CapsTaken<Held> = Held extends (capability: infer C) => void ? C : never;

/** An agent with a set of capabilities of its own. Frozen. */
export interface Agent<C, Name extends string = string> extends HasCaps<C> {
  readonly name: Name;
}

/** A tool that was found by its name: whether an agent holds it is known at run time only. */
export type DynamicTool = AnyTool<never>;

/** For each agent, delegated ones too, the tools it holds. */
const toolsHeld = privateRecords<AnyAgent, readonly AnyTool[]>();

/**
 * Makes an agent of its own.
 *
 * @throws TypeError where the name is empty, a tool is none of `defineTool`, or two tools have one name.
 */
export function agentNamed(name: string, given: readonly AnyTool[]): AnyAgent {
  if (typeof name !== 'string' || name === '') throw new TypeError('An agent needs a name.');
  // Once: what is looked at is what is held.
  const tools = listOf(given);
  each(tools, (tool, index) => {
    if (!isTool(tool)) throw new TypeError(`Agent \`${name}\` was given a tool that defineTool did not make.`);
    const first = indexOfName(tools, tool.name);
    if (first !== index) throw new TypeError(`Agent \`${name}\` has two tools named \`${tool.name}\`.`);
  });
  return agentHolding({ name }, tools);
}

/** Makes the agent of these properties. For this package: it asks nothing about the tools, and the list becomes the agent's. */
export function agentHolding(properties: object, tools: readonly AnyTool[]): AnyAgent {
  const agent = freeze({ ...properties, tools: freeze(tools) }) as AnyAgent;
  toolsHeld.set(agent, tools);
  return agent;
}

/** Whether it is an agent of this package, and no look-alike. */
export function isAgent(value: unknown): value is AnyAgent {
  return toolsHeld.get(value) !== undefined;
}

/** Whether the agent holds exactly this tool; no for what only looks like an agent. */
function holds(agent: AnyAgent, tool: AnyTool): boolean {
  return isIn(toolsHeld.get(agent) ?? [], tool);
}

/** @throws CapabilityNotHeld where the agent does not hold exactly this tool. */
export function requireHeld(agent: AnyAgent, tool: AnyTool): void {
  if (!holds(agent, tool)) throw new CapabilityNotHeld(nameOf(agent), nameOf(tool));
}

/**
 * The tool of that name, for dispatch of calls that a model has made up.
 *
 * @throws McpError with code -32601 where the agent has none.
 */
export function toolNamed(agent: AnyAgent, name: string): DynamicTool {
  const tools = toolsHeld.get(agent) ?? [];
  const tool = tools[indexOfName(tools, name)];
  if (!tool) throw new McpError(errorCode.toolNotFound, `Agent \`${nameOf(agent)}\` has no tool \`${name}\`.`);
  return tool as DynamicTool;
}

/** A copy, without the list's own iterator, which may say something else each time. */
export function listOf<Item>(given: readonly Item[]): Item[] {
  return mapped(given, (item) => item);
}

/** A copy with each tool once. */
export function withoutRepetition(given: readonly AnyTool[]): AnyTool[] {
  const list: AnyTool[] = [];
  each(given, (tool) => {
    if (!isIn(list, tool)) list[list.length] = tool;
  });
  return list;
}

/** Where the first tool of that name is, or -1. */
function indexOfName(tools: readonly AnyTool[], name: string): number {
  return indexWhere(tools, (tool) => tool.name === name);
}

/** A name for messages, also of what callers without types pass. */
export function nameOf(value: unknown): string {
  const name = (value as { readonly name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : '(unnamed)';
}
