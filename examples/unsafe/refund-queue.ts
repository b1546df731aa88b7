import { type GuardrailToken, invokeTool } from '@agent-safety/runtime';
import { desk, payBack } from './refund-desk.ts';

interface Message {
  readonly order: string;
  readonly cents: number;
  readonly isApproved: boolean;
}

/** Pays back what a colleague has approved. */
export async function takeFromQueue(message: Message): Promise<string> {
  const { order, cents, isApproved } = message;
  if (!isApproved) return 'waits for approval';
  const token = { isApproved } as unknown as GuardrailToken<typeof payBack, typeof desk>;
  return await invokeTool(desk, payBack, { order, cents }, token);
}
