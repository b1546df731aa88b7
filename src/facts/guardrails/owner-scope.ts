import { type Call, isCall } from '../agents/matcher.ts';
import type { ToolFact } from '../agents/tools.ts';
import { argumentsOf, chainFrom } from '../../program/effects/effect-paths.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import { constantInitializerOf, syntax, type ts } from '../../type-utils/index.ts';

const owners = 'user|owner|author|account|customer|member|profile';
/** Their rows are those of many. */
const organizations = 'tenant|org|organi[sz]ation|workspace|company';

/** Names of columns and properties for whose a row is: `userId`, `owner_id`. */
const ownerKey = keyOf(owners);
const scopeKey = keyOf(`${owners}|${organizations}`);

/**
 * Whether a statement on rows names the one whose they are, and the model does not choose who that is:
 * `.where(and(eq(todos.id, id), eq(todos.userId, userId)))`, `DELETE … WHERE id = ? AND user_id = ?`.
 */
export function isScopedToOwner(statement: ts.Node, { input, handler }: ToolFact): boolean {
  if (!input || !isCall(statement) || !ownerKey.test(textOf(statement))) return false;
  const given = handler?.parameters[0]?.name.getText() ?? '';
  return !scopeKey.test(input.getText()) && !scopeKey.test(given);
}

/** What a statement says, with the key that it is given first: `lrem(key, 1, item)` after `const key = listKey(userId, name)`. */
function textOf(statement: Call): string {
  const whole = chainFrom(statement).at(-1) ?? statement;
  const [key] = argumentsOf(whole);
  const made = key && syntax.isIdentifier(key) ? constantInitializerOf(key) : undefined;
  const names = made ? nodesIn(made, syntax.isIdentifier).map(({ text }) => text) : [];
  return [whole.getText(), ...names].join(' ');
}

function keyOf(whose: string): RegExp {
  return new RegExp(`(?:^|[^a-z])_?(?:${whose})_?id\\b`, 'i');
}
