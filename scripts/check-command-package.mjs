// Tries the packed command as `npx` has it: the tarballs of the command and of the plugin in a folder of their own, npm's
// cache, and a project elsewhere that has neither. Then all three packages beside each other in one project.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectEqual, fail, run, runLine } from './commands.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const fixtures = path.join(root, 'tests/package');
const server = 'src/server.ts:6:1 tool drop_logs: sensitive, delete by fs.rm';
const noRegistry = 'No tool registry: require-registered-tool and valid-document-pointer report nothing.';
const toolsOfTheRuntime = ['writeFile sensitive', 'readFile harmless'];

/** Checks the package of the command for what publint and attw know. */
export function lintCommand(tarball) {
  run('npx', ['publint', 'run', tarball, '--strict'], root);
  run('npx', ['attw', tarball, '--profile', 'esm-only', '--no-emoji'], root);
}

/**
 * Runs the packed command. Ends the process where something is wrong.
 *
 * @param tarballs of `plugin`, `command` and `runtime`
 * @param projects folders that have the SDK: with several compilers, of which some are not supported
 */
export async function checkCommand(tarballs, projects) {
  console.log('\nagent-safety');
  const workspace = mkdtempSync(path.join(tmpdir(), 'agent-safety-command-'));
  try {
    await tryIn(workspace, tarballs, projects);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** Fails where the plugin alone brings a command, or what draws the graph. */
export function expectNoCommand(project) {
  const found = ['agent-safety', '@viz-js', 'cac', '.bin/agent-safety'].filter((name) =>
    existsSync(path.join(project, 'node_modules', name)),
  );
  if (found.length > 0) fail(`The plugin alone should not install ${found.join(', ')}.`);
}

async function tryIn(workspace, { plugin, command, runtime }, projects) {
  const npx = path.join(workspace, 'npx');
  mkdirSync(npx);
  await runLine(`npm install ${plugin} ${command}`, npx);
  const bin = path.join(npx, 'node_modules/.bin/agent-safety');

  for (const project of projects) {
    cpSync(path.join(fixtures, 'command/server.ts'), path.join(project, 'src/server.ts'));
    const { stdout } = await runLine(`${bin} facts src/server.ts`, project);
    expectEqual(`facts of ${project}`, stdout.trim().split('\n').map(withoutTheFoldersAbove), [server, noRegistry]);
  }

  // Nothing is installed here but the runtime, no compiler either.
  const bare = path.join(workspace, 'bare');
  cpSync(path.join(fixtures, 'runtime'), bare, { recursive: true });
  await runLine(`npm install --no-save ${runtime}`, bare);
  expectEqual('packages beside the runtime', packagesIn(bare), ['@agent-safety']);
  expectEqual('facts of a program on the runtime', await toolsBy(bin, bare), toolsOfTheRuntime);
  const { stdout: page } = await runLine(`${bin} graph --format html`, bare);
  if (!/<style>[^<]*\.picture[\s\S]*<script type="module">(?!import)[\s\S]*class Graph/.test(page))
    fail(`The page of \`agent-safety graph\` lacks its style or its script. It is:\n${page.slice(0, 2000)}`);
  const { stdout: picture } = await runLine(`${bin} graph --format svg`, bare);
  if (!/^<svg[\s\S]*editor[\s\S]*<\/svg>\s*$/.test(picture))
    fail(`This should be a picture:\n${picture.slice(0, 2000)}`);

  const all = path.join(workspace, 'all');
  cpSync(bare, all, { recursive: true, filter: (file) => !file.includes('node_modules') });
  await runLine(`npm install --no-save ${plugin} ${command} ${runtime} typescript@5.9`, all);
  expectEqual('facts with all three in one project', await toolsBy('npx agent-safety', all), toolsOfTheRuntime);
  if (existsSync(path.join(all, 'node_modules/agent-safety/node_modules')))
    fail('The command should share the plugin and the compiler of the project.');
  // The client of the protocol and the schemas come along.
  const state = path.join(workspace, 'state.json');
  writeFileSync(state, JSON.stringify({ tools: [{ name: 'add', inputSchema: { type: 'object' } }] }));
  const desk = `--stdio "node ${path.join(root, 'packages/cli/tests/tools/server.mjs')} ${state}"`;
  await runLine(`${bin} tools pull ${desk}`, bare);
  const { stdout: drift } = await runLine(`${bin} tools verify --json ${desk}`, bare);
  expectEqual('what changed in a server that did not', JSON.parse(drift).drift, []);
  console.log('The packed command works with and without a compiler in the project.');
}

async function toolsBy(command, project) {
  const { stdout } = await runLine(`${command} facts --json`, project);
  return JSON.parse(stdout).tools.map((tool) => `${tool.name} ${tool.class}`);
}

function packagesIn(project) {
  return readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
}

/** Paths start at the root of a workspace, where there is one. */
function withoutTheFoldersAbove(line) {
  return line.slice(Math.max(0, line.indexOf('src/')));
}
