import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Folder } from './folder.ts';
import type { Lookup } from './folder.ts';
import { invalidParams, isSystemError, permissionDenied, refusing } from './refusals.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

/** Bytes of a file that is read, or that a call may make: what is larger does not belong into a message. */
export const mostBytes = 1_048_576;

/**
 * The files below one folder, and no others. Paths are relative, with `/`; a symbolic link below the root is never
 * followed, wherever it leads. All methods throw McpError: -32000 where the root's border or the system forbids it,
 * -32602 where the path or the file is not as it has to be, -32603 for anything else.
 */
export class ConfinedRoot implements AsyncDisposable {
  readonly #folder: Folder;

  private constructor(folder: Folder) {
    this.#folder = folder;
  }

  /** @param lookup Left to the platform, unless a test wants to know. */
  static async open(folder: string, lookup?: Lookup): Promise<ConfinedRoot> {
    return new ConfinedRoot(await Folder.open(folder, lookup));
  }

  /** The bytes of a regular file. */
  async read(path: string): Promise<Buffer> {
    return this.#at(path, async (folder, name) => {
      await using file = await regularFile(path, folder, name, O_RDONLY);
      const buffer = Buffer.alloc(mostBytes + 1);
      let length = 0;
      // Not by its size: files of `/proc` have none, and others grow.
      for (let read = -1; read !== 0 && length <= mostBytes; length += read) {
        ({ bytesRead: read } = await file.read(buffer, length, buffer.length - length, null));
      }
      if (length > mostBytes) throw invalidParams(path, `has more than ${mostBytes} bytes`);
      return buffer.subarray(0, length);
    });
  }

  /** Makes these bytes the file, at once: who reads meanwhile gets all of the old ones or all of the new ones. */
  async replace(path: string, bytes: Uint8Array): Promise<void> {
    requireSmall(path, bytes.length);
    await this.#at(path, async (folder, name) => {
      const mode = await modeOf(path, folder, name);
      const draft = `.${randomUUID()}.draft`;
      await using file = await folder.openFile(draft, O_WRONLY | O_CREAT | O_EXCL);
      try {
        if (mode !== undefined) await file.chmod(mode);
        await file.writeFile(bytes);
        await folder.rename(draft, name);
      } catch (error) {
        await folder.remove(draft);
        throw error;
      }
    });
  }

  /** Adds these bytes to the end of the file, in one piece, and makes the file where there is none. */
  async append(path: string, bytes: Uint8Array): Promise<void> {
    requireSmall(path, bytes.length);
    await this.#at(path, async (folder, name) => {
      await using file = await regularFile(path, folder, name, O_WRONLY | O_APPEND | O_CREAT);
      requireSmall(path, (await file.stat()).size + bytes.length);
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten < bytes.length) throw new Error(`Only ${bytesWritten} bytes could be appended.`);
    });
  }

  /** For when nothing is read or written any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }

  async #at<T>(path: string, use: (folder: Folder, name: string) => Promise<T>): Promise<T> {
    const folders = namesIn(path);
    const name = folders.pop() ?? '';
    return refusing(path, () => this.#folder.within(folders, (folder) => use(folder, name)));
  }
}

/** The names along the path of a file, one at least: it says nothing but names. */
function namesIn(path: string): string[] {
  if (path.includes('\0')) throw invalidParams(path, 'has a null byte');
  if (path.includes('\\')) throw invalidParams(path, 'has a backslash; folders are separated by `/`');
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (path.startsWith('/') || names.includes('..')) throw permissionDenied(path, 'is outside of the root');
  if (path.endsWith('/') || names.length === 0) throw invalidParams(path, 'is a folder');
  return names;
}

async function regularFile(path: string, folder: Folder, name: string, flags: number): Promise<FileHandle> {
  const file = await folder.openFile(name, flags);
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw invalidParams(path, 'is a folder');
    if (!found.isFile()) throw permissionDenied(path, 'is no regular file');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The mode of the file that will be replaced, which has to be one that may be written; `undefined` without one. */
async function modeOf(path: string, folder: Folder, name: string): Promise<number | undefined> {
  try {
    await using file = await regularFile(path, folder, name, O_WRONLY);
    return (await file.stat()).mode & 0o777;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function requireSmall(path: string, bytes: number): void {
  if (bytes > mostBytes) throw invalidParams(path, `would have more than ${mostBytes} bytes`);
}
