import type { CommandOutput } from '../output.ts';
import { counted } from '../texts.ts';
import { UsageError } from '../usage-error.ts';
import { draftsIn, pathShown, targetFor, writeDocuments } from './documents.ts';
import { type Listing, repeatedNames } from './listing.ts';
import { liveServerOf, shownConnection } from './live/connection.ts';
import { type Merge, merged, draftOf, type Pulled } from './merge.ts';
import { type PullOptions, timeoutOf } from './options.ts';
import { progressOn } from './progress.ts';
import { quoted, quotedList, shellWord, visible } from '../visible.ts';

/** What a pull from one server came to. */
export interface PullReport {
  readonly server: string;
  readonly version: string | null;
  /** From the folder of the command. */
  readonly document: string;
  readonly review: string;
  /** Without secrets. */
  readonly pulledFrom: string;
  /** Whether the files were changed. */
  readonly isChanged: boolean;
  readonly pin: string;
  readonly added: readonly { readonly tool: string; readonly class: 'read' | 'write' }[];
  readonly changed: readonly {
    readonly tool: string;
    readonly fields: readonly string[];
    readonly wasReviewed: boolean;
  }[];
  readonly unconfirmed: readonly string[];
  readonly removed: readonly string[];
  readonly pruned: readonly string[];
  /** The lines that nothing relies on until they are reviewed. */
  readonly drafts: readonly string[];
}

/**
 * Builds or updates the registry document of a server, and its review: from the live server, or from the servers that the
 * program defines.
 *
 * @param paths files and folders of the program whose servers are meant, where no live server is named
 * @throws UsageError where the options contradict each other
 * @throws ServerError where the live server does not answer
 * @throws RegistryError where the documents that are there cannot be read, or those to write would not be valid
 */
export async function pullCommand(
  paths: readonly string[],
  options: PullOptions,
  folder = process.cwd(),
): Promise<CommandOutput> {
  const connection = liveServerOf(options);
  if (!connection) {
    const { pullFromCode } = await import('./pull-code.ts');
    const { pulls, notes } = pullFromCode(paths, options, folder);
    return outputOf(
      pulls.map((pulled) => written(pulled, options, folder)),
      options,
      notes,
    );
  }
  const [path] = paths;
  if (path !== undefined)
    throw new UsageError(
      `\`${path}\` is for a pull from code, and \`--${connection.kind === 'http' ? 'url' : 'stdio'}\` names a live server. Put the command of the server in quotes, or leave one out.`,
    );
  const timeout = timeoutOf(options);
  const { listTools } = await import('./live/list-tools.ts');
  const listing = await listTools(connection, timeout, progressOn());
  const pulled: Pulled = {
    serverId: serverIdOf(listing, options.server),
    serverVersion: listing.version,
    pulledFrom: shownConnection(connection),
    tools: distinct(listing).tools.map((tool) => ({ ...tool, draft: draftOf(tool.annotations) })),
    isComplete: true,
    isWhole: true,
  };
  return outputOf([written(pulled, options, folder)], options, []);
}

/** @throws Error where the server has no name and none is given */
function serverIdOf({ name }: Listing, given: string | undefined): string {
  if (given?.trim() === '') throw new UsageError('`--server` needs the id of the server.');
  const id = given ?? name;
  if (id.trim() === '') throw new Error('The server states no name. Give it an id with --server <id>.');
  return id;
}

function distinct(listing: Listing): Listing {
  const repeated = repeatedNames(listing);
  if (repeated.length === 0) return listing;
  throw new Error(
    `The server lists ${quotedList(repeated)} more than once, and which of them a call runs is unknown. Nothing was written. Correct the server first.`,
  );
}

function written(pulled: Pulled, options: PullOptions, folder: string): PullReport {
  const target = targetFor(pulled.serverId, folder, options.out);
  const merge = merged(pulled, target.existing, options.prune === true);
  const { registry, isChanged } = writeDocuments(target.path, merge.documents);
  return reportOf(pulled, merge, {
    document: pathShown(registry.path, folder),
    review: pathShown(registry.review?.path ?? '', folder),
    isChanged,
    pin: registry.pin,
    drafts: draftsIn(registry).map(({ name }) => name),
  });
}

function reportOf(
  { serverId, serverVersion, pulledFrom }: Pulled,
  { added, changed, unconfirmed, removed, pruned }: Merge,
  files: Pick<PullReport, 'document' | 'drafts' | 'isChanged' | 'pin' | 'review'>,
): PullReport {
  return {
    server: serverId,
    version: serverVersion ?? null,
    pulledFrom,
    ...files,
    added: added.map(({ name, draft }) => ({ tool: name, class: draft })),
    changed: changed.map(({ name, ...change }) => ({ tool: name, ...change })),
    unconfirmed,
    removed,
    pruned,
  };
}

function outputOf(reports: readonly PullReport[], { json }: PullOptions, notes: readonly string[]): CommandOutput {
  const text = json
    ? JSON.stringify({ pulled: reports, incomplete: notes }, undefined, 2)
    : reports.map(textOf).join('\n\n');
  return { text: text === '' ? '' : `${text}\n`, notes, isComplete: notes.length === 0 };
}

/** How many names of one kind are shown. */
const SHOWN = 40;

function textOf(report: PullReport): string {
  const { server, version, document, isChanged, added, changed, unconfirmed, removed, pruned, drafts } = report;
  const of = `${quoted(server)}${version === null ? '' : ` ${visible(version)}`}`;
  const lines = [
    ...added.map((each) => `  added    ${visible(each.tool)}: ${each.class}, a draft`),
    ...changed.map(({ tool, fields, wasReviewed }) => {
      const was = wasReviewed ? ', which was confirmed before' : '';
      return `  changed  ${visible(tool)}: ${fields.join(', ')}${was}`;
    }),
    ...unconfirmed.map(
      (tool) => `  draft    ${visible(tool)}: written by hand, and what the server says of it is recorded now`,
    ),
    ...removed.map((tool) => `  removed  ${visible(tool)}: not listed any more; --prune removes its line`),
    ...pruned.map((tool) => `  pruned   ${visible(tool)}`),
  ];
  const rest = lines.length - SHOWN;
  const review = `agent-safety tools review ${shellWord(server)} <tool…>`;
  return [
    isChanged ? `Wrote ${document} and its review, of ${of}.` : `${document} is up to date with ${of}.`,
    ...lines.slice(0, SHOWN),
    ...(rest > 0 ? [`  … and ${String(rest)} more`] : []),
    ...(drafts.length > 0
      ? [`${counted(drafts.length, 'line')} to review: nothing relies on a draft. Read it, then \`${review}\`.`]
      : []),
  ].join('\n');
}
