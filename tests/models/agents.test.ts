import { describe, expect, it } from 'vitest';
import { agentSdks } from '../../src/models/agents/index.ts';
import type { AgentSdk, Guard } from '../../src/models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../src/models/sessions/protocol.ts';
import { isVersionIn } from '../../src/type-utils/versions.ts';
import { textOf } from '../meta/repository.ts';
import { modules, SdkDeclarations } from './sdk-declarations.ts';
import { claims, compare, lineOf, wrongIn } from './version-ranges.ts';

const declarations = new SdkDeclarations();

/** Packages that are matched where a program has them, and are not among those that the tests install. */
const notInstalled = [
  // Its types are looked at in `runtime-models.test.ts`.
  '@agent-safety/runtime',
  '@langchain/mcp-adapters',
  '@mastra/acp',
  '@openai/agents-extensions',
  'inquirer',
  '@inquirer/prompts',
  'enquirer',
  'prompts',
  'readline-sync',
  'consola',
  'electron',
  'vscode',
  'zx',
  'node:readline',
  'typescript',
];

const models = agentSdks
  .flatMap(calleesOf)
  .filter(({ callee }) => !notInstalled.some((name) => callee.packages.includes(name)))
  // Of versions that the tests do not install, the script that compares published packages reads the declarations.
  .filter(({ callee }) => callee.versions === undefined || isInstalled(callee));

describe.each(models.map(({ id, callee }) => [id, callee] as const))('%s', (_id, { method, ...ref }) => {
  it('names a package and an export that there are', () => {
    expect(declarations.find(ref)).not.toEqual([]);
  });

  it('names a method that there is', () => {
    const owners = declarations.find(ref);
    expect(method === undefined || owners.some((owner) => declarations.hasMember(owner, method))).toBe(true);
  });
});

it.each(modelledReleases())('has no option of %s that %s lacks, and lacks none that it has', (name, versions) => {
  const comparisons = versions.flatMap((version) => compare(declarations, { package: name, version }));
  expect(comparisons.length).toBeGreaterThan(0);
  expect(wrongIn(comparisons).map(lineOf)).toEqual([]);
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

/**
 * The packages of the models that are installed for the tests, with their versions. Of those that others bring, and of the
 * alias for an early version of the MCP SDK, only some modules are read.
 */
function modelledReleases(): readonly (readonly [string, readonly string[]])[] {
  const named = new Set(claims.flatMap(({ callee }) => callee.packages));
  const { dependencies } = JSON.parse(textOf('tests/sdk/package.json')) as { dependencies: Record<string, string> };
  const versions = new Map<string, string[]>();
  for (const [name, range] of Object.entries(dependencies)) {
    const [, aliased = name, version = range] = /^npm:(.+)@(.+)$/.exec(range) ?? [];
    const isRead = aliased === name || modules.includes(name);
    if (named.has(aliased) && isRead) versions.set(aliased, [...(versions.get(aliased) ?? []), version]);
  }
  return [...versions];
}

function isInstalled({ packages, versions: range }: CalleeRef): boolean {
  return modelledReleases().some(
    ([name, versions]) => packages.includes(name) && versions.some((version) => isVersionIn(version, range)),
  );
}

function calleesOf(sdk: AgentSdk): readonly { readonly id: string; readonly callee: CalleeRef }[] {
  const { tools = [], toolSets = [], agentTools = [], agents = [], parts = [], runs = [] } = sdk;
  const { invocations = [], decisions = [], approvals = [], relays = [] } = sdk;
  const { remotes = [], registries = [], lookUps = [], lendings = [], backends = [] } = sdk;
  return [...tools, ...toolSets, ...agentTools, ...agents, ...parts, ...runs, ...invocations, ...decisions].concat(
    approvals,
    relays,
    remotes,
    registries,
    lookUps,
    lendings,
    backends,
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
  backends = [],
}: AgentSdk): Guard[] {
  const owners = [...tools, ...toolSets, ...agentTools, ...agents, ...runs, ...remotes, ...backends];
  return [...owners.flatMap(({ guards = [] }) => guards), ...parts.map(({ guard }) => guard)];
}
