import type { Registries, RegistryLine, ToolClass } from '../../config/registry/registry.ts';

/** What the registry says of a tool, by the reviewed line that says it first. */
export interface RegisteredClass extends RegistryLine {
  readonly class: ToolClass;
}

/**
 * The class that the registry gives to a tool: by the lines of its server, or by those of all servers where the server is not
 * known. Undefined where nothing is registered, where the lines are drafts, or where servers have tools of one name with
 * different classes.
 */
export function classOf(
  registries: Registries | undefined,
  tool: string | undefined,
  server?: string,
): RegisteredClass | undefined {
  const lines = tool === undefined ? [] : (registries?.named(tool, server) ?? []);
  const [first] = lines;
  if (!first || lines.some(({ tool: line }) => !line.isReviewed || line.class !== first.tool.class)) return undefined;
  return { ...first, class: first.tool.class };
}
