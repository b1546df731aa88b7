// `node scripts/npm-ci.mjs [--expect-newer-node] [options of npm ci]`: `npm ci` in the current folder. With
// `--expect-newer-node`, for packages that tests run on an older Node than they declare, one line stands for npm's
// EBADENGINE warnings, of five lines each. All other warnings and all errors are shown as npm writes them.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** `npm warn EBADENGINE   package: 'ai@7.0.173',`; up to npm 9 `npm WARN …`. */
const engineWarning = /^npm warn EBADENGINE\b(?:\s+package: '([^']+)')?/i;

const flag = '--expect-newer-node';
const options = process.argv.slice(2).filter((option) => option !== flag);
const isNewerNodeExpected = process.argv.includes(flag);
const isWindows = process.platform === 'win32';

// `npm run --silent` hands its log level down, and errors of the installation would be hidden.
const env = { ...process.env };
delete env.npm_config_loglevel;

const npm = spawn(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', ...options], {
  env,
  stdio: ['inherit', 'inherit', isNewerNodeExpected ? 'pipe' : 'inherit'],
  shell: isWindows,
});

const packages = new Set();
if (npm.stderr) {
  createInterface({ input: npm.stderr }).on('line', (line) => {
    const warning = engineWarning.exec(line);
    if (warning === null) console.error(line);
    else if (warning[1] !== undefined) packages.add(warning[1]);
  });
}
npm.on('error', (error) => {
  console.error(`npm does not start: ${error.message}`);
});
npm.on('close', (status) => {
  if (packages.size > 0)
    console.log(
      `${packages.size} packages declare a newer Node than ${process.version}; what is used of them runs on it.`,
    );
  if (status === 0) return;
  console.error('npm ci failed. Check the network and the registry settings of npm, and try again.');
  process.exitCode = status ?? 1;
});
