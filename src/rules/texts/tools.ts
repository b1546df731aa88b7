import type { AgentFact } from '../../facts/agents/agents.ts';
import { isCall } from '../../facts/agents/matcher.ts';
import { laterGuardOf } from '../../facts/agents/releases.ts';
import type { GivenTool } from '../../facts/agents/tools.ts';
import type { Effect } from '../../program/effects/effects.ts';
import type { Guard } from '../../models/agents/agent-sdk.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledName } from '../../type-utils/index.ts';
import { placeText, shortened } from './places.ts';

/** How a message calls a tool. */
export function toolText(name: string | undefined): string {
  return name === undefined ? 'a tool' : `\`${name}\``;
}

/** A name, and how many others there are: `` `lint` and 2 others ``. */
export function othersText(name: string, others: number): string {
  return others === 0 ? name : `${name} and ${String(others)} ${others === 1 ? 'other' : 'others'}`;
}

/** How a message calls an agent: by its name, or by what it is. */
export function agentText({ name, model }: AgentFact, isFirst: boolean): string {
  if (name !== undefined) return `\`${name}\``;
  return isFirst ? `${model.noun.slice(0, 1).toUpperCase()}${model.noun.slice(1)}` : model.noun;
}

/** `` `fs.rm` through `purge` (line 12 of disk.ts) `` */
export function witnessText({ sink, call, path }: Effect, from: ts.Node): string {
  const [first] = path.length > 1 ? path : [];
  const through = first && isCall(first) ? calledName(first) : undefined;
  const way = through === undefined ? '' : ` through \`${through}\``;
  return `\`${sink}\`${way} (${placeText(call, from.getSourceFile())})`;
}

/**
 * What to write where, among what the installed version has: on the tool, else on the agent, else in the handler. Where only
 * a later version has a guard, that version.
 */
export function remedyFor(agent: AgentFact, given: GivenTool): string {
  const guard = guardOf(agent, given);
  if (guard) return remedyText(guard, given);
  if (agent.model.parts) return 'Add a middleware that requests approval first';
  const later = ('model' in given.tool ? laterGuardOf(given.tool.model) : undefined) ?? laterGuardOf(agent.model);
  const general = agent.guards.find(({ guard }) => guard.isGeneral)?.guard;
  const now = general ? `Use \`${textOf(general, given)}\`` : 'Request approval in its handler';
  return later
    ? `${now}, or update \`${later.release.package}\` to ${later.since} for \`${textOf(later.guard, given)}\``
    : 'Request approval in its handler';
}

/** The guard to advise for a tool: one of its own, or one of the agent. */
export function guardOf({ guards }: AgentFact, { tool }: GivenTool): Guard | undefined {
  const onTool = tool.guards.find(({ guard }) => guard.shape !== 'skip')?.guard;
  return onTool ?? guards.find(({ guard }) => !guard.isGeneral)?.guard;
}

/** `` Set `needsApproval: true` `` */
export function remedyText(guard: Guard, given: GivenTool): string {
  return `Set \`${textOf(guard, given)}\``;
}

function textOf({ remedy }: Guard, { name }: GivenTool): string {
  return remedy.replace('{{tool}}', name ?? 'name');
}

/** Names, as a message lists them. */
export function listText(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The agents on a way: `frontdesk → billing → refunds`. Of a long one, its ends. */
export function wayText(labels: readonly string[]): string {
  const [first = '', ...rest] = labels.map((label) => shortened(label));
  return [first, ...(rest.length > 3 ? ['…', ...rest.slice(-2)] : rest)].join(' → ');
}
