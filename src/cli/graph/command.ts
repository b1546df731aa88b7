import { statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { agentSettingsOf } from '../../facts/agents/settings.ts';
import { graphReportOf } from '../../facts/delegations/graph.ts';
import type { GraphReport } from '../../facts/delegations/graph-report.ts';
import { nearestOf } from '../../registry/nearest.ts';
import { policyAbove } from '../../registry/policy.ts';
import { openProject } from '../../type-utils/project.ts';
import { wantedFiles } from '../wanted.ts';
import { dotOf } from './dot.ts';
import type { MarkedReport } from './drawing.ts';
import { htmlOf } from './html.ts';
import { mermaidLimits, mermaidOf } from './mermaid.ts';
import { svgOf } from './svg.ts';

/** The options of `agent-safety graph`. */
export interface GraphOptions {
  readonly format?: string;
  readonly out?: string;
  readonly project?: string;
  readonly diff?: string;
}

/** What a command prints: the result, and notes for who reads along, which are not part of it. */
export interface GraphOutput {
  /** Empty where it went to a file. */
  readonly text: string;
  readonly notes: readonly string[];
}

const formats = ['mermaid', 'dot', 'json', 'svg', 'html'] as const;
type Format = (typeof formats)[number];

const formatOfExtension: Readonly<Record<string, Format>> = {
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
 * Draws who can do what through whom.
 *
 * @param paths files and folders whose agents are drawn, with all that these run; none for the whole project
 * @throws Error where an option is wrong, or the project, a path or the policy cannot be read
 */
export async function graphCommand(paths: readonly string[], options: GraphOptions): Promise<GraphOutput> {
  const format = formatOf(options);
  const out = options.out === undefined ? undefined : fileToWrite(options.out);
  const report = reportOf(paths, options);
  const text = await drawn({ report }, format);
  const notes = notesOn(report, format, text);
  if (out === undefined) return { text, notes };
  writeFileSync(out, text);
  const { agents, delegations, findings } = report;
  const counts = [counted(agents, 'agent'), counted(delegations, 'delegation'), counted(findings, 'finding')];
  return { text: '', notes: [...notes, `Wrote ${options.out ?? ''}: ${counts.join(', ')}.`] };
}

function formatOf({ format, out }: GraphOptions): Format {
  if (format !== undefined) {
    const known = formats.find((each) => each === format);
    if (known) return known;
    const nearest = nearestOf(formats, format);
    throw new Error(
      `There is no format \`${format}\`. ${nearest === undefined ? `Choose ${listed(formats)}` : `Did you mean \`${nearest}\``}${nearest === undefined ? '.' : '?'}`,
    );
  }
  if (out === undefined) return 'mermaid';
  const guessed = formatOfExtension[extname(out).toLowerCase()];
  if (guessed) return guessed;
  throw new Error(
    `The name \`${out}\` does not say which format it is. End it in ${listed(Object.keys(formatOfExtension))}, or give --format.`,
  );
}

/** Looked at before the work begins, so that it is not done in vain. */
function fileToWrite(out: string): string {
  const file = resolve(out);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${file} is a folder. Name a file in it with --out.`);
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${dirname(file)}. Make it first, or name another file with --out.`);
  return file;
}

function reportOf(paths: readonly string[], { project: place }: GraphOptions): GraphReport {
  const project = openProject(place ?? paths[0] ?? '.');
  const isWanted = wantedFiles(project, paths);
  const policy = policyAbove(join(project.folder, 'tsconfig.json'));
  return graphReportOf(project.program, agentSettingsOf({}), project.folder, isWanted, policy);
}

async function drawn(marked: MarkedReport, format: Format): Promise<string> {
  switch (format) {
    case 'mermaid':
      return mermaidOf(marked);
    case 'dot':
      return dotOf(marked);
    case 'json':
      return `${JSON.stringify(marked.report, undefined, 2)}\n`;
    case 'svg':
      return await svgOf(marked);
    case 'html':
      return await htmlOf(marked);
  }
}

function notesOn({ agents, delegations }: GraphReport, format: Format, text: string): string[] {
  if (agents.length === 0) return ['No agents of a known SDK were found: the graph is empty.'];
  const { characters, steps } = mermaidLimits;
  if (format !== 'mermaid' || (text.length <= characters && delegations.length <= steps)) return [];
  return [
    `Mermaid draws ${String(steps)} lines and ${String(characters)} characters at most, and this has ${String(delegations.length)} and ${String(text.length)}. Name fewer paths, or use --format html.`,
  ];
}

function counted(list: readonly unknown[], noun: string): string {
  return `${String(list.length)} ${noun}${list.length === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}
