import { type Options, requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// A handler that is one of several functions, which one depends on what the program is run with: each of them counts.
const head = `import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
type Run = (input: { path: string }) => Promise<string>;
const parameters = z.object({ path: z.string() });
const terminal = createInterface({ input: process.stdin });
declare const dry: boolean; declare const index: number; declare const given: Run | undefined;
const show: Run = async ({ path }) => path;
const erase: Run = async ({ path }) => { await rm(path); return path; };
const confirmed: Run = async ({ path }) => { if ((await terminal.question('Erase?')) !== 'y') return 'no'; await rm(path); return path; };
`;
const agentOf = (handler: string): string =>
  `export const agent = new Agent({ name: 'Cleaner', tools: [tool({ name: 'clean', description: 'Clean', parameters, execute: ${handler} })] });`;

/** The name, what comes before the agent, and the handler; a right twin has `confirmed` or `show` in the place of `erase`. */
const programs: readonly (readonly [string, string, string])[] = [
  ['either branch of a condition', '', 'dry ? show : erase'],
  ['the first branch of a condition', '', 'dry ? erase : show'],
  ['one beside another that requests approval', '', 'dry ? erase : confirmed'],
  ['an element of a list', 'const runs = [show, erase]; ', 'runs[index]!'],
  ['a member of a record', 'const runs: Record<string, Run> = { show, erase }; ', 'runs[String(index)]!'],
  ['an element at a place that was counted', 'const runs = [show, erase]; let at = 0; at++; ', 'runs[at]!'],
  [
    'an element at a place that a pattern sets',
    'const runs = [show, erase]; let at = 0; [at] = [index]; ',
    'runs[at]!',
  ],
  ['what stands for a parameter that is not given', '', 'given ?? erase'],
];

const unguarded = {
  messageId: 'unguarded',
  data: {
    agents: '`Cleaner`',
    tool: '`clean`',
    what: 'deletes with `fs.rm` (line 10; high impact)',
    remedy: 'Set `needsApproval: true`',
  },
} as const;

const unknown = {
  messageId: 'unguardedUnknown',
  data: { agents: '`Cleaner`', tool: '`clean`', what: 'has unknown effects', remedy: 'Set `needsApproval: true`' },
} as const;

const counting = (last: string): string =>
  `${head}const runs = [show, ${last}]; const tools = []; for (let at = 0; at < runs.length; at++) tools.push(tool({ name: 'clean', description: 'Clean', parameters, execute: runs[at]! })); export const agent = new Agent({ name: 'Cleaner', tools });`;

const strict: [Partial<Options>] = [{ checkUnknown: true }];

tester.run('require-guardrail: one of several handlers', requireGuardrail, {
  valid: [
    ...programs.map(([name, before, handler]) => ({
      name: `${name}, which requests approval`,
      code: `${head}${`${before}${agentOf(handler)}`.replaceAll('erase', 'confirmed')}`,
    })),
    ...programs
      .filter(([, , handler]) => !handler.includes('given'))
      .map(([name, before, handler]) => ({
        name: `${name}, which deletes nothing`,
        code: `${head}${`${before}${agentOf(handler)}`.replaceAll('erase', 'show')}`,
      })),
    { name: 'the elements of a list by a loop that counts, which delete nothing', code: counting('show') },
  ],
  invalid: [
    ...programs.map(([name, before, handler]) => ({
      name,
      code: `${head}${before}${agentOf(handler)}`,
      errors: [unguarded],
    })),
    { name: 'the elements of a list by a loop that counts', code: counting('erase'), errors: [unguarded] },
    {
      name: 'one that is not known beside one that does nothing',
      code: `${head}${agentOf('given ?? show')}`,
      options: strict,
      errors: [unknown],
    },
  ],
});

// What a handler calls by a key, and through a member that only an interface declares.
const cleaning = `${head}const actions = { wipe: async (path: string) => { await rm(path); return path; }, show: async (path: string) => path };
interface Store { wipe(path: string): Promise<string>; show(path: string): Promise<string> }
declare const key: keyof typeof actions;
const store: Store = actions;
const showIn = (from: Store, path: string) => from.wipe(path);
void showIn({ wipe: async (path) => path, show: async (path) => path }, '');
void showIn(actions, '');
`;
const handled = (call: string): string => `${cleaning}${agentOf(`async ({ path }) => ${call}`)}`;
const wiping = { ...unguarded, data: { ...unguarded.data, what: 'deletes with `fs.rm` (line 12; high impact)' } };

tester.run('require-guardrail: what a handler calls by a key or an interface', requireGuardrail, {
  valid: [
    { name: 'a member by a key that only shows', code: handled("actions['show'](path)") },
    { name: 'a member of an interface that only shows', code: handled('store.show(path)'), options: strict },
    {
      name: 'a member of a parameter that is given several',
      code: handled('showIn({ ...store, wipe: store.show }, path)'),
    },
    { name: 'a member of what is not known', code: handled('(JSON.parse(path) as Store).wipe(path)') },
  ],
  invalid: [
    { name: 'a member by a key', code: handled("actions['wipe'](path)"), errors: [wiping] },
    { name: 'one of the members', code: handled('actions[key](path)'), errors: [wiping] },
    {
      name: 'a member of an interface',
      code: handled('store.wipe(path)'),
      errors: [
        { ...wiping, data: { ...wiping.data, what: 'deletes with `fs.rm` through `wipe` (line 12; high impact)' } },
      ],
    },
  ],
});
