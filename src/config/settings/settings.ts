import { resolve } from 'node:path';
import { memo } from '../../memo.ts';
import type { AgentSdk } from '../../models/agents/agent-sdk.ts';
import { agentSdks } from '../../models/agents/index.ts';
import { builtInProtocols } from '../../models/sessions/index.ts';
import type { CalleeRef, Protocol } from '../../models/sessions/protocol.ts';
import { builtInTokens } from '../../models/tokens/index.ts';
import type { TokenModel } from '../../models/tokens/token-model.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Policy } from '../policy/policy.ts';
import { policyAbove, policyIn } from '../policy/policy-file.ts';
import type { Registries } from '../registry/registry.ts';
import { registriesAbove, registriesIn } from '../registry/registry-file.ts';
import { type Path, problemsOf } from '../schema.ts';
import type { AnalysisSettings } from './analysis-settings.ts';
import { contradictionsIn } from './contradictions.ts';

/** What the guardrail rules know: the SDKs, and the functions that the user says decide. */
export interface AgentSettings {
  readonly sdks: readonly AgentSdk[];
  readonly guards: readonly CalleeRef[];
}

/**
 * The protocols that hold under some settings: the built-in ones, and those of the settings. The same array for the same
 * settings.
 *
 * @param settings the object in `settings['agent-safety']`, unchecked
 * @throws Error that names each place in the settings which is wrong, what is wrong there and what is allowed
 */
export function protocolsOf(settings: unknown): readonly Protocol[] {
  const { protocols } = checked(settings);
  return protocols ? withBuiltInProtocols(protocols) : builtInProtocols;
}

/** The tokens that are known under some settings, as `protocolsOf` has the protocols. */
export function tokensOf(settings: unknown): readonly TokenModel[] {
  const { tokens } = checked(settings);
  return tokens ? withBuiltInTokens(tokens) : builtInTokens;
}

/** The SDKs and guards that hold under some settings, as `protocolsOf` has the protocols. */
export function agentSettingsOf(settings: unknown): AgentSettings {
  const { guards = none, agentSdks: own = none } = checked(settings);
  return withBuiltInSdks(guards, own);
}

/**
 * The policy that holds for a file: the one that the settings name, from the working directory, or the nearest above the
 * file.
 *
 * @throws Error that names the setting, or each mistake of the policy file with its line
 */
export function policyOf(file: string, settings: unknown, cwd: string): Policy | undefined {
  const { policy } = checked(settings);
  return policy === undefined ? policyAbove(resolve(cwd, file)) : policyIn(resolve(cwd, policy));
}

/**
 * The tool registry that holds for a file: the one that the settings name, from the working directory, or the nearest above
 * the file.
 *
 * @throws Error that names the setting, or each mistake of the documents and reviews with its line
 */
export function registriesOf(file: string, settings: unknown, cwd: string): Registries | undefined {
  const { registry } = checked(settings);
  return registry === undefined
    ? registriesAbove(resolve(cwd, file))
    : registriesIn([registry].flat().map((path) => resolve(cwd, path)));
}

/**
 * The path of the `tsconfig.json` that the settings name, as it is written there.
 *
 * @throws Error that names the setting
 */
export function projectSettingOf(settings: unknown): string | undefined {
  return checked(settings).project;
}

const none: readonly never[] = [];
const place: Path = ['settings', 'agent-safety'];

const withBuiltInProtocols = memo((own: readonly Protocol[]) => [...builtInProtocols, ...own]);
const withBuiltInTokens = memo((own: readonly TokenModel[]) => [...builtInTokens, ...own]);
const withBuiltInSdks = memo((guards: readonly CalleeRef[], own: readonly AgentSdk[]): AgentSettings => {
  return { sdks: own.length > 0 ? [...agentSdks, ...own] : agentSdks, guards };
});

function checked(settings: unknown): AnalysisSettings {
  if (settings === undefined) return {};
  const isObject = typeof settings === 'object' && settings !== null;
  return isObject ? checkedOnce(settings) : validated(settings);
}

/** ESLint hands on one object for all files of a configuration. */
const checkedOnce = memo((settings: object) => validated(settings));

function validated(settings: unknown): AnalysisSettings {
  const invalid = problemsOf('settings', settings, place);
  // What the schema has nothing against is of the type from which it was made.
  const given = settings as AnalysisSettings;
  const problems = invalid.length > 0 ? invalid : [...contradictionsIn(given, place)];
  if (problems.length === 0) return given;
  throw new ConfigurationError(`eslint-plugin-agent-safety: ${problems.map(({ text }) => text).join('\n')}`);
}
