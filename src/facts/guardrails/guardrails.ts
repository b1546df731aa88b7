import type { Guard, Place } from '../../models/agents/agent-sdk.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { callsIn, syntax, usesOf } from '../../type-utils/index.ts';
import { elementsOf, isGiven, type LiteralValue, optionsOf, type Value } from '../../program/values/values.ts';
import { type AgentFact, type AgentFacts, agentFactsOf } from '../agents/agents.ts';
import { DecisionFinder } from './decisions.ts';
import { type GivenGuard, type Judgement, mayStop } from '../agents/guards.ts';
import { readAt } from '../../program/values/places.ts';
import { compareImpacts, judgedEffectsOf } from './impact.ts';
import { innerRunsOf } from './invocations.ts';
import { QuestionFinder } from './questions.ts';
import type { AgentSettings } from '../../config/settings/settings.ts';
import { effectsOfTool, functionsOf, type GivenTool, handledBy, type ToolFact } from '../agents/tools.ts';

/** A guard that is there, and does not stop the tool. */
export interface Failure {
  /**
   * - `letsAll`: a function that lets every call run. `failsOpen`: one that stops only by throwing, which stops nothing.
   * - `inverted`: a function that stops only what is harmless. `lets`: a value that says that the tool may run.
   * - `noEntry`: an object that has an entry for no such tool instead.
   * - `superseded`: another guard runs instead. `replaced`: an own one takes the place of that of the agent above.
   * - `notReached`: a guard of the agent above, which does not reach this one.
   */
  readonly kind: 'failsOpen' | 'inverted' | 'lets' | 'letsAll' | 'noEntry' | 'notReached' | 'replaced' | 'superseded';
  readonly guard: Guard;
  readonly node: ts.Node;
  /** The guard that runs instead, or the one above. */
  readonly by?: Guard;
  /** The agent above. */
  readonly parent?: AgentFact;
}

/** What is known of the guards of a tool that an agent has. */
export interface Verdict {
  /** A guard decides before the tool runs, or may decide. */
  readonly isGuarded: boolean;
  readonly failures: readonly Failure[];
}

/** An entry for a tool that the agent does not have. */
export interface UnmatchedKey {
  readonly key: string;
  readonly node: ts.Node;
  readonly guard: Guard;
}

const failureOf = { lets: 'lets', inert: 'letsAll', inverted: 'inverted', failsOpen: 'failsOpen' } as const;

/** The guardrails of a program: one for all rules with the same settings. */
export const guardrailsOf = memo(
  (program: ts.Program, settings: AgentSettings): Guardrails => new Guardrails(program, settings),
);

/** Decides which guards can stop which tool of an agent. */
export class Guardrails {
  readonly facts: AgentFacts;
  readonly decisions: DecisionFinder;
  readonly questions: QuestionFinder;
  /** The tools of which it is being found out whether those that they run request approval. */
  readonly #entered = new Set<ts.Node>();
  /** The guards of agents in whose place one of a run may be. */
  readonly #replacedByRuns: ReadonlySet<string>;

  constructor(program: ts.Program, { sdks, guards }: AgentSettings) {
    this.facts = agentFactsOf(program, sdks);
    const ofRuns = this.facts.matcher.models.run.flatMap(({ guards = [] }) => guards);
    this.#replacedByRuns = new Set(ofRuns.flatMap(({ supersedes }) => supersedes?.ids ?? []));
    this.decisions = new DecisionFinder(this.facts, guards);
    this.questions = new QuestionFinder(this.facts, this.decisions);
  }

  /** What is known of the guards of a tool that an agent is given. */
  readonly verdictOf = memo((agent: AgentFact, given: GivenTool): Verdict => this.#verdictOf(agent, given));

  /** Whether something may stop tools of an agent of which nothing is known. */
  areUnknownToolsGuarded(agent: AgentFact): boolean {
    const run = this.facts.runGuardsOf(agent);
    return (
      agent.hasUnknownParts ||
      run.isUnknown ||
      this.#isDecidedElsewhere(agent) ||
      this.#judged([...agent.guards, ...run.guards], undefined).some(([, judgement]) => mayStop(judgement)) ||
      this.#isReached(agent, undefined, [], new Set())
    );
  }

  /** Whether a hook decides about a tool: hooks run before permissions are looked at. */
  isHooked({ guards, model }: AgentFact, tool: string): boolean {
    const isStopped = (name: string): boolean =>
      guards.some((given) => given.guard.shape === 'hooks' && mayStop(this.facts.judge.judge(given, name)));
    const others = model.builtIn?.lesser?.[tool];
    return isStopped(tool) || others?.every(isStopped) === true;
  }

  /** The entries, in guards that go by the names of tools, for which the agent surely has no tool. */
  readonly unmatchedKeysOf = memo((agent: AgentFact): readonly UnmatchedKey[] =>
    agent.guards.flatMap(({ guard, value }) => {
      const names = guard.shape === 'by tool' && agent.tools.length > 0 ? this.#namesReached(agent, guard) : undefined;
      return names === undefined
        ? []
        : entriesIn(value)
            .filter(([key, entry]) => !names.has(key) && !isOff(entry))
            .map(([key, entry]) => ({ key, node: keyNodeOf(entry), guard }));
    }),
  );

  /** The names of all tools that a guard of an agent is for: its own, and those of the agents that the guard reaches. Undefined: not all are known. */
  #namesReached(agent: AgentFact, guard: Guard, seen = new Set<AgentFact>()): ReadonlySet<string> | undefined {
    const { tools, isOpen, hasUnknownParts, model } = agent;
    if (isOpen || hasUnknownParts) return undefined;
    const names = new Set(model.brings ?? []);
    for (const { tool, name } of tools) {
      if (tool.kind === 'set' || name === undefined) return undefined;
      names.add(name);
    }
    seen.add(agent);
    const below = this.facts.childrenOf(agent).filter(({ via }) => guard.reaches?.includes(via));
    if (guard.reaches && agent.hasUnknownSubAgents) return undefined;
    for (const child of below) {
      const fact = this.facts.factAt(child.agent);
      if (fact && seen.has(fact)) continue;
      const reached = fact && this.#namesReached(fact, guard, seen);
      if (!reached) return undefined;
      for (const name of reached) names.add(name);
    }
    return names.has('*') ? undefined : names;
  }

  /** What a guard needs to work, and is surely not given: a checkpointer. What is run inside a tool uses that of the agent above. */
  missingNeeds(agent: AgentFact): readonly { readonly guard: Guard; readonly node: ts.Node }[] {
    if (this.#isRunInTool(agent)) return [];
    return agent.guards.flatMap(({ guard, value, owner }) => {
      const { needs } = guard;
      const isThere = optionsOf(value).every((option) => option.kind !== 'literal' && option.kind !== 'unknown');
      if (!needs || !isThere || entriesIn(value).every(([, entry]) => isOff(entry))) return [];
      const given = needs.at.flatMap((place) => optionsOf(readAt(owner, place)));
      const isMissing = given.every((option) => option.kind === 'literal' && !option.value);
      return isMissing ? [{ guard, node: value.node }] : [];
    });
  }

  #isRunInTool({ node }: AgentFact): boolean {
    const holder = syntax.parentOf(node);
    const uses = syntax.isVariableDeclaration(holder) ? usesOf(holder, this.facts.program) : [];
    return [node, ...uses].some((use) => this.decisions.isInTool(use));
  }

  /** Whether a tool requests approval itself: in each handler that it may have, but those without a known effect. */
  requestsApproval(tool: ToolFact, name = tool.name): boolean {
    const handled = handledBy(tool);
    const asking = handled.filter(
      (each) =>
        !this.questions.isForOtherTools(each, name) &&
        (functionsOf(each).some((fn) => this.questions.requestsApproval(fn)) ||
          this.#asksForWhatCounts(each) ||
          (each.handler !== undefined && this.decisions.isGated(each.handler)) ||
          this.#isHandedOnToAsking(each)),
    );
    return asking.length > 0 && handled.every((each) => asking.includes(each) || this.#isIdle(each));
  }

  /** `if (action === 'list') return git(['branch', '-v']);`: whether all that can break something depends on an answer. */
  #asksForWhatCounts(tool: ToolFact): boolean {
    const { handler } = tool;
    if (!handler || !this.questions.mayApprove(handler)) return false;
    const counting = judgedEffectsOf(this.facts, tool).filter(({ impact }) => compareImpacts(impact, 'low') > 0);
    return this.questions.areAnswered(
      handler,
      counting.map(({ effect }) => effect),
    );
  }

  /** Whether a tool does nothing but run others, which request approval themselves: a wrapper that writes a log before. */
  #isHandedOnToAsking(tool: ToolFact): boolean {
    if (this.#entered.has(tool.node)) return false;
    const inner = innerRunsOf(tool, this.facts).flatMap(({ tools }) => tools);
    // To find out what a tool does takes more time.
    if (inner.length === 0 || !this.#isIdle(tool)) return false;
    this.#entered.add(tool.node);
    const asking = inner.filter((each) => this.requestsApproval(each));
    this.#entered.delete(tool.node);
    return asking.length > 0 && inner.every((each) => asking.includes(each) || this.#isIdle(each));
  }

  #isIdle(tool: ToolFact): boolean {
    return effectsOfTool(tool, this.facts.program).length === 0;
  }

  #verdictOf(agent: AgentFact, given: GivenTool): Verdict {
    const { tool, name } = given;
    const failures: Failure[] = [];
    const isAsked = ({ guard }: GivenGuard): boolean => given.beyond?.includes(guard.id) !== true;
    const own = this.#judged([...tool.guards, ...agent.guards.filter(isAsked)], name);
    const stopping = own.filter(([guard, judgement]) => mayStop(judgement) && !replacing(guard, own));
    if (agent.hasUnknownParts || stopping.some(([{ guard }]) => !this.#replacedByRuns.has(guard.id)))
      return { isGuarded: true, failures };
    const run = this.facts.runGuardsOf(agent);
    const ofRun = this.#judged(run.guards.filter(isAsked), name);
    if (stopping.some(([guard]) => !replacing(guard, ofRun))) return { isGuarded: true, failures };
    let isGuarded = run.isUnknown || this.#isDecidedElsewhere(agent);
    isGuarded ||= tool.kind === 'tool' && (this.requestsApproval(tool, name) || this.#isWrapped(agent, tool, name));
    const note = ({ guard }: GivenGuard, judgement: Judgement): void => {
      const { outcome, node, by } = judgement;
      if (outcome === 'lets' || outcome === 'inert' || outcome === 'inverted' || outcome === 'failsOpen') {
        if (!guard.isGeneral || outcome === 'failsOpen') failures.push({ kind: failureOf[outcome], guard, node });
      } else if (
        outcome === 'absent' &&
        by === 'no entry' &&
        this.unmatchedKeysOf(agent).some((key) => key.guard === guard)
      )
        failures.push({ kind: 'noEntry', guard, node });
      isGuarded ||= mayStop(judgement);
    };
    const judged = [...own, ...ofRun];
    for (const [given, judgement] of judged) {
      const over = replacing(given, judged);
      // One that is there for other ends is not noted itself.
      if (!over || (over[0].guard.isGeneral && judgement.outcome !== 'decides')) note(given, judgement);
      // A mark of the tool's own says that it needs none of these.
      else if (judgement.outcome === 'decides' && over[0].guard.shape !== 'skip')
        failures.push({ kind: 'superseded', guard: given.guard, node: over[1].node, by: over[0].guard });
    }
    if (!isGuarded) isGuarded = this.#isReached(agent, name, failures, new Set());
    return { isGuarded, failures };
  }

  /**
   * Whether the agent has another tool that requests approval before it runs the handler of this one, and takes its place:
   * under another name it is there beside this one.
   */
  #isWrapped({ tools }: AgentFact, { handler }: ToolFact, name: string | undefined): boolean {
    if (!handler) return false;
    return tools.some(
      ({ tool, name: other }) =>
        tool.kind === 'tool' &&
        (name === undefined || other === undefined || name === other) &&
        handledBy(tool).some((each) => [...each.runs.values()].flat().includes(handler) && this.requestsApproval(each)),
    );
  }

  /** Whether the tool by which the model hands over to a sub-agent may need an approval. */
  isHandOverAsked(agent: AgentFact): boolean {
    const { handsOverBy } = agent.model;
    if (handsOverBy === undefined) return false;
    const guards = [...agent.guards, ...this.facts.runGuardsOf(agent).guards];
    return this.#judged(guards, handsOverBy).some(([, judgement]) => mayStop(judgement));
  }

  #judged(guards: readonly GivenGuard[], tool: string | undefined): Judged {
    return guards.map((given) => [given, this.facts.judge.judge(given, tool)]);
  }

  /** Whether a guard of an agent above decides for the tools of this one, or for the step to it. */
  #isReached(agent: AgentFact, tool: string | undefined, failures: Failure[], seen: Set<AgentFact>): boolean {
    if (seen.has(agent)) return false;
    seen.add(agent);
    return this.facts.parentsOf(agent).some(({ agent: parent, child }) => {
      const run = this.facts.runGuardsOf(parent);
      if (parent.hasUnknownParts || run.isUnknown) return true;
      if (this.#judged(child.guards, undefined).some(([, judgement]) => mayStop(judgement))) return true;
      if (child.via === 'child' && this.isHandOverAsked(parent)) return true;
      for (const [above, judgement] of this.#judged([...parent.guards, ...run.guards], tool)) {
        if (!mayStop(judgement)) continue;
        const own = agent.guards.find(({ guard, value }) => isSamePlace(guard.at, above.guard.at) && isGiven(value));
        const isReaching = above.guard.reaches?.includes(child.via);
        // What is made apart runs with its own guards, and nothing looks as if it ran with these.
        if (isReaching && child.isSeparateInstance) continue;
        if (isReaching && !own) return true;
        // The run of the other agent needs an approval.
        if (!isReaching && isApproval(above)) return true;
        if (judgement.outcome !== 'decides') return true;
        failures.push(
          own && isReaching
            ? { kind: 'replaced', guard: own.guard, node: own.value.node, by: above.guard, parent }
            : { kind: 'notReached', guard: above.guard, node: judgement.node, parent },
        );
      }
      return this.#isReached(parent, tool, failures, seen);
    });
  }

  /** Another step of what the agent is part of may decide. */
  #isDecidedElsewhere({ model, node }: AgentFact): boolean {
    const { matcher, evaluator } = this.facts;
    const { unlessCalled = [] } = model;
    const calls = unlessCalled.length > 0 ? callsIn(node.getSourceFile(), () => true) : [];
    return calls.some((call) =>
      unlessCalled.some(({ callee, given }) => {
        if (!matcher.isCallOfAny(call, [callee])) return false;
        const value = given && evaluator.valueOf(call);
        return !value || given.some((place) => isGiven(readAt(value, place)));
      }),
    );
  }
}

type Judged = readonly (readonly [GivenGuard, Judgement])[];

/** The guard among others that runs instead of one: that of a run has the name of the agent's. */
function replacing({ guard }: GivenGuard, among: Judged): Judged[number] | undefined {
  return among.find(
    ([{ guard: other }, { takesPrecedence }]) =>
      takesPrecedence && other !== guard && other.supersedes?.ids.includes(guard.id),
  );
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.argument === b.argument && (a.path ?? []).join('.') === (b.path ?? []).join('.');
}

/** `requireToolApproval: true`: a person is asked about whatever is run. */
function isApproval({ value }: GivenGuard): boolean {
  return value.kind === 'literal' && value.value === true;
}

function entriesIn(value: Value): readonly (readonly [string, Value])[] {
  return optionsOf(value).flatMap((option) =>
    option.kind === 'object' ? [...option.properties].map(([key, entry]) => [key, entry()] as const) : [],
  );
}

function isOff(value: Value): value is LiteralValue {
  return (
    optionsOf(value).every((option) => option.kind === 'literal' && !option.value) &&
    elementsOf(value).elements.length === 0
  );
}

/** The whole entry, `send_mail: true`, where its value is written in it. */
function keyNodeOf(entry: Value): ts.Node {
  const { parent } = entry.node;
  return 'initializer' in parent && parent.initializer === entry.node ? parent : entry.node;
}
