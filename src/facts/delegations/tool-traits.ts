import { builtInEffects } from '../../models/effects/built-in-tools.ts';
import type { Target } from '../../models/effects/effect.ts';
import { openHosts, publicHosts } from '../../models/effects/index.ts';
import { effectsStated, type EffectName, type Policy } from '../../config/policy/policy.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isInside, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { isCall } from '../agents/matcher.ts';
import { readAt } from '../../program/values/places.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { effectsOfTool, type ToolFact } from '../agents/tools.ts';
import { namesDeclaredBy } from '../../program/effects/data-dependence.ts';
import { EffectWay } from '../../program/effects/effect-paths.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { comparesHosts } from '../../program/effects/host-checks.ts';
import { hostIn, type Start, startOf } from '../../program/effects/address-origins.ts';
import { optionsOf, propertyAt } from '../../program/values/values.ts';
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

/** What an instance is given for the host that it asks. */
const bases = ['baseURL', 'prefixUrl', 'baseUrl'];

const shells = new Set('sh bash zsh cmd cmd.exe powershell pwsh /bin/sh /bin/bash /bin/zsh'.split(' '));

/** Ways to say of a part of the input that it can have but few values. */
const fixing =
  /\b(?:enum|literal|nativeEnum|picklist|refine|superRefine|regex|startsWith|endsWith)\s*\(|\b(?:enum|const|pattern)\s*:/;

/** What one tool does, read from its handler. */
class ToolTraits {
  readonly all: readonly Trait[];
  readonly #tool: ToolFact;
  readonly #facts: AgentFacts;
  readonly #fixed: ReadonlySet<string>;

  constructor(tool: ToolFact, facts: AgentFacts) {
    this.#tool = tool;
    this.#facts = facts;
    this.#fixed = fixedPropertiesOf(tool.input);
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
    const way = new EffectWay(effect, this.#begins, (node) => this.#isFixed(node));
    const trait = (name: EffectName): Trait => ({ effect: name, isByCommand: false });
    switch (kind) {
      case 'read-private':
        return this.#isPrivate(target, way) && way.isReturned ? [trait(kind)] : [];
      case 'untrusted-input': {
        const isChosen = this.#isAddressChosen(target, way);
        const isOpen =
          target?.is === 'open' || this.#isAddressAmong(openHosts, target, way) || this.#isSaidToBeOpen(target);
        return [
          ...((isChosen || isOpen) && way.isReturned ? [trait(kind)] : []),
          // An address can carry what is in the context of the model.
          ...(isChosen ? [trait('egress')] : []),
        ];
      }
      case 'egress':
        return this.#isOut(target, way) ? [trait(kind)] : [];
      case 'write':
        return [trait(kind), ...(target && this.#isOut(target, way) ? [trait('egress')] : [])];
      case 'execute':
        return this.#isAnyCommand(target, way) ? withCommands(kind) : [trait(kind)];
      case 'delete':
      case 'spend':
        return [trait(kind)];
    }
  }

  #isPrivate(target: Target | undefined, way: EffectWay): boolean {
    if (!target) return true;
    if (target.is !== 'path') return false;
    const start = this.#startOf(target, way)?.kind;
    if (start === 'home') return true;
    return start !== 'module' && start !== 'scratch' && way.isGivenAt(target);
  }

  /** Whether the model writes the command, or what a shell is to run; and not only what a program is given. */
  #isAnyCommand(target: Target | undefined, way: EffectWay): boolean {
    const start = target?.is === 'command' ? this.#startOf(target, way) : undefined;
    if (start?.kind === 'input') return true;
    return start?.kind === 'text' && shells.has(start.text) && way.isGivenAny;
  }

  #isOut(target: Target | undefined, way: EffectWay): boolean {
    if (!target || !way.isGivenAny) return false;
    if (target.is === 'name') return way.isGivenAt(target);
    if (target.is === 'open') return true;
    return this.#isAddressChosen(target, way) || this.#isAddressAmong(publicHosts, target, way);
  }

  /** Whether the model chooses the host of a request, and nothing in the code compares it with others. */
  #isAddressChosen(target: Target | undefined, way: EffectWay): boolean {
    if (target?.is !== 'url') return false;
    if (this.#startOf(target, way)?.kind !== 'input') return false;
    return !this.#isAtInstance(way.call) && !way.functions.some((fn) => comparesHosts(this.#facts.program, fn));
  }

  /** `api.get(path)`, where `api` was made for one host. */
  #isAtInstance(call: ts.Node): boolean {
    const callee = isCall(call) ? syntax.withoutAssertions(call.expression) : undefined;
    const receiver = callee && (syntax.isPropertyAccessExpression(callee) ? callee.expression : callee);
    const made = receiver ? optionsOf(this.#facts.evaluator.valueOf(receiver)) : [];
    const options = made.flatMap((each) => (each.kind === 'made' ? optionsOf(each.argument(0)) : []));
    return options.some((each) => each.kind === 'object' && bases.some((name) => each.properties.has(name)));
  }

  #isAddressAmong(hosts: readonly string[], target: Target | undefined, way: EffectWay): boolean {
    const start = target?.is === 'url' ? this.#startOf(target, way) : undefined;
    const host = start?.kind === 'text' ? hostIn(start.text) : undefined;
    return host !== undefined && hosts.some((each) => host === each || host.endsWith(`.${each}`));
  }

  /** A page at an address that is known, of which the tool's author says that it is of an open world. */
  #isSaidToBeOpen(target: Target | undefined): boolean {
    return target?.is === 'url' && this.#hint('openWorldHint') === true;
  }

  #startOf(target: Target, way: EffectWay): Start | undefined {
    const [value] = way.valuesAt(target);
    return (
      value &&
      startOf(
        this.#facts.evaluator.valueAlong(value, way.steps),
        ({ fn, index, path }) =>
          fn === way.functions[0] && index === 0 && !path.some((property) => this.#fixed.has(property)),
      )
    );
  }

  /** What the author says of the tool, in the words of MCP. */
  #hint(name: string): boolean | undefined {
    const { model, node } = this.#tool;
    if (!model.annotations || !isCall(node)) return undefined;
    const said = propertyAt(readAt(this.#facts.evaluator.valueOf(node), model.annotations), [name]);
    return said.kind === 'literal' && typeof said.value === 'boolean' ? said.value : undefined;
  }

  /** What of the handler's parameters the model says. */
  get #begins(): readonly ts.Node[] {
    const [parameter] = this.#tool.handler?.parameters ?? [];
    return parameter ? namesDeclaredBy(parameter).filter((name) => !this.#isFixed(name)) : [];
  }

  /** `kind` of `({ kind })`, `input.kind` or `input.context.kind`, where the schema has a list of what it can be. */
  #isFixed(node: ts.Node): boolean {
    const [parameter] = this.#tool.handler?.parameters ?? [];
    if (!parameter) return false;
    if (syntax.isBindingElement(node)) {
      const key = node.propertyName ?? node.name;
      return isInside(node, parameter) && syntax.isIdentifier(key) && this.#fixed.has(key.text);
    }
    if (!syntax.isPropertyAccessExpression(node) || !this.#fixed.has(node.name.text)) return false;
    let root: ts.Expression = node;
    while (syntax.isPropertyAccessExpression(root)) root = syntax.withoutAssertions(root.expression);
    const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
    return binding !== undefined && isInside(binding, parameter);
  }
}

/** The properties of an input that can have but few values, by its schema. */
function fixedPropertiesOf(input: ts.Node | undefined): ReadonlySet<string> {
  const properties = input ? nodesIn(input, syntax.isPropertyAssignment, anywhere) : [];
  return new Set(
    properties.flatMap(({ name, initializer }) =>
      syntax.isIdentifier(name) && fixing.test(initializer.getText()) ? [name.text] : [],
    ),
  );
}
