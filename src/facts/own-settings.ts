import { validRange } from 'semver';
import { atKey, listed, mistake, type Shape } from './settings-shape.ts';

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
    if (key === 'versions' && typeof inner === 'string' && validRange(inner) === null)
      throw mistake(at, `must be a range of versions such as ">=1.2.0 <2.0.0", not "${inner}"`);
    checkVersions(inner, at);
  }
}
