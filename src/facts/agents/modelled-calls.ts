import { memo } from '../../memo.ts';
import type { Snapshot, ts } from '../../type-utils/index.ts';
import { changedSince, compilerOf, snapshotOf } from '../../type-utils/index.ts';
import type { Call, ModelMatcher, Models } from './matcher.ts';

const kinds = [
  'agent',
  'agentTool',
  'approval',
  'invocation',
  'lending',
  'registry',
  'run',
  'tool',
  'toolSet',
] as const;

/** What a call is of. */
export type CallKind = (typeof kinds)[number];

/** A call of something that is modelled. */
export interface ModelledCall {
  readonly call: Call;
  readonly kinds: readonly CallKind[];
}

interface Cached {
  readonly calls: readonly ModelledCall[];
  /** The names by which the program held what is modelled. */
  readonly heldBy: string;
  /** The program for which this was found to be so. */
  readonly snapshot: Snapshot;
}

const cacheFor = memo((_models: Models) => new WeakMap<ts.SourceFile, Cached>());

/**
 * The calls of modelled things, by file. A file is looked through once: the next program takes over what is known of it,
 * unless it has changed, or what a file that it imports shows.
 */
export class ModelledCalls {
  readonly #program: ts.Program;
  readonly #matcher: ModelMatcher;
  readonly #known = new Map<ts.SourceFile, readonly ModelledCall[]>();
  #filesRead = 0;

  constructor(program: ts.Program, matcher: ModelMatcher) {
    this.#program = program;
    this.#matcher = matcher;
  }

  /** How many files had to be looked through. */
  get filesRead(): number {
    return this.#filesRead;
  }

  /** The modelled calls of a file, in the order of the text. */
  in(file: ts.SourceFile): readonly ModelledCall[] {
    if (file.isDeclarationFile || !this.#matcher.files.has(file) || this.#matcher.isOfSdk(file)) return [];
    let calls = this.#known.get(file);
    if (!calls) this.#known.set(file, (calls = this.#takenOver(file) ?? this.#read(file)));
    return calls;
  }

  /** The calls of a kind in the program, in the order of its files. */
  of(kind: CallKind): readonly Call[] {
    return this.#program
      .getSourceFiles()
      .flatMap((file) => this.in(file))
      .flatMap(({ call, kinds: own }) => (own.includes(kind) ? [call] : []));
  }

  #takenOver(file: ts.SourceFile): readonly ModelledCall[] | undefined {
    const cached = cacheFor(this.#matcher.models).get(file);
    if (cached?.heldBy !== this.#matcher.heldBy) return undefined;
    if (cached.snapshot === snapshotOf(this.#program)) return cached.calls;
    if (changedSince(cached.snapshot, this.#program).has(file)) return undefined;
    this.#keep(file, cached.calls);
    return cached.calls;
  }

  #read(file: ts.SourceFile): readonly ModelledCall[] {
    this.#filesRead++;
    // Nodes of files that no parser has touched do not know their parents before.
    compilerOf(this.#program).bind();
    const found: ModelledCall[] = [];
    const named = this.#matcher.namedCallsIn(file);
    for (const call of named) {
      const own = kinds.filter((kind) => this.#matcher.at(kind, call));
      if (own.length > 0) found.push({ call, kinds: own });
    }
    const calls = found.sort((a, b) => a.call.pos - b.call.pos);
    // What a variable holds, another file may give to it.
    if (!named.some((call) => this.#matcher.mayBeHeld(call))) this.#keep(file, calls);
    return calls;
  }

  #keep(file: ts.SourceFile, calls: readonly ModelledCall[]): void {
    cacheFor(this.#matcher.models).set(file, {
      calls,
      heldBy: this.#matcher.heldBy,
      snapshot: snapshotOf(this.#program),
    });
  }
}
