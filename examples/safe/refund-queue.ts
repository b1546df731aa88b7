import { block, CallbackRunner, GuardrailBlocked, invokeTool } from '@agent-safety/runtime';
import { desk, payBack } from './refund-desk.ts';

interface Message {
  readonly order: string;
  readonly cents: number;
}

/** Pays back what a colleague approves. */
export async function takeFromQueue(
  { order, cents }: Message,
  isApproved: (order: string, cents: number) => Promise<boolean>,
): Promise<string> {
  const runner = new CallbackRunner(desk, {
    beforeTool: async ({ args }) => ((await isApproved(args.order, args.cents)) ? undefined : block('not approved')),
  });
  const token = await runner.runBeforeTool(payBack, { order, cents });
  if (token instanceof GuardrailBlocked) return token.reason;
  return await invokeTool(desk, payBack, { order, cents }, token);
}
