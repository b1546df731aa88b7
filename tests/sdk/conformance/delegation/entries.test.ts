import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentSdks } from '../../../../src/models/agents/index.ts';

describe('what a test of a delegation names', () => {
  const known = new Set(
    [...JSON.stringify(agentSdks).matchAll(/"id":"(?<id>[^"]+)"/g)].map(({ groups }) => groups?.id),
  );
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const named = files
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/\b(?:proves\(|id:)\s*'(?<id>[^'.]+\.[^']+)'/g)].flatMap(({ groups }) => groups?.id ?? []),
    );

  it('is something that the models say', () => {
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });
});
