import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { connectionOf, type ConnectionOptions, secretsOf, shownConnection } from '../../src/tools/live/connection.ts';

const shown = (options: ConnectionOptions): string => {
  const connection = connectionOf(options);
  return connection ? shownConnection(connection) : '';
};

describe('connectionOf', () => {
  it('splits a command as a shell does, without one', () => {
    expect(connectionOf({ stdio: `npx -y "my server" 'a b' --x="c d"` })).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'my server', 'a b', '--x=c d'],
      env: {},
    });
    expect(connectionOf({})).toBeUndefined();
  });

  it('takes variables by their names, or with values', () => {
    process.env.TOOLS_TEST_NAME = 'here';
    expect(connectionOf({ stdio: 'desk', env: ['TOOLS_TEST_NAME', 'B=x=y'] })).toMatchObject({
      env: { TOOLS_TEST_NAME: 'here', B: 'x=y' },
    });
    delete process.env.TOOLS_TEST_NAME;
  });

  it.each<[string, ConnectionOptions, string]>([
    ['both', { stdio: 'a', url: 'http://a' }, 'name two servers'],
    ['an empty command', { stdio: '  ' }, 'needs the command'],
    ['a shell', { stdio: 'cd x && npx desk' }, '`&&` is for a shell'],
    ['no address', { url: 'localhost:3000' }, 'needs an address'],
    ['a file', { url: 'file:///etc/passwd' }, 'needs an address'],
    ['no name', { url: 'http://a', header: ['abc'] }, 'needs a name and a value'],
    ['a header for a process', { stdio: 'a', header: ['A: b'] }, '`--header` is for'],
    ['a variable for an address', { url: 'http://a', env: ['A=b'] }, '`--env` is for'],
    ['a variable that is not there', { stdio: 'a', env: ['NOT_THERE_AT_ALL'] }, 'there is no variable'],
    ['a variable without a name', { stdio: 'a', env: ['=secret'] }, 'needs a NAME'],
  ])('refuses %s', (_, options, message) => {
    expect(() => connectionOf(options)).toThrow(message);
    expect(() => connectionOf(options)).not.toThrow('secret');
  });
});

describe('shownConnection', () => {
  it.each([
    ['npx -y @modelcontextprotocol/server-everything@2026.8.31', undefined],
    ['npx -y server-filesystem /srv/data', undefined],
    ['uvx mcp-server-git --repository .', undefined],
    ['docker run -i --rm -e API_TOKEN=abc image', 'docker run -i --rm -e API_TOKEN=… image'],
    ['desk --api-key abc123', 'desk --api-key …'],
    ['desk --token=abc123 --verbose', 'desk --token=… --verbose'],
    ['desk --header "Authorization: Bearer abc"', 'desk --header …'],
    ['desk postgres://me:secret@db.example.com/orders?sslkey=abc', 'desk postgres://db.example.com/orders'],
    ['desk ghp_0123456789abcdefghijABCDEFGHIJ', 'desk …'],
    [`desk ${homedir()}/data`, 'desk ~/data'],
    ['desk "a b"', "desk 'a b'"],
  ])('of `%s` has no secrets', (stdio, expected) => {
    expect(shown({ stdio, env: ['DESK_KEY=hidden'] })).toBe(expected ?? stdio);
  });

  it('has neither the headers nor the user, query or keys of an address', () => {
    const url = 'https://me:pw@example.com:8443/s/0123456789abcdef0123456789/mcp?token=abc#x';
    expect(shown({ url, header: ['Authorization: Bearer abc'] })).toBe('https://example.com:8443/s/…/mcp');
  });
});

it('secretsOf has what no message may repeat', () => {
  const connection = connectionOf({
    url: 'https://a.example/?key=longkey',
    header: ['Authorization: Bearer topsecret'],
  });
  expect(connection && secretsOf(connection)).toEqual(
    expect.arrayContaining(['longkey', 'topsecret', 'Bearer topsecret']),
  );
});
