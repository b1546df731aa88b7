import type ts from 'typescript';
import { unreadFiles } from '../unread-files.ts';
import type { NativeApi, sync } from './api.ts';
import type { CompilerSession } from './session.ts';
import { Refusal } from './together.ts';

/** What the interface keeps of a compiler's files, by snapshots and projects. */
interface Cache {
  readonly getRetained: (path: string, snapshot: number, project: string) => ts.SourceFile | undefined;
  readonly set: (
    path: string,
    file: ts.SourceFile,
    parseOptions: string,
    contentHash: string,
    snapshot: number,
    project: string,
  ) => ts.SourceFile;
}

/** The parts of the interface that are needed to keep files in its cache that are not fetched yet. */
interface Internals {
  readonly sourceFileCache: Cache;
  readonly toPath: (fileName: string) => string;
}

interface ProgramInternals {
  readonly snapshotId: number;
  readonly decoder: unknown;
}

/** A tree as it is decoded, with what it refers to itself by. */
interface Decoded {
  readonly nodes: unknown[];
  _sourceFile: unknown;
}

/** How the tree of a file is fetched: with the others that are wanted as soon as it is. */
interface Unread {
  readonly name: string;
  readonly path: string;
  source: SourceFiles;
}

const unread = new WeakMap<object, Unread>();
let created = 0;

/**
 * The source files of a project. Each is an object from the beginning, with its name and text, and the one that the nodes
 * in it refer to; its tree is fetched when something else of it is first read. They are kept where the interface keeps its
 * files: the next snapshot has the same object for a file that did not change.
 */
export class SourceFiles {
  readonly #project: sync.Project;
  readonly #api: NativeApi;
  readonly #session: CompilerSession;
  readonly #textOf: (path: string) => string | undefined;
  #byPath: ReadonlyMap<string, ts.SourceFile> | undefined;
  #isOwnRead = false;

  /**
   * @param textOf the text of a file as the compiler has read it
   */
  constructor(
    project: sync.Project,
    api: NativeApi,
    session: CompilerSession,
    textOf: (path: string) => string | undefined,
  ) {
    this.#project = project;
    this.#api = api;
    this.#session = session;
    this.#textOf = textOf;
  }

  all(): readonly ts.SourceFile[] {
    return [...this.#files.values()];
  }

  named(name: string): ts.SourceFile | undefined {
    return this.#files.get(this.#internals.toPath(name));
  }

  /** The node of a handle, in the files of this project. */
  nodeAt({ path, index }: sync.NodeHandle): ts.Node | undefined {
    const file = this.#files.get(path) as { getOrCreateNodeAtIndex?: (index: number) => ts.Node } | undefined;
    return file?.getOrCreateNodeAtIndex?.(index);
  }

  get #internals(): Internals {
    return this.#session.api as unknown as Internals;
  }

  get #program(): ProgramInternals {
    return this.#project.program as unknown as ProgramInternals;
  }

  get #files(): ReadonlyMap<string, ts.SourceFile> {
    if (this.#byPath) return this.#byPath;
    const names = this.#project.program.getSourceFileNames();
    const { toPath, sourceFileCache } = this.#internals;
    const { snapshotId } = this.#program;
    const files = new Map<string, ts.SourceFile>();
    for (const name of names) {
      const path = toPath(name);
      const kept = sourceFileCache.getRetained(path, snapshotId, this.#project.id);
      const state = kept && unread.get(kept);
      // The snapshot that it was made for may be gone.
      if (state) state.source = this;
      files.set(path, kept ?? this.#created(name, path));
    }
    return (this.#byPath = files);
  }

  /** The cache tells the versions of a file apart by their content: one that is not fetched is like no other. */
  #created(name: string, path: string): ts.SourceFile {
    const file = Object.create(unreadPrototypeOf(this.#api)) as ts.SourceFile;
    unread.set(file, { name, path, source: this });
    unreadFiles.add(file);
    return this.#internals.sourceFileCache.set(
      path,
      file,
      '',
      `unread ${String(created++)}`,
      this.#program.snapshotId,
      this.#project.id,
    );
  }

  /** The text, if it surely is what the compiler has: it reads what is no text in its own way. */
  textOf(name: string): string | undefined {
    const text = this.#textOf(name);
    return text === undefined || text.includes('\uFFFD') ? undefined : text;
  }

  /** Fetches the trees of some files together. */
  readTrees(files: readonly ts.SourceFile[]): void {
    const wanted = [...new Set(files)].filter((file) => unread.has(file));
    if (wanted.length > 0) this.#readAll(wanted);
  }

  /** The file that a handle is of, if its tree is not fetched yet. */
  unreadAt({ path }: sync.NodeHandle): ts.SourceFile | undefined {
    const file = this.#files.get(path);
    return file && unread.has(file) ? file : undefined;
  }

  /** Fetches the tree of a file; of the program's own sources all, since the first is read to look for something in each. */
  read(file: ts.SourceFile): void {
    const isOwn = isSource(file.fileName) && !this.#isOwnRead;
    const others = isOwn ? this.all().filter((each) => unread.has(each) && isSource(each.fileName)) : [];
    this.#isOwnRead ||= isOwn;
    this.#readAll([...new Set([file, ...others])]);
  }

  #readAll(files: readonly ts.SourceFile[]): void {
    const { snapshotId, decoder } = this.#program;
    const answers = this.#session.answersTo(
      files.map(({ fileName }) => ({
        method: 'getSourceFile',
        params: { snapshot: snapshotId, project: this.#project.id, file: fileName },
      })),
    );
    const { RemoteSourceFile } = this.#api.nodes;
    files.forEach((file, index) => {
      const data = answers[index];
      if (!data || data instanceof Refusal || data.length === 0) {
        if (index > 0) return;
        throw new Error(`The compiler has no ${file.fileName}.`);
      }
      const tree = new RemoteSourceFile(data, decoder) as unknown as Decoded;
      const { fileName } = file;
      unread.delete(file);
      unreadFiles.delete(file);
      Object.setPrototypeOf(file, RemoteSourceFile.prototype as object);
      const own = Object.assign(file as unknown as Decoded, tree);
      // The interface would decode it each time that it is read.
      Object.defineProperty(own, 'fileName', { value: fileName });
      own._sourceFile = file;
      own.nodes[1] = file;
    });
  }
}

function isSource(name: string): boolean {
  return !isDeclarationFile(name) && !name.includes('/node_modules/');
}

function isDeclarationFile(name: string): boolean {
  return /\.d\.(?:[cm]?ts|[^/]*\.ts)$/.test(name);
}

const prototypes = new WeakMap<NativeApi, object>();

/** What a file that is not fetched inherits from: what is known of it, and all else once it is fetched. */
function unreadPrototypeOf(api: NativeApi): object {
  const known = prototypes.get(api);
  if (known) return known;
  const made = new Proxy(api.nodes.RemoteSourceFile.prototype as object, {
    get: (decoded, key, file: ts.SourceFile) => {
      const state = unread.get(file);
      if (!state) return Reflect.get(decoded, key, file) as unknown;
      if (key === 'fileName') return state.name;
      if (key === 'path') return state.path;
      if (key === 'isDeclarationFile') return isDeclarationFile(state.name);
      if (key === 'text') {
        const text = state.source.textOf(state.name);
        if (text !== undefined) return text;
      }
      state.source.read(file);
      return Reflect.get(file, key, file) as unknown;
    },
  });
  prototypes.set(api, made);
  return made;
}
