import { describe, expect, it } from 'vitest';
import type { ProtocolViolation } from '../../src/mcp/index.ts';
import { headerPathsOf, parameterHeaders } from '../../src/mcp/parameter-headers.ts';
import { statelessClient } from './clients.ts';

const property = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('headerPathsOf', () => {
  it('finds what properties ask for, at any depth', () => {
    const asked = headerPathsOf(
      schema({
        region: property('Region'),
        plain: { type: 'string', default: { 'x-mcp-header': 'Data' } },
        deep: schema({ level: property('Level', 'integer') }),
      }),
    );
    expect(asked).toEqual({
      paths: new Map([
        ['Region', ['region']],
        ['Level', ['deep', 'level']],
      ]),
    });
    expect(headerPathsOf(undefined)).toEqual({ paths: new Map() });
  });

  it.each<[string, object]>([
    ['no name', schema({ a: property('') })],
    ['a name that is no text', schema({ a: property(7) })],
    ['a space', schema({ a: property('My Region') })],
    ['a colon', schema({ a: property('Region:Primary') })],
    ['a line break', schema({ a: property('Region\r\nX-Evil: 1') })],
    ['a letter that headers do not have', schema({ a: property('Région') })],
    ['an object', schema({ a: property('A', 'object') })],
    ['a number', schema({ a: property('A', 'number') })],
    ['no type', schema({ a: { 'x-mcp-header': 'A' } })],
    ['the same name twice', schema({ a: property('Field'), b: property('fIELD') })],
    ['the whole', { ...schema({}), 'x-mcp-header': 'All' }],
    ['a list', schema({ a: { type: 'array', items: property('A') } })],
    ['a choice', schema({}, { anyOf: [schema({ a: property('A') })] })],
    ['a definition', schema({ a: { $ref: '#/$defs/a' } }, { $defs: { a: property('A') } })],
    ['what may come in addition', schema({}, { additionalProperties: property('A') })],
  ])('refuses %s', (_, inputSchema) => {
    expect(headerPathsOf(inputSchema)).toHaveProperty('problem');
  });
});

describe('parameterHeaders', () => {
  const sent = (value: unknown) => parameterHeaders(new Map([['X', ['x']]]), { x: value })['Mcp-Param-X'];

  it.each<[unknown, string | undefined]>([
    ['us-west1', 'us-west1'],
    ['us west 1', 'us west 1'],
    [42, '42'],
    [false, 'false'],
    ['', '=?base64??='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['a\r\nX-Evil: 1', '=?base64?YQ0KWC1FdmlsOiAx?='],
    ['世界', '=?base64?5LiW55WM?='],
    ['=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
    [null, undefined],
    [undefined, undefined],
    [2 ** 60, undefined],
    [{}, undefined],
  ])('sends %j as %j', (value, header) => {
    expect(sent(value)).toBe(header);
  });

  it('finds nothing in arguments that are none', () => {
    expect(parameterHeaders(new Map([['X', ['a', 'b']]]), { a: 'text' })).toEqual({});
    expect(parameterHeaders(new Map([['X', ['a']]]), undefined)).toEqual({});
  });
});

describe('a client without a handshake', () => {
  const listed = [
    { name: 'good', inputSchema: schema({ region: property('Region') }) },
    { name: 'bad', inputSchema: schema({ region: property('Re gion') }) },
    { name: 'plain', inputSchema: schema({}) },
  ];
  const answers = {
    'tools/list': { resultType: 'complete', tools: listed },
    'tools/call': { resultType: 'complete', content: [] },
  };
  const call = { name: 'good', arguments: { region: 'us' } };

  it('over HTTP: sends the headers of a tool that it has seen, and does not show those that it must not use', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await statelessClient({ onViolation: (v) => violations.push(v) }, answers);
    transport.hasPerRequestStream = true;
    await client.callTool(call);
    expect(transport.options.at(-1)?.headers).toBeUndefined();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['good', 'plain']);
    await client.callTool(call);
    expect(transport.options.at(-1)?.headers).toEqual({ 'Mcp-Param-Region': 'us' });
    await client.callTool({ name: 'plain' });
    expect(transport.options.at(-1)?.headers).toBeUndefined();
    expect(violations).toMatchObject([
      { kind: 'invalid tool', detail: '`bad`: the x-mcp-header of `region` is no name.' },
    ]);
  });

  it('elsewhere: has no headers, and shows what there is', async () => {
    const { transport, client } = await statelessClient({}, answers);
    expect((await client.listTools()).tools).toHaveLength(3);
    await client.callTool(call);
    expect(transport.options.at(-1)?.headers).toBeUndefined();
  });
});
