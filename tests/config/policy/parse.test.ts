import { parseTree, type ParseError } from 'jsonc-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/config/policy/policy.ts';
import { parsePolicy, PolicyError } from '../../../src/config/policy/parse.ts';

/** The mistakes of a text, as `line:column text`. */
function mistakesIn(text: string): string[] {
  try {
    parsePolicy(text, '/project/agent-safety.policy.json');
    return [];
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return error.mistakes.map((mistake) => `${mistake.line}:${mistake.column} ${mistake.text}`);
  }
}

const refund = { from: 'frontdesk', to: 'billing', tools: ['issue_refund'], reason: 'Billing has a limit.' };
const grants = (...all: readonly object[]) => JSON.stringify({ grants: all });

const full = `{
  "$schema": "./node_modules/eslint-plugin-agent-safety/policy.schema.json",
  "agents": {
    "frontdesk": { "allow": ["lookup_*", "faq"] },
    "front desk 2": { "allow": [] }
  },
  "grants": [
    {
      "from": "frontdesk", "to": "billing", "tools": ["issue_refund"],
      "reason": "Refunds below 50 are decided by billing's own limit.", "expires": "2027-03-31"
    },
    { "from": "frontdesk", "to": "ops", "tools": ["*"], "reason": "On call." }
  ],
  "tools": { "search_web": { "effects": ["untrusted-input"] }, "*": { "effects": [] } },
  "forbidden": [{ "name": "trifecta", "effects": ["read-private", "egress"], "reason": "…" }]
}
`;

const fullPolicy: Policy = {
  file: '/project/agent-safety.policy.json',
  agents: [
    { name: 'frontdesk', allow: ['lookup_*', 'faq'], line: 4 },
    { name: 'front desk 2', allow: [], line: 5 },
  ],
  grants: [
    {
      from: 'frontdesk',
      to: 'billing',
      tools: ['issue_refund'],
      reason: "Refunds below 50 are decided by billing's own limit.",
      expires: '2027-03-31',
      line: 8,
    },
    { from: 'frontdesk', to: 'ops', tools: ['*'], reason: 'On call.', expires: undefined, line: 12 },
  ],
  tools: [
    { pattern: 'search_web', effects: ['untrusted-input'], line: 14 },
    { pattern: '*', effects: [], line: 14 },
  ],
  forbidden: [{ name: 'trifecta', effects: ['read-private', 'egress'], reason: '…', line: 15 }],
};

describe('a valid text', () => {
  it('is read with the lines of its entries', () => {
    expect(parsePolicy(full, fullPolicy.file)).toEqual(fullPolicy);
  });

  it.each([
    ['with a byte order mark', `\uFEFF${full}`],
    ['with CRLF', full.replaceAll('\n', '\r\n')],
    ['with a byte order mark and CRLF', `\uFEFF${full.replaceAll('\n', '\r\n')}`],
  ])('is the same %s', (_, text) => {
    expect(parsePolicy(text, fullPolicy.file)).toEqual(fullPolicy);
  });

  it('may say nothing', () => {
    expect(parsePolicy('{}', 'x')).toEqual({ file: 'x', agents: [], grants: [], tools: [], forbidden: undefined });
  });

  it('may forbid nothing', () => {
    expect(parsePolicy('{"forbidden": []}', 'x').forbidden).toEqual([]);
  });

  it('may have agents with the names of what every object has', () => {
    const text =
      '{"agents": {"__proto__": {"allow": ["a"]}, "constructor": {"allow": ["b"]}, "toString": {"allow": []}}}';

    expect(parsePolicy(text, 'x').agents.map(({ name, allow }) => [name, ...allow])).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString'],
    ]);
  });

  it('may grant the same tool through two agents, and to two', () => {
    expect(mistakesIn(grants(refund, { ...refund, to: 'ops' }, { ...refund, from: 'desk' }))).toEqual([]);
  });
});

describe('a mistake of syntax', () => {
  it.each([
    ['an empty file', '', '1:1 The file is empty. A policy that says nothing is `{}`.'],
    ['only space', ' \n\n', '3:1 The file is empty. A policy that says nothing is `{}`.'],
    ['an end too early', '{\n  "agents": {', '2:14 A `}` is due here, and the file ends.'],
    [
      'a comma too many',
      '{\n  "agents": {},\n}',
      '3:1 A name in double quotes is due here, and there is `}`. Behind the last entry no comma is allowed.',
    ],
    ['a comma too many in a list', '{"forbidden": [\n,]}', '2:1 A value is due here, and there is `,`.'],
    ['a comma too few', '{"agents": {}\n "grants": []}', '2:2 A comma is due here, and there is `"grants"`.'],
    ['no colon', '{"agents" {}}', '1:11 A colon is due here, and there is `{`.'],
    ['a bracket that is missing', '{"forbidden": [}', '1:16 A value is due here, and there is `}`.'],
    [
      'single quotes',
      "{'agents': {}}",
      "1:2 A value is due here, and there is `'agents'`. Texts are in double quotes.",
    ],
    ['no quotes', '{agents: {}}', '1:2 A value is due here, and there is `agents`. Texts are in double quotes.'],
    [
      'a text that does not end',
      '{"agents',
      '1:2 The text that begins here does not end. Close it with a double quote.',
    ],
    ['two policies', '{}\n{}', '2:1 The policy is over here, and there is `{`.'],
    [
      'a merge conflict',
      '<<<<<<< HEAD\n{}',
      '1:1 A value is due here, and there is `<<<<<<<`. Texts are in double quotes.',
    ],
  ])('%s', (_, text, mistake) => {
    expect(mistakesIn(text)).toEqual([mistake]);
  });

  it('is a comment, each on its line, and what is valid or not beside it is still read', () => {
    const text = '{\n  // one\n  "agents": {}, /* two */\n  "grant": []\n}';

    expect(mistakesIn(text)).toEqual([
      '2:3 JSON has no comments. Say it in a `reason`, or take it out.',
      '3:17 JSON has no comments. Say it in a `reason`, or take it out.',
      '4:3 grant is not known. Did you mean `grants`? Allowed: `$schema`, `agents`, `grants`, `tools`, `forbidden`.',
    ]);
  });

  it('is none within a text', () => {
    expect(mistakesIn(grants({ ...refund, reason: 'See https://example.com /* all of it */' }))).toEqual([]);
  });

  it('is found wherever `JSON.parse` finds one', () => {
    const edit = fc.tuple(
      fc.nat(full.length),
      fc.nat(3),
      fc.constantFrom('', ',', '}', '"', '/', '1', '\t', '\u2028', '-', '0'),
    );

    fc.assert(
      fc.property(edit, ([at, length, put]) => {
        const text = full.slice(0, at) + put + full.slice(at + length);
        const errors: ParseError[] = [];
        parseTree(text, errors, { disallowComments: true });
        if (!isJson(text)) expect(mistakesIn(text)).not.toEqual([]);
        else expect(errors).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a mistake of form', () => {
  const fields = '`from`, `to`, `tools`, `reason`, `expires`';
  const effects = '`read-private`, `untrusted-input`, `write`, `delete`, `execute`, `egress`, `spend`';

  it.each([
    ['no object', '[]', '1:1 The policy must be an object, not a list.'],
    ['null', 'null', '1:1 The policy must be an object, not `null`.'],
    ['a list of agents', '{"agents": []}', '1:12 agents must be an object, not a list.'],
    ['an agent without a list', '{"agents": {"a": {}}}', '1:18 agents.a must have `allow`.'],
    ['a list that is none', '{"agents": {"a": {"allow": "x"}}}', '1:28 agents.a.allow must be a list, not `"x"`.'],
    [
      'a pattern for an agent',
      '{"agents": {"a*": {"allow": []}}}',
      '1:13 `"a*"` in agents must be the name of one agent, without `*` and without spaces around it.',
    ],
    [
      'an empty pattern',
      '{"agents": {"a b": {"allow": ["x", ""]}}}',
      '1:36 agents["a b"].allow[1] must be the name of a tool, or a pattern such as `lookup_*`, without spaces around it, not `""`.',
    ],
    ['a pattern twice', '{"agents": {"a": {"allow": ["x", "y", "x"]}}}', '1:39 agents.a.allow has `"x"` twice.'],
    ['a number for a pattern', '{"agents": {"a": {"allow": [3]}}}', '1:29 agents.a.allow[0] must be a text, not `3`.'],
    [
      'an agent twice',
      '{"agents": {"a": {"allow": []},\n"a": {"allow": []}}}',
      '2:1 agents.a stands here twice, first on line 1. Make one of both.',
    ],
    [
      'a list of grants twice',
      '{"grants": [], "grants": []}',
      '1:16 grants stands here twice, first on line 1. Make one of both.',
    ],
    [
      'a field twice',
      '{"agents": {"a": {"allow": [], "allow": []}}}',
      '1:32 agents.a.allow stands here twice, first on line 1. Make one of both.',
    ],
    [
      'a misspelt field, and not that it is missing',
      grants({ from: 'a', to: 'b', tols: ['x'], reason: 'r' }),
      `1:33 grants[0].tols is not known. Did you mean \`tools\`? Allowed: ${fields}.`,
    ],
    ['fields that are missing', '{"grants": [{"to": "b"}]}', '1:13 grants[0] must have `from`, `tools`, `reason`.'],
    ['no tools', grants({ ...refund, tools: [] }), '1:55 grants[0].tools must not be empty.'],
    ['no reason', grants({ ...refund, reason: ' ' }), '1:81 grants[0].reason must say why, not `" "`.'],
    [
      'a pattern for `from`',
      grants({ ...refund, from: '*' }),
      '1:20 grants[0].from must be the name of one agent, without `*` and without spaces around it, not `"*"`.',
    ],
    [
      'a grant to itself',
      grants({ ...refund, to: 'frontdesk' }),
      '1:12 grants[0] is from `frontdesk` to itself. Put the tools on its allow-list.',
    ],
    [
      'the same grant twice',
      `{"grants": [${JSON.stringify(refund)},\n${JSON.stringify({ ...refund, reason: 'Again.' })}]}`,
      '2:1 grants[1] grants `issue_refund` from `frontdesk` to `billing`, as the one on line 1 does. Keep one of both.',
    ],
    [
      'a part of a grant again',
      `{"grants": [${JSON.stringify({ ...refund, tools: ['a', 'b'] })},\n${JSON.stringify({ ...refund, tools: ['b', 'c'] })}]}`,
      '2:1 grants[1] grants `b` from `frontdesk` to `billing`, as the one on line 1 does. Keep one of both.',
    ],
    [
      'an effect that there is not',
      '{"tools": {"search": {"effects": ["egres"]}}}',
      `1:35 tools.search.effects[0] must be one of the allowed values, not \`"egres"\`. Did you mean \`egress\`? Allowed: ${effects}.`,
    ],
    [
      'an empty name of a tool',
      '{"tools": {"": {"effects": []}}}',
      '1:12 `""` in tools must be the name of a tool, or a pattern such as `lookup_*`, without spaces around it.',
    ],
    [
      'a combination of nothing',
      '{"forbidden": [{"name": "x", "effects": [], "reason": "r"}]}',
      '1:41 forbidden[0].effects must not be empty.',
    ],
    [
      'an effect twice',
      '{"forbidden": [{"name": "x", "effects": ["spend", "spend"], "reason": "r"}]}',
      '1:51 forbidden[0].effects has `"spend"` twice.',
    ],
    [
      'a combination by the name of another',
      '{"forbidden": [{"name": "x", "effects": ["spend"], "reason": "r"},\n{"name": "x", "effects": ["write"], "reason": "r"}]}',
      '2:1 forbidden[1] is called `x`, as the one on line 1 is. Give it a name of its own.',
    ],
  ])('%s', (_, text, mistake) => {
    expect(mistakesIn(text)).toEqual([mistake]);
  });

  it.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00'])(
    'the day %s',
    (expires) => {
      expect(mistakesIn(grants({ ...refund, expires }))).toEqual([
        `1:114 grants[0].expires must be a day that the calendar has, not \`"${expires}"\`.`,
      ]);
    },
  );

  it.each(['soon', '2026-2-3', '31.03.2027', '2027-03-31T00:00:00Z', '', ' 2027-03-31'])('the date "%s"', (expires) => {
    expect(mistakesIn(grants({ ...refund, expires }))).toEqual([
      `1:114 grants[0].expires must be a day as YYYY-MM-DD, such as \`2027-03-31\`, not \`"${expires}"\`.`,
    ]);
  });

  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('is not the day %s', (expires) => {
    expect(mistakesIn(grants({ ...refund, expires }))).toEqual([]);
  });

  it('does not hide another: all are told, in the order of the text', () => {
    const text = full
      .replace('"lookup_*"', '""')
      .replace('2027-03-31', '2027-02-31')
      .replace('"to": "ops"', '"too": "ops"')
      .replace('["untrusted-input"]', '["trusted"]');

    expect(mistakesIn(text).map((mistake) => mistake.split(' ').slice(0, 2).join(' '))).toEqual([
      '4:30 agents.frontdesk.allow[0]',
      '10:84 grants[0].expires',
      '12:28 grants[1].too',
      '14:42 tools.search_web.effects[0]',
    ]);
  });

  it('stands where it is with CRLF and a byte order mark', () => {
    const text = full.replace('"from": "frontdesk", "to": "ops"', '"from": "frontdesk", "too": "ops"');

    expect(mistakesIn(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(mistakesIn(text));
  });
});

describe('the error', () => {
  it('names the file as one clicks on it, and every place', () => {
    const file = `${process.cwd()}/app/agent-safety.policy.json`;

    expect(() => parsePolicy('{\n  "tool": {},\n  "agents": 3\n}', file)).toThrow(
      new PolicyError(file, [
        {
          line: 2,
          column: 3,
          text: 'tool is not known. Did you mean `tools`? Allowed: `$schema`, `agents`, `grants`, `tools`, `forbidden`.',
        },
        { line: 3, column: 13, text: 'agents must be an object, not `3`.' },
      ]),
    );
    expect(new PolicyError(file, [{ line: 3, column: 13, text: 'It is wrong.' }]).message).toBe(
      'The policy does not hold.\napp/agent-safety.policy.json:3:13  It is wrong.',
    );
  });

  it('names a file elsewhere by its whole path', () => {
    expect(new PolicyError('/elsewhere/p.json', [{ line: 1, column: 1, text: 'It is wrong.' }]).message).toMatch(
      '/elsewhere/p.json:1:1  It is wrong.',
    );
  });
});
