import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Tools that a loop makes of a table, with one handler that runs the entry by its name: each does what its own entry does.
const program = (
  tools: string,
  wipe = 'await rm(path, { recursive: true });',
): string => `import { rm } from 'node:fs/promises';
import { streamText, tool, type Tool } from 'ai';
import { z } from 'zod';
interface Entry { id: string; about: string; run(path: string): Promise<string> }
const look: Entry = { id: 'look', about: 'Looks', run: async (path) => path };
const wipe: Entry = { id: 'wipe', about: 'Wipes', run: async (path) => { ${wipe} return path; } };
const inputSchema = z.object({ path: z.string() });
const registry: Map<string, Entry> = new Map([['look', look], ['wipe', wipe]]);
const all = (): Entry[] => Array.from(registry.values());
async function runEntry(call: { id: string; path: string }) {
  const entry = registry.get(call.id);
  return entry ? await entry.run(call.path) : 'none';
}
async function runByName(id: string, path: string) {
  switch (id) {
    case 'look': return path;
    case 'wipe': ${wipe} return path;
    default: return 'none';
  }
}
export function go(prompt: string, others: Entry[] = []) {
  ${tools}
  return streamText({ model: 'openai/gpt-5', prompt, tools });
}
`;

const looped = (entries: string, run: string): string =>
  `const tools: Record<string, Tool> = {}; for (const def of ${entries}) tools[def.id] = tool({ description: def.about, inputSchema, execute: async ({ path }) => { ${run} } });`;
const mapped = (entries: string, run: string): string =>
  `const tools = Object.fromEntries(${entries}.map((def) => [def.id, tool({ description: def.about, inputSchema, execute: async ({ path }) => { ${run} } })]));`;

/** What the handler does, and on which way and line the model's folder is removed. */
const runs: Readonly<Record<string, readonly [string, string]>> = {
  'a registry by the name in an object': [
    'return await runEntry({ id: def.id, path });',
    ' through `runEntry` (line 6',
  ],
  'a switch by the name': ['return await runByName(def.id, path);', ' through `runByName` (line 17'],
  'the name in the handler itself': [
    "if (def.id === 'wipe') await rm(path, { recursive: true }); return path;",
    ' (line 22',
  ],
  'a function of its own': ['return await def.run(path);', ' (line 6'],
};
const makers = { 'a loop': looped, 'a callback': mapped };
const cases = Object.entries(makers).flatMap(([maker, make]) =>
  Object.entries(runs).map(([name, [run, way]]) => ({
    name: `${maker}, ${name}`,
    make: (entries: string) => make(entries, run),
    way,
  })),
);

// Entries that are not known share the handler: what any of them does counts.
const open: Readonly<Record<string, string>> = {
  'another list': looped(
    '[...all().filter(({ id }) => id !== "wipe"), ...others]',
    'return await runByName(def.id, path);',
  ),
  'another list, in a callback': mapped(
    'all().filter(({ id }) => id !== "wipe").concat(others)',
    'return await runByName(def.id, path);',
  ),
};

tester.run('require-guardrail: one handler for the tools of a table', requireGuardrail, {
  valid: cases.map(({ name, make }) => ({ name, code: program(make("all().filter(({ id }) => id !== 'wipe')")) })),
  invalid: [
    ...Object.entries(open).map(([name, tools]) => ({
      name,
      code: program(tools),
      errors: [{ messageId: 'unguarded' as const }],
    })),
    ...cases.map(({ name, make, way }) => ({
      name,
      code: program(make('all()')),
      errors: [
        {
          messageId: 'unguarded' as const,
          data: {
            tool: '`wipe`',
            what: `removes whole folders or tables with \`fs.rm\`${way}; critical impact)`,
            agents: '`go`',
            remedy: 'Set `needsApproval: true`',
          },
        },
      ],
    })),
  ],
});
