import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import type { DelegationGraph, Step } from '../../analysis/delegation.ts';
import type { AgentFact, Supervisor } from '../agents/agents.ts';
import { type BuiltInPermission, builtInPermissionOf } from '../agents/built-in-tools.ts';
import type { Guardrails } from '../guardrails/guardrails.ts';
import { readAt } from '../../program/values/places.ts';
import { type GivenTool, namesIn, type ToolFact, type ToolSetFact } from '../agents/tools.ts';
import { optionsOf } from '../../program/values/values.ts';
import { type Delegation, delegationsFrom, isLocal, type LocalDelegation } from './delegations.ts';

/** Something that an agent can run: the same object wherever it is had. */
export type Capability =
  | { readonly kind: 'tool'; readonly name: string | undefined; readonly tool: ToolFact }
  /** Of a server. Without a name: whatever else it has. */
  | { readonly kind: 'server'; readonly name: string | undefined; readonly tool: ToolSetFact }
  /** The SDK brings it. The name may be a pattern of the SDK's that stands for several. */
  | { readonly kind: 'built-in'; readonly name: string; readonly sdk: string };

/** A capability, as one agent has it. */
export interface Holding {
  readonly capability: Capability;
  /** Undefined for what the SDK brings. */
  readonly given: GivenTool | undefined;
  /** Where it is given. */
  readonly place: ts.Node;
  /** A guard decides before this agent runs it, or may decide. */
  readonly isGuarded: boolean;
}

/** A step, with what the program says of it. */
export interface DelegationStep extends Step<AgentFact, Capability> {
  readonly delegation: LocalDelegation;
}

/** Who has what and who runs whom, in the program that these guardrails are of. */
export const delegationFactsOf = memo((guardrails: Guardrails) => new DelegationFacts(guardrails));

/** The graph of delegations. Works out what is requested: the agents below one, and no others. */
export class DelegationFacts implements DelegationGraph<AgentFact, Capability> {
  readonly guardrails: Guardrails;
  readonly #capabilities = new Map<unknown, Map<string | undefined, Capability>>();

  constructor(guardrails: Guardrails) {
    this.guardrails = guardrails;
  }

  /** What an agent has itself. */
  readonly capsOf = memo((agent: AgentFact): readonly Capability[] =>
    this.#heldBy(agent).map(({ capability }) => capability),
  );

  /** Its steps to agents of the program, and to those that run elsewhere. */
  readonly delegationsFrom = memo((agent: AgentFact): readonly Delegation[] =>
    delegationsFrom(agent, this.guardrails.facts),
  );

  /** Its steps to agents of the program. */
  readonly stepsFrom = memo((agent: AgentFact): readonly DelegationStep[] =>
    this.delegationsFrom(agent).filter(isLocal).map(stepBy),
  );

  /** What an agent has itself, with what is known of its guards, which takes more time. */
  holdingsOf(agent: AgentFact): readonly Holding[] {
    return this.#heldBy(agent).map(({ isGuarded, ...held }) => ({ ...held, isGuarded: isGuarded() }));
  }

  /** What an agent has in a tool that it is given. */
  heldAs(agent: AgentFact, given: GivenTool): Capability | undefined {
    return this.#heldBy(agent).find((held) => held.given === given)?.capability;
  }

  /** Whether it may have tools, or run agents, that are not known. */
  isOpen(agent: AgentFact): boolean {
    const { model, isOpen, hasUnknownSubAgents, tools } = agent;
    if (isOpen || hasUnknownSubAgents || this.delegationsFrom(agent).some((step) => !isLocal(step))) return true;
    if (tools.some(({ tool }) => tool.kind === 'set' && (!tool.only || tool.only.isOpen))) return true;
    if (model.inherits) return this.#parentsOf(agent).some(({ agent: parent }) => this.isOpen(parent));
    return model.builtIn !== undefined && (namesIn(readAt(agent.value, model.builtIn.tools))?.isOpen ?? true);
  }

  readonly #heldBy = memo((agent: AgentFact): readonly Held[] => {
    const given = agent.tools.flatMap((each) => this.#heldTools(agent, each));
    return [...given, ...this.#heldBuiltIns(agent), ...this.#heldByInheritance(agent)];
  });

  #heldTools(agent: AgentFact, given: GivenTool): readonly Held[] {
    const { tool, name, place } = given;
    const isGuarded = (): boolean => this.guardrails.verdictOf(agent, given).isGuarded;
    if (tool.kind === 'agent') return [];
    if (tool.kind === 'tool') {
      const capability = this.#capability(tool.node, name, () => ({ kind: 'tool', name, tool }));
      return [{ capability, given, place, isGuarded }];
    }
    const { names, isOpen } = tool.only ?? { names: new Set<string>(), isOpen: true };
    return [...names, ...(isOpen ? [undefined] : [])].map((each) => {
      const capability = this.#capability(tool.node, each, () => ({ kind: 'server', name: each, tool }));
      return { capability, given, place, isGuarded };
    });
  }

  /** What a session brings and lets run, or names; what needs permission first is nothing that it has. */
  #heldBuiltIns(agent: AgentFact): readonly Held[] {
    const { model, value, node } = agent;
    const { builtIn } = model;
    const permission = builtIn && builtInPermissionOf(agent, this.guardrails.facts);
    if (!permission) return [];
    const listed = namesIn(readAt(value, builtIn.tools));
    const allowed = namesIn(readAt(value, builtIn.allowed));
    const denied = namesIn(readAt(value, builtIn.denied));
    const unlisted = [...(allowed?.names ?? []), ...(permission.bypass ? permission.sensitive : [])];
    const names = new Set([...(listed?.names ?? []), ...unlisted.map((name) => name.replace(/\(.*\)$/s, ''))]);
    const isServed = (name: string): boolean => permission.served.some((tool) => tool.name === name);
    const brought = [...names]
      .filter((name) => !denied?.names.has(name) && !builtIn.delegates.includes(name) && !isServed(name))
      .map((name) => ({
        capability: this.#builtIn(model.id, name),
        given: undefined,
        place: node,
        isGuarded: () => this.#isAsked(agent, permission, name),
      }));
    const served = permission.served.flatMap((given) =>
      this.#heldTools(agent, given).map((held) => ({
        ...held,
        isGuarded: () => this.#isAsked(agent, permission, given.name ?? ''),
      })),
    );
    return [...brought, ...served];
  }

  #heldByInheritance(agent: AgentFact): readonly Held[] {
    const { inherits } = agent.model;
    if (!inherits) return [];
    const list = readAt(agent.value, inherits.only);
    const only = namesIn(list);
    const denied = inherits.denied && namesIn(readAt(agent.value, inherits.denied));
    const isAll = optionsOf(list).every(({ kind }) => kind === 'literal');
    return this.#parentsOf(agent).flatMap(({ agent: parent }) => {
      const above = this.#heldBy(parent);
      if (isAll) return above.filter(({ capability: { name } }) => name === undefined || !denied?.names.has(name));
      const permission = builtInPermissionOf(parent, this.guardrails.facts);
      return [...(only?.names ?? [])].flatMap((name): readonly Held[] => {
        const found = above.find(({ capability }) => capability.name === name);
        if (found) return [found];
        if (!permission) return [];
        const capability = this.#builtIn(parent.model.id, name);
        const isGuarded = (): boolean => this.#isAsked(parent, permission, name);
        return [{ capability, given: undefined, place: agent.node, isGuarded }];
      });
    });
  }

  #parentsOf(agent: AgentFact): readonly Supervisor[] {
    return this.guardrails.facts.parentsOf(agent).filter(({ agent: parent }) => parent !== agent);
  }

  /** Whether a tool of a session waits for an approval: those that run without one are listed, unless a hook decides. */
  #isAsked(agent: AgentFact, { bypass }: BuiltInPermission, name: string): boolean {
    if (this.guardrails.isHooked(agent, name)) return true;
    const { builtIn } = agent.model;
    const allowed = builtIn && namesIn(readAt(agent.value, builtIn.allowed));
    return !bypass && !allowed?.names.has(name);
  }

  #builtIn(sdk: string, name: string): Capability {
    return this.#capability(sdk, name, () => ({ kind: 'built-in', name, sdk }));
  }

  #capability(of: unknown, name: string | undefined, make: () => Capability): Capability {
    const byName = this.#capabilities.get(of) ?? new Map<string | undefined, Capability>();
    this.#capabilities.set(of, byName);
    let capability = byName.get(name);
    if (!capability) byName.set(name, (capability = make()));
    return capability;
  }
}

function stepBy(delegation: LocalDelegation): DelegationStep {
  const { to, lets, via } = delegation;
  if (!lets && via !== 'delegate') return { to, delegation };
  // Of what is lent, and cannot be read, nothing is known to come through.
  const names = new Set(lets);
  return { to, delegation, lets: { has: ({ name }) => name !== undefined && names.has(name) } };
}

type Held = Omit<Holding, 'isGuarded'> & { readonly isGuarded: () => boolean };
