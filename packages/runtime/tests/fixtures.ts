import type { StandardSchemaV1 } from '../src/index.ts';
import { defineAgent, defineTool, GuardrailBlocked } from '../src/index.ts';

/** A schema that accepts everything as it is. */
export const anything: StandardSchemaV1 = schemaOf((value) => ({ value }));

/** A schema from its validation alone. */
export function schemaOf<Input = unknown, Output = Input>(
  validate: StandardSchemaV1<Input, Output>['~standard']['validate'],
): StandardSchemaV1<Input, Output> {
  return { '~standard': { version: 1, vendor: 'tests', validate } };
}

/** A world with an agent that has one tool, `save`, which takes anything, and what its handler was given, call by call. */
export function recorder() {
  const calls: unknown[] = [];
  const save = defineTool({
    name: 'save',
    class: 'write',
    input: anything,
    guardrail: 'required',
    handler: (args) => {
      calls.push(args);
      return calls.length;
    },
  });
  return { agent: defineAgent({ name: 'recorder', tools: [save] }), save, calls };
}

/** The token of a call that the guardrail lets pass. */
export async function tokenOf<Token>(asked: Promise<Token | GuardrailBlocked>): Promise<Token> {
  const answer = await asked;
  if (answer instanceof GuardrailBlocked) throw new Error(`Blocked: ${answer.reason}`);
  return answer;
}
