import { dispatching, listed, registering, SchemaCases } from './cases.ts';

const cases = new SchemaCases();
const { right, wrong } = cases;

/** A tool with an `enum`, whose handler is typed by the SDK. */
const typed = (body: string, before = ''): string =>
  registering(
    "inputSchema: { action: z.enum(['add', 'list', 'remove']), id: z.string() }",
    `async ({ action, id }) => { ${body} }`,
    before,
  );

/** A server with one tool that has an `enum`, and takes its input for anything. */
const untyped = (body: string, before = ''): string =>
  dispatching(
    listed(
      'items',
      "action: { type: 'string', enum: ['add', 'list', 'remove'] }, id: { type: 'string' }",
      "'action', 'id'",
    ),
    `const args = req.params.arguments as any; const { action } = args; ${body}`,
    before,
  );

// ── a switch ─────────────────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'a `switch` that throws for a value of the schema',
  'unhandled',
  typed(`switch (action) {
    case 'add': return text(await show(id));
    case 'list': return text(await show('all'));
    default: «throw new Error(\`Unknown action: \${action}\`);»
  }`),
);
right(
  'a `switch` with a clause for each value of the schema',
  typed(`switch (action) {
    case 'add': return text(await show(id));
    case 'list': return text(await show('all'));
    case 'remove': return text('removed');
    default: throw new Error(\`Unknown action: \${String(action)}\`);
  }`),
);
right(
  'a `switch` that does the rest by default',
  typed(`switch (action) {
    case 'add': return text(await show(id));
    case 'list': return text(await show('all'));
    default: return text(await show('removed'));
  }`),
);
wrong(
  'a `switch` whose default answers with an error',
  'unhandled',
  untyped(`switch (args.action) {
    case 'add': return text(await show(args.id));
    case 'remove': return text('removed');
    default: { console.error(action); «return { content: [], isError: true };» }
  }`),
);
wrong(
  'a `switch` before an answer that names the value unknown',
  'unhandled',
  untyped(`switch (action) {
    case 'add': return text(await show(args.id));
    case 'list': return text('all');
  }
  «return text(\`Unknown action \${action}\`);»`),
);
wrong(
  'a `switch` before an answer that names the value unknown in both cases',
  'unhandled',
  untyped(`switch (action) {
    case 'add': return text(await show(args.id));
    case 'list': return text('all');
  }
  «return text(args.id ? \`Unknown action \${action} for \${args.id}\` : \`Unknown action \${action}\`);»`),
);
right(
  'a refusal of one value before an answer with a default',
  untyped(`if (action === 'remove') return { content: [], isError: true };
  const found = await show(args.id) as any;
  return text(found.status || 'unknown');`),
);
right(
  'a `switch` before what is done for all others',
  untyped(`switch (action) {
    case 'add': return text(await show(args.id));
    case 'list': return text('all');
  }
  return text(await show(args.id));`),
);
wrong(
  'a `switch` in a function that the handler calls',
  'unhandled',
  untyped(
    'return change(args);',
    `async function change({ action, id }: { action: string; id: string }) {
       switch (action) {
         case 'add': return text(await show(id));
         case 'remove': return text('removed');
         default: «throw new Error('no such action');»
       }
     }`,
  ),
);
right(
  'a value that the handler has a branch for before it calls the function with the `switch`',
  untyped(
    `if (action === 'list') return text('all'); return change(args);`,
    `async function change({ action, id }: { action: string; id: string }) {
       switch (action) {
         case 'add': return text(await show(id));
         case 'remove': return text('removed');
         default: throw new Error('no such action');
       }
     }`,
  ),
);

// ── comparisons ──────────────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'comparisons one after the other',
  'unhandled',
  untyped(`if (action === 'add') return text(await show(args.id));
  if (action === 'remove') return text('removed');
  «throw new Error('Unknown action');»`),
);
wrong(
  'a chain of comparisons',
  'unhandled',
  typed(`if (action === 'add') return text(await show(id));
  else if (action === 'list') return text('all');
  else { «throw new Error('Unknown action');» }`),
);
right(
  'a chain of comparisons with all values',
  typed(`if (action === 'add') return text(await show(id));
  else if (action === 'list' || action === 'remove') return text('all');
  else throw new Error('Unknown action');`),
);
wrong(
  'a condition that refuses all others',
  'unhandled',
  untyped(`if (action !== 'add' && action !== 'list') «throw new Error('Unknown action');»
  return text(await show(args.id));`),
);
right(
  'a condition that refuses what no schema lists',
  untyped(`if (action !== 'add' && action !== 'list' && action !== 'remove') throw new Error('Unknown action');
  return text(await show(args.id));`),
);
right(
  'a condition that refuses some values for another reason',
  untyped(`if (action !== 'list' && !args.id) throw new Error('An id is needed');
  return text(await show(args.id));`),
);

// ── what else may decide ─────────────────────────────────────────────────────────────────────────────────────────
/** A `switch` that refuses `list` and `remove`, after a statement about the value. */
const after = (statement: string, before: string, refusal = "throw new Error('Unknown action');"): string =>
  untyped(
    `${statement}
  switch (action) {
    case 'add': return text(await show(args.id));
    default: ${refusal}
  }`,
    before,
  );
right(
  'a table that is looked into before',
  after(
    'const plain = table[action]; if (plain) return text(plain);',
    'declare const table: Record<string, string | undefined>;',
  ),
);
right(
  'a function that is given the value before',
  after("if (reads(action)) return text('read');", 'declare function reads(action: string): boolean;'),
);
wrong(
  'a function that is given the value, and whose result nobody takes',
  'unhandled',
  after('audit(action);', 'declare function audit(action: string): void;', "«throw new Error('Unknown action');»"),
);
right(
  'a comparison with what is no text',
  after("if (action === special) return text('special');", 'declare const special: string;'),
);
right(
  'a `switch` of some calls alone',
  untyped(
    `if (isReadOnly) {
    switch (action) {
      case 'list': return text('all');
      default: throw new Error('This server is read-only');
    }
  }
  return text(await show(args.id));`,
    'declare const isReadOnly: boolean;',
  ),
);
right(
  'a value that is changed before',
  untyped(`if (!args.id) args.action = 'add';
  switch (args.action) {
    case 'add': return text('added');
    default: throw new Error('Unknown action');
  }`),
);
right(
  'a property of the same name that the schema does not limit',
  dispatching(
    listed('items', "action: { type: 'string' }", "'action'"),
    `switch ((req.params.arguments as any).action) {
      case 'add': return text('added');
      default: throw new Error('Unknown action');
    }`,
  ),
);

// ── several tools ────────────────────────────────────────────────────────────────────────────────────────────────
const two = (body: string): string =>
  dispatching(
    [
      listed('items', "action: { type: 'string', enum: ['add', 'list'] }", "'action'"),
      listed('users', "action: { type: 'string', enum: ['add', 'ban'] }", "'action'"),
    ].join(', '),
    `const args = req.params.arguments as any;
    switch (req.params.name) {
      case 'items': ${body}
      case 'users': return text(await show(args.action));
      default: throw new Error('Unknown tool');
    }`,
  );
wrong(
  'the `switch` of one tool of several',
  'unhandled',
  two(`switch (args.action) {
    case 'add': return text('added');
    default: «throw new Error('Unknown action');»
  }`),
);
right(
  'the `switch` of one tool, with the values of that tool',
  two(`switch (args.action) {
    case 'add': return text('added');
    case 'list': return text('all');
    default: throw new Error('Unknown action');
  }`),
);

wrong(
  'a value that the branch of another tool handles',
  'unhandled',
  two(`if (args.action === 'add') return text('added'); «throw new Error('Unknown action');»`).replace(
    'return text(await show(args.action))',
    "return text(args.action === 'list' ? 'all' : await show(args.action))",
  ),
);
wrong(
  'a value without a branch, where only what is definite is reported',
  'unhandled',
  two(`if (args.action === 'add') return text('added'); «throw new Error('Unknown action');»`),
  [{ mode: 'definite' }],
);

cases.run('no-schema-mismatch: values without a branch');
