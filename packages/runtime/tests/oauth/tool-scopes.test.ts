import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capsOf, defineAgent, defineTool, delegate, dynamicCaps, isSubset, meet } from '../../src/index.ts';
import { scopesFor } from '../../src/oauth/index.ts';
import type { ScopedTool, ScopePolicy, ScopeRules } from '../../src/oauth/index.ts';
import { anything } from '../fixtures.ts';
import { allScopes, fileTools, rules, Trace } from './file-server.ts';

const tools = fileTools(new Trace());
const [readFile, writeFile, deleteFile] = tools;

describe('the scopes of tools', () => {
  it('are those of their class, or their own', () => {
    const scopes = scopesFor(tools, rules);

    expect(scopes.requiredBy('read_file')).toEqual(['files:read']);
    expect(scopes.requiredBy('write_file')).toEqual(['files:write']);
    expect(scopes.requiredBy('delete_file')).toEqual(['files:write', 'files:delete']);
    expect(scopes.supported).toEqual(allScopes.split(' '));
  });

  it('can be those that a function returns', () => {
    const scopes = scopesFor(tools, ({ name }) => (name === 'read_file' ? ['a', 'b', 'a'] : undefined));

    expect(scopes.requiredBy('read_file')).toEqual(['a', 'b']);
    expect(scopes.toolsFor(['a', 'b', 'c'])).toEqual([readFile]);
  });

  it('are needed in full', () => {
    const scopes = scopesFor(tools, rules);

    expect(scopes.toolsFor(['files:delete'])).toEqual([]);
    expect(scopes.toolsFor(['files:write'])).toEqual([writeFile]);
    expect(scopes.toolsFor(['files:delete', 'files:write'])).toEqual([writeFile, deleteFile]);
  });

  it.each<{ name: string; policy: ScopePolicy<ScopedTool>; tool: ScopedTool }>([
    { name: 'without a rule for its class', policy: { read: ['a'] }, tool: { name: 'x', class: 'write' } },
    { name: 'of no known class', policy: { read: ['a'], write: ['a'] }, tool: { name: 'x', class: 'tools' as 'read' } },
    { name: 'that the function leaves out', policy: () => undefined, tool: { name: 'x', class: 'read' } },
  ])('a tool $name is reached by no token', ({ policy, tool }) => {
    const scopes = scopesFor([tool], policy);

    expect(scopes.requiredBy('x')).toBeUndefined();
    expect(scopes.toolsFor(['a'])).toEqual([]);
  });

  it.each(['nothing', 'Read_File', 'read_file ', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'there are none of %j, which is no tool',
    (name) => {
      expect(scopesFor(tools, rules).requiredBy(name)).toBeUndefined();
    },
  );

  it('are found for names that objects have anyway', () => {
    const named = ['__proto__', 'constructor', 'toString'].map((name) => ({ name, class: 'read' as const }));
    const scopes = scopesFor(named, { read: ['a'], tools: { constructor: ['b'] } });

    expect(named.map(({ name }) => scopes.requiredBy(name))).toEqual([['a'], ['b'], ['a']]);
  });

  it('are not those that others put on prototypes', () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    polluted.write = ['files:read'];
    try {
      expect(scopesFor(tools, { read: ['files:read'] }).toolsFor(['files:read'])).toEqual([readFile]);
    } finally {
      delete polluted.write;
    }
  });

  it('stay as they were', () => {
    const given = { read: ['files:read'] };
    const scopes = scopesFor(tools, given);
    given.read.length = 0;

    expect(scopes.requiredBy('read_file')).toEqual(['files:read']);
    expect([scopes, scopes.supported, scopes.requiredBy('read_file'), scopes.toolsFor([])].every(Object.isFrozen)).toBe(
      true,
    );
  });
});

it.each<{ name: string; policy: unknown; list?: readonly ScopedTool[] }>([
  { name: 'an empty list, which any token would satisfy', policy: { read: [] } },
  { name: 'an empty list of a function', policy: () => [] },
  { name: 'an entry that is no scope', policy: { read: ['files:read files:write'] } },
  { name: 'an entry with a quotation mark', policy: { read: ['a"b'] } },
  { name: 'an entry that is no text', policy: { read: [7] } },
  { name: 'a name that is no tool', policy: { read: ['a'], tools: { delet_file: ['b'] } } },
  { name: 'a rule that is none', policy: { reed: ['a'] } },
  { name: 'two tools with one name', policy: { read: ['a'] }, list: [readFile, readFile] },
  { name: 'a tool without name', policy: { read: ['a'] }, list: [{ name: '', class: 'read' }] },
])('are not made of $name', ({ policy, list = tools }) => {
  expect(() => scopesFor(list, policy as ScopeRules)).toThrow(TypeError);
});

describe('an agent for one request', () => {
  it('holds the meet of what the server has and what the token grants', () => {
    const server = defineAgent({ name: 'server', tools });
    const reached = scopesFor(server.tools, rules).toolsFor(['files:write', 'other']);
    const caller = delegate(server, defineAgent({ name: 'caller', tools: dynamicCaps(reached) }), dynamicCaps(reached));

    expect(caller.tools).toEqual([writeFile]);
    expect(meet(capsOf(server), dynamicCaps(reached)).tools).toEqual(capsOf(caller).tools);
  });
});

describe('over random tools, rules and scopes', () => {
  const scope = fc.constantFrom('a', 'b', 'c', 'd', 'A', 'a:b', '__proto__');
  const scopeList = fc.uniqueArray(scope, { minLength: 1, maxLength: 3 });
  const toolName = fc.constantFrom('t', 'T', 'u', 'v', '__proto__', 'constructor', 'toString');
  const world = fc
    .record({
      tools: fc.uniqueArray(fc.record({ name: toolName, class: fc.constantFrom('read' as const, 'write' as const) }), {
        selector: ({ name }) => name,
        maxLength: 6,
      }),
      read: fc.option(scopeList, { nil: undefined }),
      write: fc.option(scopeList, { nil: undefined }),
      own: fc.array(fc.tuple(toolName, scopeList), { maxLength: 4 }),
    })
    .map(({ tools: named, read, write, own }) => {
      const list = named.map((one) => defineTool({ ...one, input: anything, guardrail: 'required', handler: () => 1 }));
      const byName = new Map(own.filter(([name]) => list.some((tool) => tool.name === name)));
      const policy: ScopeRules = {
        ...(read && { read }),
        ...(write && { write }),
        tools: Object.fromEntries(byName),
      };
      const requiredBy = (tool: ScopedTool) =>
        byName.get(tool.name as (typeof own)[number][0]) ?? (tool.class === 'read' ? read : write);
      return { list, policy, requiredBy };
    });
  const granted = fc.uniqueArray(scope);

  it('a token reaches the tools whose scopes it grants, all of them, and no others', () => {
    fc.assert(
      fc.property(world, granted, ({ list, policy, requiredBy }, scopes) => {
        const expected = list.filter((tool) => requiredBy(tool)?.every((one) => scopes.includes(one)) === true);

        expect(scopesFor(list, policy).toolsFor(scopes)).toEqual(expected);
      }),
    );
  });

  it('more scopes reach no less, and none reach nothing', () => {
    fc.assert(
      fc.property(world, granted, granted, ({ list, policy }, some, more) => {
        const scopes = scopesFor(list, policy);
        const fewer = dynamicCaps(scopes.toolsFor(some));

        expect(isSubset(fewer, dynamicCaps(scopes.toolsFor([...some, ...more])))).toBe(true);
        expect(scopes.toolsFor([])).toEqual([]);
        expect(isSubset(fewer, dynamicCaps(scopes.toolsFor(scopes.supported)))).toBe(true);
      }),
    );
  });
});
