import type { AgentFact } from '../facts/agents/agents.ts';
import { approvesAll } from '../facts/guardrails/approvals.ts';
import { type BuiltInPermission, builtInPermissionOf } from '../facts/agents/built-in-tools.ts';
import type { Failure } from '../facts/guardrails/guardrails.ts';
import { mayStop } from '../facts/agents/guards.ts';
import type { ModelledCall } from '../facts/agents/modelled-calls.ts';
import { type Call, isCall } from '../facts/agents/matcher.ts';
import { anySensitivity, SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
import type { GivenTool, ToolFact } from '../facts/agents/tools.ts';
import { type UnknownOption, unknownOptionsOf } from '../facts/agents/unknown-options.ts';
import type { Guard } from '../models/agents/agent-sdk.ts';
import { nearestOf } from '../config/nearest.ts';
import type { ts } from '../type-utils/index.ts';
import { calledName, isInside, syntax, takesOption } from '../type-utils/index.ts';
import { switchingMode, takingOut } from './edits/permissions.ts';
import { withGuard } from './edits/guards.ts';
import { negated } from './edits/functions.ts';
import { replaced } from './edits/layout.ts';
import { isEntryOf, keyIn, renamed, settingOf, withLiteral } from './edits/options.ts';
import { defineRule, type Report, type Suggestion, suggested } from './rule.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { historyText, insteadText, optionData } from './texts/options.ts';
import { placeInFile, placeWithin, shortText } from './texts/places.ts';
import { agentText, listText, settingText, toolText } from './texts/tools.ts';

type SuggestionId = 'addGuard' | 'negateCondition' | 'removeEntry' | 'renameKey' | 'requireApproval' | 'switchMode';
type Suggestions = readonly Suggestion<MessageId>[];
type MessageId =
  | SuggestionId
  | 'approvesAll'
  | 'failsOpen'
  | 'inverted'
  | 'letsAll'
  | 'missingNeed'
  | 'neverAsked'
  | 'notReached'
  | 'superseded'
  | 'undeclaredOption'
  | 'unknownOption'
  | 'unmatchedKey';

export const noIneffectiveGuardrail = defineRule<MessageId>({
  name: 'no-ineffective-guardrail',
  docs: {
    description: 'Disallow guardrails that stop nothing, or do not reach the tool that they are for',
    layer: 'guardrail',
    presets: { recommended: 'error', strict: 'error' },
  },
  hasSuggestions: true,
  messages: {
    addGuard: suggestionTexts.addGuard,
    negateCondition: suggestionTexts.negateCondition,
    removeEntry: suggestionTexts.removeEntry,
    renameKey: suggestionTexts.renameKey,
    requireApproval: suggestionTexts.requireApproval,
    switchMode: suggestionTexts.switchMode,
    approvesAll:
      'Every pending tool call is approved here, without a decision about any. Decide by the tool and input of each, and reject those that are not allowed.',
    failsOpen:
      '`{{guard}}` stops {{tool}} only by throwing, and the SDK runs the tool after an error. Return a denial instead.',
    inverted:
      '`{{guard}}` stops only harmless calls of {{tool}}, and runs all others without approval. Negate its condition.',
    letsAll:
      '`{{guard}}` allows every call of {{tool}}, so it guards nothing. Decide by its arguments, or request a person’s approval.',
    missingNeed: '`{{guard}}` pauses the run for an answer, which {{agent}} cannot do without a `{{need}}`. Add one.',
    neverAsked:
      '`canUseTool` is never called for {{tools}}, because {{reason}}. Remove that, or decide in a `PreToolUse` hook.',
    notReached:
      '`{{guard}}` of {{parent}} does not reach {{agent}}, which can run {{tool}}. Guard the tool itself, or the agent that has it.',
    superseded:
      '`{{by}}` replaces `{{guard}}` of {{tool}}, and allows it. Remove it for this tool, or make it request approval.',
    undeclaredOption:
      '`{{option}}` is no option of `{{callee}}` in `{{package}}` {{version}}, so it has no effect. {{remedy}}.',
    unknownOption:
      '`{{package}}` {{version}} has no option `{{option}}`, so it has no effect; {{history}}. {{remedy}}.',
    unmatchedKey: '`{{key}}` matches no tool of {{agent}}, so this `{{guard}}` entry has no effect. {{remedy}}.',
  },
  *check(file, { agents: facts, guardrails }) {
    const { decisions } = guardrails;
    const policy = new SensitivityPolicy(facts, anySensitivity);
    const reported = new Set<ts.Node>();
    for (const modelled of facts.calls.in(file))
      for (const { place, ...report } of check(modelled)) {
        // One report for each place.
        if (reported.has(place)) continue;
        reported.add(place);
        yield report;
      }

    function* check(modelled: ModelledCall): Reports {
      const { call, kinds } = modelled;
      for (const option of unknownOptionsOf(modelled, facts)) yield* checkOption(option, call);
      if (kinds.includes('agent')) {
        for (const agent of facts.agentsAt(call)) yield* checkAgent(agent);
        return;
      }
      for (const tool of kinds.includes('tool') ? facts.markedToolsAt(call) : [])
        if (tool.kind === 'tool') yield* checkTool(tool, call);
      if (kinds.includes('approval') && approvesAll(call, decisions, facts.program))
        yield reportOf(call, call, 'approvesAll', {});
    }

    function* checkOption(option: UnknownOption, call: Call): Reports {
      const data = { ...optionData(option), remedy: insteadText(option) };
      if (option.versions === undefined)
        yield reportOf(option.node, call, 'undeclaredOption', data, renaming(option, call));
      else yield reportOf(option.node, call, 'unknownOption', { ...data, history: historyText(option) });
    }

    function* checkTool(tool: ToolFact, call: Call): Reports {
      const judged = tool.guards.map((given) => ({ given, ...facts.judge.judge(given, tool.name) }));
      if (judged.some(mayStop)) return;
      const inert = judged.find(({ outcome }) => outcome === 'inert' || outcome === 'inverted');
      if (!inert || !isWorthGuarding(tool)) return;
      const data = { guard: nameOf(inert.given.guard, inert.node), tool: toolText(tool.name) };
      const { guard } = inert.given;
      if (inert.outcome === 'inverted') yield reportOf(inert.node, call, 'inverted', data, negating(guard, inert.node));
      else yield reportOf(inert.node, call, 'letsAll', data, requiring(guard, inert.node, call));
    }

    function* checkAgent(agent: AgentFact): Reports {
      for (const { key, node, guard } of guardrails.unmatchedKeysOf(agent)) {
        const names = agent.tools.flatMap((given) => given.name ?? []);
        const near = nearestOf(names, key);
        const remedy = near === undefined ? 'Use the name of one of its tools' : `Write \`${near}\``;
        const others = names.filter((name) => name !== near);
        yield reportOf(
          node,
          agent.node,
          'unmatchedKey',
          { key, agent: agentText(agent, false), guard: nameOf(guard, node), remedy },
          near !== undefined && nearestOf(others, key) === undefined && keyIn(node) === key
            ? suggested('renameKey', { name: near, key }, renamed(node, near))
            : [],
        );
      }
      for (const { guard, node } of guardrails.missingNeeds(agent)) {
        const data = { guard: nameOf(guard, node), agent: agentText(agent, false), need: guard.needs?.text ?? '' };
        yield reportOf(node, agent.node, 'missingNeed', data);
      }
      for (const given of agent.tools) yield* checkGiven(agent, given);
      yield* checkBuiltIn(agent);
    }

    function* checkGiven(agent: AgentFact, given: GivenTool): Reports {
      const { tool, name } = given;
      if (tool.kind !== 'tool') return;
      const { isGuarded, failures } = guardrails.verdictOf(agent, given);
      if (isGuarded) return;
      const own = new Set(tool.guards.map(({ guard }) => guard));
      const failure = failures.find(({ kind, guard }) =>
        own.has(guard) && isCall(tool.node) ? kind === 'superseded' : isReportedHere(kind),
      );
      if (failure && isWorthGuarding(tool)) yield* reportFailure(failure, agent, tool, name ?? tool.name);
    }

    function* reportFailure(failure: Failure, agent: AgentFact, tool: ToolFact, name: string | undefined): Reports {
      const { kind, guard, node, by, parent } = failure;
      if (!isReportedHere(kind)) return;
      const data = {
        guard: nameOf(guard, node),
        ...(kind === 'superseded' && by ? { by: nameOf(by, node) } : {}),
        ...(parent ? { parent: agentText(parent, false), agent: agentText(agent, false) } : {}),
        tool: toolText(name),
      };
      yield reportOf(node, agent.node, kind, data, remediesFor(failure, agent, tool, name));
    }

    function remediesFor(
      { kind, guard, node, by }: Failure,
      agent: AgentFact,
      tool: ToolFact,
      name: string | undefined,
    ): Suggestions {
      switch (kind) {
        case 'letsAll':
          return requiring(guard, node, agent.node);
        case 'inverted':
          return negating(guard, node);
        case 'superseded':
          return by ? requiring(by, node, agent.node) : [];
        case 'notReached': {
          const own = tool.guards.find((each) => each.guard.shape !== 'skip');
          const option = own && settingText(own.guard, name);
          const edits = own && withGuard(own, name, file, facts.program);
          return suggested('addGuard', { option: option ?? '', owner: toolText(name) }, edits);
        }
        default:
          return [];
      }
    }

    /** Puts what requests approval in the place of something that always allows. */
    function requiring(guard: Guard, node: ts.Node, around: ts.Node): Suggestions {
      const value = settingOf(guard, file);
      if (value === undefined || !isInside(node, around) || !isEntryOf(node, guard)) return [];
      const edits = syntax.isFunctionValue(node) ? [replaced(node, value)] : withLiteral(node, value, around);
      return suggested('requireApproval', { value, given: shortText(node) }, edits);
    }

    function negating(guard: Guard, node: ts.Node): Suggestions {
      const isYesOrNo = settingOf(guard, file) === 'true';
      const edits = isYesOrNo && node.getSourceFile() === file ? negated(node) : undefined;
      return suggested('negateCondition', { guard: nameOf(guard, node) }, edits);
    }

    function renaming({ meant, node, name }: UnknownOption, { pos, end }: Call): Suggestions {
      const object = node.parent;
      if (meant === undefined || node.pos < pos || node.end > end || node.getSourceFile() !== file) return [];
      if (!syntax.isPropertyAssignment(node) || !syntax.isObjectLiteralExpression(object)) return [];
      if (!takesOption(object, meant, node.initializer, facts.program)) return [];
      return suggested('renameKey', { name: meant, key: name }, renamed(node, meant));
    }

    function* checkBuiltIn(agent: AgentFact): Reports {
      const permission = builtInPermissionOf(agent, facts);
      if (permission) yield* checkHooks(agent, permission);
      const ask = agent.guards.find(({ guard }) => guard.shape === 'decision' && guard.toolNameAt);
      if (!permission || !ask) return;
      const { outcome, node } = facts.judge.judge(ask, undefined);
      if (outcome === 'absent' || outcome === 'unknown') return;
      const isHooked = (tool: string): boolean => guardrails.isHooked(agent, tool);
      const allowed = permission.allowed.filter(
        ({ name, tool }) => !isHooked(name) && (tool?.tool.kind !== 'tool' || isWorthGuarding(tool.tool)),
      );
      const [first] = allowed;
      const served = permission.served.flatMap(({ tool, name }) =>
        tool.kind === 'tool' && name !== undefined && isWorthGuarding(tool) ? [name] : [],
      );
      const sensitive = [...permission.sensitive, ...served].filter((tool) => !isHooked(tool));
      if (permission.bypass && permission.isAlwaysBypassed && sensitive.length > 0) {
        const reason = `\`permissionMode\` is \`'${String(permission.bypass.value)}'\``;
        const data = { tools: listText(sensitive), reason };
        yield reportOf(node, agent.node, 'neverAsked', data, switchingMode(permission, agent));
      } else if (first) {
        const tools = listText([...new Set(allowed.map(({ name }) => name))]);
        const data = { tools, reason: '`allowedTools` allows it' };
        const entries = [...new Set(allowed.map((entry) => entry.node))];
        yield reportOf(first.node, agent.node, 'neverAsked', data, takingOut(entries, tools, agent.node));
      } else if (outcome === 'inert' && sensitive.length > 0)
        yield reportOf(node, agent.node, 'letsAll', { guard: nameOf(ask.guard, node), tool: listText(sensitive) });
    }

    /** Hooks that are about what runs unasked. */
    function* checkHooks(agent: AgentFact, { allowed, bypass, sensitive }: BuiltInPermission): Reports {
      for (const name of bypass ? sensitive : allowed.map((entry) => entry.name))
        for (const given of agent.guards) {
          const { outcome, node } = facts.judge.judge(given, name);
          if (outcome === 'failsOpen')
            yield reportOf(node, agent.node, 'failsOpen', { guard: nameOf(given.guard, node), tool: toolText(name) });
        }
    }

    function isWorthGuarding(tool: ToolFact): boolean {
      return policy.sensitiveOf(tool, undefined) !== undefined;
    }
  },
});

/** `place`: what is wrong, where it is in the file; reported there, or at the call that it belongs to. */
type Reports = Iterable<Report<MessageId> & { readonly place: ts.Node }>;

function reportOf(
  cause: ts.Node,
  around: ts.Node,
  messageId: MessageId,
  data: Record<string, string>,
  suggestions: Suggestions = [],
): Report<MessageId> & { readonly place: ts.Node } {
  const place = placeInFile(cause, around);
  const witnesses = [{ node: cause, role: 'guard' }] as const;
  return { place, node: placeWithin(place, around), messageId, data, witnesses, suggestions };
}

/** What an agent switches off that the one above requires widens what that one can do, which is another rule's concern. */
function isReportedHere(kind: Failure['kind']): kind is Exclude<Failure['kind'], 'lets' | 'noEntry' | 'replaced'> {
  return kind !== 'lets' && kind !== 'noEntry' && kind !== 'replaced';
}

/** What a guard is called in the code: the last part of where it is; of one that is given nothing, what makes it. */
function nameOf({ at: { path = [] }, id }: Guard, node: ts.Node): string {
  if (isCall(node)) return calledName(node) ?? id;
  return path.at(-1) ?? id.slice(id.lastIndexOf('.') + 1);
}
