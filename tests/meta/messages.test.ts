import { describe, expect, it } from 'vitest';
import { rules } from '../../src/rules/index.ts';

// What a message says to its reader is a fact and a remedy, never a reproach.
const blame = /\b(please|sorry|oops|you|your|forgot|forget|forgotten|mistake|careless|stupid|never ever|obviously)\b/i;

const messages = Object.entries(rules).flatMap(([rule, { messages }]) =>
  Object.entries<string>(messages).map(([id, text]) => ({ rule, id, text })),
);

describe.each(messages)('$rule: $id', ({ rule, id, text }) => {
  it('has an id in camel case that names the fault', () => {
    expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  it('is one or more sentences of at most 240 characters', () => {
    expect(text.length).toBeLessThanOrEqual(240);
    expect(text).toMatch(/^[A-Z`{]/);
    expect(text).toMatch(/\.$/);
    expect(text).not.toMatch(/\.\.$|\s{2}|\n/);
  });

  it('does not blame, and does not name its rule, which ESLint prints beside it', () => {
    expect(text).not.toMatch(blame);
    expect(text).not.toContain(rule);
  });

  it('has well-formed placeholders and backticks in pairs', () => {
    expect(text.replaceAll(/\{\{ ?[a-zA-Z]+ ?\}\}/g, '')).not.toMatch(/[{}]/);
    expect([...text.matchAll(/`/g)].length % 2).toBe(0);
  });
});

it('no two messages of a rule are the same', () => {
  for (const { messages: ofRule } of Object.values(rules)) {
    const texts = Object.values(ofRule);
    expect(texts).toEqual([...new Set(texts)]);
  }
});
