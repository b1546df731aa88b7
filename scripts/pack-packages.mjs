// Packs the three packages, each into a folder of its own below the one that is named. The plugin first: the command is built
// with it, and to pack it builds it anew.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './commands.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const packages = { plugin: '.', command: 'packages/cli', runtime: 'packages/runtime' };

/** The tarballs of the packages, in a folder that holds nothing else. */
export function packPackages(folder) {
  rmSync(folder, { recursive: true, force: true });
  return Object.fromEntries(
    Object.entries(packages).map(([name, source]) => {
      const into = path.join(folder, name);
      mkdirSync(into, { recursive: true });
      return [name, pack(path.join(root, source), into)];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('Name the folder for the tarballs: node scripts/pack-packages.mjs <folder>');
  packPackages(path.resolve(folder));
}
