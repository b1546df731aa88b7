import type { ReviewDocument, ReviewLine, ToolLine } from 'eslint-plugin-agent-safety/internal/registry';
import type { Documents } from '../../src/tools/documents.ts';
import type { Files } from '../graph/repository.ts';

/** A line of a registry. */
export function line(tool_name: string, tool_class: 'read' | 'write' = 'write'): ToolLine {
  return { tool_name, tool_class, is_document_op: false };
}

/** The documents of a server `desk`, with a review where there are lines of one. */
export function documents(tools: readonly ToolLine[], reviews?: Readonly<Record<string, ReviewLine>>): Documents {
  const review: ReviewDocument | undefined = reviews && { server_id: 'desk', tools: reviews };
  return {
    document: { schema_id: 'talos.mcp.tool_registry', schema_version: 'v1', server_id: 'desk', tools },
    review,
  };
}

/** The files of such documents, in the folder of registries. */
export function registryFiles(
  tools: readonly ToolLine[],
  reviews?: Readonly<Record<string, ReviewLine>>,
  name = 'desk',
): Files {
  const { document, review } = documents(tools, reviews);
  const file = (value: object): string => `${JSON.stringify({ ...value, server_id: name }, undefined, 2)}\n`;
  return {
    [`agent-safety.registry/${name}.json`]: file(document),
    ...(review && { [`agent-safety.registry/${name}.review.json`]: file(review) }),
  };
}
