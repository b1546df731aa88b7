import type { Project } from './opened-project.ts';

/**
 * A project that is read once and follows edits. What did not change is not read again: unchanged source files are the same
 * objects in the next program, and what was found in them stands.
 */
export interface LiveProject {
  /**
   * The project as it is now. The same object as long as nothing changed; read again, when it is first wanted, once something
   * has. The one before it can still be queried then, those before that one no more.
   *
   * @throws Error where the project cannot be read any more, as {@link openLiveProject} does
   */
  readonly current: Project;
  /**
   * Takes the text of a file as an editor has it, in place of the one on disk. Nothing happens where it is the text that the
   * program has, but for a mark at its beginning and its line ends: lines and columns are the same then, offsets may not be.
   *
   * @param text undefined for the file on disk again
   */
  update(fileName: string, text: string | undefined): void;
  /**
   * Reads again what has changed on disk.
   *
   * @param changed the files that have been edited, made or deleted, where a watcher knows them; without, all is looked for
   */
  refresh(changed?: Iterable<string>): void;
  /** Ends the process of the compiler, where it has one. */
  close(): void;
}

/** What happened to a program's files: some have another text, or there may be other files and settings as well. */
export type Changes = { readonly edited: readonly string[] } | 'all';

/** A compiler that reads one project again and again. */
export interface ProjectReader {
  /**
   * The project after some changes; the first time after `all`.
   *
   * @throws Error where it cannot be read
   */
  readonly read: (changes: Changes) => Project;
  readonly close: () => void;
}
