import { freeze, setPrototypeOf } from '../globals.ts';
import { privateRecords } from '../private-records.ts';

const blocks = privateRecords<Block, true>();
const blockedCalls = privateRecords<GuardrailBlocked, true>();

/** What a callback answers to stop a call. */
export class Block {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
    blocks.set(this, true);
    freeze(this);
  }
}

/** The answer of a callback that stops the call, with the reason for whoever made it. */
export function block(reason: string): Block {
  return new Block(reason);
}

/** Whether it is what `block` made. */
export function isBlock(value: unknown): value is Block {
  return blocks.get(value) !== undefined;
}

/** A call that the policy stopped: an outcome of the task, and no error of the protocol. The tool did not run. */
export class GuardrailBlocked {
  /** Names. */
  readonly agent: string;
  readonly tool: string;
  readonly reason: string;

  constructor(agent: string, tool: string, reason: string) {
    this.agent = agent;
    this.tool = tool;
    this.reason = reason;
    blockedCalls.set(this, true);
    freeze(this);
  }

  toString(): string {
    return `Blocked: ${this.reason}`;
  }
}

/** Whether it is a call that the policy stopped, and no look-alike; `instanceof` says the same. */
export function isBlocked(value: unknown): value is GuardrailBlocked {
  return blockedCalls.get(value) !== undefined;
}

// They pass through `await`, which looks for `then`, and are told apart by `instanceof`, which looks for
// `Symbol.hasInstance`: nobody can put either there, on them or on the prototype of all objects.
for (const answer of [Block, GuardrailBlocked]) {
  setPrototypeOf(answer.prototype, null);
  freeze(answer.prototype);
  freeze(answer);
}
