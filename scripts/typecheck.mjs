// Checks the types of all that is compiled, with TypeScript 7, which takes less time than the version that builds the sources.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const compiler = path.join(root, 'node_modules/typescript7/bin/tsc');
const projects = [
  '.',
  'packages/cli',
  'packages/cli/src/graph/page',
  'packages/cli/tests/graph/page',
  'packages/runtime',
  'tests/sdk/conformance',
  'examples/file-manager',
];

for (const project of projects) {
  const { status, error } = spawnSync(process.execPath, [compiler, '-p', project, '--noEmit'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exitCode = 1;
}
