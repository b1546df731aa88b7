// Packs the three packages, and tries the tarballs as their users would. Of the plugin: publint and attw on the package; then the README's section
// "Install", word for word, from an empty directory on, and projects of other forms. Each has a wrong file and its right
// twin, and ESLint has to report exactly what is wrong. The command and the runtime contract follow.
//
// The only change to the README's words is that the name of the package becomes the path of the tarball. npm takes packages
// from its cache where it has them (settings in the environment).
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkCommand, expectNoCommand, lintCommand } from './check-command-package.mjs';
import { checkRuntime } from './check-runtime-package.mjs';
import { expectEqual, fail, run, runLine } from './commands.mjs';
import { packPackages } from './pack-packages.mjs';
import { installSection, snippet } from './readme-install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const fixtures = path.join(root, 'tests/package');
// Outside of the repository, where npm and Node would find packages that users do not have.
const workspace = mkdtempSync(path.join(tmpdir(), 'agent-safety-plugin-'));
process.on('exit', () => {
  try {
    rmSync(workspace, { recursive: true, force: true });
  } catch {
    // After a failure the other installation may still be writing.
  }
});

const readme = installSection();
const wrong = 'wrong.ts:5 error agent-safety/no-wrong-session-state';
const sdk = '@modelcontextprotocol/sdk@1.32.2';

// `--packed <folder>`: tarballs that scripts/pack-packages.mjs wrote there; without it they are packed here.
const { values: options } = parseArgs({ options: { packed: { type: 'string' } } });
const {
  plugin: tarball,
  command,
  runtime,
} = options.packed ? tarballsIn(path.resolve(options.packed)) : packPackages(path.join(workspace, 'tarballs'));

run('npx', ['publint', 'run', tarball, '--strict'], root);
// The rule is that CommonJS code cannot load ES modules, which Node can since 20.19, the oldest that the plugin supports.
run('npx', ['attw', tarball, '--profile', 'strict', '--ignore-rules', 'cjs-resolves-to-esm', '--no-emoji'], root);

lintCommand(command);

console.log('\nInstallations and projects, two at a time');
await Promise.all([
  newProject().then((installed) => projectsOn(installed)),
  oldestVersions().then(() => typescript7()),
]);
console.log('The packed plugin works in all of them.');

await checkCommand(
  { plugin: tarball, command, runtime },
  ['readme', 'eslint-9', 'typescript-7'].map((name) => path.join(workspace, name)),
);
// The oldest and the newest compiler, which came with the projects of the plugin.
await checkRuntime(
  runtime,
  ['eslint-9', 'readme'].map((name) => path.join(workspace, name, 'node_modules/typescript')),
);

function tarballsIn(folder) {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, path.join(folder, name, readdirSync(path.join(folder, name))[0])]),
  );
}

/** The README's section "Install" in an empty directory. */
async function newProject() {
  const project = path.join(workspace, 'readme');
  mkdirSync(project);
  for (const line of readme.install) await runQuietly(line, project);
  writeConfiguration(project, readme.configuration);
  // What the user has besides.
  await runLine(`npm install ${sdk} @types/node@20`, project);
  writeTwins(project, '.ts');

  await expectFindings(project, [`src/${wrong}`], 'the README, in an empty directory');
  expectNoCommand(project);
  return project;
}

/** Projects of other forms, with what the README has installed. */
async function projectsOn(installed) {
  const tsconfig = path.join(installed, 'tsconfig.json');

  const modules = projectOf('modules', installed, readme.configuration);
  cpSync(tsconfig, path.join(modules, 'tsconfig.json'));
  writeFileSync(path.join(modules, 'package.json'), '{ "type": "module" }');
  writeTwins(modules, '.ts');
  await expectFindings(modules, [`src/${wrong}`], 'the README, with "type": "module"');

  const commonjs = projectOf('commonjs', installed, snippet('commonjs.cjs'));
  cpSync(tsconfig, path.join(commonjs, 'tsconfig.json'));
  writeTwins(commonjs, '.ts');
  await expectFindings(commonjs, [`src/${wrong}`], 'a CommonJS configuration');

  const javascript = projectOf('javascript', installed, snippet('javascript.mjs'));
  cpSync(path.join(root, 'docs/snippets/javascript-tsconfig.json'), path.join(javascript, 'tsconfig.json'));
  writeTwins(javascript, '.js');
  await expectFindings(javascript, [`src/${wrong.replace('.ts', '.js')}`], 'JavaScript with checkJs');

  const typed = projectOf('typed-linting', installed, snippet('typed-linting.mjs'));
  cpSync(tsconfig, path.join(typed, 'tsconfig.json'));
  writeTwins(typed, '.ts');
  await expectFindings(typed, [`src/${wrong}`], 'a project with typed linting');

  const monorepo = projectOf('monorepo', installed, readme.configuration);
  cpSync(path.join(fixtures, 'monorepo'), monorepo, { recursive: true });
  const app = path.join(monorepo, 'packages/app');
  link(path.join(monorepo, 'packages/clients'), path.join(app, 'node_modules/@acme/clients'));
  await expectFindings(monorepo, [`packages/app/src/${wrong}`], 'a monorepo');
  link(path.join(installed, 'node_modules/.bin'), path.join(app, 'node_modules/.bin'));
  await expectFindings(app, [`src/${wrong}`], 'a package of a monorepo');

  const types = projectOf('types', installed, readme.configuration);
  cpSync(path.join(fixtures, 'types'), types, { recursive: true });
  cpSync(path.join(fixtures, 'eslint-9/tsconfig.json'), path.join(types, 'tsconfig.json'));
  await runLine('npx tsc -p .', types);
}

/** ESLint 9 and TypeScript 5.4. */
async function oldestVersions() {
  const project = path.join(workspace, 'eslint-9');
  cpSync(path.join(fixtures, 'eslint-9'), project, { recursive: true });
  cpSync(path.join(fixtures, 'types/types.ts'), path.join(project, 'types.ts'));
  await runLine('npm ci', project);
  await runLine(`npm install --no-save ${tarball}`, project);
  await runLine('npx tsc -p .', project);
  rmSync(path.join(project, 'types.ts'));
  writeTwins(project, '.ts');

  writeConfiguration(project, readme.configuration);
  await expectFindings(project, [`src/${wrong}`], 'the README, with ESLint 9 and TypeScript 5.4');
  writeConfiguration(project, snippet('typed-linting.mjs'));
  await expectFindings(project, [`src/${wrong}`], 'typed linting, with ESLint 9 and TypeScript 5.4');

  const commonjs = projectOf('eslint-9-commonjs', project, snippet('commonjs.cjs'));
  cpSync(path.join(project, 'tsconfig.json'), path.join(commonjs, 'tsconfig.json'));
  writeTwins(commonjs, '.ts');
  await expectFindings(commonjs, [`src/${wrong}`], 'a CommonJS configuration, with ESLint 9');

  cpSync(path.join(fixtures, 'by-name'), project, { recursive: true });
  await expectFindings(project, [`src/${wrong}`], 'a preset by its name, without typed linting');
}

/** A project that has TypeScript 7 as its only compiler; then beside TypeScript 6. */
async function typescript7() {
  const project = path.join(workspace, 'typescript-7');
  mkdirSync(project);
  await install('install-typescript-7.sh', project);
  await runLine('npx tsc --init', project);
  await runLine(`npm install ${sdk}`, project);
  writeTwins(project, '.ts');
  writeConfiguration(project, readme.configuration);
  await expectFindings(project, [`src/${wrong}`], 'the README, with TypeScript 7');

  await install('install-babel.sh', project);
  writeConfiguration(project, snippet('babel.mjs'));
  await expectFindings(project, [`src/${wrong}`], 'TypeScript 7 and a parser without types');

  await install('install-oxlint.sh', project);
  cpSync(path.join(root, 'docs/snippets/oxlintrc.json'), path.join(project, '.oxlintrc.json'));
  // oxlint lints installed packages where nothing says that they are no part of the project.
  writeFileSync(path.join(project, '.gitignore'), 'node_modules\n');
  const { stdout: linted } = await runLine('npx oxlint --format json', project, 1);
  const { diagnostics } = JSON.parse(linted);
  expectEqual(
    'findings of `npx oxlint` with TypeScript 7',
    diagnostics.map(
      ({ code, severity, filename, labels: [{ span }] }) => `${filename}:${span.line} ${severity} ${code}`,
    ),
    ['src/wrong.ts:5 error agent-safety(no-wrong-session-state)'],
  );

  await runLine(`npm install --no-save ${tarball} ${command}`, project);
  const checked = await runLine('npx agent-safety check', project, 1);
  const places = [...checked.stdout.matchAll(/^(\S+):\d+:\d+ (\S+)$/gm)].map(([, file]) => file);
  expectEqual('findings of `npx agent-safety check` with TypeScript 7', places, [`src/wrong.ts`]);
  for (const left of readdirSync(project)) rmSync(path.join(project, left), { recursive: true });

  await install('install-both.sh', project);
  const { stdout } = await runLine('node node_modules/typescript-7/bin/tsc --version', project);
  if (!/^Version 7\./.test(stdout)) fail(`TypeScript 7 should still be there. Its compiler is:\n${stdout}`);
  await runLine('node node_modules/typescript-7/bin/tsc --init', project);
  await runLine(`npm install ${sdk}`, project);
  writeTwins(project, '.ts');
  writeConfiguration(project, readme.configuration);
  await expectFindings(project, [`src/${wrong}`], 'TypeScript 7 beside TypeScript 6');
}

/** Runs a block of docs/snippets that installs. */
async function install(name, project) {
  for (const line of snippet(name)) await runQuietly(line, project);
}

/** Runs a line that installs the plugin from its tarball. */
async function runQuietly(line, project) {
  const { stderr } = await runLine(withTarball(line), project);
  if (stderr.includes('ERESOLVE')) fail(`npm should have nothing to say about: ${line}\n${stderr}`);
}

/** A folder that shares the packages of another. */
function projectOf(name, installed, configuration) {
  const project = path.join(workspace, name);
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{}');
  writeConfiguration(project, configuration);
  link(path.join(installed, 'node_modules'), path.join(project, 'node_modules'));
  return project;
}

function link(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(from, to, 'junction');
}

function withTarball(line) {
  return line.replace(/\beslint-plugin-agent-safety\b/, tarball);
}

/** Instead of the one that is there. */
function writeConfiguration(project, { file, code }) {
  for (const name of readdirSync(project)) {
    if (name.startsWith('eslint.config.')) rmSync(path.join(project, name));
  }
  writeFileSync(path.join(project, file), code);
}

/** The two differ in one thing: whether the client is connected before it is used. */
function writeTwins(project, ending) {
  mkdirSync(path.join(project, 'src'), { recursive: true });
  for (const name of ['wrong', 'right']) {
    const text = readFileSync(path.join(fixtures, `${name}.ts`), 'utf8');
    const withoutTypes = text.replaceAll(/: (Promise<string\[\]>|URL)/g, '');
    writeFileSync(path.join(project, 'src', `${name}${ending}`), ending === '.js' ? withoutTypes : text);
  }
}

/** Runs the README's last block, and compares all that ESLint prints: parse errors and ignored files are lines, too. */
async function expectFindings(project, expected, name) {
  for (const line of readme.lint) {
    const { stdout } = await runLine(line, project, 1);
    expectEqual(`findings of \`${line}\` in ${name}`, findingsIn(stdout, project), expected);
  }
}

/** What the formatter `stylish` prints: the file, then a line for each message, with the rule at its end, if it is one. */
function findingsIn(output, project) {
  const findings = [];
  let file = '';
  for (const line of output.split('\n')) {
    const message = /^ +(\d+):\d+ +(error|warning) +(.*)$/.exec(line);
    if (path.isAbsolute(line)) file = path.relative(project, line).replaceAll('\\', '/');
    else if (message) findings.push(`${file}:${message[1]} ${message[2]} ${message[3].split(/ {2,}/).at(-1)}`);
  }
  return findings;
}
