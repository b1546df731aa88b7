/**
 * The texts of a registry document and of its review, by the names of the files. One line of the document for each tool; the
 * first is on line 7.
 */
export function registryDocument(
  serverId: string,
  classes: Readonly<Record<string, 'draft' | 'read' | 'write'>>,
  reviewed: Readonly<Record<string, object>> = {},
): Readonly<Record<string, string>> {
  const lines = Object.entries(classes).map(([name, said]) =>
    JSON.stringify({ tool_name: name, tool_class: said === 'draft' ? 'write' : said, is_document_op: false }),
  );
  const head = { schema_id: 'talos.mcp.tool_registry', schema_version: 'v1', server_id: serverId };
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "tools": [\n\n${lines.join(',\n')}\n]}`;
  const tools = Object.fromEntries(
    Object.entries(classes).map(([name, said]) => [name, { reviewed: said !== 'draft', ...reviewed[name] }]),
  );
  return {
    'agent-safety.registry.json': text,
    'agent-safety.registry.review.json': JSON.stringify({ server_id: serverId, tools }),
  };
}
