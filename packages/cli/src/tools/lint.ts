import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  REGISTRY_FILE,
  REGISTRY_FOLDER,
  type Registry,
  RegistryError,
  type RegistryMistake,
  registriesAbove,
} from 'eslint-plugin-agent-safety/internal/registry';
import type { CommandOutput } from '../output.ts';
import { draftsIn, pathShown } from './documents.ts';
import { counted } from '../texts.ts';
import { shellWord, visible } from '../visible.ts';

/** The options of `agent-safety tools lint`. */
export interface LintOptions {
  readonly json?: boolean;
}

/** The registry documents of a project, with what is wrong with them. */
export interface LintReport {
  readonly documents: readonly DocumentReport[];
  readonly mistakes: readonly PlacedText[];
  readonly drafts: readonly PlacedText[];
}

export interface DocumentReport {
  /** From the folder of the command. */
  readonly file: string;
  readonly server: string;
  readonly pin: string;
  readonly tools: { readonly read: number; readonly write: number };
}

/** Lines and columns count from 1; both are `null` where a file as a whole is meant. */
export interface PlacedText {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly text: string;
}

/** Folders that hold no documents of the project. */
const skipped = new Set(['node_modules', 'bower_components', 'jspm_packages']);

/**
 * Checks the registry documents and reviews of folders: those that hold there, and all below. With findings where one has
 * mistakes or drafts.
 *
 * @throws Error where a path is not there, or no documents are
 */
export function lintCommand(paths: readonly string[], { json }: LintOptions, folder = process.cwd()): CommandOutput {
  const report = reportOf(paths.length === 0 ? [folder] : paths.map((path) => resolve(folder, path)), folder);
  const text = json ? JSON.stringify(report, undefined, 2) : textOf(report);
  const hasFindings = report.mistakes.length > 0 || report.drafts.length > 0;
  return { text: `${text}\n`, notes: [], isComplete: true, hasFindings };
}

function reportOf(folders: readonly string[], from: string): LintReport {
  for (const path of folders)
    if (!existsSync(path)) throw new Error(`There is no ${path}. Name a folder of the project.`);
  const registries = new Map<string, Registry>();
  const mistakes = new Map<string, RegistryMistake>();
  for (const folder of new Set(folders.flatMap((path) => [path, ...foldersBelow(path)])))
    try {
      for (const registry of registriesAbove(join(folder, 'package.json'))?.all ?? [])
        registries.set(registry.path, registry);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      for (const each of error.mistakes) mistakes.set([each.file, each.line, each.column, each.text].join('\0'), each);
    }
  if (registries.size === 0 && mistakes.size === 0)
    throw new Error(
      `There is no ${REGISTRY_FILE} and no folder ${REGISTRY_FOLDER} in ${folders.join(', ')}, above or below. Make one with \`agent-safety tools pull\`.`,
    );
  const all = [...registries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    documents: all.map((registry) => documentOf(registry, from)),
    mistakes: [...mistakes.values()].map(({ file, line, column, text }) => {
      return { file: pathShown(file, from), line: line ?? null, column: column ?? null, text };
    }),
    drafts: all.flatMap((registry) => draftsOf(registry, from)),
  };
}

/** The folders in a folder, at any depth, that have a registry. */
function foldersBelow(path: string): readonly string[] {
  if (!lstatSync(path).isDirectory()) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  const here = entries.some(({ name }) => name === REGISTRY_FILE || name === REGISTRY_FOLDER) ? [path] : [];
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name),
  );
  return [...here, ...folders.flatMap(({ name }) => foldersBelow(join(path, name)))];
}

function documentOf({ path, serverId, pin, tools }: Registry, from: string): DocumentReport {
  const classes = [...tools.values()].map((tool) => tool.class);
  const read = classes.filter((each) => each === 'read').length;
  return { file: pathShown(path, from), server: serverId, pin, tools: { read, write: classes.length - read } };
}

function draftsOf(registry: Registry, from: string): readonly PlacedText[] {
  const { path, tools, review, serverId } = registry;
  const file = pathShown(path, from);
  const unrecorded = review === undefined ? [] : [...tools.values()].filter((tool) => tool.review === undefined);
  return [
    ...draftsIn(registry).map(({ name, line, column, class: kind }) => {
      const text = `\`${visible(name)}\` is a draft (${kind}). Confirm it with \`agent-safety tools review ${shellWord(serverId)} ${shellWord(name)}\`.`;
      return { file, line, column, text };
    }),
    ...unrecorded.map(({ name, line, column }) => {
      const text = `\`${visible(name)}\` is not in the review, so that changes of the server are not seen. Record it with \`agent-safety tools pull\`.`;
      return { file, line, column, text };
    }),
  ];
}

function textOf({ documents, mistakes, drafts }: LintReport): string {
  const placed = [...mistakes, ...drafts].map(({ file, line, column, text }) =>
    line === null ? `${file}  ${text}` : `${file}:${String(line)}:${String(column ?? 1)}  ${text}`,
  );
  const pins = documents.map(({ file, server, pin, tools: { read, write } }) => {
    return `${file}  ${visible(server)}: ${String(read)} read, ${String(write)} write\n  ${pin}`;
  });
  const summary = [
    counted(documents.length, 'document'),
    counted(mistakes.length, 'mistake'),
    counted(drafts.length, 'draft'),
  ];
  return [...placed, ...pins, `${summary.join(', ')}.`].join('\n');
}
