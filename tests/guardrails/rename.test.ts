import { describe, expect, it } from 'vitest';
import type { CaseFiles } from '../scenarios/programs.ts';
import { correct, mutant } from './marks.ts';
import { programs } from './programs.ts';
import { type Finding, Project } from './project.ts';
import { renamed, type Renamed, throughBarrels } from './rename.ts';

const ways = { renamed, 'through barrels': throughBarrels };

/** Of seven programs of one file in a row the first as it is, and the fourth without its guard. */
const chosen = programs
  .filter(({ files, gap }) => !files && !gap)
  .flatMap((program, index) => {
    if (index % 7 === 0) return [{ name: program.name, files: correct(program) }];
    if (index % 7 === 3) return [{ name: `${program.name}, without its guard`, files: mutant(program) }];
    return [];
  });

const originals = new Project(new Map(chosen.map(({ name, files }) => [name, files])));

let transformed: { readonly project: Project; readonly byName: ReadonlyMap<string, Renamed> } | undefined;

describe('the transformation', () => {
  const text = `
import { readFile as read, rm } from 'node:fs/promises';
import * as path from 'node:path';
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';

const key = 'remove';
const limit = 3;
class Box<Item> {
  item?: Item;
  constructor(private readonly name: string, { limit: most = limit }: { limit?: number }) {
    console.log(this.name, most);
  }
}
async function remove({ name, ...rest }: { name: string; deep?: boolean }) {
  const { deep: isDeep } = rest;
  for (const [index, part] of path.parse(name).dir.split(path.sep).entries()) await rm(part, { recursive: isDeep, maxRetries: index });
}
export { remove, key as default };
export const tools = { remove, [key]: read, limit, Box, make: (options: ClientOptions) => new Anthropic(options) };
`;
  const built = new Project(new Map([['sample', { 'main.ts': text }]]));
  const { file, checker } = built.sourceOf('sample');

  it('leaves names of properties and exports, and takes all others', () => {
    expect(renamed(file, checker).files['main.ts']).toBe(`
import { readFile as renamed0, rm as renamed1 } from 'node:fs/promises';
import * as renamed2 from 'node:path';
import renamed3, { type ClientOptions as renamed4 } from '@anthropic-ai/sdk';

const renamed5 = 'remove';
const renamed6 = 3;
class renamed7<renamed8> {
  item?: renamed8;
  constructor(private readonly name: string, { limit: renamed9 = renamed6 }: { limit?: number }) {
    console.log(this.name, renamed9);
  }
}
async function renamed10({ name: renamed11, ...renamed12 }: { name: string; deep?: boolean }) {
  const { deep: renamed13 } = renamed12;
  for (const [renamed14, renamed15] of renamed2.parse(renamed11).dir.split(renamed2.sep).entries()) await renamed1(renamed15, { recursive: renamed13, maxRetries: renamed14 });
}
export { renamed10 as remove, renamed5 as default };
export const renamed16 = { remove: renamed10, [renamed5]: renamed0, limit: renamed6, Box: renamed7, make: (renamed17: renamed4) => new renamed3(renamed17) };
`);
  });

  it('puts files in front of the modules', () => {
    const { 'main.ts': main = '', ...barrels } = throughBarrels(file, checker).files;

    expect(main.split('\n').slice(1, 4)).toEqual([
      "import { readFile as renamed0, rm as renamed1 } from './barrels/module0.ts';",
      "import { exported0 as renamed2 } from './barrels/module1.ts';",
      "import { exported0 as renamed3, type ClientOptions as renamed4 } from './barrels/module2.ts';",
    ]);
    expect(barrels).toEqual({
      'barrels/module0.ts': "export * from './module0-all.ts';\n",
      'barrels/module0-all.ts': "export * from 'node:fs/promises';\n",
      'barrels/module1.ts': "export * as exported0 from 'node:path';\n",
      'barrels/module2.ts':
        "export * from './module2-all.ts';\nexport { default as exported0 } from '@anthropic-ai/sdk';\n",
      'barrels/module2-all.ts': "export * from '@anthropic-ai/sdk';\n",
    });
  });
});

it('there are enough programs, and under other names they compile', () => {
  expect(chosen.length).toBeGreaterThanOrEqual(20);
  expect(others().project.complaints()).toEqual([]);
});

it('half of the programs are reported under their own names', () => {
  const reported = chosen.filter(({ name }) => originals.findingsIn(name).length > 0);

  expect(reported).toEqual(chosen.filter(({ name }) => name.endsWith('without its guard')));
});

for (const { name } of chosen) {
  describe(name, () => {
    for (const way of Object.keys(ways)) {
      it(way, () => {
        const { project, byName } = others();
        const variant = `${name}, ${way}`;
        const findings = project.findingsIn(variant);

        expect(withNamesBefore(findings, byName.get(variant))).toEqual(originals.findingsIn(name));
      });
    }
  });
}

function others(): NonNullable<typeof transformed> {
  if (!transformed) {
    const byName = new Map<string, Renamed>();
    for (const { name } of chosen) {
      const { file, checker } = originals.sourceOf(name);
      for (const [way, transform] of Object.entries(ways)) byName.set(`${name}, ${way}`, transform(file, checker));
    }
    const files = new Map<string, CaseFiles>([...byName].map(([name, variant]) => [name, variant.files]));
    transformed = { project: new Project(files), byName };
  }
  return transformed;
}

function withNamesBefore(findings: readonly Finding[], variant: Renamed | undefined): Finding[] {
  return findings.map((finding) => ({
    ...finding,
    message: finding.message.replaceAll(/renamed\d+/g, (name) => variant?.before.get(name) ?? name),
  }));
}
