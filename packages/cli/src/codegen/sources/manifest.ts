import { isJsonArray, isJsonObject, valueAt } from '../../json.ts';
import type { Json, JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import { pointerTo, sourceError } from '../problem.ts';
import type { Problem } from '../problem.ts';
import { isIllFormed } from '../text.ts';
import type { SourceSchema, SourceTool, ToolSource } from './source.ts';

/**
 * The tools of a manifest: a result of `tools/list`, its JSON-RPC response, an object with `tools`, or a list of tools.
 *
 * @param fallbackName the server's name, where the manifest has none
 * @throws Error with all problems, each with the file and a JSON pointer
 */
export function manifestTools(manifest: Json, label: string, fallbackName: string): ToolSource {
  const problems: Problem[] = [];
  const found = toolsIn(manifest);
  if (!found)
    throw sourceError(label, [
      {
        pointer: '',
        text: 'No tools are in it. Give a result of `tools/list`, an object with `tools`, or a list of tools.',
      },
    ]);
  const tools = found.list.flatMap((tool, index) => toolAt(tool, pointerTo(found.pointer, index), problems) ?? []);
  problems.push(...duplicatesOf(tools));
  if (problems.length > 0) throw sourceError(label, problems);
  const named = isJsonObject(manifest) ? valueAt(manifest, 'name') : undefined;
  const server = typeof named === 'string' && named !== '' ? named : fallbackName;
  return { label, server, tools, notes: found.isPage ? [pageNote] : [], isComplete: !found.isPage };
}

const pageNote: Problem = {
  pointer: '/nextCursor',
  text: 'The list is one page of several. Types of the tools on other pages are missing: save all pages in one list.',
};

interface ToolList {
  readonly list: readonly Json[];
  readonly pointer: string;
  readonly isPage: boolean;
}

function toolsIn(manifest: Json): ToolList | undefined {
  if (isJsonArray(manifest)) return { list: manifest, pointer: '', isPage: false };
  if (!isJsonObject(manifest)) return undefined;
  const result = valueAt(manifest, 'result');
  const [holder, pointer] = isJsonObject(result) ? [result, '/result'] : [manifest, ''];
  const list = valueAt(holder, 'tools');
  if (!isJsonArray(list)) return undefined;
  const cursor = valueAt(holder, 'nextCursor');
  return { list, pointer: `${pointer}/tools`, isPage: typeof cursor === 'string' && cursor !== '' };
}

function toolAt(tool: Json, pointer: string, problems: Problem[]): SourceTool | undefined {
  if (!isJsonObject(tool)) {
    problems.push({ pointer, text: 'A tool has to be an object. Give it `name` and `inputSchema`.' });
    return undefined;
  }
  const name = nameAt(tool, 'name', pointer, problems);
  const description = valueAt(tool, 'description');
  if (description !== undefined && typeof description !== 'string')
    problems.push({
      pointer: `${pointer}/description`,
      text: 'A description has to be a string. Write one, or remove it.',
    });
  const input = schemaAt(tool, 'inputSchema', pointer);
  if (!input)
    problems.push({
      pointer,
      text: 'The tool has no `inputSchema`. Add one; `{ "type": "object" }` is one without parameters.',
    });
  if (name === undefined || !input) return undefined;
  return {
    name,
    description: typeof description === 'string' ? description : undefined,
    facts: [],
    pointer,
    input,
    output: schemaAt(tool, 'outputSchema', pointer),
  };
}

/** The name of a tool under a key; what is wrong with it goes to the problems. */
export function nameAt(tool: JsonObject, key: string, pointer: string, problems: Problem[]): string | undefined {
  const name = valueAt(tool, key);
  if (typeof name === 'string' && name !== '' && name.length <= longestName && !isIllFormed(name)) return name;
  const text =
    typeof name === 'string' && name.length > longestName
      ? `The name has more than ${String(longestName)} characters. Shorten it.`
      : `The tool has no name. Give it a \`${key}\` of Unicode characters.`;
  problems.push({ pointer: pointerTo(pointer, key), text });
  return undefined;
}

/** Characters of a tool's name; the protocol recommends 128 at most. */
const longestName = 1000;

/** The schema under a key of a tool. `null` is none, as some servers write it. */
export function schemaAt(tool: JsonObject, key: string, pointer: string): SourceSchema | undefined {
  const schema = valueAt(tool, key);
  return schema === undefined || schema === null ? undefined : { schema, pointer: pointerTo(pointer, key) };
}

/** A problem for each tool whose name another has before it. */
export function duplicatesOf(tools: readonly SourceTool[]): readonly Problem[] {
  const first = new Map<string, SourceTool>();
  return tools.flatMap((tool) => {
    const before = first.get(tool.name);
    if (!before) first.set(tool.name, tool);
    return before
      ? [
          {
            pointer: tool.pointer,
            text: `The tool at ${before.pointer} has the same name. Rename or remove one of them.`,
          },
        ]
      : [];
  });
}
