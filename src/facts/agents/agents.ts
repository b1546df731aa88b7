import type {
  AgentModel,
  AgentSdk,
  CallModel,
  GuardPart,
  Place,
  RemoteModel,
  RunModel,
  ToolModel,
} from '../../models/agents/agent-sdk.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, compilerOf, syntax } from '../../type-utils/index.ts';
import { type CallKnowledge, type Evaluator, evaluatorOf } from '../../program/values/evaluator.ts';
import {
  elementsOf,
  isGiven,
  type OpaqueResult,
  type ObjectValue,
  optionsOf,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import { AgentLookUp, agentPlacesOf, listHeldBy } from './agent-lookup.ts';
import { backendToolsOf } from './backends.ts';
import { type Entry, entriesOf } from './entries.ts';
import { CallerRuns } from './caller-runs.ts';
import { type GivenGuard, GuardJudge, mayStop } from './guards.ts';
import { type GuardingParts, guardingPartsIn } from './guarding-parts.ts';
import { readAt, resultAt } from '../../program/values/places.ts';
import { MAX_INSTANCES } from '../../program/values/budget.ts';
import { isOfTests } from '../../program/values/test-code.ts';
import { isNeverRun } from '../../program/lifetimes/unused.ts';
import {
  anyOfObjects,
  asModelled,
  inRun,
  isOpenAt,
  keyOf,
  ofEachRun,
  ofSomeRun,
  stepKeyOf,
  valueKeyOf,
  withOthers,
} from './merged-runs.ts';
import { ModelledCalls } from './modelled-calls.ts';
import { type Call, type Found, isCall, ModelMatcher, modelsOf } from './matcher.ts';
import { modelIn, type Release } from './releases.ts';
import { type RemoteAgent, isRemoteForm, remoteAgentOf } from './remote-agents.ts';
import { fieldHeldBy, type GivenTool, guardsAt, type Names, namesIn, ToolReader } from './tools.ts';

/** An agent, as one call or object makes it. */
export interface AgentFact {
  readonly model: AgentModel;
  /** The package that makes it, in the version that is installed. */
  readonly release: Release | undefined;
  /** What makes it: the call, or the object. */
  readonly node: ts.Node;
  readonly value: OpaqueResult | ObjectValue;
  readonly name: string | undefined;
  readonly tools: readonly GivenTool[];
  /** It may have more tools than these. */
  readonly isOpen: boolean;
  /** Its own guards, and those among its parts. */
  readonly guards: readonly GivenGuard[];
  /** A part of it may guard, and is not known. */
  readonly hasUnknownParts: boolean;
  readonly children: readonly SubAgent[];
  /** It may run more agents than these. */
  readonly hasUnknownSubAgents: boolean;
}

/** An agent that another one runs or hands over to. */
export interface SubAgent {
  /** What makes it, or stands for one that runs elsewhere. */
  readonly agent: ts.Node;
  readonly via: 'asTool' | 'child';
  /** It is made on its own, and an object stands for it here: what reaches agents that are made with this one does not reach it. */
  readonly isSeparateInstance?: true;
  /** The guards of the step itself: `agent.asTool({ needsApproval: true })`. */
  readonly guards: readonly GivenGuard[];
  /** Where the step is written, as far as that is known; otherwise what makes the agent below. */
  readonly place: ts.Node;
  /** One of several, of which one is chosen when the program runs. */
  readonly isDynamic: boolean;
  /** What made it here, and what made the agent above, of what is made several times: `make('reader')`. */
  readonly made?: OpaqueResult;
  readonly by?: OpaqueResult;
}

/** An agent above another one. */
export interface Supervisor {
  readonly agent: AgentFact;
  readonly child: SubAgent;
}

/** What an agent is given of tools, and of agents; open where it may be given more. */
interface GivenTools {
  readonly tools: readonly GivenTool[];
  readonly isOpen: boolean;
}

interface GivenChildren {
  readonly children: readonly SubAgent[];
  readonly isOpen: boolean;
}

/** The models of which an object of their form is, among those of one SDK. */
interface Literals {
  readonly release: Release | undefined;
  readonly tools: readonly ToolModel[];
  readonly agents: readonly AgentModel[];
  readonly remotes: readonly RemoteModel[];
}

/** What a program says of agents, tools and guards, as far as these SDKs are concerned. */
export const agentFactsOf = memo(
  (program: ts.Program, sdks: readonly AgentSdk[]): AgentFacts => new AgentFacts(program, sdks),
);

/**
 * Agents with their tools, guards and children, over all files of a program. Works out what is requested, in whatever
 * order.
 */
export class AgentFacts {
  readonly program: ts.Program;
  readonly matcher: ModelMatcher;
  readonly evaluator: Evaluator;
  readonly judge: GuardJudge;
  readonly tools: ToolReader;
  readonly calls: ModelledCalls;
  readonly lookUp: AgentLookUp;
  readonly callers: CallerRuns;
  readonly sdks: readonly AgentSdk[];
  readonly #agents = new Map<ts.Node, AgentFact>();
  readonly #remotes = new Map<ts.Node, RemoteAgent>();
  #all: readonly AgentFact[] | undefined;
  #parents: ReadonlyMap<ts.Node, readonly Supervisor[]> | undefined;
  #runs: ReadonlyMap<ts.Node, readonly OpaqueResult[]> | undefined;
  /** The objects that each literal makes, by what they say. */
  readonly #objects = new Map<ts.Node, Map<string, ObjectValue>>();

  constructor(program: ts.Program, sdks: readonly AgentSdk[]) {
    this.program = program;
    this.sdks = sdks;
    const matcher = new ModelMatcher(program, modelsOf(sdks));
    const knowledge: CallKnowledge = {
      identityOf: (call) => matcher.at('tool', call)?.returnsArgument,
      isCopy: (call) => matcher.at('agent', call)?.isCopy === true,
      propertyOf: (made, name) => {
        const tool = matcher.at('tool', made.call);
        if (tool) return fieldHeldBy(made, tool, name);
        const agent = matcher.at('agent', made.call);
        return agent && !agent.isRun ? listHeldBy(made, agent, name) : undefined;
      },
      isRun: (call, fn) => !isOfTests(call, program) || isOfTests(fn, program),
    };
    this.matcher = matcher;
    this.evaluator = evaluatorOf(program, knowledge);
    this.judge = new GuardJudge(program, this.evaluator, matcher);
    this.tools = new ToolReader(matcher, this.evaluator);
    this.callers = new CallerRuns(program, this.evaluator, this.judge, (made, found) => this.#partsOf(made, found));
    this.calls = new ModelledCalls(program, matcher);
    this.lookUp = new AgentLookUp(program, this.calls, matcher, this.evaluator, this.tools);
  }

  /** The agent that a call makes or runs. */
  agentAt(call: Call): AgentFact | undefined {
    const known = this.#agents.get(call);
    if (known) return known;
    const found = this.matcher.installedAt('agent', call);
    if (!found) return undefined;
    const value = this.evaluator.valueOf(call);
    if (value.kind !== 'made') return undefined;
    return this.#agent(this.callers.making(value, found), found.model, call, found.release);
  }

  /** The agent that a node makes: a call, or an object among the children of one that was requested. */
  factAt(node: ts.Node): AgentFact | undefined {
    return this.#agents.get(node) ?? (isCall(node) ? this.agentAt(node) : undefined);
  }

  /** The agent that runs elsewhere for which a node stands: a call, or an object among the children of an agent that was requested. */
  remoteAt(node: ts.Node): RemoteAgent | undefined {
    const known = this.#remotes.get(node);
    if (known || !isCall(node)) return known;
    const model = this.matcher.at('remote', node);
    if (!model) return undefined;
    const value = this.evaluator.valueOf(node);
    return value.kind === 'made' ? this.#remote(value, model, node) : undefined;
  }

  /** The agent elsewhere that a call reaches through something of which no more is known. */
  remoteBehind(call: Call, model: RunModel): RemoteAgent {
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? syntax.withoutAssertions(callee.expression) : callee;
    const node = (syntax.isIdentifier(receiver) ? bindingOf(receiver) : undefined) ?? receiver;
    const known = this.#remotes.get(node);
    if (known) return known;
    const noun = 'the remote agent';
    const remote: RemoteAgent = {
      kind: 'remote',
      model: { id: model.id, noun },
      node,
      name: undefined,
      address: undefined,
      guards: [],
    };
    this.#remotes.set(node, remote);
    return remote;
  }

  /** The agents that a call makes: itself, and the objects among those below it, which no call of their own makes. */
  agentsAt(call: Call): readonly AgentFact[] {
    if (isNeverRun(call, this.program) || this.lookUp.isUnregistered(call)) return [];
    const agent = this.agentAt(call);
    const found = new Set(agent ? [agent] : []);
    for (const { children } of found)
      for (const { agent: node } of children) {
        const child = isCall(node) ? undefined : this.#agents.get(node);
        if (child) found.add(child);
      }
    return [...found];
  }

  /** The agents that a file makes or runs, in the order of the text. */
  madeIn(file: ts.SourceFile): readonly AgentFact[] {
    return this.calls.in(file).flatMap(({ call, kinds }) => (kinds.includes('agent') ? this.agentsAt(call) : []));
  }

  /**
   * The tools, or those of a server, that a call defines: in a loop or callback one for each entry of the list, and in a
   * function one for each of its calls.
   */
  readonly toolsAt = memo((call: Call): readonly GivenTool['tool'][] => {
    const model = this.matcher.at('tool', call);
    const isOther = this.matcher.at('toolSet', call) ?? this.matcher.at('agentTool', call);
    if (!model && !isOther) return [];
    // The server that a tool is registered with says nothing of the tool.
    const parts = model && syntax.isPropertyAccessExpression(call.expression) ? call.arguments : undefined;
    return this.evaluator.valuesOf(call, parts).flatMap((value) => {
      if (value.kind !== 'made' && value.kind !== 'object') return [];
      return this.tools.toolOf(value, model ? [model] : []) ?? [];
    });
  });

  /** Those of them of which the call may say more than what they do: by a guard, or by a mark of their author. */
  markedToolsAt(call: Call): readonly GivenTool['tool'][] {
    const model = this.matcher.at('tool', call);
    const guards = (model ?? this.matcher.at('toolSet', call))?.guards ?? [];
    const places = [model?.annotations, model?.class, ...guards.map(({ at }) => at)].filter(
      (place) => place !== undefined,
    );
    if (places.length === 0) return [];
    const value = this.evaluator.valueOf(call);
    const isMarked = value.kind !== 'made' || places.some((place) => isGiven(readAt(value, place)));
    return isMarked ? this.toolsAt(call) : [];
  }

  /** All agents of the program, in the order of its files. */
  get agents(): readonly AgentFact[] {
    if (this.#all) return this.#all;
    const made = this.calls.of('agent').flatMap((call) => this.agentsAt(call));
    const given = this.calls.of('run').flatMap((call) => this.#childrenOfRun(call));
    const below = given.flatMap(({ agent }) => this.#agents.get(agent) ?? []);
    return (this.#all = [...new Set([...made, ...below])].filter((agent) => this.isOwn(agent)));
  }

  /** Whether an agent is one by itself: to run another one makes one only where it has tools for that run. */
  isOwn({ node, tools, isOpen }: AgentFact): boolean {
    return tools.length > 0 || isOpen || !isCall(node) || this.matcher.at('run', node) === undefined;
  }

  /** The agents that an agent runs or hands over to, and those that a run of it gives to it. */
  childrenOf(agent: AgentFact): readonly SubAgent[] {
    this.#runs ??= this.#runsByAgent();
    const runs = this.#runs.get(agent.node) ?? [];
    return runs.length === 0
      ? agent.children
      : [...agent.children, ...[...new Set(runs.map(({ call }) => call))].flatMap((call) => this.#childrenOfRun(call))];
  }

  /** The agents that run an agent, or hand over to it. */
  parentsOf(agent: AgentFact): readonly Supervisor[] {
    if (!this.#parents) {
      const parents = new Map<ts.Node, Supervisor[]>();
      for (const parent of this.agents)
        for (const child of this.childrenOf(parent))
          parents.set(child.agent, [...(parents.get(child.agent) ?? []), { agent: parent, child }]);
      this.#parents = parents;
    }
    return this.#parents.get(agent.node) ?? [];
  }

  /** The guards of the calls that run an agent, and whether one of them has parts that are not known. */
  runGuardsOf(agent: AgentFact): { readonly guards: readonly GivenGuard[]; readonly isUnknown: boolean } {
    this.#runs ??= this.#runsByAgent();
    const guards: GivenGuard[] = [];
    let isUnknown = false;
    for (const run of this.#runs.get(agent.node) ?? []) {
      const found = this.matcher.installedAt('run', run.call);
      if (!found) continue;
      guards.push(...guardsAt(run, found.model.guards));
      const parts = this.#partsOf(run, found);
      guards.push(...parts.guards);
      isUnknown ||= parts.isUnknown;
    }
    return { guards, isUnknown };
  }

  #runsByAgent(): ReadonlyMap<ts.Node, readonly OpaqueResult[]> {
    const runs = new Map<ts.Node, OpaqueResult[]>();
    for (const call of this.calls.of('run')) {
      const found = this.matcher.installedAt('run', call);
      if (!found) continue;
      const { model } = found;
      // Most runs are given no guard.
      if (!model.guards && !model.parts && !model.children && !model.active) continue;
      const value = this.evaluator.valueOf(call);
      if (value.kind !== 'made') continue;
      for (const run of this.callers.runsOf(value, found))
        for (const place of agentPlacesOf(model))
          for (const node of this.lookUp.nodesOf(readAt(run, place))) runs.set(node, [...(runs.get(node) ?? []), run]);
    }
    return runs;
  }

  /** The agents that a run gives to those which it runs. */
  #childrenOfRun(call: Call): readonly SubAgent[] {
    const found = this.matcher.installedAt('run', call);
    if (!found?.model.children) return [];
    const value = this.evaluator.valueOf(call);
    return this.#childrenIn(value, found.model.children, this.#literalsOf(found.model, found.release)).children;
  }

  /** The tools that parts of an agent give it: a processor that looks them up. */
  #givenByParts(list: Value, literals: Literals): readonly GivenTool[] {
    return elementsOf(list)
      .elements.flatMap(optionsOf)
      .flatMap((part) => {
        const gives = part.kind === 'made' ? this.matcher.at('toolSet', part.call)?.gives : undefined;
        if (!gives) return [];
        const { tools } = this.tools.toolsIn(readAt(part, gives.tools), literals.tools);
        return tools.map((tool) => ({ ...tool, beyond: gives.beyond ?? [] }));
      });
  }

  /** Where an agent is given tools, or a list of them, that come from an import or a global which nothing declares. */
  unresolvedToolsOf({ model, value, isOpen }: AgentFact): readonly ts.Expression[] {
    if (!isOpen) return [];
    const compiler = compilerOf(this.program);
    return model.tools
      .flatMap((place) => optionsOf(readAt(value, place)))
      .flatMap((option) => {
        if (option.kind === 'list') return option.elements.flatMap((element) => optionsOf(element()));
        if (option.kind === 'object')
          return [...option.properties.values()].flatMap((property) => optionsOf(property()));
        return [option];
      })
      .flatMap(({ kind, node }) =>
        (kind === 'unknown' || kind === 'made') && syntax.isExpression(node) && compiler.isUnresolvedFunction(node)
          ? [node]
          : [],
      );
  }

  /** What runs of an agent name in place of the tools that it has for now. */
  #activeInRuns(agent: ts.Node): readonly (Names | 'all')[] {
    this.#runs ??= this.#runsByAgent();
    return (this.#runs.get(agent) ?? []).flatMap((run) => {
      const place = this.matcher.at('run', run.call)?.active;
      const value = place && readAt(run, place);
      return value && isGiven(value) ? [namesIn(value) ?? 'all'] : [];
    });
  }

  #remote(value: OpaqueResult | ObjectValue, model: RemoteModel, node: ts.Node, key?: string): RemoteAgent {
    const remote = remoteAgentOf(value, model, node, key);
    this.#remotes.set(node, remote);
    return remote;
  }

  /** @param key the property that an object is in, which is its name where it has no other */
  #agent(
    made: OpaqueResult | ObjectValue,
    model: AgentModel,
    node: ts.Node,
    release: Release | undefined,
    key?: string,
  ): AgentFact {
    const value = asModelled(made);
    const literals = this.#literalsOf(model, release);
    const given = model.tools.map((place) => this.#toolsAtPlace(place, made, literals));
    const found = (model.givenBy ?? []).flatMap((place) => this.#givenByParts(readAt(value, place), literals));
    const parts = this.#partsOf(value, { model, release });
    const active = model.active && namesIn(readAt(value, model.active));
    const actives = active ? [active, ...this.#activeInRuns(node)] : [];
    // What is left out of lists that are all known does not run.
    const isLeftOut = (name: string | undefined): boolean =>
      actives.length > 0 &&
      name !== undefined &&
      actives.every((names) => names !== 'all' && !names.isOpen && !isNamedIn(names, name));
    const denied = model.denied && namesIn(readAt(value, model.denied));
    const tools = [...given.flatMap((part) => part.tools), ...found, ...this.#broughtTo(model, node, made)].filter(
      (tool) => !isLeftOut(tool.name) && !isDenied(tool.name, denied),
    );
    const below = this.#childrenOf(made, model.children ?? [], literals);
    const fact: AgentFact = {
      model,
      release,
      node,
      value,
      name: textIn(model.name && readAt(value, model.name)) ?? key,
      tools,
      isOpen: given.some(({ isOpen }) => isOpen),
      guards: [...guardsAt(value, model.guards), ...parts.guards],
      hasUnknownParts: parts.isUnknown,
      children: [...below.children, ...this.#childrenAmong(tools)],
      hasUnknownSubAgents: below.isOpen,
    };
    this.#agents.set(node, fact);
    return fact;
  }

  /** The tools that an agent is given at a place; what it gets from the function around it, by each call of that. */
  #toolsAtPlace(place: Place, made: OpaqueResult | ObjectValue, literals: Literals): GivenTools {
    const toolsIn = (value: OpaqueResult | ObjectValue): GivenTools => this.#toolsInRun(place, value, literals);
    const { tools, isOpen } = toolsIn(asModelled(made));
    if (!isOpen) return { tools: ofSomeRun(tools, this.callers.allMaking(made), toolsIn), isOpen };
    const others = ofEachRun(this.callers.othersMaking(made), (run) => toolsIn(run).tools);
    return { tools: withOthers(tools, others, keyOf), isOpen };
  }

  /** The tools at such a place in one run of the function around it. */
  #toolsInRun(place: Place, made: OpaqueResult | ObjectValue, { tools }: Literals): GivenTools {
    return this.tools.toolsIn(resultAt(made, place, this.evaluator), tools);
  }

  /** The tools that the SDK gives an agent for what it acts on, also where the function around it gets that by each call. */
  #broughtTo(model: AgentModel, node: ts.Node, made: OpaqueResult | ObjectValue): readonly GivenTool[] {
    const toolsIn = (value: OpaqueResult | ObjectValue): readonly GivenTool[] =>
      backendToolsOf({ model, node, value }, this);
    const value = asModelled(made);
    const places = (model.backends ?? []).map(({ at }) => at);
    if (!isOpenAt(value, places)) return toolsIn(value);
    return withOthers(toolsIn(value), ofEachRun(this.callers.othersMaking(made), toolsIn), keyOf);
  }

  /** Whether an agent has a tool where one run of the function around it makes it. True where that is not known. */
  hasInRun({ model, value, release }: AgentFact, given: GivenTool, made: OpaqueResult | undefined): boolean {
    if (!made) return true;
    const literals = this.#literalsOf(model, release);
    const key = keyOf(given);
    const isIn = (tools: readonly GivenTool[]): boolean => tools.some((each) => keyOf(each) === key);
    // What it is given by no list it has in each run.
    const places = model.tools.filter((place) => isIn(this.#toolsAtPlace(place, value, literals).tools));
    const inRun = places.map((place) => this.#toolsInRun(place, asModelled(made), literals));
    return places.length === 0 || inRun.some(({ tools, isOpen }) => isOpen || isIn(tools));
  }

  /** Whether an agent may have more tools than are known, where one run of the function around it makes it. */
  isOpenInRun({ model, release, isOpen }: AgentFact, made: OpaqueResult | undefined): boolean {
    if (!made || !isOpen) return isOpen;
    const literals = this.#literalsOf(model, release);
    return model.tools.some((place) => this.#toolsInRun(place, asModelled(made), literals).isOpen);
  }

  /** The children that an agent is given, in the same way. */
  #childrenOf(made: OpaqueResult | ObjectValue, places: readonly Place[], literals: Literals): GivenChildren {
    const childrenIn = (value: Value): GivenChildren => this.#childrenIn(value, places, literals);
    const { children, isOpen } = childrenIn(asModelled(made));
    const runs = isOpen ? this.callers.othersMaking(made) : [];
    const others = ofEachRun(runs, (run) => childrenIn(run).children.map((child) => inRun(child, run)));
    return { children: withOthers(children, others, stepKeyOf), isOpen };
  }

  /** The models that an object of the right form is of, among those of the agent's SDK. */
  #literalsOf(model: AgentModel | RunModel, release: Release | undefined): Literals {
    const sdk = this.#sdkOf(model);
    const literalsIn = <M extends CallModel & { readonly isLiteral?: boolean }>(
      models: readonly M[] = [],
    ): readonly M[] => models.flatMap((each) => (each.isLiteral ? (modelIn(each, release) ?? []) : []));
    return {
      release,
      tools: literalsIn<ToolModel>(sdk?.tools),
      agents: literalsIn<AgentModel>(sdk?.agents),
      remotes: literalsIn<RemoteModel>(sdk?.remotes),
    };
  }

  #sdkOf({ id }: AgentModel | RunModel): AgentSdk | undefined {
    return this.sdks.find(({ agents = [], runs = [] }) => [...agents, ...runs].some((model) => model.id === id));
  }

  #childrenIn(value: Value, places: readonly Place[], literals: Literals): GivenChildren {
    const children: SubAgent[] = [];
    let isOpen = false;
    for (const place of places)
      for (const list of optionsOf(readAt(value, place))) {
        isOpen ||= 'isOpen' in list ? list.isOpen : list.kind !== 'literal';
        for (const entry of entriesOf(list)) {
          const steps = optionsOf(entry.value).flatMap((element) => this.#stepsTo(element, entry, literals));
          isOpen ||= steps.length === 0 && optionsOf(entry.value).some(({ kind }) => kind !== 'literal');
          children.push(...steps.map((step) => ({ ...step, isDynamic: steps.length > 1 })));
        }
      }
    return { children, isOpen };
  }

  /** The step to an element of a list of agents. */
  #stepsTo(
    element: Exclude<Value, { kind: 'choice' }>,
    { key, place }: Entry,
    literals: Literals,
  ): readonly Omit<SubAgent, 'isDynamic'>[] {
    if (element.kind === 'made') {
      const step = this.matcher.at('agentTool', element.call);
      const agent = step?.agent ? readAt(element, step.agent) : element;
      return this.#child(agent, 'child', guardsAt(element, step?.guards), place);
    }
    if (element.kind !== 'object') return [];
    const remote = literals.remotes.find((model) => isRemoteForm(element, model));
    if (remote && !this.#remotes.has(element.node)) this.#remote(element, remote, element.node, key);
    const [literal] = literals.agents;
    const other = literal?.standsFor && readAt(element, literal.standsFor);
    if (other && isGiven(other))
      return this.#child(other, 'child', [], place).map((step) => ({ ...step, isSeparateInstance: true }));
    if (!remote && !literal) return [];
    if (!remote && literal) this.#literalAgent(element, literal, literals.release, key);
    return [{ agent: element.node, via: 'child', guards: [], place }];
  }

  /** An agent that an object stands for: one for all that are made by one literal, as in a callback. */
  #literalAgent(object: ObjectValue, model: AgentModel, release: Release | undefined, key: string | undefined): void {
    const made = this.#objects.get(object.node) ?? new Map<string, ObjectValue>();
    const identity = valueKeyOf(object);
    if (made.has(identity) || made.size >= MAX_INSTANCES) return;
    this.#objects.set(object.node, made.set(identity, object));
    // The guards of one are not those of another: where some have none, it is these.
    const isUnguarded = (each: ObjectValue): boolean =>
      !guardsAt(each, model.guards).some((given) => mayStop(this.judge.judge(given, undefined)));
    const all = [...made.values()];
    const unguarded = all.filter(isUnguarded);
    const [first = object, ...others] = unguarded.length > 0 ? unguarded : all;
    this.#agent(anyOfObjects([first, ...others]), model, object.node, release, others.length === 0 ? key : undefined);
  }

  #childrenAmong(tools: readonly GivenTool[]): readonly SubAgent[] {
    return tools.flatMap(({ tool }) => {
      if (tool.kind !== 'agent') return [];
      const steps =
        tool.named === undefined
          ? this.#child(tool.agent, 'asTool', tool.guards, tool.node)
          : this.lookUp.agentsNamed(tool.named, tool.node).map((agent): Omit<SubAgent, 'isDynamic'> => ({
              agent,
              via: 'child',
              guards: tool.guards,
              place: tool.node,
            }));
      return steps.map((step) => ({ ...step, isDynamic: steps.length > 1 }));
    });
  }

  #child(
    agent: Value,
    via: SubAgent['via'],
    guards: readonly GivenGuard[],
    place: ts.Node,
  ): readonly Omit<SubAgent, 'isDynamic'>[] {
    return this.lookUp.nodesOf(agent).map((node) => {
      const [made, other] = optionsOf(agent).filter((option) => option.kind === 'made' && option.call === node);
      return { agent: node, via, guards, place, ...(made?.kind === 'made' && !other ? { made } : {}) };
    });
  }

  /** The guards among the parts of an agent or a runner. */
  #partsOf(owner: Value, { model, release }: Found<AgentModel | RunModel>): GuardingParts {
    const models = (this.#sdkOf(model)?.parts ?? []).flatMap((each) => modelIn<GuardPart>(each, release) ?? []);
    const found = (model.parts ?? []).map((at) => guardingPartsIn(readAt(owner, at), owner, models, this.matcher));
    return {
      guards: found.flatMap(({ guards }) => guards),
      isUnknown: found.some(({ isUnknown }) => isUnknown),
    };
  }
}

/** Whether a tool is taken away, or may be: a list may have more than is known. */
function isDenied(tool: string | undefined, denied: Names | undefined): boolean {
  return denied !== undefined && (denied.isOpen || isNamedIn(denied, tool));
}

/** Whether a list names a tool: by its name, by its name behind a word (`custom:erase`), or by `*`. */
function isNamedIn({ names }: Names, tool: string | undefined): boolean {
  return [...names].some((entry) =>
    [entry, entry.slice(entry.indexOf(':') + 1)].some((each) => each === tool || each === '*'),
  );
}
