import { builtInEffects } from '../../models/effects/built-in-tools.ts';
import type { Target } from '../../models/effects/effect.ts';
import { openHosts, publicHosts } from '../../models/effects/index.ts';
import { effectsStated, type EffectName, type Policy } from '../../config/policy/policy.ts';
import { memo } from '../../memo.ts';
import { isCall } from '../agents/matcher.ts';
import { readAt } from '../../program/values/places.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { type ToolInput, toolInputOf } from '../agents/tool-input.ts';
import { effectsOfTool, type ToolFact } from '../agents/tools.ts';
import type { EffectWay } from '../../program/effects/effect-paths.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { hostIn } from '../../program/effects/address-origins.ts';
import { propertyAt } from '../../program/values/values.ts';
import type { Capability } from './delegation-facts.ts';

/** Something that a tool does for the model: what it brings in, or what it lets out. */
export interface Trait {
  readonly effect: EffectName;
  /** It follows from a command that the model writes, and does not hold where that command needs an approval. */
  readonly isByCommand: boolean;
}

/**
 * What a tool does, as far as it matters for what comes together in an agent: what the policy states of its name, else
 * what its code reaches. What is not known of a tool is not among them.
 *
 * `read-private` and `untrusted-input` only where the model gets to see what is read; `egress` only where the model
 * chooses who is reached, or where whoever is reached is not the program's to choose.
 */
export function traitsOf(capability: Capability, facts: AgentFacts, policy: Policy | undefined): readonly Trait[] {
  const { kind, name } = capability;
  const stated = policy && name !== undefined ? effectsStated(policy, name) : undefined;
  if (stated) return stated.flatMap(withCommands);
  if (kind === 'built-in') {
    const [sdk = ''] = capability.sdk.split('.');
    return (builtInEffects[sdk]?.[name] ?? []).flatMap(withCommands);
  }
  return kind === 'tool' ? traitsOfCode(facts, capability.tool) : [];
}

const traitsOfCode = memo((facts: AgentFacts, tool: ToolFact) => new ToolTraits(tool, facts).all);

/** Who may have any command run reads and sends what the command says. */
function withCommands(effect: EffectName): readonly Trait[] {
  const own: Trait = { effect, isByCommand: false };
  return effect === 'execute' ? [own, ...byCommand] : [own];
}

const byCommand: readonly Trait[] = [
  { effect: 'read-private', isByCommand: true },
  { effect: 'egress', isByCommand: true },
];

/** What one tool does, read from its handler. */
class ToolTraits {
  readonly all: readonly Trait[];
  readonly #tool: ToolFact;
  readonly #facts: AgentFacts;
  readonly #input: ToolInput;

  constructor(tool: ToolFact, facts: AgentFacts) {
    this.#tool = tool;
    this.#facts = facts;
    this.#input = toolInputOf(facts, tool);
    this.all = this.#find();
  }

  #find(): readonly Trait[] {
    const { handler, does } = this.#tool;
    if (does) return does === 'nothing' ? [] : withCommands(does);
    if (!handler) return [];
    const found = effectsOfTool(this.#tool, this.#facts.program).flatMap((effect) => this.#traitsBy(effect));
    const isClosed = this.#hint('openWorldHint') === false;
    return found.filter(({ effect }) => !(isClosed && (effect === 'untrusted-input' || effect === 'egress')));
  }

  #traitsBy(effect: Effect): readonly Trait[] {
    const { kind, target } = effect;
    const way = this.#input.wayTo(effect);
    const trait = (name: EffectName): Trait => ({ effect: name, isByCommand: false });
    switch (kind) {
      case 'read-private':
        return this.#isPrivate(target, way) && way.isReturned ? [trait(kind)] : [];
      case 'untrusted-input': {
        const isChosen = this.#input.isHostChosen(effect, way);
        const isOpen =
          target?.is === 'open' || this.#isAddressAmong(openHosts, target, way) || this.#isSaidToBeOpen(target);
        return [
          ...((isChosen || isOpen) && way.isReturned ? [trait(kind)] : []),
          // An address can carry what is in the context of the model.
          ...(isChosen ? [trait('egress')] : []),
        ];
      }
      case 'egress':
        return this.#isOut(effect, way) ? [trait(kind)] : [];
      case 'write':
        return [trait(kind), ...(target && this.#isOut(effect, way) ? [trait('egress')] : [])];
      case 'execute':
        return this.#input.isCommandWritten(effect, way) ? withCommands(kind) : [trait(kind)];
      case 'delete':
      case 'spend':
        return [trait(kind)];
    }
  }

  #isPrivate(target: Target | undefined, way: EffectWay): boolean {
    if (!target) return true;
    if (target.is !== 'path') return false;
    const start = this.#input.startOf(target, way)?.kind;
    if (start === 'home') return true;
    return start !== 'module' && start !== 'scratch' && way.isGivenAt(target);
  }

  #isOut(effect: Effect, way: EffectWay): boolean {
    const { target } = effect;
    if (!target || !way.isGivenAny) return false;
    if (target.is === 'name') return way.isGivenAt(target);
    if (target.is === 'open') return true;
    return this.#input.isHostChosen(effect, way) || this.#isAddressAmong(publicHosts, target, way);
  }

  #isAddressAmong(hosts: readonly string[], target: Target | undefined, way: EffectWay): boolean {
    const start = target?.is === 'url' ? this.#input.startOf(target, way) : undefined;
    const host = start?.kind === 'text' ? hostIn(start.text) : undefined;
    return host !== undefined && hosts.some((each) => host === each || host.endsWith(`.${each}`));
  }

  /** A page at an address that is known, of which the tool's author says that it is of an open world. */
  #isSaidToBeOpen(target: Target | undefined): boolean {
    return target?.is === 'url' && this.#hint('openWorldHint') === true;
  }

  /** What the author says of the tool, in the words of MCP. */
  #hint(name: string): boolean | undefined {
    const { model, node } = this.#tool;
    if (!model.annotations || !isCall(node)) return undefined;
    const said = propertyAt(readAt(this.#facts.evaluator.valueOf(node), model.annotations), [name]);
    return said.kind === 'literal' && typeof said.value === 'boolean' ? said.value : undefined;
  }
}
