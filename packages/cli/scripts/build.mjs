// Builds the command, its page with its styles, and leaves nothing of earlier builds. The plugin has to be built before.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tsc = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript'))), '../bin/tsc');

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
for (const project of ['tsconfig.build.json', 'src/graph/page']) {
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
for (const file of readdirSync(path.join(root, 'src'), { recursive: true }))
  if (file.endsWith('.css')) cpSync(path.join(root, 'src', file), path.join(root, 'dist', file));
