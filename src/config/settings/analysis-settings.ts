import type { AgentSdk } from '../../models/agents/agent-sdk.ts';
import type { CalleeRef, Protocol } from '../../models/sessions/protocol.ts';
import type { TokenModel } from '../../models/tokens/token-model.ts';

// From this type and those that it names, with their comments, `npm run docs` writes `settings.schema.json`.

/** What the user adds to the built-in models: the object that stands in ESLint's `settings['agent-safety']`. */
export interface AnalysisSettings {
  /** Classes whose instances have states, such as a client that is connected before it is used. */
  readonly protocols?: readonly Protocol[];
  /** SDKs with which agents are made, and given tools and guards. */
  readonly agentSdks?: readonly AgentSdk[];
  /** Functions that decide: their result is branched on, they throw, or they run what they are given. */
  readonly guards?: readonly CalleeRef[];
  /** Evidence as a value: minted by a decision, spent by one call. */
  readonly tokens?: readonly TokenModel[];
  /** The path of the policy file, from the working directory; otherwise the nearest one above each file holds. */
  readonly policy?: string;
  /**
   * The tool registry: the path of a document or of a folder of documents, or a list of such paths, from the working
   * directory. Otherwise the nearest `agent-safety.registry.json`, or folder `agent-safety.registry`, above each file holds.
   * @errorMessage must be a path, or a list of paths
   */
  readonly registry?: string | Paths;
  /**
   * The path of the `tsconfig.json` whose program the rules read, from the working directory; otherwise the program of the
   * parser, and without one that of the nearest `tsconfig.json` which has the file.
   */
  readonly project?: string;
}

/** @minItems 1 */
type Paths = readonly string[];
