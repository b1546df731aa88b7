import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  parseRegistry,
  REGISTRY_FILE,
  REGISTRY_FOLDER,
  type RegisteredTool,
  type Registries,
  registriesAbove,
  registriesIn,
  type Registry,
  type RegistryDocument,
  type ReviewDocument,
  reviewPathOf,
} from 'eslint-plugin-agent-safety/internal/registry';
import { nearestOf } from 'eslint-plugin-agent-safety/internal/start';
import writeFileAtomic from 'write-file-atomic';
import { isFolder } from '../out-file.ts';
import { UsageError } from '../usage-error.ts';
import { quoted, quotedList } from '../visible.ts';

/** A registry document with its review, as they are written. */
export interface Documents {
  readonly document: RegistryDocument;
  /** Undefined where the document was written by hand. */
  readonly review: ReviewDocument | undefined;
}

/**
 * The documents of a registry that the loader has read, and so found valid.
 *
 * @throws Error where a file is gone by now
 */
export function documentsOf({ path, review }: Registry): Documents {
  return {
    document: jsonAt(path) as RegistryDocument,
    review: review && (jsonAt(review.path) as ReviewDocument),
  };
}

/**
 * The registry that holds in a folder. A path names documents, or folders of them, instead.
 *
 * @throws RegistryError with all mistakes of the documents
 * @throws Error where there is none
 */
export function registriesFor(folder: string, path?: string): Registries {
  if (path !== undefined) return registriesIn([resolve(folder, path)]);
  const registries = registriesAbove(join(folder, 'package.json'));
  if (registries) return registries;
  throw new Error(
    `There is no ${REGISTRY_FILE} and no folder ${REGISTRY_FOLDER} in ${folder} or above. Make one with \`agent-safety tools pull\`, or name it with --registry.`,
  );
}

/**
 * The document of a server: the one of that id, or the only one there is where no id is given.
 *
 * @throws UsageError with the nearest id where there is none
 */
export function registryOf({ all }: Registries, serverId: string | undefined): Registry {
  const ids = all.map((registry) => registry.serverId);
  if (serverId === undefined) {
    const [only, ...others] = all;
    if (only && others.length === 0) return only;
    throw new UsageError(`There are documents of several servers. Name one with --server: ${quotedList(ids)}.`);
  }
  const found = all.find((registry) => registry.serverId === serverId);
  if (found) return found;
  const nearest = nearestOf(ids, serverId);
  const hint = nearest === undefined ? `There are: ${quotedList(ids)}.` : `Did you mean ${quoted(nearest)}?`;
  throw new UsageError(`There is no registry document of the server ${quoted(serverId)}. ${hint}`);
}

/** The lines that no person has confirmed. */
export function draftsIn({ tools }: Registry): readonly RegisteredTool[] {
  return [...tools.values()].filter(({ isReviewed }) => !isReviewed);
}

/** Where the document of a server is, or is to be, and what is in it. */
export interface Target {
  readonly path: string;
  readonly existing: Documents | undefined;
}

/**
 * The document to write for a server: the one that it has, or a new one in the folder of the registry.
 *
 * @param out the file that is named for it
 * @throws UsageError where that file cannot be one, or is another server's
 * @throws RegistryError where what is there cannot be read
 */
export function targetFor(serverId: string, folder: string, out: string | undefined): Target {
  if (out !== undefined) return targetAt(namedFile(resolve(folder, out)), serverId);
  const registries = registriesAbove(join(folder, 'package.json'));
  const found = registries?.all.find((registry) => registry.serverId === serverId);
  if (found) return { path: found.path, existing: documentsOf(found) };
  const [first] = registries?.all ?? [];
  if (first && basename(first.path) === REGISTRY_FILE) {
    const place = relative(folder, join(dirname(first.path), REGISTRY_FOLDER, fileNameOf(first.serverId)));
    throw new UsageError(
      `${pathShown(first.path, folder)} is the document of ${quoted(first.serverId)}, not of ${quoted(serverId)}. For several servers, move it to ${place}, with its review; or name a file with --out.`,
    );
  }
  const registryFolder = first ? dirname(first.path) : join(folder, REGISTRY_FOLDER);
  return targetAt(join(registryFolder, fileNameOf(serverId)), serverId);
}

function namedFile(path: string): string {
  if (!path.endsWith('.json') || path.endsWith('.review.json'))
    throw new UsageError('`--out` names a registry document: a file that ends in `.json`, and not in `.review.json`.');
  if (isFolder(path)) throw new UsageError(`${path} is a folder. Name a file in it with --out.`);
  return path;
}

function targetAt(path: string, serverId: string): Target {
  if (!existsSync(path)) return { path, existing: undefined };
  const [registry] = registriesIn([path]).all;
  if (registry?.serverId !== serverId)
    throw new UsageError(
      `${path} is the document of ${quoted(registry?.serverId ?? '')}, not of ${quoted(serverId)}. Name another file with --out, or the server with --server.`,
    );
  return { path, existing: documentsOf(registry) };
}

/** Names that no file can have on some system. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A file name for a server that is safe whatever its id is: no folder, no hidden file, no review. */
export function fileNameOf(serverId: string): string {
  const words = serverId
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
    .replace(/\.review$/i, '-review')
    .replace(/[-.]+$/, '');
  const name = words === '' ? 'server' : words;
  return `${reserved.test(name) ? `server-${name}` : name}.json`;
}

/** What was written. */
export interface Written {
  readonly registry: Registry;
  /** Whether the files differ from those that were there. */
  readonly isChanged: boolean;
}

/**
 * Writes a document and its review, each as a whole or not at all. First the review: a line whose review is not there yet
 * would be trusted.
 *
 * @throws RegistryError where what is to be written would not be valid, before anything is written
 */
export function writeDocuments(path: string, documents: Documents & { readonly review: ReviewDocument }): Written {
  const reviewPath = reviewPathOf(path);
  const text = jsonText(documents.document);
  const reviewText = jsonText(documents.review);
  const registry = parseRegistry({ path, text }, { path: reviewPath, text: reviewText });
  // Written anew only where it says something else: it may be formatted in another way.
  const isReviewChanged = jsonText(jsonAt(reviewPath)) !== reviewText;
  const isDocumentChanged = jsonText(jsonAt(path)) !== text;
  const made = mkdirSync(dirname(path), { recursive: true });
  try {
    if (isReviewChanged) writeFileAtomic.sync(reviewPath, reviewText);
    if (isDocumentChanged) writeFileAtomic.sync(path, text);
  } catch (error) {
    if (made !== undefined) removeIfEmpty(dirname(path));
    throw error;
  }
  return { registry, isChanged: isReviewChanged || isDocumentChanged };
}

/** A path for a reader: from a folder, where it lies in it. */
export function pathShown(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown.startsWith('..') ? path : shown.replaceAll('\\', '/');
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Undefined where there is no file. */
function jsonAt(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) : undefined;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It has files of others.
  }
}
