import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './engine.ts';

/** What was found out about a mutant that no rule reports. */
export interface Survivor {
  readonly id: string;
  /** `equivalent`: the change is no bug, and the mutant does not count. `limit`: a bug that the rules miss. */
  readonly kind: 'equivalent' | 'limit';
  readonly cause: string;
}

/**
 * The survivors that were read by hand: a line each, the mutant's id, `equivalent` or `limit`, and the reason, with tabs
 * between them. Lines that begin with `#` are comments.
 *
 * @throws where a line is of another form, or an id is there twice
 */
export function readSurvivors(file: string): readonly Survivor[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const survivors = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line): Survivor => {
      const [id, kind, cause] = line.split('\t');
      if (!id || (kind !== 'equivalent' && kind !== 'limit') || !cause)
        throw new Error(`${file} has a line of another form: ${line}`);
      return { id, kind, cause };
    });
  const twice = survivors.find(({ id }, index) => survivors.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Error(`${file} has ${twice.id} twice.`);
  return survivors;
}

/** The outcomes with what is known of those that survived. */
export interface Sorted {
  /** What counts: without `equivalent` ones, and without those that do not compile or whose twin is reported. */
  readonly counted: readonly Outcome[];
  readonly equivalent: readonly Outcome[];
  readonly limits: ReadonlyMap<string, readonly Outcome[]>;
  readonly unexplained: readonly Outcome[];
  /** Entries for mutants that there are no more, or that are reported now. */
  readonly stale: readonly Survivor[];
}

export function sorted(outcomes: readonly Outcome[], known: readonly Survivor[]): Sorted {
  const byId = new Map(known.map((survivor) => [survivor.id, survivor]));
  const survived = outcomes.filter(({ verdict }) => verdict === 'survived');
  const equivalent = survived.filter(({ id }) => byId.get(id)?.kind === 'equivalent');
  const limited = survived.filter(({ id }) => byId.get(id)?.kind === 'limit');
  const ids = new Set(survived.map(({ id }) => id));
  const causes = [...new Set(limited.map(({ id }) => byId.get(id)?.cause ?? ''))];
  return {
    counted: outcomes.filter(
      (outcome) => (outcome.verdict === 'reported' || outcome.verdict === 'survived') && !equivalent.includes(outcome),
    ),
    equivalent,
    limits: new Map(causes.map((cause) => [cause, limited.filter(({ id }) => byId.get(id)?.cause === cause)])),
    unexplained: survived.filter(({ id }) => !byId.has(id)),
    stale: known.filter(({ id }) => !ids.has(id)),
  };
}
