import { isJsonArray, isJsonObject, valueAt } from '../../json.ts';
import type { Json, JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import { pointerTo, sourceError } from '../problem.ts';
import type { Problem } from '../problem.ts';
import { duplicatesOf, nameAt, schemaAt } from './manifest.ts';
import type { SourceTool, ToolSource } from './source.ts';

/** Whether a JSON document is a registry, and no manifest. */
export function isRegistry(document: Json): document is JsonObject {
  return isJsonObject(document) && typeof valueAt(document, 'server_id') === 'string';
}

/** A registry or its review, with its path. */
export interface RegistryFile {
  readonly document: JsonObject;
  readonly label: string;
}

/**
 * The tools of a registry. Their schemas are those of the review beside it; a tool without one has unknown arguments.
 *
 * @throws Error with all problems, each with the file and a JSON pointer
 */
export function registryTools({ document, label }: RegistryFile, review: RegistryFile | undefined): ToolSource {
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const id = valueAt(document, 'server_id');
  const server = typeof id === 'string' ? id : '';
  const list = valueAt(document, 'tools');
  if (!isJsonArray(list))
    throw sourceError(label, [{ pointer: '/tools', text: 'The registry has no list of tools. Add one.' }]);
  const reviewed = review && reviewsIn(review, server);
  const tools = list.flatMap((line, index) => {
    const pointer = pointerTo('/tools', index);
    const name = isJsonObject(line) ? nameAt(line, 'tool_name', pointer, problems) : undefined;
    if (!isJsonObject(line))
      problems.push({ pointer, text: 'A tool of a registry has to be an object. Correct the line.' });
    if (!isJsonObject(line) || name === undefined) return [];
    const inReview = reviewed ? valueAt(reviewed, name) : undefined;
    return [toolOf(line, name, pointer, isJsonObject(inReview) ? inReview : undefined, notes)];
  });
  problems.push(...duplicatesOf(tools));
  if (problems.length > 0) throw sourceError(label, problems);
  return { label, server, tools, notes, isComplete: true };
}

function toolOf(
  line: JsonObject,
  name: string,
  pointer: string,
  review: JsonObject | undefined,
  notes: Problem[],
): SourceTool {
  const toolClass = valueAt(line, 'tool_class');
  const isDraft = review !== undefined && valueAt(review, 'reviewed') === false;
  const input = review && schemaAt(review, 'input_schema', reviewPointer(name));
  const text = (missing: string) =>
    `${missing} Run \`agent-safety tools pull\` to have it in the review beside the registry.`;
  if (!input) notes.push({ pointer, text: text('The arguments are unknown: no input schema of the tool was found.') });
  if (isDraft) notes.push({ pointer, text: 'The line is a draft that no person has reviewed.' });
  const description = review && valueAt(review, 'description');
  return {
    name,
    description: typeof description === 'string' ? description : undefined,
    facts:
      toolClass === 'read' || toolClass === 'write'
        ? [`Class in the registry: ${toolClass}${isDraft ? ' (draft)' : ''}.`]
        : [],
    pointer,
    input,
    output: review && schemaAt(review, 'output_schema', reviewPointer(name)),
  };
}

function reviewPointer(name: string): string {
  return pointerTo('', 'tools', name);
}

function reviewsIn({ document, label }: RegistryFile, server: string): JsonObject {
  const of = valueAt(document, 'server_id');
  const tools = valueAt(document, 'tools');
  const problem =
    of !== server
      ? {
          pointer: '/server_id',
          text: `The registry beside it has the server ${JSON.stringify(server)}. Use its review.`,
        }
      : { pointer: '/tools', text: 'The review has no object of tools. Add one.' };
  if (of !== server || !isJsonObject(tools)) throw sourceError(label, [problem]);
  return tools;
}
