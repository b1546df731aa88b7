import { GuardrailBlocked, invokeTool } from '@agent-safety/runtime';
import { desk, payBack, runner } from './refund-desk.ts';

/** Pays an order back, and asks again before it tries again. */
export async function refund(order: string, cents: number): Promise<string> {
  const args = { order, cents };
  for (let attempt = 1; ; attempt++) {
    const token = await runner.runBeforeTool(payBack, args);
    if (token instanceof GuardrailBlocked) return token.reason;
    try {
      return await invokeTool(desk, payBack, args, token);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
