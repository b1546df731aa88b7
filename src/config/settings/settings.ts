import { validRange } from 'semver';
import { atKey, listed, mistake, type Shape } from './shape.ts';

/** Where the settings of this plugin stand, as messages write it. */
export const SETTINGS_PATH = "settings['agent-safety']";

/** What the settings may have. */
const known = ['protocols', 'agentSdks', 'guards', 'tokens', 'policy'] as const;

const someTexts: Shape = { kind: 'list', of: { kind: 'text' }, atLeast: 1 };
const exportFields = { packages: someTexts, names: someTexts } as const;

/** An `ExportRef` of the models. */
export const exportRef: Shape = { kind: 'object', required: exportFields, optional: { versions: { kind: 'text' } } };

/** A `CalleeRef` of the models. */
export const calleeRef: Shape = {
  kind: 'object',
  required: exportFields,
  optional: { versions: { kind: 'text' }, method: { kind: 'text' } },
};

/** A `Versions` of the models. */
export const versions: Shape = {
  kind: 'any',
  of: [{ kind: 'text' }, { kind: 'record', of: { kind: 'text' }, atLeast: 1 }],
  text: 'a range of versions, or an object of ranges by the names of packages',
};

/**
 * The settings of this plugin, if there are any.
 *
 * @throws Error where they are no object, or have something that is not known
 */
export function ownSettingsIn(settings: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof settings !== 'object' || settings === null || !('agent-safety' in settings)) return undefined;
  const own: unknown = settings['agent-safety'];
  if (own === undefined) return undefined;
  if (typeof own !== 'object' || own === null) throw mistake(SETTINGS_PATH, 'must be an object');
  const unknownKey = Object.keys(own).find((key) => !known.some((name) => name === key));
  if (unknownKey !== undefined)
    throw mistake(`${SETTINGS_PATH}.${unknownKey}`, 'is not a setting that is known', listed(known, unknownKey));
  return own as Readonly<Record<string, unknown>>;
}

/**
 * Looks at every range of versions, wherever one stands.
 *
 * @throws Error that names the place of one that is none
 */
export function checkVersions(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : atKey(path, key);
    const ranges = key !== 'versions' ? [] : isRecord(inner) ? Object.entries(inner) : [[undefined, inner] as const];
    for (const [name, range] of ranges)
      if (typeof range === 'string' && validRange(range) === null)
        throw mistake(
          name === undefined ? at : atKey(at, name),
          `must be a range of versions such as ">=1.2.0 <2.0.0", not "${range}"`,
        );
    checkVersions(inner, at);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
