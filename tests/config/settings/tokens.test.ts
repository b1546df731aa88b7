import { runInNewContext } from 'node:vm';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/config/settings/settings.ts';
import plugin from '../../../src/index.ts';
import { builtInTokens } from '../../../src/models/tokens/index.ts';
import type { TokenModel } from '../../../src/models/tokens/token-model.ts';
import { textOf } from '../../meta/repository.ts';
import { programOf } from '../../scenarios/programs.ts';
import { changedAt, complaintOf } from './mistakes.ts';

const guide = textOf('docs/guides/describe-your-own-tokens.md');
const blocks = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
const blockWith = (text: string): string => blocks.find((code) => code.includes(text)) ?? '';

/** The token that the guide describes. */
const literal = /const tickets = (\{[\s\S]*?\n\});/.exec(guide)?.[1] ?? 'undefined';
const tickets = JSON.parse(runInNewContext(`JSON.stringify(${literal})`) as string) as TokenModel;

/** A description that uses every field. */
const full = {
  ...tickets,
  brand: { packages: ['@acme/payments'], names: ['Ticket'] },
  mints: [
    {
      callee: { packages: ['@acme/payments'], names: ['Desk'], method: 'ask', versions: '>=1' },
      tool: 1,
      args: 0,
      agent: 'receiver',
    },
  ],
  spends: [{ callee: { packages: ['@acme/payments'], names: ['pay'] }, tool: 2, args: 0, agent: 3, token: 1 }],
  owners: [{ callee: { packages: ['@acme/payments'], names: ['Desk'] }, agent: 0 }],
  tests: [{ packages: ['@acme/payments'], names: ['isRefused'] }],
  makers: [{ packages: ['@acme/payments'], names: ['defineTool'] }],
} as const satisfies TokenModel;

const settingsWith = (tokens: unknown): unknown => ({ tokens });

describe('the tokens of settings', () => {
  it('are the built-in ones where nothing is said', () => {
    expect(tokensOf({})).toBe(builtInTokens);
    expect(tokensOf(undefined)).toBe(builtInTokens);
  });

  it('come after the built-in ones, and are the same list for the same settings', () => {
    const settings = settingsWith([tickets]);
    expect(tokensOf(settings)).toEqual([...builtInTokens, tickets]);
    expect(tokensOf(settings)).toBe(tokensOf(settings));
  });

  it('may say all that the built-in ones say', () => {
    expect(tokensOf(settingsWith([full]))).toContain(full);
    const all = builtInTokens.map((token) => ({ ...token, id: `my.${token.id}` }));
    expect(tokensOf(settingsWith(all))).toEqual([...builtInTokens, ...all]);
  });

  it.each([
    ['no list', {}, '.tokens must be a list, not an object'],
    ['no object', ['ticket'], '.tokens[0] must be an object'],
  ])('%s', (_, tokens, complaint) => {
    expect(complaintOf(() => tokensOf(settingsWith(tokens)))).toContain(complaint);
  });

  it.each([
    ['id', undefined, '.tokens[0] must have `id`.'],
    ['noun', undefined, '.tokens[0] must have `noun`.'],
    ['types', undefined, '.tokens[0] must have `types`.'],
    ['mints', undefined, '.tokens[0] must have `mints`.'],
    ['spends', undefined, '.tokens[0] must have `spends`.'],
    ['source', undefined, '.tokens[0] must have `source`.'],
    ['types', [], '.tokens[0].types'],
    ['mints', [], '.tokens[0].mints'],
    ['types/0/names', [], '.tokens[0].types[0].names'],
    ['mints/0/callee', undefined, '.tokens[0].mints[0] must have `callee`.'],
    ['mints/0/agent', 'reciever', 'or `receiver`, not `"reciever"`.'],
    ['mints/0/args', -1, '.tokens[0].mints[0].args'],
    ['mints/0/callee/versions', 'newest', 'must be a range of versions'],
    ['spends/0/token', undefined, '.tokens[0].spends[0] must have `token`.'],
    ['spends/0/token', 1.5, '.tokens[0].spends[0].token'],
    ['owners/0/agent', 'receiver', '.tokens[0].owners[0].agent'],
    ['makers/0/names', 'defineTool', '.tokens[0].makers[0].names'],
    ['spendz', [], '.tokens[0].spendz'],
    ['id', 'agent-safety.token', '.tokens[0].id is `"agent-safety.token"`, which something else has already.'],
  ])('complains of %s: %j', (path, value, complaint) => {
    expect(complaintOf(() => tokensOf(settingsWith([changedAt(full, path, value)])))).toContain(complaint);
  });

  it('complains of two of one name', () => {
    expect(complaintOf(() => tokensOf(settingsWith([tickets, { ...tickets }])))).toContain(
      '`"acme.ticket"`, which something else has already',
    );
  });
});

describe('the guide about tokens', () => {
  /** What the rules find, as ESLint prints it. */
  function findingsIn(code: string, tokens: readonly TokenModel[]): string[] {
    const { program, sources } = programOf({
      'main.ts': code,
      'node_modules/@acme/payments/package.json': '{ "name": "@acme/payments", "version": "1.0.0" }',
      'node_modules/@acme/payments/index.d.ts': blockWith('of the package @acme/payments'),
    });
    const messages = new Linter().verify(
      code,
      {
        files: ['**/*.ts'],
        plugins: { 'agent-safety': plugin },
        languageOptions: { parser, parserOptions: { programs: [program] } },
        rules: plugin.configs.recommended.rules ?? {},
        settings: { 'agent-safety': { tokens } },
      },
      { filename: sources.find(({ fileName }) => fileName.endsWith('/main.ts'))?.fileName ?? '' },
    );
    return messages.map(
      ({ line, column, message, ruleId }) =>
        `${String(line)}:${String(column)}  error  ${message.replace(/\.$/, '')}  ${ruleId ?? ''}`,
    );
  }

  it('reports what it says', () => {
    expect(findingsIn(blockWith('payTwice'), [tickets])).toEqual(blockWith('7:9  error').trim().split('\n'));
  });

  it('reports nothing about what is not described', () => {
    expect(findingsIn(blockWith('payTwice'), [])).toEqual([]);
  });

  it('words the mistake as it is worded', () => {
    const { noun: _, ...rest } = tickets;
    expect(complaintOf(() => tokensOf(settingsWith([rest])))).toBe(blockWith('must have `noun`').trim());
  });

  it('names every field', () => {
    const fields = [...guide.matchAll(/^\| `(\w+)`/gm)].map(([, field = '']) => field);
    expect(fields.sort()).toEqual(Object.keys(full).sort());
  });

  it('has a brand that may be made in its own file', () => {
    expect(findingsIn(blockWith('TokenBrand'), [])).toEqual([]);
  });
});
