import { freshCalls, freshFunctions } from '../../models/contracts/keys.ts';
import { compilerOf, isGlobalName, matches, type Origin, syntax, type ts } from '../../type-utils/index.ts';

/** Methods that keep what makes a text, a number or a moment another one each time. */
export const reshapingMethods: ReadonlySet<string> = new Set(
  'concat getTime join padEnd padStart replace replaceAll slice substr substring toISOString toJSON toLowerCase toString toUpperCase trim valueOf'.split(
    ' ',
  ),
);

/** Whether a call gives another value each time: `randomUUID()`, `Date.now()`, `nanoid()`. */
export function isFreshCall(call: ts.CallExpression, program: ts.Program): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  const root = syntax.rootOf(callee);
  if (syntax.isIdentifier(root) && isGlobalName(root) && freshCalls.test(callee.getText())) return true;
  const name = syntax.lastNameOf(callee);
  if (!name) return false;
  const compiler = compilerOf(program);
  const origin = compiler.originOfName(name) ?? compiler.untypedOriginOf(callee)?.origin;
  return origin !== undefined && freshFunctions.some((ref) => isExport(origin, ref));
}

/** Whether a method makes the day, or another span of time, of what it is called on: `new Date().toISOString().slice(0, 10)`. */
export function isDay(method: string, receiver: ts.Expression | undefined): boolean {
  return (
    /^(?:slice|substring|substr|split)$/.test(method) &&
    receiver !== undefined &&
    /toISOString|toJSON/.test(receiver.getText())
  );
}

function isExport(origin: Origin, ref: (typeof freshFunctions)[number]): boolean {
  return matches(ref.names.includes('*') ? { ...origin, name: '*' } : origin, ref);
}
