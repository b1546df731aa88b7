import type { AgentFacts } from '../agents/agents.ts';
import { isReadingName } from '../agents/reading-names.ts';
import { serverOfSet } from '../agents/servers.ts';
import type { ToolFact, ToolSetFact } from '../agents/tools.ts';
import type { ToolClasses } from '../contracts/tool-classes.ts';
import { compareImpacts, type Impact } from './impact.ts';
import { type Sensitivity, sensitivityOf } from './sensitivity.ts';

/** The least impact that counts. */
export type MinImpact = Exclude<Impact, 'none'>;

export const minImpacts = ['critical', 'high', 'low'] as const satisfies readonly MinImpact[];

/** Which tools a rule counts as sensitive. */
export interface SensitivityCriteria {
  /** The least that a tool must be able to break. */
  readonly minImpact: MinImpact;
  /** Count tools of which it is unknown what they do. */
  readonly countUnknown: boolean;
}

/** What a tool of the class `write` is. */
export const byClass: Sensitivity = { class: 'sensitive', stated: 'write', impact: 'high' };

/** All that may be sensitive counts: for what the author has guarded, or marked. */
export const anySensitivity: SensitivityCriteria = { minImpact: 'low', countUnknown: true };

/**
 * Decides for a rule which tools are sensitive: the one place where a class of tools becomes a yes or no. What is unknown, or
 * only sends something to a place that the program chooses, is taken to be what the tool's name says: `search_orders` reads.
 */
export class SensitivityPolicy {
  readonly countUnknown: boolean;
  readonly #minImpact: MinImpact;
  readonly #agents: AgentFacts;
  readonly #classes: ToolClasses | undefined;

  /** @param classes of tools whose code is elsewhere: those of the registry that holds for the file */
  constructor(agents: AgentFacts, { minImpact, countUnknown }: SensitivityCriteria, classes?: ToolClasses) {
    this.#classes = classes;
    this.#agents = agents;
    this.#minImpact = minImpact;
    this.countUnknown = countUnknown;
  }

  /** Whether what can break so much counts. */
  countsImpact(impact: Impact): boolean {
    return compareImpacts(impact, this.#minImpact) >= 0;
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
    switch (sensitivity.class) {
      case 'harmless':
        return false;
      case 'unknown':
        return this.countUnknown && !this.isReadingName(name);
      case 'sensitive': {
        if (!this.countsImpact(sensitivity.impact)) return false;
        if (!sensitivity.effect || sensitivity.impact !== 'low') return true;
        return !(sensitivity.reason === 'sends' && this.isReadingName(name)) && !isOfApproval(name);
      }
    }
  }

  /** What a tool is whose code is elsewhere, where that counts: by its class, otherwise by its name. */
  sensitiveByName(name: string | undefined, server: string | undefined): Sensitivity | undefined {
    const stated = name === undefined ? undefined : this.#classes?.of(name, server);
    if (stated === 'write') return this.countsImpact('high') ? byClass : undefined;
    if (stated === 'read') return undefined;
    return this.countUnknown && !this.isReadingName(name) ? { class: 'unknown' } : undefined;
  }

  /** Whether a tool of a server may change something: by its class, otherwise by its name. */
  mayChange(name: string, server: string | undefined): boolean {
    const stated = this.#classes?.of(name, server);
    return stated ? stated === 'write' : !isReadingName(name);
  }

  /** The tools that a set lets in, and that have the class `write`: of high impact, where that counts. */
  writingIn(set: ToolSetFact): readonly string[] {
    if (!set.only || !this.#classes || !this.countsImpact('high')) return [];
    const server = serverOfSet(set, this.#agents.evaluator);
    return [...set.only.names].filter((name) => this.#classes?.of(name, server) === 'write');
  }

  /** Whether a name says that a tool reads. */
  isReadingName(name: string | undefined): boolean {
    return name !== undefined && isReadingName(name);
  }
}

/** `request_approval`, `record_decision`: what files a request for an approval, or keeps the answer. */
function isOfApproval(name: string | undefined): boolean {
  return name !== undefined && /approval|approve|confirmation|permission|consent|decision/i.test(name);
}
