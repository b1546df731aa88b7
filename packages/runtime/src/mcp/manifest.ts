import { McpError } from '../errors.ts';
import { create, each, freeze, isArray, valuesOf } from '../globals.ts';
import { isJsonObject, readJson } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { privateRecords } from '../private-records.ts';
import type { SharedRequests } from './client-requests.ts';
import type { RequestOptions } from './connection.ts';
import { pagesOf } from './pages.ts';
import { sessionCode } from './session-error.ts';

// What a server lists as its tools, or a file says that it does: `Caps(S)` as data. `manifest-tools.ts` makes tools of it.

/** Tools of one manifest; servers list a few hundred. */
const mostTools = 10_000;

/** Pages of one list. A server may go on for ever, with a new cursor each time. */
const mostPages = 1_000;

/** Characters of a tool's name; the protocol recommends 128 at most. */
const longestName = 1_000;

/** A manifest is refused. The message names the place and repeats nothing of the manifest but keys. */
export class ManifestError extends McpError {
  override readonly name = 'ManifestError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(sessionCode.internal, message, options);
  }
}

/** A tool as its server lists it. Nothing here is to be trusted: hints about what it does are left out. */
export interface ListedTool {
  readonly name: string;
  readonly description: string | undefined;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of the structured content, where the tool has any. */
  readonly outputSchema: JsonObject | undefined;
}

declare const capabilities: unique symbol;

/** What a server can do, as data; `C` is the set of triples that its types were generated with. Frozen, all of it. */
export interface ToolManifest<out C = unknown> {
  /** In the order in which they are listed. */
  readonly tools: readonly ListedTool[];
  readonly [capabilities]?: () => C;
}

/** Where the tools are in what each manifest was made of. */
const placesOfTools = privateRecords<ToolManifest, string>();

/**
 * Reads a manifest: a result of `tools/list`, its JSON-RPC response, an object with `tools`, or a list of tools. It is read
 * once and copied. `C` is what `agent-safety codegen` generates (`FileManagerCaps`) of the same manifest; no value can show
 * whether it is.
 *
 * @throws ManifestError, with the place, for anything else; for two tools of one name, more than 10,000 tools, or one page of
 *   several; and for what `readJson` refuses: what is not plain JSON, or more than 200,000 values.
 */
export function parseManifest<C = unknown>(document: unknown): ToolManifest<C> {
  const read = readDocument(document);
  const { list, place } = toolsIn(read);
  if (list.length > mostTools) throw new ManifestError(`The manifest: ${place} has more than ${mostTools} tools.`);
  const tools: ListedTool[] = [];
  const indexes = create(null) as Record<string, number>;
  each(list, (given, index) => {
    const tool = toolAt(given, `${place}[${index}]`);
    const first = indexes[tool.name];
    if (first !== undefined) {
      throw new ManifestError(`The manifest: ${place}[${index}] has the same name as ${place}[${first}].`);
    }
    indexes[tool.name] = index;
    tools[index] = tool;
  });
  const manifest: ToolManifest<C> = freeze({ tools: freeze(tools) });
  placesOfTools.set(manifest, place);
  return manifest;
}

/**
 * The manifest of a live server: all pages of its `tools/list`.
 *
 * @throws what `listTools` does; ManifestError as `parseManifest` does, and for a list of more than 1,000 pages.
 */
export async function manifestOf<C = unknown>(
  client: Pick<SharedRequests, 'listTools'>,
  options?: RequestOptions,
): Promise<ToolManifest<C>> {
  const tools: unknown[] = [];
  let pages = 0;
  for await (const page of pagesOf(async (params) => client.listTools(params, options))) {
    pages += 1;
    if (pages > mostPages || tools.length + page.tools.length > mostTools) {
      throw new ManifestError(`The server lists more than ${mostPages} pages, or ${mostTools} tools.`);
    }
    tools.push(...page.tools);
  }
  return parseManifest<C>(tools);
}

/** Where the tools of a manifest are, for messages. @throws TypeError for what `parseManifest` did not make. */
export function placeOfTools(manifest: ToolManifest): string {
  const place = placesOfTools.get(manifest);
  if (place === undefined) throw new TypeError('This is no manifest of parseManifest.');
  return place;
}

function readDocument(document: unknown): Json {
  try {
    return readJson(document, 'The manifest');
  } catch (error) {
    throw error instanceof McpError ? new ManifestError(error.message) : error;
  }
}

/** The list of tools, and where it is. */
function toolsIn(document: Json): { readonly list: readonly Json[]; readonly place: string } {
  if (isArray(document)) return { list: document as readonly Json[], place: '$' };
  if (!isJsonObject(document)) throw noTools();
  const { result } = document;
  const [holder, place] = result !== undefined && isJsonObject(result) ? [result, '$.result'] : [document, '$'];
  const { tools, nextCursor } = holder;
  if (!isArray(tools)) throw noTools();
  if (typeof nextCursor === 'string' && nextCursor !== '') {
    throw new ManifestError(
      `The manifest: ${place}.nextCursor says that there are more tools. List all pages: manifestOf does.`,
    );
  }
  return { list: tools as readonly Json[], place: `${place}.tools` };
}

function noTools(): ManifestError {
  return new ManifestError(
    'The manifest: $ has no tools. Give a result of `tools/list`, an object with `tools`, or a list of tools.',
  );
}

function toolAt(given: Json, place: string): ListedTool {
  if (!isJsonObject(given)) throw new ManifestError(`The manifest: ${place} is no object.`);
  const { name, description, inputSchema, outputSchema } = given;
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    throw new ManifestError(`The manifest: ${place}.name is no text of 1 to ${longestName} characters.`);
  }
  // Who assigns the tools to an object by their names would change its prototype.
  if (name === '__proto__')
    throw new ManifestError(`The manifest: ${place}.name is \`__proto__\`, which names no tool.`);
  // `null` stands for what is not there, as some servers write it.
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw new ManifestError(`The manifest: ${place}.description is no text.`);
  }
  return freeze({
    name,
    description: description ?? undefined,
    inputSchema: schemaAt(inputSchema, `${place}.inputSchema`),
    outputSchema:
      outputSchema === undefined || outputSchema === null ? undefined : schemaAt(outputSchema, `${place}.outputSchema`),
  });
}

function schemaAt(schema: Json | undefined, place: string): JsonObject {
  if (schema === undefined || !isJsonObject(schema)) {
    throw new ManifestError(`The manifest: ${place} is no JSON Schema of an object.`);
  }
  freezeAll(schema);
  return schema;
}

function freezeAll(json: Json): void {
  if (typeof json !== 'object' || json === null) return;
  each(isArray(json) ? (json as readonly Json[]) : valuesOf(json as JsonObject), freezeAll);
  freeze(json);
}
