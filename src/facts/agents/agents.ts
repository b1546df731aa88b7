import type ts from 'typescript';
import type { AgentModel, AgentSdk, GuardPart, RunModel } from '../../models/agents/agent-sdk.ts';
import { type CallKnowledge, type Evaluator, evaluatorOf } from '../evaluator.ts';
import {
  elementsOf,
  isGiven,
  type MadeValue,
  type ObjectValue,
  optionsOf,
  propertyOf,
  textIn,
  type Value,
} from '../values.ts';
import { type GivenGuard, GuardJudge, readAt } from './guards.ts';
import { type CallKind, ModelledCalls } from './modelled-calls.ts';
import { type Call, isCall, ModelMatcher, modelsOf } from './models.ts';
import {
  type AgentToolFact,
  type GivenTool,
  guardsAt,
  namesIn,
  type ToolFact,
  type ToolSetFact,
  ToolReader,
} from './tools.ts';

/** An agent, as one call or object makes it. */
export interface AgentFact {
  readonly model: AgentModel;
  /** What makes it: the call, or the object. */
  readonly node: ts.Node;
  readonly value: MadeValue | ObjectValue;
  readonly name: string | undefined;
  readonly tools: readonly GivenTool[];
  /** It may have more tools than these. */
  readonly isOpen: boolean;
  /** Its own guards, and those among its parts. */
  readonly guards: readonly GivenGuard[];
  /** A part of it may guard, and is not known. */
  readonly hasUnknownParts: boolean;
  readonly children: readonly Child[];
}

/** An agent that another one runs or hands over to. */
export interface Child {
  readonly agent: ts.Node;
  readonly via: 'asTool' | 'child';
  /** The guards of the step itself: `agent.asTool({ needsApproval: true })`. */
  readonly guards: readonly GivenGuard[];
}

/** An agent above another one. */
export interface Parent {
  readonly agent: AgentFact;
  readonly child: Child;
}

const factsOf = new WeakMap<ts.Program, WeakMap<readonly AgentSdk[], AgentFacts>>();

/** What a program says of agents, tools and guards, as far as these SDKs are concerned. */
export function agentFactsOf(program: ts.Program, sdks: readonly AgentSdk[]): AgentFacts {
  const ofProgram = factsOf.get(program) ?? new WeakMap<readonly AgentSdk[], AgentFacts>();
  factsOf.set(program, ofProgram);
  let facts = ofProgram.get(sdks);
  if (!facts) ofProgram.set(sdks, (facts = new AgentFacts(program, sdks)));
  return facts;
}

/**
 * Agents with their tools, guards and children, over all files of a program. Works out what it is asked for, in whatever
 * order.
 */
export class AgentFacts {
  readonly program: ts.Program;
  readonly matcher: ModelMatcher;
  readonly evaluator: Evaluator;
  readonly judge: GuardJudge;
  readonly tools: ToolReader;
  readonly calls: ModelledCalls;
  readonly #sdks: readonly AgentSdk[];
  readonly #agents = new Map<ts.Node, AgentFact>();
  readonly #tools = new Map<Call, ToolFact | ToolSetFact | AgentToolFact | undefined>();
  #all: readonly AgentFact[] | undefined;
  #parents: ReadonlyMap<ts.Node, readonly Parent[]> | undefined;
  #runs: ReadonlyMap<ts.Node, readonly MadeValue[]> | undefined;

  constructor(program: ts.Program, sdks: readonly AgentSdk[]) {
    this.program = program;
    this.#sdks = sdks;
    const matcher = new ModelMatcher(program, modelsOf(sdks));
    const knowledge: CallKnowledge = { identityOf: (call) => matcher.at('tool', call)?.returnsArgument };
    this.matcher = matcher;
    this.evaluator = evaluatorOf(program, knowledge);
    this.judge = new GuardJudge(this.evaluator, matcher);
    this.tools = new ToolReader(matcher);
    this.calls = new ModelledCalls(program, matcher);
  }

  /** The agent that a call makes or runs. */
  agentAt(call: Call): AgentFact | undefined {
    const known = this.#agents.get(call);
    if (known) return known;
    const model = this.matcher.at('agent', call);
    if (!model) return undefined;
    const value = this.evaluator.valueOf(call);
    return value.kind === 'made' ? this.#agent(value, model, call) : undefined;
  }

  /** The agent that a node makes: a call, or an object among the children of one that was asked for. */
  factAt(node: ts.Node): AgentFact | undefined {
    return this.#agents.get(node) ?? (isCall(node) ? this.agentAt(node) : undefined);
  }

  /** The agents that a call makes: itself, and the objects among those below it, which no call of their own makes. */
  agentsAt(call: Call): readonly AgentFact[] {
    const agent = this.agentAt(call);
    const found = new Set(agent ? [agent] : []);
    for (const { children } of found)
      for (const { agent: node } of children) {
        const child = isCall(node) ? undefined : this.#agents.get(node);
        if (child) found.add(child);
      }
    return [...found];
  }

  /** The tool, or the tools of a server, that a call defines. */
  toolAt(call: Call): ToolFact | ToolSetFact | AgentToolFact | undefined {
    if (!this.#tools.has(call)) this.#tools.set(call, this.#toolAt(call));
    return this.#tools.get(call);
  }

  /** All agents of the program, in the order of its files. */
  get agents(): readonly AgentFact[] {
    if (this.#all) return this.#all;
    return (this.#all = [...new Set(this.#callsOf('agent', (call) => this.agentsAt(call)).flat())]);
  }

  /** The agents that run an agent, or hand over to it. */
  parentsOf(agent: AgentFact): readonly Parent[] {
    if (!this.#parents) {
      const parents = new Map<ts.Node, Parent[]>();
      for (const parent of this.agents)
        for (const child of parent.children)
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
      const model = this.matcher.at('run', run.call);
      if (!model) continue;
      guards.push(...guardsAt(run, model.guards));
      const parts = this.#partsOf(run, model);
      guards.push(...parts.guards);
      isUnknown ||= parts.isUnknown;
    }
    return { guards, isUnknown };
  }

  #toolAt(call: Call): ToolFact | ToolSetFact | AgentToolFact | undefined {
    const model = this.matcher.at('tool', call);
    const isOther = this.matcher.at('toolSet', call) ?? this.matcher.at('agentTool', call);
    if (!model && !isOther) return undefined;
    const value = this.evaluator.valueOf(call);
    if (value.kind !== 'made' && value.kind !== 'object') return undefined;
    return this.tools.toolOf(value, model ? [model] : []);
  }

  /** The results for the calls in the program of a kind, those that have one. */
  #callsOf<T>(kind: CallKind, resultOf: (call: Call) => T | undefined): T[] {
    const found: T[] = [];
    for (const file of this.program.getSourceFiles())
      for (const { call, kinds } of this.calls.in(file)) {
        const result = kinds.includes(kind) ? resultOf(call) : undefined;
        if (result !== undefined) found.push(result);
      }
    return found;
  }

  #runsByAgent(): ReadonlyMap<ts.Node, readonly MadeValue[]> {
    const runs = new Map<ts.Node, MadeValue[]>();
    this.#callsOf('run', (call) => {
      const model = this.matcher.at('run', call);
      // Most runs are given no guard.
      if (!model?.guards && !model?.parts) return undefined;
      const value = this.evaluator.valueOf(call);
      if (value.kind !== 'made') return undefined;
      for (const option of optionsOf(readAt(value, model.agent))) {
        const node = nodeOf(option);
        if (node) runs.set(node, [...(runs.get(node) ?? []), value]);
      }
      return value;
    });
    return runs;
  }

  /** @param key the property that an object is in, which is its name where it has no other */
  #agent(value: MadeValue | ObjectValue, model: AgentModel, node: ts.Node, key?: string): AgentFact {
    const literals = this.#literalsOf(model);
    const given = model.tools.map((place) => this.tools.toolsIn(readAt(value, place), literals.tools));
    const parts = this.#partsOf(value, model);
    const active = model.active && namesIn(readAt(value, model.active));
    // What is left out of a list that is all known does not run.
    const isLeftOut = (name: string | undefined): boolean =>
      active !== undefined && !active.isOpen && name !== undefined && !active.names.has(name);
    const tools = given.flatMap((part) => part.tools).filter((tool) => !isLeftOut(tool.name));
    const fact: AgentFact = {
      model,
      node,
      value,
      name: textIn(model.name && readAt(value, model.name)) ?? key,
      tools,
      isOpen: given.some(({ isOpen }) => isOpen),
      guards: [...guardsAt(value, model.guards), ...parts.guards],
      hasUnknownParts: parts.isUnknown,
      children: [...this.#childrenIn(value, model, literals.agents), ...this.#childrenAmong(tools)],
    };
    this.#agents.set(node, fact);
    return fact;
  }

  /** The models that an object of the right form is of, among those of the agent's SDK. */
  #literalsOf(model: AgentModel): {
    readonly tools: AgentSdk['tools'] & object;
    readonly agents: readonly AgentModel[];
  } {
    const sdk = this.#sdks.find(({ agents = [] }) => agents.includes(model));
    return {
      tools: sdk?.tools?.filter(({ isLiteral }) => isLiteral) ?? [],
      agents: sdk?.agents?.filter(({ isLiteral }) => isLiteral) ?? [],
    };
  }

  #childrenIn(value: Value, { children = [] }: AgentModel, literals: readonly AgentModel[]): readonly Child[] {
    return children.flatMap((place) => {
      const list = readAt(value, place);
      const elements = optionsOf(list).flatMap((option): readonly { readonly key?: string; readonly value: Value }[] =>
        option.kind === 'object'
          ? [...option.properties].map(([key, property]) => ({ key, value: property() }))
          : elementsOf(option).elements.map((element) => ({ value: element })),
      );
      const options = elements.flatMap(({ key, value: each }) => optionsOf(each).map((element) => ({ key, element })));
      return options.flatMap(({ key, element }): readonly Child[] => {
        if (element.kind === 'made') {
          const step = this.matcher.at('agentTool', element.call);
          return this.#child(step ? readAt(element, step.agent) : element, 'child', guardsAt(element, step?.guards));
        }
        const [literal] = literals;
        if (element.kind !== 'object' || !literal || isGiven(propertyOf(element, 'runnable'))) return [];
        if (!this.#agents.has(element.node)) this.#agent(element, literal, element.node, key);
        return [{ agent: element.node, via: 'child', guards: [] }];
      });
    });
  }

  #childrenAmong(tools: readonly GivenTool[]): readonly Child[] {
    return tools.flatMap(({ tool }) => (tool.kind === 'agent' ? this.#child(tool.agent, 'asTool', tool.guards) : []));
  }

  #child(agent: Value, via: Child['via'], guards: readonly GivenGuard[]): readonly Child[] {
    return optionsOf(agent).flatMap((option) => {
      const node = nodeOf(option);
      return node ? [{ agent: node, via, guards }] : [];
    });
  }

  /** The guards among the parts of an agent or a runner. */
  #partsOf(
    owner: Value,
    model: AgentModel | RunModel,
  ): { readonly guards: readonly GivenGuard[]; readonly isUnknown: boolean } {
    const sdk = this.#sdks.find(({ agents = [], runs = [] }) => [...agents, ...runs].includes(model));
    const guards: GivenGuard[] = [];
    let isUnknown = false;
    for (const place of model.parts ?? []) {
      const { elements, isOpen } = elementsOf(readAt(owner, place));
      isUnknown ||= isOpen;
      for (const part of elements.flatMap(optionsOf)) {
        const found = this.#guardOfPart(part, sdk?.parts ?? []);
        if (found === 'unknown') isUnknown = true;
        else guards.push(...found.map((given) => ({ ...given, owner })));
      }
    }
    return { guards, isUnknown };
  }

  #guardOfPart(part: Value, models: readonly GuardPart[]): 'unknown' | readonly Omit<GivenGuard, 'owner'>[] {
    if (part.kind === 'literal') return [];
    // What the call of a part is given is an object of the same form.
    if (part.kind === 'object')
      return models
        .map(({ guard }) => ({ guard, value: readAt(part, guard.at) }))
        .filter(({ value }) => isGiven(value));
    if (part.kind !== 'made') return 'unknown';
    const model = this.matcher.at('part', part.call);
    if (model && !model.member) {
      const value = readAt(part, model.guard.at);
      return [{ guard: model.guard, value, ...(model.isInertByDefault ? { part: part.call } : {}) }];
    }
    const extended = this.matcher.extendedAt('part', part.call);
    const method = extended?.member === undefined ? undefined : part.member(extended.member);
    if (extended) return method ? [{ guard: extended.guard, value: method }] : [];
    // What the SDK itself brings, and is not modelled, guards nothing.
    const { origin } = this.matcher.originOf(part.call) ?? {};
    return models.some(({ callee }) => origin && callee.packages.includes(origin.package)) ? [] : 'unknown';
  }
}

/** What makes a value, by which it is the same in whatever way it is reached. */
export function nodeOf(value: Value): ts.Node | undefined {
  if (value.kind === 'made') return value.call;
  return value.kind === 'object' ? value.node : undefined;
}
