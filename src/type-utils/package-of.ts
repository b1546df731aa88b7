import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { validRange } from 'semver';
import { isVersionIn } from './versions.ts';

/** The package that a file belongs to, as its `package.json` says it. */
export interface PackageIdentity {
  readonly name: string;
  /** Absent in private packages, and where the `package.json` cannot be read. */
  readonly version: string | undefined;
  /** The ranges of versions that it asks for of other packages. */
  readonly dependencies: Readonly<Record<string, unknown>>;
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
  const found = readPackage(root) ?? { name: installedAs ?? root, version: undefined, dependencies: {} };
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
 * The range of versions that the `package.json` of a source file asks for of a package, where the version that is found is
 * not in it, so that the file is to run with another one. Undefined where it is, and where what it asks for is no range (`workspace:*`).
 */
export function rangeMissed(
  fileName: string,
  { package: name, version }: { readonly package: string; readonly version: string | undefined },
  cache: PackageCache,
): string | undefined {
  if (version === undefined || PACKAGE_ROOT.test(fileName)) return undefined;
  const { dependencies = {} } = packageOfFile(fileName, cache) ?? {};
  const range = dependencies[name];
  // `"ai-6": "npm:ai@6"`: which of the two a file imports, the package does not say.
  const isAliased = Object.values(dependencies).some((each) => String(each).startsWith(`npm:${name}@`));
  return !isAliased && typeof range === 'string' && validRange(range) !== null && !isVersionIn(version, range)
    ? range
    : undefined;
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

/** A `package.json` as it was read, and when it was last changed. */
interface Manifest {
  readonly changedAt: number;
  readonly size: number;
  readonly identity: PackageIdentity | undefined;
}

/** By their directories: what did not change since is not read again for the next program. */
const manifests = new Map<string, Manifest>();

/** The properties of a `package.json` by which it asks for other packages, the one that counts last. */
const dependencyKinds = ['peerDependencies', 'optionalDependencies', 'devDependencies', 'dependencies'];

/** How long ago a file must have been changed for its time to tell the next change apart, in milliseconds. */
const CLOCK_STEP = 100;

function readPackage(directory: string): PackageIdentity | undefined {
  const path = join(directory, 'package.json');
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    const { ctimeMs: changedAt, size } = stats;
    const known = manifests.get(directory);
    if (known?.changedAt === changedAt && known.size === size) return known.identity;
    const identity = identityIn(readFileSync(path, 'utf8'));
    if (Date.now() - changedAt > CLOCK_STEP) manifests.set(directory, { changedAt, size, identity });
    return identity;
  } catch {
    return undefined;
  }
}

function identityIn(text: string): PackageIdentity | undefined {
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest !== 'object' || manifest === null) return undefined;
  const { name, version, ...rest } = manifest as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return undefined;
  return {
    name: GENERATED_PRISMA_CLIENT.test(name) ? '@prisma/client' : NATIVE_COMPILER.test(name) ? 'typescript' : name,
    version: typeof version === 'string' ? version : undefined,
    dependencies: Object.assign({}, ...dependencyKinds.map((kind) => rest[kind])) as Readonly<Record<string, unknown>>,
  };
}
