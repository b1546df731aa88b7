import { coerce, gt, minVersion } from 'semver';
import type { CallModel, Guard, Place } from '../../models/agents/agent-sdk.ts';
import type { Versions } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import type { Origin } from '../../type-utils/index.ts';
import { isVersionIn } from '../../type-utils/index.ts';

/** A package in the version that is installed. */
export type Release = Pick<Origin, 'package' | 'version'>;

/** A place of a model that an installed version does not have. */
export interface AbsentPlace {
  readonly at: Place;
  /** The guard that would stand there. */
  readonly guard: Guard | undefined;
  /** The property of the model that it is in: `active`, `builtIn.tools`. */
  readonly key: string;
  readonly versions: Versions;
}

/**
 * Whether a release has something, by the versions that its model gives. Where the version is not known, as that of an
 * SDK's own sources, it has everything; a prerelease also has what the version that it precedes has.
 */
export function isInRelease(versions: Versions | undefined, release: Release | undefined): boolean {
  const range = release && rangeFor(versions, release);
  if (range === undefined || release?.version === undefined) return true;
  return isVersionIn(release.version, range) || isVersionIn(coerce(release.version)?.version, range);
}

/** The version that brought something, where its range starts at one: `7.0.0` for `>=7.0.0`. */
export function firstVersionOf(versions: Versions, release: Release): string | undefined {
  const range = rangeFor(versions, release);
  const first = range === undefined ? undefined : minVersion(range)?.version;
  return first === '0.0.0' ? undefined : first;
}

function rangeFor(versions: Versions | undefined, release: Release): string | undefined {
  return typeof versions === 'object' ? versions[release.package] : versions;
}

const reduced = new WeakMap<CallModel, { readonly model: CallModel; readonly release: Release }>();

/**
 * A model without the options that the release does not have, so that what is given there guards nothing and takes nothing
 * away. Undefined where the release lacks what the model describes. The same object for the same release.
 */
export function modelIn<M extends CallModel>(model: M, release: Release | undefined): M | undefined {
  if (release?.version === undefined || !isRanged(model)) return model;
  return inVersion(model, release.package, release.version) as M | undefined;
}

const inVersion = memo((model: CallModel, name: string, version: string) => {
  const release: Release = { package: name, version };
  const inRelease = without(model, release) as CallModel | undefined;
  if (inRelease && inRelease !== model) reduced.set(inRelease, { model, release });
  return inRelease;
});

/** The model as it is for all versions, of one that `modelIn` gave. */
export function wholeOf<M extends CallModel>(model: M): M {
  return (reduced.get(model)?.model ?? model) as M;
}

/** A guard that a later version has, of a model that `modelIn` gave: where to find one that the installed version lacks. */
export function laterGuardOf(
  model: CallModel,
): { readonly guard: Guard; readonly release: Release; readonly since: string } | undefined {
  const { model: whole, release } = reduced.get(model) ?? {};
  if (!whole || !release) return undefined;
  for (const { guard, versions } of absentPlaces(whole, release)) {
    const since = firstVersionOf(versions, release);
    if (guard && !guard.isGeneral && guard.shape !== 'skip' && since !== undefined && isLater(since, release))
      return { guard, release, since };
  }
  return undefined;
}

/** Whether a version comes after the installed one. */
export function isLater(version: string, release: Release): boolean {
  return release.version !== undefined && gt(version, release.version);
}

/** The places of a model that a release does not have. */
export function absentPlaces(model: CallModel, release: Release | undefined): readonly AbsentPlace[] {
  if (release?.version === undefined || !isRanged(model)) return [];
  return placedIn(model).flatMap(({ at, guard, key }) => {
    const { versions } = at;
    return versions !== undefined && !isInRelease(versions, release) ? [{ at, guard, key, versions }] : [];
  });
}

/** The places of a model, in the order of its text: all of them, or those that are part of some guards. */
export function placesIn(
  model: CallModel,
  isWanted: (guard: Guard | undefined) => boolean = () => true,
): readonly Place[] {
  return placedIn(model).flatMap(({ at, guard }) => (isWanted(guard) ? [at] : []));
}

/**
 * Places that are no options of the call: in other calls (that which makes a server, those that may decide for an agent), and
 * in what a handler is given and returns.
 */
const beside: ReadonlySet<string> = new Set(['given', 'returned', 'served', 'unlessCalled']);

function placedIn(model: CallModel): readonly Omit<AbsentPlace, 'versions'>[] {
  const found: Omit<AbsentPlace, 'versions'>[] = [];
  const visit = (value: unknown, key: string, guard: Guard | undefined): void => {
    if (!isRecord(value) || isExport(value)) return;
    if (isPlace(value)) {
      found.push({ at: value, guard, key });
      return;
    }
    // Of a guard only its own place is one in the program; what its function is given is not.
    if (isGuard(value)) visit(value.at, 'at', value);
    else
      for (const [name, inner] of Object.entries(value))
        if (!beside.has(name))
          visit(inner, Array.isArray(value) ? key : key === 'builtIn' ? `${key}.${name}` : name, guard);
  };
  visit(model, '', undefined);
  return found;
}

/** Whether anything in a model is in some versions only. Most models have nothing like that. */
const isRanged = memo((model: CallModel) => hasVersions(model));

function hasVersions(value: unknown): boolean {
  if (!isRecord(value) || isExport(value)) return false;
  return value.versions !== undefined || Object.values(value).some(hasVersions);
}

/** A copy without what the release lacks; itself where it lacks nothing. What needs a place that is lacking goes with it. */
function without(value: unknown, release: Release): unknown {
  if (!isRecord(value) || isExport(value)) return value;
  if (Array.isArray(value)) {
    const parts = value.map((each: unknown) => without(each, release));
    return parts.every((each, index) => each === value[index]) ? value : parts.filter((each) => each !== undefined);
  }
  if (!isInRelease(value.versions as Versions | undefined, release)) return undefined;
  const entries = Object.entries(value).map(([key, inner]) => [key, inner, without(inner, release)] as const);
  if (entries.every(([, inner, kept]) => inner === kept)) return value;
  if (
    entries.some(([key, inner, kept]) => inner !== undefined && kept === undefined && (key === 'at' || key === 'guard'))
  )
    return undefined;
  return Object.fromEntries(entries.flatMap(([key, , kept]) => (kept === undefined ? [] : [[key, kept]])));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** An `ExportRef` has a range of its own, by which it is matched. */
function isExport(value: Readonly<Record<string, unknown>>): boolean {
  return 'packages' in value && 'names' in value;
}

function isPlace(value: object): value is Place {
  return 'argument' in value;
}

function isGuard(value: object): value is Guard {
  return 'at' in value && 'shape' in value;
}
