import { readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf, stateOf, statsAt } from '../file-state.ts';
import { nameOf } from '../json-text.ts';
import { parseRegistry, RegistryError, type RegistryMistake, type RegistryText } from './parse.ts';
import { Registries, type Registry } from './registry.ts';

/** What the registry document of a project with one server is called. */
export const REGISTRY_FILE = 'agent-safety.registry.json';

/** What the folder of the documents of several servers is called. */
export const REGISTRY_FOLDER = 'agent-safety.registry';

/** What was read of some files, and by what to notice that they are others by now. */
interface Kept<Value> {
  readonly state: string;
  readonly outcome: RegistryError | Value;
}

const keptDocuments = new Map<string, Kept<Registry>>();
const keptRegistries = new Map<string, Kept<Registries>>();

/**
 * The registry that holds for a file: the nearest `agent-safety.registry.json`, or folder `agent-safety.registry`, in its
 * folder or one above. Requested for every linted file: documents are read again only when they have changed on disk, and
 * the answer is the same object until then.
 *
 * @param file an absolute path; the file need not exist
 * @throws RegistryError with all mistakes of all documents and reviews
 */
export function registriesAbove(file: string): Registries | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const document = join(folder, REGISTRY_FILE);
    const documents = join(folder, REGISTRY_FOLDER);
    const hasOne = statsOf(document) !== undefined;
    if (statsOf(documents) !== undefined) {
      if (hasOne) throw problem(document, `is beside the folder \`${REGISTRY_FOLDER}\`. Move it in there.`);
      return registriesIn([documents]);
    }
    if (hasOne) return registriesIn([document]);
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * The registry whose documents are named: files, and folders of files.
 *
 * @param paths absolute
 * @throws RegistryError as above, and where nothing is at a path
 */
export function registriesIn(paths: readonly string[]): Registries {
  const documents = [...new Set(paths.flatMap(documentsAt))];
  const files = documents.map((path) => ({ path, review: reviewPathOf(path) }));
  const states = files.map(({ path, review }) => stateAt(path) + stateAt(review));
  const state = states.join('\n');
  const key = documents.join('\n');
  let kept = keptRegistries.get(key);
  if (kept?.state !== state) {
    const read = files.map(({ path }, index) => documentAt(path, states[index] ?? ''));
    keptRegistries.set(key, (kept = { state, outcome: together(read) }));
  }
  if (kept.outcome instanceof RegistryError) throw kept.outcome;
  return kept.outcome;
}

/** Where the review of a document stands: `github.review.json` beside `github.json`. */
export function reviewPathOf(document: string): string {
  return `${document.replace(/\.json$/, '')}.review.json`;
}

/** Whether a file is a review, by its name. */
export function isReviewPath(path: string): boolean {
  return path.endsWith('.review.json');
}

/** Whether a file in a folder of documents is one of them, by its name: no review, and not hidden. */
export function isDocumentName(name: string): boolean {
  return name.endsWith('.json') && !isReviewPath(name) && !name.startsWith('.');
}

/**
 * The text of the review beside a document, where there is one.
 *
 * @throws RegistryError where it cannot be read
 */
export function reviewBeside(document: string): RegistryText | undefined {
  const review = reviewPathOf(document);
  return statsOf(review) && registryTextAt(review);
}

/** Whether a path has the name of a registry document or of a review, by which it is found without a setting. */
export function isRegistryPath(path: string): boolean {
  const review = reviewPathOf(REGISTRY_FILE);
  if ([REGISTRY_FILE, review].includes(basename(path))) return true;
  return path.endsWith('.json') && basename(dirname(path)) === REGISTRY_FOLDER;
}

/** The documents at a path: the file itself, or those of a folder, by name. */
function documentsAt(path: string): readonly string[] {
  const stats = statsOf(path);
  if (!stats) throw problem(path, 'is not there. Correct the path that names it.');
  if (!stats.isDirectory()) return [path];
  // By code unit: the order must not depend on the machine's language.
  const names = readdirOf(path).sort();
  const documents = names.filter(isDocumentName).map((name) => join(path, name));
  const orphans = names
    .filter((name) => isReviewPath(name) && !name.startsWith('.'))
    .map((name) => join(path, name))
    .filter((review) => !documents.some((document) => reviewPathOf(document) === review));
  if (orphans.length > 0)
    throw new RegistryError(
      orphans.map((file) => ({
        file,
        text: 'is the review of a document that is not there. Restore it, or remove this.',
      })),
    );
  const remedy = 'Add one `*.json` for each server, or remove the folder.';
  if (documents.length === 0) throw problem(path, `has no registry document. ${remedy}`);
  return documents;
}

function documentAt(path: string, state: string): Registry | RegistryError {
  let kept = keptDocuments.get(path);
  if (kept?.state !== state) keptDocuments.set(path, (kept = { state, outcome: read(path) }));
  return kept.outcome;
}

function read(path: string): Registry | RegistryError {
  try {
    return parseRegistry(registryTextAt(path), reviewBeside(path));
  } catch (error) {
    return error instanceof RegistryError ? error : problem(path, `cannot be read: ${messageOf(error)}`);
  }
}

/**
 * The text of a document or a review.
 *
 * @throws RegistryError where it cannot be read, or is not in UTF-8
 */
function registryTextAt(path: string): RegistryText {
  const stats = statsOf(path);
  if (stats?.isSymbolicLink()) throw problem(path, 'is a link that leads nowhere. Correct or remove it.');
  if (stats?.isFile() !== true) throw problem(path, 'is no file. Give the folder, or whatever it is, another name.');
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw problem(path, `cannot be read: ${messageOf(error)}.`);
  }
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // Other readers of the same bytes would see another document, with another pin.
    throw problem(path, 'is not in UTF-8. Save it in UTF-8.');
  }
}

/** One registry of all documents, or one error of all mistakes. */
function together(read: readonly (Registry | RegistryError)[]): Registries | RegistryError {
  const mistakes = read.flatMap((each) => (each instanceof RegistryError ? each.mistakes : []));
  const registries = read.flatMap((each) => (each instanceof RegistryError ? [] : [each]));
  const all = [...mistakes, ...repeatedServers(registries)];
  return all.length > 0 ? new RegistryError(all) : new Registries(registries);
}

function repeatedServers(registries: readonly Registry[]): readonly RegistryMistake[] {
  return registries.flatMap(({ path, serverId }, index) => {
    const first = registries.slice(0, index).find((other) => other.serverId === serverId);
    if (!first) return [];
    const text = `has the server_id \`${serverId}\`, as ${nameOf(first.path)} has. Keep one document for each server.`;
    return [{ file: path, text }];
  });
}

function stateAt(path: string): string {
  const stats = statsOf(path);
  return stats ? `${stateOf(stats)};` : ';';
}

function statsOf(path: string): Stats | undefined {
  try {
    return statsAt(path);
  } catch (error) {
    throw problem(path, `cannot be looked at: ${messageOf(error)}.`);
  }
}

function readdirOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    throw problem(path, `cannot be read: ${messageOf(error)}.`);
  }
}

function problem(file: string, text: string): RegistryError {
  return new RegistryError([{ file, text }]);
}
