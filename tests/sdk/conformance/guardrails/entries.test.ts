import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Guard } from '../../../../src/models/agents/agent-sdk.ts';
import { agentSdks } from '../../../../src/models/agents/index.ts';

interface Entry {
  readonly id: string;
}

/** An entry of the models, and those in it. */
function entriesIn(value: unknown): readonly Entry[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'id' in value && typeof value.id === 'string' ? [value as Entry] : [];
  return [...own, ...Object.values(value).flatMap(entriesIn)];
}

function isGuard(entry: Entry): entry is Guard {
  return 'shape' in entry && 'lets' in entry;
}

function sdkOf({ id }: Entry): string | undefined {
  return id.split('.')[0];
}

/** Those whose guards are not run, and why. */
const notRun = new Set(['claude-agent-sdk' /* the agent is a binary of its own, which is not installed */]);

describe('what is run', () => {
  const entries = agentSdks.flatMap(entriesIn);
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const proven = new Set(
    files
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .flatMap((text) => [...text.matchAll(/\bproves\(\s*'(?<id>[^']+)'/g)].flatMap(({ groups }) => groups?.id ?? [])),
  );

  it('is something that the models say', () => {
    const known = new Set(entries.map(({ id }) => id));
    expect([...proven].filter((id) => !known.has(id))).toEqual([]);
  });

  it('is every guard of the models', () => {
    const guards = entries.filter(isGuard).filter((guard) => !notRun.has(sdkOf(guard) ?? ''));
    expect(guards.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
  });
});
