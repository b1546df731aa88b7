// Installs what the tests and the demo need, and nothing where it is there already. Plain JavaScript without
// dependencies: it runs in a fresh clone, before there is anything to import.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const npmCi = path.join(root, 'scripts/npm-ci.mjs');
const { diskInMB } = JSON.parse(readFileSync(path.join(root, 'scripts/test-needs.json'), 'utf8'));

for (const folder of ['.', 'tests/sdk']) {
  if (!isUpToDate(path.join(root, folder))) install(folder);
}

function install(folder) {
  const name = folder === '.' ? 'the project' : `${folder}, the SDKs that the tests use`;
  console.log(`Installing the packages of ${name} (about ${diskInMB[folder]} MB) …`);
  const options = folder === '.' ? [] : ['--expect-newer-node'];
  const { status } = spawnSync(process.execPath, [npmCi, ...options], {
    cwd: path.join(root, folder),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Whether each package that the lockfile asks for is installed in that version, by the record that npm keeps at the
 * end of every install. A developer's own `npm install` counts, which a stamp file of ours would not see.
 */
function isUpToDate(folder) {
  const record = path.join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(path.join(folder, 'package-lock.json'))).every(
    ([place, wanted]) =>
      place === '' ||
      wanted.optional ||
      wanted.devOptional ||
      // A package of the workspaces is a link, which has no version.
      (wanted.link ? installed[place]?.resolved === wanted.resolved : installed[place]?.version === wanted.version),
  );
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
