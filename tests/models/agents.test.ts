import { describe, expect, it } from 'vitest';
import { agentSdks } from '../../src/models/agents/index.ts';
import type { AgentSdk, Guard } from '../../src/models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../src/models/protocol.ts';
import { SdkDeclarations } from './sdk-declarations.ts';

const declarations = new SdkDeclarations();

/** Packages that are matched where a program has them, and are not among those that the tests install. */
const notInstalled = [
  // Its types are looked at in `runtime-models.test.ts`.
  'agent-safety',
  '@langchain/mcp-adapters',
  '@mastra/acp',
  '@openai/agents-extensions',
  'inquirer',
  '@inquirer/prompts',
  'node:readline',
  'typescript',
];

const models = agentSdks
  .flatMap(calleesOf)
  .filter(({ callee }) => !notInstalled.some((name) => callee.packages.includes(name)));

describe.each(models.map(({ id, callee }) => [id, callee] as const))('%s', (_id, { method, ...ref }) => {
  it('names a package and an export that there are', () => {
    expect(declarations.find(ref)).not.toEqual([]);
  });

  it('names a method that there is', () => {
    const owners = declarations.find(ref);
    expect(method === undefined || owners.some((owner) => declarations.hasMember(owner, method))).toBe(true);
  });
});

it('gives every model and guard a name of its own', () => {
  const ids = agentSdks.flatMap(calleesOf).map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('refers only to guards that there are', () => {
  const guards = agentSdks.flatMap(guardsOf);
  const known = new Set(guards.map(({ id }) => id));
  const referred = [
    ...guards.flatMap(({ supersedes }) => supersedes?.ids ?? []),
    ...agentSdks.flatMap(({ invocations = [] }) => invocations.flatMap(({ asks = [] }) => asks)),
  ];
  expect(referred.filter((id) => !known.has(id))).toEqual([]);
});

function calleesOf(sdk: AgentSdk): readonly { readonly id: string; readonly callee: CalleeRef }[] {
  const { tools = [], toolSets = [], agentTools = [], agents = [], parts = [], runs = [] } = sdk;
  const { invocations = [], decisions = [], approvals = [], relays = [] } = sdk;
  const { remotes = [], registries = [], lookUps = [], lendings = [] } = sdk;
  return [...tools, ...toolSets, ...agentTools, ...agents, ...parts, ...runs, ...invocations, ...decisions].concat(
    approvals,
    relays,
    remotes,
    registries,
    lookUps,
    lendings,
  );
}

function guardsOf({
  tools = [],
  toolSets = [],
  agentTools = [],
  agents = [],
  parts = [],
  runs = [],
  remotes = [],
}: AgentSdk): Guard[] {
  const owners = [...tools, ...toolSets, ...agentTools, ...agents, ...runs, ...remotes];
  return [...owners.flatMap(({ guards = [] }) => guards), ...parts.map(({ guard }) => guard)];
}
