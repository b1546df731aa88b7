import { dispatching, listed, registering, SchemaCases } from './cases.ts';

// Properties that are taken for something one by one, and what counts as a check of them.

const cases = new SchemaCases();
const { right, wrong } = cases;

const tool = listed(
  'tail',
  "service: { type: 'string' }, since: { type: 'string' }, limit: { type: 'number' }",
  "'since'",
);

/** A server with one tool, whose input is a record of anything. */
const tail = (body: string, before = ''): string =>
  dispatching(tool, `const args = req.params.arguments ?? {}; ${body}`, before);

// ── casts of one property ────────────────────────────────────────────────────────────────────────────────────────────
wrong('a text for a number', 'type', tail("return text(await show('', («args.since as number») * 1000));"));
right('a text for a text', tail('return text(await show(args.since as string));'));
wrong(
  'a text for a number, in a variable',
  'type',
  tail("const since = «args.since as number»; return text(await show('', since));"),
);
wrong(
  'a text for a number, through another cast',
  'type',
  tail("const since = «args.since as unknown as number»; return text(await show('', since));"),
);
right(
  'a text for a number, behind a test',
  tail("if (typeof args.since !== 'number') return text(''); return text(await show('', args.since as number));"),
);
right('a number for a text that is made a number', tail("return text(await show('', Number(args.limit as string)));"));
right('a number for a text that is put into one', tail('return text(await show(`${args.limit as string} lines`));'));
wrong('a number for a text that is cut', 'type', tail('return text(await show((«args.limit as string»).trim()));'));
wrong(
  'an optional text for one that is there',
  'optional',
  tail('const service = args.service as string; return text(await show(«service.trim»()));'),
);
right(
  'an optional text for one that may be missing',
  tail("const service = args.service as string | undefined; return text(await show(service?.trim() ?? ''));"),
);
right(
  'an optional text with another one in its place',
  tail("const service = (args.service as string) || 'all'; return text(await show(service.trim()));"),
);
right('an optional text for anything', tail('const service = args.service as unknown; return text(String(service));'));

// ── texts and objects ────────────────────────────────────────────────────────────────────────────────────────────────
const painting = (body: string, before = ''): string =>
  registering(
    'inputSchema: { color: z.union([z.string(), z.object({ red: z.number() })]) }',
    `async ({ color }) => { ${body} }`,
    before,
  );
right(
  'a text’s method, where a text or an object is taken for a text',
  painting("return text((color as string).replace('#', ''));"),
);
right(
  'a text’s method, in a function that takes texts',
  painting('return text(plain(color as string));', "const plain = (hex: string) => hex.replace('#', '');"),
);
wrong(
  'another property of an object, where it is taken for anything',
  'undeclared',
  painting('return text(«(color as any).green»);'),
);

// ── values that are refused ──────────────────────────────────────────────────────────────────────────────────────────
const refusing = (test: string): string =>
  tail(
    'refuseOld(args); return text(await show(args.since as string));',
    `function refuseOld(args: any): void { if (${test}) throw new Error('old'); }`,
  );
right('a value that a helper refuses', refusing("args.type === 'dashboard'"));
right('a value that a helper refuses, beside another one', refusing("args.since === 'x' && args.type === 'dashboard'"));
wrong('every other value that a helper refuses', 'undeclared', refusing("«args.type» !== 'dashboard'"));

// ── conditions ───────────────────────────────────────────────────────────────────────────────────────────────────────
const both = 'const service = args.service as string; const limit = args.limit as number;';
right(
  'the second of two that are tested',
  tail(`${both} if (limit && service) return text(await show(service.trim(), limit)); return text('');`),
);
right(
  'the second of three that are tested',
  tail(`${both} if (limit && service && args.since) return text(await show(service.trim(), limit)); return text('');`),
);
right(
  'the second of two that are refused',
  tail(`${both} if (!(limit && service)) return text(''); return text(await show(service.trim(), limit));`),
);
right(
  'the second of two in a choice',
  tail(`${both} return text(limit && service ? await show(service.trim(), limit) : '');`),
);
wrong(
  'another one than the one that is tested',
  'optional',
  tail(`${both} if (limit && args.since) return text(await show(«service.trim»(), limit)); return text('');`),
);

// ── properties that are left out ─────────────────────────────────────────────────────────────────────────────────────
right('what is taken out of the rest', tail('const { signal, ...rest } = args as any; return text(await run(rest));'));
wrong(
  'what is taken out of the rest and used',
  'undeclared',
  tail('const { «signal», ...rest } = args as any; return text(await run(rest, signal));'),
);

// ── two tools of one name ────────────────────────────────────────────────────────────────────────────────────────────
const other = listed('tail', "width: { type: 'number' }", '');
right(
  'a property that the first of two tools of one name has',
  dispatching(
    `${tool}, ${other}`,
    'const args = req.params.arguments as any; return text(await show(args.since, args.width));',
  ),
);
wrong(
  'a property that none of two tools has',
  'undeclared',
  dispatching(
    `${tool}, ${other.replace('tail', 'cut')}`,
    'const args = req.params.arguments as any; return text(await show(«args.height»));',
  ),
);

// ── lists in results ─────────────────────────────────────────────────────────────────────────────────────────────────
const searching = (element: string): string =>
  registering(
    'inputSchema: { pattern: z.string() }, outputSchema: { matches: z.array(z.object({ path: z.string(), line: z.number() })) }',
    'async ({ pattern }) => { const { matches } = await search(pattern); return { content: [], structuredContent: { matches: «matches» } }; }',
    `interface Match { ${element} }\ndeclare function search(pattern: string): Promise<{ matches: Match[] }>;`,
  );
wrong('a list whose elements lack a property', 'resultMissing', searching('path: string; lineNumber: number'));
wrong('a list whose elements may lack a property', 'resultMissing', searching('path: string; line?: number'));
wrong('a list whose elements have a property of another type', 'resultType', searching('path: string; line: string'));
wrong('a list whose elements may have nothing', 'resultType', searching('path: string; line: number | null'));
right(
  'a list whose elements are as declared',
  searching('path: string; line: number; text: string').replace(/[«»]/g, ''),
);
right('a list of anything', searching('path: string; line: any').replace(/[«»]/g, ''));

// ── results that a test has narrowed ─────────────────────────────────────────────────────────────────────────────────
const narrowing = (test: string): string => `
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
declare function boards(): Promise<{ success: true; data: string[] } | { success: false; message: string }>;
export const tree = createTool({
  id: 'tree', description: 'Tree', inputSchema: z.object({}),
  outputSchema: z.union([z.object({ success: z.literal(true), data: z.object({ tree: z.string() }) }), z.object({ success: z.literal(false), message: z.string() })]),
  execute: async (): Promise<any> => {
    const found = await boards();
    if (${test}) return «found»;
    return { success: true, data: { tree: 'x' } };
  },
});`;
right('a failure, behind a test for it', narrowing('!found.success').replace(/[«»]/g, ''));
wrong('a success with other data, behind a test for it', 'resultType', narrowing('found.success'));

// ── parameters of helpers ────────────────────────────────────────────────────────────────────────────────────────────
const helped = (given: string): string =>
  registering(
    'inputSchema: { pattern: z.string() }, outputSchema: { found: z.object({ paths: z.array(z.string()) }) }',
    `async ({ pattern }) => answer(${given})`,
    'declare function search(pattern: string): Promise<string[]>;\nfunction answer(paths: string[] | object) { return { content: [], structuredContent: { found: { paths: «paths» } } }; }',
  );
wrong('an object for a list, through a helper that takes both', 'resultType', helped('{ pattern }'));
right('a list for a list, through a helper that takes both', helped('await search(pattern)').replace(/[«»]/g, ''));

cases.run('no-schema-mismatch: properties by themselves');
