import { posix } from 'node:path';
import { syntax, type ts, usesOf } from '../../type-utils/index.ts';
import type { AgentModel, LendingModel, Place, RunModel } from '../../models/agents/agent-sdk.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { isGiven, type OpaqueResult, optionsOf, propertyOf, textIn, type Value } from '../../program/values/values.ts';
import { readAt } from '../../program/values/places.ts';
import type { ModelledCalls } from './modelled-calls.ts';
import type { Call, ModelMatcher } from './matcher.ts';
import type { GivenTool, ToolReader } from './tools.ts';

/** A step by which one agent lends tools to another. */
export interface CapabilityLoan {
  readonly model: LendingModel;
  readonly node: ts.Node;
  readonly from: ts.Node;
  readonly to: ts.Node;
  /** The names of the tools; undefined where they are not all known. `held`: none are listed, so that it lends what both hold. */
  readonly lets: readonly string[] | 'held' | undefined;
}

/** An agent that a file puts into a registry. */
interface Registration {
  readonly by: ts.SourceFile;
  readonly key: string;
  readonly agent: ts.Node;
}

/** How many runners and registries are followed to an agent. */
const MAX_FOLLOWED = 5;

/** Where a run is given the agents that it runs. */
export function agentPlacesOf({ agent, others = [] }: RunModel): readonly Place[] {
  return agent ? [agent, ...others] : others;
}

/** What an agent holds of its options by a property: `[...agent.tools, erase]`. Undefined where it holds none by this name. */
export function listHeldBy(agent: OpaqueResult, model: AgentModel, property: string): Value | undefined {
  const { children = [], tools } = model;
  const place = [...tools, ...children].find(({ path = [] }) => path.length === 1 && path[0] === property);
  return place && readAt(agent, place);
}

/** Finds what makes an agent: through what runs it, keeps it, lends to it, or names it. */
export class AgentLookUp {
  readonly #program: ts.Program;
  readonly #calls: ModelledCalls;
  readonly #matcher: ModelMatcher;
  readonly #evaluator: Evaluator;
  readonly #tools: ToolReader;
  #registered: readonly Registration[] | undefined;
  #named: ReadonlyMap<string, readonly ts.Node[]> | undefined;
  #lendings: ReadonlyMap<ts.Node, readonly CapabilityLoan[]> | undefined;

  constructor(
    program: ts.Program,
    calls: ModelledCalls,
    matcher: ModelMatcher,
    evaluator: Evaluator,
    tools: ToolReader,
  ) {
    this.#program = program;
    this.#calls = calls;
    this.#matcher = matcher;
    this.#evaluator = evaluator;
    this.#tools = tools;
  }

  /**
   * What makes the agents that a value may be, or stands for those that run elsewhere: followed through runners of them,
   * registries that they are looked up in, and what is lent to them.
   */
  nodesOf(value: Value, depth = 0): readonly ts.Node[] {
    if (depth > MAX_FOLLOWED) return [];
    const nodes = optionsOf(value).flatMap((option): readonly ts.Node[] => {
      if (option.kind === 'object') return [option.node];
      if (option.kind !== 'made') return [];
      const { call } = option;
      if (this.#matcher.at('agent', call) || this.#matcher.at('remote', call)) return [call];
      const run = this.#matcher.at('run', call);
      if (run) return agentPlacesOf(run).flatMap((place) => this.nodesOf(readAt(option, place), depth + 1));
      const lending = this.#matcher.at('lending', call);
      if (lending) return this.nodesOf(readAt(option, lending.to), depth + 1);
      const lookUp = this.#matcher.at('lookUp', call);
      const name = lookUp && textIn(readAt(option, lookUp.name));
      if (name !== undefined) return this.#lookedUp(name, option.receiver(), depth);
      return [call];
    });
    return [...new Set(nodes)];
  }

  /**
   * Whether an agent is in a variable that nothing names, where others are registered: that of its own file, or others of its
   * folder by a file that imports them.
   */
  isUnregistered(call: Call): boolean {
    const holder = syntax.parentOf(call);
    if (!syntax.isVariableDeclaration(holder)) return false;
    const own = call.getSourceFile();
    const isBeside = this.#registrations.some(
      ({ by, agent }) =>
        by === own || (by !== agent.getSourceFile() && folderOf(agent.getSourceFile()) === folderOf(own)),
    );
    return isBeside && usesOf(holder, this.#program).length === 0;
  }

  /** The agents of an SDK by a name that is a text in their definition: those of the same file, where it has one. */
  agentsNamed(name: string, by: ts.Node): readonly ts.Node[] {
    this.#named ??= this.#agentsByName();
    const all = this.#named.get(name) ?? [];
    const near = all.filter((node) => node.getSourceFile() === by.getSourceFile());
    return near.length > 0 ? near : all;
  }

  /** The steps by which an agent lends tools to others. */
  lendingsOf(agent: ts.Node): readonly CapabilityLoan[] {
    this.#lendings ??= this.#lendingsByAgent();
    return this.#lendings.get(agent) ?? [];
  }

  /** The agents that are kept under a name: in this registry, or where that is not known in any of the program. */
  #lookedUp(name: string, registry: Value, depth: number): readonly ts.Node[] {
    const known = optionsOf(registry).flatMap((option) => {
      const model = option.kind === 'made' ? this.#matcher.at('registry', option.call) : undefined;
      return model ? this.nodesOf(propertyOf(readAt(option, model.agents), name), depth + 1) : [];
    });
    if (known.length > 0) return known;
    return this.#registrations.flatMap(({ key, agent }) => (key === name ? [agent] : []));
  }

  get #registrations(): readonly Registration[] {
    return (this.#registered ??= this.#calls.of('registry').flatMap((call) => {
      const model = this.#matcher.at('registry', call);
      const agents = model && readAt(this.#evaluator.valueOf(call), model.agents);
      return (agents ? optionsOf(agents) : []).flatMap((option) =>
        option.kind === 'object'
          ? [...option.properties].flatMap(([key, agent]) =>
              this.nodesOf(agent()).map((node) => ({ by: call.getSourceFile(), key, agent: node })),
            )
          : [],
      );
    }));
  }

  #agentsByName(): ReadonlyMap<string, readonly ts.Node[]> {
    const byName = new Map<string, ts.Node[]>();
    for (const call of this.#calls.of('agent')) {
      const model = this.#matcher.at('agent', call);
      const name = model?.name && textIn(readAt(this.#evaluator.valueOf(call), model.name));
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), call]);
    }
    return byName;
  }

  #lendingsByAgent(): ReadonlyMap<ts.Node, readonly CapabilityLoan[]> {
    const lendings = new Map<ts.Node, CapabilityLoan[]>();
    for (const call of this.#calls.of('lending')) {
      const model = this.#matcher.at('lending', call);
      if (!model) continue;
      const value = this.#evaluator.valueOf(call);
      if (value.kind !== 'made') continue;
      const lent = readAt(value, model.lends);
      const given = isGiven(lent) ? allNamesOf(this.#tools.toolsIn(lent, [])) : 'held';
      const lender = readAt(value, model.from);
      // What was lent to the lender itself may be less than it holds.
      const isOwn = optionsOf(lender).every(
        (option) => option.kind === 'made' && this.#matcher.at('agent', option.call),
      );
      const lets = given === 'held' && !isOwn ? undefined : given;
      for (const from of this.nodesOf(lender))
        for (const to of this.nodesOf(readAt(value, model.to)))
          lendings.set(from, [...(lendings.get(from) ?? []), { model, node: call, from, to, lets }]);
    }
    return lendings;
  }
}

/** The names of some tools. Undefined: not all are known. */
export function allNamesOf({
  tools,
  isOpen,
}: {
  readonly tools: readonly GivenTool[];
  readonly isOpen: boolean;
}): readonly string[] | undefined {
  const names = tools.flatMap(({ name }) => name ?? []);
  return isOpen || names.length < tools.length ? undefined : names;
}

function folderOf({ fileName }: ts.SourceFile): string {
  return posix.dirname(fileName);
}
