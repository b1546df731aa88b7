import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { validRange } from 'semver';

/** The package that a file belongs to, as its `package.json` says it. */
export interface PackageIdentity {
  readonly name: string;
  /** Absent in private packages, and where the `package.json` cannot be read. */
  readonly version: string | undefined;
}

/** Directory → package. Handed in by the caller, so that it lives as long as a program: a long-lived editor sees updates. */
export type PackageCache = Map<string, PackageIdentity | undefined>;

/** What Prisma calls the package that it generates into a folder of the program's own. */
const GENERATED_PRISMA_CLIENT = /^prisma-client-[\da-f]{64}$/;

/** Where TypeScript 7 has its compiler and the standard library: a package for each platform. */
const NATIVE_COMPILER = /^@typescript\/typescript-(?:aix|android|darwin|freebsd|linux|netbsd|openbsd|sunos|win32)-/;

const PACKAGE_ROOT = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))(?:\/|$)/;

/**
 * The package of a source file, by the compiler's file name (forward slashes). Inside `node_modules` it is the package's
 * root folder that counts; elsewhere the nearest `package.json` with a name, because the nameless `{"type":"module"}`
 * that packages put beside their build output names nothing. A client that Prisma generates there counts as `@prisma/client`.
 * Undefined where there is none.
 */
export function packageOfFile(fileName: string, cache: PackageCache): PackageIdentity | undefined {
  const [, root, installedAs] = PACKAGE_ROOT.exec(fileName) ?? [];
  if (root === undefined) return packageOfDirectory(dirname(fileName), cache);
  const known = cache.get(root);
  if (known) return known;
  const found = readPackage(root) ?? { name: installedAs ?? root, version: undefined };
  cache.set(root, found);
  return found;
}

/** `foo` for `@types/foo` and `@scope/foo` for `@types/scope__foo`: DefinitelyTyped's naming. */
export function describedPackage(name: string): string {
  if (!name.startsWith('@types/')) return name;
  const described = name.slice('@types/'.length);
  const [scope, rest] = described.split('__');
  return rest === undefined ? described : `@${scope ?? ''}/${rest}`;
}

/**
 * The range of versions that the nearest `package.json` which names a package asks for, above a folder of the program's own.
 * Undefined where that is no range (`workspace:*`), where the package is there under another name as well, and where one
 * further up sets its version for all.
 */
export function rangeAskedIn(folder: string, name: string): string | undefined {
  if (PACKAGE_ROOT.test(`${folder}/`)) return undefined;
  let range: string | undefined;
  for (let directory = folder; ; directory = dirname(directory)) {
    const { dependencies = {}, overridden = [] } = readManifest(directory) ?? {};
    // `"ai-6": "npm:ai@6"`: which of the two a file imports, the package does not say.
    const isAliased = Object.values(dependencies).some((each) => String(each).startsWith(`npm:${name}@`));
    if (isAliased || overridden.some((each) => isOf(each, name))) return undefined;
    const asked = dependencies[name];
    if (typeof asked === 'string') range ??= asked;
    if (dirname(directory) === directory) return range !== undefined && validRange(range) !== null ? range : undefined;
  }
}

/** `ai`, `ai@6`, `app>ai` and `app/ai`, by which npm, Yarn and pnpm set the version of a package. */
function isOf(override: string, name: string): boolean {
  return (
    override === name ||
    override.startsWith(`${name}@`) ||
    (/[/>]$/.test(override.slice(0, -name.length)) && override.endsWith(name))
  );
}

/** The package of a module specifier: `@scope/foo` for `@scope/foo/bar.js`. */
export function packageOfSpecifier(specifier: string): string {
  const segments = specifier.split('/');
  return segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function packageOfDirectory(directory: string, cache: PackageCache): PackageIdentity | undefined {
  if (cache.has(directory)) return cache.get(directory);
  const parent = dirname(directory);
  const found = readPackage(directory) ?? (parent === directory ? undefined : packageOfDirectory(parent, cache));
  cache.set(directory, found);
  return found;
}

/** What a `package.json` has. */
interface Manifest {
  /** Undefined where it has no name. */
  readonly identity: PackageIdentity | undefined;
  /** What it asks for of the packages that it is to run with. */
  readonly dependencies: Readonly<Record<string, unknown>>;
  /** The packages of which it sets the version for all. */
  readonly overridden: readonly string[];
}

/** By their directories, each with the time of its last change: what did not change since is not read again. */
const manifests = new Map<string, { readonly changedAt: number; readonly size: number; readonly manifest: Manifest }>();

/** How long ago a file must have been changed for its time to tell the next change apart, in milliseconds. */
const CLOCK_STEP = 100;

function readPackage(directory: string): PackageIdentity | undefined {
  return readManifest(directory)?.identity;
}

function readManifest(directory: string): Manifest | undefined {
  const path = join(directory, 'package.json');
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    const { ctimeMs: changedAt, size } = stats;
    const known = manifests.get(directory);
    if (known?.changedAt === changedAt && known.size === size) return known.manifest;
    const manifest = manifestIn(readFileSync(path, 'utf8'));
    if (manifest && Date.now() - changedAt > CLOCK_STEP) manifests.set(directory, { changedAt, size, manifest });
    return manifest;
  } catch {
    return undefined;
  }
}

function manifestIn(text: string): Manifest | undefined {
  const read: unknown = JSON.parse(text);
  if (!isObject(read)) return undefined;
  const { name, version, pnpm } = read;
  const identity = typeof name === 'string' ? identityOf(name, version) : undefined;
  const parts = [read.optionalDependencies, read.devDependencies, read.dependencies];
  const setters = [read.overrides, read.resolutions, isObject(pnpm) ? pnpm.overrides : undefined];
  return {
    identity,
    dependencies: Object.assign({}, ...parts.filter(isObject)) as Readonly<Record<string, unknown>>,
    overridden: setters.filter(isObject).flatMap((each) => Object.keys(each)),
  };
}

function identityOf(name: string, version: unknown): PackageIdentity {
  return {
    name: GENERATED_PRISMA_CLIENT.test(name) ? '@prisma/client' : NATIVE_COMPILER.test(name) ? 'typescript' : name,
    version: typeof version === 'string' ? version : undefined,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
