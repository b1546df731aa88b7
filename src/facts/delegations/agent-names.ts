import type { AgentFact } from '../agents/agents.ts';
import { functionsAround, namedDeclarationOf } from '../../program/values/functions.ts';
import { subjectAt, syntax } from '../../type-utils/index.ts';

type Named = Pick<AgentFact, 'model' | 'name' | 'node'>;

/**
 * The name by which a policy means an agent: the one that it is given, else that of the variable or field that holds it,
 * else that of the function in which it is run: `answer` where that has `const result = streamText(…)`.
 */
export function nameOf({ name, node, model }: Named): string | undefined {
  // What is awaited is not the agent, but what came of it, and so is what a run gives.
  const isResult = model.isRun === true || syntax.isAwaitExpression(syntax.parentOf(node));
  const held = isResult ? '' : subjectAt(node, undefined, '').replace(/^this\.#?/, '');
  if (name !== undefined || held !== '') return name ?? held;
  const [around] = functionsAround(node).flatMap((fn) => namedDeclarationOf(fn)?.name?.getText() ?? []);
  return around;
}

/** What people would call an agent: its name, or what it is. */
export function labelOf(agent: Named): string {
  return nameOf(agent) ?? agent.model.noun.replace(/^the /, '');
}
