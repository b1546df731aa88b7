import { describe, expect, it } from 'vitest';
import { mostAmong } from './judged-tools.ts';

// What the input chooses among the rows of a database is no text of the model's, and neither is the key of a row that is there.
const beside = `import { and, eq, like, not, or, PgDatabase, sql } from 'drizzle-orm';
import { Collection } from 'mongodb';
declare const jobs: Collection; declare const logs: { id: unknown };
async function byNameOrFirst(name: string) { return (await jobs.findOne({ name })) ?? (await jobs.findOne({ isFirst: true })); }
declare const shop: PgDatabase; declare const apps: { id: unknown; name: unknown };
function find(id: string) { return shop.select().from(apps).where(eq(apps.id, id)).get(); }
function findLike(name: string) { return shop.select().from(apps).where(like(apps.name, name)).get(); }
function pathOf(id: string) { const row = find(id); if (!row) return null; return row.path; }
function pathOrName(id: string) { return find(id)?.path ?? id; }
function add(path: string) { return shop.insert(apps).values({ path }).returning().get(); }
async function first(id: string) { const [row] = await shop.select().from(apps).where(eq(apps.id, id)).limit(1); return row; }
function start(id: string) { const row = find(id); if (!row) return; up(row.path); }
function up(path: string) { exec('compose -f ' + path + ' up'); }
`;

const text = 'critical shell';
const program = 'low runs';

describe('what is looked up by the input', () => {
  it.each([
    ["const row = find(text); exec('up ' + row?.path);", program],
    ["const path = pathOf(text); exec('up ' + path);", program],
    ["exec('up ' + pathOf(text));", program],
    ['start(text);', program],
    ["const path = pathOrName(text); exec('up ' + path);", text],
    ["const row = add(text); exec('up ' + row?.path);", text],
    ["exec('up ' + text);", text],
    ["const job = await jobs.findOne({ name: text }); exec('up ' + job?.path);", program],
    [
      "const job = await jobs.findOneAndUpdate({ name: 'a' }, { $set: { path: text } }); exec('up ' + job?.path);",
      text,
    ],
    ["const lines = await jobs.find({}).map((each) => each.path + text).toArray(); exec('up ' + lines[0]);", text],
    ["const row = find('main'); row.path = text; exec('up ' + row.path);", text],
    ["const row = find(text); Object.assign(row, { path: text }); exec('up ' + row.path);", text],
    ["const rows = shop.select().from(apps).all(); rows.push({ path: text }); exec('up ' + rows[0].path);", text],
    ["const row = shop.select({ path: sql`${text}` }).from(apps).get(); exec('up ' + row?.path);", text],
    ["const row = text ? find('a') : { path: text }; exec('up ' + row.path);", text],
    ["let row = find('a'); row = { path: text }; exec('up ' + row.path);", text],
    ["exec(find(text)?.path ?? '');", 'high runs'],
    ["exec('docker compose -f ' + pathOf(text) + ' down');", 'high runs'],
    ["execFile('sh', ['-c', find(text)?.path ?? '']);", 'high runs'],
  ])('%s', (statement, is) => {
    expect(mostAmong([{ input: '{ text: z.string() }', run: `async ({ text }) => { ${statement} }` }], beside)).toBe(
      is,
    );
  });

  it.each<readonly [statement: string, is: string]>([
    ["const row = find(text); if (!row) return; exec('up ' + text);", program],
    ["const path = pathOf(text); if (path === null) return; if (!path) return; exec('up ' + text);", program],
    ["if (find(text)) exec('up ' + text);", text],
    ["const row = find(text); if (row) exec('up ' + text);", program],
    ["const row = find(text); if (row) return; exec('up ' + text);", text],
    ["const row = find(text); exec('up ' + text); if (!row) return;", text],
    ["const row = findLike(text); if (!row) return; exec('up ' + text);", text],
    ["let row = find(text); if (!row) return; text = text + ';'; exec('up ' + text);", text],
    ["const row = find('main'); if (!row) return; exec('up ' + text);", text],
    ["const job = await jobs.findOne({ name: text }); if (!job) return; exec('up ' + text);", program],
    [
      "const job = await jobs.findOne({ isNew: true, log: { name: text } }); if (!job) return; exec('up ' + text);",
      text,
    ],
    ["const job = await byNameOrFirst(text); if (!job) return; exec('up ' + text);", text],
    [
      "const rows = shop.select().from(apps).where(eq(apps.id, text)).all(); if (!rows) return; exec('up ' + text);",
      text,
    ],
    ...['or(eq(apps.id, text), eq(apps.id, 1))', 'not(eq(apps.id, text))', 'eq(apps.id, text + 1)'].map(
      (test) =>
        [
          `const row = shop.select().from(apps).where(${test}).get(); if (!row) return; exec('up ' + text);`,
          text,
        ] as const,
    ),
    [
      "const row = shop.select().from(apps).where(and(eq(apps.name, 'a'), eq(apps.id, text))).get(); if (!row) return; exec('up ' + text);",
      program,
    ],
    [
      "const row = shop.select().from(apps).leftJoin(logs, eq(logs.id, text)).where(eq(apps.id, 1)).get(); if (!row) return; exec('up ' + text);",
      text,
    ],
    ["let row = find(text); if (!row) row = { path: 'a' }; if (!row) return; exec('up ' + text);", text],
  ])('whose row is there: %s', (statement, is) => {
    expect(mostAmong([{ input: '{ text: z.string() }', run: `async ({ text }) => { ${statement} }` }], beside)).toBe(
      is,
    );
  });

  it.each([
    ["exec('tar ' + text.replace(/[^a-zA-Z0-9-]/g, ''));", program],
    ["exec('tar ' + text.replace(/[^a-zA-Z0-9-]/, ''));", text],
    ["exec('tar ' + text.replace(/[^a-z; ]/g, ''));", text],
    ["exec('tar ' + text.replace(/[^a-z]/g, ' ; '));", text],
    ["exec('tar ' + text.replace(/[a-z]/g, ''));", text],
    ["exec('tar ' + text.replace(/[^\\w\\-]/g, ''));", program],
    ["exec('tar ' + text.replace(/[^\\w-]/gy, ''));", text],
    ["exec('tar ' + text.replace(/[^\\w,-_]/g, ''));", text],
    ["exec('tar ' + text.replace(/[^A-z0-9]/g, ''));", text],
    ["exec(text.replace(/[^\\w-]/g, ''));", text],
    ['exec(`${text.replace(/[^a-z]/g, "")} -f`);', text],
  ])('that is stripped: %s', (statement, is) => {
    expect(mostAmong([{ input: '{ text: z.string() }', run: `async ({ text }) => { ${statement} }` }], beside)).toBe(
      is,
    );
  });
});
