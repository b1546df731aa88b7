import { readFileSync } from 'node:fs';
import { intersects, satisfies, validRange } from 'semver';
import { describe, expect, it } from 'vitest';
import { agentSdks } from '../../src/models/agents/index.ts';
import { questions } from '../../src/models/agents/questions.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import { modelledPackages } from '../../src/models/packages.ts';
import { objectFactories, sharingEffects, singleClientObjects } from '../../src/models/sharing/single-client.ts';
import { builtInTokens } from '../../src/models/tokens/index.ts';

/** What Node and TypeScript declare comes with them. */
const isOfPlatform = (name: string): boolean => name.startsWith('node:') || name === 'typescript';

const references = referencesIn([
  builtInProtocols,
  agentSdks.filter((sdk) => sdk !== questions),
  builtInTokens,
  singleClientObjects,
  objectFactories,
  sharingEffects,
]);

describe('the table of modelled packages', () => {
  it('has exactly the packages that models of agents, sessions and tokens name', () => {
    const named = new Set(references.flatMap(({ packages }) => packages));

    expect(Object.keys(modelledPackages).sort()).toEqual([...named].filter((name) => !isOfPlatform(name)).sort());
  });

  it.each(Object.entries(modelledPackages))('gives %s a range: %s', (_name, range) => {
    expect(validRange(range)).not.toBeNull();
  });

  it('has versions of every range that a model names', () => {
    const outside = references.flatMap(({ packages, versions }) =>
      packages.filter((name) => versions !== undefined && !intersects(modelledPackages[name] ?? '', versions)),
    );

    expect(outside).toEqual([]);
  });

  it('has the versions that the tests run against', () => {
    const sdks = JSON.parse(readFileSync('tests/sdk/package.json', 'utf8')) as { dependencies: Record<string, string> };
    const outside = Object.entries(sdks.dependencies).filter(
      ([name, version]) => name in modelledPackages && !satisfies(version, modelledPackages[name] ?? ''),
    );

    expect(outside).toEqual([]);
  });
});

interface Reference {
  readonly packages: readonly string[];
  readonly versions?: string;
}

/** Every reference to exports in some data, however deep. */
function referencesIn(data: unknown): readonly Reference[] {
  if (typeof data !== 'object' || data === null) return [];
  const inner = Object.values(data).flatMap(referencesIn);
  return 'packages' in data ? [data as Reference, ...inner] : inner;
}
