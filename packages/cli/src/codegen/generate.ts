import { lineOf, SchemaError, sourceError } from './problem.ts';
import type { Problem } from './problem.ts';
import { isIllFormed } from './text.ts';
import { argumentsOf, resultOf } from './schema/tool-shapes.ts';
import type { ServerShapes, Shape, ToolShapes } from './schema/shape.ts';
import type { SourceTool, ToolSource } from './sources/source.ts';

/** The shapes of a server, and where they are wider than its schemas. */
export interface Shaped {
  readonly shapes: ServerShapes;
  /** A line each, with the file and its pointer. */
  readonly notes: readonly string[];
}

/**
 * The shapes of all tools, sorted by name: the order of a list does not change what is generated.
 *
 * @throws Error with all problems of all tools
 */
export function shapesOf({ label, server, tools, notes }: ToolSource): Shaped {
  const problems: Problem[] = [];
  const all: Problem[] = [...notes];
  const shaped = tools.flatMap((tool) => {
    try {
      return [shapesOfTool(tool, all)];
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (isIllFormed(server))
    problems.push({ pointer: '', text: 'The name of the server is no Unicode text. Give one with --name.' });
  if (problems.length > 0) throw sourceError(label, problems);
  const sorted = shaped.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    shapes: { name: server, tools: sorted },
    notes: [...new Set(all.map((note) => lineOf(label, note)))],
  };
}

const unknown: Shape = { kind: 'unknown' };

function shapesOfTool({ name, description, facts, input, output }: SourceTool, notes: Problem[]): ToolShapes {
  const args = input && argumentsOf(input.schema, name, input.pointer);
  const result = output && resultOf(output.schema, name, output.pointer);
  notes.push(...(args?.notes ?? []), ...(result?.notes ?? []));
  return { name, description, facts, args: args?.shape ?? unknown, result: result?.shape };
}
