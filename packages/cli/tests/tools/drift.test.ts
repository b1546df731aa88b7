import { describe, expect, it } from 'vitest';
import { driftOf } from '../../src/tools/drift.ts';
import type { ListedTool, Listing } from '../../src/tools/listing.ts';
import { differenceOf } from '../../src/tools/text-diff.ts';
import { documents, line } from './documents.ts';

const listing = (...tools: ListedTool[]): Listing => ({ name: 'desk', version: '1.0.0', tools });
const tool = { name: 'look_up', description: 'Looks up.', inputSchema: { type: 'object' } } as const;
const said = { reviewed: true, description: 'Looks up.', input_schema: { type: 'object' } } as const;
const registry = documents([line('look_up', 'read')], { look_up: said });

describe('driftOf', () => {
  it('is empty where the server says what was recorded', () => {
    expect(driftOf(registry, listing(tool))).toEqual({ drift: [], unrecorded: [] });
  });

  it.each([
    ['description', { ...tool, description: 'Looks up!' }, 'Looks up.', 'Looks up!'],
    ['description', { name: 'look_up', inputSchema: tool.inputSchema }, 'Looks up.', undefined],
    [
      'input_schema',
      { ...tool, inputSchema: { type: 'object', required: ['id'] } },
      { type: 'object' },
      { type: 'object', required: ['id'] },
    ],
    ['output_schema', { ...tool, outputSchema: {} }, undefined, {}],
    ['annotations', { ...tool, annotations: { destructiveHint: true } }, undefined, { destructiveHint: true }],
  ])('has a changed %s, with both states', (field, changed, before, after) => {
    expect(driftOf(registry, listing(changed)).drift).toEqual([
      { kind: 'changed', tool: 'look_up', field, before, after },
    ]);
  });

  it('has tools that are new, gone, or listed more than once', () => {
    const other = { name: 'drop', annotations: { readOnlyHint: true } };
    expect(driftOf(registry, listing(other)).drift).toEqual([
      { kind: 'removed', tool: 'look_up' },
      { kind: 'added', tool: 'drop', draft: 'read', after: other },
    ]);
    expect(driftOf(registry, listing(tool, { ...tool, description: 'Another.' })).drift).toEqual([
      { kind: 'repeated', tool: 'look_up' },
    ]);
  });

  it('sees a letter that looks the same', () => {
    const cyrillic = { ...tool, description: 'Lооks up.' };
    expect(driftOf(registry, listing(cyrillic)).drift).toHaveLength(1);
    expect(driftOf(registry, listing({ ...tool, name: 'lооk_up' })).drift.map(({ kind }) => kind)).toEqual([
      'removed',
      'added',
    ]);
  });

  it('names the lines of which nothing is recorded: they are not compared, and not clean either', () => {
    expect(driftOf(documents([line('look_up')]), listing(tool))).toEqual({ drift: [], unrecorded: ['look_up'] });
    const partly = documents([line('look_up'), line('constructor')], { look_up: said });
    expect(driftOf(partly, listing(tool, { name: 'constructor' })).unrecorded).toEqual(['constructor']);
  });
});

describe('differenceOf', () => {
  it('has the lines of a text that are gone and new, with those around them', () => {
    expect(differenceOf('One.\nTwo.\nThree.\nFour.\nFive.', 'One.\nTwo.\n3.\nFour.\nFive.')).toEqual([
      ' One.',
      ' Two.',
      '-Three.',
      '+3.',
      ' Four.',
      ' Five.',
    ]);
  });

  it('shows what is invisible, what turns text around, and what a terminal obeys', () => {
    const hidden = 'Adds.\u200b\u202e\u001b[31m\u{e0041}\ufe0f';
    expect(differenceOf('Adds.', hidden)).toEqual([
      '-Adds.',
      String.raw`+Adds.\u{200b}\u{202e}\u{1b}[31m\u{e0041}\u{fe0f}`,
    ]);
  });

  it('has objects as JSON with sorted properties', () => {
    expect(differenceOf({ b: 1, a: [2] }, { a: [2], b: 2 })).toEqual([
      '     2',
      '   ],',
      '-  "b": 1',
      '+  "b": 2',
      ' }',
    ]);
  });

  it('ends in time and length, whatever a server sends', () => {
    const text = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => String((index * seed) % 9973)).join('\n');
    const lines = differenceOf(text(7), text(11));
    expect(lines.length).toBeLessThanOrEqual(61);
  });
});
