import { describe, expect, it } from 'vitest';
import { type AcceptedDifference, acceptedIn, type Comparison, wrongIn } from './version-ranges.ts';
import type { Presence } from './sdk-declarations.ts';

const entry: AcceptedDifference = {
  package: 'acme',
  options: ['acme.run: only'],
  declared: '>=1.0.0',
  reason: 'It is declared and ignored before 2.0.0.',
};

/** What `acme` 1.0.0 and 2.0.0 declare of an option that the model has from 2.0.0 on. */
function comparisons(...found: readonly [Presence, Presence]): readonly Comparison[] {
  return found.map((each, index) => ({
    claim: {
      text: 'acme.run: only',
      file: 'src/models/agents/acme.ts',
      callee: { packages: ['acme'], names: ['run'] },
      place: { argument: 0, path: ['only'] },
      versions: ['>=2.0.0'],
      isObject: false,
    },
    release: { package: 'acme', version: index === 0 ? '1.0.0' : '2.0.0' },
    expected: index === 1,
    found: each,
  }));
}

function versionsOf(found: readonly Comparison[]): readonly (string | undefined)[] {
  return found.map(({ release }) => release.version);
}

describe('a difference that is accepted', () => {
  it('is not wrong, and is named with its reason', () => {
    const found = comparisons('present', 'present');
    expect(versionsOf(wrongIn(found, []))).toEqual(['1.0.0']);
    expect(wrongIn(found, [entry])).toEqual([]);
    expect(acceptedIn(found, [entry])).toEqual({
      accepted: [
        'acme.run: only: acme >=1.0.0 declares it, and the model leaves it out of 1.0.0. It is declared and ignored before 2.0.0.',
      ],
      wrong: [],
    });
  });

  it('is wrong where there is none any more', () => {
    const found = comparisons('absent', 'present');
    expect(wrongIn(found, [entry])).toEqual([]);
    expect(acceptedIn(found, [entry])).toMatchObject({ accepted: [], wrong: [expect.stringContaining('and not so')] });
  });

  it('is wrong where no such option is compared', () => {
    const found = comparisons('present', 'present');
    const other = { ...entry, options: ['acme.run: others'] };
    expect(versionsOf(wrongIn(found, [other]))).toEqual(['1.0.0']);
    expect(acceptedIn(found, [other]).wrong).toHaveLength(1);
  });

  it('does not cover versions that declare the option against it, nor those that lack it', () => {
    const late = { ...entry, declared: '>=1.5.0' };
    const early = comparisons('present', 'present');
    expect(versionsOf(wrongIn(early, [late]))).toEqual(['1.0.0']);
    expect(acceptedIn(early, [late]).wrong).toHaveLength(1);
    const gone = comparisons('present', 'absent');
    expect(versionsOf(wrongIn(gone, [entry]))).toEqual(['2.0.0']);
    expect(acceptedIn(gone, [entry]).wrong).toHaveLength(1);
  });

  it('is left alone where its package is not compared', () => {
    const other = { ...entry, package: 'acme-core' };
    expect(acceptedIn(comparisons('present', 'present'), [other])).toEqual({ accepted: [], wrong: [] });
  });
});
