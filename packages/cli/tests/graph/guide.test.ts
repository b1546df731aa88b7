import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphCommand } from '../../src/graph/command.ts';
import type { GraphReport } from '../../src/graph/report-types.ts';
import { reportWith } from './reports.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const guide = readFileSync(path.join(root, 'docs/guides/command-line.md'), 'utf8');

describe('the guide about the graph', () => {
  it('shows the graph that is printed', async () => {
    const [, shown] = /```mermaid\n([\s\S]*?)```/.exec(guide) ?? [];
    const { text } = await graphCommand([path.join(root, 'examples/unsafe/order-desk.ts')], {});
    expect(shown).toBe(text);
  });

  it('names the fields of each list, and no others', async () => {
    const [, section = ''] = guide.split('### The JSON of the graph');
    const { text } = await graphCommand([path.join(root, 'examples')], { format: 'json' });
    const report = JSON.parse(text) as GraphReport;
    for (const list of ['agents', 'tools', 'delegations', 'findings'] as const) {
      const [, table = ''] = section.split(`\n\`${list}\`:\n`);
      const named = [...(table.split(/\n\n(?!\|)/)[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, field]) => field);
      expect(report[list].length).toBeGreaterThan(0);
      expect([...named].sort()).toEqual(Object.keys(report[list][0]!).sort());
      // What the tests of the pictures are made with has the same form.
      expect(Object.keys(reportWith({ agents: 20 })[list][0]!).sort()).toEqual([...named].sort());
    }
  });
});
