import type { AgentFact } from '../facts/agents/agents.ts';
import { isCall } from '../facts/agents/matcher.ts';
import {
  type Ineffective,
  IneffectiveFinder,
  type IneffectiveGuard,
  type IneffectiveOption,
  type UnmatchedEntry,
} from '../facts/guardrails/ineffective.ts';
import type { Guard } from '../models/agents/agent-sdk.ts';
import { nearestOf } from '../config/nearest.ts';
import type { ts } from '../type-utils/index.ts';
import { calledName, isInside, syntax, takesOption } from '../type-utils/index.ts';
import { switchingMode, takingOut } from './edits/permissions.ts';
import { withGuard } from './edits/guards.ts';
import { negated } from './edits/functions.ts';
import { replaced } from './edits/layout.ts';
import { isEntryOf, keyIn, renamed, settingOf, withLiteral } from './edits/options.ts';
import { defineRule, type Suggestion, suggested } from './rule.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { historyText, insteadText, optionData } from './texts/options.ts';
import { placeInFile, placeWithin, shortText } from './texts/places.ts';
import { agentText, guardText, listText, settingText, toolText } from './texts/tools.ts';

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
  | 'shortName'
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
    shortName:
      '`{{guard}}` decides about `{{key}}`, and allows `{{name}}`, by which it is called for that tool. Use that name.',
    superseded:
      '`{{by}}` replaces `{{guard}}` of {{tool}}, and allows it. Remove it for this tool, or make it request approval.',
    undeclaredOption:
      '`{{option}}` is no option of `{{callee}}` in `{{package}}` {{version}}, so it has no effect. {{remedy}}.',
    unknownOption:
      '`{{package}}` {{version}} has no option `{{option}}`, so it has no effect; {{history}}. {{remedy}}.',
    unmatchedKey: '`{{key}}` matches no tool of {{agent}}, so this `{{guard}}` entry has no effect. {{remedy}}.',
  },
  *check(file, { guardrails, program }) {
    const reported = new Set<ts.Node>();
    for (const found of new IneffectiveFinder(guardrails).in(file)) {
      const place = placeInFile(found.node, found.around);
      // One report for each place.
      if (reported.has(place)) continue;
      reported.add(place);
      const { kind, ...data } = rendered(found);
      yield {
        node: placeWithin(place, found.around),
        messageId: kind,
        data,
        witnesses: [{ node: found.node, role: 'guard' }],
        suggestions: remediesFor(found, file, program),
      };
    }
  },
});

/** The message about a guardrail, with what its placeholders stand for. */
function rendered(found: Ineffective): { readonly kind: MessageId } & Readonly<Record<string, string>> {
  switch (found.kind) {
    case 'approvesAll':
      return { kind: found.kind };
    case 'unknownOption': {
      const data = { ...optionData(found.option), remedy: insteadText(found.option) };
      return found.option.versions === undefined
        ? { kind: 'undeclaredOption', ...data }
        : { kind: found.kind, ...data, history: historyText(found.option) };
    }
    case 'unmatchedKey': {
      const { key, agent, guard, node } = found;
      const near = nearestOf(namesOf(agent), key);
      const remedy = near === undefined ? 'Use the name of one of its tools' : `Write \`${near}\``;
      return { kind: found.kind, key, agent: agentText(agent, false), guard: nameOf(guard, node), remedy };
    }
    case 'missingNeed': {
      const { guard, node, agent } = found;
      const need = guard.needs?.text ?? '';
      return { kind: found.kind, guard: nameOf(guard, node), agent: agentText(agent, false), need };
    }
    case 'neverAsked': {
      const mode = String(found.permission.bypass?.value);
      const reason = found.entries ? '`allowedTools` allows it' : `\`permissionMode\` is \`'${mode}'\``;
      return { kind: found.kind, tools: listText(found.names), reason };
    }
    case 'shortName': {
      const { kind, guard, node, key, name } = found;
      return { kind, guard: nameOf(guard, node), key, name };
    }
    case 'allowsBuiltIns':
      return { kind: 'letsAll', guard: nameOf(found.guard, found.node), tool: listText(found.names) };
    default: {
      const { kind, guard, node, by, parent, agent, name } = found;
      return {
        kind,
        guard: nameOf(guard, node),
        tool: toolText(name),
        ...(by ? { by: nameOf(by, node) } : {}),
        ...(parent && agent ? { parent: agentText(parent, false), agent: agentText(agent, false) } : {}),
      };
    }
  }
}

function remediesFor(found: Ineffective, file: ts.SourceFile, program: ts.Program): Suggestions {
  switch (found.kind) {
    case 'unknownOption':
      return renaming(found, file, program);
    case 'unmatchedKey':
      return renamingEntry(found);
    case 'neverAsked': {
      const { entries, isInert, names, agent, permission } = found;
      // It would be called, and allow everything: that is no remedy yet.
      if (isInert) return [];
      return entries ? takingOut(entries, listText(names), agent.node) : switchingMode(permission, agent);
    }
    case 'letsAll':
      return requiring(found.guard, found, file);
    case 'superseded':
      return found.by ? requiring(found.by, found, file) : [];
    case 'inverted':
      return negating(found, file);
    case 'notReached':
      return guardingTool(found, file, program);
    default:
      return [];
  }
}

/** Puts what requests approval in the place of something that always allows. */
function requiring(guard: Guard, { node, around }: IneffectiveGuard, file: ts.SourceFile): Suggestions {
  const value = settingOf(guard, file);
  if (value === undefined || !isInside(node, around) || !isEntryOf(node, guard)) return [];
  const edits = syntax.isFunctionValue(node) ? [replaced(node, value)] : withLiteral(node, value, around);
  return suggested('requireApproval', { value, given: shortText(node) }, edits);
}

function negating({ guard, node }: IneffectiveGuard, file: ts.SourceFile): Suggestions {
  const isYesOrNo = settingOf(guard, file) === 'true';
  const edits = isYesOrNo && node.getSourceFile() === file ? negated(node) : undefined;
  return suggested('negateCondition', { guard: nameOf(guard, node) }, edits);
}

/** Guards a tool itself, where the guard of the agent above does not reach it. */
function guardingTool({ tool, name }: IneffectiveGuard, file: ts.SourceFile, program: ts.Program): Suggestions {
  const own = tool?.guards.find((each) => each.guard.shape !== 'skip');
  if (!own) return [];
  const data = { option: settingText(own.guard, name), owner: toolText(name) };
  return suggested('addGuard', data, withGuard(own, name, file, program));
}

function renaming({ option, around }: IneffectiveOption, file: ts.SourceFile, program: ts.Program): Suggestions {
  const { meant, node, name } = option;
  const object = node.parent;
  if (meant === undefined || option.versions !== undefined) return [];
  if (!isInside(node, around) || node.getSourceFile() !== file) return [];
  if (!syntax.isPropertyAssignment(node) || !syntax.isObjectLiteralExpression(object)) return [];
  if (!takesOption(object, meant, node.initializer, program)) return [];
  return suggested('renameKey', { name: meant, key: name }, renamed(node, meant));
}

/** Writes the name of the tool that is meant, where no other name is near. */
function renamingEntry({ key, node, agent }: UnmatchedEntry): Suggestions {
  const names = namesOf(agent);
  const near = nearestOf(names, key);
  const others = names.filter((name) => name !== near);
  if (near === undefined || nearestOf(others, key) !== undefined || keyIn(node) !== key) return [];
  return suggested('renameKey', { name: near, key }, renamed(node, near));
}

function namesOf({ tools }: AgentFact): readonly string[] {
  return tools.flatMap(({ name }) => name ?? []);
}

/** What a guard is called in the code; one that is given nothing, as what makes it. */
function nameOf(guard: Guard, node: ts.Node): string {
  return isCall(node) ? (calledName(node) ?? guard.id) : guardText(guard);
}
