import { memo } from '../../memo.ts';
import { callbackTakers } from '../../program/effects/callbacks.ts';
import type { EffectWay } from '../../program/effects/effect-paths.ts';
import { type Effect, type Runnable, stepsOf } from '../../program/effects/effects.ts';
import { calledName, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { mayStop } from '../agents/guards.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import { toolInputOf } from '../agents/tool-input.ts';
import { effectsOfTool } from '../agents/tools.ts';

/**
 * Whether an effect is only that of a tool which an agent has that runs inside this one: the model that has it decides about
 * it, and a guard belongs to it. Where that tool has no guard of its own, and the model gives nothing to the effect there, what
 * the outer one's model gives to it still counts here.
 *
 * @param isGiven whether the input of the outer tool reaches the effect
 */
export function isOfInnerTool({ path, frames, call }: Effect, isGiven: () => boolean, facts: AgentFacts): boolean {
  const [root] = frames;
  const holder = frames.at(-1);
  const definitions = path.flatMap((step, index) => definitionAround(step, frames[index]?.fn, facts) ?? []);
  const [inner] = definitions;
  const innermost = definitions.at(-1);
  if (!root || !holder || !inner || !innermost) return false;
  // The way that is known is the shortest.
  const isInside =
    definitionAround(call, holder.fn, facts) !== undefined || !reachedDirectly(facts, root.fn).has(holder.fn);
  return isInside && (isGuarded(inner, facts) || !isGiven() || decides(innermost, call, facts));
}

/** Whether it reaches what the effect is done to, where that is known. */
function isChosenBy(way: EffectWay, { target }: Effect): boolean {
  return target ? way.isGivenAt(target) : way.isGivenAny;
}

/** Whether what the model gives to a tool reaches a call. */
function decides(definition: Call, call: ts.Node, facts: AgentFacts): boolean {
  return facts
    .toolsAt(definition)
    .some(
      (tool) =>
        tool.kind === 'tool' &&
        effectsOfTool(tool, facts.program).some(
          (effect) => effect.call === call && isChosenBy(toolInputOf(facts, tool).writtenWayTo(effect), effect),
        ),
    );
}

function isGuarded(definition: Call, facts: AgentFacts): boolean {
  return facts
    .toolsAt(definition)
    .some((tool) => tool.kind === 'tool' && tool.guards.some((given) => mayStop(facts.judge.judge(given, tool.name))));
}

/** What a function comes to without the tools that are defined on the way. */
const reachedDirectly = memo((facts: AgentFacts, root: Runnable): ReadonlySet<Runnable> => {
  const reached = new Set([root]);
  for (const at of reached)
    for (const { call, to } of stepsOf(at, facts.program)) if (!definitionAround(call, at, facts)) reached.add(to);
  return reached;
});

/** The call that defines a tool by this one, or by a function that it stands in. */
function definitionAround(call: ts.Node, fn: Runnable | undefined, facts: AgentFacts): Call | undefined {
  const isDefinition = (node: ts.Node): node is Call => isCall(node) && facts.matcher.at('tool', node) !== undefined;
  if (isDefinition(call)) return call;
  let isHanded = false;
  for (let at = call; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    if (isHanded && isDefinition(at)) return at;
    // `description: hosts.map((each) => …).join()` runs at once.
    if (syntax.isFunctionLike(at)) isHanded = !isRunAtOnce(at);
  }
  return undefined;
}

function isRunAtOnce(fn: ts.Node): boolean {
  const { parent } = fn;
  return syntax.isCallExpression(parent) && (parent.expression === fn || callbackTakers.has(calledName(parent) ?? ''));
}
