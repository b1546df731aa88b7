import { isCall } from '../agents/matcher.ts';
import type { ToolFact } from '../agents/tools.ts';
import { chainFrom } from '../../program/effects/effect-paths.ts';
import type { ts } from '../../type-utils/index.ts';

/** Names of columns and properties for whose a row is: `userId`, `owner_id`. */
const ownerKey = /(?:^|[^a-z])_?(?:user|owner|author|account|customer|member|tenant|profile)_?id\b/i;

/**
 * Whether a statement on rows names the one whose they are, and the model does not choose who that is:
 * `.where(and(eq(todos.id, id), eq(todos.userId, userId)))`, `DELETE … WHERE id = ? AND user_id = ?`.
 */
export function isScopedToOwner(statement: ts.Node, { input, handler }: ToolFact): boolean {
  if (!input || !isCall(statement) || !ownerKey.test(chainFrom(statement).at(-1)?.getText() ?? '')) return false;
  const given = handler?.parameters[0]?.name.getText() ?? '';
  return !ownerKey.test(input.getText()) && !ownerKey.test(given);
}
