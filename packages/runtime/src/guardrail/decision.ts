import { errorCode, McpError } from '../errors.ts';
import type { AnyAgent } from '../capability/agent.ts';
import { freeze, promiseOf, whenSettled } from '../globals.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { isBlock } from './blocked.ts';
import type { Block } from './blocked.ts';
import type { DecidedCall, DecisionRecord, ReadGuardrail } from './guardrail.ts';

/** A call that a guardrail decides about, and what becomes of it. */
export class Decision {
  readonly #guardrail: ReadGuardrail;
  readonly #call: DecidedCall;
  readonly #context: unknown;

  constructor(guardrail: ReadGuardrail, call: DecidedCall, context: unknown) {
    this.#guardrail = guardrail;
    this.#call = call;
    this.#context = context;
  }

  /**
   * Runs the callback and records what it decided. A block; or, where the call may pass, when that was by the clock, NaN
   * for a clock that gives no number.
   *
   * @throws McpError with code -32603 where the callback answers anything else; what it throws, or the clock; the reason
   *   of the signal
   */
  async made(): Promise<Block | number> {
    let answer: Block | number;
    try {
      answer = await this.#answer();
    } catch (error) {
      this.#record('failed');
      throw error;
    }
    if (typeof answer !== 'number') {
      this.#record('blocked', answer.reason);
      return answer;
    }
    try {
      this.#record('allowed');
    } catch (error) {
      this.settle(false);
      throw error;
    }
    return answer;
  }

  /** Reports whether a call that was let pass ran, or may have. */
  readonly settle = (hasRun: boolean): void => {
    const { commit, release } = this.#guardrail;
    // Nobody waits for it: what it throws is an unhandled rejection.
    void (async () => {
      await (hasRun ? commit : release)?.(this.#call, this.#context);
    })();
  };

  async #answer(): Promise<Block | number> {
    const { beforeTool } = this.#guardrail;
    const { signal } = this.#call;
    signal?.throwIfAborted();
    const given = beforeTool(this.#call, this.#context);
    let answer: unknown;
    try {
      answer = await unlessAborted(given, signal);
    } catch (error) {
      this.#releaseLate(given);
      throw error;
    }
    if (isBlock(answer)) return answer;
    if (answer === undefined) return this.#allowedAt();
    // Anything else may be meant as a no.
    throw new McpError(
      errorCode.internal,
      `The guardrail of \`${this.#call.agent}\` must answer undefined or block(reason).`,
    );
  }

  #allowedAt(): number {
    try {
      return timeOf(this.#guardrail);
    } catch (error) {
      this.settle(false);
      throw error;
    }
  }

  /** The callback may still let a call pass that nobody waits for. */
  #releaseLate(given: unknown): void {
    void whenSettled(
      promiseOf(given),
      (answer) => {
        if (answer === undefined) this.settle(false);
      },
      () => undefined,
    );
  }

  #record(outcome: DecisionRecord<AnyAgent, unknown>['outcome'], reason?: string): void {
    const { onDecision } = this.#guardrail;
    onDecision?.(freeze({ outcome, reason, call: this.#call, context: this.#context }));
  }
}

/** The time by the guardrail's clock. One that gives no number ends the token's time. */
export function timeOf({ now }: ReadGuardrail): number {
  const time: unknown = now();
  return typeof time === 'number' ? time : NaN;
}
