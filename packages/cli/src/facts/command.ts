import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import { type AgentToolReport, type FactsReport, factsReportOf, type InvocationReport } from './report.ts';
import type { CommandOutput } from '../output.ts';
import { unresolvedModuleNotes, unresolvedNotes } from '../unresolved.ts';
import { wantedFiles } from '../file-selection.ts';
import { counted } from '../texts.ts';

/** The options of `agent-safety facts`. */
export interface FactsOptions {
  readonly json?: boolean;
  readonly project?: string;
}

/**
 * The facts of a project, as text.
 *
 * @param paths files and folders to report; none for the whole project
 * @throws Error where the project cannot be read, or a path has no file of it
 */
export function factsCommand(paths: readonly string[], { json, project: place }: FactsOptions): CommandOutput {
  const project = openProject(place ?? paths[0] ?? '.');
  try {
    const wanted = wantedFiles(project, paths);
    const report = factsReportOf(new Analysis(project.program), project.root, (file) => wanted.has(file));
    const text = json ? JSON.stringify(report, undefined, 2) : textOf(report);
    const missing = [...project.problems, ...unresolvedNotes(project.program, project.root)];
    const notes = [...missing, ...unresolvedModuleNotes(project.program, project.root)];
    return { text: `${text}\n`, notes, isComplete: missing.length === 0 };
  } finally {
    project.close();
  }
}

const verdictTexts = {
  guarded: ', guarded',
  harmless: ', harmless',
  tested: ', in a test',
  unguarded: ' without a guard',
  unknown: ' without a guard, and what it does is unknown',
} as const satisfies Record<InvocationReport['verdict'], string>;

/** Of a tool of an agent, that it may run without a guard. */
function markOf({ isGuarded, verdict }: AgentToolReport): string {
  if (isGuarded) return ' (guarded)';
  switch (verdict) {
    case 'ineffective':
      return ' (guard without effect)';
    case 'unguarded':
      return ' (no guard)';
    case 'unknown':
      return ' (no guard, and what it does is unknown)';
    case 'tested':
      return ' (of a test)';
    default:
      return '';
  }
}

/** Which registries there are: without one, rules that compare with it are silent, and that is no clean result. */
function registryLines({ registries }: FactsReport): readonly string[] {
  if (registries.length === 0)
    return ['No tool registry: require-registered-tool and valid-document-pointer report nothing.'];
  return registries.map(({ path, server, tools, drafts, pin }) => {
    const count = `${counted(tools, 'tool')}${drafts > 0 ? ` (${String(drafts)} not reviewed)` : ''}`;
    return `${path} registry of ${server}: ${count}, ${pin}`;
  });
}

function textOf(report: FactsReport): string {
  const { tools, servers, agents, invocations } = report;
  const named = (name: string | null): string => name ?? '(no name)';
  const lines = [
    ...tools.map(({ at, name, class: kind, impact, effects }) => {
      const reached = effects.map(({ kind: effect, sink }) => `${effect} by ${sink}`);
      // By default the rules leave out what has low impact.
      const judged = kind === 'sensitive' && impact === 'low' ? `${kind} (low impact)` : kind;
      return `${at} tool ${named(name)}: ${[judged, ...new Set(reached)].join(', ')}`;
    }),
    ...servers.map(({ at, only }) => `${at} tools of a server: ${only ? only.join(', ') : 'all'}`),
    ...agents.map(({ at, name, tools: given, held, isOpen }) => {
      const own = given.map((tool) => `${named(tool.name)}${markOf(tool)}`);
      const list = [...own, ...held.map((tool) => `${tool} (built in)`)];
      return `${at} agent ${named(name)}: ${[...list, ...(isOpen ? ['…'] : [])].join(', ') || 'no tools'}`;
    }),
    ...invocations.map(({ at, tool, verdict }) => `${at} calls ${named(tool)}${verdictTexts[verdict]}`),
  ];
  const facts = lines.length === 0 ? ['No tools, agents or invocations of a known SDK.'] : lines;
  return [...facts, ...registryLines(report)].join('\n');
}
