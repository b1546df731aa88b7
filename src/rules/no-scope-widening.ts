import type { AgentFact } from '../facts/agents/agents.ts';
import type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
import { policyVerdictsOf } from '../facts/delegations/authority.ts';
import { delegationFactsOf } from '../facts/delegations/delegation-facts.ts';
import { type Widening, wideningsFrom } from '../facts/delegations/widenings.ts';
import type { ts } from '../type-utils/index.ts';
import { subjectAt } from '../type-utils/index.ts';
import { createRule } from './create-rule.ts';
import { eachAgent, guardrailsFor, policyFor } from './modelled-calls.ts';
import { locationOf, placeOfStep, placeWithin, shortText } from './texts/places.ts';
import { agentText, listText, remedyFor, toolText, witnessText } from './texts/tools.ts';

/** `checkUnknown`: tools of which it cannot be told what they do count as sensitive. */
export type Options = [{ readonly checkUnknown: boolean }];

export const noScopeWidening = createRule<Options, Widening['kind']>({
  name: 'no-scope-widening',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow handing a task to an agent that can do more than the one that hands it over',
      layer: 'lattice',
      presets: { recommended: 'warn', strict: ['error', { checkUnknown: true }] },
      requiresTypeChecking: true,
    },
    messages: {
      escaped:
        'Somebody decides before {{parent}} runs {{tool}}, and nobody does where it has {{child}} run it. {{remedy}} for {{child}} as well.',
      inherited:
        '{{child}} is described with "{{words}}", and inherits {{tools}} from {{parent}}. List the `tools` that it needs.',
      listed:
        '{{child}} lists `{{tool}}`, and {{parent}} does without it. Take it out, or let both have it, and a hook decide.',
      switchedOff:
        '{{parent}} requires a decision before {{tool}}, and {{child}} switches that off for itself by `{{value}}`. Take it out.',
      widened:
        '{{parent}} can have {{child}} run {{tool}}, which {{what}}; it lacks that tool itself, and nobody decides. {{remedy}}, or take the tool away.',
      wildcard:
        '{{child}} gets all tools that `{{entry}}` stands for, and the list of {{parent}} does not hold them. Name those that it needs.',
    },
    schema: [
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          checkUnknown: {
            type: 'boolean',
            description: 'Count tools of which it cannot be told what they do as sensitive.',
          },
        },
      },
    ],
    defaultOptions: [{ checkUnknown: false }],
  },
  create(context, [{ checkUnknown }]) {
    const guardrails = guardrailsFor(context);
    const policyOfFile = policyFor(context);

    return eachAgent(context, guardrails, check);

    function check(agent: AgentFact): void {
      const policy = policyOfFile();
      const facts = delegationFactsOf(guardrails);
      const verdicts = policy && policyVerdictsOf(policy, facts);
      for (const widening of wideningsFrom(agent, facts, { isUnknownAsked: checkUnknown, verdicts }))
        report(widening, agent);
    }

    function report(widening: Widening, agent: AgentFact): void {
      const { from, to } = widening.delegation;
      const startsWithParent = widening.kind === 'switchedOff' || widening.kind === 'widened';
      const names = {
        parent: nameText(from, startsWithParent),
        child: nameText(to, atStart.has(widening.kind)),
      };
      const place = placeWithin(placeOf(widening), agent.node);
      context.report({
        loc: locationOf(place),
        messageId: widening.kind,
        data: sentenceData(widening, names, agent.node),
      });
    }
  },
});

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
        tool: toolText(given.name),
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
