import type { JsonObject } from 'eslint-plugin-agent-safety/internal/registry';

/** A tool as its server describes it, or as the program defines it. What is not stated is left out. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** What a server is and offers. */
export interface Listing {
  /** The name that the server states. */
  readonly name: string;
  readonly version?: string;
  /** As they were listed: a name may stand there twice. */
  readonly tools: readonly ListedTool[];
}

/** The names that a listing has more than once, in its order. */
export function repeatedNames({ tools }: Listing): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of tools) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated];
}
