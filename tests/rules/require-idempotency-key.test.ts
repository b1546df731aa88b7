import { describe, expect, it } from 'vitest';
import { lint } from '../scenarios/linting.ts';
import { handlers, type KeyPair, retries } from './idempotency-programs.ts';
import { codeOf } from './marked.ts';

const rules = { 'agent-safety/require-idempotency-key': 'error' } as const;

/** What is reported of a program, as `line: message id`. */
function found(code: string): readonly string[] {
  return lint({ 'main.ts': codeOf(code) }, { rules }).map(
    ({ line, messageId }) => `${String(line)}: ${String(messageId)}`,
  );
}

/** What the marks of a program expect. */
function expected({ wrong, messageId }: KeyPair): readonly string[] {
  return [...wrong.matchAll(/«/g)].map(
    ({ index }) => `${String(wrong.slice(0, index).split('\n').length)}: ${messageId}`,
  );
}

describe.each([
  ['calls that are made again', retries],
  ['what handlers do', handlers],
])('%s', (_name, pairs) => {
  it.each(pairs)('$name', (pair) => {
    expect(found(pair.wrong)).toEqual(expected(pair));
    expect(found(pair.right)).toEqual([]);
  });
});
