// Installs Chromium for the tests of the HTML page, where the machine has no browser and has apt. Nothing otherwise: the
// tests say themselves what they lack.
import { spawnSync } from 'node:child_process';
import { browserPath } from './browser-path.ts';

const found = browserPath();

if (found !== undefined) console.log(`The browser is ${found}.`);
else if (spawnSync('apt-get', ['--version']).status !== 0)
  console.log(
    'There is no browser, and no apt to install one. Install Chromium, Chrome or Edge, or set CHROMIUM_PATH.',
  );
else install();

function install(): void {
  const isRoot = process.getuid?.() === 0;
  const run = (...command: readonly string[]): boolean => {
    const [program = '', ...args] = isRoot ? command : ['sudo', '--non-interactive', ...command];
    return (
      spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    );
  };
  // Fonts are only recommended to the package, and a page without any has no letters.
  const get = (): boolean =>
    run('apt-get', 'install', '--yes', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
  if (get() || (run('apt-get', 'update') && get())) console.log(`Installed ${browserPath() ?? 'nothing'}.`);
  else {
    console.error('Chromium could not be installed with apt. Install a browser, or set CHROMIUM_PATH.');
    process.exitCode = 1;
  }
}
