import { namedDeclarationOf, functionsAround } from '../functions.ts';
import type { AgentFact } from '../agents/agents.ts';
import { subjectAt } from '../session-names.ts';

/** The names by which an agent may be meant: the one that it is given, else that of the variable or field that holds it. */
export function namesOf({ name, node }: Pick<AgentFact, 'name' | 'node'>): readonly string[] {
  const held = subjectAt(node, undefined, '').replace(/^this\.#?/, '');
  return name !== undefined ? [name] : held === '' ? [] : [held];
}

/** What people would call an agent: its name, or where it is run. */
export function labelOf(agent: Pick<AgentFact, 'model' | 'name' | 'node'>): string {
  const [name] = namesOf(agent);
  if (name !== undefined) return name;
  const [around] = functionsAround(agent.node).flatMap((fn) => namedDeclarationOf(fn)?.name?.getText() ?? []);
  const noun = agent.model.noun.replace(/^the /, '');
  return around === undefined ? noun : `${noun} in ${around}`;
}
