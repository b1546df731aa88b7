import { dirname, join } from 'node:path';
import { type ProjectFiles, realpathOf } from './project-files.ts';

/** The nearest folder with a `package.json`, at or above one. */
export function nearestManifest(folder: string, files: ProjectFiles): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (files.fileExists(join(at, 'package.json'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/**
 * The folders of the workspace's packages that the package of a folder depends on, also through others, each once: those
 * that `node_modules` links to, wherever they are.
 */
export function linkedPackagesOf(folder: string, files: ProjectFiles): readonly string[] {
  const manifest = nearestManifest(folder, files);
  if (manifest === undefined) return [];
  const seen = new Set([manifest]);
  const found: string[] = [];
  const visit = (from: string): void => {
    for (const name of dependencyNames(from, files)) {
      const linked = linkedPackage(name, from, files);
      if (linked === undefined || seen.has(linked)) continue;
      seen.add(linked);
      found.push(linked);
      visit(linked);
    }
  };
  visit(manifest);
  return found;
}

/** The names of the configurations in a folder, `tsconfig.json` before `tsconfig.build.json`. */
export function configNamesIn(folder: string, files: ProjectFiles): readonly string[] {
  const names = files.entriesOf(folder).files.filter((file) => /^tsconfig(?:\.[\w-]+)*\.json$/.test(file));
  return names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function dependencyNames(folder: string, files: ProjectFiles): readonly string[] {
  const manifest = manifestIn(folder, files);
  const names = dependencyFields.flatMap((field) => Object.keys(Object(manifest[field]) as object));
  return [...new Set(names)];
}

/** The folder that an installed package is a link to; undefined where it is not there, or no link out of `node_modules`. */
function linkedPackage(name: string, from: string, files: ProjectFiles): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const installed = join(at, 'node_modules', name);
    if (files.directoryExists(installed) || realpathOf(installed) !== installed) {
      const real = realpathOf(installed);
      return real === installed || real.split(/[\\/]/).includes('node_modules') ? undefined : real;
    }
    if (at === dirname(at)) return undefined;
  }
}

/** What the `package.json` of a folder has; nothing where there is none, or it cannot be read. */
export function manifestIn(folder: string, files: ProjectFiles): Readonly<Record<string, unknown>> {
  const text = files.readFile(join(folder, 'package.json'));
  try {
    const manifest: unknown = JSON.parse(text?.replace(/^\uFEFF/, '') ?? '{}');
    return typeof manifest === 'object' && manifest !== null ? { ...manifest } : {};
  } catch {
    return {};
  }
}
