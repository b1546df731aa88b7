import { changingMethods } from '../../models/agents/harmless.ts';
import type { BuiltInTools, Guard } from '../../models/agents/agent-sdk.ts';
import type { ts } from '../../type-utils/index.ts';
import { syntax, usesOf } from '../../type-utils/index.ts';
import { groupedBy } from '../../analysis/grouped.ts';
import type { AgentFact, AgentFacts } from '../agents/agents.ts';
import { type BuiltInPermission, builtInPermissionOf, isNamedBy } from '../agents/built-in-tools.ts';
import { entriesOf } from '../agents/entries.ts';
import { type Guardrails } from '../guardrails/guardrails.ts';
import { mayStop } from '../agents/guards.ts';
import { readAt } from '../../program/values/places.ts';
import type { Sensitivity } from '../guardrails/sensitivity.ts';
import { anySensitivity, type SensitivityCriteria, SensitivityPolicy } from '../guardrails/sensitivity-policy.ts';
import { toolVerdictOf } from '../guardrails/verdicts.ts';
import { type GivenTool, type Names, namesIn } from '../agents/tools.ts';
import { elementsOf, optionsOf, textIn, type Value } from '../../program/values/values.ts';
import type { PolicyVerdicts } from './authority.ts';
import type { DelegationFacts } from './delegation-facts.ts';
import type { LocalDelegation } from './delegations.ts';
import { isReadingName } from '../agents/reading-names.ts';
import { isOfReadingServers } from '../agents/reading-servers.ts';
import { isSameServer } from './same-servers.ts';
import { restrictionIn } from './restrictions.ts';

/** A tool of a sub-agent, as this has it, and what it is. */
export interface WidenedTool {
  readonly given: GivenTool;
  readonly sensitivity: Sensitivity;
}

/** A step by which an agent can do, through another one, what it cannot do itself. */
export type Widening = { readonly delegation: LocalDelegation } & (
  | {
      /**
       * - `widened`: the sub-agent has sensitive tools that this agent lacks, without a guard.
       * - `escaped`: both have them; they are guarded for this agent and not for the sub-agent.
       */
      readonly kind: 'escaped' | 'widened';
      readonly tools: readonly [WidenedTool, ...WidenedTool[]];
    }
  | {
      /** What this one requires is switched off by the other, at one place for all of these. */
      readonly kind: 'switchedOff';
      readonly tools: readonly [WidenedTool, ...WidenedTool[]];
      readonly node: ts.Node;
    }
  | {
      /** A definition that restricts itself in words has all tools of this one, these among them. */
      readonly kind: 'inherited';
      readonly words: string;
      readonly tools: readonly string[];
    }
  | {
      /** An entry that stands for tools which this one's own list does not hold. */
      readonly kind: 'wildcard';
      readonly entry: string;
      readonly node: ts.Node;
    }
  | {
      /** Of one server this one has only some tools, and the other one has others, without a guard. */
      readonly kind: 'unfiltered';
      readonly given: GivenTool;
      /** The names of those that this one has. */
      readonly own: readonly string[];
    }
  | {
      /** By its own mode, a definition runs tools unasked for which this one requests permission. */
      readonly kind: 'bypassed';
      /** The key of the definition. */
      readonly name: string | undefined;
      readonly tools: readonly string[];
      readonly mode: string;
      readonly node: ts.Node;
    }
  | {
      /** A tool on the list of a definition which the session surely leaves out, or takes away. */
      readonly kind: 'listed';
      readonly tool: string;
      readonly node: ts.Node;
    }
);

/** What counts as widening. */
export interface WideningQuestion extends SensitivityCriteria {
  /** Whether tools count that have no guard in the sub-agent at all, which are reported where they are defined. */
  readonly countUnguarded: boolean;
  /** What the policy says, if there is one: what it grants is no widening. */
  readonly verdicts: PolicyVerdicts | undefined;
}

/** The steps from an agent that widen what it can do. */
export function wideningsFrom(
  from: AgentFact,
  facts: DelegationFacts,
  { countUnguarded, verdicts, ...criteria }: WideningQuestion,
): readonly Widening[] {
  const { guardrails } = facts;
  // What another process has is not known, and what leads back gives nothing that was not there before.
  return facts.stepsFrom(from).flatMap(({ delegation }): readonly Widening[] => {
    const { to, through, isReturn } = delegation;
    if (isReturn) return [];
    const isGranted = (tool: string | undefined): boolean =>
      tool !== undefined && verdicts?.isGranted(from, to, tool) === true;
    const isAsked =
      (through?.tool.kind === 'tool' && guardrails.verdictOf(from, through).isGuarded) ||
      (delegation.via === 'child' && guardrails.isHandOverAsked(from));
    // Who approves the step sees where it leads.
    const definition = definitionOf(delegation, guardrails);
    const fromDefinition = definition
      ? [...inherited(definition, guardrails, isGranted), ...bypassedIn(definition, guardrails, isGranted)]
      : [];
    if (isAsked) return fromDefinition;
    // What an allow-list does not hold is said where it is compared with all that the agent comes to.
    const hasScope = verdicts !== undefined && verdicts.entriesOf(from).length > 0;
    const beyond =
      hasScope || !definition ? [] : listedBeyond(definition, guardrails, isGranted, criteria.countUnknown);
    const found = to.tools
      .filter((given) => !isGranted(given.name) && guardrails.facts.hasInRun(to, given, delegation.made))
      .flatMap((given) => widenedBy(given, delegation, guardrails, criteria, countUnguarded) ?? []);
    const ofKind = (kind: 'escaped' | 'widened'): readonly Widening[] => {
      const [first, ...others] = found.flatMap(({ tool, kind: own }) =>
        own === kind && (countUnguarded || !isReportedAtTool(to, tool, guardrails, criteria)) ? [tool] : [],
      );
      return first ? [{ kind, delegation, tools: [first, ...others] }] : [];
    };
    const switchedOff = [...groupedBy(found, ({ switchedOffAt }) => switchedOffAt)].flatMap(
      ([node, [{ tool }, ...others]]): readonly Widening[] =>
        node ? [{ kind: 'switchedOff', delegation, tools: [tool, ...others.map((each) => each.tool)], node }] : [],
    );
    const servers =
      hasScope || !criteria.countUnknown || !countUnguarded ? [] : unfilteredBy(delegation, guardrails, isGranted);
    return [
      ...(hasScope ? [] : ofKind('widened')),
      ...ofKind('escaped'),
      ...switchedOff,
      ...servers,
      ...fromDefinition,
      ...beyond,
    ];
  });
}

/** What one tool of a sub-agent comes to. */
interface Widened {
  readonly kind: 'escaped' | 'switchedOff' | 'widened';
  readonly tool: WidenedTool;
  /** What switches the guard of this agent off. */
  readonly switchedOffAt?: ts.Node;
}

/** Whether `require-guardrail` reports the tool, with the same tools counted as sensitive. */
function isReportedAtTool(
  agent: AgentFact,
  { given }: WidenedTool,
  guardrails: Guardrails,
  criteria: SensitivityCriteria,
): boolean {
  const policy = new SensitivityPolicy(guardrails.facts, criteria);
  return toolVerdictOf(agent, given, guardrails, policy).kind === 'unguarded';
}

function widenedBy(
  given: GivenTool,
  delegation: LocalDelegation,
  guardrails: Guardrails,
  criteria: SensitivityCriteria,
  countUnguarded: boolean,
): Widened | undefined {
  const { from, to } = delegation;
  const { tool } = given;
  if (tool.kind !== 'tool') return undefined;
  const { isGuarded, failures } = guardrails.verdictOf(to, given);
  if (isGuarded) return undefined;
  const { facts } = guardrails;
  const off = failures.find(({ kind, parent }) => kind === 'replaced' && parent === from);
  const anyTool = new SensitivityPolicy(facts, anySensitivity);
  const unguarded = off && anyTool.sensitiveOf(tool, undefined);
  if (unguarded) return { kind: 'switchedOff', tool: { given, sensitivity: unguarded }, switchedOffAt: off.node };
  const own = from.tools.find(
    (each) =>
      (each.tool.node === tool.node || (given.name !== undefined && each.name === given.name)) &&
      facts.hasInRun(from, each, delegation.by),
  );
  // Another rule reports that a guard is there and does not stop it, or does not reach it.
  const isOnlyNotReached = failures.every(({ kind, parent }) => kind === 'notReached' && parent === from);
  if (failures.length > 0 && !(countUnguarded && isOnlyNotReached)) return undefined;
  const policy = new SensitivityPolicy(facts, criteria);
  const sensitivity = (own ? anyTool : policy).of(tool);
  const isSensitive = policy.counts(sensitivity, given.name);
  if (own) {
    const guard = decidingOn(from, own, guardrails);
    // A tool that an agent guards is sensitive to its author.
    const isWorthAsking = guard?.isGeneral ? isSensitive : anyTool.counts(sensitivity, undefined);
    return guard && isWorthAsking ? { kind: 'escaped', tool: { given, sensitivity } } : undefined;
  }
  return isSensitive && !mayHave(from, given.name, facts, delegation.by)
    ? { kind: 'widened', tool: { given, sensitivity } }
    : undefined;
}

/** Servers of which the agent has only some tools that are named, and the sub-agent has others that may change something. */
function unfilteredBy(
  delegation: LocalDelegation,
  guardrails: Guardrails,
  isGranted: (tool: string | undefined) => boolean,
): readonly Widening[] {
  const { from, to, by, made } = delegation;
  const { facts } = guardrails;
  if (facts.isOpenInRun(from, by)) return [];
  return to.tools.flatMap((given): readonly Widening[] => {
    const { tool } = given;
    if (tool.kind !== 'set' || tool.only?.isOpen || !facts.hasInRun(to, given, made)) return [];
    const own = from.tools.flatMap((each) =>
      each.tool.kind === 'set' && isSameServer(each.tool, tool, facts.evaluator) ? [each.tool.only] : [],
    );
    if (own.length === 0 || own.some((only) => only === undefined || only.isOpen)) return [];
    const names = new Set(own.flatMap((only) => [...(only?.names ?? [])]));
    const isMore =
      !tool.only || [...tool.only.names].some((name) => !names.has(name) && !isReadingName(name) && !isGranted(name));
    const isHarmless = names.size === 0 || !isMore || isOfReadingServers(tool, facts.evaluator);
    return isHarmless || guardrails.verdictOf(to, given).isGuarded
      ? []
      : [{ kind: 'unfiltered', delegation, given, own: [...names] }];
  });
}

/** Whether an agent may have a tool that it is not seen to be given: one that it brings, or that a server has. */
function mayHave(agent: AgentFact, name: string | undefined, facts: AgentFacts, made: LocalDelegation['by']): boolean {
  const { hasUnknownParts, model, tools } = agent;
  const isOpen = facts.isOpenInRun(agent, made);
  const hasServer = tools.some(({ tool }) => tool.kind === 'set' && (!tool.only || tool.only.isOpen));
  const isBrought = model.brings?.some((each) => each === '*' || each === name);
  return isOpen || hasUnknownParts || hasServer || isBrought === true || isChangedLater(agent, facts);
}

/** `agent.tools.push(more)`, or the same of what it is a copy of. */
function isChangedLater({ model, node, value }: AgentFact, { program }: AgentFacts): boolean {
  const originals = model.isCopy && value.kind === 'made' ? optionsOf(value.receiver()) : [];
  const lists = new Set(model.tools.flatMap(({ path = [] }) => path.slice(-1)));
  const uses = [node, ...originals.map((original) => original.node)].flatMap((made) => {
    const holder = syntax.parentOf(made);
    return syntax.isVariableDeclaration(holder) ? usesOf(holder, program) : [];
  });
  return uses.some((use) => {
    const access = syntax.parentOf(use);
    if (!syntax.isPropertyAccessExpression(access) || access.expression !== use || !lists.has(access.name.text))
      return false;
    const around = syntax.parentOf(access);
    if (syntax.isPropertyAccessExpression(around)) return changingMethods.includes(around.name.text);
    return !syntax.isSpreadElement(around) && !syntax.isSpreadAssignment(around);
  });
}

/** The guard of the tool or of its agent that surely decides about it. */
function decidingOn(agent: AgentFact, { tool, name }: GivenTool, { facts }: Guardrails): Guard | undefined {
  const guards = [...tool.guards, ...agent.guards];
  return guards.find((given) => facts.judge.judge(given, name).outcome === 'decides')?.guard;
}

/** An agent that is defined inside of another one, whose built-in tools it may have. */
interface Definition {
  readonly delegation: LocalDelegation;
  readonly builtIn: BuiltInTools;
  readonly permission: BuiltInPermission;
  /** The list of what it has. */
  readonly list: Value;
  readonly denied: Names | undefined;
}

function definitionOf(delegation: LocalDelegation, { facts }: Guardrails): Definition | undefined {
  const { from, to } = delegation;
  const { inherits } = to.model;
  const { builtIn } = from.model;
  const permission = builtInPermissionOf(from, facts);
  if (!inherits || !builtIn || !permission) return undefined;
  const denied = inherits.denied && namesIn(readAt(to.value, inherits.denied));
  return { delegation, builtIn, permission, list: readAt(to.value, inherits.only), denied };
}

/** Whether an agent has a guard that may stop some tool. */
function hasGuards({ guards }: AgentFact, { facts }: Guardrails): boolean {
  return guards.some((guard) => mayStop(facts.judge.judge(guard, undefined)));
}

/** What a definition has of the agent above without being given it. */
function inherited(
  { delegation, builtIn, permission, list, denied }: Definition,
  guardrails: Guardrails,
  isGranted: (tool: string) => boolean,
): readonly Widening[] {
  const { from, to } = delegation;
  const only = namesIn(list);
  if (!only && optionsOf(list).every(({ kind }) => kind === 'literal')) {
    const names = permission.bypass ? permission.sensitive : permission.allowed.map(({ name }) => name);
    if (denied?.isOpen) return [];
    const unasked = [...new Set(names)].filter(
      (name) => !denied?.names.has(name) && !isGranted(name) && !guardrails.isHooked(from, name),
    );
    const texts = (to.model.describedBy ?? []).map((place) => textIn(readAt(to.value, place)) ?? '');
    const [found] = texts.flatMap((text) => restrictionIn(text) ?? []);
    return found !== undefined && unasked.length > 0
      ? [{ kind: 'inherited', delegation, words: found, tools: unasked }]
      : [];
  }
  const allowed = namesIn(readAt(from.value, builtIn.allowed));
  // Without a list, nothing runs unasked.
  if (hasGuards(from, guardrails) || permission.bypass || !allowed || allowed.isOpen) return [];
  return elementsOf(list)
    .elements.flatMap(optionsOf)
    .flatMap((entry): readonly Widening[] => {
      const text = textIn(entry);
      if (!text?.endsWith('*') || isGranted(text) || [...allowed.names].some((name) => isNamedBy(text, name)))
        return [];
      return [{ kind: 'wildcard', delegation, entry: text, node: entry.node }];
    });
}

/**
 * What a definition runs unasked by a mode of its own. Hooks run in any mode. Of definitions that one function makes, each is
 * judged as the agent above has it.
 */
function bypassedIn(
  { delegation, builtIn, permission }: Definition,
  guardrails: Guardrails,
  isGranted: (tool: string) => boolean,
): readonly Widening[] {
  const { from, to } = delegation;
  const { inherits } = to.model;
  if (!inherits?.mode || permission.bypass) return [];
  const { mode: place, only, denied: deniedAt } = inherits;
  return definitionsIn(from, to).flatMap(({ key, value }): readonly Widening[] => {
    const modes = optionsOf(readAt(value, place));
    const bypass = modes.find((mode) => builtIn.bypass.includes(textIn(mode) ?? ''));
    const list = readAt(value, only);
    const listed = namesIn(list);
    const denied = deniedAt && namesIn(readAt(value, deniedAt));
    const isLeftOut = optionsOf(list).every((option) => option.kind === 'literal' && option.value === undefined);
    if (!bypass || modes.length > 1 || denied?.isOpen || (!listed && !isLeftOut)) return [];
    const tools = builtIn.sensitive.filter(
      (name) =>
        (isLeftOut ? permission.sensitive.includes(name) : listed?.names.has(name) === true) &&
        denied?.names.has(name) !== true &&
        !permission.allowed.some((entry) => entry.called === name) &&
        !isGranted(name) &&
        !guardrails.isHooked(from, name),
    );
    const [mode, node] = [textIn(bypass) ?? '', bypass.node];
    return tools.length > 0 ? [{ kind: 'bypassed', delegation, name: key, tools, mode, node }] : [];
  });
}

/** The objects that an agent has in the place of a definition, with their keys. */
function definitionsIn(
  from: AgentFact,
  to: AgentFact,
): readonly { readonly key: string | undefined; readonly value: Value }[] {
  const found = (from.model.children ?? []).flatMap((place) =>
    optionsOf(readAt(from.value, place))
      .flatMap(entriesOf)
      .flatMap(({ key, value }) =>
        optionsOf(value).flatMap((option) => (option.node === to.node ? [{ key, value: option }] : [])),
      ),
  );
  return found.length > 0 ? found : [{ key: to.name, value: to.value }];
}

/**
 * What a definition lists, and the session leaves out of its own list or takes away.
 *
 * @param countUnknown whether that counts also where it is not known that the tool runs unasked
 */
function listedBeyond(
  { delegation, builtIn, permission, list, denied: deniedBelow }: Definition,
  guardrails: Guardrails,
  isGranted: (tool: string) => boolean,
  countUnknown: boolean,
): readonly Widening[] {
  const { from } = delegation;
  const own = namesIn(readAt(from.value, builtIn.tools));
  const taken = readAt(from.value, builtIn.denied);
  const denied = namesIn(taken);
  const allowed = namesIn(readAt(from.value, builtIn.allowed));
  // Where it may start no agent either, that one runs only where it has the tool itself.
  const lists = optionsOf(taken).filter(({ kind }) => kind !== 'literal');
  if (lists.length > 0 && lists.every(({ node }) => hasTextOf(builtIn.delegates, node))) return [];
  const isLacking = (name: string): boolean =>
    denied?.names.has(name) === true || (own !== undefined && !own.isOpen && !own.names.has(name));
  const isAsked = hasGuards(from, guardrails);
  const runs = (name: string): boolean =>
    permission.bypass !== undefined || allowed?.names.has(name) === true || (countUnknown && !isAsked);
  return elementsOf(list)
    .elements.flatMap(optionsOf)
    .flatMap((entry): readonly Widening[] => {
      const name = textIn(entry);
      if (name === undefined || !builtIn.sensitive.includes(name) || !isLacking(name) || !runs(name)) return [];
      if (deniedBelow?.isOpen || deniedBelow?.names.has(name) || isGranted(name) || guardrails.isHooked(from, name))
        return [];
      return [{ kind: 'listed', delegation, tool: name, node: entry.node }];
    });
}

/** Whether a list is written with one of some texts in it, whatever the run. */
function hasTextOf(texts: readonly string[], list: ts.Node): boolean {
  return (
    syntax.isArrayLiteralExpression(list) &&
    list.elements.some((each) => syntax.isStringLiteralLike(each) && texts.includes(each.text))
  );
}
