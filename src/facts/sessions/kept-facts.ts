import { memo } from '../../memo.ts';
import type { Protocol } from '../../models/sessions/protocol.ts';
import { reachingChanges, type Snapshot, snapshotOf, type ts } from '../../type-utils/index.ts';
import type { SessionFacts } from './session-facts.ts';

/** The facts of a file, with what they rest on beside it and the files that it reaches. */
interface Kept {
  readonly facts: SessionFacts;
  /** Weak: a snapshot has all files of its program. */
  readonly snapshot: WeakRef<Snapshot>;
  readonly protocols: readonly Protocol[];
  readonly seenByNames: string;
}

interface KeptFacts {
  readonly byFile: WeakMap<ts.SourceFile, Kept>;
  /** That of the last program: the next one may come when nothing else holds it. */
  last: Snapshot | undefined;
}

const keptFor = memo((_protocols: readonly Protocol[]): KeptFacts => ({ byFile: new WeakMap(), last: undefined }));

/**
 * The facts of a file, from a program before where it and all that it imports, directly or through others, are what they
 * were: the flow is followed through functions that are called, and these are in such files.
 *
 * @param settled the protocols of the settings
 * @param protocols those of them of which the program can have sessions
 * @param seenByNames what else decides, of any file
 */
export function factsKeptOf(
  file: ts.SourceFile,
  program: ts.Program,
  settled: readonly Protocol[],
  protocols: readonly Protocol[],
  seenByNames: string,
  compute: () => SessionFacts,
): SessionFacts {
  const all = keptFor(settled);
  const kept = all.byFile.get(file);
  const before = kept?.snapshot.deref();
  const isSame =
    before !== undefined &&
    kept?.seenByNames === seenByNames &&
    kept.protocols.length === protocols.length &&
    kept.protocols.every((each, index) => each === protocols[index]) &&
    !reachingChanges(before, program).has(file);
  const facts = isSame ? kept.facts : compute();
  all.last = snapshotOf(program);
  all.byFile.set(file, { facts, snapshot: new WeakRef(all.last), protocols, seenByNames });
  return facts;
}
