import { describe, expect, it } from 'vitest';
import { protocolsOf } from '../../src/config/settings/settings.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import type { CalleeRef, Protocol } from '../../src/models/sessions/protocol.ts';
import { SdkDeclarations } from './sdk-declarations.ts';

const declarations = new SdkDeclarations();

/** Described from their declarations only: no installed package is of these versions. */
const notInstalled = new Set(['ai >=4.1.55 <5.0.79']);

function calleesOf({ factories = [], calls = [] }: Protocol): readonly CalleeRef[] {
  return [...factories, ...calls].map(({ callee }) => callee);
}

function isInstalled({ packages, versions }: CalleeRef): boolean {
  return !notInstalled.has(`${packages.join()} ${versions ?? ''}`);
}

/** Operations that only calls and awaits refer to. */
function impliedOps({ calls = [], awaits = [] }: Protocol): ReadonlySet<string> {
  return new Set([...calls, ...awaits].flatMap(({ op }) => op ?? []));
}

/** What the runtime's types have is asked of the checker: see `runtime-models.test.ts`. */
const ofSdks = builtInProtocols.filter(
  ({ subjects }) => !subjects.some((it) => it.packages.includes('@agent-safety/runtime')),
);

describe.each(ofSdks.map((protocol) => [protocol.id, protocol] as const))('%s', (_id, protocol) => {
  const subjects = protocol.subjects.flatMap((subject) => declarations.find(subject));
  const members = new Set(subjects.flatMap((subject) => [...declarations.membersOf(subject, protocol.views ?? [])]));

  it('names packages and exports that there are', () => {
    const refs = [...protocol.subjects, ...(protocol.inMemory ?? []), ...calleesOf(protocol)].filter(isInstalled);
    const missing = refs.flatMap(({ packages, names, ...rest }) => [
      ...packages.filter((name) => !declarations.isInstalled(name) && name !== '@openai/agents-core'),
      ...names.filter(
        (name) =>
          declarations.find({ packages, names: [name], ...rest }).length === 0 &&
          !declarations.exportsAs(name, { packages, names, ...rest }),
      ),
    ]);
    expect(missing).toEqual([]);
  });

  it('names methods that there are', () => {
    const missing = calleesOf(protocol).flatMap(({ method, ...ref }) =>
      method === undefined ||
      !isInstalled(ref) ||
      declarations.find(ref).some((it) => declarations.hasMember(it, method))
        ? []
        : [method],
    );
    expect(missing).toEqual([]);
  });

  it('says of every public method what it does', () => {
    const described = new Set([...Object.keys(protocol.ops), ...(protocol.neutral ?? []), ...(protocol.views ?? [])]);
    expect([...members].filter((name) => !described.has(name))).toEqual([]);
  });

  it('describes no method that there is not', () => {
    const implied = impliedOps(protocol);
    const described = [
      ...Object.keys(protocol.ops).filter((name) => !implied.has(name)),
      ...(protocol.neutral ?? []),
      ...(protocol.views ?? []),
    ];
    expect(described.filter((name) => !members.has(name))).toEqual([]);
    expect([...implied].filter((name) => !Object.hasOwn(protocol.ops, name))).toEqual([]);
  });

  it('says of every operation what happens in every state', () => {
    const cells = Object.entries(protocol.ops).flatMap(([name, op]) =>
      Object.keys(protocol.states).flatMap((state) =>
        op.from.includes(state) || op.misuse?.[state] !== undefined ? [] : [`${state}/${name}`],
      ),
    );
    expect(cells).toEqual([]);
  });

  it('is JSON', () => {
    expect(JSON.parse(JSON.stringify(protocol))).toEqual(protocol);
  });
});

it('are protocols by the rules for those in the settings', () => {
  const copies = builtInProtocols.map((protocol) => ({ ...protocol, id: `copy.${protocol.id}` }));
  expect(protocolsOf({ protocols: copies })).toHaveLength(2 * builtInProtocols.length);
});

it('have ids of their own', () => {
  expect(new Set(builtInProtocols.map(({ id }) => id)).size).toBe(builtInProtocols.length);
});
