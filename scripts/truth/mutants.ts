import { createHash } from 'node:crypto';
import type ts from 'typescript';
import { operators } from './operators/index.ts';
import type { Operator, Scope, Site } from './operators/operator.ts';

/** A bug at a place of a source. */
export interface Mutant extends Site {
  /** `supergateway@4.0.0 dist/index.js:12 drop-await`: stays as long as the source does. */
  readonly id: string;
  readonly operator: Operator;
  readonly file: ts.SourceFile;
}

/** How many mutants of an operator are taken from a source, and from one of its files. */
export interface Limits {
  readonly source: number;
  readonly file: number;
}

/** All mutants of a file. Where the same operator applies twice in a line, the second is `#2`. */
export function mutantsOf(
  file: ts.SourceFile,
  name: string,
  scope: Scope,
  chosen: readonly Operator[] = operators,
): readonly Mutant[] {
  const counts = new Map<string, number>();
  return chosen.flatMap((operator) =>
    [...operator.sites(file, scope)].map((site) => {
      const line = file.getLineAndCharacterOfPosition(site.at).line + 1;
      const id = `${name}:${String(line)} ${operator.name}`;
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return { ...site, id: count === 1 ? id : `${id} #${String(count)}`, operator, file };
    }),
  );
}

/**
 * As many of those that `isAllowed` as the limits allow, chosen by the hash of their ids: the choice does not depend on
 * the order of files.
 */
export function chosenMutants(
  mutants: readonly Mutant[],
  limits: Limits,
  isAllowed: (mutant: Mutant) => boolean = () => true,
): readonly Mutant[] {
  const counts = new Map<string, number>();
  const isLeft = (key: string, limit: number): boolean => (counts.get(key) ?? 0) < limit;
  return mutants
    .map((mutant) => ({ mutant, hash: hashOf(mutant.id) }))
    .sort((a, b) => a.hash.localeCompare(b.hash))
    .filter(({ mutant }) => {
      const inSource = mutant.operator.name;
      const inFile = `${inSource} ${mutant.file.fileName}`;
      if (!isLeft(inFile, limits.file) || !isLeft(inSource, limits.source) || !isAllowed(mutant)) return false;
      for (const key of [inFile, inSource]) counts.set(key, (counts.get(key) ?? 0) + 1);
      return true;
    })
    .map(({ mutant }) => mutant);
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
