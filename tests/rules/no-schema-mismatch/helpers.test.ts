import { dispatching, listed, registering, SchemaCases } from './cases.ts';

const cases = new SchemaCases();
const { right, wrong } = cases;

// ── results of a helper ──────────────────────────────────────────────────────────────────────────────────────────
const ok = `function ok(data: Record<string, unknown>, isError = false) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(data) }], structuredContent: data, isError };
}`;
const measured = (result: string, before = ok): string =>
  registering(
    'inputSchema: { path: z.string() }, outputSchema: { size: z.number() }',
    `async ({ path }) => { const size = path.length; return ${result}; }`,
    before,
  );
wrong('a result that a helper makes of an object without a required property', 'resultMissing', measured('ok(«{}»)'));
right('a result that a helper makes of an object with what the schema requires', measured('ok({ size })'));
right('an error that a helper makes', measured('ok({}, true)'));
wrong(
  'a result of a helper that is called by another one',
  'resultType',
  measured(
    'done({ size: «path» })',
    `${ok}\nconst done = (data: Record<string, unknown>) => { console.log('done'); return ok(data); };`,
  ),
);
right(
  'a helper that changes what it is given',
  measured(
    'ok({})',
    `function ok(data: Record<string, unknown>) {
       data = { size: 1, ...data };
       return { content: [], structuredContent: data };
     }`,
  ),
);
wrong(
  'the results of one helper, of which one is wrong',
  'resultMissing',
  measured('size > 0 ? ok({ size }) : ok(«{}»)'),
);

// ── handlers that are made with the name of their tool ───────────────────────────────────────────────────────────
const made = `type Gate = (name: string, args: Record<string, unknown>) => Promise<boolean>;
function describe(name: string, input: Record<string, unknown>): string {
  switch (name) {
    case 'rename': return \`to \${String(«input.newPath»)}\`;
    case 'show': return String(input.path);
    default: return name;
  }
}
const gate: Gate = async (name, args) => describe(name, args) !== '';
const handling = (name: string, before: Gate) => async (args: Record<string, unknown>) => ((await before(name, args)) ? text(name) : text('no'));`;
wrong(
  'a function that a handler was made with, in the branch for its tool',
  'undeclared',
  registering('inputSchema: { path: z.string() }', "handling('rename', gate) as never", made),
);
right(
  'a function that a handler was made with, in the branch for another tool',
  registering('inputSchema: { path: z.string() }', "handling('show', gate) as never", made.replace(/[«»]/g, '')),
);

// ── handlers of a wrapper ────────────────────────────────────────────────────────────────────────────────────────
const wrap = `function wrap<A extends unknown[]>(run: (...args: A) => Promise<any>) {
  return async (...args: A) => {
    try { return await run(...args); } catch { return { content: [], isError: true }; }
  };
}`;
wrong(
  'a handler that a wrapper with rest parameters makes',
  'undeclared',
  registering(
    'inputSchema: { path: z.string() }',
    'wrap(async (args: { file: string }) => text(await show(«args.file»))) as never',
    wrap,
  ),
);
right(
  'a handler of a wrapper that reads what the schema declares',
  registering(
    'inputSchema: { path: z.string() }',
    'wrap(async (args: { path: string }) => text(await show(args.path))) as never',
    wrap,
  ),
);
wrong(
  'a wrapper that takes its first argument out of all',
  'undeclared',
  registering(
    'inputSchema: { path: z.string() }',
    'wrap(async (args: { file: string }) => text(await show(«args.file»))) as never',
    `const wrap = (run: (input: any) => Promise<any>) => async (...args: any[]) => run(args[0]);`,
  ),
);
right(
  'a wrapper that hands on something else',
  registering(
    'inputSchema: { path: z.string() }',
    'wrap(async (args: { file: string }) => text(await show(args.file))) as never',
    `const wrap = (run: (input: any) => Promise<any>) => async (...args: any[]) => run(args[1]);`,
  ),
);
const table = (handlers: string): string =>
  dispatching(
    [listed('read', "path: { type: 'string' }", "'path'"), listed('write', "to: { type: 'string' }", "'to'")].join(
      ', ',
    ),
    `const handlers: Record<string, (args: any) => Promise<any>> = { ${handlers} };
    const handler = handlers[req.params.name];
    if (!handler) throw new Error('Unknown tool');
    return handler(req.params.arguments);`,
    wrap,
  );
wrong(
  'handlers of a table that a wrapper makes',
  'undeclared',
  table(`read: wrap(async (args: any) => text(await show(args.path))),
    write: wrap(async (args: any) => text(await show(«args.path»)))`),
);
right(
  'handlers of a table that a wrapper makes, each with its own properties',
  table(`read: wrap(async (args: any) => text(await show(args.path))),
    write: wrap(async (args: any) => text(await show(args.to)))`),
);
wrong(
  'a result of a handler that a wrapper makes',
  'resultMissing',
  registering(
    'inputSchema: { path: z.string() }, outputSchema: { size: z.number() }',
    'wrap(async () => ({ content: [], structuredContent: «{}» })) as never',
    wrap,
  ),
);

const measuring = (write: string): string =>
  dispatching(
    ['read', 'write']
      .map(
        (name) =>
          `{ name: '${name}', inputSchema: { type: 'object' }, outputSchema: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] } }`,
      )
      .join(', '),
    `const handlers: Record<string, (args: any) => Promise<any>> = {
      read: wrap(async () => ({ content: [], structuredContent: { size: 1 } })),
      write: wrap(async () => ({ content: [], structuredContent: ${write} })),
    };
    return handlers[req.params.name]!(req.params.arguments);`,
    wrap,
  );
wrong('a result of one of the handlers of a table that a wrapper makes', 'resultMissing', measuring('«{}»'));
right('results of all handlers of a table that a wrapper makes', measuring('{ size: 2 }'));

// ── a wrapper around the handlers of several tools ─────────────────────────────────────────────────────────────────
const registrations = (properties: string, taken: string): string => `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
declare function simulate(name: string, handle: string): Promise<string>;
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
function register(server: McpServer, name: string, config: { inputSchema: z.ZodRawShape }, handler: (args: any) => Promise<any>) {
  const dispatch = async (args: any) => (name === 'send' ? text(await simulate(name, ${taken})) : handler(args));
  return server.registerTool(name, config, dispatch);
}
export function serve(server: McpServer) {
  register(server, 'read', { inputSchema: { path: z.string() } }, async ({ path }) => text(path));
  register(server, 'list', { inputSchema: { path: z.string() } }, async ({ path }) => text(path));
  register(server, 'send', { inputSchema: { ${properties} } }, async (args) => text(args.path));
}`;
wrong(
  'a property that a wrapper takes, and no tool declares',
  'undeclared',
  registrations('path: z.string()', '«args.handle»'),
);
right(
  'a property that a wrapper takes for one of the tools',
  registrations('handle: z.string(), path: z.string()', 'args.handle'),
);
right(
  'a property that a wrapper takes where another one of one of the tools is not there',
  registrations('handle: z.string(), path: z.string()', 'args.handle ?? args.hash'),
);

// ── functions that are given a constant beside the input ─────────────────────────────────────────────────────────
const room = '(params as { room: string }).room';
const site = '(params as { site: string }).site';
const sender = `const commands = { join: 'join', move: 'move' } as const;
function send(command: string, params: unknown) {
  return { to: command === 'join' ? ${room} : 'here', params };
}
function act(command: string, params: unknown) { return send(command, params); }
function late(params: unknown, place: string, command: string) { return place + (command === 'join' ? ${site} : ''); }
function keep(operation: string, input: any) {
  if (operation === 'create') return { ok: true };
  return operation === 'rename' ? input.to : input.label;
}
function hoisted(kind: string, input: any) {
  if (kind === 'create') return make();
  return '';
  function make() { return input.hoisted; }
}
function flagged(kind: unknown, input: any) { if (kind === 'true') return ''; return input.flag; }
function cased(kind: string, input: any) { if (kind.toLowerCase() === 'CREATE') return ''; return input.cased; }
function two(a: string, b: string, input: any) { if (a === 'a 1,x') return b; return input.two; }
function pick(operation: string, input: any) {
  switch (operation) { case 'create': return ''; default: return input.list; }
}
function fall(operation: string, input: any, log: string[]) {
  switch (operation) { case 'create': log.push('create'); default: return input.rest; }
}
function run(kind: 'one' | 'all', input: any, isQuiet: boolean) {
  switch (kind) { case 'one': return input.id; case 'all': return isQuiet ? '' : input.path; }
}`;
/** `read` is what is wrong there. */
const sending = (call: string, read?: string): string =>
  registering(
    'inputSchema: { path: z.string() }',
    `async (args) => text(JSON.stringify(${call}))`,
    read === undefined ? sender : sender.replace(read, `«${read}»`),
  );
right('a branch that another constant leads to', sending("send('move', args)"));
right('a branch that a constant of an object leads away from', sending('send(commands.move, args)'));
right('a branch two functions away', sending("act('move', args)"));
right('a case of another constant', sending("run('all', args, false)"));
wrong('the branch of the constant', 'undeclared', sending("send('join', args)", room));
wrong('the branch of the constant two functions away', 'undeclared', sending("act('join', args)", room));
wrong(
  'a branch of a constant that is another one by then',
  'undeclared',
  sending("rename('move', args)", '(params as { place: string }).place').replace(
    'function act(',
    'function rename(command: string, params: unknown) { command = command.slice(1); return command === "join" ? «(params as { place: string }).place» : ""; }\nfunction act(',
  ),
);
right('a branch that a constant after the input leads away from', sending("late(args, 'here', 'move')"));
wrong(
  'a branch of a constant that a spread list may move',
  'undeclared',
  sending("late(args, ...(['here', 'join'] as const), 'move')", site),
);
right('what runs behind a branch of the constant that returns', sending("keep('create', args)"));
right(
  'the other branch of a conditional expression than that of the constant',
  sending("keep('other', { label: args.path })"),
);
right('the clause of all other constants', sending("pick('create', args)"));
wrong(
  'what runs behind a branch of another constant',
  'undeclared',
  sending("keep('create all', args)", 'input.label'),
);
wrong('a conditional expression of another constant', 'undeclared', sending("keep('other', args)", 'input.label'));
wrong('the clause of another constant', 'undeclared', sending("pick('list', args)", 'input.list'));
wrong(
  'the clause of all other constants that another one runs into',
  'undeclared',
  sending("fall('create', args, [])", 'input.rest'),
);
wrong(
  'a function that is called before the branch that it stands behind',
  'undeclared',
  sending("hoisted('create', args)", 'input.hoisted'),
);
wrong('a branch of a boolean with the text of a constant', 'undeclared', sending('flagged(true, args)', 'input.flag'));
wrong(
  'what runs behind a branch of a constant in other letters',
  'undeclared',
  sending("cased('CREATE', args)", 'input.cased'),
);
wrong(
  'what runs for the second of two calls with constants',
  'undeclared',
  sending("[two('a 1,x', args.path, args), two('a', 'x', args)]", 'input.two'),
);
wrong('a branch that the input leads to', 'undeclared', sending('send(args.path, args)', room));
wrong('the case of a constant', 'undeclared', sending("run('one', args, true)", 'input.id'));

cases.run('no-schema-mismatch: helpers and wrappers');
