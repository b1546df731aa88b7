import type { Json, ReviewLine } from 'eslint-plugin-agent-safety/internal/registry';
import type { Documents } from './documents.ts';
import type { ListedTool, Listing } from './listing.ts';
import { repeatedNames } from './listing.ts';
import { differentFields, draftOf, type Field, saidOf } from './merge.ts';

/** What a live server has that is not as it was confirmed. */
export type Drift =
  | { readonly kind: 'added'; readonly tool: string; readonly draft: 'read' | 'write'; readonly after: ListedTool }
  | { readonly kind: 'removed'; readonly tool: string }
  | { readonly kind: 'repeated'; readonly tool: string }
  | {
      readonly kind: 'changed';
      readonly tool: string;
      readonly field: Field;
      /** Undefined where it was not stated. */
      readonly before: Json | undefined;
      readonly after: Json | undefined;
    };

export interface DriftReport {
  readonly drift: readonly Drift[];
  /** Tools with a line, of which no review says what the server said: they cannot be compared. */
  readonly unrecorded: readonly string[];
}

/** How a live server differs from a registry and its review. Sorted as the registry is; what is new comes last. */
export function driftOf({ document, review }: Documents, listing: Listing): DriftReport {
  const listed = new Map(listing.tools.map((tool) => [tool.name, tool]));
  const reviews = new Map(Object.entries(review?.tools ?? {}));
  const repeated = repeatedNames(listing);
  const unrecorded: string[] = [];
  const drift: Drift[] = [];
  for (const { tool_name: name } of document.tools) {
    const tool = listed.get(name);
    const line = reviews.get(name);
    if (!tool) drift.push({ kind: 'removed', tool: name });
    // Of a name that is listed twice the server decides which tool runs.
    else if (repeated.includes(name)) drift.push({ kind: 'repeated', tool: name });
    else if (line) drift.push(...changesOf(line, tool));
    else unrecorded.push(name);
  }
  const known = new Set(document.tools.map(({ tool_name }) => tool_name));
  for (const [name, tool] of listed)
    if (!known.has(name)) drift.push({ kind: 'added', tool: name, draft: draftOf(tool.annotations), after: tool });
  return { drift, unrecorded };
}

function changesOf(line: ReviewLine, tool: ListedTool): readonly Drift[] {
  const said = saidOf(tool);
  return differentFields(line, tool).map((field) => {
    return { kind: 'changed', tool: tool.name, field, before: line[field], after: said[field] };
  });
}
