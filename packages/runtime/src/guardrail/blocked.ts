/** What a callback answers to stop a call. */
export class Block {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
    Object.freeze(this);
  }
}

/** The answer of a callback that stops the call, with the reason for whoever made it. */
export function block(reason: string): Block {
  return new Block(reason);
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
    Object.freeze(this);
  }
}
