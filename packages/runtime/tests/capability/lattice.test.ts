import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bottom,
  capsOf,
  defineAgent,
  defineTool,
  dynamicCaps,
  has,
  isSubset,
  join,
  meet,
  top,
} from '../../src/index.ts';
import type { AnyTool, CapabilitySet } from '../../src/index.ts';
import { anything } from '../fixtures.ts';
import { laws } from './laws.ts';

const tools = Array.from({ length: 6 }, (_, index) => toolNamed(`tool${index}`));
const set: fc.Arbitrary<CapabilitySet<unknown>> = fc.oneof(
  { weight: 8, arbitrary: fc.subarray(tools).map((some) => dynamicCaps(some)) },
  { weight: 1, arbitrary: fc.constantFrom<CapabilitySet<unknown>>(top, bottom) },
);
const lattice = { meet, join, isSubset, top, bottom };

describe('capabilities as values', () => {
  it.each(Object.entries(laws))('%s', (_name, law) => {
    fc.assert(
      fc.property(set, set, set, (a, b, c) => law<CapabilitySet<unknown>>(lattice, a, b, c)),
      { numRuns: 1000 },
    );
  });

  it('are what sets of tools are', () => {
    fc.assert(
      fc.property(fc.subarray(tools), fc.subarray(tools), (a, b) => {
        const [left, right] = [dynamicCaps(a), dynamicCaps(b)];
        for (const tool of tools) {
          expect(has(meet(left, right), tool)).toBe(a.includes(tool) && b.includes(tool));
          expect(has(join(left, right), tool)).toBe(a.includes(tool) || b.includes(tool));
        }
        expect(isSubset(left, right)).toBe(a.every((tool) => b.includes(tool)));
      }),
    );
  });

  it('are read from an agent, and hold a tool once', () => {
    const [first, second] = tools as [AnyTool, AnyTool];
    const agent = defineAgent({ name: 'a', tools: dynamicCaps([first, second]) });

    expect(capsOf(agent).tools).toEqual([first, second]);
    expect(dynamicCaps([first, first]).tools).toEqual([first]);
    expect([has(top, first), has(bottom, first), top.tools, bottom.tools]).toEqual([true, false, 'all', []]);
  });

  it('tell two tools of one name apart', () => {
    const twin = toolNamed('tool0');

    expect(has(dynamicCaps([twin]), tools[0]!)).toBe(false);
    expect(meet(dynamicCaps([twin]), dynamicCaps(tools)).tools).toEqual([]);
  });

  it('do not change', () => {
    const made = dynamicCaps(tools);

    expect([Object.isFrozen(made), Object.isFrozen(made.tools), Object.isFrozen(top)]).toEqual([true, true, true]);
  });
});

function toolNamed(name: string): AnyTool {
  return defineTool({ name, class: 'read', input: anything, guardrail: 'required', handler: () => name });
}
