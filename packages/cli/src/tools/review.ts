import { isMatch } from 'eslint-plugin-agent-safety/internal/registry';
import type { Registry, ReviewDocument, ReviewLine } from 'eslint-plugin-agent-safety/internal/registry';
import { nearestOf } from 'eslint-plugin-agent-safety/internal/start';
import type { CommandOutput } from '../output.ts';
import { counted } from '../texts.ts';
import { UsageError } from '../usage-error.ts';
import { documentsOf, pathShown, registriesFor, registryOf, writeDocuments } from './documents.ts';
import { differenceOf } from './text-diff.ts';
import { quoted, visible } from '../visible.ts';

/** The options of `agent-safety tools review`. */
export interface ReviewOptions {
  readonly registry?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** A draft, as the review has it. */
interface Draft extends ReviewLine {
  readonly tool: string;
  readonly class: 'read' | 'write';
}

/**
 * Confirms lines of a registry document, by their names or by patterns with `*`. Without names it prints the drafts, with
 * what the server says of each.
 *
 * @throws UsageError where there is no such server or tool
 * @throws RegistryError where the documents cannot be read
 */
export function reviewCommand(
  serverId: string,
  names: readonly string[],
  options: ReviewOptions,
  folder = process.cwd(),
): CommandOutput {
  const registry = registryOf(registriesFor(folder, options.registry), serverId);
  const { document, review } = documentsOf(registry);
  const file = pathShown(registry.path, folder);
  if (review === undefined)
    throw new Error(
      `${file} was written by hand and has no review: its lines are trusted. To record what the server says, run \`agent-safety tools pull\`.`,
    );
  if (names.length === 0) {
    if (options.reason !== undefined)
      throw new UsageError('`--reason` is for the tools that are confirmed. Name them.');
    return listed(draftsOf(registry, review), file, options);
  }
  const tools = names.flatMap((name) => toolsNamed(name, registry));
  const confirmed = draftsOf(registry, review).filter(({ tool }) => tools.includes(tool));
  const reviewed = new Set(tools);
  const next: ReviewDocument = {
    ...review,
    tools: Object.fromEntries(
      Object.entries(review.tools).map(([name, line]) => {
        return [name, reviewed.has(name) ? confirmedLine(line, options.reason) : line];
      }),
    ),
  };
  writeDocuments(registry.path, { document, review: next });
  const summary = `Confirmed ${counted(confirmed.length, 'line')} of ${file}.`;
  const lines = confirmed.map((draft) => `  ${visible(draft.tool)}: ${draft.class}`);
  const text = options.json
    ? JSON.stringify({ server: serverId, document: file, confirmed: confirmed.map(({ tool }) => tool) }, undefined, 2)
    : [summary, ...lines].join('\n');
  return { text: `${text}\n`, notes: [], isComplete: true };
}

function confirmedLine({ reviewed: _reviewed, reason, ...said }: ReviewLine, given: string | undefined): ReviewLine {
  const because = given ?? reason;
  return { reviewed: true, ...(because === undefined ? {} : { reason: because }), ...said };
}

function toolsNamed(name: string, { tools, review, serverId }: Registry): readonly string[] {
  const known = [...tools.keys()].filter((tool) => review?.tools.has(tool));
  const found = known.includes(name) ? [name] : known.filter((tool) => isMatch(name, tool));
  if (found.length > 0) return found;
  if (tools.has(name))
    throw new UsageError(
      `${quoted(name)} is not in the review of ${quoted(serverId)}. Record what the server says with \`agent-safety tools pull\` first.`,
    );
  const nearest = nearestOf(known, name);
  const hint = nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`;
  throw new UsageError(`The registry of ${quoted(serverId)} has no tool ${quoted(name)}.${hint}`);
}

function draftsOf({ tools }: Registry, review: ReviewDocument): readonly Draft[] {
  const lines = new Map(Object.entries(review.tools));
  return [...tools.values()].flatMap((tool): readonly Draft[] => {
    const line = lines.get(tool.name);
    return line && !line.reviewed ? [{ tool: tool.name, class: tool.class, ...line }] : [];
  });
}

function listed(drafts: readonly Draft[], file: string, { json }: ReviewOptions): CommandOutput {
  const text = json ? JSON.stringify({ document: file, drafts }, undefined, 2) : draftsText(drafts, file);
  return { text: `${text}\n`, notes: [], isComplete: true, hasFindings: drafts.length > 0 };
}

function draftsText(drafts: readonly Draft[], file: string): string {
  const blocks = drafts.map(({ tool, class: kind, description, annotations, input_schema }) => {
    const parts = [description, annotations, input_schema].filter((part) => part !== undefined);
    const said = parts.flatMap((part) => differenceOf(undefined, part)).map((line) => `  ${line.slice(1)}`);
    return [`${visible(tool)}: ${kind}`, ...said].join('\n');
  });
  return [...blocks, `${counted(drafts.length, 'draft')} in ${file}.`].join('\n\n');
}
