import { agentNamed } from '../capability/agent.ts';
import type { Agent, AnyAgent } from '../capability/agent.ts';
import { listGiven } from '../capability/capability-set.ts';
import type { CapsGiven, KnownTools, ToolsGiven } from '../capability/capability-set.ts';
import { ownOption } from '../globals.ts';
import { privateRecords } from '../private-records.ts';
import { readGuardrail } from './guardrail.ts';
import type { Answer, BeforeTool, Guarded, Guardrail, ReadGuardrail } from './guardrail.ts';

/** What `defineAgent` takes. */
export interface AgentDefinition<Name extends string, Tools, OwnGuardrail> {
  readonly name: Name;
  readonly tools: Tools;
  /**
   * The guardrail of the agent, and no other: `new CallbackRunner(agent)` runs it. A runner with a callback of its own
   * needs the `key`.
   */
  readonly guardrail?: OwnGuardrail;
  /** What a runner with a callback of its own has to present. Left out beside a guardrail, there is none. */
  readonly key?: symbol;
}

declare const absent: unique symbol;

/** Stands for the answer of a callback where there is none. */
interface NoCallback {
  readonly [absent]: true;
}

type GuardrailAnswering<Given, A extends AnyAgent, Context> = Omit<Guardrail<A, Context>, 'beforeTool'> & {
  readonly beforeTool: (...call: Parameters<BeforeTool<A, Context>>) => Given;
};

type BoundBy<Given, Context> = NoCallback extends Given ? unknown : Guarded<Context>;

/** What was said about runners when an agent was defined. */
interface Binding {
  readonly guardrail: ReadGuardrail | undefined;
  readonly key: symbol | undefined;
}

const bindings = privateRecords<AnyAgent, Binding>();

/**
 * Makes an agent that holds these tools: a list, or a set (`join(capsOf(a), capsOf(b))`).
 *
 * @throws TypeError where the name is empty, a tool is none of `defineTool`, two tools have one name, or the set is of all
 *   possible tools.
 */
export function defineAgent<
  const Name extends string,
  const Tools extends ToolsGiven,
  Context = undefined,
  // What the callback answers: inferred where there is one, and else what no callback answers.
  Given extends Answer | NoCallback = NoCallback,
>(
  definition: AgentDefinition<
    Name,
    KnownTools<Tools>,
    GuardrailAnswering<Given, Agent<CapsGiven<Tools>, Name>, Context>
  >,
): Agent<CapsGiven<Tools>, Name> & BoundBy<Given, Context> {
  const agent = agentNamed(definition.name, listGiven(definition.tools as ToolsGiven));
  const given = ownOption(definition, 'guardrail') as object | undefined;
  const key = ownOption(definition, 'key');
  if (given ?? key) bindings.set(agent, { guardrail: given && readGuardrail(agent.name, given), key });
  return agent as Agent<CapsGiven<Tools>, Name> & BoundBy<Given, Context>;
}

/** What was said about runners when an agent was defined. Undefined: anybody who has it may make one. */
export function bindingOf(agent: AnyAgent): Binding | undefined {
  return bindings.get(agent);
}
