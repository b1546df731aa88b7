import { groupedBy } from '../../analysis/grouped.ts';
import { failingCalls, failingGlobals, failingMembers, isListing } from '../../models/sessions/failing-calls.ts';
import type { CalleeRef, Protocol } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import { isInTest } from '../../program/values/test-code.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  calleeOriginOf,
  isCallOf,
  isGlobalName,
  matches,
  originsAt,
  promisesOf,
  syntax,
} from '../../type-utils/index.ts';

/**
 * Whether an exception that leaves a place is one of a call that fails in ordinary operation by its model: a request of a
 * session, a model that is asked, the network. Of `await Promise.all([…])` one such call among the elements is enough. In a
 * test none is: what fails there ends the test.
 */
export const failsInOperation = memo(
  (protocols: readonly Protocol[], program: ts.Program, site: ts.Node): boolean =>
    syntax.isAwaitExpression(site) &&
    !isInTest(site) &&
    promisesIn(syntax.withoutAssertions(site.expression)).some((promise) =>
      syntax.isCallExpression(promise)
        ? isFailingCall(promise, protocols, program)
        : syntax.isPropertyAccessExpression(promise) && isFailingMember(promise, program),
    ),
);

/** What an awaited expression waits for: itself, or each of the promises that `Promise.all` gathers. */
function promisesIn(awaited: ts.Expression): readonly ts.Expression[] {
  return promisesOf(awaited)?.elements.map((element) => syntax.withoutAssertions(element)) ?? [awaited];
}

function isFailingCall(call: ts.CallExpression, protocols: readonly Protocol[], program: ts.Program): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isIdentifier(callee) && isGlobalName(callee)) return failingGlobals.has(callee.text);
  const origin = calleeOriginOf(call, program);
  return (
    origin !== undefined &&
    calleesOf(protocols)
      .get(origin.method)
      ?.some((ref) => isCallOf(origin, ref)) === true
  );
}

function isFailingMember({ expression, name }: ts.PropertyAccessExpression, program: ts.Program): boolean {
  const refs = failingMembers.filter(({ members }) => members.includes(name.text));
  return (
    refs.length > 0 && originsAt(expression, program).some((origin) => refs.some((ref) => matches(origin, ref.of)))
  );
}

/** By the method that is called: of functions, `undefined`. */
const calleesOf = memo((protocols: readonly Protocol[]): ReadonlyMap<string | undefined, readonly CalleeRef[]> => {
  const requests = protocols.flatMap((protocol) =>
    requestsOf(protocol).flatMap((method) => protocol.subjects.map((subject) => ({ ...subject, method }))),
  );
  return groupedBy<CalleeRef, string | undefined>([...failingCalls, ...requests], ({ method }) => method);
});

/** The operations that reach the other side of a session: those that open or use it, and whose promise is rejected if it is not there. */
function requestsOf({ ops }: Protocol): readonly string[] {
  return Object.entries(ops).flatMap(([name, { misuse, role, settles }]) => {
    const isPromised = settles !== undefined || Object.values(misuse ?? {}).includes('rejects');
    return (role === 'open' || role === 'use') && isPromised && !isListing(name) ? [name] : [];
  });
}
