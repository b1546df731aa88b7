import { constants, existsSync } from 'node:fs';
import { lstat, open, realpath, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** On Linux an open folder is a place of its own, wherever the path leads by which it was opened. */
const descriptors = '/proc/self/fd';

/** How names in a folder are looked up: in the folder that is open, or at its path, which is looked at again. */
export type Lookup = 'by descriptor' | 'by path';

/**
 * An open folder, in which names are looked up without following a symbolic link: Node's form of `openat` with
 * `O_NOFOLLOW`. Names are single segments. Errors are those of the operating system.
 */
export class Folder implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #lookup: Lookup;
  readonly #parent: Folder | undefined;

  private constructor(handle: FileHandle, where: string, lookup: Lookup, parent?: Folder) {
    this.#handle = handle;
    this.#path = where;
    this.#lookup = lookup;
    this.#parent = parent;
  }

  /** Opens a folder by a path that is trusted: links on the way to it are followed, now and never again. */
  static async open(
    where: string,
    lookup: Lookup = existsSync(descriptors) ? 'by descriptor' : 'by path',
  ): Promise<Folder> {
    const real = await realpath(where);
    return new Folder(await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), real, lookup);
  }

  /** Uses the folder that the names lead to from here, one after the other; all are closed again. */
  async within<T>(names: readonly string[], use: (folder: Folder) => Promise<T>): Promise<T> {
    const [name, ...rest] = names;
    if (name === undefined) return use(this);
    await using folder = await this.#enter(name);
    return await folder.within(rest, use);
  }

  /** Opens what a file's name stands for: never the target of a link, and without waiting for the other end of a pipe. */
  async openFile(name: string, flags: number, mode?: number): Promise<FileHandle> {
    return this.#open(name, flags | O_NONBLOCK, mode);
  }

  /** Gives an entry another name, in the place of what has it: a link is replaced itself, and not what it leads to. */
  async rename(from: string, to: string): Promise<void> {
    await this.#requireUnmoved();
    await rename(this.#placeOf(from), this.#placeOf(to));
  }

  async remove(name: string): Promise<void> {
    await this.#requireUnmoved();
    await unlink(this.#placeOf(name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }

  async #enter(name: string): Promise<Folder> {
    try {
      const handle = await this.#open(name, O_RDONLY | O_DIRECTORY);
      return new Folder(handle, path.join(this.#path, name), this.#lookup, this);
    } catch (error) {
      // For a link there is ENOTDIR, as for a file. Which of them it was only makes the message better.
      if ((await lstat(this.#placeOf(name))).isSymbolicLink()) throw linkOnTheWay();
      throw error;
    }
  }

  async #open(name: string, flags: number, mode?: number): Promise<FileHandle> {
    const handle = await open(this.#placeOf(name), flags | O_NOFOLLOW, mode);
    try {
      await this.#requireUnmoved();
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  #placeOf(name: string): string {
    return path.join(this.#lookup === 'by path' ? this.#path : `${descriptors}/${this.#handle.fd}`, name);
  }

  /** Where paths are looked up, whether each folder down to this one still is the one that was opened. */
  async #requireUnmoved(): Promise<void> {
    if (this.#lookup === 'by descriptor') return;
    const [opened, found] = await Promise.all([this.#handle.stat(), lstat(this.#path)]);
    if (opened.dev !== found.dev || opened.ino !== found.ino) throw linkOnTheWay();
    if (this.#parent) await this.#parent.#requireUnmoved();
  }
}

function linkOnTheWay(): Error {
  return Object.assign(new Error('A symbolic link is on the way.'), { code: 'ELOOP', syscall: 'open' });
}
