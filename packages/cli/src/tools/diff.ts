import { realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { ProjectFiles } from 'eslint-plugin-agent-safety/internal/analysis';
import {
  isDocumentName,
  parseRegistry,
  REGISTRY_FILE,
  REGISTRY_FOLDER,
  registriesAbove,
  type Registry,
  reviewPathOf,
} from 'eslint-plugin-agent-safety/internal/registry';
import { inRevision, revisionAt } from '../graph/revision.ts';
import type { CommandOutput } from '../output.ts';
import { changesBetween, type RegistryChange } from './compare.ts';
import { differenceOf } from './text-diff.ts';
import { quoted, visible } from '../visible.ts';

/** The options of `agent-safety tools diff`. */
export interface DiffOptions {
  readonly json?: boolean;
}

/**
 * What changed in the registry since a revision of git.
 *
 * @throws Error where there is no such revision, no registry now nor then, or one of them cannot be read
 */
export function diffCommand(name: string, { json }: DiffOptions, folder = process.cwd()): CommandOutput {
  // Git has real paths.
  const real = realpathSync(folder);
  const { commit, files } = revisionAt(real, name);
  const before = registriesIn(real, files, name);
  const after = registriesAbove(join(real, 'package.json'))?.all ?? [];
  if (before.length === 0 && after.length === 0)
    throw new Error(
      `There is no ${REGISTRY_FILE} and no folder ${REGISTRY_FOLDER} in ${real} or above, now or in \`${name}\`. Make one with \`agent-safety tools pull\`.`,
    );
  const changes = changesBetween(before, after).map((change) => withoutFolders(change, real));
  const text = json
    ? JSON.stringify({ since: name, commit, changes }, undefined, 2)
    : changes.flatMap(linesOf).join('\n') || `Nothing changed in the registry since ${name}.`;
  return { text: `${text}\n`, notes: [], isComplete: true };
}

/** The documents that held in a folder in files of another time. */
function registriesIn(folder: string, files: ProjectFiles, name: string): readonly Registry[] {
  const [document, documents] = [join(folder, REGISTRY_FILE), join(folder, REGISTRY_FOLDER)];
  if (files.directoryExists(documents)) {
    const names = files.entriesOf(documents).files.filter(isDocumentName).sort();
    return names.map((file) => registryAt(join(documents, file), files, name));
  }
  if (files.fileExists(document)) return [registryAt(document, files, name)];
  return folder === dirname(folder) ? [] : registriesIn(dirname(folder), files, name);
}

function registryAt(path: string, files: ProjectFiles, name: string): Registry {
  const review = reviewPathOf(path);
  const reviewText = files.fileExists(review) ? files.readFile(review) : undefined;
  return inRevision(name, () =>
    parseRegistry(
      { path, text: files.readFile(path) ?? '' },
      reviewText === undefined ? undefined : { path: review, text: reviewText },
    ),
  );
}

/** Of a document that is new or gone, where it is, without what is above the folder of the command. */
function withoutFolders(change: RegistryChange, folder: string): RegistryChange {
  const shown = (path: RegistryChange['before']) =>
    typeof path === 'string' ? relative(folder, path).split(sep).join('/') : path;
  const isServer = change.kind === 'server-added' || change.kind === 'server-removed';
  return isServer ? { ...change, before: shown(change.before), after: shown(change.after) } : change;
}

function linesOf(change: RegistryChange): readonly string[] {
  const { kind, server, field, before, after } = change;
  const tool = change.tool === null ? '' : quoted(change.tool);
  const of = `${quoted(server)}: `;
  switch (kind) {
    case 'server-added':
      return [`${of}new, in ${shown(after)}.`];
    case 'server-removed':
      return [`${of}removed, with ${shown(before)}.`];
    case 'version-changed':
      return [`${of}version ${shown(after)}, before ${shown(before)}.`];
    case 'tool-added':
      return [`${of}${tool} is new: ${classOf(after)}.`];
    case 'tool-removed':
      return [`${of}${tool} is removed: it was ${classOf(before)}.`];
    case 'tool-changed':
      return toolLines(`${of}${tool}`, field, before, after);
  }
}

function toolLines(
  subject: string,
  field: RegistryChange['field'],
  before: RegistryChange['before'],
  after: RegistryChange['after'],
): readonly string[] {
  if (field === 'class') return [`${subject} is ${shown(after)} now, before ${shown(before)}.`];
  if (field === 'reviewed')
    return [`${subject} is ${after === true ? 'reviewed now' : 'a draft now, before reviewed'}.`];
  const difference = differenceOf(before ?? undefined, after ?? undefined);
  return [`${subject} has another ${(field ?? '').replace('_', ' ')}:`, ...difference.map((line) => `  ${line}`)];
}

function classOf(fields: RegistryChange['after']): string {
  if (typeof fields !== 'object' || fields === null || !('class' in fields)) return 'unknown';
  return `${shown(fields.class ?? null)}${fields.reviewed === true ? '' : ', a draft'}`;
}

function shown(value: RegistryChange['after']): string {
  return typeof value === 'string' ? visible(value) : 'none';
}
