import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import type { Problem } from '../problem.ts';

/** The tools of one server, as a file or the server itself lists them. None of it is trusted. */
export interface ToolSource {
  /** For messages: the path of the file, or the address of the server. */
  readonly label: string;
  /** The server's name. */
  readonly server: string;
  readonly tools: readonly SourceTool[];
  /** What is missing or doubtful, and no error. */
  readonly notes: readonly Problem[];
  /** Whether these are all of its tools, as far as the source shows. */
  readonly isComplete: boolean;
}

export interface SourceTool {
  readonly name: string;
  readonly description: string | undefined;
  /** Sentences about it besides its description, such as its class in a registry. */
  readonly facts: readonly string[];
  readonly pointer: string;
  /** Undefined where the source has none: its arguments are unknown. */
  readonly input: SourceSchema | undefined;
  readonly output: SourceSchema | undefined;
}

export interface SourceSchema {
  readonly schema: Json;
  readonly pointer: string;
}
