import type { AgentFact } from '../../facts/agents/agents.ts';
import { firstVersionOf, isLater } from '../../facts/agents/releases.ts';
import type { UnknownOption } from '../../facts/agents/unknown-options.ts';
import type { GivenTool } from '../../facts/agents/tools.ts';
import { guardOf, remedyText } from './tools.ts';

/** What a message says of an option that the installed version does not have. */
export function optionData({ name, callee, release }: UnknownOption): Record<string, string> {
  return { option: name, callee, package: release.package, version: release.version ?? '' };
}

/** When an option that other versions have was there: `7.0.0 added it`. */
export function historyText({ versions, release }: UnknownOption): string {
  const first = versions && firstVersionOf(versions, release);
  return first !== undefined && isLater(first, release) ? `${first} added it` : 'only other versions have it';
}

/** What to do instead: an option that the installed version has, or the version that has this one. */
export function insteadText(option: UnknownOption): string {
  const { agent, guard, release, meant } = option;
  if (meant !== undefined) return `Use \`${meant}\` instead`;
  if (option.versions === undefined) return 'Remove it, and request approval in the handlers of sensitive tools';
  const given = agent?.tools.find(({ tool }) => tool.kind === 'tool');
  const own = guard && agent && given ? guardOf(agent, given) : undefined;
  const update = `pdate \`${release.package}\``;
  if (!agent) return `U${update}, or request approval in its handler`;
  return given && own ? `${remedyText(own, given)}${whereText(agent, given)}, or u${update}` : `U${update}`;
}

/** ` on the tool`, for what is advised for the call of an agent. */
function whereText({ guards }: AgentFact, given: GivenTool): string {
  const own = 'guards' in given.tool ? given.tool.guards : [];
  return own.length > 0 && guards.every(({ guard }) => guard.shape === 'skip' || guard.isGeneral) ? ' on the tool' : '';
}
