import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import { effectsOfTool, projectConfigAt, serverOf, type ToolFact } from 'eslint-plugin-agent-safety/internal/analysis';
import { type PlaceText, placeTextOf } from '../facts/report.ts';
import { filesNamed } from '../file-selection.ts';
import { unresolvedNotes } from '../unresolved.ts';
import { draftInCode } from './tool-class.ts';

/** A tool in the program, with what it does. */
export interface CodeWitness {
  readonly at: PlaceText;
  /** What a draft from this code would be. */
  readonly class: 'read' | 'write';
  readonly effects: readonly { readonly kind: string; readonly sink: string; readonly at: PlaceText }[];
}

interface Witnesses {
  /** Null where there is no project. */
  readonly witnesses: readonly CodeWitness[] | null;
  /** What could not be read, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * The definitions of a tool in a project: those of the server, and those whose server is not known.
 *
 * @param isRequired whether that there is no project is an error
 * @throws Error where the project cannot be read
 */
export function witnessesIn(place: string, isRequired: boolean, name: string, serverId: string): Witnesses {
  if (!isRequired && !hasProject(place)) return { witnesses: null, notes: [] };
  const project = openProject(place);
  try {
    const analysis = new Analysis(project.program, { cwd: project.folder });
    const tools = [...filesNamed(project, [])]
      .flatMap((file) => analysis.agents.calls.in(file))
      .filter(({ kinds }) => kinds.includes('tool'))
      .flatMap(({ call }) => analysis.agents.toolsAt(call))
      .filter((tool) => tool.kind === 'tool')
      .filter((tool) => tool.name === name && (serverOf(tool)?.name ?? serverId) === serverId);
    return {
      witnesses: tools.map((tool) => witnessOf(tool, analysis, project.root)),
      notes: [...project.problems, ...unresolvedNotes(project.program, project.root)],
    };
  } finally {
    project.close();
  }
}

function witnessOf(tool: ToolFact, analysis: Analysis, root: string): CodeWitness {
  const effects = effectsOfTool(tool, analysis.program);
  return {
    at: placeTextOf(tool.node, root),
    class: draftInCode(tool, analysis),
    effects: effects.map(({ kind, sink, call }) => ({ kind, sink, at: placeTextOf(call, root) })),
  };
}

function hasProject(place: string): boolean {
  try {
    projectConfigAt(place);
    return true;
  } catch {
    return false;
  }
}
