import type { Json, RegisteredTool, Registry } from 'eslint-plugin-agent-safety/internal/registry';
import { isDeepStrictEqual } from 'node:util';

/** Something that changed in the registry between two states. Sentences have the names of servers and tools in backticks. */
export interface RegistryChange {
  readonly kind: 'server-added' | 'server-removed' | 'tool-added' | 'tool-changed' | 'tool-removed' | 'version-changed';
  readonly server: string;
  readonly tool: string | null;
  /** Of a tool that changed: what of it. */
  readonly field: ChangedField | null;
  readonly before: Json;
  readonly after: Json;
}

/** `class` and `document` are of the registry; the others are of the review. */
export type ChangedField =
  'annotations' | 'class' | 'description' | 'document' | 'input_schema' | 'output_schema' | 'reason' | 'reviewed';

/** What changed in the documents of a registry, by server and, in each, by the order of its document. */
export function changesBetween(before: readonly Registry[], after: readonly Registry[]): readonly RegistryChange[] {
  const earlier = new Map(before.map((registry) => [registry.serverId, registry]));
  const later = new Map(after.map((registry) => [registry.serverId, registry]));
  const servers = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return servers.flatMap((server) => changesOf(server, earlier.get(server), later.get(server)));
}

function changesOf(
  server: string,
  before: Registry | undefined,
  after: Registry | undefined,
): readonly RegistryChange[] {
  const change = (kind: RegistryChange['kind'], old: Json, fresh: Json, tool: string | null = null): RegistryChange => {
    return { kind, server, tool, field: null, before: old, after: fresh };
  };
  const tools = toolChanges(server, before?.tools ?? new Map(), after?.tools ?? new Map());
  if (!before || !after) {
    const kind = after ? 'server-added' : 'server-removed';
    return [change(kind, before?.path ?? null, after?.path ?? null), ...tools];
  }
  const isOther = before.serverVersion !== after.serverVersion;
  const versions = [before.serverVersion ?? null, after.serverVersion ?? null] as const;
  return [...(isOther ? [change('version-changed', ...versions)] : []), ...tools];
}

type Tools = ReadonlyMap<string, RegisteredTool>;

function toolChanges(server: string, before: Tools, after: Tools): readonly RegistryChange[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((tool): readonly RegistryChange[] => {
    const [old, fresh] = [before.get(tool), after.get(tool)];
    const [was, is] = [old && fieldsOf(old), fresh && fieldsOf(fresh)];
    const whole = { server, tool, field: null, before: was ?? null, after: is ?? null };
    if (!was) return [{ kind: 'tool-added', ...whole }];
    if (!is) return [{ kind: 'tool-removed', ...whole }];
    return changedFields
      .filter((field) => !isDeepStrictEqual(was[field], is[field]))
      .map((field) => {
        return { kind: 'tool-changed', server, tool, field, before: was[field], after: is[field] };
      });
  });
}

const changedFields: readonly ChangedField[] = [
  'class',
  'document',
  'reviewed',
  'reason',
  'description',
  'input_schema',
  'output_schema',
  'annotations',
];

function fieldsOf({ class: kind, document, isReviewed, review }: RegisteredTool): Readonly<Record<ChangedField, Json>> {
  return {
    class: kind,
    document: (document as Json | undefined) ?? null,
    reviewed: isReviewed,
    reason: review?.reason ?? null,
    description: review?.description ?? null,
    input_schema: (review?.inputSchema as Json | undefined) ?? null,
    output_schema: (review?.outputSchema as Json | undefined) ?? null,
    annotations: (review?.annotations as Json | undefined) ?? null,
  };
}
