import { memo } from '../../memo.ts';
import type { Protocol } from '../../models/sessions/protocol.ts';
import { reachingChanges, type Snapshot, snapshotOf, type ts } from '../../type-utils/index.ts';
import type { SessionFacts } from './session-facts.ts';

/** The facts of a file, with what they rest on beside it and the files that it reaches. */
interface Kept {
  readonly facts: SessionFacts;
  readonly snapshot: Snapshot;
  readonly protocols: readonly Protocol[];
  readonly seenByNames: string;
}

const keptFor = memo((_protocols: readonly Protocol[]) => new WeakMap<ts.SourceFile, Kept>());

/**
 * The facts of a file, from a program before where it and all that it imports, directly or through others, are what they
 * were: the flow is followed through functions that are called, and these are in such files.
 *
 * @param all the protocols of the settings
 * @param protocols those of them of which the program can have sessions
 * @param seenByNames what else decides, of any file
 */
export function factsKeptOf(
  file: ts.SourceFile,
  program: ts.Program,
  all: readonly Protocol[],
  protocols: readonly Protocol[],
  seenByNames: string,
  compute: () => SessionFacts,
): SessionFacts {
  const keptOf = keptFor(all);
  const kept = keptOf.get(file);
  const isSame =
    kept?.seenByNames === seenByNames &&
    kept.protocols.length === protocols.length &&
    kept.protocols.every((each, index) => each === protocols[index]) &&
    !reachingChanges(kept.snapshot, program).has(file);
  const facts = isSame ? kept.facts : compute();
  keptOf.set(file, { facts, snapshot: snapshotOf(program), protocols, seenByNames });
  return facts;
}
