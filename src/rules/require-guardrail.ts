import {
  typeMatchesSomeSpecifier,
  type TypeOrValueSpecifier,
  typeOrValueSpecifiersSchema,
} from '@typescript-eslint/type-utils';
import type { TSESTree } from '@typescript-eslint/utils';
import type { AgentFact } from '../facts/agents/agents.ts';
import { builtInPermissionOf } from '../facts/agents/built-in-tools.ts';
import { hasGuardAskedAnyway, type Invocation, invocationAt, isDecided } from '../facts/guardrails/invocations.ts';
import type { ModelledCall } from '../facts/agents/modelled-calls.ts';
import { isOfReadingServers } from '../facts/agents/reading-servers.ts';
import { changes, type Sensitivity, sensitivityOf } from '../facts/guardrails/sensitivity.ts';
import type { GivenTool } from '../facts/agents/tools.ts';
import type { Effect } from '../program/effects/effects.ts';
import type { ts } from '../type-utils/index.ts';
import { calledName, syntax } from '../type-utils/index.ts';
import { createRule } from './create-rule.ts';
import { eachModelledCall, guardrailsFor } from './modelled-calls.ts';
import { locationOf, placeWithin } from './texts/places.ts';
import { agentText, listText, othersText, remedyFor, toolText, witnessText } from './texts/tools.ts';

/**
 * `checkUnknown`: a tool of which it cannot be told what it does, or that only sends something, is sensitive.
 * `allow`: types of tools that need no guardrail.
 */
export type Options = [{ readonly allow: readonly TypeOrValueSpecifier[]; readonly checkUnknown: boolean }];

type MessageId = 'allowed' | 'invoked' | 'unguarded' | 'unguardedImport' | 'unguardedServer' | 'unguardedUnknown';

export const requireGuardrail = createRule<Options, MessageId>({
  name: 'require-guardrail',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require a decision before an agent or the program runs a sensitive tool',
      layer: 'guardrail',
      presets: { recommended: 'warn', strict: ['error', { checkUnknown: true }] },
      requiresTypeChecking: true,
    },
    messages: {
      allowed:
        '`allowedTools` lets {{agent}} run {{tools}} without asking, and no hook decides. Take that out, so that `canUseTool` is asked.',
      invoked:
        '`{{call}}` runs {{tool}}, {{what}}, and not every path to it goes through a decision. Ask first, with its name or input, and return if the answer is no.',
      unguardedImport:
        '{{agent}} can run tools of `{{source}}`, which nothing declares, and nothing decides before. Make the import resolve, or have the tools approved.',
      unguarded: '{{agent}} can run {{tool}}, {{what}}, and nothing decides before. {{remedy}}.',
      unguardedServer:
        '{{agent}} can run all tools of this server, and nothing decides before. Name those that only read, or have the others approved.',
      unguardedUnknown: '{{agent}} can run {{tool}}, and nothing decides before; {{what}}. {{remedy}}.',
    },
    schema: [
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          allow: { ...typeOrValueSpecifiersSchema, description: 'Types of tools that need no guardrail.' },
          checkUnknown: {
            type: 'boolean',
            description: 'Count a tool as sensitive when what it does cannot be told, or when it only sends something.',
          },
        },
      },
    ],
    defaultOptions: [{ allow: [], checkUnknown: false }],
  },
  create(context, [{ allow, checkUnknown }]) {
    const guardrails = guardrailsFor(context);
    const { facts, decisions } = guardrails;
    const { program } = facts;

    return eachModelledCall(context, guardrails, check);

    function check({ call, kinds }: ModelledCall): void {
      if (kinds.includes('agent')) {
        facts.agentsAt(call).forEach(checkAgent);
        return;
      }
      const invocation = kinds.includes('invocation') ? invocationAt(call, facts) : undefined;
      if (invocation) checkInvocation(invocation);
    }

    function checkAgent(agent: AgentFact): void {
      // One definition may make several tools.
      const definitions = new Set(agent.tools.map(({ tool }) => tool.node));
      for (const node of definitions)
        checkGiven(
          agent,
          agent.tools.filter(({ tool }) => tool.node === node),
        );
      checkBuiltIn(agent);
      const [unresolved] = checkUnknown ? facts.unresolvedToolsOf(agent) : [];
      if (unresolved && !guardrails.areUnknownToolsGuarded(agent))
        context.report({
          loc: locationOf(placeWithin(unresolved, agent.node)),
          messageId: 'unguardedImport',
          data: { agent: agentText(agent, true), source: rootTextOf(unresolved) },
        });
    }

    function checkGiven(agent: AgentFact, [given, ...others]: readonly GivenTool[]): void {
      if (!given) return;
      const { tool } = given;
      if (tool.kind === 'agent' || isAllowed(tool.node)) return;
      if (tool.kind === 'set' && (!checkUnknown || tool.only || isOfReadingServers(tool, facts.evaluator))) return;
      // To find out what a tool does takes more time than what guards it.
      const { isGuarded, failures } = guardrails.verdictOf(agent, given);
      if (isGuarded || failures.length > 0) return;
      const sensitivity = tool.kind === 'tool' ? sensitivityOf(tool, facts, checkUnknown) : undefined;
      if (sensitivity && (isTakenForReading(sensitivity, given.name) || !isSensitive(sensitivity))) return;
      const loc = placeOf(agent, given);
      if (!sensitivity) {
        context.report({ loc, messageId: 'unguardedServer', data: { agent: agentText(agent, true) } });
        return;
      }
      context.report({
        loc,
        messageId: sensitivity.class === 'unknown' ? 'unguardedUnknown' : 'unguarded',
        data: {
          agent: agentText(agent, true),
          tool: othersText(toolText(given.name ?? ('name' in tool ? tool.name : undefined)), others.length),
          what: whatText(sensitivity, agent.node),
          remedy: remedyFor(agent, given),
        },
      });
    }

    function checkBuiltIn(agent: AgentFact): void {
      const permission = builtInPermissionOf(agent, facts);
      if (!permission || permission.bypass) return;
      const unasked = permission.allowed.filter(({ name, tool }) => {
        const sensitivity = tool?.tool.kind === 'tool' ? sensitivityOf(tool.tool, facts, checkUnknown) : undefined;
        if (sensitivity && (isTakenForReading(sensitivity, name) || !isSensitive(sensitivity))) return false;
        // A function that is there and never asked is another rule's concern.
        return !agent.guards.some((guard) => {
          const { outcome } = facts.judge.judge(guard, name);
          return outcome !== 'absent' && (!guard.guard.isGeneral || outcome !== 'inert');
        });
      });
      const [first] = unasked;
      if (!first) return;
      context.report({
        loc: locationOf(placeWithin(first.node, agent.node)),
        messageId: 'allowed',
        data: { agent: agentText(agent, false), tools: listText([...new Set(unasked.map(({ name }) => name))]) },
      });
    }

    function checkInvocation(invocation: Invocation): void {
      const { call, tools, model, name } = invocation;
      const known = tools.map((tool) => sensitivityOf(tool, facts, checkUnknown));
      const sensitivity =
        known.find((each) => isSensitive(each) && !isTakenForReading(each, name)) ??
        (tools.length === 0 ? ({ class: 'unknown' } as const) : undefined);
      if (!sensitivity || !isSensitive(sensitivity) || tools.some((tool) => isAllowed(tool.node))) return;
      if (tools.length === 0 && name !== undefined && facts.matcher.isReadingName(name)) return;
      const asksItself = tools.some(
        (tool) =>
          (tool.handler !== undefined && decisions.asks(tool.handler)) || hasGuardAskedAnyway(tool, model, facts),
      );
      if (asksItself) return;
      if (isDecided(invocation, decisions)) return;
      context.report({
        loc: locationOf(call),
        messageId: 'invoked',
        data: {
          call: calledName(call) ?? '',
          tool: toolText(name),
          what: whatText(sensitivity, call),
        },
      });
    }

    function isSensitive(sensitivity: Sensitivity): boolean {
      if (sensitivity.class !== 'sensitive') return sensitivity.class === 'unknown' && checkUnknown;
      return checkUnknown || !sensitivity.effect || changes.includes(sensitivity.effect.kind);
    }

    /** What a tool does that only sends something, or cannot be told, is taken to be what its name says. */
    function isTakenForReading(sensitivity: Sensitivity, name: string | undefined): boolean {
      const isOpen = sensitivity.class === 'unknown' || isRequest(sensitivity);
      return isOpen && name !== undefined && facts.matcher.isReadingName(name);
    }

    function isAllowed(node: ts.Node): boolean {
      if (allow.length === 0) return false;
      const type = program.getTypeChecker().getTypeAtLocation(node);
      return typeMatchesSomeSpecifier(type, [...allow], program);
    }
  },
});

/** What only sends something may be a search. */
function isRequest({ class: kind, effect }: Sensitivity & { readonly effect?: Effect }): boolean {
  return kind === 'sensitive' && effect?.kind === 'egress';
}

/** Where the agent is given a tool, as far as that is in the call; otherwise the call itself. */
function placeOf(agent: AgentFact, { place }: GivenTool): TSESTree.SourceLocation {
  return locationOf(placeWithin(place, agent.node));
}

/** `registry` of `registry.tools(input)`. */
function rootTextOf(expression: ts.Expression): string {
  const node = syntax.withoutAssertions(expression);
  return syntax.isCallExpression(node) ||
    syntax.isPropertyAccessExpression(node) ||
    syntax.isElementAccessExpression(node)
    ? rootTextOf(node.expression)
    : node.getText();
}

function whatText(sensitivity: Sensitivity, from: ts.Node): string {
  if (sensitivity.class === 'unknown') {
    const name = sensitivity.call && calledName(sensitivity.call);
    return name === undefined ? 'what it does cannot be told here' : `what \`${name}\` does cannot be told here`;
  }
  if (sensitivity.class === 'harmless') return '';
  if (sensitivity.effect) return `which reaches ${witnessText(sensitivity.effect, from)}`;
  if (sensitivity.does) return sensitivity.does === 'execute' ? 'which runs commands' : 'which changes files';
  return 'which says `destructiveHint: true`';
}
