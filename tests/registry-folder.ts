import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A registry document, by what matters in it: the class of each tool, or its line. */
export interface RegistryText {
  readonly server?: string;
  readonly tools: Readonly<Record<string, string | object>>;
  /** What the review says of tools. Absent: there is none. */
  readonly review?: Readonly<Record<string, object>>;
}

/** Writes registry documents into a folder of their own, a line for each tool, and answers with the path of the folder. */
export function registryFolder(...registries: readonly RegistryText[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'));
  for (const { server = 'desk', tools, review } of registries) {
    const lines = Object.entries(tools).map(([tool_name, said]) =>
      JSON.stringify({
        tool_name,
        ...(typeof said === 'string' ? { tool_class: said, is_document_op: false } : said),
      }),
    );
    const head = `"schema_id": "talos.mcp.tool_registry", "schema_version": "v1", "server_id": ${JSON.stringify(server)}`;
    writeFileSync(join(folder, `${server}.json`), `{ ${head}, "tools": [\n${lines.join(',\n')}\n] }\n`);
    if (review)
      writeFileSync(join(folder, `${server}.review.json`), JSON.stringify({ server_id: server, tools: review }));
  }
  return folder;
}

/** Writes a registry document into a folder of its own, and answers with the path of its file. */
export function registryFile(document: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'registry-')), 'agent-safety.registry.json');
  writeFileSync(file, document);
  return file;
}
