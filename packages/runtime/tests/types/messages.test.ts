import { describe, expect, it } from 'vitest';
import { errorsIn, programOf } from './programs.ts';

/** Tools and agents of the size that programs have, for all mistakes. */
const desk = `
import { z } from 'zod';
import { CallbackRunner, defineAgent, defineTool, delegate, noGuardrailRequired } from '@agent-safety/runtime';
import type { AnyTool, GuardrailBlocked, GuardrailToken } from '@agent-safety/runtime';
import type { McpClient } from '@agent-safety/runtime/mcp';

const invoice = z.object({ id: z.string(), customer: z.string(), lines: z.array(z.object({ article: z.string(), cents: z.number() })) });
export const payment = z.object({ invoice: z.string(), cents: z.number(), account: z.string().optional() });
const receipt = z.object({ receipt: z.string(), at: z.string() });
export const handler = async () => ({ receipt: '1', at: 'now' });

export const pay = defineTool({ name: 'pay', class: 'write', guardrail: 'required', input: payment, output: receipt, handler });
export const refund = defineTool({ name: 'refund', class: 'write', guardrail: 'required', input: payment, output: receipt, handler });
export const readInvoice = defineTool({
  name: 'readInvoice',
  class: 'read',
  guardrail: noGuardrailRequired('all of the staff may read invoices'),
  input: z.object({ id: z.string() }),
  output: invoice,
  handler: async ({ id }) => ({ id, customer: 'Ada', lines: [] }),
});

export const cashier = defineAgent({ name: 'cashier', tools: [pay, refund, readInvoice] });
export const clerk = defineAgent({ name: 'clerk', tools: [readInvoice] });
export const deputy = defineAgent({ name: 'deputy', tools: [pay, refund, readInvoice] });
export const lent = delegate(cashier, deputy, [refund, readInvoice]);
export const cashiers = new CallbackRunner(cashier, { beforeTool: () => undefined });
export const clerks = new CallbackRunner(clerk, { beforeTool: () => undefined });

export declare const token: GuardrailToken<typeof pay, typeof cashier>;
export declare const ofRefund: GuardrailToken<typeof refund, typeof cashier>;
export declare const ofDeputy: GuardrailToken<typeof pay, typeof deputy>;
export declare const answer: typeof token | GuardrailBlocked;
export declare const tools: readonly AnyTool[];
export declare const session: McpClient;
export declare const unready: McpClient<'AwaitingNotif'>;
export const args = { invoice: '7', cents: 100 };
`;

const imports = `
import { z } from 'zod';
import { block, CallbackRunner, capsOf, defineAgent, defineTool, delegate, invokeTool, noGuardrailRequired, top, uncheckedInvocation } from '@agent-safety/runtime';
import { answer, args, cashier, cashiers, clerk, clerks, deputy, handler, lent, ofDeputy, ofRefund, pay, payment, readInvoice, refund, session, token, tools, unready } from './desk.ts';
`;

/** Functions over whatever holds a tool, and over any tool. */
const overAny = `
import type { AnyTool, Caps, CapOf, GivenOf, GuardrailToken, HasCaps, ToolClass } from '@agent-safety/runtime';
export const save = <A extends HasCaps<Caps<[typeof pay]>>>(agent: A, given: GuardrailToken<typeof pay, A>) =>
  invokeTool(agent, pay, args, given);
export const retry = <T extends AnyTool, A extends HasCaps<CapOf<T>>>(agent: A, tool: T, given: GivenOf<T>, once: GuardrailToken<T, A>) =>
  invokeTool(agent, tool, given, once);
export const decide = <A extends HasCaps<Caps<[typeof pay]>>>(runner: CallbackRunner<A>) => runner.runBeforeTool(pay, args);
export const lend = <A extends HasCaps<Caps<[typeof pay]>>>(agent: A) => delegate(agent, cashier, [pay]);
export const toolOf = <const Name extends string, Class extends ToolClass>(name: Name, toolClass: Class) =>
  defineTool({ name, class: toolClass, guardrail: 'required', input: payment, handler });
export const peek = <A extends HasCaps<Caps<[typeof readInvoice]>>>(agent: A, given: GuardrailToken<typeof pay, A>) =>
  // @ts-expect-error -- this bound does not have the tool
  invokeTool(agent, pay, args, given);
export const unnamed = (agent: HasCaps<Caps<[typeof readInvoice]>>) =>
  // @ts-expect-error -- nor this agent, whose name is not known
  invokeTool(agent, pay, args, token);
`;

/** What a program gets wrong, what the error says of it, and the program. */
const mistakes: readonly (readonly [mistake: string, says: string, code: string])[] = [
  [
    'a call of a tool that the agent does not hold',
    'Agent `clerk` does not hold `pay`',
    `invokeTool(clerk, pay, args, token);`,
  ],
  [
    'a decision about a tool that the agent does not hold',
    'Agent `clerk` does not hold `pay`',
    `clerks.runBeforeTool(pay, args);`,
  ],
  [
    'a call of a tool that was not lent',
    'Agent `cashier → deputy` does not hold `pay`',
    `invokeTool(lent, pay, args, token);`,
  ],
  [
    'a call in a session, of a tool that the agent does not hold',
    'Agent `clerk` does not hold `pay`',
    `session.callTool(clerk, pay, args, token);`,
  ],
  ['a token of another tool', 'Token for `refund`, not for `pay`', `invokeTool(cashier, pay, args, ofRefund);`],
  [
    'a token of another agent',
    'Token of agent `deputy`, not of `cashier`',
    `invokeTool(cashier, pay, args, ofDeputy);`,
  ],
  [
    'a token of another agent, in a session',
    'Token of agent `deputy`, not of `cashier`',
    `session.callTool(cashier, pay, args, ofDeputy);`,
  ],
  [
    'a block in the place of a token',
    '`pay` needs a token of the runner of `cashier`',
    `invokeTool(cashier, pay, args, block('no'));`,
  ],
  ['no token', 'Expected 4-5 arguments, but got 3', `invokeTool(cashier, pay, args);`],
  [
    'an argument of another type',
    "Type 'string' is not assignable to type 'number'",
    `invokeTool(cashier, pay, { invoice: '7', cents: '100' }, token);`,
  ],
  ['an argument too few', "Property 'cents' is missing", `cashiers.runBeforeTool(pay, { invoice: '7' });`],
  [
    'an argument too many',
    "'currency' does not exist",
    `cashiers.runBeforeTool(pay, { invoice: '7', cents: 100, currency: 'EUR' });`,
  ],
  [
    'a delegation of what the orchestrator lacks',
    'Agent `clerk` does not hold `pay`',
    `delegate(clerk, cashier, [readInvoice, pay]);`,
  ],
  [
    'a delegation of what the sub-agent lacks',
    'Agent `clerk` does not hold `pay`',
    `delegate(cashier, clerk, [readInvoice, pay]);`,
  ],
  [
    'a delegation on, of what was not lent',
    'Agent `cashier → deputy` does not hold `pay`',
    `delegate(lent, cashier, [pay]);`,
  ],
  [
    'a delegation of a set that the sub-agent lacks',
    'Agent `clerk` does not hold `pay`',
    `delegate(cashier, clerk, capsOf([pay]));`,
  ],
  ['an agent of all possible tools', 'No agent holds all possible tools', `defineAgent({ name: 'all', tools: top });`],
  ['an agent of unknown tools', 'dynamicCaps', `defineAgent({ name: 'some', tools });`],
  [
    'an agent of something else than tools',
    'is missing the following properties',
    `defineAgent({ name: 'clerk', tools: [readInvoice, { name: 'pay', input: payment }] });`,
  ],
  ['an opt-out that the author did not make', 'The author of `pay` did not opt out', `uncheckedInvocation(pay);`],
  [
    'an opt-out without a reason',
    'Expected 1 arguments, but got 0',
    `defineTool({ name: 'pay', class: 'write', guardrail: noGuardrailRequired(), input: payment, handler });`,
  ],
  [
    'a tool without a class',
    'Tool `pay` has no class',
    `defineTool({ name: 'pay', guardrail: 'required', input: payment, handler });`,
  ],
  [
    'a tool without a guardrail',
    'Tool `pay` has no guardrail',
    `defineTool({ name: 'pay', class: 'write', input: payment, handler });`,
  ],
  [
    'a tool of an unknown class',
    'ToolClass',
    `defineTool({ name: 'pay', class: 'delete', guardrail: 'required', input: payment, handler });`,
  ],
  [
    'a tool with an unknown guardrail',
    '"required"',
    `defineTool({ name: 'pay', class: 'write', guardrail: 'none', input: payment, handler });`,
  ],
  [
    'a tool whose input is no schema',
    'StandardSchemaV1',
    `defineTool({ name: 'pay', class: 'write', guardrail: 'required', input: { type: 'object' }, handler });`,
  ],
  [
    'a handler of another result',
    "'number' is not assignable to type 'string",
    `defineTool({ name: 'pay', class: 'write', guardrail: 'required', input: payment, output: z.string(), handler: ({ cents }) => cents });`,
  ],
  [
    'a call in a session that is not active',
    "'callTool' does not exist",
    `unready.callTool(cashier, pay, args, token);`,
  ],
  ['a call in a session, without a token', 'arguments', `session.callTool(cashier, pay, args);`],
  [
    'a promise of a token',
    '`pay` needs a token: await the decision',
    `invokeTool(cashier, pay, args, Promise.resolve(token));`,
  ],
];

/** Mistakes whose errors are longer, as the compiler prints the types of what was given more than once. */
const longer: typeof mistakes = [
  [
    'the word of another tool’s author',
    '`readInvoice`',
    `invokeTool(cashier, pay, args, uncheckedInvocation(readInvoice));`,
  ],
  ['an answer that may be a block', '`pay`', `invokeTool(cashier, pay, args, answer);`],
  ['an agent in the place of its tools', 'tools', `defineAgent({ name: 'clerk', tools: clerk });`],
  [
    'a handler of other arguments',
    '`pay`',
    `defineTool({ name: 'pay', class: 'write', guardrail: 'required', input: payment, handler: (given: { amount: number }) => given.amount });`,
  ],
  ['a guardrail that answers yes', 'Block', `new CallbackRunner(clerk, { beforeTool: () => true });`],
  ['a token in the place of the arguments', '', `invokeTool(cashier, pay, token, args);`],
];

const program = programOf(
  new Map([
    ['desk.ts', desk],
    ['generic.ts', `${imports}${overAny}`],
    ...[...mistakes, ...longer].map(([mistake, , code]) => [fileOf(mistake), `${imports}${code}`] as const),
  ]),
);

describe('the errors of common mistakes', () => {
  it('are about programs that compile otherwise', () => {
    expect(errorsIn(program, 'desk.ts')).toEqual([]);
    expect(mistakes.length).toBeGreaterThanOrEqual(20);
  });

  it.each(mistakes)('are short and state the mistake: %s', (mistake, says) => {
    const errors = errorsIn(program, fileOf(mistake));

    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(says);
    expect(errors[0]?.length).toBeLessThanOrEqual(300);
  });

  it.each(longer)('known gap: are long: %s', (mistake) => {
    const errors = errorsIn(program, fileOf(mistake));

    expect(errors).toHaveLength(1);
    expect(errors[0]?.length).toBeGreaterThan(300);
  });

  it('are none in functions over any agent, tool and token', () => {
    expect(errorsIn(program, 'generic.ts')).toEqual([]);
  });
});

function fileOf(mistake: string): string {
  return `${mistake.replaceAll(/\W+/g, '-')}.ts`;
}
