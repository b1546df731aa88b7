import { groupedBy } from '../../analysis/grouped.ts';
import type { Guard } from '../../models/agents/agent-sdk.ts';
import type { ts } from '../../type-utils/index.ts';
import type { AgentFact, AgentFacts } from '../agents/agents.ts';
import { type BuiltInPermission, builtInPermissionOf, sensitiveNamesOf } from '../agents/built-in-tools.ts';
import {
  definitionsIn,
  type HeldTool,
  isDefinedElsewhere,
  isOfTool,
  nameByDefinition,
  type ToolDefinition,
  wholeOf,
} from '../agents/definitions.ts';
import { type GivenGuard, mayGrant } from '../agents/guards.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import type { ModelledCall } from '../agents/modelled-calls.ts';
import { isOfReadingServers } from '../agents/reading-servers.ts';
import { serverOfSet } from '../agents/servers.ts';
import { type GivenTool, namesLetBy, type ToolFact, type ToolSetFact } from '../agents/tools.ts';
import type { EffectKind } from '../../models/effects/effect.ts';
import { isRunByNoUser } from '../../program/values/test-code.ts';
import type { LiteralValue } from '../../program/values/values.ts';
import type { Guardrails, Verdict } from './guardrails.ts';
import { byTheWay, type Contradicting, contradictingEffectOf } from './hint-effects.ts';
import { changes, type JudgedEffect, judgedEffectsOf } from './impact.ts';
import { type StatedAction, statedActionOf } from './purpose.ts';
import { sensitivityOf } from './sensitivity.ts';
import type { SensitivityPolicy } from './sensitivity-policy.ts';
import { type StartedAgent, startedAgentsIn } from './started-agents.ts';
import { isAnswerOnPurpose, isOfContainer, isStatedOnPurpose } from './stated-decisions.ts';

/** A value by which tools run without approval, although what they do needs one. */
export type Mark =
  | BuiltInMark
  | CommandMark
  | GrantMark
  | HintMark
  | ModeMark
  | NamesMark
  | ServerMark
  | StatedHintMark
  | StatedMark
  | ToolMark;

interface MarkBase {
  readonly value: ts.Node;
  /** The call, the agent or the definition that it marks. */
  readonly around: ts.Node;
}

/** A value by which a guard says that a tool may run, and that guard. */
type OptOut = Pick<ToolMark, 'guard' | 'value'>;

interface OneTool {
  readonly tool: ToolFact;
  readonly name: string | undefined;
}

/** `readOnlyHint: true` at a tool that changes something, `destructiveHint: false` at one that deletes. */
export interface HintMark extends MarkBase, OneTool {
  readonly kind: 'destructiveHint' | 'readOnlyHint';
  readonly effect: JudgedEffect;
  /** Whether no guard is left in some agent that has the tool when the hint says the opposite. */
  readonly isUnguarded: boolean;
}

/** `readOnlyHint: true` at a tool whose effects are unknown, and of which its author says that it deletes, sends or pays. */
export interface StatedHintMark extends MarkBase, OneTool {
  readonly kind: 'statedHint';
  readonly action: StatedAction;
}

/** `needsApproval: false` at a tool, or `interruptOn: { erase: false }` at an agent that has it. */
export interface ToolMark extends MarkBase, OneTool {
  readonly kind: 'tool';
  readonly effect: JudgedEffect;
  /** The guard that has the value. */
  readonly guard: Guard;
}

/** `shellTool({ needsApproval: false })`, `interruptOn: { execute: false }`: the SDK runs it. */
export interface BuiltInMark extends MarkBase, OneTool {
  readonly kind: 'builtIn';
  readonly does: EffectKind;
  readonly guard: Guard;
}

/** `needsApproval: false` at a tool whose effects are unknown, and of which its author says that it deletes, sends or pays. */
export interface StatedMark extends MarkBase, OneTool {
  readonly kind: 'stated';
  readonly action: StatedAction;
  readonly guard: Guard;
}

/** A mark by which a guard says that one tool may run. */
type OptOutMark = BuiltInMark | StatedMark | ToolMark;

/** `requireApproval: 'never'` at a server whose tools are not known. */
export interface ServerMark extends MarkBase {
  readonly kind: 'server';
  /** Undefined: all of them. */
  readonly names: readonly string[] | undefined;
  readonly guard: Guard;
}

/** `{ never: { toolNames: […] } }` at a server. */
export interface NamesMark extends MarkBase {
  readonly kind: 'names';
  readonly names: readonly string[];
}

/** `permissionMode: 'bypassPermissions'` */
export interface ModeMark extends MarkBase {
  readonly kind: 'mode';
  readonly names: readonly string[];
  readonly permission: BuiltInPermission;
  readonly agent: AgentFact;
  /** A hook decides about commands, and what is left are the SDK's own tools that write files. */
  readonly isForFiles: boolean;
}

/** `spawn('claude', ['-p', prompt, '--dangerously-skip-permissions'])` */
export interface CommandMark extends MarkBase {
  readonly kind: 'command';
  readonly started: StartedAgent;
}

/** `permissionDecision: 'allow'`, as all that a hook answers to calls of these tools. */
export interface GrantMark extends MarkBase {
  readonly kind: 'grant';
  readonly names: readonly string[];
  readonly permission: BuiltInPermission;
  readonly guard: Guard;
}

/** What counts as a mark beside what is always one. */
export interface MarkChecks {
  /** A mode without approval, or an answer such as `needsApproval: false`, for some values of a condition only. */
  readonly checkConditionalModes: boolean;
  /** Settings of which a comment says that they are on purpose, and modes that leave only what the SDK's sandbox confines. */
  readonly checkDeliberate: boolean;
  /** The mode of an agent whose whole prompt is written in the program. */
  readonly checkFixedPrompts: boolean;
  /** Hints of MCP that what the tool does contradicts. */
  readonly checkHints: boolean;
  /** What the author says of a tool, where its effects are unknown. */
  readonly checkStated: boolean;
}

/** Whether a mark says of a tool what it does. Others let it run without approval. */
export function isHint(mark: Mark): mark is HintMark | StatedHintMark {
  return mark.kind === 'destructiveHint' || mark.kind === 'readOnlyHint' || mark.kind === 'statedHint';
}

/** Finds the values by which sensitive tools run without approval. */
export class MarkFinder {
  readonly #facts: AgentFacts;
  readonly #guardrails: Guardrails;
  readonly #policy: SensitivityPolicy;
  readonly #checks: MarkChecks;

  constructor(guardrails: Guardrails, policy: SensitivityPolicy, checks: MarkChecks) {
    this.#facts = guardrails.facts;
    this.#guardrails = guardrails;
    this.#policy = policy;
    this.#checks = checks;
  }

  *in(file: ts.SourceFile): Iterable<Mark> {
    for (const mark of this.#allIn(file)) if (this.#counts(mark)) yield mark;
  }

  *#allIn(file: ts.SourceFile): Iterable<Mark> {
    for (const modelled of this.#facts.calls.in(file)) yield* this.#at(modelled);
    for (const definition of definitionsIn(file, this.#facts)) yield* this.#ofDefinition(definition);
    for (const started of startedAgentsIn(file, this.#facts.program, this.#facts.evaluator))
      yield { kind: 'command', started, value: started.option, around: started.option };
  }

  #counts(mark: Mark): boolean {
    const { checkConditionalModes, checkDeliberate, checkFixedPrompts } = this.#checks;
    if (isHint(mark)) return true;
    if (isRunByNoUser(mark.around, this.#facts.program)) return false;
    const isOnPurpose = mark.kind === 'grant' ? isAnswerOnPurpose : isStatedOnPurpose;
    if (!checkDeliberate && isOnPurpose(mark.value)) return false;
    if (mark.kind !== 'mode' && mark.kind !== 'grant' && mark.kind !== 'command') return true;
    if (!checkDeliberate && isOfContainer(mark.around.getSourceFile())) return false;
    if (mark.kind === 'command')
      return (checkFixedPrompts || !mark.started.isPromptFixed) && (checkConditionalModes || mark.started.isAlways);
    const { isPromptFixed, confined } = mark.permission;
    if (!checkFixedPrompts && isPromptFixed) return false;
    if (!checkDeliberate && mark.names.every((name) => confined.includes(name))) return false;
    if (mark.kind === 'grant') return true;
    const { isAlwaysBypassed, isBypassedByDefault } = mark.permission;
    return (checkConditionalModes || isAlwaysBypassed || isBypassedByDefault) && (checkDeliberate || !mark.isForFiles);
  }

  *#at({ call, kinds }: ModelledCall): Iterable<Mark> {
    if (kinds.includes('agent')) {
      for (const agent of this.#facts.agentsAt(call)) yield* this.#ofAgent(agent);
      return;
    }
    for (const tool of kinds.includes('tool') || kinds.includes('toolSet') ? this.#facts.markedToolsAt(call) : []) {
      if (tool.kind === 'tool') yield* this.#ofTool(tool, call);
      if (tool.kind === 'set') yield* this.#ofServer(tool, call);
    }
  }

  *#ofTool(tool: ToolFact, around: Call): Iterable<Mark> {
    const name = nameByDefinition(tool, this.#facts);
    if (tool.handler && this.#checks.checkHints) yield* this.#hintsOf({ tool, name }, around);
    const optOut = this.#optOutAmong(tool.guards, tool.name);
    if (!optOut) return;
    const mark = this.#isStoppedAnyway(tool) ? undefined : this.#optedOut({ tool, name }, optOut, around);
    if (mark) yield mark;
  }

  /** The mark that a value is by which a guard says that a tool may run, where what the tool does needs approval. */
  #optedOut({ tool, name }: OneTool, optOut: OptOut, around: ts.Node): OptOutMark | undefined {
    const mark = { tool, name, around, ...optOut };
    const effect = this.#sensitiveEffectOf(tool, name ?? tool.name);
    if (effect) return { kind: 'tool', effect, ...mark };
    const sensitivity = this.#checks.checkStated ? sensitivityOf(tool, this.#facts) : this.#policy.of(tool);
    if (sensitivity.class === 'sensitive' && sensitivity.does !== undefined)
      return { kind: 'builtIn', does: sensitivity.does, ...mark };
    const action = sensitivity.class === 'unknown' && this.#checks.checkStated ? statedActionOf(tool, name) : undefined;
    return action && { kind: 'stated', action, ...mark };
  }

  *#hintsOf({ tool, name }: OneTool, around: Call): Iterable<HintMark | StatedHintMark> {
    const readOnly = tool.hints.get('readOnlyHint');
    const harmless = tool.hints.get('destructiveHint');
    const effectAmong = (contradicting: Contradicting): JudgedEffect | undefined =>
      contradictingEffectOf(tool, name, contradicting, this.#facts, this.#policy);
    const hintOf = (kind: HintMark['kind'], { node: value }: LiteralValue, effect: JudgedEffect): HintMark => {
      return { kind, tool, name, effect, isUnguarded: this.#isUnguardedSomewhere(tool), value, around };
    };
    const change = readOnly?.value === true ? effectAmong({ kinds: changes, without: byTheWay }) : undefined;
    const removal =
      harmless?.value === false ? effectAmong({ kinds: ['delete'], without: [...byTheWay, 'entries'] }) : undefined;
    if (readOnly && change) yield hintOf('readOnlyHint', readOnly, change);
    else if (harmless && removal) yield hintOf('destructiveHint', harmless, removal);
    else if (readOnly?.value === true && this.#checks.checkStated) {
      const action = statedActionOf(tool, name);
      // By the handler alone: with the hint, it would be harmless.
      const isUnknown = action && sensitivityOf({ ...tool, hints: new Map() }, this.#facts).class === 'unknown';
      if (isUnknown) yield { kind: 'statedHint', tool, name, action, value: readOnly.node, around };
    }
  }

  /** What a server's tools do is not known: those that run without approval must at least be named as reading. */
  *#ofServer(server: ToolSetFact, around: Call): Iterable<NamesMark | ServerMark> {
    const { guards, only } = server;
    const id = serverOfSet(server, this.#facts.evaluator);
    const mayChange = (name: string): boolean => this.#policy.mayChange(name, id);
    const named = only && [...only.names].filter(mayChange);
    const isNamedForReading = only !== undefined && (only.isOpen || named?.length === 0);
    const optOut = isNamedForReading ? undefined : this.#optOutAmong(guards, undefined);
    const marks: (NamesMark | ServerMark)[] = optOut ? [{ kind: 'server', names: named, around, ...optOut }] : [];
    // `{ never: { toolNames: […] } }`
    for (const { names, node: value } of guards.flatMap(namesLetBy)) {
      const tools = [...names].filter((name) => mayChange(name) && (!only || only.isOpen || only.names.has(name)));
      if (tools.length > 0) marks.push({ kind: 'names', names: tools, value, around });
    }
    if (marks.length > 0 && !isOfReadingServers(server, this.#facts.evaluator)) yield* marks;
  }

  *#ofAgent(agent: AgentFact): Iterable<Mark> {
    const held = agent.tools.map((given) => ({ agent, given })).filter(isOfTool);
    for (const each of held) {
      const mark = this.#ofHeld(each);
      if (mark) yield mark;
    }
    const permission = builtInPermissionOf(agent, this.#facts);
    if (!permission || permission.isProbe) return;
    // What the tools do takes longer to find.
    if (!permission.bypass && !agent.guards.some(mayGrant)) return;
    const sensitive = sensitiveNamesOf(
      permission,
      (tool) => this.#sensitiveEffectOf(tool) !== undefined && !this.#guardrails.requestsApproval(tool),
    );
    const names = sensitive.filter((name) => !this.#guardrails.isHooked(agent, name));
    if (names.length > 0) yield* this.#withoutRequests(agent, permission, names);
  }

  /** What lets tools of an agent run without a request for permission. */
  *#withoutRequests(
    agent: AgentFact,
    permission: BuiltInPermission,
    names: readonly string[],
  ): Iterable<GrantMark | ModeMark> {
    const around = agent.node;
    if (permission.bypass) {
      const { shell } = agent.model.builtIn ?? {};
      const isForFiles =
        shell !== undefined &&
        permission.sensitive.includes(shell) &&
        names.every((name) => name !== shell && permission.sensitive.includes(name));
      yield { kind: 'mode', names, permission, agent, isForFiles, value: permission.bypass.node, around };
      return;
    }
    // What the list of allowed tools has is another rule's concern.
    const others = names.filter((name) => !permission.allowed.some(({ called }) => called === name));
    for (const given of agent.guards) {
      const granted = others.flatMap((name) => {
        const value = this.#facts.judge.grantOf(given, name);
        return value ? [{ name, value }] : [];
      });
      for (const [value, same] of groupedBy(granted, (each) => each.value))
        yield { kind: 'grant', names: same.map(({ name }) => name), permission, guard: given.guard, value, around };
    }
  }

  /** What the agent says of a tool that it is given, or what the tool was made with in the file of the agent. */
  #ofHeld(held: HeldTool): OptOutMark | undefined {
    const { agent, given } = held;
    const { tool, name } = given;
    const isDecidedByTool = tool.guards.some((guard) => this.#facts.judge.judge(guard, name).outcome === 'decides');
    if (isDecidedByTool) return undefined;
    const ofAgent = this.#optOutAmong([...agent.guards, ...this.#facts.runGuardsOf(agent).guards], name);
    if (ofAgent) return this.#markOf(held, ofAgent, agent.node);
    const own = this.#optOutByMaker(tool);
    const isHere = own?.value.getSourceFile() === agent.node.getSourceFile() || isDefinedElsewhere(held, this.#facts);
    return own && isHere ? this.#markOf(held, own, agent.node) : undefined;
  }

  /** Where a tool is an object that only agents show to be one, its own mark is found with the object, for all of them. */
  *#ofDefinition({ node, held }: ToolDefinition): Iterable<OptOutMark> {
    for (const each of held) {
      const own = this.#optOutByMaker(each.given.tool);
      const isHere = own && own.value.getSourceFile() !== each.agent.node.getSourceFile();
      const mark = isHere ? this.#markOf(each, own, node) : undefined;
      if (mark) yield mark;
    }
  }

  #markOf({ agent, given }: HeldTool, optOut: OptOut, around: ts.Node): OptOutMark | undefined {
    const { tool, name } = given;
    if (this.#isStoppedAnyway(tool)) return undefined;
    // Another rule reports that it takes the place of the guard above.
    const isReplaced = this.#guardrails.verdictOf(agent, given).failures.some(({ kind }) => kind === 'replaced');
    return isReplaced ? undefined : this.#optedOut({ tool, name }, optOut, around);
  }

  /** The mark of a tool, where the call that defines the tool does not show it: an object, or what a maker is given. */
  #optOutByMaker({ guards, name, node }: ToolFact): OptOut | undefined {
    const whole = wholeOf(node, this.#facts);
    const defined = isCall(whole) ? this.#facts.toolsAt(whole) : [];
    const isSeenThere = defined.some((tool) => tool.kind === 'tool' && this.#optOutAmong(tool.guards, name));
    return isSeenThere ? undefined : this.#optOutAmong(guards, name);
  }

  /** The value by which a guard says that a tool may run, where it may be taken. */
  #optOutAmong(guards: readonly GivenGuard[], name: string | undefined): OptOut | undefined {
    for (const given of guards) {
      const isAlways = !this.#checks.checkConditionalModes;
      const value = given.guard.isGeneral ? undefined : this.#facts.judge.optOutAt(given, name, isAlways);
      if (value) return { value, guard: given.guard };
    }
    return undefined;
  }

  /** A mark leaves the guards that it says nothing of: one of these may stop the tool in every agent that has it. */
  #isStoppedAnyway({ node, name, guards }: ToolFact): boolean {
    if (!guards.some(({ guard }) => guard.shape === 'skip')) return false;
    const verdicts = this.#verdictsWhere((tool) => tool.node === node && (tool.kind !== 'tool' || tool.name === name));
    return verdicts.length > 0 && verdicts.every(({ isGuarded }) => isGuarded);
  }

  #isUnguardedSomewhere({ node }: ToolFact): boolean {
    return this.#verdictsWhere((tool) => tool.node === node).some(({ isGuarded }) => !isGuarded);
  }

  #verdictsWhere(isMeant: (tool: GivenTool['tool']) => boolean): readonly Verdict[] {
    return this.#facts.agents.flatMap((agent) =>
      agent.tools.filter(({ tool }) => isMeant(tool)).map((given) => this.#guardrails.verdictOf(agent, given)),
    );
  }

  /** What a tool can break most, where that counts. A hint that it only reads exempts what only sends. */
  #sensitiveEffectOf(tool: ToolFact, name = tool.name): JudgedEffect | undefined {
    const isSaidToRead = tool.hints.get('readOnlyHint')?.value === true;
    return judgedEffectsOf(this.#facts, tool).find(
      (each) =>
        this.#policy.counts({ class: 'sensitive', ...each }, name) &&
        (!isSaidToRead || changes.includes(each.effect.kind)),
    );
  }
}
