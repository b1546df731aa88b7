import { nearestOf } from '../nearest.ts';

/** The tool registry document of one server. Lines and columns count from 1. */
export interface Registry {
  /** The path of the document. */
  readonly path: string;
  readonly serverId: string;
  readonly serverVersion: string | undefined;
  /** By the exact name, in the order of the document. */
  readonly tools: ReadonlyMap<string, RegisteredTool>;
  /** `sha256-<hex>` of the document's canonical JSON. */
  readonly pin: string;
  /** The review file beside the document. Undefined: the document was written by hand. */
  readonly review: RegistryReview | undefined;
}

/** A line of a registry document. */
export interface RegisteredTool {
  readonly name: string;
  readonly class: ToolClass;
  /** Undefined for tools whose calls and results hold no documents. */
  readonly document: DocumentSpec | undefined;
  /** False for a draft: what the review says is not confirmed, and nothing may rely on the line. */
  readonly isReviewed: boolean;
  /** What the review says of the tool. */
  readonly review: ReviewedTool | undefined;
  readonly line: number;
  readonly column: number;
}

export type ToolClass = 'read' | 'write';

/** Where the documents of a tool are, with the limits that hold where the document has none. */
export interface DocumentSpec {
  readonly contentEncoding: 'base64' | 'utf8';
  /** JSON Pointers (RFC 6901) into the arguments. */
  readonly writeContentPointers: readonly string[];
  /** JSON Pointers (RFC 6901) into the result. */
  readonly readContentPointers: readonly string[];
  readonly maxReadBytes: number;
  readonly maxWriteBytes: number;
  readonly maxBatchBytes: number;
}

/** What a server said of its tools when a person confirmed the lines of its document. */
export interface RegistryReview {
  /** The path of the file. */
  readonly path: string;
  readonly serverId: string;
  readonly pulledFrom: string | undefined;
  readonly tools: ReadonlyMap<string, ReviewedTool>;
}

export interface ReviewedTool {
  readonly isReviewed: boolean;
  readonly reason: string | undefined;
  readonly description: string | undefined;
  readonly annotations: JsonObject | undefined;
  /** JSON Schemas, as the server gave them, unchecked. */
  readonly inputSchema: JsonObject | undefined;
  readonly outputSchema: JsonObject | undefined;
}

/** What is in a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object of a JSON document, as `JSON.parse` makes it: keys such as `__proto__` are its own. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A line, with the document that has it. */
export interface RegistryLine {
  readonly registry: Registry;
  readonly tool: RegisteredTool;
}

/** The registry documents that hold for a file, each of another server. */
export class Registries {
  readonly all: readonly Registry[];

  constructor(all: readonly Registry[]) {
    this.all = all;
  }

  /** The lines for a tool: of the server where there is a document of that id, otherwise of all. */
  named(tool: string, server?: string): readonly RegistryLine[] {
    return this.of(server).flatMap((registry) => {
      const line = registry.tools.get(tool);
      return line ? [{ registry, tool: line }] : [];
    });
  }

  /** The name of a registered tool that is nearest to one that is not registered, where one is near. */
  nearest(tool: string, server?: string): string | undefined {
    return nearestOf([...new Set(this.of(server).flatMap(({ tools }) => [...tools.keys()]))], tool);
  }

  /** The document of a server, where there is one of that id; otherwise all. */
  of(server: string | undefined): readonly Registry[] {
    const own = this.all.filter(({ serverId }) => serverId === server);
    return own.length > 0 ? own : this.all;
  }
}
