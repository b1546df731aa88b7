import { describe, expect, it } from 'vitest';
import { mostAmong } from './judged-tools.ts';

// What the input chooses among the rows of a database is no text of the model's, and neither is the key of a row that is there.
const beside = `import { eq, like, PgDatabase } from 'drizzle-orm';
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
    ["exec(find(text)?.path ?? '');", 'high runs'],
    ["exec('docker compose -f ' + pathOf(text) + ' down');", 'high runs'],
    ["execFile('sh', ['-c', find(text)?.path ?? '']);", 'high runs'],
  ])('%s', (statement, is) => {
    expect(mostAmong([{ input: '{ text: z.string() }', run: `({ text }) => { ${statement} }` }], beside)).toBe(is);
  });

  it.each([
    ["const row = find(text); if (!row) return; exec('up ' + text);", program],
    ["const path = pathOf(text); if (path === null) return; if (!path) return; exec('up ' + text);", program],
    ["if (find(text)) exec('up ' + text);", text],
    ["const row = find(text); if (row) exec('up ' + text);", program],
    ["const row = find(text); if (row) return; exec('up ' + text);", text],
    ["const row = find(text); exec('up ' + text); if (!row) return;", text],
    ["const row = findLike(text); if (!row) return; exec('up ' + text);", text],
    ["let row = find(text); if (!row) return; text = text + ';'; exec('up ' + text);", text],
    ["const row = find('main'); if (!row) return; exec('up ' + text);", text],
  ])('whose row is there: %s', (statement, is) => {
    expect(mostAmong([{ input: '{ text: z.string() }', run: `({ text }) => { ${statement} }` }], beside)).toBe(is);
  });

  it.each([
    ["exec('tar ' + text.replace(/[^a-zA-Z0-9-]/g, ''));", program],
    ["exec('tar ' + text.replace(/[^a-zA-Z0-9-]/, ''));", text],
    ["exec('tar ' + text.replace(/[^a-z; ]/g, ''));", text],
    ["exec('tar ' + text.replace(/[^a-z]/g, ' ; '));", text],
    ["exec('tar ' + text.replace(/[a-z]/g, ''));", text],
  ])('that is stripped: %s', (statement, is) => {
    expect(mostAmong([{ input: '{ text: z.string() }', run: `({ text }) => { ${statement} }` }], beside)).toBe(is);
  });
});
