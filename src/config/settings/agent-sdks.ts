import { agentSdks } from '../../models/agents/index.ts';
import type { AgentSdk } from '../../models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../models/sessions/protocol.ts';
import { calleeRef, checkVersions, exportRef, ownSettingsIn, SETTINGS_PATH, versions } from './settings.ts';
import { checkShape, mistake, type Shape } from './shape.ts';

/** What the guardrail rules know: the SDKs, and the functions that the user says decide. */
export interface AgentSettings {
  readonly sdks: readonly AgentSdk[];
  /** Functions that decide: their result is branched on, they throw, or they run what they are given. */
  readonly guards: readonly CalleeRef[];
}

const text: Shape = { kind: 'text' };
const texts: Shape = { kind: 'list', of: text };
const flag: Shape = { kind: 'flag' };
const callees: Shape = { kind: 'list', of: calleeRef };

const argument: Shape = {
  kind: 'any',
  of: [{ kind: 'number' }, { kind: 'choice', of: ['receiver'] }],
  text: 'the number of an argument, counted from 0, or "receiver"',
};
const place: Shape = { kind: 'object', required: { argument }, optional: { path: texts, versions } };
const places: Shape = { kind: 'list', of: place };

const answerPart: Shape = {
  kind: 'object',
  required: { path: texts },
  optional: {
    is: { kind: 'list', of: { kind: 'any', of: [text, flag], text: 'a text, `true` or `false`' }, atLeast: 1 },
  },
};

const answer: Shape = {
  kind: 'any',
  of: [
    text,
    flag,
    { kind: 'nothing' },
    {
      kind: 'object',
      required: {
        property: text,
        is: { kind: 'any', of: [text, flag], text: 'a text, `true` or `false`' },
      },
    },
    { kind: 'object', required: { without: texts } },
    { kind: 'object', required: { unless: { kind: 'list', of: answerPart, atLeast: 1 } } },
    { kind: 'object', required: { callsParameter: { kind: 'index' } } },
    { kind: 'object', required: { made: exportRef } },
    { kind: 'object', required: { export: exportRef } },
  ],
  text: 'an answer: a text, `true`, `false`, `null`, or one of `{ property, is }`, `{ without }`, `{ unless }`, `{ callsParameter }`, `{ made }`, `{ export }`',
};

const guard: Shape = {
  kind: 'object',
  required: {
    id: text,
    at: place,
    shape: { kind: 'choice', of: ['decision', 'by tool', 'hooks', 'list', 'servers', 'skip'] },
    lets: { kind: 'list', of: answer, atLeast: 1 },
    remedy: text,
  },
  optional: {
    versions,
    optOut: calleeRef,
    isGeneral: flag,
    among: texts,
    asked: {
      kind: 'object',
      required: { argument },
      optional: { path: texts, versions, beside: { kind: 'record', of: text } },
    },
    absent: { kind: 'choice', of: ['stops'] },
    failsOpen: {
      kind: 'object',
      required: {},
      optional: { unless: { kind: 'object', required: { property: text, is: text } } },
    },
    supersedes: {
      kind: 'object',
      required: { ids: texts, when: { kind: 'list', of: { kind: 'choice', of: ['fn', 'entry', 'lets'] } } },
      optional: { by: { kind: 'list', of: answer, atLeast: 1 } },
    },
    needs: { kind: 'object', required: { at: places, text } },
    reaches: { kind: 'list', of: { kind: 'choice', of: ['asTool', 'child'] } },
  },
};
const guards: Shape = { kind: 'list', of: guard };

const effect: Shape = {
  kind: 'object',
  required: {
    kind: {
      kind: 'choice',
      of: ['read-private', 'untrusted-input', 'write', 'delete', 'execute', 'egress', 'spend'],
    },
  },
  optional: { unless: { kind: 'object', required: { at: place, values: texts } }, by: place },
};

function model(required: Record<string, Shape>, optional: Record<string, Shape>): Shape {
  return {
    kind: 'list',
    of: { kind: 'object', required: { id: text, callee: calleeRef, ...required }, optional: { ...optional, versions } },
  };
}

const sdk: Shape = {
  kind: 'object',
  required: { id: text, name: text, source: text },
  optional: {
    tools: model(
      {},
      {
        name: place,
        handler: place,
        input: place,
        output: place,
        effect,
        defaultName: text,
        annotations: place,
        class: place,
        guards,
        returnsArgument: { kind: 'index' },
        members: { kind: 'object', required: { name: text, handler: text } },
        isLiteral: flag,
      },
    ),
    toolSets: model(
      {},
      {
        only: place,
        guards,
        gives: { kind: 'object', required: { tools: place }, optional: { beyond: texts } },
      },
    ),
    agentTools: model({}, { agent: place, named: place, guards }),
    remotes: model({ noun: text }, { name: place, defaultName: text, address: places, guards, isLiteral: flag }),
    agents: model(
      { noun: text, tools: places },
      {
        name: place,
        givenBy: places,
        active: place,
        denied: place,
        guards,
        parts: places,
        brings: texts,
        children: places,
        handsOverBy: text,
        standsFor: place,
        returns: { kind: 'object', required: { unlessToParent: place, unlessToPeers: place } },
        inherits: { kind: 'object', required: { only: place }, optional: { denied: place } },
        describedBy: places,
        unlessCalled: {
          kind: 'list',
          of: { kind: 'object', required: { callee: calleeRef }, optional: { given: places } },
        },
        isLiteral: flag,
      },
    ),
    parts: model({ guard }, { member: text, isInertByDefault: flag }),
    runs: model(
      { agent: place },
      { isRemote: flag, others: places, children: places, guards, parts: places, active: place },
    ),
    registries: model({ agents: place }, {}),
    lookUps: model({ name: place }, {}),
    lendings: model({ from: place, to: place, lets: place }, {}),
    invocations: model({ input: place }, { tool: place, name: place, asks: texts }),
    decisions: model({}, { goesOn: flag }),
    approvals: model({}, {}),
    relays: model({}, {}),
  },
};

const builtIn: AgentSettings = { sdks: agentSdks, guards: [] };
const cache = new WeakMap<object, AgentSettings>();

/**
 * The SDKs and guards that hold where these ESLint settings hold: the built-in ones, and those that
 * `settings['agent-safety'].agentSdks` and `.guards` describe. The same object for the same settings.
 *
 * @throws Error whose message names the place in the settings, what is wrong there and what is allowed
 */
export function agentSettingsOf(settings: unknown): AgentSettings {
  const own = ownSettingsIn(settings);
  if (!own || (own.agentSdks === undefined && own.guards === undefined)) return builtIn;
  let result = cache.get(own);
  if (!result) cache.set(own, (result = checked(own.agentSdks ?? [], own.guards ?? [])));
  return result;
}

function checked(givenSdks: unknown, givenGuards: unknown): AgentSettings {
  checkShape({ kind: 'list', of: sdk }, givenSdks, `${SETTINGS_PATH}.agentSdks`);
  checkShape(callees, givenGuards, `${SETTINGS_PATH}.guards`);
  // `checkShape` throws where this is not so.
  const sdks = givenSdks as readonly AgentSdk[];
  const calls = givenGuards as readonly CalleeRef[];
  const ids = new Set(agentSdks.flatMap(idsIn));
  for (const [index, each] of sdks.entries())
    for (const id of idsIn(each)) {
      if (ids.has(id))
        throw mistake(`${SETTINGS_PATH}.agentSdks[${index}]`, `uses the id "${id}", which something else has already`);
      ids.add(id);
    }
  checkVersions(sdks, `${SETTINGS_PATH}.agentSdks`);
  checkVersions(calls, `${SETTINGS_PATH}.guards`);
  return { sdks: sdks.length === 0 ? agentSdks : [...agentSdks, ...sdks], guards: calls };
}

function idsIn({ id, name: _name, source: _source, ...kinds }: AgentSdk): readonly string[] {
  return [
    id,
    ...Object.values(kinds).flatMap((models: readonly { readonly id: string }[] | undefined) =>
      (models ?? []).map((each) => each.id),
    ),
  ];
}
