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

/** As many as the limits allow, chosen by the hash of their ids: the choice does not depend on the order of files. */
export function chosenMutants(mutants: readonly Mutant[], limits: Limits): readonly Mutant[] {
  const perFile = new Map<string, number>();
  const perSource = new Map<string, number>();
  return mutants.toSorted((a, b) => hashOf(a.id).localeCompare(hashOf(b.id))).filter(({ operator, file }) => {
    const inFile = `${operator.name} ${file.fileName}`;
    const [ofFile, ofSource] = [perFile.get(inFile) ?? 0, perSource.get(operator.name) ?? 0];
    if (ofFile >= limits.file || ofSource >= limits.source) return false;
    perFile.set(inFile, ofFile + 1);
    perSource.set(operator.name, ofSource + 1);
    return true;
  });
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
