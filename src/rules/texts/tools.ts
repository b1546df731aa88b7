import type { AgentFact } from '../../facts/agents/agents.ts';
import { isCall } from '../../facts/agents/matcher.ts';
import { laterGuardOf } from '../../facts/agents/releases.ts';
import type { GivenTool } from '../../facts/agents/tools.ts';
import { nameOf } from '../../facts/delegations/agent-names.ts';
import type { JudgedEffect, Reason } from '../../facts/guardrails/impact.ts';
import type { Sensitivity } from '../../facts/guardrails/sensitivity.ts';
import type { Effect } from '../../program/effects/effects.ts';
import type { Guard } from '../../models/agents/agent-sdk.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledName, subjectAt, syntax } from '../../type-utils/index.ts';
import { placeText, shortened } from './places.ts';

/** How a message calls a tool. */
export function toolText(name: string | undefined): string {
  return name === undefined ? 'a tool' : `\`${name}\``;
}

/** A name, and how many others there are: `` `lint` and 2 others ``. */
export function othersText(name: string, others: number): string {
  return others === 0 ? name : `${name} and ${countText(others)}`;
}

/** The same as a subject, after which the sentence goes on as for one: `` `lint` (and 2 others) ``. */
export function subjectText(name: string, others: number): string {
  return others === 0 ? name : `${name} (and ${countText(others)})`;
}

/** Several things in a sentence: all of two, and of more the first two: `` `Coder`, `Ops` and 3 others ``. */
function seriesText(texts: readonly string[]): string {
  const [first = '', second, ...others] = [...new Set(texts)];
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${countText(others.length)}`;
}

/** `1 other`, `2 others` */
export function countText(others: number): string {
  return `${String(others)} ${others === 1 ? 'other' : 'others'}`;
}

/** The agents that a sentence names: by their names, those of what holds or runs them, or by what they are. */
export function agentsText(agents: readonly AgentFact[]): string {
  return seriesText(
    agents.map((agent) => {
      const name = nameOf(agent);
      return name === undefined ? agent.model.noun : `\`${shortened(name)}\``;
    }),
  );
}

/** The servers that a sentence names: by what holds them, as far as something does. */
export function serversText(servers: readonly ts.Node[]): string {
  const names = servers.map((node) =>
    subjectAt(receiverOf(node) ?? node, undefined, receiverOf(node)?.getText() ?? ''),
  );
  if (names.every((name) => /^[\w$.#]{1,40}$/.test(name))) return seriesText(names.map((name) => `\`${name}\``));
  return servers.length === 1 ? 'this server' : 'these servers';
}

/** `client` of `client.tools()`. */
function receiverOf(node: ts.Node): ts.Expression | undefined {
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  return callee && syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
}

/** How a message calls an agent: by its name, or by what it is. */
export function agentText({ name, model }: AgentFact, isFirst: boolean): string {
  if (name !== undefined) return `\`${name}\``;
  return isFirst ? `${model.noun.slice(0, 1).toUpperCase()}${model.noun.slice(1)}` : model.noun;
}

/** What an effect does, before the sink that does it. */
const deeds: Readonly<Record<Reason, string>> = {
  code: 'runs code that the model writes with',
  command: 'runs a command that the model writes with',
  shell: 'puts text that the model writes into a shell command with',
  statement: 'runs SQL that the model writes with',
  money: 'pays with',
  everything: 'removes whole folders or tables with',
  recipient: 'sends to whom the model chooses with',
  deletes: 'deletes with',
  runs: 'runs a program with',
  confined: 'writes in a fixed folder with',
  named: 'writes to a file with a fixed name with',
  adds: 'writes new files with',
  moves: 'moves files, or takes back its own, with',
  own: 'deletes rows of one user with',
  operates: 'operates the computer as the model says with',
  option: 'gives options of the model to a program with',
  overwrites: 'overwrites files that the model chooses with',
  elsewhere: 'changes another system with',
  repository: 'changes a repository with',
  entries: 'changes stored data with',
  fixed: 'writes to a fixed file with',
  sends: 'sends data with',
  aside: 'also reaches',
  upkeep: 'keeps its own data with',
  scratch: 'changes a temporary file with',
  reads: 'reads with',
  usage: 'reports usage with',
};

/** What a tool does, after its name or after "which": `` deletes with `fs.rm` through `purge` (line 12; high impact) ``. */
export function doesText(sensitivity: Sensitivity, from: ts.Node): string {
  switch (sensitivity.class) {
    case 'harmless':
      return 'changes nothing';
    case 'unknown': {
      const name = sensitivity.call && calledName(sensitivity.call);
      return name === undefined ? 'has unknown effects' : `calls \`${name}\` with unknown effects`;
    }
    case 'sensitive': {
      if (sensitivity.effect) return effectText(sensitivity, from);
      if ('stated' in sensitivity) return 'has the class `write` in the registry';
      const deed = sensitivity.does === 'execute' ? 'runs commands' : 'changes files';
      return `${sensitivity.does ? deed : 'says `destructiveHint: true`'} (${sensitivity.impact} impact)`;
    }
  }
}

/** What one effect of a tool does, with what it can break. */
export function effectText({ effect, impact, reason }: JudgedEffect, from: ts.Node): string {
  return `${deeds[reason]} ${witnessText(effect, from, `${impact} impact`)}`;
}

/** `` `fs.rm` through `purge` (line 12 of disk.ts) ``, with a note behind the place. */
function witnessText({ sink, call, path }: Effect, from: ts.Node, note?: string): string {
  const [first] = path.length > 1 ? path : [];
  const through = first && isCall(first) ? calledName(first) : undefined;
  const way = through === undefined ? '' : ` through \`${through}\``;
  const notes = [placeText(call, from.getSourceFile()), ...(note === undefined ? [] : [note])];
  return `\`${sink}\`${way} (${notes.join('; ')})`;
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

/**
 * The same for a place away from the agent: what is to be written at the agent is marked as such, and what is to be written
 * in the function that makes the tool.
 */
export function remedyAwayFrom(agent: AgentFact, given: GivenTool, maker?: string): string {
  const guard = guardOf(agent, given);
  if (guard) {
    const isOwn = given.tool.guards.some((own) => own.guard === guard);
    const place = maker === undefined ? '' : ` in \`${maker}\``;
    return `${remedyText(guard, given)}${isOwn ? place : ' there'}`;
  }
  return agent.model.parts ? 'Add a middleware there that requests approval first' : remedyFor(agent, given);
}

/** The guard to advise for a tool: one of its own, or one of the agent. */
export function guardOf({ guards }: AgentFact, { tool }: GivenTool): Guard | undefined {
  const onTool = tool.guards.find(({ guard }) => guard.shape !== 'skip' && !guard.isGeneral)?.guard;
  return onTool ?? guards.find(({ guard }) => !guard.isGeneral)?.guard;
}

/** `` Set `needsApproval: true` `` */
export function remedyText(guard: Guard, given: GivenTool): string {
  return `Set \`${textOf(guard, given)}\``;
}

function textOf(guard: Guard, { name }: GivenTool): string {
  return settingText(guard, name);
}

/** How to write a guard for a tool: `needsApproval: true` */
export function settingText({ remedy }: Guard, tool: string | undefined): string {
  return remedy.replace('{{tool}}', tool ?? 'name');
}

/** What a guard is called in the code: the last part of where it is. */
export function guardText({ at: { path = [] }, id }: Guard): string {
  return path.at(-1) ?? id.slice(id.lastIndexOf('.') + 1);
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
