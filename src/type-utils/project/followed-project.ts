import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readTrees } from '../prefetch.ts';
import { unreadFiles } from '../unread-files.ts';
import { DiskState } from './disk-state.ts';
import type { LiveProject, ProjectReader } from './live-project.ts';
import type { Project } from './opened-project.ts';
import { filesOnDisk, type ProjectFiles, realpathOf } from './project-files.ts';

/** What a project is followed with: the texts that were given, and the files without them. */
export interface Followed {
  readonly reader: ProjectReader;
  readonly saved: ProjectFiles;
  readonly texts: Map<string, string>;
}

/** How far the clocks of files and of processes may be apart, in milliseconds. */
const CLOCKS_APART = 100;

/** Collects changes, and has a compiler read the project again when it is wanted. */
export class FollowedProject implements LiveProject {
  readonly #reader: ProjectReader;
  readonly #saved: ProjectFiles;
  readonly #texts: Map<string, string>;
  /** The files that may have another text than when they were read. */
  readonly #edited = new Set<string>();
  /** Whether some of them have not been looked at. */
  #hasNews = false;
  #project: Project | undefined;
  /** There may be other files and settings than those that were read. */
  #isOutdated = true;
  #isClosed = false;
  /** When all files were read, by the clock. */
  #readAt = 0;
  /** What was on disk then; undefined for other files than those. */
  #onDisk: DiskState | undefined;

  private constructor({ reader, saved, texts }: Followed) {
    this.#reader = reader;
    this.#saved = saved;
    this.#texts = texts;
  }

  /**
   * A project that has been read once.
   *
   * @throws Error where it cannot be read
   */
  static opened(followed: Followed): FollowedProject {
    const project = new FollowedProject(followed);
    try {
      project.#readAll();
      return project;
    } catch (error) {
      project.close();
      throw error;
    }
  }

  get current(): Project {
    if (this.#isClosed) throw new Error('The project is closed.');
    const known = this.#project;
    if (!known || this.#isOutdated) return this.#readAll();
    if (!this.#hasNews) return known;
    const edited = [...this.#edited];
    // Others are not imported, or have their text again. They are read once a file imports them, or has another one.
    if (edited.some((path) => !hasText(known, path, this.#textOf(path)))) {
      this.#project = this.#taken(this.#reader.read({ edited }));
      fetchTexts(edited, this.#project);
      this.#edited.clear();
    }
    this.#hasNews = false;
    return this.#project ?? known;
  }

  update(fileName: string, given: string | undefined): void {
    const text = given?.replace(/^\uFEFF/, '');
    let path = pathOf(fileName);
    if (text !== undefined && !this.#texts.has(path) && this.#isAsRead(path, text)) return;
    path = this.#inProgram(path);
    const known = this.#texts.get(path);
    if (text === undefined ? known === undefined : known !== undefined && isSameText(known, text)) return;
    const existed = this.#exists(path);
    const saved = this.#saved.readFile(path);
    if (text === undefined || (saved !== undefined && isSameText(saved, text))) this.#texts.delete(path);
    else this.#texts.set(path, text);
    if (existed === this.#exists(path)) this.#takeNews(path);
    else this.#isOutdated = true;
  }

  refresh(given?: Iterable<string>): void {
    const changes = given ? { edited: given } : (this.#onDisk?.changes() ?? 'all');
    if (changes === 'all') this.#isOutdated = true;
    else this.#reread(changes.edited);
  }

  #reread(changed: Iterable<string>): void {
    for (const fileName of changed) {
      const path = this.#inProgram(pathOf(fileName));
      // What was made or deleted, or is no source, decides which files there are.
      if (this.#exists(path) && this.#project?.program.getSourceFile(path)) this.#takeNews(path);
      else this.#isOutdated = true;
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reader.close();
  }

  #takeNews(path: string): void {
    this.#edited.add(path);
    this.#hasNews = true;
  }

  #readAll(): Project {
    const now = Date.now();
    const project = this.#taken(this.#reader.read('all'));
    this.#project = project;
    this.#readAt = now;
    if (this.#saved === filesOnDisk) {
      this.#onDisk = new DiskState(sourcesOf(project), project.root, now - CLOCKS_APART);
      fetchTexts(this.#onDisk.uncertain, project);
    }
    this.#isOutdated = false;
    this.#hasNews = false;
    this.#edited.clear();
    return this.#project;
  }

  #taken(project: Project): Project {
    return {
      ...project,
      close: () => {
        this.close();
      },
    };
  }

  #exists(path: string): boolean {
    return this.#texts.has(path) || this.#saved.fileExists(path);
  }

  #textOf(path: string): string | undefined {
    return this.#texts.get(path) ?? this.#saved.readFile(path);
  }

  /** Whether the program surely has a text, since the file on disk has, and has had it since it was read. */
  #isAsRead(path: string, text: string): boolean {
    if (!this.#project || this.#isOutdated || this.#edited.has(path)) return false;
    if (this.#saved === filesOnDisk && changedAt(path) > this.#readAt - CLOCKS_APART) return false;
    const saved = this.#saved.readFile(path);
    return saved !== undefined && isSameText(saved, text);
  }

  /** The path that the program has of a file, which may be where a link leads. */
  #inProgram(path: string): string {
    if (this.#texts.has(path) || this.#project?.program.getSourceFile(path)) return path;
    const real = realpathOf(path).replaceAll('\\', '/');
    return this.#project?.program.getSourceFile(real) ? real : path;
  }
}

/** The files of a program that are not of installed packages, nor the standard library. */
function sourcesOf({ program }: Project): readonly string[] {
  const names = program.getSourceFiles().map(({ fileName }) => fileName);
  return names.filter((name) => !name.includes('/node_modules/'));
}

/** Fetches what a program has of files that may change on disk before their texts are compared. */
function fetchTexts(paths: readonly string[], { program }: Project): void {
  readTrees(
    paths.flatMap((path) => program.getSourceFile(path) ?? []),
    program,
  );
}

/**
 * Whether a program surely has a file with a text, or does not have the file: then nothing imports it. The text of a file
 * that is not fetched is the one on disk now.
 */
function hasText({ program }: Project, path: string, text: string | undefined): boolean {
  const file = program.getSourceFile(path);
  return !file || (text !== undefined && !unreadFiles.has(file) && isSameText(file.text, text));
}

/** When a file was last changed in any way, by its clock; always, where it cannot be read. */
function changedAt(path: string): number {
  try {
    return statSync(path).ctimeMs;
  } catch {
    return Infinity;
  }
}

/** A path as compilers have it. */
function pathOf(fileName: string): string {
  return resolve(fileName).replaceAll('\\', '/');
}

/** Whether texts are the same but for how their lines end, which hosts may have made alike. */
function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  if (!one.includes('\r') && !other.includes('\r')) return false;
  const [first, second] = [one, other].map((text) => text.replaceAll(/\r\n?/g, '\n'));
  return first === second;
}
