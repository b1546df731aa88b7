import { dispatching, listed, SchemaCases } from './cases.ts';

const cases = new SchemaCases();
const { right, wrong } = cases;

const shot = listed('shot', "name: { type: 'string' }", "'name'");
const move = listed('move', "from: { type: 'string' }, to: { type: 'string' }", "'from'");
const get = listed('get', "key: { type: 'string' }", "'key'");
const set = listed('set', "key: { type: 'string' }, value: { type: 'string' }", "'key', 'value'");

// ── properties that are not declared ─────────────────────────────────────────────────────────────────────────────
wrong(
  'an undeclared property of a record',
  'undeclared',
  dispatching(
    shot,
    'const args = req.params.arguments as Record<string, any>; return text(await show(args.name, «args.width» ?? 800));',
  ),
);
right(
  'a declared one',
  dispatching(
    listed('shot', "name: { type: 'string' }, width: { type: 'number' }", "'name'"),
    'const args = req.params.arguments as Record<string, any>; return text(await show(args.name, args.width ?? 800));',
  ),
);
wrong(
  'an undeclared property by its text',
  'undeclared',
  dispatching(shot, "const args: any = req.params.arguments; return text(await show(args['name'], «args['width']»));"),
);
wrong(
  'a renamed property in a cast',
  'undeclared',
  dispatching(shot, 'const { «file» } = req.params.arguments as { file: string }; return text(await show(file));'),
);
right(
  'the declared property in a cast',
  dispatching(shot, 'const { name } = req.params.arguments as { name: string }; return text(await show(name));'),
);
for (const [name, use, isWrong] of [
  [
    'used where it is there',
    'if (args.task) body.task = args.task; else if (args.project) body.project = args.project;',
    false,
  ],
  [
    'used in the branch of a conditional expression',
    'body.of = args.task ? `task ${args.task}` : args.project;',
    false,
  ],
  ['needed', "if (!«args.task») throw new Error('none'); body.task = args.task;", true],
] as const) {
  const program = dispatching(
    `${listed('for_task', "task: { type: 'string' }", "'task'")}, ${listed('for_project', "project: { type: 'string' }", "'project'")}`,
    `const add = async (args: Record<string, any>) => { const body: Record<string, unknown> = {}; ${use} return text(await show(JSON.stringify(body))); };
    const handlers: Record<string, typeof add> = { for_task: add, for_project: add };
    return handlers[req.params.name]!(req.params.arguments as Record<string, any>);`,
  );
  if (isWrong) wrong(`of one function for two tools, a property of one that is ${name}`, 'undeclared', program);
  else right(`of one function for two tools, a property of one that is ${name}`, program);
}
for (const [name, leave] of [
  ['alone', "if (name === 'get') return text('none');"],
  ['by the other side', "if ('get' === name) { return text('none'); }"],
  ['or for another one', "if (name === 'get' || name === 'list') return text('none');"],
] as const) {
  const program = (before: string, after: string): string =>
    dispatching(
      `${listed('get', "key: { type: 'string' }", "'key'")}, ${listed('shot', "name: { type: 'string' }, width: { type: 'number' }", "'name'")}, ${listed('move', "from: { type: 'string' }, width: { type: 'number' }", "'from'")}`,
      `const handlers = new Map<string, (name: string, args: Record<string, any>) => Promise<any>>();
      const handle = async (name: string, args: Record<string, any>) => {
        ${before} if (!${after}) return { content: [], isError: true };
        switch (name) {
          case 'shot': return text(await show(args.name, args.width));
          case 'move': return text(await copy(args.from, args.width));
          default: return text('none');
        }
      };
      for (const each of ['get', 'shot', 'move']) handlers.set(each, handle);
      const handler = handlers.get(req.params.name);
      if (handler) return handler(req.params.name, req.params.arguments as Record<string, any>);
      throw new Error('Unknown tool');`,
    );
  right(`what is read after the function was left for a tool: ${name}`, program(leave, 'args.width'));
  wrong(
    `what is read before the function is left for a tool: ${name}`,
    'undeclared',
    program('', `«args.width») return { content: [], isError: true }; ${leave} if (!args.width`),
  );
}
const branches = (ofMove: string): string =>
  dispatching(
    `${shot}, ${move}`,
    `const args = req.params.arguments as Record<string, any>;
    switch (req.params.name) {
      case 'shot': return text(await show(args.name, «args.width»));
      case 'move': ${ofMove}
      default: throw new Error('Unknown tool');
    }`,
  );
wrong(
  'an undeclared property that is tested for in the branch of another tool',
  'undeclared',
  branches("if (typeof args.width === 'number') console.log(args.from); return text(await copy(args.from, ''));"),
);
right(
  'an undeclared property that is tested for in the same branch',
  branches("return text(await copy(args.from, ''));").replace(
    'return text(await show(args.name, «args.width»))',
    "return text(await show(args.name, typeof args.width === 'number' ? args.width : 1))",
  ),
);
right(
  'an undeclared property that is tested for in the code of all tools',
  dispatching(
    `${shot}, ${move}`,
    `const args = req.params.arguments as Record<string, any>;
    const width = typeof args.width === 'number' ? args.width : 1;
    switch (req.params.name) {
      case 'shot': return text(await show(args.name, args.width));
      case 'move': return text(await copy(args.from, String(width)));
      default: throw new Error('Unknown tool');
    }`,
  ),
);
wrong(
  'through a helper function',
  'undeclared',
  dispatching(
    shot,
    'return text(await take(req.params.arguments ?? {}));',
    'const take = async (input: Record<string, any>) => show(input.name, «input.width»);',
  ),
);
wrong(
  'through a pattern of a parameter',
  'undeclared',
  dispatching(
    shot,
    'return text(await take(req.params.arguments as any));',
    'async function take({ name, «width» }: { name: string; width: number }) { return show(name, width); }',
  ),
);
wrong(
  'taken apart from the request',
  'undeclared',
  dispatching(
    shot,
    'const { name: tool, arguments: args } = req.params as any; return text(await show(args.name + tool, «args.size»));',
  ),
);
right(
  'an open schema',
  dispatching(
    listed('shot', "name: { type: 'string' }", "'name'", 'additionalProperties: true'),
    'const args = req.params.arguments as any; return text(await show(args.name, args.width));',
  ),
);
right(
  'a fallback to an earlier name',
  dispatching(shot, 'const args = req.params.arguments as any; return text(await show(args.name ?? args.title));'),
);
right(
  'an earlier name first',
  dispatching(shot, 'const { name, title } = req.params.arguments as any; return text(await show(title || name));'),
);
right(
  'behind a test for the property',
  dispatching(
    shot,
    "const args = req.params.arguments as any; if ('width' in args) return text(await show(args.name, args.width)); return text(args.name);",
  ),
);
right(
  'behind a test of its type',
  dispatching(
    shot,
    "const args = req.params.arguments as any; return text(await show(args.name, typeof args.width === 'number' ? args.width : 800));",
  ),
);
right(
  'a property that the handler sets',
  dispatching(
    shot,
    'const args = req.params.arguments as any; args.width = 800; return text(await show(args.name, args.width));',
  ),
);
right(
  'a schema of unknown parts',
  dispatching(
    "{ name: 'shot', inputSchema: { type: 'object', properties: { name: { type: 'string' }, ...others }, required: ['name'] } }",
    'const args = req.params.arguments as any; return text(await show(args.name, args.width));',
    'declare const others: Record<string, object>;',
  ),
);
right(
  'a schema that is made elsewhere',
  dispatching(
    "{ name: 'shot', inputSchema: schemaOf('shot') }",
    'const args = req.params.arguments as any; return text(await show(args.name, args.width));',
    "declare function schemaOf(name: string): { type: 'object' };",
  ),
);
right(
  'an object without listed properties',
  dispatching(
    "{ name: 'shot', inputSchema: { type: 'object' } }",
    'const args = req.params.arguments as any; return text(await show(args.name, args.width));',
  ),
);
right(
  'the input as a whole',
  dispatching(
    shot,
    "await fetch('https://example.com', { method: 'POST', body: JSON.stringify(req.params.arguments) }); return text('');",
  ),
);
right(
  'a shared fragment',
  dispatching(
    "{ name: 'repos', inputSchema: { type: 'object', properties: { owner: { type: 'string' }, ...paging }, required: ['owner'] } }",
    'const a = req.params.arguments as { owner: string; limit?: number }; return text(await show(a.owner, a.limit));',
    "const paging = { limit: { type: 'number' }, cursor: { type: 'string' } } as const;",
  ),
);
wrong(
  'beside a shared fragment',
  'undeclared',
  dispatching(
    "{ name: 'repos', inputSchema: { type: 'object', properties: { owner: { type: 'string' }, ...paging }, required: ['owner'] } }",
    'const a = req.params.arguments as any; return text(await show(a.owner, «a.page»));',
    "const paging = { limit: { type: 'number' }, cursor: { type: 'string' } } as const;",
  ),
);
wrong(
  'a constant tool with satisfies',
  'undeclared',
  dispatching(
    'TOOL',
    'return text(await show((req.params.arguments as any).name, «(req.params.arguments as any).width»));',
    `const TOOL = ${shot.replace("'object'", "'object' as const")} satisfies Tool;`,
  ),
);
wrong(
  'a nested property',
  'undeclared',
  dispatching(
    listed('shot', "size: { type: 'object', properties: { width: { type: 'number' } } }", "'size'"),
    "const args = req.params.arguments as any; return text(await show('', «args.size.height»));",
  ),
);
right(
  'a nested property that is declared',
  dispatching(
    listed('shot', "size: { type: 'object', properties: { width: { type: 'number' } } }", "'size'"),
    "const args = req.params.arguments as any; return text(await show('', args.size.width));",
  ),
);
wrong(
  'a property of an element',
  'undeclared',
  dispatching(
    listed(
      'sum',
      "items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } }",
      "'items'",
    ),
    'const { items } = req.params.arguments as any; return text(String(items.map((item: any) => «item.cost»)));',
  ),
);
right(
  'an object in a list of alternatives',
  dispatching(
    listed(
      'put',
      "target: { oneOf: [{ type: 'object', properties: { id: { type: 'string' } } }, { type: 'object', properties: { url: { type: 'string' } } }] }",
      "'target'",
    ),
    'const { target } = req.params.arguments as any; return text(await run(target.id ?? target.url));',
  ),
);

// ── several tools in one handler ─────────────────────────────────────────────────────────────────────────────────
right(
  'the keys of two tools without a test of the name',
  dispatching(`${get}, ${set}`, 'const a = req.params.arguments as any; return text(await run(a.key, a.value));'),
);
wrong(
  'a key of neither tool',
  'undeclared',
  dispatching(`${get}, ${set}`, 'const a = req.params.arguments as any; return text(await run(a.key, «a.ttl»));'),
);
wrong(
  "another tool's key in a case",
  'undeclared',
  dispatching(
    `${get}, ${set}`,
    `const args = req.params.arguments as any;
    switch (req.params.name) {
      case 'get': return text(await run(args.key, «args.value»));
      case 'set': return text(await run(args.key, args.value));
      default: throw new Error('unknown tool');
    }`,
  ),
);
wrong(
  "another tool's key behind a comparison",
  'undeclared',
  dispatching(
    `${get}, ${set}`,
    `const { name, arguments: args = {} } = req.params;
    if (name === 'set') return text(await run(args.key, args.value));
    if (name === 'get') { const { key, «value» } = args as any; return text(await run(key, value)); }
    throw new Error(name);`,
  ),
);
right(
  'each key in its own branch',
  dispatching(
    `${get}, ${set}`,
    `const { name, arguments: args = {} } = req.params;
    if (name === 'set') { const { key, value } = args as any; return text(await run(key, value)); }
    if (name === 'get') return text(await run((args as any).key));
    throw new Error(name);`,
  ),
);
right(
  'two names for one branch',
  dispatching(
    `${get}, ${set}`,
    `const args = req.params.arguments as any;
    switch (req.params.name) {
      case 'get':
      case 'set': return text(await run(args.key, args.value));
      default: throw new Error('unknown tool');
    }`,
  ),
);
wrong(
  'a helper for one tool',
  'undeclared',
  dispatching(
    `${get}, ${set}`,
    `const args = req.params.arguments;
    switch (req.params.name) {
      case 'get': return getKey(args as any);
      case 'set': return setKey(args as any);
      default: throw new Error('unknown tool');
    }`,
    `const getKey = async (a: { key: string; fallback: string }) => text(await run(a.key, «a.fallback»));
const setKey = async (a: { key: string; value: string }) => text(await run(a.key, a.value));`,
  ),
);
wrong(
  'a table of handlers',
  'undeclared',
  dispatching(
    `${get}, ${set}`,
    'const handler = handlers[req.params.name]; if (!handler) throw new Error(); return handler(req.params.arguments as any);',
    `const handlers: Record<string, (args: any) => Promise<{ content: [] }>> = {
  get: async (args) => { await run(args.key, «args.ttl»); return { content: [] }; },
  set: async ({ key, value }) => { await run(key, value); return { content: [] }; },
};`,
  ),
);
for (const [title, otherwise] of [
  ['a table of handlers by a variable', 'throw new Error();'],
  ['a table of handlers by a variable that is assigned again', "handler = () => text('unknown tool');"],
])
  wrong(
    title!,
    'undeclared',
    dispatching(
      `${get}, ${set}`,
      `let handler = handlers[req.params.name]; if (!handler) ${otherwise!} return handler(req.params.arguments as any);`,
      `const handlers: Record<string, (args: any) => any> = {
  get: async (args) => text(await run(args.key, «args.value»)),
  set: async ({ key, value }) => text(await run(key, value)),
};`,
    ),
  );
right(
  'a table of right handlers',
  dispatching(
    `${get}, ${set}`,
    'return handlers[req.params.name]!(req.params.arguments as any);',
    `const handlers: Record<string, (args: any) => Promise<{ content: [] }>> = {
  get: async (args) => { await run(args.key); return { content: [] }; },
  set: async ({ key, value }) => { await run(key, value); return { content: [] }; },
};`,
  ),
);
const routed = (given: string, taken: string, reads: string): string =>
  dispatching(
    `${get}, ${set}`,
    `const route = routes[req.params.name as keyof typeof routes];
    if (!route) throw new Error('unknown tool');
    return route(${given});`,
    `async function forKeys(${taken}) {
  switch (name) {
    case 'get': return text(await run(args.key));
    case 'set': return text(await run(args.key, ${reads}));
    default: throw new Error('unknown tool');
  }
}
const routes = { get: forKeys, set: forKeys };`,
  );
for (const [what, given, taken] of [
  ['ask for the name again', 'req.params.name, req.params.arguments', 'name: string, args: any'],
  [
    'are given the request',
    'req',
    '{ params: { name, arguments: args } }: { params: { name: string; arguments?: any } }',
  ],
] as const) {
  right(`a table of handlers that ${what}`, routed(given, taken, 'args.value'));
  wrong(`a table of handlers that ${what}, one of them wrong`, 'undeclared', routed(given, taken, '«args.ttl»'));
}
const answered = (name: string, read: string): string =>
  dispatching(
    `${get}, ${set}`,
    `const args = req.params.arguments as any;
    switch (req.params.name) {
      case 'get': return answer('get', args);
      case 'set': return answer('${name}', args);
      default: throw new Error('unknown tool');
    }`,
    `function answer(tool: string, args: any) {
  if (tool === 'set') return text(\`set to \${${read}}\`);
  return text(String(args.key));
}`,
  );
right('a function that is given the name as a text', answered('set', 'args.value'));
wrong(
  'a function that is given the name as a text, and reads something else',
  'undeclared',
  answered('set', '«args.ttl»'),
);
wrong(
  'a list of tools with their handlers',
  'undeclared',
  `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
declare function run(...values: unknown[]): Promise<string>;
const tools = [
  { name: 'get', inputSchema: { type: 'object' as const, properties: { key: { type: 'string' } } }, run: async (args: any) => run(args.key, «args.ttl») },
  { name: 'put', inputSchema: { type: 'object' as const, properties: { key: { type: 'string' }, ttl: { type: 'number' } } }, run: async (args: any) => run(args.key, args.ttl) },
];
export function serve(server: Server) {
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const tool = tools.find((each) => each.name === request.params.name);
    if (!tool) throw new Error('unknown tool');
    return { content: [{ type: 'text', text: await tool.run(request.params.arguments) }] };
  });
}`,
);
wrong(
  'methods of a class',
  'undeclared',
  `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
export class Weather {
  private readonly server = new Server({ name: 'weather', version: '1' }, { capabilities: { tools: {} } });
  constructor() {
    this.server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: [{ name: 'forecast', inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } }],
    }));
    this.server.setRequestHandler(CallToolRequestSchema, async (request) => {
      if (request.params.name !== 'forecast') throw new Error('unknown tool');
      return this.forecast(request.params.arguments as any);
    });
  }
  private async forecast(args: { city: string; days: number }) {
    return { content: [{ type: 'text' as const, text: args.city + String(«args.days») }] };
  }
}`,
);
wrong(
  'requests by the name of the method',
  'undeclared',
  `
import { Server } from '@modelcontextprotocol/server';
export function serve(server: Server) {
  server.setRequestHandler('tools/list', async () => ({
    tools: [{ name: 'add', inputSchema: { type: 'object' as const, properties: { a: { type: 'number' } }, required: ['a'] } }],
  }));
  server.setRequestHandler('tools/call', async (request) => {
    const args = request.params.arguments as any;
    return { content: [{ type: 'text' as const, text: String(args.a + «args.b») }] };
  });
}`,
);

// ── optional and required ────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'an optional property that a cast takes for given',
  'optional',
  dispatching(
    move,
    'const { from, to } = req.params.arguments as { from: string; to: string }; return text(await copy(from, «to»));',
  ),
);
right(
  'an optional property that is handled',
  dispatching(
    move,
    "const { from, to } = req.params.arguments as { from: string; to?: string }; return text(await copy(from, to ?? '.'));",
  ),
);
right(
  'a cast that is followed by a check',
  dispatching(
    move,
    "const { from, to } = req.params.arguments as { from: string; to: string }; if (!to) throw new Error('to'); return text(await copy(from, to));",
  ),
);
right(
  'a default in the pattern',
  dispatching(
    move,
    "const { from, to = '.' } = req.params.arguments as { from: string; to: string }; return text(await copy(from, to));",
  ),
);
right(
  'an optional property where it may be missing',
  dispatching(
    listed('shot', "name: { type: 'string' }, width: { type: 'number' }", "'name'"),
    'const a = req.params.arguments as { name: string; width: number }; return text(await show(a.name, a.width));',
  ),
);
right(
  'a function that checks the whole',
  dispatching(
    move,
    "const args: any = req.params.arguments; if (!isMove(args)) throw new Error('args'); return text(await copy(args.from, args.to));",
    'declare function isMove(value: unknown): value is { from: string; to: string };',
  ),
);
wrong(
  'a method of an optional property of any type',
  'optional',
  dispatching(move, 'const args = req.params.arguments as any; return text(await show(«args.to.trim()»));').replace(
    '«args.to.trim()»',
    '«args.to.trim»()',
  ),
);
right(
  'an optional chain',
  dispatching(move, "const args = req.params.arguments as any; return text(await show(args.to?.trim() ?? ''));"),
);
right(
  'required in a branch',
  dispatching(
    `${get}, ${set}`,
    `const a = req.params.arguments as { key: string; value: string };
    if (req.params.name === 'set') return text(await copy(a.key, a.value));
    return text(await show(a.key));`,
  ),
);
wrong(
  'the whole input for a function that requires more',
  'neededUndeclared',
  dispatching(
    shot,
    'return text(await create(«req.params.arguments as any»));',
    'declare function create(options: { name: string; folder: string }): Promise<string>;',
  ),
);
wrong(
  'the whole input for a function that requires what is optional',
  'neededOptional',
  dispatching(
    move,
    'return text(await rename(«req.params.arguments as any»));',
    'declare function rename(options: { from: string; to: string }): Promise<string>;',
  ),
);
right(
  'the whole input for a function that requires what is declared',
  dispatching(
    shot,
    'return text(await create(req.params.arguments as any));',
    'declare function create(options: { name: string; folder?: string }): Promise<string>;',
  ),
);
right(
  'by default, required in the schema and optional in the handler',
  dispatching(shot, "const a = req.params.arguments as { name?: string }; return text(await show(a.name ?? ''));"),
);
wrong(
  'required in the schema and optional in the handler, on request',
  'required',
  dispatching(shot, "const a = req.params.arguments as { name?: string }; return text(await show(«a.name» ?? ''));"),
  [{ checkOptionalClaims: true }],
);

right(
  'a default of a parameter',
  dispatching(
    move,
    'const a = req.params.arguments as any; return text(await take(a.from, a.to));',
    "const take = async (from: string, to: string = '.') => copy(from, to);",
  ),
);
wrong(
  'a list of tools that a function is given',
  'undeclared',
  `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
const tools: Tool[] = [{ name: 'get', inputSchema: { type: 'object', properties: { key: { type: 'string' } } } }];
function wire(server: Server, given: Tool[]) {
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: given }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const args = params.arguments as any;
    return { content: [{ type: 'text', text: args.key + «args.ttl» }] };
  });
}
export const start = (server: Server) => wire(server, tools);`,
);

// ── types ────────────────────────────────────────────────────────────────────────────────────────────────────────
const count = listed('repeat', "count: { type: 'number' }", "'count'");
wrong(
  'a number for a text',
  'type',
  dispatching(
    count,
    "const { «count» } = req.params.arguments as { count: string }; return text(await show(count.split(',')[0]!));",
  ),
);
right(
  'a number for a number',
  dispatching(
    count,
    "const { count } = req.params.arguments as { count: number }; return text(await show('', count));",
  ),
);
right(
  'an integer for a number',
  dispatching(
    listed('repeat', "count: { type: 'integer' }", "'count'"),
    "const { count } = req.params.arguments as { count: number }; return text(await show('', count));",
  ),
);
wrong(
  'null for a text',
  'type',
  dispatching(
    listed('note', "text: { type: ['string', 'null'] }", "'text'"),
    'const args = req.params.arguments as { text: string }; return text(await show(«args.text»));',
  ),
);
right(
  'null that is checked',
  dispatching(
    listed('note', "text: { type: ['string', 'null'] }", "'text'"),
    "const args = req.params.arguments as { text: string }; return text(await show(args.text || ''));",
  ),
);
wrong(
  'a value of an enumeration that the handler does not have',
  'type',
  dispatching(
    listed('sort', "order: { type: 'string', enum: ['asc', 'desc'] }", "'order'"),
    "const { «order» } = req.params.arguments as { order: 'asc' | 'descending' }; return text(await show(order));",
  ),
);
right(
  'an enumeration for a text',
  dispatching(
    listed('sort', "order: { type: 'string', enum: ['asc', 'desc'] }", "'order'"),
    'const { order } = req.params.arguments as { order: string }; return text(await show(order));',
  ),
);
right(
  'a text for an enumeration',
  dispatching(
    listed('sort', "order: { type: 'string' }", "'order'"),
    "const { order } = req.params.arguments as { order: 'asc' | 'desc' }; return text(await show(order));",
  ),
);
right(
  'any schema',
  dispatching(
    listed('sort', 'order: {}', "'order'"),
    'const { order } = req.params.arguments as { order: string }; return text(await show(order));',
  ),
);
wrong(
  'a list for a text',
  'type',
  dispatching(
    listed('tag', "tags: { type: 'array', items: { type: 'string' } }", "'tags'"),
    'const a = req.params.arguments as { tags: string }; return text(await show(«a.tags»));',
  ),
);

// ── validators ───────────────────────────────────────────────────────────────────────────────────────────────────
right(
  'a validator of the same form',
  dispatching(
    move,
    "const { from, to } = Move.parse(req.params.arguments); return text(await copy(from, to ?? '.'));",
    'const Move = z.object({ from: z.string(), to: z.string().optional() });',
  ),
);
wrong(
  'a validator that requires an undeclared property',
  'parsedUndeclared',
  dispatching(
    shot,
    'const a = «Shot.parse(req.params.arguments)»; return text(await show(a.name, a.width));',
    'const Shot = z.object({ name: z.string(), width: z.number() });',
  ),
);
wrong(
  'a validator that requires what is optional',
  'parsedOptional',
  dispatching(
    move,
    'const a = «Move.parse(req.params.arguments)»; return text(await copy(a.from, a.to));',
    'const Move = z.object({ from: z.string(), to: z.string() });',
  ),
);
wrong(
  'a property that only the validator declares',
  'undeclared',
  dispatching(
    shot,
    "const parsed = Shot.safeParse(req.params.arguments); if (!parsed.success) throw new Error('args'); return text(await show(parsed.data.name, «parsed.data.width»));",
    'const Shot = z.object({ name: z.string(), width: z.number().default(800) });',
  ),
);
right(
  'a validator that changes what it is given',
  dispatching(
    shot,
    'const a = Shot.parse(req.params.arguments); return text(await show(a.title));',
    'const Shot = z.object({ name: z.string() }).transform(({ name }) => ({ title: name }));',
  ),
);
right(
  'a schema made of the validator',
  dispatching(
    "{ name: 'shot', inputSchema: z.toJSONSchema(Shot) as any }",
    'const a = Shot.parse(req.params.arguments); return text(await show(a.name, a.width));',
    'const Shot = z.object({ name: z.string(), width: z.number() });',
  ),
);
wrong(
  'a schema made of another validator',
  'parsedUndeclared',
  dispatching(
    "{ name: 'shot', inputSchema: z.toJSONSchema(Shot) as any }",
    'const a = «Other.parse(req.params.arguments)»; return text(await show(a.title));',
    'const Shot = z.object({ name: z.string() }); const Other = z.object({ title: z.string() });',
  ),
);

// ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────
const temperature =
  "{ name: 'temperature', inputSchema: { type: 'object', properties: {} }, outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'], additionalProperties: false } }";
wrong(
  'a result that lacks a property, of one tool',
  'resultMissing',
  dispatching(
    `${temperature}, ${get}`,
    "if (req.params.name === 'temperature') return { content: [], structuredContent: «{}» }; return text('');",
  ),
);
right(
  'a whole result',
  dispatching(
    `${temperature}, ${get}`,
    "if (req.params.name === 'temperature') return { content: [], structuredContent: { celsius: 20 } }; return text('');",
  ),
);

right(
  'known gap: a read behind a computed key',
  dispatching(
    shot,
    "const args = req.params.arguments as any; const key = 'wid' + 'th'; return text(await show(args.name, args[key]));",
  ),
);

// ── schemas that functions make ──────────────────────────────────────────────────────────────────────────────────
// What it makes has no end, as in a published server of eighty tools.
right(
  'a schema that a recursive function makes of another one',
  dispatching(
    "...tools.map((tool) => ({ name: tool.name, inputSchema: schemaOf(tool.input) as any })), { name: 'read', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } }",
    'const args: any = req.params.arguments; return text(await show(args.anything));',
    `
declare const tools: { name: string; input: z.ZodType }[];
function schemaOf(schema: any): any {
  if (schema instanceof z.ZodArray) return { type: 'array', items: schemaOf(schema.element), description: schema.description };
  if (schema instanceof z.ZodOptional) return schemaOf(schema.unwrap());
  if (schema instanceof z.ZodNullable) return { ...schemaOf(schema.unwrap()), nullable: true };
  if (schema instanceof z.ZodDefault) return { ...schemaOf(schema.def.innerType), default: schema.def.defaultValue };
  if (schema instanceof z.ZodUnion) return { oneOf: schema.options.map((each: any) => schemaOf(each)) };
  if (schema instanceof z.ZodRecord) return { type: 'object', additionalProperties: schemaOf(schema.valueType) };
  if (schema instanceof z.ZodObject) {
    const properties: Record<string, unknown> = {};
    for (const [name, of] of Object.entries(schema.shape)) properties[name] = schemaOf(of);
    return { type: 'object', properties };
  }
  return { type: 'string', description: schema.description };
}`,
  ),
);

// Input of another form is refused, by a property that it must not have.
const refusing = (statement: string) =>
  dispatching(
    listed('read', "paths: { type: 'array', items: { type: 'string' } }", "'paths'"),
    `const args = req.params.arguments as any;\n${statement}\nreturn text(String(args.paths));`,
  );
for (const statement of [
  'if (args.params && Object.keys(args.params).length === 0) return { content: [], isError: true };',
  "if (Object.keys(args).length === 0 || (Object.keys(args).length === 1 && args.params)) throw new Error('Give `paths`.');",
  "if (args.path !== undefined) throw new Error('Give `paths`.');",
  "if (args.path) { throw new Error('Give `paths`.'); }",
])
  right(`input is refused: ${statement}`, refusing(statement));
wrong(
  'what is done by an undeclared property',
  'undeclared',
  refusing('if («args.path») return text(await run(req.params.name));'),
);
for (const statement of [
  "if (!«args.path») throw new Error('Give `path`.');",
  "if (Object.keys(args).length === 0 || !«args.path») throw new Error('Give `path`.');",
  "if («args.path» === undefined) throw new Error('Give `path`.');",
  'if (args.paths === undefined || !«args.path») return { content: [], isError: true };',
])
  wrong(`input without an undeclared property is refused: ${statement}`, 'undeclared', refusing(statement));
wrong(
  'what is refused where an undeclared property is missing',
  'undeclared',
  refusing("const path = «args.path»;\nif (!path) throw new Error('Give `path`.');"),
);

cases.run('no-schema-mismatch, one handler for several tools');
