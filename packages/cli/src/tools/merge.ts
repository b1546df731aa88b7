import { isDeepStrictEqual } from 'node:util';
import type {
  JsonObject,
  RegistryDocument,
  ReviewDocument,
  ReviewLine,
  ToolLine,
} from 'eslint-plugin-agent-safety/internal/registry';
import type { Documents } from './documents.ts';
import type { ListedTool } from './listing.ts';

/** A field of a review that says what a server said of a tool. */
export type Field = 'annotations' | 'description' | 'input_schema' | 'output_schema';

const fields: readonly Field[] = ['description', 'input_schema', 'output_schema', 'annotations'];

/** What is listed now, for a document. */
export interface Pulled {
  readonly serverId: string;
  readonly serverVersion: string | undefined;
  readonly pulledFrom: string;
  /** Each name once. */
  readonly tools: readonly PulledTool[];
  /** False of the program's code, which does not show all that a server will say: only what is new is recorded of it. */
  readonly isComplete: boolean;
  /** Whether all tools of the server are among them. Otherwise none counts as removed. */
  readonly isWhole: boolean;
}

/** A tool, with the class of its draft. */
export interface PulledTool extends ListedTool {
  readonly draft: 'read' | 'write';
}

/** A registry after a pull, with what changed in it. */
export interface Merge {
  readonly documents: Documents & { readonly review: ReviewDocument };
  /** Tools that are new, as drafts. */
  readonly added: readonly PulledTool[];
  /** Tools of which the server says something else: drafts now, whatever they were. */
  readonly changed: readonly ChangedTool[];
  /** Lines that were written by hand, and are drafts now that what the server says of them is recorded. */
  readonly unconfirmed: readonly string[];
  /** Tools that are not listed any more, and still have a line. */
  readonly removed: readonly string[];
  /** Those whose line was removed. */
  readonly pruned: readonly string[];
}

export interface ChangedTool {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Whether a person had confirmed it. */
  readonly wasReviewed: boolean;
}

/**
 * A registry with what a server lists now. Reviewed lines stay as they are where the server says the same of them; nothing
 * that it says anew is trusted, and no class that a person has set is changed.
 */
export function merged(pulled: Pulled, existing: Documents | undefined, prune: boolean): Merge {
  const listed = new Map(pulled.tools.map((tool) => [tool.name, tool]));
  const lines = existing?.document.tools ?? [];
  const reviews = new Map(Object.entries(existing?.review?.tools ?? {}));
  const known = new Set(lines.map(({ tool_name }) => tool_name));
  const gone = pulled.isWhole ? lines.map(({ tool_name }) => tool_name).filter((name) => !listed.has(name)) : [];
  const isKept = ({ tool_name }: ToolLine): boolean => !prune || !gone.includes(tool_name);

  const added = pulled.tools.filter(({ name }) => !known.has(name));
  const changed: ChangedTool[] = [];
  const unconfirmed: string[] = [];
  const newLines: ToolLine[] = [];
  const newReviews: (readonly [string, ReviewLine])[] = [];
  for (const line of lines.filter(isKept)) {
    const tool = listed.get(line.tool_name);
    const review = reviews.get(line.tool_name);
    if (!tool) {
      newLines.push(line);
      if (review) newReviews.push([line.tool_name, review]);
      continue;
    }
    if (!review) {
      if (!pulled.isComplete) {
        newLines.push(line);
        continue;
      }
      unconfirmed.push(tool.name);
      newLines.push(line);
      newReviews.push([tool.name, { reviewed: false, ...saidOf(tool) }]);
      continue;
    }
    const different = pulled.isComplete ? differentFields(review, tool) : [];
    if (different.length > 0) changed.push({ name: tool.name, fields: different, wasReviewed: review.reviewed });
    newLines.push(different.length > 0 && !review.reviewed ? redrafted(line, review, tool) : line);
    newReviews.push([tool.name, different.length > 0 ? renewed(review, tool) : review]);
  }
  for (const tool of added) {
    newLines.push({ tool_name: tool.name, tool_class: tool.draft, is_document_op: false });
    newReviews.push([tool.name, { reviewed: false, ...saidOf(tool) }]);
  }
  return {
    documents: {
      document: documentOf(pulled, existing?.document, newLines),
      review: {
        server_id: pulled.serverId,
        ...pulledFromOf(pulled, existing?.review),
        tools: Object.fromEntries(newReviews),
      },
    },
    added,
    changed,
    unconfirmed,
    removed: prune ? [] : gone,
    pruned: prune ? gone : [],
  };
}

/** The class of a draft: a tool writes unless its server says that it only reads. */
export function draftOf(annotations: JsonObject | undefined): 'read' | 'write' {
  return annotations?.readOnlyHint === true ? 'read' : 'write';
}

/** What a review records of a tool. */
export function saidOf(tool: ListedTool): Omit<ReviewLine, 'reviewed'> {
  const { description, annotations, inputSchema, outputSchema } = tool;
  return {
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
  };
}

/** The fields of which a server says something else than the review has. The order of properties does not matter. */
export function differentFields(review: ReviewLine, tool: ListedTool): readonly Field[] {
  const said = saidOf(tool);
  return fields.filter((field) => !isDeepStrictEqual(plain(review[field]), plain(said[field])));
}

/** Without prototypes, which the parser of the protocol may give its objects, and with `-0` as it is written. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function documentOf(
  { serverId, serverVersion }: Pulled,
  before: RegistryDocument | undefined,
  tools: readonly ToolLine[],
): RegistryDocument {
  const version = serverVersion ?? before?.server_version;
  return {
    schema_id: 'talos.mcp.tool_registry',
    schema_version: 'v1',
    server_id: serverId,
    ...(version === undefined || version === '' ? {} : { server_version: version }),
    tools,
  };
}

/** What is in a live server outweighs what its code shows. */
function pulledFromOf({ pulledFrom, isComplete }: Pulled, before: ReviewDocument | undefined) {
  return { pulled_from: isComplete ? pulledFrom : (before?.pulled_from ?? pulledFrom) };
}

function renewed(review: ReviewLine, tool: PulledTool): ReviewLine {
  return { reviewed: false, ...(review.reason === undefined ? {} : { reason: review.reason }), ...saidOf(tool) };
}

/** A draft whose class is still the one that its hints gave gets the class of the new hints. */
function redrafted(line: ToolLine, review: ReviewLine, tool: PulledTool): ToolLine {
  const isUntouched = line.tool_class === draftOf(review.annotations) && !line.is_document_op;
  return isUntouched ? { ...line, tool_class: tool.draft } : line;
}
