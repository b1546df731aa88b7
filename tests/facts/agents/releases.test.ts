import { describe, expect, it } from 'vitest';
import { agentPlacesOf } from '../../../src/facts/agents/agent-lookup.ts';
import { absentPlaces, isInRelease, laterGuardOf, modelIn, wholeOf } from '../../../src/facts/agents/releases.ts';
import type { AgentModel, AgentSdk, CallModel, RunModel, ToolModel } from '../../../src/models/agents/agent-sdk.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { mastra } from '../../../src/models/agents/mastra.ts';

const callee = { packages: ['acme', 'acme-core'], names: ['defineTool'] };
const confirm = { id: 'acme.confirm', shape: 'decision', allowedBy: [null, false], remedy: 'confirm: true' } as const;

const model: ToolModel = {
  id: 'acme.tool',
  callee,
  name: { argument: 0, path: ['id'], versions: '>=1.0.0' },
  handler: { argument: 0, path: ['run'] },
  guards: [
    {
      ...confirm,
      at: { argument: 0, path: ['confirm'], versions: { acme: '>=2.0.0 <3.0.0', 'acme-core': '>=7.1.0' } },
    },
  ],
};

describe('what a release has', () => {
  it.each([
    ['>=2.0.0', 'acme', '2.0.0', true],
    ['>=2.0.0', 'acme', '1.9.9', false],
    ['>=2.0.0', 'acme', '2.0.0-beta.3', true],
    ['>=2.0.0', 'acme', undefined, true],
    [undefined, 'acme', '0.1.0', true],
    [{ acme: '>=2.0.0' }, 'acme', '1.0.0', false],
    [{ acme: '>=2.0.0' }, 'acme-core', '1.0.0', true],
  ])('%j, %s %s: %s', (versions, name, version, expected) => {
    expect(isInRelease(versions, { package: name, version })).toBe(expected);
  });
});

describe('a model in a release', () => {
  it('is the same object where the release has all of it', () => {
    expect(modelIn(model, { package: 'acme', version: '2.5.0' })).toBe(model);
    expect(modelIn(model, { package: 'acme', version: undefined })).toBe(model);
    expect(modelIn(model, undefined)).toBe(model);
  });

  it('lacks the guards that a later version added, by the version of the package that is matched', () => {
    expect(modelIn(model, { package: 'acme', version: '1.5.0' })?.guards).toEqual([]);
    expect(modelIn(model, { package: 'acme-core', version: '1.5.0' })?.guards).toEqual([]);
    expect(modelIn(model, { package: 'acme-core', version: '7.1.0' })?.guards).toHaveLength(1);
  });

  it('lacks the guards that a later version removed', () => {
    expect(modelIn(model, { package: 'acme', version: '3.0.0' })?.guards).toEqual([]);
  });

  it('lacks places of its own, and keeps the others', () => {
    const early = modelIn(model, { package: 'acme', version: '0.9.0' });
    expect(early?.name).toBeUndefined();
    expect(early?.handler).toBe(model.handler);
  });

  it('is the same object for the same release, and names the whole one', () => {
    const early = modelIn(model, { package: 'acme', version: '1.5.0' });
    expect(modelIn(model, { package: 'acme', version: '1.5.0' })).toBe(early);
    expect(early && wholeOf(early)).toBe(model);
  });

  it('is not there where the release lacks what it describes', () => {
    const late: AgentModel = { id: 'acme.Worker', callee, noun: 'the worker', tools: [], versions: '>=4' };
    expect(modelIn(late, { package: 'acme', version: '3.9.0' })).toBeUndefined();
    expect(modelIn(late, { package: 'acme', version: '4.0.0' })).toBe(late);
  });

  it('names the guards that a later version has, and not those that an earlier one had', () => {
    const early = modelIn(model, { package: 'acme', version: '1.5.0' });
    const late = modelIn(model, { package: 'acme', version: '3.0.0' });
    expect(early && laterGuardOf(early)).toMatchObject({ guard: { id: 'acme.confirm' }, since: '2.0.0' });
    expect(late && laterGuardOf(late)).toBeUndefined();
  });

  it('lists the places that the release lacks', () => {
    const absent = absentPlaces(model, { package: 'acme', version: '0.9.0' });
    expect(absent.map(({ at, guard, key }) => [at.path?.join('.'), guard?.id, key])).toEqual([
      ['id', undefined, 'name'],
      ['confirm', 'acme.confirm', 'at'],
    ]);
  });
});

it.each([
  ['0.14.1', [], { argument: 0, path: ['context'] }],
  ['0.18.0', ['mastra.requireApproval'], { argument: 0, path: ['context'] }],
  ['1.0.0', ['mastra.requireApproval'], undefined],
])('Mastra %s has its approvals and the input of a handler where they are', (version, guards, given) => {
  const [tool] = mastra.tools;
  const found: ToolModel | undefined = modelIn(tool, { package: '@mastra/core', version });
  expect(found?.guards?.map(({ id }) => id)).toEqual(guards);
  expect(found?.given).toEqual(given === undefined ? undefined : expect.objectContaining(given));
});

describe('where a run is given its agents', () => {
  const run: RunModel = {
    id: 'acme.Runner',
    callee,
    agent: { argument: 0, path: ['agent'], versions: '>=2.0.0' },
    others: [{ argument: 0, path: ['modes', '*', 'agent'] }],
  };

  it.each([
    ['1.9.0', ['modes.*.agent']],
    ['2.0.0', ['agent', 'modes.*.agent']],
  ])('%s: %j', (version, expected) => {
    const inRelease = modelIn(run, { package: 'acme', version });
    expect(inRelease && pathsOf(inRelease)).toEqual(expected);
  });

  it.each(agentSdks.flatMap(({ runs = [] }: AgentSdk) => runs.map((each): [string, RunModel] => [each.id, each])))(
    'is known of %s in every version',
    (_id, { versions: _versions, ...always }) => {
      for (const name of always.callee.packages)
        for (const version of ['0.0.1', '999.0.0']) {
          const inRelease = modelIn(always, { package: name, version });
          expect(inRelease && pathsOf(inRelease), `${name} ${version}`).not.toEqual([]);
        }
    },
  );
});

function pathsOf(run: RunModel): readonly string[] {
  return agentPlacesOf(run).map(({ path = [] }) => path.join('.'));
}

/** The fields that an entry cannot do without, by its kind: no version can lack them. */
const required: Readonly<Record<string, readonly string[]>> = {
  agents: ['tools'],
  registries: ['agents'],
  lookUps: ['name'],
  lendings: ['from', 'to', 'lends'],
  invocations: ['input'],
};

describe.each(agentSdks.map((sdk) => [sdk.id, sdk] as const))('the built-in models of %s', (_id, sdk) => {
  it('have no range where an entry cannot do without', () => {
    const models = Object.entries(sdk).flatMap(([kind, entries]: readonly [string, unknown]) =>
      Array.isArray(entries) ? entries.map((entry: CallModel) => ({ fields: required[kind] ?? [], entry })) : [],
    );
    for (const { entry, fields } of models)
      for (const name of entry.callee.packages)
        for (const version of ['0.0.1', '999.0.0']) {
          const { versions: _versions, ...always } = entry;
          const reduced = modelIn(always, { package: name, version });
          expect(Object.keys(reduced ?? {}), `${entry.id} in ${name} ${version}`).toEqual(
            expect.arrayContaining([...fields]),
          );
        }
  });
});
