import { agent, client, clientV2, server, service, tests, tools } from './project/agent-files.ts';
import { assistants } from './project/assistant-files.ts';
import { businessTests, format, model, routes, rules, store, sync } from './project/business-files.ts';
import { type Feature, featureOf, generatorOf, isFaulty } from './project/feature.ts';
import { sharedFiles } from './project/shared-files.ts';

/**
 * A project of session code of a given size, the same for the same size. Features import one another, so that no file
 * stands alone.
 */
export interface SessionProject {
  /** Texts by path, below the project's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly lines: number;
  /** Calls that were made wrong on purpose: a run that does not find them did not analyse the project. */
  readonly faults: number;
}

/**
 * How much of the code touches sessions. `mixed`: each feature has business code, tools that it registers with a server,
 * and one file with sessions of its own. `dense`: nearly every file has sessions, as the worst case.
 */
export type Density = 'mixed' | 'dense';

type Template = (feature: Feature) => string;

/** What a feature of the mixed kind has besides its business code, in turn. */
const turns: readonly (readonly [string, Template])[] = [
  ['client.ts', client],
  ['server.ts', server],
  ['service.ts', service],
  ['agent.ts', agent],
  ['assistants.ts', assistants],
  ['client-v2.ts', clientV2],
];

export function sessionProject(lines: number, density: Density): SessionProject {
  const random = generatorOf(lines);
  const files = new Map<string, string>(sharedFiles);
  let total = [...files.values()].reduce((sum, text) => sum + linesIn(text), 0);
  let faults = 0;
  let before: Pick<Feature, 'neighbour' | 'source'> = { neighbour: undefined, source: undefined };
  for (let index = 0; total < lines; index++) {
    const feature = featureOf(index, before, random);
    const templates = density === 'dense' ? denseFiles(feature) : mixedFiles(feature);
    for (const [name, template] of templates) {
      // The smallest project is a part of a feature.
      if (total >= lines) break;
      const text = template(feature);
      files.set(`src/${feature.path}/${name}`, text);
      total += linesIn(text);
      if (name === 'client.ts' && isFaulty(feature)) faults++;
    }
    const hasClient = templates.some(([name]) => name === 'client.ts');
    before = { neighbour: feature, source: hasClient ? feature : before.source };
  }
  return { files, lines: total, faults };
}

function denseFiles({ index }: Feature): readonly (readonly [string, Template])[] {
  return [
    ['model.ts', model],
    ['client.ts', client],
    ['format.ts', format],
    ['service.ts', service],
    ['server.ts', server],
    ['client.test.ts', tests],
    ...(index % 2 === 0 ? ([['agent.ts', agent]] as const) : []),
    ...(index % 3 === 0 ? ([['client-v2.ts', clientV2]] as const) : []),
  ];
}

function mixedFiles({ index }: Feature): readonly (readonly [string, Template])[] {
  const turn = turns[index % turns.length];
  return [
    ['model.ts', model],
    ['format.ts', format],
    ...(turn ? [turn] : []),
    ['rules.ts', rules],
    ['store.ts', store],
    ['sync.ts', sync],
    ['tools.ts', tools],
    ['routes.ts', routes],
    ['rules.test.ts', businessTests],
  ];
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
