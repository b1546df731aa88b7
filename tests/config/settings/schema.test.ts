import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../../scripts/settings-schema/schema.ts';
import { textOf } from '../../meta/repository.ts';

const text = textOf('settings.schema.json');

/** Each object in a value, the value itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

describe('the schema of the settings', () => {
  it('is what the types say', async () => {
    // `npm run docs` writes it.
    expect(await settingsSchema()).toBe(text);
  });

  it('is a schema', () => {
    const formats = { 'semver-range': true } as const;
    const ajv = new Ajv2020({ strictTypes: false, formats, keywords: ['errorMessage'] });

    expect(ajv.compile(JSON.parse(text) as object)({ guards: [] })).toBe(true);
  });

  it('says of each choice between shapes in words what it wants', () => {
    const choices = objectsIn(JSON.parse(text)).filter((schema) => 'anyOf' in schema || 'oneOf' in schema);

    expect(choices.length).toBeGreaterThan(0);
    expect(choices.filter(({ errorMessage }) => !String(errorMessage).startsWith('must '))).toEqual([]);
  });

  it('is part of the package', () => {
    const manifest = JSON.parse(textOf('package.json')) as { files: string[]; exports: Record<string, unknown> };

    expect(manifest.files).toContain('settings.schema.json');
    expect(manifest.exports['./settings.schema.json']).toBe('./settings.schema.json');
  });
});

describe('the validator', () => {
  /** Whether a process has loaded it after some code, which has the functions that read settings. */
  function isLoadedAfter(code: string): string {
    const read = JSON.stringify(new URL('../../../src/config/settings/settings.ts', import.meta.url).href);
    const script = `
      import { createRequire } from 'node:module';
      const { agentSettingsOf, policyOf, protocolsOf, tokensOf } = await import(${read});
      ${code}
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      console.log(loaded.some((file) => file.includes('/ajv/')));
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    return stderr + stdout.trim();
  }

  it('is not loaded where there are no settings', () => {
    const all = `protocolsOf(undefined); tokensOf(undefined); agentSettingsOf(undefined); policyOf('/x.ts', undefined, '/');`;

    expect(isLoadedAfter(all)).toBe('false');
    expect(isLoadedAfter('protocolsOf({ protocols: [] });')).toBe('true');
  });
});
