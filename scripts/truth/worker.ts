import type { AgentSafetyPlugin } from '../../src/index.ts';
import { lint } from '../demo/lint.ts';
import type { Finding } from '../demo/lint.ts';
import { Run } from './engine.ts';
import type { Outcome } from './engine.ts';
import type { Limits } from './mutants.ts';
import { operators } from './operators/index.ts';
import type { Source } from './source.ts';

/** What a worker does. */
export interface Job {
  readonly source: Source;
  /** The names of the operators. */
  readonly operators: readonly string[];
  readonly limits: Limits;
  /** Whether the source's own findings are compared with the labels. */
  readonly isLinted: boolean;
}

/** What it answers with. */
export interface Answer {
  readonly source: string;
  readonly outcomes: readonly Outcome[];
  /** The findings in the source as it is. */
  readonly findings: readonly Finding[];
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** Answers each job that the parent process sends. */
export function serve(plugin: AgentSafetyPlugin): void {
  process.on('message', (job: Job) => {
    void answer(plugin, job).then((result) => process.send?.(result));
  });
}

async function answer(plugin: AgentSafetyPlugin, job: Job): Promise<Answer> {
  const began = performance.now();
  const { source } = job;
  const chosen = operators.filter(({ name }) => job.operators.includes(name));
  const run = new Run(plugin, source);
  const { findings, failures } = job.isLinted
    ? await lint(plugin, { ...source, program: run.program })
    : { findings: [], failures: [] };
  const outcomes: Outcome[] = [];
  for await (const outcome of run.outcomes(run.mutants(chosen, job.limits))) outcomes.push(outcome);
  return {
    source: source.name,
    outcomes,
    findings,
    failures: failures.map(({ file, message }) => `${file}: ${message}`),
    seconds: (performance.now() - began) / 1000,
  };
}
