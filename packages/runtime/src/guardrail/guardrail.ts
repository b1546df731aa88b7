import type { AnyAgent, CapsOf } from '../capability/agent.ts';
import type { ArgsOfCap, NameOfCap } from '../capability/capability.ts';
import type { AnyTool } from '../capability/tool.ts';
import { freeze, ownOption } from '../globals.ts';
import type { Block } from './blocked.ts';

const { now: dateNow } = Date;

/**
 * What a callback decides about: a union over the agent's tools, told apart by `name`. Of an agent of which no tool is
 * known, any call, with arguments of which nothing is known.
 */
export type BeforeToolCall<A extends AnyAgent> = [CapsOf<A>] extends [never]
  ? CallTo<string, unknown, A['name']>
  : CallOfEach<CapsOf<A>, A['name']>;

type CallOfEach<C, AgentName extends string> = C extends unknown ? CallOf<C, AgentName> : never;

interface AnyCall<AgentName extends string> {
  readonly tool: AnyTool;
  /** The name: a callback can say no for the agent, and not act as it. */
  readonly agent: AgentName;
  /** Aborted where the caller gives up. */
  readonly signal: AbortSignal | undefined;
}

interface CallTo<Name extends string, Args, AgentName extends string> extends AnyCall<AgentName> {
  readonly name: Name;
  /** As the handler will get them: valid, and a copy that is the callback's own. */
  readonly args: Args;
}

/** As `CallTo`, by the triple: what its arguments are is computed where a callback reads them. */
interface CallOf<C, AgentName extends string> extends AnyCall<AgentName> {
  readonly name: NameOfCap<C>;
  /** As the handler will get them: valid, and a copy that is the callback's own. */
  readonly args: ArgsOfCap<C>;
}

/** What a callback answers: nothing to let the call pass, or a block. */
export type Answer = Block | undefined | Promise<Block | undefined>;

/**
 * Answers `undefined` to let the call pass, or `block(reason)`. What it throws stops the call too.
 *
 * @param context what the runner was made with: the user, the request, the session, the reason
 */
export type BeforeTool<A extends AnyAgent, Context = undefined> = (call: BeforeToolCall<A>, context: Context) => Answer;

/** What a callback decided about a call, for an audit log. Frozen; the arguments are the callback's copy. */
export interface DecisionRecord<A extends AnyAgent, Context = undefined> {
  /** `failed`: it threw, gave no valid answer, or was not waited for. The tool does not run then. */
  readonly outcome: 'allowed' | 'blocked' | 'failed';
  /** Of a block. */
  readonly reason: string | undefined;
  readonly call: BeforeToolCall<A>;
  readonly context: Context;
}

/** What decides about the calls of an agent. */
export interface Guardrail<A extends AnyAgent, Context = undefined> {
  readonly beforeTool: BeforeTool<A, Context>;
  /** How long a token counts after the callback has answered, in milliseconds. Without it, until it is spent. */
  readonly expiresInMs?: number;
  /** The clock, in milliseconds; `Date.now` unless given. */
  readonly now?: () => number;
  /** Receives each decision before its token is given out. Where it throws, the call does not pass. */
  readonly onDecision?: (record: DecisionRecord<A, Context>) => void;
  /**
   * Called once a tool ran for a token, or failed: where `beforeTool` reserves a part of a budget, that part is used up.
   * Nobody waits for it; what it throws is an unhandled rejection.
   */
  readonly commit?: (call: BeforeToolCall<A>, context: Context) => unknown;
  /**
   * Called in the place of `commit` where a call that `beforeTool` let pass did not run: its token was refused, or nobody
   * waited for the answer. Not for tokens that are never presented: give them an expiry, and the reservation too.
   */
  readonly release?: (call: BeforeToolCall<A>, context: Context) => unknown;
}

declare const bound: unique symbol;

/** An agent whose guardrail was given with its definition. */
export interface Guarded<Context> {
  readonly [bound]: (context: Context) => void;
}

/** A call that a callback decides about, of whichever tool. */
export type DecidedCall = CallTo<string, unknown, string>;

/** A guardrail as it was when it was given, with whatever types. It has no prototype. */
export interface ReadGuardrail {
  readonly beforeTool: (call: DecidedCall, context: unknown) => unknown;
  readonly expiresInMs: number;
  readonly now: () => number;
  readonly onDecision: ((record: object) => void) | undefined;
  readonly commit: ((call: DecidedCall, context: unknown) => unknown) | undefined;
  readonly release: ((call: DecidedCall, context: unknown) => unknown) | undefined;
}

/** @throws TypeError without a callback, or where the expiry is no positive number. */
export function readGuardrail(agent: string, given: Partial<ReadGuardrail>): ReadGuardrail {
  const beforeTool = ownOption(given, 'beforeTool');
  const expiresInMs = ownOption(given, 'expiresInMs') ?? Infinity;
  if (typeof beforeTool !== 'function') throw new TypeError(`The runner of \`${agent}\` needs beforeTool.`);
  if (!(expiresInMs > 0)) throw new TypeError('expiresInMs has to be a positive number.');
  return freeze({
    __proto__: null,
    beforeTool,
    expiresInMs,
    now: ownOption(given, 'now') ?? dateNow,
    onDecision: ownOption(given, 'onDecision'),
    commit: ownOption(given, 'commit'),
    release: ownOption(given, 'release'),
  });
}
