import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import { serverOf, type ToolFact, type ts } from 'eslint-plugin-agent-safety/internal/analysis';
import type { JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import { resolve } from 'node:path';
import { wantedFiles } from '../file-selection.ts';
import { pathIn } from '../paths.ts';
import { unresolvedNotes } from '../unresolved.ts';
import { UsageError } from '../usage-error.ts';
import type { Pulled, PulledTool } from './merge.ts';
import type { PullOptions } from './options.ts';
import { draftInCode } from './tool-class.ts';
import { quoted, quotedList } from '../visible.ts';

/** What the code of a program shows of its servers. */
interface PulledCode {
  readonly pulls: readonly Pulled[];
  /** What is missing of it, a sentence each. */
  readonly notes: readonly string[];
}

/** The tools of one server, by name. */
interface ServerTools {
  version: string | undefined;
  readonly tools: Map<string, PulledTool>;
  readonly files: Set<string>;
}

/**
 * The tools that the MCP servers of a program define.
 *
 * @param paths files and folders whose servers are meant; none for the whole project
 * @throws UsageError where the options are for a live server
 * @throws Error where there is no such tool, or the project cannot be read
 */
export function pullFromCode(paths: readonly string[], options: PullOptions, folder: string): PulledCode {
  const places = paths.map((path) => resolve(folder, path));
  const project = openProject(options.project ?? places[0] ?? folder);
  try {
    const wanted = wantedFiles(project, places);
    const analysis = new Analysis(project.program, { cwd: folder });
    const { servers, unknown } = serversIn(wanted, analysis, project.root, options.server);
    if (servers.size === 0 && unknown.length === 0)
      throw new Error(
        'No tool of an MCP server is defined here. Name the files that register tools, or a live server with --stdio or --url.',
      );
    if (servers.size > 1 && options.out !== undefined)
      throw new UsageError(
        `\`--out\` is for one server, and there are ${quotedList([...servers.keys()])}. Name the files of one, or leave it out.`,
      );
    const isWhole = paths.length === 0 && unknown.length === 0;
    const notes = [...project.problems, ...unresolvedNotes(project.program, project.root), ...unknown];
    return { pulls: [...servers].map(([id, server]) => pulledOf(id, server, isWhole)), notes };
  } finally {
    project.close();
  }
}

function serversIn(wanted: ReadonlySet<ts.SourceFile>, analysis: Analysis, root: string, given: string | undefined) {
  const servers = new Map<string, ServerTools>();
  const unknown: string[] = [];
  for (const file of wanted)
    for (const { call, kinds } of analysis.agents.calls.in(file)) {
      if (!kinds.includes('tool')) continue;
      for (const tool of analysis.agents.toolsAt(call)) {
        const server = tool.kind === 'tool' ? serverOf(tool) : undefined;
        if (tool.kind !== 'tool' || !server) continue;
        const id = server.name ?? given;
        if (given !== undefined && server.name !== undefined && server.name !== given) continue;
        const path = pathIn(root, file);
        const { line } = file.getLineAndCharacterOfPosition(call.getStart(file));
        const place = `${path}:${String(line + 1)}`;
        if (tool.name === undefined)
          unknown.push(`${place}: the name of this tool is not known. Add its line to the registry by hand.`);
        else if (id === undefined)
          unknown.push(
            `${place}: the server of ${quoted(tool.name)} is not known. Name it with --server <id>, and its files.`,
          );
        else add(id, server.version, tool, tool.name, path);
      }
    }
  return { servers, unknown };

  function add(id: string, version: string | undefined, tool: ToolFact, name: string, path: string): void {
    const server = servers.get(id) ?? { version: undefined, tools: new Map<string, PulledTool>(), files: new Set() };
    servers.set(id, server);
    server.version ??= version;
    server.files.add(path);
    const draft = draftInCode(tool, analysis);
    const known = server.tools.get(name);
    // Two places that register one name, such as branches: what either does counts.
    server.tools.set(name, {
      name,
      ...hintsOf(tool),
      draft: known?.draft === 'write' ? 'write' : draft,
    });
  }
}

function pulledOf(serverId: string, { version, tools, files }: ServerTools, isWhole: boolean): Pulled {
  return {
    serverId,
    serverVersion: version,
    pulledFrom: [...files].sort().join(', '),
    tools: [...tools.values()],
    isComplete: false,
    isWhole,
  };
}

function hintsOf({ hints }: ToolFact): { annotations?: JsonObject } {
  const known = [...hints].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const]));
  return known.length === 0 ? {} : { annotations: Object.fromEntries(known) };
}
