import {
  builtInPermissionOf,
  effectsOfTool,
  invocationAt,
  invocationVerdictOf,
  impactOf,
  judgedEffectsOf,
  anySensitivity,
  SensitivityPolicy,
  toolVerdictOf,
} from 'eslint-plugin-agent-safety/internal/analysis';
import type { Analysis } from 'eslint-plugin-agent-safety/analysis';
import type {
  AgentFact,
  Effect,
  GivenGuard,
  GivenTool,
  Impact,
  InvocationVerdict,
  Sensitivity,
  ToolFact,
  ToolSetFact,
  ToolVerdict,
  ts,
} from 'eslint-plugin-agent-safety/internal/analysis';
import type { Registry } from 'eslint-plugin-agent-safety/internal/registry';
import { pathIn } from '../paths.ts';

/** A place: `src/tools.ts:12:3`, from the folder that a report is for (the root of the repository), with `/`. Lines and columns count from 1. */
export type PlaceText = string;

/** What the rules know of a project's tools, agents and guards. Sorted by place; the same for the same sources. */
export interface FactsReport {
  /** The tool registries that hold for its files. None: the rules that compare with a registry are silent. */
  readonly registries: readonly RegistryReport[];
  readonly tools: readonly ToolReport[];
  readonly servers: readonly ServerReport[];
  readonly agents: readonly AgentReport[];
  readonly invocations: readonly InvocationReport[];
}

/** A registry document of one server. */
export interface RegistryReport {
  /** From the same folder as places. */
  readonly path: string;
  readonly server: string;
  /** `sha256-<hex>` of its canonical JSON. */
  readonly pin: string;
  readonly tools: number;
  /** How many of them nothing relies on, since their entries are not reviewed. */
  readonly drafts: number;
}

export interface ToolReport {
  readonly at: PlaceText;
  readonly model: string;
  readonly name: string | null;
  /** What it is, by its author's word or by what it reaches. */
  readonly class: Sensitivity['class'];
  /** What it can break at most, by how much of it the model decides; null where it is unknown what it does. */
  readonly impact: Impact | null;
  readonly effects: readonly EffectReport[];
  readonly hints: Readonly<Record<string, unknown>>;
  readonly handler: PlaceText | null;
  readonly input: PlaceText | null;
  readonly output: PlaceText | null;
  readonly guards: readonly GuardReport[];
}

export interface EffectReport {
  readonly kind: string;
  readonly sink: string;
  readonly at: PlaceText;
  /** What it can break; null of what only reads. */
  readonly impact: Impact | null;
}

export interface GuardReport {
  readonly guard: string;
  readonly outcome: string;
  readonly at: PlaceText;
}

/** Tools that are not in the program. */
export interface ServerReport {
  readonly at: PlaceText;
  readonly model: string;
  /** Those that are let in; null for all. */
  readonly only: readonly string[] | null;
  readonly guards: readonly GuardReport[];
}

export interface AgentReport {
  readonly at: PlaceText;
  readonly model: string;
  readonly name: string | null;
  readonly tools: readonly AgentToolReport[];
  /** Whether it may have more tools than these. */
  readonly isOpen: boolean;
  /** Tools that the SDK brings and that write, delete or execute. */
  readonly builtIn: readonly string[];
  /** Tools that the SDK brings and that it lists or lets run, as `graph` shows them. */
  readonly held: readonly string[];
  readonly guards: readonly GuardReport[];
  readonly children: readonly { readonly at: PlaceText; readonly via: string }[];
}

export interface AgentToolReport {
  /** In this agent. */
  readonly name: string | null;
  /** What defines it. */
  readonly at: PlaceText;
  /** Whether a guard may stop it. */
  readonly isGuarded: boolean;
  /** As `require-guardrail` decides it in `strict`; `unknown` is unguarded too, of a tool of which it is unknown what it does. */
  readonly verdict: ToolVerdict['kind'] | 'unknown';
}

export interface InvocationReport {
  readonly at: PlaceText;
  readonly model: string;
  readonly tool: string | null;
  /** As that of a tool. */
  readonly verdict: InvocationVerdict['kind'] | 'unknown';
}

/** What the rules see in a program. `folder` is what places are told from; `isWanted` picks the files. */
export function factsReportOf(
  analysis: Analysis,
  folder: string,
  isWanted: (file: ts.SourceFile) => boolean,
): FactsReport {
  const { program, guardrails, agents: facts } = analysis;
  const at = (node: ts.Node): PlaceText => placeTextOf(node, folder);
  let namesInAgents: ReturnType<typeof namesByNode> | undefined;
  const tools: ToolReport[] = [];
  const servers: ServerReport[] = [];
  const agents: AgentReport[] = [];
  const invocations: InvocationReport[] = [];
  const registries = new Map<string, RegistryReport>();
  for (const file of program.getSourceFiles()) {
    if (!isWanted(file)) continue;
    for (const registry of analysis.registriesFor(file)?.all ?? [])
      registries.set(registry.path, registryReport(registry));
    // Of the rule in `strict`, which counts what is unknown; the report marks it.
    const policy = new SensitivityPolicy(facts, anySensitivity, analysis.toolClassesFor(file));
    for (const { call, kinds } of facts.calls.in(file)) {
      for (const tool of kinds.includes('tool') || kinds.includes('toolSet') ? facts.toolsAt(call) : []) {
        if (tool.kind === 'tool') tools.push(toolReport(tool, policy));
        if (tool.kind === 'set') servers.push(serverReport(tool));
      }
      if (kinds.includes('agent')) agents.push(...facts.agentsAt(call).map((agent) => agentReport(agent, policy)));
      const invocation = kinds.includes('invocation') ? invocationAt(call, facts) : undefined;
      if (!invocation) continue;
      invocations.push({
        at: at(call),
        model: invocation.model.id,
        tool: invocation.name ?? null,
        verdict: named(invocationVerdictOf(invocation, guardrails, policy)),
      });
    }
  }
  const documents = [...registries.values()].sort((a, b) => byPlace(a.path, b.path));
  return {
    registries: documents,
    tools: sorted(tools),
    servers: sorted(servers),
    agents: sorted(agents),
    invocations: sorted(invocations),
  };

  function named<Kind extends string>(
    verdict: { readonly kind: Kind } | Extract<ToolVerdict, { kind: 'unguarded' }>,
  ): Kind | 'unguarded' | 'unknown' {
    return 'sensitivity' in verdict && verdict.sensitivity.class === 'unknown' ? 'unknown' : verdict.kind;
  }

  function registryReport({ path, serverId, pin, tools: lines }: Registry): RegistryReport {
    const drafts = [...lines.values()].filter(({ isReviewed }) => !isReviewed).length;
    return { path: pathIn(folder, { fileName: path }), server: serverId, pin, tools: lines.size, drafts };
  }

  function toolReport(tool: ToolFact, policy: SensitivityPolicy): ToolReport {
    const { node, model, name, handler, hints, input, output } = tool;
    const effects = effectsOfTool(tool, program);
    // What can break most comes first: of an effect with several paths that counts.
    const judged = judgedEffectsOf(facts, tool);
    const sensitivity = policy.of(tool);
    return {
      at: at(node),
      model: model.id,
      name: name ?? nameInAgents(node) ?? null,
      class: sensitivity.class,
      impact: impactOf(sensitivity),
      effects: sorted(
        effects.map((effect: Effect) => {
          const { kind, sink, call } = effect;
          const most = judged.find((each) => each.effect.call === call && each.effect.kind === kind);
          return { kind, sink, at: at(call), impact: most?.impact ?? null };
        }),
      ),
      hints: Object.fromEntries([...hints].map(([hint, { value }]) => [hint, value])),
      handler: handler ? at(handler) : null,
      input: input ? at(input) : null,
      output: output ? at(output) : null,
      guards: guardReports(tool.guards, name),
    };
  }

  /** The name that all agents give to what a call defines: the key that it is under. */
  function nameInAgents(node: ts.Node): string | undefined {
    namesInAgents ??= namesByNode(facts.agents.flatMap((agent) => agent.tools));
    const [name, ...others] = namesInAgents.get(node) ?? [];
    return others.length === 0 ? name : undefined;
  }

  function serverReport({ node, model, only, guards: own }: ToolSetFact): ServerReport {
    return {
      at: at(node),
      model: model.id,
      only: only ? [...only.names].sort() : null,
      guards: guardReports(own, undefined),
    };
  }

  function agentReport(agent: AgentFact, policy: SensitivityPolicy): AgentReport {
    const { node, model, name, isOpen, children } = agent;
    return {
      at: at(node),
      model: model.id,
      name: name ?? null,
      tools: agent.tools.map((given: GivenTool) => ({
        name: given.name ?? null,
        at: at(given.tool.node),
        isGuarded: guardrails.verdictOf(agent, given).isGuarded,
        verdict: named(toolVerdictOf(agent, given, guardrails, policy)),
      })),
      isOpen,
      builtIn: builtInPermissionOf(agent, facts)?.sensitive ?? [],
      held: analysis.delegations
        .holdingsOf(agent)
        .flatMap(({ capability }) => (capability.kind === 'built-in' ? capability.name : [])),
      guards: guardReports([...agent.guards, ...facts.runGuardsOf(agent).guards], undefined),
      children: sorted(children.map((child) => ({ at: at(child.agent), via: child.via }))),
    };
  }

  /** Those that there are; what is not given is no fact. */
  function guardReports(given: readonly GivenGuard[], tool: string | undefined): readonly GuardReport[] {
    return given.flatMap((each) => {
      const { outcome, node } = facts.judge.judge(each, tool);
      return outcome === 'absent' ? [] : [{ guard: each.guard.id, outcome, at: at(node) }];
    });
  }
}

function namesByNode(given: readonly GivenTool[]): ReadonlyMap<ts.Node, ReadonlySet<string | undefined>> {
  const names = new Map<ts.Node, Set<string | undefined>>();
  for (const { name, tool } of given) names.set(tool.node, (names.get(tool.node) ?? new Set()).add(name));
  return names;
}

/** Where a node is, told from a folder. */
export function placeTextOf(node: ts.Node, folder: string): PlaceText {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${pathIn(folder, file)}:${String(line + 1)}:${String(character + 1)}`;
}

function sorted<T extends { readonly at: PlaceText }>(reports: readonly T[]): readonly T[] {
  return [...reports].sort((a, b) => byPlace(a.at, b.at));
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** The order of places: by file, line and column. */
export function byPlace(a: PlaceText, b: PlaceText): number {
  return inOrder.compare(a, b);
}
