import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Agents whose tools and sub-agents are parameters of what makes them: each call makes one of its own.
const head = `import { rm } from 'node:fs/promises';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const parameters = z.object({ path: z.string() });
const show = tool({ name: 'show', description: 'Show', parameters, execute: async ({ path }) => path });
const wipe = tool({ name: 'wipe', description: 'Wipe', parameters, execute: async ({ path }) => { await rm(path); return 'ok'; } });
const held = tool({ name: 'held', description: 'Wipe', parameters, needsApproval: true, execute: async ({ path }) => { await rm(path); return 'ok'; } });
type Tools = (typeof show | typeof wipe | typeof held)[];
`;

const found = (code: string): readonly string[] =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    { rules: { 'agent-safety/no-scope-widening': ['error', { minImpact: 'low' }] }, file: 'main.ts' },
  ).map(
    ({ line, message }) =>
      `${String(line)}: ${/^(`\S+`|The agent) lacks `(\w+)`/.exec(message)?.slice(1).join(' ') ?? message}`,
  );

const make = `function make(name: string, tools: Tools, handoffs: Agent[] = []): Agent { return new Agent({ name, tools, handoffs }); }\n`;
const crew = `class Crew {
  member(name: string, tools: Tools): Agent { return new Agent({ name, tools }); }
  lead(name: string, tools: Tools, handoffs: Agent[]): Agent { return new Agent({ name, tools, handoffs }); }
}
const crew = new Crew();
`;

describe('agents that a function makes', () => {
  it.each([
    ['a function', make, "make('desk', [show], [make('cleaner', [show, wipe])])"],
    ['a method', crew, "crew.lead('desk', [show], [crew.member('cleaner', [show, wipe])])"],
    [
      'a function, several levels down',
      make,
      "make('root', [wipe], [make('desk', [show], [make('cleaner', [wipe])])])",
    ],
  ])('are compared where one of them is given what the other lacks: %s', (_name, maker, code) => {
    expect(found(`${maker}export const desk = ${code};`)).toEqual([expect.stringContaining('wipe')]);
  });

  it.each([
    ['a function', make, "make('desk', [wipe], [make('cleaner', [show, wipe])])"],
    ['a function, with a guard', make, "make('desk', [show], [make('cleaner', [show, held])])"],
    ['a method', crew, "crew.lead('desk', [wipe], [crew.member('cleaner', [show, wipe])])"],
    ['a method, with a guard', crew, "crew.lead('desk', [show], [crew.member('cleaner', [show, held])])"],
    ['a list that is not known', make, "make('desk', given, [make('cleaner', [show, wipe])])"],
  ])('are silent where it is given nothing more: %s', (_name, maker, code) => {
    expect(found(`declare const given: Tools;\n${maker}export const desk = ${code};`)).toEqual([]);
  });

  it('are compared one by one', () => {
    const others =
      "export const reader = make('reader', [show]);\nexport const cleaner = make('cleaner', [show, wipe]);\n";
    expect(
      found(`${make}${others}export const desk = new Agent({ name: 'Desk', tools: [show], handoffs: [reader] });`),
    ).toEqual([]);
    expect(
      found(`${make}${others}export const desk = new Agent({ name: 'Desk', tools: [show], handoffs: [cleaner] });`),
    ).toEqual(['12: `Desk` wipe']);
  });

  it('are compared with the role by which a table gives them tools', () => {
    const roles = `const roles = { reader: [show], cleaner: [show, wipe] };
const play = (role: keyof typeof roles): Agent => new Agent({ name: role, tools: roles[role] });
`;
    const desk = (role: string): string =>
      `${roles}export const other = play('cleaner');\nexport const desk = new Agent({ name: 'Desk', tools: [show], handoffs: [play('${role}')] });`;
    expect(found(desk('reader'))).toEqual([]);
    expect(found(desk('cleaner'))).toEqual(['12: `Desk` wipe']);
  });
});

describe('agents that are copies', () => {
  const base = "const base = new Agent({ name: 'Base', tools: [show] });\n";
  const other = "const other = new Agent({ name: 'Base', tools: [show, wipe] });\n";
  const cleaner = "const cleaner = base.clone({ name: 'Cleaner', tools: [...base.tools, wipe] });\n";

  it.each([
    ['tools of the original, and more', cleaner],
    [
      'what a function adds',
      'const add = (tools: Tools) => base.clone({ tools: [...base.tools, ...tools] });\nconst cleaner = add([wipe]);\n',
    ],
  ])('are compared by what they have: %s', (_name, code) => {
    expect(found(`${base}${code}export const desk = base.clone({ name: 'Desk', handoffs: [cleaner] });`)).toEqual([
      expect.stringContaining('`Desk` wipe'),
    ]);
  });

  it.each([
    [
      'the original has it',
      `${base}${other}${cleaner}export const desk = other.clone({ name: 'Desk', handoffs: [cleaner] });`,
    ],
    [
      'the original gets it later',
      `${base}base.tools.push(wipe);\n${cleaner}export const desk = base.clone({ name: 'Desk', handoffs: [cleaner] });`,
    ],
    [
      'the original is not known',
      `declare const given: Agent;\n${base}${cleaner}export const desk = given.clone({ name: 'Desk', handoffs: [cleaner] });`,
    ],
    [
      'the copy has a guard',
      `${base}const cleaner = base.clone({ tools: [show, held] });\nexport const desk = base.clone({ name: 'Desk', handoffs: [cleaner] });`,
    ],
  ])('are silent where %s', (_name, code) => {
    expect(found(code)).toEqual([]);
  });
});
