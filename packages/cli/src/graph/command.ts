import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { oneOf } from '../arguments.ts';
import type { GraphReport } from './report-types.ts';
import { fileToWrite } from '../out-file.ts';
import type { CommandOutput } from '../output.ts';
import { counted, listed } from '../texts.ts';
import { UsageError } from '../usage-error.ts';
import { changesBetween } from './changes.ts';
import { dotOf } from './dot.ts';
import type { MarkedReport } from './drawing.ts';
import { type ChangeList, htmlOf } from './html.ts';
import { mermaidLimits, mermaidOf } from './mermaid.ts';
import { mergedReport } from './merged.ts';
import { reportNow, reportsSince } from './load.ts';
import { svgOf } from './svg.ts';

/** The options of `agent-safety graph`. */
export interface GraphOptions {
  readonly format?: string;
  readonly out?: string;
  readonly project?: string;
  readonly diff?: string;
}

const formats = ['mermaid', 'dot', 'json', 'svg', 'html'] as const;
/** Undefined: the one that is usual for what is asked. */
type Format = (typeof formats)[number] | undefined;

const formatOfExtension: Readonly<Record<string, (typeof formats)[number]>> = {
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.dot': 'dot',
  '.gv': 'dot',
  '.json': 'json',
  '.svg': 'svg',
  '.html': 'html',
  '.htm': 'html',
};

/**
 * Draws who can do what through whom, or what has changed in it.
 *
 * @param paths files and folders whose agents are drawn, with all that these run; none for the whole project
 * @throws Error where an option is wrong, or the project, a path, the policy or the other revision cannot be read
 */
export async function graphCommand(paths: readonly string[], options: GraphOptions): Promise<CommandOutput> {
  const format = formatOf(options);
  const out = options.out === undefined ? undefined : fileToWrite(options.out);
  const { report, text, problems } = await (options.diff === undefined
    ? graphNow(paths, options.project, format)
    : graphSince(options.diff, paths, options.project, format));
  const notes = [...problems, ...notesOn(report, format, text)];
  const isComplete = problems.length === 0;
  if (out === undefined) return { text, notes, isComplete };
  writeFileSync(out, text);
  const { agents, delegations, findings } = report;
  const counts = [
    counted(agents.length, 'agent'),
    counted(delegations.length, 'delegation'),
    counted(findings.length, 'finding'),
  ];
  return { text: '', notes: [...notes, `Wrote ${options.out ?? ''}: ${counts.join(', ')}.`], isComplete };
}

/** A graph as a text in a format, and what it is of. */
interface Drawn {
  readonly report: GraphReport;
  readonly text: string;
  /** What could not be read, a sentence each. */
  readonly problems: readonly string[];
}

async function graphNow(paths: readonly string[], project: string | undefined, format: Format): Promise<Drawn> {
  const { report, problems } = reportNow(paths, project);
  const text = format === 'json' ? jsonOf(report) : await drawn({ report }, format ?? 'mermaid', null);
  return { report, text, problems };
}

async function graphSince(
  since: string,
  paths: readonly string[],
  project: string | undefined,
  format: Format,
): Promise<Drawn> {
  const { before, after, commit, problems } = reportsSince(since, paths, project);
  const changes = changesBetween(before, after);
  const sentences = changes.map(({ text }) => text);
  const none = `Nothing changed between the agents since ${since}.`;
  if (format === undefined) return { report: after, problems, text: `${sentences.join('\n') || none}\n` };
  if (format === 'json') return { report: after, problems, text: jsonOf({ version: 1, since, commit, changes }) };
  return { report: after, problems, text: await drawn(mergedReport(before, after), format, { since, sentences }) };
}

function formatOf({ format, out }: GraphOptions): Format {
  if (format !== undefined) return oneOf(formats, 'format', format);
  if (out === undefined) return undefined;
  const guessed = formatOfExtension[extname(out).toLowerCase()];
  if (guessed) return guessed;
  throw new UsageError(
    `The name \`${out}\` does not say which format it is. End it in ${listed(Object.keys(formatOfExtension))}, or give --format.`,
  );
}

async function drawn(marked: MarkedReport, format: Exclude<Format, 'json' | undefined>, changes: ChangeList | null) {
  switch (format) {
    case 'mermaid':
      return mermaidOf(marked);
    case 'dot':
      return dotOf(marked);
    case 'svg':
      return await svgOf(marked);
    case 'html':
      return await htmlOf(marked, changes);
  }
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function notesOn({ agents, delegations }: GraphReport, format: Format, text: string): string[] {
  if (agents.length === 0) return ['No agents of a known SDK were found: the graph is empty.'];
  const { characters, steps } = mermaidLimits;
  if ((format ?? 'mermaid') !== 'mermaid' || (text.length <= characters && delegations.length <= steps)) return [];
  return [
    `Mermaid draws ${String(steps)} lines and ${String(characters)} characters at most, and this has ${String(delegations.length)} and ${String(text.length)}. Name fewer paths, or use --format html.`,
  ];
}
