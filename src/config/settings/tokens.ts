import { builtInTokens } from '../../models/tokens/index.ts';
import type { TokenModel } from '../../models/tokens/token-model.ts';
import { calleeRef, checkVersions, exportRef, ownSettingsIn, SETTINGS_PATH } from './settings.ts';
import { atKey, checkShape, mistake, type Shape } from './shape.ts';

const index: Shape = { kind: 'index' };
const agent: Shape = {
  kind: 'any',
  of: [index, { kind: 'choice', of: ['receiver'] }],
  text: 'the number of an argument, counted from 0, or "receiver"',
};
const subject = { tool: index, args: index, agent } as const;

const tokenShape: Shape = {
  kind: 'object',
  required: {
    id: { kind: 'text' },
    noun: { kind: 'text' },
    types: { kind: 'list', of: exportRef, atLeast: 1 },
    mints: { kind: 'list', of: { kind: 'object', required: { callee: calleeRef }, optional: subject }, atLeast: 1 },
    spends: {
      kind: 'list',
      of: { kind: 'object', required: { callee: calleeRef, token: index }, optional: subject },
    },
    source: { kind: 'text' },
  },
  optional: {
    brand: exportRef,
    makers: { kind: 'list', of: calleeRef },
    owners: { kind: 'list', of: { kind: 'object', required: { callee: calleeRef, agent: index } } },
  },
};

const cache = new WeakMap<object, readonly TokenModel[]>();

/**
 * The tokens that are known where these ESLint settings hold: the built-in ones, and those that
 * `settings['agent-safety'].tokens` describes. The same array for the same settings.
 *
 * @throws Error whose message names the place in the settings, what is wrong there and what is allowed
 */
export function tokensOf(settings: unknown): readonly TokenModel[] {
  const given = ownSettingsIn(settings)?.tokens;
  if (given === undefined) return builtInTokens;
  const path = `${SETTINGS_PATH}.tokens`;
  if (!Array.isArray(given)) throw mistake(path, 'must be a list of tokens');
  let tokens = cache.get(given);
  if (!tokens) {
    checkShape({ kind: 'list', of: tokenShape }, given, path);
    // `checkShape` throws where this is not so.
    const described = given as readonly TokenModel[];
    described.forEach((token, position) => {
      checkToken(token, described.slice(0, position), `${path}[${String(position)}]`);
    });
    checkVersions(described, path);
    cache.set(given, (tokens = [...builtInTokens, ...described]));
  }
  return tokens;
}

function checkToken(token: TokenModel, before: readonly TokenModel[], path: string): void {
  if ([...builtInTokens, ...before].some(({ id }) => id === token.id))
    throw mistake(atKey(path, 'id'), `"${token.id}" names another token already`);
}
