// Compares the versions that the models give for options, calls and operations with the declarations of published packages:
// of the oldest and the newest version that `modelledPackages` names, and on both sides of each version at which something
// changes. Installs them into `.tmp/versions`. `npx tsx scripts/check-versions.ts ai @google/adk` looks at these only.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { compare as byVersion, maxSatisfying, minSatisfying, prerelease, satisfies } from 'semver';
import { modelledPackages } from '../src/models/packages.ts';
import { modules, SdkDeclarations } from '../tests/models/sdk-declarations.ts';
import { acceptedIn, claims, compare, type Comparison, lineOf, wrongIn } from '../tests/models/version-ranges.ts';

const root = fileURLToPath(new URL('../', import.meta.url)).replaceAll('\\', '/');
const folder = join(root, '.tmp/versions');

/** Packages that npm need not know, and why. */
const unpublished: ReadonlyMap<string, string> = new Map([
  ['@agent-safety/runtime', 'it is our own, and its sources are compared by a test'],
  ['@mastra/acp', "npm does not know it, and Mastra's documentation describes it"],
]);

const chosen = process.argv.slice(2);
const packages = Object.keys(modelledPackages).filter((name) => chosen.length === 0 || chosen.includes(name));
const misspelt = chosen.filter((name) => !packages.includes(name));
if (misspelt.length > 0) throw new Error(`No model names ${misspelt.join(', ')}.`);
const wrong: string[] = [];
const unknown: string[] = [];
const unreadable = new Set<string>();

for (const name of packages) {
  if (!claims.some(({ callee }) => callee.packages.includes(name))) continue;
  const comparisons: Comparison[] = [];
  const published = publishedOf(name);
  if (published === undefined) {
    const reason = unpublished.get(name);
    console.log(`${name}: not checked: ${reason ?? 'npm does not know it'}`);
    if (reason === undefined) unknown.push(name);
    continue;
  }
  for (const version of releasesOf(name, published)) {
    const at = install(name, version);
    if (at === undefined) {
      console.log(`${name} ${version}: cannot be installed any more, and is left out`);
      continue;
    }
    const declarations = new SdkDeclarations(modulesOf(name, at), at);
    const found = compare(declarations, { package: name, version });
    const present = found.filter((each) => each.found === 'present').length;
    console.log(`${name} ${version}: ${String(found.length)} options and calls compared, ${String(present)} are there`);
    comparisons.push(...found);
  }
  const { accepted, wrong: notSo } = acceptedIn(comparisons);
  for (const line of accepted) console.log(`  accepted  ${line}`);
  for (const line of [...wrongIn(comparisons).map(lineOf), ...notSo]) {
    console.log(`  WRONG  ${line}`);
    wrong.push(line);
  }
  for (const { claim, found } of comparisons) if (found === 'unreadable') unreadable.add(`${claim.text} (${name})`);
}

console.log(
  `\nNot to be read in declarations, since the argument may be anything, or another package declares it: ${String(unreadable.size)}`,
);
for (const each of unreadable) console.log(`  ${each}`);
console.log(`\n${String(wrong.length)} of the models' ranges are wrong.`);
if (unknown.length > 0) console.log(`Not checked, and should be published: ${unknown.join(', ')}.`);
process.exitCode = wrong.length + unknown.length === 0 ? 0 : 1;

/** The versions of a package in its range, in their order. Undefined where npm does not know the package. */
function publishedOf(name: string): readonly string[] | undefined {
  // What has our package's name in a registry is another one, or a copy.
  if (name === '@agent-safety/runtime') return undefined;
  const { status, stdout, stderr } = run(['view', name, 'versions', '--json'], root);
  if (status !== 0 && /\bE404\b/.test(stderr)) return undefined;
  if (status !== 0) throw new Error(`npm view ${name} failed:\n${stderr}`);
  const all = JSON.parse(stdout) as string | string[];
  const range = modelledPackages[name] ?? '*';
  return [all]
    .flat()
    .filter((version) => prerelease(version) === null && satisfies(version, range))
    .sort(byVersion);
}

/** The oldest and the newest version of a package, and those on both sides of a change, in their order. */
function releasesOf(name: string, published: readonly string[]): readonly string[] {
  const range = modelledPackages[name] ?? '*';
  const ends = [minSatisfying(published, range), maxSatisfying(published, range)];
  const changes = rangesOf(name).flatMap((each) => {
    const inside = published.filter((version) => satisfies(version, each));
    const [first = '', last = ''] = [inside[0], inside.at(-1)];
    return [published[published.indexOf(first) - 1], first, last, published[published.indexOf(last) + 1]];
  });
  const wanted = new Set([...ends, ...changes]);
  return published.filter((version) => wanted.has(version));
}

/** The ranges of all that the models say of a package. */
function rangesOf(name: string): readonly string[] {
  const own = claims.filter(({ callee }) => callee.packages.includes(name));
  return own.flatMap(({ versions }) =>
    versions.flatMap((each) => (typeof each === 'string' ? each : (each[name] ?? '')).split('||').filter(Boolean)),
  );
}

/** Installs a version in a folder of its own, once. Undefined where something that it depends on is not published any more. */
function install(name: string, version: string): string | undefined {
  const at = join(folder, `${name.replace('/', '__')}@${version}`);
  if (existsSync(join(at, 'node_modules', name, 'package.json'))) return at;
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  // With the peers, of which classes inherit methods; without them only where no versions of these fit together.
  let installed = run(['install', ...options, `${name}@${version}`], at);
  if (/\bERESOLVE\b/.test(installed.stderr))
    installed = run(['install', ...options, '--legacy-peer-deps', `${name}@${version}`], at);
  const { status, stderr } = installed;
  if (status === 0) return at;
  if (/\bETARGET\b|\bE404\b/.test(stderr)) return undefined;
  throw new Error(`npm install ${name}@${version} failed:\n${stderr}`);
}

/** The modules of a package: those that it exports by name, and of those behind a pattern the ones that the tests read. */
function modulesOf(name: string, at: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(at, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly exports?: unknown;
  };
  const exported =
    typeof manifest.exports === 'object' && manifest.exports !== null ? Object.keys(manifest.exports) : [];
  const paths = exported.filter((path) => path.startsWith('.') && !path.includes('*') && !path.endsWith('.json'));
  const listed = modules.filter((module) => module.startsWith(`${name}/`));
  return [...new Set([...(paths.length === 0 ? [name] : paths.map((path) => join(name, path))), ...listed])];
}

function run(args: readonly string[], cwd: string): SpawnSyncReturns<string> {
  const windows = process.platform === 'win32';
  const options = { cwd, encoding: 'utf8', shell: windows, maxBuffer: 2 ** 26 } as const;
  return spawnSync(windows ? 'npm.cmd' : 'npm', [...args], options);
}
