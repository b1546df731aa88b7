import { describe, expect, it } from 'vitest';
import { mutantsIn } from './world.ts';

const client = "import { Client } from '@modelcontextprotocol/sdk';\n";
const server = "import { McpServer, StdioServerTransport } from '@modelcontextprotocol/sdk';\n";

function textsOf(name: string, code: string): readonly string[] {
  return mutantsIn(name, code).map(({ text }) => text);
}

describe('drop-await', () => {
  const code = (call: string, next: string): string =>
    `${client}async function f(t: any) {\n  const c = new Client({});\n  ${call}\n  ${next}\n}\n`;

  it('takes the `await` away where a request follows', () => {
    expect(textsOf('drop-await', code('await c.connect(t);', 'await c.listTools();'))).toEqual([
      code('c.connect(t);', 'await c.listTools();'),
    ]);
  });

  it('leaves a connection alone that nothing uses', () => {
    expect(textsOf('drop-await', code('await c.connect(t);', 'return c;'))).toEqual([]);
  });
});

describe('drop-connect', () => {
  const code = (made: string, call: string): string =>
    `${client}async function f(t: any, given: Client) {\n  const c = ${made};${call}\n  await c.listTools();\n}\n`;

  it('takes the call away', () => {
    expect(textsOf('drop-connect', code('new Client({})', '\n  await c.connect(t);'))).toEqual([
      code('new Client({})', ''),
    ]);
  });

  it('leaves a client alone that somebody else may have connected', () => {
    expect(textsOf('drop-connect', code('given', '\n  await c.connect(t);'))).toEqual([]);
  });
});

describe('connect-late', () => {
  const code = (...lines: readonly string[]): string =>
    `${client}async function f(t: any) {\n  const c = new Client({});\n${lines.join('\n')}\n}\n`;

  it('moves the call behind the first request', () => {
    expect(textsOf('connect-late', code('await c.connect(t);', 'await c.listTools();'))).toEqual([
      code('await c.listTools();', 'await c.connect(t);').replace('{});\nawait', '{});\nawait'),
    ]);
  });

  it('cannot move it behind a `return`', () => {
    expect(textsOf('connect-late', code('await c.connect(t);', 'return c.listTools();'))).toEqual([]);
  });
});

describe('connect-twice', () => {
  it('repeats the call', () => {
    const code = `${client}export async function f(c: Client, t: any) {\n  await c.connect(t);\n}\n`;

    expect(textsOf('connect-twice', code)).toEqual([
      code.replace('await c.connect(t);', 'await c.connect(t);\nawait c.connect(t);'),
    ]);
  });

  it('goes by the declaration, not by the name', () => {
    expect(textsOf('connect-twice', 'export async function f(c: any, t: any) {\n  await c.connect(t);\n}\n')).toEqual(
      [],
    );
  });
});

describe('register-late', () => {
  const registration = "s.registerTool('a', {}, () => 1);";

  it('moves the connection, with its transport, to where the server is made', () => {
    const code = `${server}const s = new McpServer({});\n${registration}\nconst t = new StdioServerTransport();\nawait s.connect(t);\n`;

    expect(textsOf('register-late', code)).toEqual([
      `${server}const s = new McpServer({});\nconst t = new StdioServerTransport();\nawait s.connect(t);\n${registration}\n`,
    ]);
  });

  it('leaves a server without tools alone', () => {
    expect(textsOf('register-late', `${server}const s = new McpServer({});\nawait s.connect(1);\n`)).toEqual([]);
  });
});

describe('close-before-use', () => {
  it('closes before a request', () => {
    const code = `${client}async function f(c: Client) {\n  await c.listTools();\n}\n`;

    expect(textsOf('close-before-use', code)).toEqual([
      code.replace('await c.listTools();', 'await c.close();\nawait c.listTools();'),
    ]);
  });

  it('leaves a function alone that cannot wait', () => {
    expect(textsOf('close-before-use', `${client}function f(c: Client) {\n  c.listTools();\n}\n`)).toEqual([]);
  });
});

describe('close-by-helper', () => {
  const code = `${client}async function f(c: Client) {\n  await c.listTools();\n}\n`;

  it('has a function close before a request', () => {
    expect(textsOf('close-by-helper', code)).toEqual([
      code.replace('await c.listTools();', 'await seededStop(c);\nawait c.listTools();') +
        '\nasync function seededStop(session: Client) {\n  await session.close();\n}\n',
    ]);
  });

  it('needs the name of the type', () => {
    expect(
      textsOf('close-by-helper', code.replace('{ Client }', '{ Client as C }').replace(': Client', ': C')),
    ).toEqual([]);
  });
});

describe('early-throw', () => {
  const code = (body: string): string =>
    `${client}export async function f(t: any) {\n  const c = new Client({});\n  await c.connect(t);\n${body}}\n`;

  it('throws before the close', () => {
    expect(textsOf('early-throw', code('await c.close();\n'))).toEqual([
      code("if (process.env.SEEDED) throw new Error('seeded');\nawait c.close();\n"),
    ]);
  });

  it('does nothing where `finally` closes', () => {
    expect(textsOf('early-throw', code('try {\n  c.listTools();\n} finally {\n  await c.close();\n}\n'))).toEqual([]);
  });
});

describe('the only close of a session', () => {
  const code = (end: string): string =>
    `${client}export async function f(t: any) {\n  const c = new Client({});\n  await c.connect(t);\n` +
    `  try {\n    await c.listTools();\n  } finally {${end}\n  }\n}\n`;

  it('goes', () => {
    expect(textsOf('drop-close', code('\n    await c.close();'))).toEqual([code('')]);
  });

  it('is not called', () => {
    expect(textsOf('uncalled-close', code('\n    await c.close();'))).toEqual([code('\n    await c.close;')]);
  });

  it('moves out of `finally`', () => {
    expect(textsOf('close-out-of-finally', code('\n    await c.close();'))).toEqual([
      code('').replace('listTools();\n  }', 'listTools();\n  await c.close();\n}'),
    ]);
  });

  it('is found where the session is assigned later', () => {
    const assigned = (end: string): string =>
      `${client}export async function f(t: any) {\n  let c;\n  try {\n    c = new Client({});\n` +
      `    await c.connect(t);\n  } finally {${end}\n  }\n}\n`;

    expect(textsOf('drop-close', assigned('\n    await c?.close();'))).toEqual([assigned('')]);
  });

  it('stays where another function has the session too', () => {
    const given = code('\n    await c.close();').replace('await c.listTools();', 'keep(c);');

    expect(textsOf('drop-close', given)).toEqual([]);
  });

  it('stays in a script, whose process ends', () => {
    expect(
      textsOf('drop-close', `${client}const c = new Client({});\nawait c.connect(1);\nawait c.close();\n`),
    ).toEqual([]);
  });
});

describe('hoist-server', () => {
  const code = (outside: string, inside: string): string =>
    `${server}import { express } from 'express';\nconst app = express();\n${outside}app.post('/', async (req: any) => {${inside}\n  await s.connect(req);\n});\n`;
  const declaration = 'const s = new McpServer({});';

  it('moves the server out of the handler', () => {
    expect(textsOf('hoist-server', code('', `\n  ${declaration}`))).toEqual([code(`${declaration}\n`, '')]);
  });

  it('leaves a server alone that is made of the request', () => {
    expect(textsOf('hoist-server', code('', '\n  const s = new McpServer(req.body);'))).toEqual([]);
  });
});
