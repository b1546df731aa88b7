import { requireHeld } from '../capability/agent.ts';
import type { AnyAgent } from '../capability/agent.ts';
import type { AnyTool } from '../capability/tool.ts';
import { TokenRejected } from '../errors.ts';
import { isSameJson, readJson } from '../json.ts';
import type { Json } from '../json.ts';
import { privateRecords } from '../private-records.ts';
import { spend } from './token.ts';
import type { MintedCall } from './token.ts';

/** The token that each rejection is of. */
const rejectedTokens = privateRecords<object, unknown>();

/** Whether an error says that this token was rejected, and no other one. */
export function isRejectionOf(error: unknown, token: object): error is TokenRejected {
  return rejectedTokens.get(error) === token;
}

/**
 * Spends a token, and gives the call that it was minted for, where that is this one. Its arguments are the caller's own from
 * here on. Gives way to no other code but what the passed arguments compute when they are read.
 *
 * @throws TokenRejected where the token is not for this call; CapabilityNotHeld where the agent does not hold the tool;
 *   McpError with code -32602 where the passed arguments are not plain JSON.
 */
export function admittedCall(agent: AnyAgent, tool: AnyTool, passed: unknown, token: unknown): MintedCall {
  // Before anything else: whatever becomes of the call, the token is spent.
  const call = spend(token);
  try {
    requireHeld(agent, tool);
    if (typeof call === 'string') return reject(call);
    if (call.tool !== tool) return reject('other tool');
    if (call.agent !== agent) return reject('other agent');
    if (call.isExpired()) return reject('expired');
    if (isSameJson(call.given, passed)) return call;
    readJson(passed, `The arguments of \`${tool.name}\``);
    return reject('other arguments');
  } catch (error) {
    if (typeof call !== 'string') call.settle(false);
    throw error;
  }

  function reject(reason: TokenRejected['reason']): never {
    const error = new TokenRejected(reason, agent.name, tool.name);
    rejectedTokens.set(error, token);
    throw error;
  }
}

/** As `admittedCall`, for a call that is carried out elsewhere: whether it runs there is not known, so it counts as run. */
export function admittedArguments(agent: AnyAgent, tool: AnyTool, passed: unknown, token: unknown): Json {
  const { args, settle } = admittedCall(agent, tool, passed, token);
  settle(true);
  return args;
}
