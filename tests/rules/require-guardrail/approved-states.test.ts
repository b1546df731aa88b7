import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// A row that somebody else has to approve, and a tool that does what was approved.
const program = (handler: string, tools: string, more = ''): string => `import { rm } from 'node:fs/promises';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
interface Row { readonly path: string; status: 'pending' | 'approved' | 'rejected' }
class Requests {
  readonly #rows = new Map<string, Row>();
  add(id: string, path: string): void { this.#rows.set(id, { path, status: 'pending' }); }
  get(id: string): Row | undefined { return this.#rows.get(id); }
  decide(id: string, isApproved: boolean): void { const row = this.#rows.get(id); if (row) row.status = isApproved ? 'approved' : 'rejected'; }
}
const requests = new Requests();
export function route(id: string, body: { approved: boolean }): void { requests.decide(id, body.approved); }
const schema = z.object({ id: z.string(), path: z.string(), status: z.enum(['approved', 'rejected']) });
${more}
const add = tool(async ({ id, path }) => { requests.add(id, path); return 'pending'; }, { name: 'add', description: 'Request', schema });
const erase = tool(async ({ id, path, status }) => { ${handler} return path + status; }, { name: 'erase', description: 'Erase', schema });
export const agent = createAgent({ model: 'openai:gpt-5', tools: [${tools}] });
`;

const decide =
  "const decide = tool(async ({ id }) => { requests.decide(id, true); return 'ok'; }, { name: 'decide', description: 'Decide', schema });";
const read = 'const row = requests.get(id);';
const deed = 'await rm(row.path, { recursive: true });';
const looksUp = `${read} if (!row || row.status !== 'approved') return 'no'; ${deed}`;

const wrong: Readonly<Record<string, string>> = {
  'a state that another tool of the agent sets': program(looksUp, 'add, decide, erase', decide),
  'a state that the model says': program(
    `${read} if (!row || status !== 'approved') return 'no'; ${deed}`,
    'add, erase',
  ),
  'a state that is tested the other way round': program(
    `${read} if (!row || row.status === 'approved') return 'no'; ${deed}`,
    'add, erase',
  ),
  'a state that is tested afterwards': program(
    `${read} if (!row) return 'no'; ${deed} if (row.status !== 'approved') return 'no';`,
    'add, erase',
  ),
  'a state that another tool sets to what the model says': program(
    looksUp,
    'add, mark, erase',
    "const mark = tool(async ({ id, status }) => { const row = requests.get(id); if (row) row.status = status; return 'ok'; }, { name: 'mark', description: 'Mark', schema });",
  ),
  'a state that is parsed of the input': program(
    `${read} const { status: own } = schema.parse({ id, path, status }); if (!row || own !== 'approved') return 'no'; ${deed}`,
    'add, erase',
  ),
  'a state that is cut out of the input': program(
    `${read} const own = status.trim().toLowerCase(); if (!row || own !== 'approved') return 'no'; ${deed}`,
    'add, erase',
  ),
  'a state of a booking': program(
    `const booking = bookings.get(id); if (booking?.status !== 'confirmed') return 'no'; await rm(booking.path, { recursive: true });`,
    'add, erase',
    "const bookings = new Map<string, { path: string; status: 'confirmed' | 'open' }>();",
  ),
  'another state': program(`${read} if (!row || row.status === 'rejected') return 'no'; ${deed}`, 'add, erase'),
};

const right: Readonly<Record<string, string>> = {
  'a state that a route sets': program(looksUp, 'add, erase'),
  'a state in the other branch': program(`${read} if (row?.status === 'approved') ${deed}`, 'add, erase'),
  'a state that is taken out': program(
    `const { status: state, path: own } = requests.get(id) ?? { status: 'pending', path: '' }; if (state !== 'approved') return 'no'; await rm(own, { recursive: true });`,
    'add, erase',
  ),
  'a state that an enum has': program(
    `${read} if (row?.status !== State.Approved) return 'no'; ${deed}`,
    'add, erase',
    "const State = { Approved: 'approved' } as const;",
  ),
};

tester.run('require-guardrail: the state of a row', requireGuardrail, {
  valid: Object.entries(right).map(([name, code]) => ({ name, code })),
  invalid: Object.entries(wrong).map(([name, code]) => ({ name, code, errors: [{ messageId: 'unguarded' as const }] })),
});
