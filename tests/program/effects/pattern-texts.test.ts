import { expect, it } from 'vitest';
import { textsOfPattern } from '../../../src/program/effects/pattern-texts.ts';

it.each([
  ['/^ls$/', ['ls']],
  ['/^(ls|pwd|git status)$/', ['ls', 'pwd', 'git status']],
  ['/^(?:df -h|ls)$/i', ['df -h', 'ls']],
  ['/^ls$|^pwd$/u', ['ls', 'pwd']],
  ['/^git log( --oneline)?$/', ['git log', 'git log --oneline']],
  [
    '/^git (?:log|show)(?: -(?:p|s))?$/',
    ['git log', 'git log -p', 'git log -s', 'git show', 'git show -p', 'git show -s'],
  ],
  [String.raw`/^cat a\.txt$/`, ['cat a.txt']],
  [String.raw`/^\/healthz?$/`, ['/health', '/healthz']],
])('writes out %s', (pattern, texts) => {
  expect(textsOfPattern(pattern)).toEqual(texts);
});

it.each([
  ['/ls/'],
  ['/^ls/'],
  ['/ls$/'],
  ['/^ls|pwd$/'],
  ['/^(ls|pwd)/'],
  ['/^ls$/m'],
  ['/^ls$/g'],
  ['/^ls$/y'],
  ['/^ls.$/'],
  [String.raw`/^ls\s$/`],
  [String.raw`/^ls\w*$/`],
  ['/^l[st]$/'],
  ['/^ls+$/'],
  ['/^ls*$/'],
  ['/^ls{1,9}$/'],
  ['/^(ls|.*)$/'],
  ['/^(?=ls)ls$/'],
  ['/^(?<name>ls)$/'],
  ['/^ls??$/'],
  ['/^(ls$/'],
  ['/^ls)$/'],
  ['/^ls$ $/'],
  ['/^a?b?c?d?e?f?g?$/'],
  ["'^ls$'"],
  ['ls'],
])('takes %s for one of any texts', (pattern) => {
  expect(textsOfPattern(pattern)).toBeUndefined();
});
