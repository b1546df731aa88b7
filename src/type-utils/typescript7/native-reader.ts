import { dirname, join } from 'node:path';
import { keepAnswers } from '../index/kept-answers.ts';
import type { Changes, ProjectReader } from '../project/live-project.ts';
import type { Project } from '../project/opened-project.ts';
import type { ProjectFiles } from '../project/project-files.ts';
import { releaseProgram } from '../project/released.ts';
import type { NativeApi, sync } from './api.ts';
import { NativeConfigs, projectIn, type ReadProject } from './configs.ts';
import { configErrorOf } from './diagnostics.ts';
import { type EditedFiles, overlayOfEdited } from './overlay.ts';
import { COMBINED, projectOf } from './project.ts';
import { closeWithout, CompilerSession } from './session.ts';

/**
 * Reads the project of a `tsconfig.json` again and again, in one process: source files whose text is the same stay the same
 * objects.
 */
export function nativeProjectReader(path: string, edited: EditedFiles, api: NativeApi): ProjectReader {
  const settings = new Map<string, string>();
  const manifests = new Set<string>();
  const fs = overlayOfEdited(edited, settings, (read) => {
    if (read.endsWith('.json')) manifests.add(read);
  });
  const session = new CompilerSession(api, dirname(path), fs);
  const textOf = (file: string): string | undefined => settings.get(file) ?? edited.files.readFile(file);
  const reader = new NativeReader({ path, files: edited.files, textOf, settings, manifests, api, session });
  closeWithout(reader, session);
  return {
    read: (changes) => reader.read(changes),
    close: () => {
      session.close();
    },
  };
}

/** Keeps a reader as long as one of its programs. */
const readers = new WeakMap<Project['program'], NativeReader>();

/** A state of the compiler's projects, and the program that was made of it. */
interface Read {
  readonly snapshot: sync.Snapshot;
  readonly program: Project['program'];
}

/** What a project is read from, and with. */
interface Source {
  readonly path: string;
  readonly files: ProjectFiles;
  readonly textOf: (path: string) => string | undefined;
  /** Texts of configurations that are in memory only, which the compiler reads. */
  readonly settings: Map<string, string>;
  /** The configurations and the like that the compiler has read. */
  readonly manifests: ReadonlySet<string>;
  readonly api: NativeApi;
  readonly session: CompilerSession;
}

class NativeReader {
  readonly #source: Source;
  /** The configurations that the compiler has open, and which of them is the project. */
  readonly #open = new Set<string>();
  #opened: string | undefined;
  #config: ReadProject | undefined;
  #last: Read | undefined;
  /** The one before: what its files show is compared with what they show now. */
  #before: Read | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  read(changes: Changes): Project {
    const config = this.#config;
    if (changes === 'all' || !config || this.#opened === undefined) return this.#readAll();
    const { api } = this.#source.session;
    return this.#taken(api.updateSnapshot({ fileChanges: { changed: [...changes.edited] } }), this.#opened, config);
  }

  #readAll(): Project {
    const { path, files, settings, manifests, api, session } = this.#source;
    const made: sync.Snapshot[] = [];
    const updated = (params: Parameters<sync.API['updateSnapshot']>[0]): sync.Snapshot => {
      const snapshot = session.api.updateSnapshot(params);
      made.push(snapshot);
      return snapshot;
    };
    try {
      // Where all is to be read again, the compiler keeps its configurations: it reads them where they are named.
      if (this.#open.size > 0) updated({ fileChanges: { changed: [...manifests] } });
      const wanted = (config: string): { openProjects?: string[] } =>
        this.#open.has(config) ? {} : { openProjects: [config] };
      let snapshot = updated({ fileChanges: { invalidateAll: true }, ...wanted(path) });
      this.#open.add(path);
      const error = configErrorOf(projectIn(snapshot, path), files);
      if (error !== undefined) throw new Error(error);
      const config = new NativeConfigs(session.api, api, files).read(path);
      const opened = config.text === undefined ? path : join(dirname(path), COMBINED);
      if (config.text !== undefined) {
        const fileChanges = settings.has(opened) ? { changed: [opened] } : { created: [opened] };
        settings.set(opened, config.text);
        snapshot = updated({ fileChanges, ...wanted(opened) });
        this.#open.add(opened);
      }
      for (const other of this.#open)
        if (other !== opened) {
          snapshot = updated({ closeProjects: [other] });
          this.#open.delete(other);
        }
      this.#opened = opened;
      this.#config = config;
      made.splice(made.indexOf(snapshot), 1);
      return this.#taken(snapshot, opened, config);
    } finally {
      for (const each of made) each.dispose();
    }
  }

  #taken(snapshot: sync.Snapshot, opened: string, config: ReadProject): Project {
    const project = projectOf(projectIn(snapshot, opened), config, this.#source);
    readers.set(project.program, this);
    keepAnswers(project.program, this.#last?.program);
    if (this.#before) {
      releaseProgram(this.#before.program);
      this.#before.snapshot.dispose();
    }
    this.#before = this.#last;
    this.#last = { snapshot, program: project.program };
    return project;
  }
}
