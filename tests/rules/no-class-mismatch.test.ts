import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lint } from '../scenarios/linting.ts';
import { type ClassPair, pairs, runtimePackage } from './class-programs.ts';
import { codeOf } from './marked.ts';
import { registryDocument } from './registry-documents.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'classes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Classes = ClassPair['registry'];

function settingsFor(registry: Classes): Record<string, unknown> {
  if (!registry) return {};
  const path = join(folder, 'agent-safety.registry.json');
  for (const [name, text] of Object.entries(registryDocument('crm', registry))) writeFileSync(join(folder, name), text);
  return { 'agent-safety': { registry: path } };
}

const rules = {
  'agent-safety/no-class-mismatch': 'error',
  'agent-safety/no-unguarded-sensitive-tool': 'error',
} as const;

/** What is reported of a program by this rule, and by the one that it divides hints with. */
function messagesIn(code: string, registry: Classes): ReturnType<typeof lint> {
  return lint({ ...runtimePackage, 'main.ts': codeOf(code) }, { rules, settings: settingsFor(registry) });
}

function found(code: string, registry: Classes, rule = 'no-class-mismatch'): readonly string[] {
  return messagesIn(code, registry)
    .filter((each) => each.rule === `agent-safety/${rule}`)
    .map(({ line, messageId }) => `${String(line)}: ${String(messageId)}`);
}

function expected({ wrong, messageId }: ClassPair): readonly string[] {
  return [...wrong.matchAll(/«/g)].map(
    ({ index }) => `${String(wrong.slice(0, index).split('\n').length)}: ${messageId}`,
  );
}

describe('statements about the class of a tool', () => {
  it.each(pairs)('$name', (pair) => {
    expect(found(pair.wrong, pair.registry)).toEqual(expected(pair));
    expect(found(pair.right, pair.rightRegistry ?? pair.registry)).toEqual([]);
  });
});

describe('one cause is one finding', () => {
  const one = pairs.filter(({ registry, messageId }) => registry && messageId !== 'readOnlyScope');

  it.each(one)('$name', ({ wrong, registry }) => {
    expect(found(wrong, registry, 'no-unguarded-sensitive-tool')).toEqual([]);
  });

  it('without a line of the registry, a hint stays with `no-unguarded-sensitive-tool`', () => {
    const [, , , pair] = pairs;
    expect(found(codeOf(pair?.wrong ?? ''), {}, 'no-unguarded-sensitive-tool')).toEqual(['7: saidReadOnly']);
    expect(found(codeOf(pair?.wrong ?? ''), undefined, 'no-unguarded-sensitive-tool')).toEqual(['7: saidReadOnly']);
  });
});

it('has a pair for each message', () => {
  const all = ['contradictory', 'hintSaysRead', 'hintSaysWrite', 'readOnlyScope', 'registeredAsRead'];
  expect([...new Set(pairs.map(({ messageId }) => messageId))].sort()).toEqual(all);
});

describe('messages', () => {
  const messageOf = (name: string): string | undefined => {
    const pair = pairs.find((each) => each.name === name);
    return (
      pair && messagesIn(pair.wrong, pair.registry)[0]?.message.replaceAll(/\([^()]*agent-safety/g, '(agent-safety')
    );
  };

  it.each([
    [
      'a registered read tool that deletes',
      '`forget` is registered as `read` (agent-safety.registry.json, line 7), but it deletes with `fs.rm` (line 7; high impact). Register it as `write`, or leave that out.',
    ],
    [
      'a registered write tool that says it reads',
      '`save` is marked `readOnlyHint: true`, but registered as `write` (agent-safety.registry.json, line 7), which decides. Correct the mark, or the registry.',
    ],
    [
      'a registered read tool that says it destroys',
      '`purge` is marked `destructiveHint: true`, but registered as `read` (agent-safety.registry.json, line 7), so that it is called as a read. Register it as `write`, or correct the mark.',
    ],
    [
      'marks that cannot both be true, without a registry',
      '`save` is marked `readOnlyHint: true` and `destructiveHint: true`, which cannot both be true. Keep the one that is.',
    ],
    [
      'a connector that only reads',
      '`read_only: true` allows only reads, but `save_contact` is registered as `write` (agent-safety.registry.json, line 7). Use a read tool, or a scope that may write.',
    ],
  ])('%s', (name, message) => {
    expect(messageOf(name)).toBe(message);
  });
});

describe('what the registry leaves open', () => {
  const wrong = pairs[4]?.wrong ?? '';

  it('a draft decides nothing', () => {
    expect(found(wrong, { save: 'draft' })).toEqual([]);
  });

  it('known gap: a tool whose name is not a text has no line', () => {
    expect(found(wrong.replace("'save'", 'process.env.NAME!'), { save: 'write' })).toEqual([]);
  });

  it('known gap: what a registered read tool sends is not compared, since a `POST` may only search', () => {
    const code = (pairs[0]?.wrong ?? '').replace(
      'await rm(file)',
      "await fetch('https://crm.example', { method: 'POST', body: file })",
    );
    expect(found(code, { forget: 'read' })).toEqual([]);
  });
});
