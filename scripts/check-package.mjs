// Packs the plugin and tries the tarball as a user would: publint and attw on the package, then, with ESLint 9 and the
// oldest TypeScript of the peers and with ESLint 10 and the newest, a small project with a faulty file and its mended
// twin. The runtime contract follows.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRuntime } from './check-runtime-package.mjs';
import { expectEqual, fail, pack, run } from './commands.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const workspace = path.join(root, '.tmp/package');
const fixtures = path.join(root, 'tests/package');

/** What the faulty file must bring, and nothing else. */
const expectedFinding = { ruleId: 'agent-safety/no-wrong-session-state', line: 5, severity: 2 };

rmSync(workspace, { recursive: true, force: true });
mkdirSync(workspace, { recursive: true });

const tarball = pack(root, workspace);

run('npx', ['publint', 'run', tarball, '--strict'], root);
run('npx', ['attw', tarball, '--profile', 'esm-only', '--no-emoji'], root);

for (const version of ['eslint-9', 'eslint-10']) tryIn(version);
console.log('The packed plugin works with ESLint 9 and 10.');

// The oldest and the newest compiler, which came with the projects of the plugin.
await checkRuntime(
  ['eslint-9', 'eslint-10'].map((version) => path.join(workspace, version, 'node_modules/typescript')),
);

function tryIn(version) {
  console.log(`\n${version}`);
  const project = path.join(workspace, version);
  cpSync(path.join(fixtures, 'app'), project, { recursive: true });
  cpSync(path.join(fixtures, version), project, { recursive: true });
  run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], project);
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', tarball], project);

  run('npx', ['tsc', '-p', '.'], project);

  const mended = run('npx', ['eslint', '--format', 'json', 'src/mended.ts'], project);
  expectEqual('findings in the mended file', findingsIn(mended), []);

  const faulty = run('npx', ['eslint', '--format', 'json', 'src/faulty.ts'], project, 1);
  expectEqual('findings in the faulty file', findingsIn(faulty), [expectedFinding]);

  const page = run('npx', ['agent-safety', 'graph', '--format', 'html'], project);
  if (!/<style>[^<]*\.picture[\s\S]*<script type="module">(?!import)[\s\S]*class Graph/.test(page.stdout))
    fail(`The page of \`agent-safety graph\` lacks its style or its script. It is:\n${page.stdout.slice(0, 2000)}`);

  const untyped = run('npx', ['eslint', '--config', 'eslint.by-name.config.js', 'src/faulty.ts'], project, 2);
  if (!/type information/.test(untyped.stderr)) {
    fail(`Without typed linting ESLint should say what is missing. It said:\n${untyped.stderr}`);
  }
}

function findingsIn({ stdout }) {
  return JSON.parse(stdout).flatMap(({ messages }) =>
    messages.map(({ ruleId, line, severity }) => ({ ruleId, line, severity })),
  );
}
