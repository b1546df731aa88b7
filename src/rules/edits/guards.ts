import { readAt } from '../../program/values/places.ts';
import { isGiven } from '../../program/values/values.ts';
import type { AgentFact, AgentFacts } from '../../facts/agents/agents.ts';
import type { GivenGuard } from '../../facts/agents/guards.ts';
import type { GivenTool } from '../../facts/agents/tools.ts';
import type { GuardPart } from '../../models/agents/agent-sdk.ts';
import { isInside, syntax, type ts } from '../../type-utils/index.ts';
import { type Suggestion, suggested, type TextEdit } from '../rule.ts';
import { agentText, guardOf, settingText, toolText } from '../texts/tools.ts';
import { withPart } from './elements.ts';
import { withImport } from './imports.ts';
import { entryText, pathFor, settingOf, withOption } from './options.ts';

/**
 * Sets a guard so that it decides about a tool. Undefined where its remedy names no value that fits everywhere, where what
 * it is given to is not written out in this file, or where it needs something that is not there.
 */
export function withGuard(
  { guard, owner }: Pick<GivenGuard, 'guard' | 'owner'>,
  tool: string | undefined,
  file: ts.SourceFile,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const text = settingOf(guard, file);
  const path = pathFor(guard, tool);
  const isLacking = guard.needs?.at.every((place) => !isGiven(readAt(owner, place))) === true;
  return text === undefined || !path || isLacking ? undefined : withOption(owner, guard.at, path, text, file, program);
}

/** A tool that an agent runs without a guard. */
interface Unguarded {
  readonly agent: AgentFact;
  readonly given: GivenTool;
}

/**
 * Adds the guards that a message advises: to the definitions of the tools, or to the options of the agents. None where one
 * of them cannot be added.
 */
export function guarding(
  unguarded: readonly Unguarded[],
  file: ts.SourceFile,
  facts: AgentFacts,
): readonly Suggestion<'addGuard'>[] {
  const byPlace = new Map<ts.Node, Suggestion<'addGuard'>>();
  for (const { agent, given } of unguarded) {
    const own = given.tool.guards.some(({ guard }) => guard === guardOf(agent, given));
    const place = own ? given.tool.node : agent.node;
    const [added] = guardingOne(agent, given, file, facts);
    if (!added) return [];
    const before = byPlace.get(place);
    // Two entries of one option would be written twice.
    if (before && before.data.option !== added.data.option) return [];
    byPlace.set(place, added);
  }
  const [first, ...others] = byPlace.values();
  if (!first) return [];
  const all = [first, ...others];
  const owner = [...new Set(all.map(({ data }) => data.owner))].join(', ');
  return suggested(
    'addGuard',
    { ...first.data, owner },
    all.flatMap(({ edits }) => edits),
  );
}

function guardingOne(
  agent: AgentFact,
  given: GivenTool,
  file: ts.SourceFile,
  facts: AgentFacts,
): readonly Suggestion<'addGuard'>[] {
  const { tool, name } = given;
  const guard = guardOf(agent, given);
  if (!guard) return addingPart(agent, name, file, facts);
  const own = tool.guards.find((each) => each.guard === guard);
  // That of a part is an option of the part, and not of the agent.
  const isOfAgent = agent.model.guards?.includes(guard) === true;
  const advised = own ?? (isOfAgent ? agent.guards.find((each) => each.guard === guard) : undefined);
  const owner = own ? toolText(name) : agentText(agent, false);
  const edits = advised && withGuard(advised, name, file, facts.program);
  return suggested('addGuard', { option: settingText(guard, name), owner }, edits);
}

/** Adds a part that guards by the names of tools, such as a middleware, where the agent takes parts. */
function addingPart(
  agent: AgentFact,
  tool: string | undefined,
  file: ts.SourceFile,
  facts: AgentFacts,
): readonly Suggestion<'addGuard'>[] {
  const { model, release, value, node } = agent;
  const [place] = model.parts ?? [];
  const part = facts.sdks
    .flatMap(({ parts = [] }): readonly GuardPart[] => parts)
    .find(
      ({ callee, guard }) => guard.shape === 'by tool' && callee.packages.some((name) => name === release?.package),
    );
  const [name] = part?.callee.names ?? [];
  if (!place || !part || !release || name === undefined || !isInside(node, file)) return [];
  const text = settingOf(part.guard, file);
  const path = pathFor(part.guard, tool);
  const isLacking = part.guard.needs?.at.every((each) => !isGiven(readAt(value, each))) === true;
  if (text === undefined || !path || isLacking) return [];
  const made = `${name}({ ${entryText(path, text, file)} })`;
  const list = readAt(value, place);
  const edits = isGiven(list)
    ? list.kind === 'list' && syntax.isArrayLiteralExpression(list.node) && isInside(list.node, file)
      ? withPart(list.node, made)
      : undefined
    : withOption(value, place, place.path ?? [], `[${made}]`, file, facts.program);
  const imported = withImport(file, release.package, name);
  const owner = agentText(agent, false);
  return edits && imported ? suggested('addGuard', { option: made, owner }, [...imported, ...edits]) : [];
}
