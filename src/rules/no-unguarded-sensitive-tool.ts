import { syntax, type ts } from '../type-utils/index.ts';
import type { AgentFact } from '../facts/agents/agents.ts';
import { builtInPermissionOf } from '../facts/agents/built-in-tools.ts';
import type { GivenGuard } from '../facts/agents/guards.ts';
import type { ModelledCall } from '../facts/agents/modelled-calls.ts';
import { type Call, isCall } from '../facts/agents/matcher.ts';
import {
  definitionsIn,
  type HeldTool,
  identityOf,
  isDefinedElsewhere,
  isOfTool,
  nameByDefinition,
  type ToolDefinition,
  wholeOf,
} from '../facts/agents/definitions.ts';
import { isOfReadingServers } from '../facts/agents/reading-servers.ts';
import { changes, type JudgedEffect, judgedEffectsOf } from '../facts/guardrails/impact.ts';
import { type MinImpact, SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
import { type GivenTool, namesLetBy, type ToolFact, type ToolSetFact } from '../facts/agents/tools.ts';
import { groupedBy } from '../analysis/grouped.ts';
import { settingOf, withLiteral } from './edits/options.ts';
import { switchingMode, takingOut } from './edits/permissions.ts';
import { minImpactSchema } from './options.ts';
import { defineRule, type Report, type Suggestion, suggested } from './rule.ts';
import { placeInFile } from './texts/places.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { effectText, listText, subjectText, toolText } from './texts/tools.ts';

type SuggestionId = 'correctHint' | 'removeEntry' | 'requireApproval' | 'switchMode';
type MessageId =
  SuggestionId | 'bypassed' | 'optedOut' | 'optedOutBuiltIn' | 'optedOutServer' | 'saidHarmless' | 'saidReadOnly';

/** `minImpact`: the least that a tool must be able to break for a mark that it needs no approval to be wrong. */
export interface Options {
  readonly minImpact: MinImpact;
}

export const noUnguardedSensitiveTool = defineRule<MessageId, Options>({
  name: 'no-unguarded-sensitive-tool',
  docs: {
    description: 'Disallow marking a sensitive tool as one that needs no guardrail',
    layer: 'guardrail',
    presets: { recommended: 'error', strict: ['error', { minImpact: 'low' }] },
  },
  hasSuggestions: true,
  messages: {
    bypassed:
      '`{{value}}` allows the agent to use {{tools}} without approval. Give it only tools that read, or use another permission mode.',
    optedOut:
      '{{tool}} runs without approval by `{{value}}`, but it {{what}}. Require approval, or decide by its arguments.',
    optedOutBuiltIn:
      '{{tool}} is built in, runs without approval by `{{value}}`, and {{what}}. Require approval, or decide by its arguments.',
    optedOutServer:
      '`{{value}}` allows {{tools}} of this server without approval. Allow only tools that read, and require approval for the others.',
    correctHint: suggestionTexts.correctHint,
    removeEntry: suggestionTexts.removeEntry,
    requireApproval: suggestionTexts.requireApproval,
    switchMode: suggestionTexts.switchMode,
    saidHarmless:
      '{{tool}} is marked `destructiveHint: false`, but it {{what}}. Set it to `true`, so that clients request approval.',
    saidReadOnly:
      '{{tool}} is marked `{{value}}`, but it {{what}}. Correct that mark, so that approval is requested first.',
  },
  options: { properties: { minImpact: minImpactSchema }, defaults: { minImpact: 'high' } },
  *check(file, { agents: facts, guardrails }, { minImpact }) {
    const policy = new SensitivityPolicy(facts, { countUnknown: false, minImpact });
    const given = definitionsIn(file, facts).flatMap((definition) => [...marksOf(definition)]);
    const found = [...facts.calls.in(file).flatMap((modelled) => [...marksIn(modelled)]), ...given];
    // Once, also for a value that several agents have, or several tools.
    const places = groupedBy(found, ({ node, messageId, data }) => `${String(node.pos)} ${messageId} ${data.value}`);
    for (const marks of places.values()) yield reportOf(marks);

    function* marksIn({ call, kinds }: ModelledCall): Iterable<Mark> {
      if (kinds.includes('agent')) {
        for (const agent of facts.agentsAt(call)) yield* checkAgent(agent);
        return;
      }
      for (const tool of kinds.includes('tool') || kinds.includes('toolSet') ? facts.markedToolsAt(call) : []) {
        if (tool.kind === 'tool') yield* checkTool(tool, call);
        if (tool.kind === 'set') yield* checkServer(tool, call);
      }
    }

    function* checkTool(tool: ToolFact, call: Call): Iterable<Mark> {
      const { name, handler, hints, guards } = tool;
      const readOnly = hints.get('readOnlyHint');
      const harmless = hints.get('destructiveHint');
      const optOut = optOutAmong(guards, name);
      if (optOut && !handler) yield* checkBuiltIn(tool, optOut, call);
      if (!handler || !(readOnly?.value === true || harmless?.value === false || optOut)) return;
      const done = judgedEffectsOf(facts, tool).filter(({ impact }) => impact !== 'none');
      const change = done.find(({ effect }) => changes.includes(effect.kind));
      const removal = done.find(({ effect }) => effect.kind === 'delete');
      if (readOnly?.value === true && change)
        yield markOf(
          call,
          readOnly.node,
          'saidReadOnly',
          named(tool),
          { what: effectText(change, call) },
          correcting(readOnly.node, tool),
        );
      else if (harmless?.value === false && removal)
        yield markOf(
          call,
          harmless.node,
          'saidHarmless',
          named(tool),
          { what: effectText(removal, call) },
          correcting(harmless.node, tool),
        );
      const sensitive = sensitiveEffectOf(tool);
      if (optOut && sensitive && !isStoppedAnyway(tool))
        yield markOf(
          call,
          optOut,
          'optedOut',
          named(tool),
          { what: effectText(sensitive, call) },
          requiring(optOut, guards, name, call),
        );
    }

    /** `shellTool({ needsApproval: false })`: the SDK runs it. */
    function* checkBuiltIn(tool: ToolFact, optOut: ts.Node, call: Call): Iterable<Mark> {
      const sensitivity = policy.of(tool);
      if (sensitivity.class !== 'sensitive' || sensitivity.effect || !sensitivity.does || isStoppedAnyway(tool)) return;
      const what = sensitivity.does === 'execute' ? 'runs commands' : 'changes files';
      yield markOf(
        call,
        optOut,
        'optedOutBuiltIn',
        named(tool),
        { what },
        requiring(optOut, tool.guards, tool.name, call),
      );
    }

    /** What a server's tools do is not known: those that are let in without approval must at least be named as reading. */
    function* checkServer(server: ToolSetFact, call: Call): Iterable<Mark> {
      const { guards, only } = server;
      const isMore = (name: string): boolean => !facts.matcher.isReadingName(name);
      const optOut = optOutAmong(guards, undefined);
      const named = only && [...only.names].filter(isMore);
      const isNamedForReading = only !== undefined && (only.isOpen || named?.length === 0);
      const unasked = optOut && !isNamedForReading ? [{ node: optOut, tools: named }] : [];
      // `{ never: { toolNames: […] } }`
      for (const { names, node } of guards.flatMap(namesLetBy)) {
        const tools = [...names].filter((name) => isMore(name) && (!only || only.isOpen || only.names.has(name)));
        if (tools.length > 0) unasked.push({ node, tools });
      }
      if (unasked.length === 0 || isOfReadingServers(server, facts.evaluator)) return;
      for (const { node, tools } of unasked) {
        const suggestions =
          node === optOut ? requiring(node, guards, undefined, call) : withoutNames(node, tools ?? [], call);
        yield markOf(call, node, 'optedOutServer', tools ?? 'all', {}, suggestions);
      }
    }

    function* checkAgent(agent: AgentFact): Iterable<Mark> {
      for (const given of agent.tools) yield* checkGiven(agent, given);
      const permission = builtInPermissionOf(agent, facts);
      if (!permission?.bypass) return;
      const served = permission.served.flatMap(({ tool, name }) =>
        tool.kind === 'tool' && name !== undefined && sensitiveEffectOf(tool) ? [name] : [],
      );
      const tools = [...permission.sensitive, ...served].filter((tool) => !guardrails.isHooked(agent, tool));
      const { node } = permission.bypass;
      if (tools.length > 0) yield markOf(agent.node, node, 'bypassed', tools, {}, switchingMode(permission, agent));
    }

    /** What the agent says of a tool that it is given, or what the tool was made with in the file of the agent. */
    function* checkGiven(agent: AgentFact, given: GivenTool): Iterable<Mark> {
      const held = { agent, given };
      if (!isOfTool(held)) return;
      const { tool, name } = held.given;
      const isAskedItself = tool.guards.some((guard) => facts.judge.judge(guard, name).outcome === 'decides');
      if (isAskedItself) return;
      const ofAgent = optOutAmong([...agent.guards, ...facts.runGuardsOf(agent).guards], name);
      const own = ofAgent ? undefined : optOutByMaker(tool);
      const isHere = own?.getSourceFile() === agent.node.getSourceFile() || isDefinedElsewhere(held, facts);
      const optOut = ofAgent ?? (isHere ? own : undefined);
      if (optOut) yield* optedOut(held, optOut, agent.node);
    }

    /** Where a tool is an object that only agents show to be one, its own mark is reported with the object, for all of them. */
    function* marksOf({ node, held }: ToolDefinition): Iterable<Mark> {
      for (const each of held) {
        const own = optOutByMaker(each.given.tool);
        if (own && own.getSourceFile() !== each.agent.node.getSourceFile()) yield* optedOut(each, own, node);
      }
    }

    function* optedOut({ agent, given }: HeldTool, optOut: ts.Node, around: ts.Node): Iterable<Mark> {
      const { tool, name } = given;
      const sensitive = sensitiveEffectOf(tool);
      if (!sensitive || isStoppedAnyway(tool)) return;
      // Another rule says that it takes the place of the guard above.
      if (guardrails.verdictOf(agent, given).failures.some(({ kind }) => kind === 'replaced')) return;
      const guards = [...agent.guards, ...facts.runGuardsOf(agent).guards, ...tool.guards];
      yield markOf(
        around,
        optOut,
        'optedOut',
        { tool, name },
        { what: effectText(sensitive, around) },
        requiring(optOut, guards, name, around),
      );
    }

    /** The mark of a tool, where the call that defines the tool does not show it: an object, or what a maker is given. */
    function optOutByMaker({ guards, name, node }: ToolFact): ts.Node | undefined {
      const whole = wholeOf(node, facts);
      const defined = isCall(whole) ? facts.toolsAt(whole) : [];
      const isSeenThere = defined.some((tool) => tool.kind === 'tool' && optOutAmong(tool.guards, name));
      return isSeenThere ? undefined : optOutAmong(guards, name);
    }

    function named(tool: ToolFact): MarkedTool {
      return { tool, name: nameByDefinition(tool, facts) };
    }

    /** A mark leaves the guards that it says nothing of: one of these may stop the tool in every agent that has it. */
    function isStoppedAnyway({ node, name, guards }: ToolFact): boolean {
      if (!guards.some(({ guard }) => guard.shape === 'skip')) return false;
      const isEntry = (tool: GivenTool['tool']): boolean =>
        tool.node === node && (tool.kind !== 'tool' || tool.name === name);
      const verdicts = facts.agents.flatMap((agent) =>
        agent.tools.filter(({ tool }) => isEntry(tool)).map((given) => guardrails.verdictOf(agent, given)),
      );
      return verdicts.length > 0 && verdicts.every(({ isGuarded }) => isGuarded);
    }

    /** What a tool can break most, where that counts. A hint that it only reads exempts what only sends. */
    function sensitiveEffectOf(tool: ToolFact): JudgedEffect | undefined {
      const isSaidToRead = tool.hints.get('readOnlyHint')?.value === true;
      return judgedEffectsOf(facts, tool).find(
        (each) =>
          policy.counts({ class: 'sensitive', ...each }, tool.name) &&
          (!isSaidToRead || changes.includes(each.effect.kind)),
      );
    }

    /** Sets the guard that has such a value so that it decides. */
    function requiring(
      optOut: ts.Node,
      guards: readonly GivenGuard[],
      name: string | undefined,
      around: ts.Node,
    ): Suggestions {
      const given = guards.find((each) => !each.guard.isGeneral && facts.judge.optOutAt(each, name) === optOut);
      const value = given && settingOf(given.guard, file);
      const edits = value === undefined ? undefined : withLiteral(optOut, value, around);
      return suggested('requireApproval', { value: value ?? '', given: optOut.getText() }, edits);
    }

    /** Says the opposite of a mark, unless an agent would then run the tool without a guard. */
    function correcting(mark: ts.Node, { node }: ToolFact): Suggestions {
      const value = mark.getText() === 'true' ? 'false' : mark.getText() === 'false' ? 'true' : undefined;
      const { parent } = mark;
      const isUnguarded = facts.agents.some((agent) =>
        agent.tools.some((given) => given.tool.node === node && !guardrails.verdictOf(agent, given).isGuarded),
      );
      if (value === undefined || isUnguarded || !syntax.isPropertyAssignment(parent)) return [];
      return suggested('correctHint', { hint: `${parent.name.getText()}: ${value}` }, withLiteral(mark, value, node));
    }

    /** The value by which a guard says that a tool may run, where it may be taken. */
    function optOutAmong(guards: readonly GivenGuard[], name: string | undefined): ts.Node | undefined {
      return guards
        .filter(({ guard }) => !guard.isGeneral)
        .map((given) => facts.judge.optOutAt(given, name))
        .find((node) => node !== undefined);
    }
  },
});

/** What a value does to one tool, or to those of a server or an SDK, by their names. */
interface Mark {
  /** Where it is reported. */
  readonly node: ts.Node;
  readonly messageId: MessageId;
  readonly subject: MarkedTool | readonly string[] | 'all';
  readonly data: { readonly value: string } & Readonly<Record<string, string>>;
  readonly value: ts.Node;
  readonly suggestions: Suggestions;
}

interface MarkedTool {
  readonly tool: ToolFact;
  readonly name: string | undefined;
}

type Suggestions = readonly Suggestion<MessageId>[];

/** At the value, where it is in this file. */
function markOf(
  around: ts.Node,
  value: ts.Node,
  messageId: MessageId,
  subject: Mark['subject'],
  data: Readonly<Record<string, string>> = {},
  suggestions: Suggestions = [],
): Mark {
  const node = placeInFile(value, around);
  return { node, messageId, subject, data: { ...data, value: textOf(value) }, value, suggestions };
}

/** What one value does to several tools, for one agent or several, is one finding. */
function reportOf(marks: readonly [Mark, ...Mark[]]): Report<MessageId> {
  // The tool has no name where it is defined, and one where an agent is given it.
  const { node, messageId, data, value } = marks.find(({ subject }) => nameIn(subject) !== undefined) ?? marks[0];
  const names = marks.flatMap(({ subject }) => (subject === 'all' || isMarkedTool(subject) ? [] : subject));
  const tools = marks.flatMap(({ subject }) => (isMarkedTool(subject) ? [subject] : []));
  const count = new Set(tools.map(({ tool, name }) => identityOf(tool, name))).size;
  const [name] = marks.flatMap(({ subject }) => nameIn(subject) ?? []);
  const isAll = marks.some(({ subject }) => subject === 'all');
  const subject: Readonly<Record<string, string>> =
    tools.length > 0
      ? { tool: subjectText(name === undefined ? 'This tool' : toolText(name), count - 1) }
      : { tools: isAll ? 'all tools' : listText([...new Set(names)]) };
  const [suggestions = []] = marks.flatMap((mark) => (mark.suggestions.length > 0 ? [mark.suggestions] : []));
  return { node, messageId, data: { ...data, ...subject }, witnesses: [{ node: value, role: 'guard' }], suggestions };
}

function isMarkedTool(subject: Mark['subject']): subject is MarkedTool {
  return typeof subject === 'object' && 'tool' in subject;
}

function nameIn(subject: Mark['subject']): string | undefined {
  return isMarkedTool(subject) ? subject.name : undefined;
}

/** Takes tools out of the lists of those that run without approval: `{ toolNames: ['delete'] }`. */
function withoutNames(lists: ts.Node, names: readonly string[], around: ts.Node): Suggestions {
  const entries: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (syntax.isArrayLiteralExpression(node))
      entries.push(...node.elements.filter((each) => syntax.isStringLiteralLike(each) && names.includes(each.text)));
    else syntax.forEachChild(node, visit);
  };
  visit(lists);
  return entries.length === names.length ? takingOut(entries, listText(names), around, `\`${textOf(lists)}\``) : [];
}

function textOf(node: ts.Node): string {
  const { parent } = node;
  const text = 'initializer' in parent && parent.initializer === node ? parent.getText() : node.getText();
  return text.replaceAll(/\s+/g, ' ').slice(0, 60);
}
