import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a policy into a folder of its own, a line for each property, and answers with the path of its file. */
export function policyFile(policy: object | string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'policy-')), 'agent-safety.policy.json');
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy, undefined, 2));
  return file;
}
