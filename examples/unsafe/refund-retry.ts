import { GuardrailBlocked, invokeTool } from '@agent-safety/runtime';
import { desk, payBack, runner } from './refund-desk.ts';

/** Pays an order back, and tries again where that fails. */
export async function refund(order: string, cents: number): Promise<string> {
  const args = { order, cents };
  const token = await runner.runBeforeTool(payBack, args);
  if (token instanceof GuardrailBlocked) return token.reason;
  for (let attempt = 1; ; attempt++) {
    try {
      return await invokeTool(desk, payBack, args, token);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
