import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parsePolicy, PolicyError } from './parse.ts';

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

/** What a policy file is called. */
export const POLICY_FILE = 'agent-safety.policy.json';

/** What was read of a file, and by what to tell that it is another one by now. */
interface Kept {
  readonly state: string;
  readonly outcome: Policy | PolicyError;
}

const keptOf = new Map<string, Kept>();

/**
 * The policy that holds for a file: that of the nearest `agent-safety.policy.json` in its folder or one above. It is
 * asked for every linted file, so it costs one look at each folder on the way up, and the file is read again only when
 * it has changed on disk.
 *
 * @param file an absolute path; the file need not exist
 * @throws PolicyError with all mistakes of the policy file, each with its line and column
 */
export function policyAbove(file: string): Policy | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, POLICY_FILE);
    const stats = statsOf(path);
    if (stats) return policyAt(path, stats);
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * The policy in a file that is named, by an absolute path.
 *
 * @throws PolicyError as above, and where there is no such file
 */
export function policyIn(path: string): Policy {
  const stats = statsOf(path);
  if (!stats) throw new PolicyError(path, 'is not there. Correct the path that names it');
  return policyAt(path, stats);
}

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

function policyAt(path: string, stats: Stats): Policy {
  const state = [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ');
  let kept = keptOf.get(path);
  if (kept?.state !== state) keptOf.set(path, (kept = { state, outcome: read(path, stats) }));
  if (kept.outcome instanceof PolicyError) throw kept.outcome;
  return kept.outcome;
}

function read(path: string, stats: Stats): Policy | PolicyError {
  if (stats.isSymbolicLink()) return new PolicyError(path, 'is a link that leads nowhere. Correct or remove it');
  if (!stats.isFile()) return new PolicyError(path, 'is no file. Give the folder, or whatever it is, another name');
  try {
    return parsePolicy(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    return new PolicyError(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Of a link that leads nowhere, those of the link: that a policy is meant to be there must not go unseen. */
function statsOf(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() === true ? (statSync(path, { throwIfNoEntry: false }) ?? stats) : stats;
  } catch (error) {
    // The file that is asked about need not exist, and a folder of its path may be a file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw new PolicyError(path, `cannot be looked at: ${error instanceof Error ? error.message : String(error)}`);
  }
}
