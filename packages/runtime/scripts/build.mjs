// Builds the entries that package.json exports: declarations by tsc, modules by esbuild. The entries share chunks, so
// that a class is the same class in each of them. Measures the core entry as its users' bundlers would make it, and
// fails where it has grown past its limit. Copies the schemas of tool registries. Does nothing where the last build was made of the same files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes of the core entry, minified and gzipped. */
const coreLimit = 6_000;

/** The contract of registries and tool calls, which the plugin is made of, too. */
const schemas = '../../schemas/mcp';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const entries = Object.values(manifest.exports)
  .filter((target) => typeof target === 'object')
  .map(({ default: file }) => file.replace('./dist/', '').replace(/\.js$/, ''));
const missing = entries.filter((entry) => !existsSync(sourceOf(entry)));
const present = entries.filter((entry) => !missing.includes(entry));

const digest = digestOfInputs();
const digestFile = path.join(root, 'dist/.inputs');
if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) process.exit();

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
const { metafile } = await build({
  ...optionsFor(present),
  outdir: path.join(root, 'dist'),
  outbase: path.join(root, 'src'),
  splitting: true,
  chunkNames: 'shared/[name]-[hash]',
  metafile: true,
});
writeLicenses(Object.keys(metafile.inputs));
cpSync(path.join(root, schemas), path.join(root, 'dist/schemas'), { recursive: true });

const size = await sizeOf('index');
console.log(`core entry: ${size} bytes minified and gzipped, of at most ${coreLimit}`);
if (size > coreLimit) fail('The core entry is too large.');
// What exports names and no source makes would be a dead entry in the package: `npm run check:package` fails on it.
if (missing.length > 0) console.warn(`No source yet for: ${missing.join(', ')}`);
emitDeclarations();
writeFileSync(digestFile, digest);

/** Of all that a build is made of: the sources, this script with its settings, and the versions of what is installed. */
function digestOfInputs() {
  const files = ['src', 'scripts', schemas].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort(),
  );
  const settings = ['package.json', 'tsconfig.json', 'tsconfig.build.json', '../../tsconfig.json'];
  const locks = ['../../package-lock.json', '../../tests/sdk/package-lock.json'];
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, ...[...settings, ...locks].map((name) => path.join(root, name))])
    hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

async function sizeOf(entry) {
  const { outputFiles } = await build({ ...optionsFor([entry]), write: false, minify: true, legalComments: 'none' });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** Everything that a user may have a version of, and what a platform brings, stays an import. */
function optionsFor(names) {
  return {
    entryPoints: names.map(sourceOf),
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: [...Object.keys(manifest.peerDependencies), ...Object.keys(manifest.dependencies ?? {}), 'node:*'],
    legalComments: 'inline',
    logLevel: 'warning',
  };
}

/** The licences of what the modules contain of others, who ask for that. */
function writeLicenses(inputs) {
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    console.log(`contains ${name} ${version} (${license})`);
    return `${name} ${version}, ${license}\n\n${readFileSync(path.join(root, folder, 'LICENSE'), 'utf8')}`;
  });
  writeFileSync(path.join(root, 'dist/third-party-licenses.txt'), texts.join('\n\n'));
}

function emitDeclarations() {
  const tsc = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript'))), '../bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail('The declarations could not be made.');
}

function sourceOf(entry) {
  return path.join(root, 'src', `${entry}.ts`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
