import { expect, it } from 'vitest';
import { withTables } from '../../scripts/guardrail-guide/tables.ts';
import { agentSdks } from '../../src/models/agents/index.ts';
import { textOf } from './repository.ts';

const page = textOf('docs/guides/which-guardrail-reaches-what.md');

it('the guide about guardrails shows what the models say', async () => {
  // `npm run docs` writes the tables.
  expect(await withTables(page)).toBe(page);
});

it('the guide has every guard of the models', () => {
  const ids = [...JSON.stringify(agentSdks).matchAll(/"id":"([^"]+)","at":/g)].map(([, id = '']) => id);

  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});

it('the guide has a place for the tables of every SDK, and for no others', async () => {
  const place = (name: string) => `<!-- begin generated: ${name} -->`;

  await expect(withTables(page.replace(place('mcp'), ''))).rejects.toThrow('no place for the tables of mcp');
  await expect(withTables(`${page}${place('mpc')}<!-- end generated -->`)).rejects.toThrow('no tables of mpc');
});
