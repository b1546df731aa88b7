import { readFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, stateOf, statsAt } from '../file-state.ts';
import { parsePolicy, PolicyError } from './parse.ts';
import type { Policy } from './policy.ts';

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
 * requested for every linted file, so it costs one look at each folder on the way up, and the file is read again only when
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

function policyAt(path: string, stats: Stats): Policy {
  const state = stateOf(stats);
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
    return new PolicyError(path, `cannot be read: ${messageOf(error)}`);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statsAt(path);
  } catch (error) {
    throw new PolicyError(path, `cannot be looked at: ${messageOf(error)}`);
  }
}
