import { agentSdks } from '../../models/agents/index.ts';
import type { AgentSdk } from '../../models/agents/agent-sdk.ts';
import { builtInProtocols } from '../../models/sessions/index.ts';
import { builtInTokens } from '../../models/tokens/index.ts';
import {
  interfacePaths,
  modelledPackages,
  namesWithoutAgents,
  pathsWithoutAgents,
  wordsOfAgents,
} from '../../models/packages.ts';
import type { Protocol } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import type { Resolution, ts } from '../../type-utils/index.ts';
import { importsOfPackage, isVersionIn, missedRangeAt } from '../../type-utils/index.ts';

/** Why nothing, or not all, of an SDK is checked. */
export type UnresolvedReason =
  'notInstalled' | 'untyped' | 'unresolvedPath' | 'missingPath' | 'outOfRange' | 'otherVersion';

/** An SDK that is modelled and that a program imports, but not as the models know it. */
export interface UnresolvedSdk {
  readonly package: string;
  readonly reason: UnresolvedReason;
  /** The version that is installed. */
  readonly version: string | undefined;
  /** The semver range of the versions that are known, or of those that the `package.json` asks for. */
  readonly range: string | undefined;
  /** The first import of it, in the order of the files' paths. */
  readonly specifier: ts.StringLiteralLike;
  /** How many files import it so. */
  readonly files: number;
}

const reasons = {
  missing: 'notInstalled',
  untyped: 'untyped',
  mode: 'unresolvedPath',
  path: 'missingPath',
} as const satisfies Partial<Record<Resolution['is'], UnresolvedReason>>;

/**
 * The SDKs that a program imports and that are not installed, have no declarations, or are of a version that no model
 * describes or the `package.json` does not ask for: of these the rules see nothing, or may be wrong. From the program, and so
 * the same whichever files are linted, and in whatever order. What resolves to sources of the project or its workspace has no
 * version to compare.
 *
 * @param sdks the built-in ones and those of the user's settings, whose packages have no range
 */
export function unresolvedSdksOf(
  program: ts.Program,
  sdks: readonly AgentSdk[] = agentSdks,
  protocols: readonly Protocol[] = builtInProtocols,
): readonly UnresolvedSdk[] {
  return packagesOf(sdks, protocols).flatMap((name) => unresolvedIn(program, name));
}

/** The packages that some models describe, each once. */
export function packagesOf(...models: readonly (readonly unknown[])[]): readonly string[] {
  const own = models.filter((each) => each !== agentSdks && each !== builtInProtocols && each !== builtInTokens);
  return [...new Set([...Object.keys(modelledPackages), ...own.flatMap(packagesIn)])];
}

const unresolvedIn = memo((program: ts.Program, name: string): readonly UnresolvedSdk[] => {
  const range = Object.hasOwn(modelledPackages, name) ? modelledPackages[name] : undefined;
  const found = new Map<string, UnresolvedSdk>();
  const files = new Map<string, Set<ts.SourceFile>>();
  for (const { file, specifier, names, resolution } of importsOfPackage(program, name)) {
    const version = 'version' in resolution ? resolution.version : undefined;
    const known = reasonOf(resolution, range);
    const asked = known ? undefined : missedRangeAt(specifier, { package: name, version }, program);
    const reason = known ?? (asked === undefined ? undefined : 'otherVersion');
    if (!reason || (reason === 'missingPath' && (names?.length === 0 || isInternal(specifier.text, name)))) continue;
    if (pathsWithoutAgents.some((path) => specifier.text === path || specifier.text.startsWith(`${path}/`))) continue;
    const isThere = reason === 'outOfRange' || reason === 'otherVersion';
    if (isThere && interfacePaths.includes(specifier.text)) continue;
    if ((isThere || reason === 'notInstalled') && isWithoutAgents(file, name, names, isThere)) continue;
    // Each part of a monorepo may ask for another range.
    const key = `${reason} ${asked ?? ''}`;
    const inFiles = files.get(key) ?? new Set();
    files.set(key, inFiles.add(file));
    const first = found.get(key) ?? { package: name, reason, version, range: asked ?? range, specifier, files: 0 };
    found.set(key, { ...first, files: inFiles.size });
  }
  return [...found.values()];
});

/** `@mastra/core/_types/…`, `ai/dist/…`: no model describes what packages keep to themselves. */
function isInternal(specifier: string, name: string): boolean {
  return /\/(?:_|(?:dist|src|lib|internal)(?:\/|$))/.test(specifier.slice(name.length));
}

/**
 * Whether what a file imports of a package takes neither tools nor sessions: names that take none in any version, and names that
 * the file does not use. What is only of its types may be of either. Of a package that is not there only names that take none
 * count, and what no name decides: the models of a provider.
 */
export function isWithoutAgents(
  { text }: ts.SourceFile,
  name: string,
  names: readonly string[] | undefined,
  isThere: boolean,
): boolean {
  const isSaid = wordsOfAgents.some(
    ({ of, word, isNamed }) => of.test(name) && !(isNamed && (!isThere || names === undefined)) && !word.test(text),
  );
  if (isSaid) return true;
  if (!names) return false;
  const isUsed = (each: string): boolean =>
    !/^\w+$/.test(each) ||
    (text.match(new RegExp(`\\b${each}\\b`, 'g')) ?? []).length > 1 ||
    new RegExp(`\\b${each}\\s+as\\b`).test(text);
  return (
    names.length > 0 &&
    names.every((each) => namesWithoutAgents[name]?.includes(each) === true || (isThere && !isUsed(each)))
  );
}

function reasonOf(resolution: Resolution, range: string | undefined): UnresolvedReason | undefined {
  if (resolution.is === 'own') return undefined;
  const version = 'version' in resolution ? resolution.version : undefined;
  if (version !== undefined && !isVersionIn(version, range)) return 'outOfRange';
  return resolution.is === 'typed' ? undefined : reasons[resolution.is];
}

/** The npm packages that models name, however deep. */
function packagesIn(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return [];
  const own = 'packages' in data && Array.isArray(data.packages) ? (data.packages as readonly string[]) : [];
  return [...own, ...Object.values(data).flatMap(packagesIn)].filter(
    (name) => !name.startsWith('node:') && name !== 'typescript',
  );
}
