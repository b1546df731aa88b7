import { findingsOf } from 'eslint-plugin-agent-safety/analysis';
import {
  agentsBelow,
  calledAt,
  effectsOfTool,
  isRemote,
  labelOf,
  mayStop,
  nameOf,
  noDisallowedCapability,
  noLethalCombination,
  noScopeWidening,
  reachOf,
  sensitivityOf,
  subjectAt,
  syntax,
} from 'eslint-plugin-agent-safety/internal/analysis';
import type { Analysis, Finding, Rule } from 'eslint-plugin-agent-safety/analysis';
import type {
  AgentFact,
  Capability,
  Delegation,
  DelegationFacts,
  RemoteAgent,
  Sensitivity,
  ts,
} from 'eslint-plugin-agent-safety/internal/analysis';
import { byPlace, placeTextOf } from '../facts/report.ts';
import type { AgentNode, DelegationEdge, GraphFinding, GraphReport, ReachedTool, ToolNode } from './report-types.ts';

/** The rules whose findings concern paths of the graph. */
const graphRules: readonly Rule[] = [noScopeWidening, noLethalCombination, noDisallowedCapability];

/**
 * Who can do what through whom, in a program.
 *
 * @param folder from where places are written
 * @param isWanted picks the files whose agents are shown, with all that these run
 */
export function graphReportOf(
  analysis: Analysis,
  folder: string,
  isWanted: (file: ts.SourceFile) => boolean,
): GraphReport {
  const { program, guardrails, delegations: facts, agentSettings: settings } = analysis;
  const made = guardrails.facts.agents.filter((agent) => isWanted(agent.node.getSourceFile()));
  const agents = new Set(made.filter((agent) => isPart(agent, facts)));
  for (const agent of [...agents]) for (const below of agentsBelow(facts, agent)) agents.add(below);
  const inOrder = sortedBy([...agents], ({ node }) => placeTextOf(node, folder));
  const remotes = new Set(
    inOrder.flatMap((agent) => facts.delegationsFrom(agent).flatMap(({ to }) => (isRemote(to) ? [to] : []))),
  );
  const agentIds = idsOf<AgentFact | RemoteAgent>([
    ...inOrder.map((agent) => [agent, labelOf(agent), fileOf(agent.node)] as const),
    ...[...remotes].map((agent) => [agent, labelOfRemote(agent), fileOf(agent.node)] as const),
  ]);
  const capabilities = new Set(inOrder.flatMap((agent) => facts.capsOf(agent)));
  const toolsInOrder = sortedBy([...capabilities], (each) => (each.kind === 'built-in' ? '' : at(each.tool.node)));
  const toolIds = idsOf(
    toolsInOrder.map((each) => [each, labelOfTool(each), each.kind === 'built-in' ? '' : fileOf(each.tool.node)]),
  );

  return {
    version: 1,
    agents: sortedBy([...inOrder.map(agentNode), ...[...remotes].map(remoteNode)], ({ id }) => id),
    tools: sortedBy(toolsInOrder.map(toolNode), ({ id }) => id),
    delegations: inOrder.flatMap((agent) => facts.delegationsFrom(agent).map(edge)),
    findings: [...ruleFindings(), ...policyFindings()],
  };

  /** What the policy of the agent's file says of it. */
  function verdictsFor({ node }: AgentFact): ReturnType<Analysis['policyVerdictsFor']> {
    return analysis.policyVerdictsFor(node.getSourceFile());
  }

  function at(node: ts.Node): string {
    return placeTextOf(node, folder);
  }

  function fileOf(node: ts.Node): string {
    return at(node).replace(/:\d+:\d+$/, '');
  }

  function agentNode(agent: AgentFact): AgentNode {
    const entries = verdictsFor(agent)?.entriesOf(agent) ?? [];
    return {
      id: idIn(agentIds, agent),
      label: labelOf(agent),
      at: at(agent.node),
      kind: 'agent',
      sdk: sdkOf(agent.model),
      holds: facts
        .holdingsOf(agent)
        .map(({ capability, isGuarded }) => ({ tool: idIn(toolIds, capability), isGuarded })),
      knowledge: facts.isOpen(agent) ? 'open' : 'closed',
      allowed: entries.length > 0 ? entries.flatMap(({ allow }) => allow) : null,
      reach: reachedBy(agent),
    };
  }

  function remoteNode(agent: RemoteAgent): AgentNode {
    return {
      id: idIn(agentIds, agent),
      label: labelOfRemote(agent),
      at: null,
      kind: 'remote',
      sdk: sdkOf(agent.model),
      holds: [],
      knowledge: 'open',
      allowed: null,
      reach: [],
    };
  }

  function sdkOf({ id }: { readonly id: string }): string {
    const own = settings.sdks.find(({ agents = [], remotes: others = [] }) =>
      [...agents, ...others].some((model) => model.id === id),
    );
    return own?.name ?? id;
  }

  function reachedBy(agent: AgentFact): readonly ReachedTool[] {
    const verdicts = verdictsFor(agent);
    const excess = new Set(verdicts?.excessesOf(agent).map(({ capability }): Capability => capability));
    const allow = verdicts?.entriesOf(agent) ?? [];
    const reached = [...reachOf(facts, agent)].map(([capability, way]): ReachedTool => {
      const isAllowed = capability.name !== undefined && verdicts?.isAllowed(agent, capability.name) === true;
      const judged = excess.has(capability) ? 'disallowed' : isAllowed ? 'allowed' : 'granted';
      return {
        tool: idIn(toolIds, capability),
        path: way.map((each) => idIn(agentIds, each)),
        verdict: allow.length === 0 ? 'unstated' : capability.name === undefined ? 'unknown' : judged,
      };
    });
    return reached.sort((a, b) => a.path.length - b.path.length || byPlace(a.tool, b.tool));
  }

  function toolNode(capability: Capability): ToolNode {
    const { kind } = capability;
    const isTool = kind === 'tool';
    const effects = isTool ? effectsOfTool(capability.tool, program) : [];
    return {
      id: idIn(toolIds, capability),
      label: labelOfTool(capability),
      at: kind === 'built-in' ? null : at(capability.tool.node),
      kind,
      class: isTool ? sensitivityOf(capability.tool, guardrails.facts).class : classOf(capability),
      effects: effects.map(({ kind: effect, sink, call }) => ({ kind: effect, sink, at: at(call) })),
    };
  }

  function classOf(capability: Capability): Sensitivity['class'] {
    const { builtIn } =
      inOrder.find(({ model }) => model.id === (capability.kind === 'built-in' && capability.sdk))?.model ?? {};
    return builtIn?.sensitive.some((name) => name === capability.name) ? 'sensitive' : 'unknown';
  }

  function edge(delegation: Delegation): DelegationEdge {
    const { from, to, via, through, place, lets, isDynamic } = delegation;
    const grants = isRemote(to) ? [] : (verdictsFor(from)?.grantsOn(from, to) ?? []);
    return {
      from: idIn(agentIds, from),
      to: idIn(agentIds, to),
      via,
      tool: through?.name ?? null,
      at: at(place),
      lets: lets ?? null,
      guards: guardsOn(delegation),
      knowledge: isDynamic ? 'dynamic' : 'closed',
      grants: grants.map(({ tools, reason }) => ({ tools, reason })),
    };
  }

  /** What the rules about delegations report of the agents that are shown. */
  function ruleFindings(): readonly GraphFinding[] {
    const files = new Set(inOrder.map((agent) => agent.node.getSourceFile()));
    return graphRules.flatMap((rule) =>
      [...files].flatMap((file) => [...findingsOf(rule, file, analysis)]).flatMap((finding) => graphFinding(finding)),
    );
  }

  function graphFinding({
    rule,
    message,
    node,
    agents: along = [],
    capabilities: tools = [],
  }: Finding): GraphFinding[] {
    const path = along.flatMap((agent) => agentIds.get(agent) ?? []);
    if (path.length < along.length) return [];
    return [
      { rule, at: at(node), message, path, tools: [...new Set(tools.flatMap((tool) => toolIds.get(tool) ?? []))] },
    ];
  }

  /** Names in the policy that are near to no agent's: the rules report the others, at the agent. */
  function policyFindings(): readonly GraphFinding[] {
    const names = new Set(inOrder.map(nameOf));
    const policies = new Set(
      program
        .getSourceFiles()
        .filter(isWanted)
        .map((file) => analysis.policyVerdictsFor(file)),
    );
    const unknownAgents = [...policies].flatMap((verdicts) => verdicts?.unknownAgents ?? []);
    return unknownAgents.flatMap(({ name, line, nearest }) =>
      nearest !== undefined && names.has(nearest)
        ? []
        : {
            rule: 'policy',
            at: null,
            message: `The policy names \`${name}\` (line ${String(line)}), and no agent has that name. Correct the name, or remove the entry.`,
            path: [],
            tools: [],
          },
    );
  }

  /** The guards of the one above that reach over the step, and those of the step. */
  function guardsOn({ from, to, through, isReturn }: Delegation): DelegationEdge['guards'] {
    if (isReturn) return [];
    const { judge } = guardrails.facts;
    const child = from.children.find(({ agent }) => agent === to.node);
    const own = [...(child?.guards ?? []), ...(through?.tool.kind === 'tool' ? through.tool.guards : [])];
    const above = [...from.guards, ...guardrails.facts.runGuardsOf(from).guards];
    const reaching = above.filter(({ guard }) => child && guard.reaches?.includes(child.via));
    return [...new Set([...own, ...reaching])]
      .map((given) => ({ given, judgement: judge.judge(given, through?.name) }))
      .filter(({ judgement }) => mayStop(judgement))
      .map(({ given, judgement }) => ({ guard: given.guard.id, at: at(judgement.node) }));
  }
}

function labelOfRemote({ name, address, model }: RemoteAgent): string {
  return name ?? address ?? model.noun.replace(/^the /, '');
}

/** A model that only writes a text is none of the graph's agents. */
function isPart(agent: AgentFact, facts: DelegationFacts): boolean {
  const { name, children, isOpen } = agent;
  if (name !== undefined || isOpen || children.length > 0 || facts.capsOf(agent).length > 0) return true;
  return facts.stepsFrom(agent).length > 0 || facts.guardrails.facts.parentsOf(agent).length > 0;
}

function labelOfTool(capability: Capability): string {
  const { kind, name } = capability;
  if (name !== undefined) return name;
  if (kind === 'tool') return subjectAt(capability.tool.node, undefined, 'a tool');
  if (kind === 'built-in') return capability.name;
  // `client.tools()` is asked of a client, and `new MCPServerStdio(…)` is the server.
  const { node } = capability.tool;
  const called = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  const asked =
    called && syntax.isPropertyAccessExpression(called) ? calledAt(called.expression, called.expression.getText()) : '';
  return `tools of ${asked === '' ? subjectAt(node, undefined, calledAt(node, 'a server')) : asked}`;
}

/** Ids by which the same thing is known again after an edit elsewhere: labels, with the file where several have the same. */
function idsOf<T>(things: readonly (readonly [thing: T, label: string, file: string])[]): ReadonlyMap<T, string> {
  const count = new Map<string, number>();
  for (const [, label] of things) count.set(label, (count.get(label) ?? 0) + 1);
  const ids = new Map<T, string>();
  const taken = new Map<string, number>();
  for (const [thing, label, file] of things) {
    const isAlone = count.get(label) === 1 || file === '';
    const plain = isAlone ? label : `${label} (${file})`;
    const earlier = taken.get(plain) ?? 0;
    taken.set(plain, earlier + 1);
    ids.set(thing, earlier === 0 ? plain : isAlone ? `${plain}#${earlier + 1}` : `${label} (${file}#${earlier + 1})`);
  }
  return ids;
}

function idIn<T>(ids: ReadonlyMap<T, string>, thing: T): string {
  const id = ids.get(thing);
  if (id === undefined) throw new Error('Something in the graph has no id: each agent and tool gets one above.');
  return id;
}

function sortedBy<T>(things: readonly T[], keyOf: (thing: T) => string): readonly T[] {
  const keys = new Map(things.map((thing) => [thing, keyOf(thing)]));
  return [...things].sort((a, b) => byPlace(keys.get(a) ?? '', keys.get(b) ?? ''));
}
