import { describe, expect, it } from 'vitest';
import { actByName } from '../../src/program/effects/verbs.ts';
import { idleMethods, prefixes, verbs } from '../../src/models/effects/verbs.ts';

describe('what a method does by its name', () => {
  it.each([
    ['delete', 'delete'],
    ['deleteScheduledMessage', 'delete'],
    ['bulkDelete', 'delete'],
    ['dangerouslyClearAll', 'delete'],
    ['DeleteBucketTaggingCommand', 'delete'],
    ['archive', 'write'],
    ['createFork', 'write'],
    ['sendEmail', 'egress'],
    ['getPermalink', 'nothing'],
    ['tryNext', 'nothing'],
    ['userInfo', 'nothing'],
    ['deleteCount', 'nothing'],
    ['addListener', 'nothing'],
    ['importStatus', 'nothing'],
    ['deleteLogs', 'delete'],
    ['setStatus', 'write'],
    ['created', undefined],
    ['unfurl', undefined],
    ['$', undefined],
  ])('%s: %s', (name, act) => {
    expect(actByName(name)).toBe(act);
  });

  it('is said once of a word', () => {
    const words = [...verbs.flatMap((verb) => verb.words), ...prefixes];
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
  });

  it('is left out for methods of named packages', () => {
    for (const { of, methods } of idleMethods) {
      expect(of.packages.length * of.names.length * methods.length).toBeGreaterThan(0);
      for (const method of methods) expect(method).toMatch(/^(?:\w+\*?|\*)$/);
      expect(new Set(methods).size).toBe(methods.length);
    }
  });
});
