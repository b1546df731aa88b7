import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { allSources, applicationSources } from './corpus.ts';
import { compareLabels } from './labels.ts';
import { operators } from './operators/index.ts';
import type { Operator } from './operators/operator.ts';
import { doAll } from './pool.ts';
import { reportOf } from './report.ts';
import { EXAMPLES } from './source.ts';
import type { Source } from './source.ts';
import { readSurvivors, sorted } from './survivors.ts';
import type { Answer, Job } from './worker.ts';

const root = path.resolve(import.meta.dirname, '../..');
const survivorsFile = path.join(root, 'scripts/truth/survivors.tsv');

/** No package and no file dominates. */
const packageLimits = { source: 5, file: 2 };
/** The examples of one SDK are by many hands, and each is a file. */
const exampleLimits = { source: 12, file: 1 };

/** `0` as expected, `1` other findings than labelled or a recall below its target, `2` a file could not be analysed. */
type ExitCode = 0 | 1 | 2;

/** Runs what the arguments choose, prints the figures, and answers with the exit code. */
export async function runTruth(args: readonly string[]): Promise<ExitCode> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      package: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      recall: { type: 'boolean', default: true },
      labels: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  const chosen = values.recall ? operators.filter((operator) => isNamed(operator, values.only?.split(','))) : [];
  const isChosen = ({ name }: Source): boolean => name.includes(values.package);
  const sources = allSources(root).filter(isChosen);
  const linted = values.labels ? applicationSources(root).filter(isChosen) : [];
  if (values.list)
    return list(
      chosen,
      [...sources, ...linted].map(({ name, files }) => `${name} (${String(files.length)} files)`),
    );

  const jobs = sources.map((source): Job => {
    const isExample = source.name.startsWith(EXAMPLES);
    return {
      source,
      operators: chosen.map((operator) => operator.name),
      limits: isExample ? exampleLimits : packageLimits,
      isLinted: values.labels && !isExample,
    };
  });
  const lintJobs = linted.map((source): Job => ({ source, operators: [], limits: packageLimits, isLinted: true }));
  const answers = await answersTo([...jobs, ...lintJobs]);
  return judge(answers, chosen, {
    isWhole: values.only === undefined && values.package === '',
    hasLabels: values.labels,
    hasMutants: values.recall,
  });
}

async function answersTo(jobs: readonly Job[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  await doAll(jobs, 2, (answer) => {
    answers.push(answer);
    writeFileSync(path.join(root, '.tmp/truth-answers.json'), JSON.stringify(answers, undefined, 1));
    const counts = `${String(answer.outcomes.length)} mutants, ${String(answer.findings.length)} findings`;
    console.log(
      `${String(answers.length)}/${String(jobs.length)} ${answer.source}: ${counts}, ${answer.seconds.toFixed(0)} s`,
    );
  });
  return answers.toSorted((a, b) => a.source.localeCompare(b.source));
}

/** What was run: everything, or a part, of which entries of files say nothing. */
interface Extent {
  readonly isWhole: boolean;
  readonly hasLabels: boolean;
  readonly hasMutants: boolean;
}

function judge(answers: readonly Answer[], chosen: readonly Operator[], extent: Extent): ExitCode {
  const { isWhole, hasLabels, hasMutants } = extent;
  const isOnTarget = !hasMutants || printRecall(answers, chosen, isWhole);
  const isAsLabelled = !hasLabels || compareLabels(answers, path.join(root, 'docs/findings.md'), isWhole);
  const failures = answers.flatMap(({ source, failures: own }) => own.map((failure) => `${source} ${failure}`));
  for (const failure of failures) console.log(`could not be analysed: ${failure}`);
  if (failures.length > 0) return 2;
  return isAsLabelled && (isOnTarget || !isWhole) ? 0 : 1;
}

/** Prints the recall by mutation. Whether it is what it should be. */
function printRecall(answers: readonly Answer[], chosen: readonly Operator[], isWhole: boolean): boolean {
  const outcomes = answers.flatMap((answer) => answer.outcomes);
  const { stale, ...rest } = sorted(outcomes, readSurvivors(survivorsFile));
  const { text, isOnTarget } = reportOf(outcomes, { ...rest, stale: isWhole ? stale : [] }, chosen);
  console.log(text);
  return isOnTarget;
}

function isNamed({ name, family }: Operator, names: readonly string[] | undefined): boolean {
  return !names || names.includes(name) || names.includes(family);
}

function list(chosen: readonly Operator[], sources: readonly string[]): ExitCode {
  for (const { family, name, text } of chosen) console.log(`${family}/${name}: ${text}`);
  for (const source of sources) console.log(source);
  return 0;
}
