import { type EffectName, effectsStated, type Policy } from '../../config/policy/policy.ts';
import type { Registries, ToolClass } from '../../config/registry/registry.ts';

const writing: ReadonlySet<EffectName> = new Set(['delete', 'egress', 'execute', 'spend', 'write']);

/** The classes of tools whose code is elsewhere, by name: what the user states of them. */
export class ToolClasses {
  readonly #registries: Registries | undefined;
  readonly #policy: Policy | undefined;

  constructor(registries: Registries | undefined, policy: Policy | undefined) {
    this.#registries = registries;
    this.#policy = policy;
  }

  /**
   * The class of a tool in the registry; an entry of the policy for it comes first. Undefined where it is in none, or where
   * one of the lines that may be its own is a draft.
   */
  of(tool: string, server: string | undefined): ToolClass | undefined {
    const lines = this.#registries?.named(tool, server) ?? [];
    if (lines.length === 0) return undefined;
    const stated = this.#policy && effectsStated(this.#policy, tool);
    if (stated) return stated.some((effect) => writing.has(effect)) ? 'write' : 'read';
    if (lines.some(({ tool: line }) => line.isReviewed && line.class === 'write')) return 'write';
    return lines.every(({ tool: line }) => line.isReviewed) ? 'read' : undefined;
  }
}
