import { resolve } from 'node:path';
import type { Policy } from '../policy/policy.ts';
import { policyAbove, policyIn } from '../policy/policy-file.ts';
import { ownSettingsIn, SETTINGS_PATH } from './settings.ts';
import { checkShape } from './shape.ts';

/**
 * The policy that holds for a file: the one that `settings['agent-safety'].policy` names, from the working directory, or
 * the nearest above the file.
 *
 * @throws Error that names the setting, or each mistake of the policy file with its line
 */
export function policyOf(file: string, settings: unknown, cwd: string): Policy | undefined {
  const named = ownSettingsIn(settings)?.policy;
  if (named === undefined) return policyAbove(resolve(cwd, file));
  checkShape({ kind: 'text' }, named, `${SETTINGS_PATH}.policy`);
  // `checkShape` throws where this is not so.
  return policyIn(resolve(cwd, named as string));
}
