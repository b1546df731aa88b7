import { syntax, type ts } from '../type-utils/index.ts';
import { identityOf } from '../facts/agents/definitions.ts';
import { classOf } from '../facts/contracts/registered.ts';
import { type HintMark, isHint, type Mark, type MarkChecks, MarkFinder } from '../facts/guardrails/marks.ts';
import type { StartedAgent } from '../facts/guardrails/started-agents.ts';
import { type MinImpact, SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
import type { Guard } from '../models/agents/agent-sdk.ts';
import { groupedBy } from '../analysis/grouped.ts';
import { settingOf, withLiteral } from './edits/options.ts';
import { switchingMode, takingOut, withoutNames } from './edits/permissions.ts';
import { minImpactSchema } from './options.ts';
import { defineRule, type Report, type Suggestion, suggested } from './rule.ts';
import { placeInFile } from './texts/places.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { effectText, guardText, listText, subjectText, toolText } from './texts/tools.ts';

type SuggestionId = 'correctHint' | 'removeEntry' | 'requireApproval' | 'switchMode';
type MessageId =
  | SuggestionId
  | 'bypassed'
  | 'unconfined'
  | 'startedUnasked'
  | 'granted'
  | 'optedOut'
  | 'optedOutBuiltIn'
  | 'optedOutServer'
  | 'optedOutStated'
  | 'saidHarmless'
  | 'saidReadOnly'
  | 'saidReadOnlyStated';
type Suggestions = readonly Suggestion<MessageId>[];

/** `minImpact`: the least that a tool must be able to break for a mark that it needs no approval to be wrong. */
export interface Options extends MarkChecks {
  readonly minImpact: MinImpact;
}

export const noUnguardedSensitiveTool = defineRule<MessageId, Options>({
  name: 'no-unguarded-sensitive-tool',
  docs: {
    description: 'Disallow marking a sensitive tool as one that needs no guardrail',
    layer: 'guardrail',
    presets: {
      recommended: [
        'error',
        { checkConditionalModes: false, checkDeliberate: false, checkFixedPrompts: false, checkHints: false },
      ],
      strict: ['error', { checkStated: true, minImpact: 'low' }],
    },
  },
  hasSuggestions: true,
  messages: {
    bypassed:
      '`{{value}}` allows the agent to use {{tools}} without approval. Give it only tools that read, or use another permission mode.',
    unconfined:
      '`{{value}}` allows the agent to use {{tools}} without approval and without a sandbox. Confine it by `{{mode}}`, or run it where nothing that it does matters.',
    startedUnasked: '`{{value}}` lets `{{program}}` use all its tools without approval. {{remedy}}.',
    granted:
      '`{{value}}` of a `{{guard}}` hook allows the agent to use {{tools}} without approval. Let the hook decide by their arguments, or leave the decision to `canUseTool`.',
    optedOut:
      '{{tool}} runs without approval by `{{value}}`, but it {{what}}. Require approval, or decide by its arguments.',
    optedOutBuiltIn:
      '{{tool}} is built in, runs without approval by `{{value}}`, and {{what}}. Require approval, or decide by its arguments.',
    optedOutServer:
      '`{{value}}` allows {{tools}} of this server without approval. Allow only tools that read, and require approval for the others.',
    optedOutStated:
      '{{tool}} runs without approval by `{{value}}`. What it does is unknown, and its {{where}} says `{{word}}`. Require approval, or decide by its arguments.',
    correctHint: suggestionTexts.correctHint,
    removeEntry: suggestionTexts.removeEntry,
    requireApproval: suggestionTexts.requireApproval,
    switchMode: suggestionTexts.switchMode,
    saidHarmless:
      '{{tool}} is marked `destructiveHint: false`, but it {{what}}. Set it to `true`, so that clients request approval.',
    saidReadOnly:
      '{{tool}} is marked `{{value}}`, but it {{what}}. Correct that mark, so that approval is requested first.',
    saidReadOnlyStated:
      '{{tool}} is marked `{{value}}`. What it does is unknown, and its {{where}} says `{{word}}`. Correct that mark, so that approval is requested first.',
  },
  options: {
    properties: {
      checkConditionalModes: {
        type: 'boolean',
        description: 'Check also a mode without approval that the program has for some values of a condition only.',
      },
      checkDeliberate: {
        type: 'boolean',
        description: 'Check also settings of which a comment says that they are on purpose.',
      },
      checkFixedPrompts: {
        type: 'boolean',
        description: 'Check also the mode of an agent whose whole prompt is written in the program.',
      },
      checkHints: {
        type: 'boolean',
        description: 'Check also `readOnlyHint: true` and `destructiveHint: false`, against what the tool does.',
      },
      checkStated: {
        type: 'boolean',
        description:
          'Check also tools with unknown effects, if their name or description says that they delete, send, publish or pay.',
      },
      minImpact: minImpactSchema,
    },
    defaults: {
      checkConditionalModes: true,
      checkDeliberate: true,
      checkFixedPrompts: true,
      checkHints: true,
      checkStated: false,
      minImpact: 'high',
    },
  },
  *check(file, analysis, { minImpact, ...checks }) {
    const { agents: facts, guardrails } = analysis;
    const registries = analysis.registriesFor(file);
    // What the registry says of a tool is compared with its hints by another rule.
    const isRegistered = (mark: Mark): boolean =>
      isHint(mark) && mark.kind !== 'destructiveHint' && classOf(registries, mark.name) !== undefined;
    const criteria = { countUnknown: false, minImpact };
    const policy = new SensitivityPolicy(facts, criteria, analysis.toolClassesFor(file));
    const marks = [...new MarkFinder(guardrails, policy, checks).in(file)].filter((mark) => !isRegistered(mark));
    // Once, also for a value that several agents have, or several tools.
    const keyOf = (mark: Mark): string => `${String(placeOf(mark).pos)} ${messageOf(mark)} ${textOf(mark.value)}`;
    for (const same of groupedBy(marks, keyOf).values()) yield reportOf(same, file);
  },
});

const messages: Readonly<Record<Mark['kind'], MessageId>> = {
  builtIn: 'optedOutBuiltIn',
  command: 'startedUnasked',
  destructiveHint: 'saidHarmless',
  grant: 'granted',
  mode: 'bypassed',
  names: 'optedOutServer',
  readOnlyHint: 'saidReadOnly',
  server: 'optedOutServer',
  stated: 'optedOutStated',
  statedHint: 'saidReadOnlyStated',
  tool: 'optedOut',
};

function messageOf(mark: Mark): MessageId {
  const isUnconfined = mark.kind === 'mode' && mark.agent.model.builtIn?.instead.by === 'sandbox';
  return isUnconfined ? 'unconfined' : messages[mark.kind];
}

/** At the value, where it is in this file. */
function placeOf({ value, around }: Mark): ts.Node {
  return placeInFile(value, around);
}

/** What one value does to several tools, for one agent or several, is one finding. */
function reportOf(marks: readonly [Mark, ...Mark[]], file: ts.SourceFile): Report<MessageId> {
  // The tool has no name where it is defined, and one where an agent is given it.
  const mark = marks.find((each) => 'name' in each && each.name !== undefined) ?? marks[0];
  const [suggestions = []] = marks.map((each) => remediesFor(each, file)).filter((each) => each.length > 0);
  return {
    node: placeOf(mark),
    messageId: messageOf(mark),
    data: { value: textOf(mark.value), ...whatOf(mark), ...subjectOf(marks) },
    witnesses: [{ node: mark.value, role: 'guard' }],
    suggestions,
  };
}

function whatOf(mark: Mark): Readonly<Record<string, string>> {
  if (mark.kind === 'grant') return { guard: guardText(mark.guard) };
  if (mark.kind === 'mode') return { mode: mark.agent.model.builtIn?.instead.mode ?? '' };
  if (mark.kind === 'command') {
    const { command, text } = mark.started;
    return { value: text, program: command.program, remedy: command.remedy };
  }
  if ('effect' in mark) return { what: effectText(mark.effect, mark.around) };
  if ('action' in mark) return { ...mark.action };
  return 'does' in mark ? { what: mark.does === 'execute' ? 'runs commands' : 'changes files' } : {};
}

function subjectOf(marks: readonly Mark[]): Readonly<Record<string, string>> {
  const tools = marks.flatMap((mark) => ('tool' in mark ? [mark] : []));
  if (tools.length > 0) {
    const count = new Set(tools.map(({ tool, name }) => identityOf(tool, name))).size;
    const name = tools.find((each) => each.name !== undefined)?.name;
    return { tool: subjectText(name === undefined ? 'This tool' : toolText(name), count - 1) };
  }
  const names = marks.flatMap((mark) => ('names' in mark ? [mark.names] : []));
  const known = names.filter((each) => each !== undefined);
  return { tools: known.length < names.length ? 'all tools' : listText([...new Set(known.flat())]) };
}

function remediesFor(mark: Mark, file: ts.SourceFile): Suggestions {
  switch (mark.kind) {
    case 'builtIn':
    case 'server':
    case 'stated':
    case 'tool':
      return requiring(mark, file);
    case 'destructiveHint':
    case 'readOnlyHint':
      return correcting(mark);
    case 'command':
      return withoutOption(mark.started, file);
    case 'grant':
    case 'statedHint':
      return [];
    case 'mode':
      return switchingMode(mark.permission, mark.agent);
    case 'names':
      return withoutNames(mark.value, mark.names, mark.around, `\`${textOf(mark.value)}\``);
  }
}

/** Sets the guard that has such a value so that it decides. */
function requiring(
  { value: optOut, guard, around }: Mark & { readonly guard: Guard },
  file: ts.SourceFile,
): Suggestions {
  const value = settingOf(guard, file);
  const edits = value === undefined ? undefined : withLiteral(optOut, value, around);
  return suggested('requireApproval', { value: value ?? '', given: optOut.getText() }, edits);
}

/** Takes an option out of the list of words that it is one of. */
function withoutOption({ option, text, command }: StartedAgent, file: ts.SourceFile): Suggestions {
  const isWord = syntax.isStringLiteralLike(option) && option.text === text;
  return isWord ? takingOut([option], `\`${text}\``, file, `what \`${command.program}\` is given`) : [];
}

/** Makes a hint say the opposite, unless an agent would then run the tool without a guard. */
function correcting({ value: hint, isUnguarded, tool }: HintMark): Suggestions {
  const value = hint.getText() === 'true' ? 'false' : hint.getText() === 'false' ? 'true' : undefined;
  const { parent } = hint;
  if (value === undefined || isUnguarded || !syntax.isPropertyAssignment(parent)) return [];
  return suggested('correctHint', { hint: `${parent.name.getText()}: ${value}` }, withLiteral(hint, value, tool.node));
}

function textOf(node: ts.Node): string {
  const parent = syntax.parentOf(node);
  const isValue = syntax.isPropertyAssignment(parent) && syntax.withoutAssertions(parent.initializer) === node;
  const text = isValue ? `${parent.name.getText()}: ${node.getText()}` : node.getText();
  return text.replaceAll(/\s+/g, ' ').slice(0, 60);
}
