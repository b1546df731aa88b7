import type { AgentFact } from '../facts/agents/agents.ts';
import type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
import type { DelegationFacts } from '../facts/delegations/delegation-facts.ts';
import { type Widening, wideningsFrom } from '../facts/delegations/widenings.ts';
import type { ts } from '../type-utils/index.ts';
import { subjectAt } from '../type-utils/index.ts';
import { defineRule, type Report } from './rule.ts';
import { placeOfStep, placeWithin, shortText } from './texts/places.ts';
import { agentText, listText, remedyFor, toolText, witnessText } from './texts/tools.ts';

/** `checkUnknown`: tools with unknown effects count as sensitive. */
export interface Options {
  readonly checkUnknown: boolean;
}

export const noScopeWidening = defineRule<Widening['kind'], Options>({
  name: 'no-scope-widening',
  docs: {
    description: 'Disallow delegating to an agent that can do more than the one that delegates',
    layer: 'lattice',
    presets: { recommended: 'warn', strict: ['error', { checkUnknown: true }] },
  },
  messages: {
    escaped:
      '{{tool}} is guarded for {{parent}} but not for {{child}}, which {{parent}} can delegate to. {{remedy}} for {{child}} as well.',
    inherited:
      '{{child}} is described with "{{words}}", and inherits {{tools}} from {{parent}}. List the `tools` that it needs.',
    listed:
      '{{child}} lists `{{tool}}`, which {{parent}} does not have. Remove it, or give it to both and decide in a hook.',
    switchedOff:
      '{{parent}} requires approval for {{tool}}, and {{child}} switches that off for itself with `{{value}}`. Remove that.',
    widened:
      '{{parent}} lacks {{tool}}, which {{what}}, but can have {{child}} run it without a guard. {{remedy}}, or remove the tool.',
    wildcard:
      '{{child}} gets all tools that `{{entry}}` matches, which the list of {{parent}} does not hold. Name those that it needs.',
  },
  options: {
    properties: {
      checkUnknown: {
        type: 'boolean',
        description: 'Count tools with unknown effects as sensitive.',
      },
    },
    defaults: { checkUnknown: false },
  },
  *check(file, analysis, { checkUnknown: countUnknown }) {
    const { delegations } = analysis;
    for (const agent of analysis.agents.madeIn(file)) {
      const verdicts = analysis.policyVerdictsFor(file);
      for (const widening of wideningsFrom(agent, delegations, { countUnknown, verdicts }))
        yield reportOf(widening, agent, delegations);
    }
  },
});

function reportOf(widening: Widening, agent: AgentFact, delegations: DelegationFacts): Report<Widening['kind']> {
  const { from, to } = widening.delegation;
  const startsWithParent = widening.kind === 'switchedOff' || widening.kind === 'widened';
  const names = { parent: nameText(from, startsWithParent), child: nameText(to, atStart.has(widening.kind)) };
  const given = 'given' in widening ? widening.given : undefined;
  const held = given && delegations.heldAs(to, given);
  return {
    node: placeWithin(placeOf(widening), agent.node),
    messageId: widening.kind,
    data: sentenceData(widening, names, agent.node),
    witnesses: given ? [{ node: given.tool.node, role: 'tool' }] : [],
    agents: [from, to],
    capabilities: held ? [held] : [],
  };
}

/** The sentence starts with the agent below. */
const atStart: ReadonlySet<Widening['kind']> = new Set(['inherited', 'listed', 'wildcard']);

function sentenceData(
  widening: Widening,
  names: { readonly parent: string; readonly child: string },
  around: ts.Node,
): Record<string, string> {
  switch (widening.kind) {
    case 'inherited':
      return { ...names, words: widening.words, tools: listText(widening.tools) };
    case 'wildcard':
      return { ...names, entry: widening.entry };
    case 'listed':
      return { ...names, tool: widening.tool };
    case 'switchedOff':
      return { ...names, tool: toolText(widening.given.name), value: shortText(widening.node) };
    case 'escaped':
    case 'widened': {
      const { delegation, given, sensitivity } = widening;
      return {
        ...names,
        tool: given.name === undefined && widening.kind === 'escaped' ? 'A tool' : toolText(given.name),
        ...(widening.kind === 'widened' ? { what: whatText(sensitivity, around) } : {}),
        remedy: remedyFor(delegation.to, given),
      };
    }
  }
}

/** An agent by its name, or that of the variable that holds it, or what it is. */
function nameText(agent: AgentFact, isFirst: boolean): string {
  const held = subjectAt(agent.node, undefined, '');
  return agent.name === undefined && held !== '' ? `\`${held}\`` : agentText(agent, isFirst);
}

/** What a tool does, after "which". */
function whatText(sensitivity: Sensitivity, around: ts.Node): string {
  if (sensitivity.class !== 'sensitive') return 'may change anything';
  if (sensitivity.effect) return `reaches ${witnessText(sensitivity.effect, around)}`;
  return sensitivity.does ? `is there to ${sensitivity.does}` : 'is said to be destructive';
}

/** Where the step is made, or what switches a guard off. */
function placeOf(widening: Widening): ts.Node {
  return 'node' in widening ? widening.node : placeOfStep(widening.delegation);
}
