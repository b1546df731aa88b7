// Tries the packed runtime contract where nothing else is installed, none of its optional peers either: its
// types with the given compilers, its core entry in Node, and, bundled, where there is nothing of Node.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { expectEqual, fail, run } from './commands.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'packages/runtime');

/** What tests/package/runtime/src/main.ts does, as it tells it. */
const expectedOutcome = [
  'wrote 5',
  'blocked: outside of the root',
  'TokenRejected',
  'CapabilityNotHeld',
  'sha256:',
  'TOOL_UNCLASSIFIED_DENIED',
];

/** The contract of tool registries, which the package has for those who write or check them. */
const schemas = readdirSync(path.join(root, 'schemas/mcp'));

/** Checks the packed runtime with each of these installations of TypeScript. Ends the process where something is wrong. */
export async function checkRuntime(tarball, compilers) {
  console.log('\n@agent-safety/runtime');
  // Outside of the repository, where modules would be found that users do not have.
  const workspace = mkdtempSync(path.join(tmpdir(), 'agent-safety-'));
  try {
    await tryIn(workspace, tarball, compilers);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function tryIn(workspace, tarball, compilers) {
  run('npx', ['publint', 'run', tarball, '--strict'], root);
  run('npx', ['attw', tarball, '--profile', 'esm-only', '--no-emoji'], root);

  const project = path.join(workspace, 'project');
  cpSync(path.join(root, 'tests/package/runtime'), project, { recursive: true });
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--offline', tarball], project);

  for (const compiler of compilers) {
    const { version } = JSON.parse(readFileSync(path.join(compiler, 'package.json'), 'utf8'));
    console.log(`  TypeScript ${version}`);
    run('node', [path.join(compiler, 'bin/tsc'), '-p', '.'], project);
  }
  const { stdout } = run('node', ['dist/main.js'], project);
  expectEqual('outcome in Node', stdout.trim().split('\n'), expectedOutcome);
  expectEqual('outcome without Node', await linesWithoutNode(project), expectedOutcome);

  const { exports, peerDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { resolve } = createRequire(path.join(project, 'package.json'));
  for (const name of schemas) JSON.parse(readFileSync(resolve(`@agent-safety/runtime/schemas/${name}`), 'utf8'));
  for (const entry of Object.keys(exports).filter((name) => !name.includes('.', 1) && name !== '.')) {
    expectOnlyPeersMissing(`@agent-safety/runtime${entry.slice(1)}`, Object.keys(peerDependencies), project);
  }
  console.log('The packed runtime works without any of its optional peers.');
}

/** What the bundled program tells where there is the language and Web APIs only, as in browsers and workers. */
async function linesWithoutNode(project) {
  // From the runtime's own tools.
  const { buildSync } = createRequire(path.join(folder, 'package.json'))('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [path.join(project, 'dist/main.js')],
    bundle: true,
    format: 'iife',
    platform: 'neutral',
    write: false,
  });
  const lines = [];
  const isDone = new Promise((resolve) => {
    const log = (line) => lines.push(line) === expectedOutcome.length && resolve();
    runInContext(outputFiles[0].text, createContext({ crypto, TextEncoder, atob, console: { log } }));
  });
  await Promise.race([isDone, new Promise((resolve) => setTimeout(resolve, 5000))]);
  return lines;
}

/** An entry either works, or names the peer that it is for. */
function expectOnlyPeersMissing(entry, peers, project) {
  const { stdout } = run('node', ['load.mjs', entry], project);
  const isFine = stdout.startsWith('works') || peers.some((peer) => stdout.startsWith(`Cannot find package '${peer}'`));
  if (!isFine) fail(`${entry} should work, or ask for one of its peers. It said:\n${stdout}`);
}
