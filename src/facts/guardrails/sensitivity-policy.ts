import type { AgentFacts } from '../agents/agents.ts';
import type { ToolFact } from '../agents/tools.ts';
import { changes, type Sensitivity, sensitivityOf } from './sensitivity.ts';

/** Which tools a rule counts as sensitive. */
export interface SensitivityCriteria {
  /** Count tools that only send something, and those of which it is unknown what they do. */
  readonly countUnknown: boolean;
  /** Take what only sends something, or is unknown, to be what its name says: `search_orders` reads. */
  readonly trustNames?: boolean;
}

/** Decides for a rule which tools are sensitive: the one place where a class of tools becomes a yes or no. */
export class SensitivityPolicy {
  readonly countUnknown: boolean;
  readonly #trustNames: boolean;
  readonly #agents: AgentFacts;

  constructor(agents: AgentFacts, { countUnknown, trustNames = false }: SensitivityCriteria) {
    this.#agents = agents;
    this.countUnknown = countUnknown;
    this.#trustNames = trustNames;
  }

  /** What a tool is; what matters to this policy only, since to find out what unseen code may do takes most of the time. */
  of(tool: ToolFact): Sensitivity {
    return sensitivityOf(tool, this.#agents, this.countUnknown);
  }

  /** What a tool is, where that counts as sensitive. */
  sensitiveOf(tool: ToolFact, name: string | undefined): Sensitivity | undefined {
    const sensitivity = this.of(tool);
    return this.counts(sensitivity, name) ? sensitivity : undefined;
  }

  /** Whether a tool of this kind and name counts as sensitive. */
  counts(sensitivity: Sensitivity, name: string | undefined): boolean {
    if (sensitivity.class === 'harmless') return false;
    const isChange =
      sensitivity.class === 'sensitive' && (!sensitivity.effect || changes.includes(sensitivity.effect.kind));
    return isChange || (this.countUnknown && !this.isReadingName(name));
  }

  /** Whether a name says that a tool reads, where names are trusted. */
  isReadingName(name: string | undefined): boolean {
    return this.#trustNames && name !== undefined && this.#agents.matcher.isReadingName(name);
  }
}
