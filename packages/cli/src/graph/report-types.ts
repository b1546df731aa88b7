import type { PlaceText } from '../facts/report.ts';

/**
 * Who can do what through whom, as data: what `agent-safety graph --json` prints, and what every picture is drawn from.
 * Sorted by id and place; the same for the same sources.
 */
export interface GraphReport {
  readonly version: 1;
  readonly agents: readonly AgentNode[];
  readonly tools: readonly ToolNode[];
  readonly delegations: readonly DelegationEdge[];
  readonly findings: readonly GraphFinding[];
}

/** An agent, or one that runs elsewhere and of which only the address is known. */
export interface AgentNode {
  /** Its name where no other has it, otherwise `name (file)`, and `name (file#2)` for the second there: no line numbers, so that it is the same after an edit elsewhere. */
  readonly id: string;
  /** What people call it: its name, or the variable that holds it. */
  readonly label: string;
  /** Null for a remote one. */
  readonly at: PlaceText | null;
  readonly kind: 'agent' | 'remote';
  /** The name of its SDK: `OpenAI Agents SDK`. */
  readonly sdk: string;
  readonly holds: readonly HeldTool[];
  /** Whether this is all it has: `open` where a part of the list of its tools, or of its agents, cannot be read. */
  readonly knowledge: 'closed' | 'open';
  /** What it is allowed by the policy: patterns. Null where the policy does not name it. */
  readonly allowed: readonly string[] | null;
  /** All that it can have run, its own tools first, then by the length of the way. */
  readonly reach: readonly ReachedTool[];
}

/** A tool, as an agent has it. */
export interface HeldTool {
  /** Of the `ToolNode`. */
  readonly tool: string;
  /** It is guarded for this agent, or may be. */
  readonly isGuarded: boolean;
}

/** A tool that an agent can have run. */
export interface ReachedTool {
  readonly tool: string;
  /** The shortest way: ids of agents, from this one to the one that has the tool. Of length 1 for its own tools. */
  readonly path: readonly string[];
  /**
   * What the policy says: `allowed` by its list, `granted` by a grant, `disallowed`, or `unstated` where the policy does
   * not name the agent; `unknown` where the tool has no name that can be read.
   */
  readonly verdict: 'allowed' | 'granted' | 'disallowed' | 'unstated' | 'unknown';
}

/** A tool, or the tools of a server as one. */
export interface ToolNode {
  /** Like the id of an agent. */
  readonly id: string;
  readonly label: string;
  readonly at: PlaceText | null;
  readonly kind: 'tool' | 'server' | 'built-in';
  readonly class: 'harmless' | 'sensitive' | 'unknown';
  readonly effects: readonly { readonly kind: string; readonly sink: string; readonly at: PlaceText | null }[];
}

/** A step from one agent to another. */
export interface DelegationEdge {
  readonly from: string;
  readonly to: string;
  /**
   * - `child`: a handoff, a sub-agent, a step of a workflow. `asTool`: the SDK makes a tool of the other agent.
   * - `inTool`: a tool's handler runs it. `remote`: by a protocol. `delegate`: of the runtime contract.
   */
  readonly via: 'asTool' | 'child' | 'delegate' | 'inTool' | 'remote';
  /** The name of the tool by which the step is made, where there is one that is known. */
  readonly tool: string | null;
  readonly at: PlaceText;
  /** The tools that the step lets through at run time; null where it takes nothing away, which is usual. */
  readonly lets: readonly string[] | null;
  /** Guards of the agent above that are asked about what the other one does, and of the step itself. */
  readonly guards: readonly { readonly guard: string; readonly at: PlaceText }[];
  /** `dynamic`: which agent it is, is chosen when the program runs. */
  readonly knowledge: 'closed' | 'dynamic';
  /** What the policy grants on it, with the reason. */
  readonly grants: readonly { readonly tools: readonly string[]; readonly reason: string }[];
}

/** A finding, as a sentence, with what of the graph it concerns. */
export interface GraphFinding {
  /** The name of the rule; `policy` for a mistake of the policy file. */
  readonly rule: string;
  readonly at: PlaceText | null;
  readonly message: string;
  /** Ids of agents: the way, or the agent alone. */
  readonly path: readonly string[];
  /** Ids of the tools that it concerns. */
  readonly tools: readonly string[];
}
