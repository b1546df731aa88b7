import type { Guard } from '../../models/agents/agent-sdk.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { compilerOf, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFact, AgentFacts } from '../agents/agents.ts';
import {
  type BuiltInPermission,
  builtInPermissionOf,
  exempts,
  isForPerson,
  sensitiveNamesOf,
} from '../agents/built-in-tools.ts';
import { type GivenGuard, mayStop } from '../agents/guards.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import type { ModelledCall } from '../agents/modelled-calls.ts';
import type { GivenTool, ToolFact } from '../agents/tools.ts';
import { type UnknownOption, unknownOptionsOf } from '../agents/unknown-options.ts';
import { ApprovalFinder } from './approvals.ts';
import type { Failure, Guardrails } from './guardrails.ts';
import { isStatedAsUnasked } from './stated-decisions.ts';
import { anySensitivity, SensitivityPolicy } from './sensitivity-policy.ts';

/** A guardrail that stops nothing, or does not reach the tool that it is for. */
export type Ineffective =
  | BlanketApproval
  | IneffectiveGuard
  | IneffectiveOption
  | InertDecision
  | NeverAsked
  | ShortName
  | UnmatchedEntry
  | UnmetNeed;

/** What an agent switches off that the one above requires widens what that one can do, which is another rule's concern. */
type ReportedKind = Exclude<Failure['kind'], 'lets' | 'noEntry' | 'replaced'>;

interface IneffectiveBase {
  /** What is wrong. */
  readonly node: ts.Node;
  /** The call or the agent that it belongs to. */
  readonly around: ts.Node;
}

/** What approves every pending call of a tool, without a decision about any. */
export interface BlanketApproval extends IneffectiveBase {
  readonly kind: 'approvesAll';
}

/** An option that the SDK does not have, in this version or at all. */
export interface IneffectiveOption extends IneffectiveBase {
  readonly kind: 'unknownOption';
  readonly option: UnknownOption;
}

/** A guard that does nothing for a tool: its own, that of an agent which has it, or that of the agent above. */
export interface IneffectiveGuard extends Omit<Failure, 'kind'>, IneffectiveBase {
  readonly kind: ReportedKind;
  /** Undefined where the SDK brings the tool. */
  readonly tool: ToolFact | undefined;
  readonly name: string | undefined;
  /** The agent that has the tool. */
  readonly agent: AgentFact | undefined;
}

/** A function that decides about the tools that the SDK brings and servers serve, and allows each call of them. */
export interface InertDecision extends IneffectiveBase {
  readonly kind: 'allowsBuiltIns';
  readonly guard: Guard;
  readonly names: readonly string[];
}

/** A decision that the SDK does not request for some tools: by its mode, or by the entries of the list of allowed ones. */
export interface NeverAsked extends IneffectiveBase {
  readonly kind: 'neverAsked';
  readonly names: readonly string[];
  readonly agent: AgentFact;
  readonly permission: BuiltInPermission;
  /** Undefined where it is the mode. */
  readonly entries: readonly ts.Node[] | undefined;
  /** The function would allow every call. */
  readonly isInert: boolean;
}

/** An entry for a tool that the agent does not have. */
export interface UnmatchedEntry extends IneffectiveBase {
  readonly kind: 'unmatchedKey';
  readonly key: string;
  readonly guard: Guard;
  readonly agent: AgentFact;
}

/** A guard that decides about a tool by a name under which it is never called for it. */
export interface ShortName extends IneffectiveBase {
  readonly kind: 'shortName';
  /** The name that it is called with, and the one that it decides about. */
  readonly name: string;
  readonly key: string;
  readonly guard: Guard;
}

/** A guard that works only beside something else, which the agent lacks. */
export interface UnmetNeed extends IneffectiveBase {
  readonly kind: 'missingNeed';
  readonly guard: Guard;
  readonly agent: AgentFact;
}

/** A name that no tool has. */
const noTool = '?';

/** Finds the guardrails that have no effect on what they are for. */
export class IneffectiveFinder {
  readonly #facts: AgentFacts;
  readonly #guardrails: Guardrails;
  readonly #policy: SensitivityPolicy;
  readonly #approvals: ApprovalFinder;

  constructor(guardrails: Guardrails) {
    this.#facts = guardrails.facts;
    this.#approvals = new ApprovalFinder(guardrails.facts, guardrails.decisions);
    this.#guardrails = guardrails;
    this.#policy = new SensitivityPolicy(guardrails.facts, anySensitivity);
  }

  *in(file: ts.SourceFile): Iterable<Ineffective> {
    for (const modelled of this.#facts.calls.in(file)) yield* this.#at(modelled);
    for (const node of this.#approvals.messagesIn(file)) yield { kind: 'approvesAll', node, around: node };
  }

  *#at(modelled: ModelledCall): Iterable<Ineffective> {
    const { call, kinds } = modelled;
    for (const option of unknownOptionsOf(modelled, this.#facts))
      yield { kind: 'unknownOption', option, node: option.node, around: call };
    if (kinds.includes('agent')) {
      for (const agent of this.#facts.agentsAt(call)) yield* this.#ofAgent(agent);
      return;
    }
    for (const tool of kinds.includes('tool') ? this.#facts.markedToolsAt(call) : [])
      if (tool.kind === 'tool') yield* this.#ofTool(tool, call);
    if (kinds.includes('approval') && this.#approvals.approvesAll(call))
      yield { kind: 'approvesAll', node: call, around: call };
  }

  *#ofTool(tool: ToolFact, around: Call): Iterable<IneffectiveGuard> {
    const { name, guards } = tool;
    const judged = guards.map((given) => ({ guard: given.guard, ...this.#facts.judge.judge(given, name) }));
    if (judged.some(mayStop)) return;
    const inert = judged.find(({ outcome }) => outcome === 'inert' || outcome === 'inverted');
    if (!inert || !this.#isWorthGuarding(tool)) return;
    const { guard, node, outcome } = inert;
    yield { kind: outcome === 'inverted' ? outcome : 'letsAll', guard, node, around, tool, name, agent: undefined };
  }

  *#ofAgent(agent: AgentFact): Iterable<Ineffective> {
    const around = agent.node;
    for (const entry of this.#guardrails.unmatchedKeysOf(agent))
      yield { kind: 'unmatchedKey', ...entry, agent, around };
    for (const need of this.#guardrails.missingNeeds(agent)) yield { kind: 'missingNeed', ...need, agent, around };
    for (const given of agent.tools) yield* this.#ofGiven(agent, given);
    const permission = builtInPermissionOf(agent, this.#facts);
    if (!permission) return;
    yield* this.#hooksOf(agent, permission);
    yield* this.#decisionOf(agent, permission);
  }

  *#ofGiven(agent: AgentFact, given: GivenTool): Iterable<IneffectiveGuard> {
    const { tool, name } = given;
    if (tool.kind !== 'tool') return;
    const { isGuarded, failures } = this.#guardrails.verdictOf(agent, given);
    if (isGuarded) return;
    const own = new Set(tool.guards.map(({ guard }) => guard));
    // What a tool's own guard does without any agent is found at the call that makes the tool.
    const failure = failures
      .filter(isReported)
      .find(({ kind, guard }) => kind === 'superseded' || !own.has(guard) || !isCall(tool.node));
    const sensitivity = failure && this.#policy.sensitiveOf(tool, name ?? tool.name);
    if (!sensitivity) return;
    // Of a tool that may do anything, such a function may mean that it does little.
    const isUnknown = sensitivity.class === 'unknown';
    if (!(isUnknown && failure.kind === 'letsAll' && this.#decidesElse(agent, failure)))
      yield { ...failure, around: agent.node, tool, name: name ?? tool.name, agent };
  }

  /** Whether the same guard of an agent decides about another tool that is worth it. */
  #decidesElse(agent: AgentFact, { guard }: Failure): boolean {
    const own = agent.guards.filter((given) => given.guard === guard);
    return agent.tools.some(
      ({ tool, name }) =>
        tool.kind === 'tool' &&
        this.#isWorthGuarding(tool, name) &&
        own.some((given) => this.#facts.judge.judge(given, name ?? tool.name).outcome === 'decides'),
    );
  }

  /** Hooks for what runs without a request for permission. */
  *#hooksOf(agent: AgentFact, { allowed, bypass, sensitive }: BuiltInPermission): Iterable<IneffectiveGuard> {
    const around = agent.node;
    for (const name of bypass ? sensitive : allowed.map(({ called }) => called))
      for (const given of agent.guards) {
        const { outcome, node } = this.#facts.judge.judge(given, name);
        if (outcome === 'failsOpen')
          yield { kind: outcome, guard: given.guard, node, around, tool: undefined, name, agent };
      }
  }

  /** The function that is called where permission is requested. */
  *#decisionOf(agent: AgentFact, permission: BuiltInPermission): Iterable<InertDecision | NeverAsked | ShortName> {
    const decision = agent.guards.find(({ guard }) => guard.shape === 'decision' && guard.toolNameAt);
    if (!decision) return;
    const { outcome, node } = this.#facts.judge.judge(decision, undefined);
    if (outcome === 'absent' || outcome === 'unknown') return;
    const around = agent.node;
    const isInert = outcome === 'inert';
    const isHooked = (name: string): boolean => this.#guardrails.isHooked(agent, name);
    const isUnasked = (tool: ToolFact): boolean =>
      this.#isWorthGuarding(tool) && !this.#guardrails.requestsApproval(tool);
    const sensitive = sensitiveNamesOf(permission, isUnasked).filter((name) => !isHooked(name));
    const allowed = permission.allowed.filter(
      ({ called, tool, node: entry }) =>
        !isHooked(called) &&
        (tool?.tool.kind !== 'tool' || isUnasked(tool.tool)) &&
        !exempts(decision, called, agent, this.#facts.judge) &&
        // Tools of servers in a list apart, where the function decides about the others.
        !(called.startsWith('mcp__') && isStatedAsUnasked(entry) && !names(decision, called, this.#facts.program)),
    );
    const [first] = allowed;
    // What runs before it is called is another finding.
    const asked = sensitive.filter((name) => !permission.allowed.some(({ called }) => called === name));
    if (permission.bypass && permission.isAlwaysBypassed && sensitive.length > 0 && !isForPerson(decision, agent)) {
      // One that allows every call guards nothing: the mode is what there is to report, if it is not on purpose.
      if (isInert) return;
      yield { kind: 'neverAsked', names: sensitive, entries: undefined, isInert, node, around, agent, permission };
    } else if (first) {
      const names = [...new Set(allowed.map(({ name }) => name))];
      const entries = [...new Set(allowed.map((entry) => entry.node))];
      yield { kind: 'neverAsked', names, entries, isInert, node: first.node, around, agent, permission };
    } else if (isInert && asked.length > 0)
      yield { kind: 'allowsBuiltIns', guard: decision.guard, names: asked, node, around };
    else yield* this.#ofShortNames(agent, permission, decision);
  }

  /** `canUseTool` that decides about `erase`, and is called for it as `mcp__files__erase`, which it allows. */
  *#ofShortNames(agent: AgentFact, { served }: BuiltInPermission, decision: GivenGuard): Iterable<ShortName> {
    for (const { tool, name } of served) {
      if (tool.kind !== 'tool' || name === undefined || tool.name === undefined || name === tool.name) continue;
      const { outcome, node } = this.#facts.judge.judge(decision, name);
      if (outcome !== 'inert' || this.#facts.judge.judge(decision, tool.name).outcome !== 'decides') continue;
      // Where it stops every name that it has no entry for, it says nothing of this one.
      if (this.#facts.judge.judge(decision, noTool).outcome === 'decides') continue;
      if (!this.#isWorthGuarding(tool) || this.#guardrails.isHooked(agent, name)) continue;
      yield { kind: 'shortName', guard: decision.guard, name, key: tool.name, node, around: agent.node };
    }
  }

  #isWorthGuarding(tool: ToolFact, name = tool.name): boolean {
    return this.#policy.sensitiveOf(tool, name) !== undefined;
  }
}

/** Whether a decision, or a function that it calls, names a tool: in full, or without the name of its server. */
function names({ value }: GivenGuard, tool: string, program: ts.Program): boolean {
  const known = [tool, tool.replace(/^mcp__.*__/, '')];
  const isNamedIn = (node: ts.Node): boolean =>
    ["'", '"', '`'].some((quote) => known.some((name) => node.getText().includes(`${quote}${name}${quote}`)));
  return (
    isNamedIn(value.node) ||
    nodesIn(value.node, syntax.isCallExpression, anywhere).some((call) => {
      const called = compilerOf(program).functionNamedBy(call.expression);
      return called !== undefined && isNamedIn(called);
    })
  );
}

function isReported(failure: Failure): failure is Failure & { readonly kind: ReportedKind } {
  return failure.kind !== 'lets' && failure.kind !== 'noEntry' && failure.kind !== 'replaced';
}
