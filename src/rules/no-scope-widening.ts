import type { Policy } from '../config/policy/policy.ts';
import type { AgentFact, AgentFacts } from '../facts/agents/agents.ts';
import { nameOf } from '../facts/delegations/agent-names.ts';
import type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
import type { MinImpact } from '../facts/guardrails/sensitivity-policy.ts';
import type { DelegationFacts } from '../facts/delegations/delegation-facts.ts';
import { type WidenedTool, type Widening, wideningsFrom } from '../facts/delegations/widenings.ts';
import type { GivenTool } from '../facts/agents/tools.ts';
import type { ts } from '../type-utils/index.ts';
import { subjectAt } from '../type-utils/index.ts';
import { guarding } from './edits/guards.ts';
import { takingOut, withoutTools, withoutOptOut } from './edits/permissions.ts';
import { minImpactSchema } from './options.ts';
import { defineRule, type Report, type Suggestion } from './rule.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { placeOfStep, placeWithin, shortText } from './texts/places.ts';
import { agentText, doesText, listText, remedyFor, subjectText, toolText } from './texts/tools.ts';

/**
 * `minImpact`: the least that a tool must be able to break. `checkUnknown`: tools with unknown effects count as sensitive.
 * `checkUnguarded`: tools count that have no guard in the sub-agent at all.
 */
export interface Options {
  readonly checkUnguarded: boolean;
  readonly checkUnknown: boolean;
  readonly minImpact: MinImpact;
}

type MessageId = Widening['kind'] | 'addGuard' | 'removeEntry';

export const noScopeWidening = defineRule<MessageId, Options>({
  name: 'no-scope-widening',
  docs: {
    description: 'Disallow delegating to an agent that can do more than the one that delegates',
    layer: 'lattice',
    // A tool without a guard is one finding in `recommended`: that of `require-guardrail`, where the guard is missing.
    presets: {
      recommended: ['warn', { checkUnguarded: false }],
      strict: ['error', { checkUnknown: true, minImpact: 'low' }],
    },
  },
  hasSuggestions: true,
  messages: {
    addGuard: suggestionTexts.addGuard,
    bypassed:
      '{{child}} runs {{tools}} without approval by its own `permissionMode`, `{{mode}}`, which {{parent}} does not have. Remove that.',
    removeEntry: suggestionTexts.removeEntry,
    escaped:
      '{{tool}} is guarded for {{parent}} but not for {{child}}, which {{parent}} can delegate to. {{remedy}} for {{child}} as well.',
    inherited:
      '{{child}} is described with "{{words}}", and inherits {{tools}} from {{parent}}. List the `tools` that it needs.',
    listed:
      '{{child}} lists `{{tool}}`, which {{parent}} does not have. Remove it, or give it to both and decide in a hook.',
    switchedOff:
      '{{parent}} requires approval for {{tool}}, and {{child}} switches that off for itself with `{{value}}`. Remove that.',
    unfiltered:
      '{{parent}} has only {{tools}} of a server, but can have {{child}} run others of it without a guard. Filter them for {{child}} as well, or guard them.',
    widened:
      '{{parent}} lacks {{tool}}, which {{what}}, but can have {{child}} run it without a guard. {{remedy}}, or remove the tool.',
    wildcard:
      '{{child}} gets all tools that `{{entry}}` matches, which the list of {{parent}} does not hold. Name those that it needs.',
  },
  options: {
    properties: {
      checkUnguarded: {
        type: 'boolean',
        description: 'Report a delegation also for tools without any guard, which `require-guardrail` reports.',
      },
      checkUnknown: {
        type: 'boolean',
        description: 'Count tools with unknown effects as sensitive.',
      },
      minImpact: minImpactSchema,
    },
    defaults: { checkUnguarded: true, checkUnknown: false, minImpact: 'high' },
  },
  *check(file, analysis, { checkUnknown: countUnknown, checkUnguarded: countUnguarded, minImpact }) {
    const { delegations } = analysis;
    for (const agent of analysis.agents.madeIn(file)) {
      const verdicts = analysis.policyVerdictsFor(file);
      const question = { countUnknown, countUnguarded, minImpact, verdicts };
      for (const widening of wideningsFrom(agent, delegations, question))
        yield reportOf(widening, agent, delegations, verdicts?.policy);
    }
  },
});

function reportOf(
  widening: Widening,
  agent: AgentFact,
  delegations: DelegationFacts,
  policy: Policy | undefined,
): Report<MessageId> {
  const { from, to } = widening.delegation;
  const startsWithParent = ['switchedOff', 'unfiltered', 'widened'].includes(widening.kind);
  const names = { parent: nameText(from, startsWithParent), child: nameText(to, atStart.has(widening.kind)) };
  const tools = givenIn(widening);
  return {
    node: placeWithin(placeOf(widening), agent.node),
    messageId: widening.kind,
    data: sentenceData(widening, names, agent.node),
    witnesses: tools.map(({ tool }) => ({ node: tool.node, role: 'tool' })),
    agents: [from, to],
    capabilities: tools.flatMap((given) => delegations.heldAs(to, given) ?? []),
    suggestions: remediesFor(widening, agent, delegations.guardrails.facts, policy),
  };
}

/** The tools of the sub-agent that it concerns. */
function givenIn(widening: Widening): readonly GivenTool[] {
  if (widening.kind === 'unfiltered') return [widening.given];
  const hasTools = widening.kind === 'escaped' || widening.kind === 'widened' || widening.kind === 'switchedOff';
  return hasTools ? widening.tools.map(({ given }) => given) : [];
}

function remediesFor(
  widening: Widening,
  agent: AgentFact,
  agents: AgentFacts,
  policy: Policy | undefined,
): readonly Suggestion<MessageId>[] {
  const { to } = widening.delegation;
  const file = agent.node.getSourceFile();
  switch (widening.kind) {
    case 'listed':
      return takingOut([widening.node], `\`${widening.tool}\``, agent.node, '`tools`');
    case 'switchedOff':
      return withoutOptOut(widening.node, to, file);
    case 'escaped':
    case 'widened': {
      const tools = widening.tools.map(({ given }) => given);
      const unguarded = tools.map((given) => ({ agent: to, given }));
      const names = tools.map(({ name }) => toolText(name)).join(', ');
      const isRemovable =
        widening.kind === 'widened' && to.node.getSourceFile() === file && isLastStep(widening, agents, policy);
      return [...guarding(unguarded, file, agents), ...(isRemovable ? withoutTools(to, tools, names) : [])];
    }
    default:
      return [];
  }
}

/**
 * Whether no other agent is above or below the two, and no grant concerns them: what one of them lacks then would be another
 * step that widens, or a grant of nothing.
 */
function isLastStep({ delegation: { from, to } }: Widening, agents: AgentFacts, policy: Policy | undefined): boolean {
  const isGranted = policy?.grants.some((grant) => grant.to === nameOf(to)) === true;
  return to.children.length === 0 && agents.parentsOf(from).length === 0 && !isGranted;
}

/** The sentence starts with the agent below. */
const atStart: ReadonlySet<Widening['kind']> = new Set(['bypassed', 'inherited', 'listed', 'wildcard']);

function sentenceData(
  widening: Widening,
  names: { readonly parent: string; readonly child: string },
  around: ts.Node,
): Record<string, string> {
  switch (widening.kind) {
    case 'bypassed':
      return {
        ...names,
        ...(widening.name !== undefined && { child: `\`${widening.name}\`` }),
        tools: listText(widening.tools),
        mode: widening.mode,
      };
    case 'inherited':
      return { ...names, words: widening.words, tools: listText(widening.tools) };
    case 'unfiltered':
      return { ...names, tools: firstOf(widening.own) };
    case 'wildcard':
      return { ...names, entry: widening.entry };
    case 'listed':
      return { ...names, tool: widening.tool };
    case 'switchedOff':
      return { ...names, tool: namesText(widening.tools, 'a tool'), value: shortText(widening.node) };
    case 'escaped':
    case 'widened': {
      const { delegation, tools } = widening;
      const [{ given, sensitivity }] = tools;
      return {
        ...names,
        tool: namesText(tools, widening.kind === 'escaped' ? 'A tool' : 'a tool'),
        ...(widening.kind === 'widened' ? { what: whatText(sensitivity, around) } : {}),
        remedy: remedyFor(delegation.to, given),
      };
    }
  }
}

/** The first of some names, and how many others there are. */
function firstOf([first = '', ...others]: readonly string[]): string {
  return subjectText(toolText(first), others.length);
}

/** The first of some tools, and how many others there are. */
function namesText([{ given }, ...others]: readonly [WidenedTool, ...WidenedTool[]], unnamed: string): string {
  return subjectText(given.name === undefined ? unnamed : toolText(given.name), others.length);
}

/** An agent by its name, or that of the variable that holds it, or what it is. */
function nameText(agent: AgentFact, isFirst: boolean): string {
  const held = subjectAt(agent.node, undefined, '');
  return agent.name === undefined && held !== '' ? `\`${held}\`` : agentText(agent, isFirst);
}

/** What a tool does, after "which". */
function whatText(sensitivity: Sensitivity, around: ts.Node): string {
  return sensitivity.class === 'sensitive' ? doesText(sensitivity, around) : 'may change anything';
}

/** Where the step is made, or what switches a guard off. */
function placeOf(widening: Widening): ts.Node {
  return 'node' in widening ? widening.node : placeOfStep(widening.delegation);
}
