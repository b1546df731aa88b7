import { memo } from '../../memo.ts';
import { type Effect, type Runnable, stepsOf } from '../../program/effects/effects.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';

/**
 * Whether an effect is only that of a tool which an agent has that runs inside this one: the model that has it decides about
 * it, and a guard belongs to it.
 */
export function isOfInnerTool({ path, frames, call }: Effect, facts: AgentFacts): boolean {
  const [root] = frames;
  const holder = frames.at(-1);
  if (!root || !holder || !path.some((step, index) => isHanded(step, frames[index]?.fn, facts))) return false;
  // The way that is known is the shortest.
  return isHanded(call, holder.fn, facts) || !reachedDirectly(facts, root.fn).has(holder.fn);
}

/** What a function comes to without the tools that are defined on the way. */
const reachedDirectly = memo((facts: AgentFacts, root: Runnable): ReadonlySet<Runnable> => {
  const reached = new Set([root]);
  for (const at of reached)
    for (const { call, to } of stepsOf(at, facts.program)) if (!isHanded(call, at, facts)) reached.add(to);
  return reached;
});

/** Whether a call defines a tool, or stands in a function that is handed to one which does. */
function isHanded(call: ts.Node, fn: Runnable | undefined, facts: AgentFacts): boolean {
  const definitions = definitionsIn(facts);
  if (definitions.has(call)) return true;
  let isInFunction = false;
  for (let at = call; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    if (isInFunction && definitions.has(at)) return true;
    isInFunction ||= syntax.isFunctionLike(at);
  }
  return false;
}

const definitionsIn = memo((facts: AgentFacts): ReadonlySet<ts.Node> => new Set(facts.calls.of('tool')));
