// Installs the compilers of generated Rust and C#, and the formatter of Rust, where the machine has none and has apt, as
// root. Nothing otherwise: the tests say themselves what they lack.
import { spawnSync } from 'node:child_process';

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const packages = Object.entries({ rustc: 'rustc', rustfmt: 'rustfmt', mcs: 'mono-mcs' });
const missing = packages.filter(([program]) => !isThere(program)).map(([, name]) => name);

if (missing.length === 0) console.log('The compilers of Rust and C#, and rustfmt, are there.');
else if (process.getuid?.() !== 0 || !isThere('apt-get'))
  console.log(`Without root and apt, ${missing.join(' and ')} cannot be installed: tests that need them are skipped.`);
else install();

function install(): void {
  const run = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0;
  const get = (): boolean => run('install', '--yes', '--no-install-recommends', ...missing);
  if (get() || (run('update') && get())) console.log(`Installed ${missing.join(' and ')}.`);
  else console.log(`${missing.join(' and ')} could not be installed with apt: tests that need them are skipped.`);
}
