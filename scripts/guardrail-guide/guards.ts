import type { AgentModel, AgentSdk, Answer, Guard, GuardPart, GuardShape } from '../../src/models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../src/models/sessions/protocol.ts';
import { isClass, merged, nameOf, pathOf, type Sketch, sketchOf } from './sketch.ts';

/** What a guard is given to. */
export type Owner = 'tool' | 'tools of a server' | 'step to an agent' | 'agent' | 'run';

/** A guard of an SDK, with the ways to write it. */
export interface ListedGuard {
  readonly guard: Guard;
  readonly owners: readonly Owner[];
  readonly written: readonly string[];
  /** It is there to guard, and lets all run where it is given nothing. */
  readonly isInertByDefault: boolean;
}

/** The guards of an SDK, each once, in the order of its models. */
export function guardsOf(sdk: AgentSdk): readonly ListedGuard[] {
  const { tools = [], toolSets = [], agentTools = [], backends = [], agents = [], runs = [], parts = [] } = sdk;
  const all = [
    ...tools.flatMap((model) => given(model, 'tool')),
    ...toolSets.flatMap((model) => given(model, 'tools of a server')),
    ...backends.flatMap((model) => given(model, 'tool')),
    ...agentTools.flatMap((model) => given(model, 'step to an agent')),
    ...agents.flatMap((model) => given(model, 'agent')),
    ...agents.flatMap(({ backends: at = [], ...model }) =>
      at.flatMap(({ guards }) => given({ ...model, guards }, 'agent')),
    ),
    ...parts.map((part) => givenPart(part, sdk)),
    ...runs.flatMap((model) => given(model, 'run')),
  ];
  const byId = new Map<string, GivenGuard[]>();
  for (const one of all) byId.set(one.guard.id, [...(byId.get(one.guard.id) ?? []), one]);
  return [...byId.values()].flatMap((ways) => {
    const [first] = ways;
    const owners = [...new Set(ways.map(({ owner }) => owner))];
    return first ? [{ ...first, owners, written: merged(ways, ({ written }) => written).map(({ text }) => text) }] : [];
  });
}

/** The guard of an agent below that takes the place of one above: it is written in the same place. */
export function replacementOf({ reaches, at }: Guard, { agents = [] }: AgentSdk): Guard | undefined {
  if (!reaches) return undefined;
  const below = agents.filter(({ isLiteral }) => isLiteral).flatMap(({ guards = [] }) => guards);
  return below.find((guard) => guard.at.path !== undefined && guard.at.path === at.path);
}

/** The form of a guard, in words. */
export function formOf({ shape, among, toolNameAt }: Guard): string {
  const words: Readonly<Record<GuardShape, string>> = {
    decision: 'a value, or a function for each call',
    'by tool': `an object by the names of tools${toolNameAt ? ', or a function for all' : ''}`,
    hooks: 'a list of `{ matcher, hooks }`',
    list: 'a list, of which any may stop the tool',
    servers: 'a word, or an object with names of tools',
    skip: 'a mark, which stops nothing',
  };
  return among ? `a list with ${among.map((each) => `\`'${each}'\``).join(' or ')}` : words[shape];
}

/** An answer by which a tool runs, in words. */
export function answerOf(answer: Answer): string {
  if (answer === null) return '`undefined`';
  if (typeof answer === 'string') return `\`'${answer}'\``;
  if (typeof answer === 'boolean') return `\`${String(answer)}\``;
  if ('property' in answer) {
    const is = typeof answer.is === 'string' ? `'${answer.is}'` : String(answer.is);
    return `\`{ ${answer.property}: ${is} }\``;
  }
  if ('without' in answer) return `an object without ${answer.without.map((name) => `\`${name}\``).join(', ')}`;
  if ('unless' in answer) {
    const parts = answer.unless.map(({ path, is = [] }) => {
      const values = is.map((each) => (typeof each === 'string' ? `'${each}'` : String(each))).join(' or ');
      return `\`${path.join('.')}${values === '' ? '' : `: ${values}`}\``;
    });
    return `an object without ${parts.join(', ')}`;
  }
  if ('export' in answer) return `\`${nameOf(answer.export)}\``;
  if ('made' in answer) return `\`${isClass(answer.made) ? 'new ' : ''}${nameOf(answer.made)}()\``;
  return `a call of its parameter ${answer.callsParameter + 1}`;
}

/** Whether an agent that has the guard, or one that is run with it, may hand over to another one. */
export function handsOver({ id }: Guard, { agents = [], parts = [] }: AgentSdk): boolean {
  const isPart = parts.some(({ guard }) => guard.id === id);
  const having = agents.filter((agent) => (isPart ? agent.parts : agent.guards?.some((guard) => guard.id === id)));
  return (having.length > 0 ? having : agents).some(({ children }) => children);
}

/** A guard in one of its places. */
interface GivenGuard {
  readonly guard: Guard;
  readonly owner: Owner;
  readonly written: Sketch;
  readonly isInertByDefault: boolean;
}

interface Guarded {
  readonly callee: CalleeRef;
  readonly guards?: readonly Guard[];
  readonly isLiteral?: boolean;
}

function given({ callee, guards = [], isLiteral }: Guarded, owner: Owner): readonly GivenGuard[] {
  return guards.map((guard) => {
    const written = sketchOf(callee, [{ at: guard.at, word: 'guard' }], isLiteral === true && isClass(callee));
    return { guard, owner, written, isInertByDefault: false };
  });
}

/** A part is written in a list of an agent, or of what runs it. */
function givenPart({ callee, guard, member, isInertByDefault }: GuardPart, sdk: AgentSdk): GivenGuard {
  const { agents = [], runs = [] } = sdk;
  const isOfAgent = agents.some(({ parts }) => parts);
  const holders: readonly Pick<AgentModel, 'parts'>[] = isOfAgent ? agents : runs;
  const lists = new Set(holders.flatMap(({ parts = [] }) => parts.map(pathOf)));
  const where = [...lists].map((list) => `\`${list}\``).join(', ');
  const written: Sketch =
    member === undefined
      ? sketchOf(callee, [{ at: guard.at, word: 'guard' }])
      : { text: `\`${member}\` of a class that extends \`${nameOf(callee)}\`` };
  return {
    guard,
    owner: isOfAgent ? 'agent' : 'run',
    written: { ...written, text: `${written.text}, in ${where}` },
    isInertByDefault: isInertByDefault === true,
  };
}
