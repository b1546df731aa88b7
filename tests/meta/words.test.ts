import { describe, expect, it } from 'vitest';
import { rules } from '../../src/rules/index.ts';
import { filesUnder, textOf } from './repository.ts';

/** Words that the project does without, each with what to write instead. */
const retired: readonly { readonly word: RegExp; readonly instead: string }[] = [
  { word: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { word: /\bin vain\b/i, instead: 'without effect' },
  { word: /\bcannot be told\b/i, instead: 'unknown' },
  { word: /\bnobody decid(es?|ed|ing)\b/i, instead: 'without a guard, without approval' },
  { word: /\bsomebody\b/i, instead: 'a person, a guard, an approval; or the passive' },
  { word: /\bask(s|ed)? (of )?nobody\b/i, instead: 'has no approval hook, requests no approval' },
  { word: /\btells that\b/i, instead: 'shows that, states that' },
  { word: /\bway to it\b/i, instead: 'path to it' },
  { word: /\bis about\b/i, instead: 'concerns, covers' },
  { word: /\bfault(s|y)?\b/i, instead: 'bug, problem' },
];

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesUnder('docs', '.md'),
  ...filesUnder('packages', '.md'),
  ...filesUnder('.changeset', '.md'),
];

it.each(retired)('$word has a substitute that is not retired', ({ instead }) => {
  expect(retiredIn(instead)).toEqual([]);
});

it('finds a retired word, also where a line is broken or it stands at the start of a sentence', () => {
  expect(retiredIn('Nobody\ndecides. What it is  about.')).toEqual(['Nobody decides', 'is about']);
  expect(retiredIn('The default is `fault`-tolerant: somebodys.')).toEqual(['fault']);
});

describe.each(documents)('%s', (document) => {
  it('has no retired words', () => {
    expect(retiredIn(textOf(document))).toEqual([]);
  });
});

describe.each(Object.entries(rules))('the messages of %s', (_name, rule) => {
  it('have no retired words', () => {
    const texts = [rule.docs.description, ...Object.values<string>(rule.messages)];
    expect(texts.flatMap(retiredIn)).toEqual([]);
  });
});

it('no source has retired words', () => {
  const sources = [...filesUnder('src', '.ts'), ...filesUnder('packages', '.ts')].filter((file) =>
    /^(src|packages\/\w+\/src)\//.test(file),
  );
  const found = sources.flatMap((file) => retiredIn(textOf(file)).map((word) => `${file}: ${word}`));

  expect(found).toEqual([]);
});

/** The retired words of a text, in one line each. */
function retiredIn(text: string): string[] {
  const line = text.replaceAll(/\s+(\*|\/\/)?\s*/g, ' ');
  return retired.flatMap(({ word }) => [...line.matchAll(new RegExp(word, 'gi'))].map(([found]) => found));
}
