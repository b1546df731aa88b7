import { describe, expect, test } from 'vitest';
import { mostIn } from './judged-tools.ts';

// What `convex codegen` makes, and as much of what convex declares.
const convex = `export interface GenericDatabaseReader<D> { get(id: string): Promise<D>; query(table: string): { collect(): Promise<{ id: string }[]> }; }
export interface GenericDatabaseWriter<D> extends GenericDatabaseReader<D> {
  insert(table: string, value: object): Promise<string>; patch(id: string, value: object): Promise<void>; delete(id: string): Promise<void>;
}
export interface Scheduler { runAfter(delay: number, reference: Reference, args: object): Promise<string>; }
export interface Reference { readonly kind: 'reference'; }
export interface GenericMutationCtx<D> { db: GenericDatabaseWriter<D>; }
export interface GenericActionCtx<D> { scheduler: Scheduler; runMutation(reference: Reference, args: object): Promise<any>; }
type Handler = (ctx: GenericMutationCtx<object>, args: any) => unknown;
export declare function mutation(registered: Handler | { args: object; handler: Handler }): Reference;
`;
const files = {
  'node_modules/convex/package.json': JSON.stringify({
    name: 'convex',
    version: '1.34.0',
    type: 'module',
    exports: { './server': { types: './server.d.ts' } },
  }),
  'node_modules/convex/server.d.ts': convex,
  'convex/_generated/api.d.ts': `import type { Reference } from 'convex/server';
interface Module { readonly [name: string]: Reference }
export declare const internal: { tasks: Module; 'other': Module; deep: { rows: Module } };
`,
  'convex/_generated/api.js': 'export const internal = {};\n',
  'convex/tasks.ts': `import { mutation } from 'convex/server';
import type { GenericMutationCtx } from 'convex/server';
export const remove = mutation({ args: {}, handler: async (ctx, { id }) => { await ctx.db.delete(id); } });
export const plain = mutation(async (ctx, { id }) => { await ctx.db.delete(id); });
export const method = mutation({ args: {}, async handler(ctx, { id }) { await ctx.db.delete(id); } });
async function taken(ctx: GenericMutationCtx<object>, { id }: { id: string }) { await ctx.db.delete(id); }
export const named = mutation({ args: {}, handler: taken });
export const rename = mutation({ args: {}, handler: async (ctx, { id, title }) => { await ctx.db.patch(id, { title }); } });
export const change = mutation(async (ctx, { id, how }) => {
  if (how === 'remove') await ctx.db.delete(id);
  else await ctx.db.patch(id, {});
});
export const renew = mutation(async (ctx, { id, parts }) => {
  const existing = await ctx.db.query('parts').collect();
  for (const part of existing) await ctx.db.delete(part.id);
  for (const part of parts) await ctx.db.insert('parts', { part, id });
});
export const clear = mutation(async (ctx, { id }) => {
  const existing = await ctx.db.query('parts').collect();
  for (const part of existing) await ctx.db.delete(part.id);
  await ctx.db.insert('notes', { id });
});
const quiet = mutation(async (ctx, { id }) => { await ctx.db.delete(id); });
export { quiet as listed };
const hidden = mutation({ args: {}, handler: async (ctx, { id }) => { await ctx.db.delete(id); } });
`,
  'convex/deep/rows.ts': `import { mutation } from 'convex/server';
export const remove = mutation({ args: {}, handler: async (ctx, { id }) => { await ctx.db.delete(id); } });
`,
};

/** What a tool can break most that does this with a context of an action. */
function mostOf(run: string, before = ''): string {
  const code = `import { tool } from 'ai';
import type { GenericActionCtx } from 'convex/server';
import { z } from 'zod';
import { internal } from './_generated/api.js';
${before}
export const tools = (ctx: GenericActionCtx<object>) => ({
  act: tool({ description: '', inputSchema: z.object({ id: z.string() }), execute: async ({ id }) => { ${run} } }),
});
`;
  return mostIn({ ...files, 'convex/main.ts': code });
}

describe('functions of a backend that are run by a reference', () => {
  test.each([
    ['a function in a property', 'await ctx.runMutation(internal.tasks.remove, { id });'],
    ['a function alone', 'await ctx.runMutation(internal.tasks.plain, { id });'],
    ['a function of an export list', 'await ctx.runMutation(internal.tasks.listed, { id });'],
    ['a method', 'await ctx.runMutation(internal.tasks.method, { id });'],
    ['a function by its name', 'await ctx.runMutation(internal.tasks.named, { id });'],
    ['a module in a folder', 'await ctx.runMutation(internal.deep.rows.remove, { id });'],
    ['later', 'await ctx.scheduler.runAfter(0, internal.tasks.remove, { id });'],
  ])('%s', (_name, run) => {
    expect(mostOf(run)).toBe('high deletes');
  });

  test('what the function is given decides', () => {
    expect(mostOf('await ctx.runMutation(internal.tasks.rename, { id, title: id });')).toMatch(/^low /);
    expect(mostOf("await ctx.runMutation(internal.tasks.change, { id, how: 'remove' });")).toBe('high deletes');
    expect(mostOf("await ctx.runMutation(internal.tasks.change, { id, how: 'rename' });")).toMatch(/^low /);
  });

  test('rows of a table that are written again are not lost', () => {
    expect(mostOf('await ctx.runMutation(internal.tasks.renew, { id, parts: [id] });')).toMatch(/^low /);
    expect(mostOf('await ctx.runMutation(internal.tasks.clear, { id });')).toBe('high deletes');
  });

  test.each([
    ['is not exported', 'await ctx.runMutation(internal.tasks.hidden, { id });'],
    ['is not there', 'await ctx.runMutation(internal.tasks.gone, { id });'],
    ['is in no file', 'await ctx.runMutation(internal.other.remove, { id });'],
  ])('nothing of a function that %s', (_name, run) => {
    expect(mostOf(run)).toBe('nothing');
  });

  test('nothing of another method of the name', () => {
    const before = 'declare const queue: { runMutation(reference: object, args: object): Promise<void> };';
    expect(mostOf('await queue.runMutation(internal.tasks.remove, { id });', before)).toBe('nothing');
  });
});
