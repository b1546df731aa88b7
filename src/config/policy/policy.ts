/** What a policy file says. Lines count from 1. */
export interface Policy {
  /** The path of the file. */
  readonly file: string;
  readonly agents: readonly AgentPolicy[];
  readonly grants: readonly Grant[];
  readonly tools: readonly ToolStatement[];
  /** Undefined where the file says nothing, and the default holds. Empty: nothing is forbidden. */
  readonly forbidden: readonly Combination[] | undefined;
}

/** The allow-list of an agent: patterns of names of tools. */
export interface AgentPolicy {
  readonly name: string;
  readonly allow: readonly string[];
  readonly line: number;
}

/** What `from` may have run through `to`, by whatever way passes it or ends there. It licenses no other agent. */
export interface Grant {
  readonly from: string;
  readonly to: string;
  readonly tools: readonly string[];
  readonly reason: string;
  /** The last day (UTC) on which it holds, as `2027-03-31`. */
  readonly expires: string | undefined;
  readonly line: number;
}

/** What the tools do whose names match. */
export interface ToolStatement {
  readonly pattern: string;
  readonly effects: readonly EffectName[];
  readonly line: number;
}

/** Effects that one agent must not have together. */
export interface Combination {
  readonly name: string;
  readonly effects: readonly EffectName[];
  readonly reason: string;
  readonly line: number;
}

export type EffectName = 'delete' | 'egress' | 'execute' | 'read-private' | 'spend' | 'untrusted-input' | 'write';

/** Whether the name of a tool matches a pattern, in which `*` stands for any run of characters, an empty one as well. */
export function isMatch(pattern: string, name: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return name === pattern;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - end.length >= at && name.endsWith(end);
}

/** Whether the last day of a grant is over, by the calendar of UTC. */
export function isExpired({ expires }: Grant, today: Date): boolean {
  return expires !== undefined && expires < today.toISOString().slice(0, 10);
}

/** What a policy states of a tool's effects: all that statements with a matching pattern say. Undefined: nothing. */
export function effectsStated(policy: Policy, name: string): readonly EffectName[] | undefined {
  const matching = policy.tools.filter(({ pattern }) => isMatch(pattern, name));
  return matching.length > 0 ? [...new Set(matching.flatMap(({ effects }) => effects))] : undefined;
}
