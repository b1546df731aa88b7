import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parsePolicy } from '../../../src/config/policy/parse.ts';
import { effectsStated, type Grant, isExpired, isMatch } from '../../../src/config/policy/policy.ts';

describe('a pattern', () => {
  it.each([
    ['issue_refund', 'issue_refund', true],
    ['issue_refund', 'issue_refunds', false],
    ['lookup_*', 'lookup_order', true],
    ['lookup_*', 'lookup_', true],
    ['lookup_*', 'Lookup_order', false],
    ['lookup_*', 'my_lookup_order', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['*_file', 'delete_file', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*a*b*', 'xbxaxb', true],
    ['*a*b*', 'xbxa', false],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['mcp__*__read', 'mcp__files__read', true],
    ['a**b', 'ab', true],
  ])('%s and %s: %s', (pattern, name, is) => {
    expect(isMatch(pattern, name)).toBe(is);
  });

  it('means what its regular expression means', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '\n'), maxLength: 12 });

    fc.assert(
      fc.property(word, word, (pattern, name) => {
        const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
        expect(isMatch(pattern, name)).toBe(new RegExp(`^${parts.join('.*')}$`, 's').test(name));
      }),
      { numRuns: 5000 },
    );
  });

  it('looks for each part of a pattern once', () => {
    const looking = vi.spyOn(String.prototype, 'indexOf');
    const isFound = isMatch(`${'a*'.repeat(500)}b`, 'a'.repeat(20_000));
    const times = looking.mock.calls.length;
    looking.mockRestore();

    expect(isFound).toBe(false);
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(500);
  });
});

describe('a grant', () => {
  const until = (expires: string | undefined): Grant => {
    return { from: 'a', to: 'b', tools: ['x'], reason: 'r', expires, line: 1 };
  };

  it.each([
    ['2027-03-31', '2027-03-31T23:59:59.999Z', false],
    ['2027-03-31', '2027-04-01T00:00:00.000Z', true],
    ['2027-03-31', '2027-04-01T01:30:00+02:00', false],
    ['2027-12-31', '2028-01-01T00:00:00Z', true],
    [undefined, '2999-01-01T00:00:00Z', false],
  ])('that expires on %s, at %s: %s', (expires, now, is) => {
    expect(isExpired(until(expires), new Date(now))).toBe(is);
  });
});

describe('what is stated of a tool', () => {
  it('is all that entries with a matching pattern say', () => {
    const tools = {
      'search_*': { effects: ['untrusted-input'] },
      search_mail: { effects: ['read-private'] },
      '*_local': { effects: [] },
    };
    const policy = parsePolicy(JSON.stringify({ tools }), 'agent-safety.policy.json');
    const stated = (name: string) => effectsStated(policy, name);

    expect(stated('search_mail')).toEqual(['untrusted-input', 'read-private']);
    expect(stated('search_web')).toEqual(['untrusted-input']);
    expect(stated('read_local')).toEqual([]);
    expect(stated('other')).toBeUndefined();
  });
});
