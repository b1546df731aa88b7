import { GuardrailBlocked, invokeTool } from '@agent-safety/runtime';
import { desk, payBack, runner } from './refund-desk.ts';

/** Adds what the return has cost. */
function addPostage(refund: { cents: number }, postage: number): void {
  refund.cents += postage;
}

/** Pays an order and its postage back. */
export async function refundWithPostage(order: string, cents: number, postage: number): Promise<string> {
  const args = { order, cents };
  const token = await runner.runBeforeTool(payBack, args);
  if (token instanceof GuardrailBlocked) return token.reason;
  addPostage(args, postage);
  return await invokeTool(desk, payBack, args, token);
}
