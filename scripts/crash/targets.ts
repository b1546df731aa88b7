import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A published package that is installed somewhere, and its code. */
export interface Target {
  /** `zod@4.1.0`. */
  readonly name: string;
  readonly folder: string;
  /** Relative to the folder. */
  readonly files: readonly string[];
}

/** Larger files are bundles, of which a few would take most of the time. */
const MAX_BYTES = 100_000;

const isCode = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file);

/** The packages that are installed in some folders, each version once. */
export function targetsIn(installed: readonly string[]): readonly Target[] {
  const targets = new Map<string, Target>();
  for (const folder of installed.filter((each) => existsSync(each)))
    for (const name of namesIn(folder)) {
      const target = targetOf(join(folder, name));
      if (target && target.files.length > 0) targets.set(target.name, target);
    }
  return [...targets.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function namesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.flatMap(({ name }) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name];
  });
}

function targetOf(folder: string): Target | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  if (name === undefined || version === undefined) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
    if (!isCode(file) || file.includes('node_modules')) return false;
    const { size } = statSync(join(folder, file));
    return size > 0 && size <= MAX_BYTES;
  });
  return { name: `${name}@${version}`, folder, files: files.sort() };
}
