import type { DocumentSpec, JsonObject, ToolClass } from './registry.ts';

/** A registry document as it is written (`schemas/mcp/tool_registry.schema.json`). */
export interface RegistryDocument {
  readonly schema_id: 'talos.mcp.tool_registry';
  readonly schema_version: 'v1';
  readonly server_id: string;
  readonly server_version?: string;
  readonly tools: readonly ToolLine[];
}

/** A line of it. */
export interface ToolLine {
  readonly tool_name: string;
  readonly tool_class: ToolClass;
  readonly is_document_op: boolean;
  readonly document_spec?: DocumentSpecLine;
}

/** Where the documents of a tool are. Limits in bytes, with defaults where they are absent. */
export interface DocumentSpecLine {
  readonly content_encoding: DocumentSpec['contentEncoding'];
  readonly write_content_pointers?: readonly string[];
  readonly read_content_pointers?: readonly string[];
  readonly max_read_bytes?: number;
  readonly max_write_bytes?: number;
  readonly max_batch_bytes?: number;
}

/** A review as it is written (`schemas/registry_review.schema.json`). */
export interface ReviewDocument {
  readonly server_id: string;
  readonly pulled_from?: string;
  /** By the names of the tools. */
  readonly tools: Readonly<Record<string, ReviewLine>>;
}

/** What a server said of a tool, and whether a person has confirmed the tool's line. */
export interface ReviewLine {
  readonly reviewed: boolean;
  readonly reason?: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
  /** JSON Schemas, as the server gave them, unchecked. */
  readonly input_schema?: JsonObject;
  readonly output_schema?: JsonObject;
}
