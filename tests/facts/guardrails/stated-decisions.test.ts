import { describe, expect, it } from 'vitest';
import { isOfContainer } from '../../../src/facts/guardrails/stated-decisions.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';

describe('code that runs in a container, by its folders', () => {
  it.each([
    ['container/agent-runner/src/index.ts', true],
    ['container/index.ts', true],
    ['containers/index.ts', false],
    ['src/container.ts', false],
    ['container/a/b/c/d/index.ts', false],
    ['src/index.ts', false],
  ])('%s', (name, expected) => {
    const { file } = programOf({ [name]: 'export {};' });
    expect(isOfContainer(file(name))).toBe(expected);
  });
});
