import type { CommandOutput } from '../output.ts';
import { counted } from '../texts.ts';
import { UsageError } from '../usage-error.ts';
import { documentsOf, draftsIn, pathShown, registriesFor, registryOf } from './documents.ts';
import { type Drift, driftOf } from './drift.ts';
import { connectionOf, shownConnection } from './live/connection.ts';
import type { Listing } from './listing.ts';
import { type LiveOptions, timeoutOf } from './options.ts';
import { progressOn } from './progress.ts';
import { differenceOf } from './text-diff.ts';
import { quoted, quotedList, visible } from '../visible.ts';
import type { Registries, Registry } from 'eslint-plugin-agent-safety/internal/registry';

/** The options of `agent-safety tools verify`. */
export interface VerifyOptions extends LiveOptions {
  readonly registry?: string;
  readonly json?: boolean;
}

/** How a live server differs from its registry document and review. */
export interface VerifyReport {
  readonly server: string;
  /** From the folder of the command. */
  readonly document: string;
  readonly pin: string;
  /** Without secrets. */
  readonly source: string;
  readonly version: { readonly registered: string | null; readonly live: string | null };
  /** Empty where the server is as it was confirmed. */
  readonly drift: readonly PlacedDrift[];
  /** Lines that no person has confirmed. */
  readonly drafts: readonly string[];
  /** What could not be compared, a sentence each. */
  readonly incomplete: readonly string[];
}

/** A difference, with the line of the registry document that it concerns: the first line where there is none. */
export type PlacedDrift = Drift & { readonly file: string; readonly line: number; readonly column: number };

/**
 * Compares a live server with what was confirmed of it. With findings where they differ.
 *
 * @throws UsageError where no server or document is named that exists
 * @throws ServerError where the server does not answer
 * @throws RegistryError where the documents cannot be read
 */
export async function verifyCommand(options: VerifyOptions, folder = process.cwd()): Promise<CommandOutput> {
  const connection = connectionOf(options);
  if (!connection)
    throw new UsageError('Name the server to compare with: --stdio "npx -y my-server", or --url https://….');
  const timeout = timeoutOf(options);
  // Read before the server starts: a mistake in a document is found at once.
  const registries = registriesFor(folder, options.registry);
  const given = options.server === undefined ? undefined : registryOf(registries, options.server);
  const { listTools } = await import('./live/list-tools.ts');
  const listing = await listTools(connection, timeout, progressOn());
  const registry = given ?? registryFor(listing, registries);
  const report = reportOf(registry, listing, shownConnection(connection), folder);
  const text = options.json ? JSON.stringify(report, undefined, 2) : textOf(report);
  return {
    text: `${text}\n`,
    notes: report.incomplete,
    isComplete: report.incomplete.length === 0,
    hasFindings: report.drift.length > 0,
  };
}

/** The document of the server by the name that it states, or the only one there is. */
function registryFor({ name }: Listing, registries: Registries): Registry {
  const found = registries.all.find(({ serverId }) => serverId === name);
  return found ?? registryOf(registries, registries.all.length === 1 ? undefined : name);
}

function reportOf(registry: Registry, listing: Listing, source: string, folder: string): VerifyReport {
  const { drift, unrecorded } = driftOf(documentsOf(registry), listing);
  const file = pathShown(registry.path, folder);
  return {
    server: registry.serverId,
    document: file,
    pin: registry.pin,
    source,
    version: { registered: registry.serverVersion ?? null, live: listing.version ?? null },
    drift: drift.map((each) => {
      const { line, column } = registry.tools.get(each.tool) ?? { line: 1, column: 1 };
      return { ...each, file, line, column };
    }),
    drafts: draftsIn(registry).map(({ name }) => name),
    incomplete:
      unrecorded.length === 0
        ? []
        : [
            `Of ${quotedList(unrecorded)} there is no record of what the server said, so that only the name can be compared. Make one with \`agent-safety tools pull\`.`,
          ],
  };
}

function textOf({ server, document, pin, version, drift, drafts }: VerifyReport): string {
  const isNewVersion = version.live !== null && version.live !== version.registered;
  const versions = isNewVersion
    ? [`  Version ${visible(version.live)}; the registry has ${visible(version.registered ?? 'none')}.`]
    : [];
  const summary =
    drift.length === 0
      ? `${quoted(server)} is as it was pulled.`
      : `${counted(drift.length, 'difference')} from what was pulled of ${quoted(server)}. Read each; accept them with \`agent-safety tools pull\` and a new review, or stay with the old version.`;
  const unreviewed =
    drafts.length > 0 ? [`${counted(drafts.length, 'line')} of it not reviewed: ${quotedList(drafts)}.`] : [];
  return [`${document} (${pin})`, ...versions, ...drift.flatMap(linesOf), summary, ...unreviewed].join('\n');
}

function linesOf(drift: PlacedDrift): readonly string[] {
  const name = visible(drift.tool);
  switch (drift.kind) {
    case 'added':
      return [
        `  added    ${name}: not in the registry, a draft would be ${drift.draft}`,
        ...indented(differenceOf(undefined, drift.after.description)),
      ];
    case 'removed':
      return [`  removed  ${name}: not listed any more`];
    case 'repeated':
      return [`  repeated ${name}: listed more than once, and which one a call runs is unknown`];
    case 'changed':
      return [`  changed  ${name}: ${drift.field}`, ...indented(differenceOf(drift.before, drift.after))];
  }
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `    ${line}`);
}
