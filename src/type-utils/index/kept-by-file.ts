import type ts from 'typescript';
import { reachingChanges, type Snapshot, snapshotOf } from './changed-files.ts';

interface Kept<Value> {
  readonly value: Value;
  /** Weak: a snapshot has all files of its program. */
  readonly snapshot: WeakRef<Snapshot>;
  readonly rests: readonly unknown[];
}

/**
 * What is found of a file, taken over from a program before where the file and all that it imports, directly or through
 * others, are what they were. It may have nodes of these files, and no types or symbols, which are of one program only.
 */
export class KeptByFile<Value> {
  readonly #byFile = new WeakMap<ts.SourceFile, Kept<Value>>();
  /** That of the last program: the next one may come when nothing else holds it. */
  #last: Snapshot | undefined;
  /** The last two lists that were compared: those of two programs, for each of their files. */
  #compared:
    { readonly before: readonly unknown[]; readonly now: readonly unknown[]; readonly isSame: boolean } | undefined;

  /** @param rests what else it rests on, compared one by one; the same list for all files of a program */
  of(file: ts.SourceFile, program: ts.Program, rests: readonly unknown[], compute: () => Value): Value {
    const kept = this.#byFile.get(file);
    const now = snapshotOf(program);
    const before = kept?.snapshot.deref();
    const isSame =
      before !== undefined &&
      kept !== undefined &&
      this.#isSame(kept.rests, rests) &&
      (before === now || !reachingChanges(before, program).has(file));
    if (isSame && before === now) return kept.value;
    const value = isSame ? kept.value : compute();
    if (this.#last !== now) this.#last = now;
    this.#byFile.set(file, { value, snapshot: new WeakRef(now), rests });
    return value;
  }

  #isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
    if (before === now) return true;
    if (this.#compared?.before !== before || this.#compared.now !== now) {
      const isSame = before.length === now.length && before.every((each, index) => each === now[index]);
      this.#compared = { before, now, isSame };
    }
    return this.#compared.isSame;
  }
}
