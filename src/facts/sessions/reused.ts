import { closeHandlers } from '../../models/sessions/close-handlers.ts';
import type { CallRule, Protocol } from '../../models/sessions/protocol.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  assignedIn,
  bindingOf,
  calledAt,
  calleeOriginOf,
  isCallOf,
  isConstant,
  isInside,
  syntax,
} from '../../type-utils/index.ts';
import { onlyProtocolOf } from './automata.ts';
import type { SessionSemantics } from './semantics.ts';
import { type Misuse, plain } from './session-facts.ts';

/** A function that runs when a session of a constant is closed. */
interface CloseHandler {
  readonly session: ts.VariableDeclaration;
  readonly fn: ts.ArrowFunction | ts.FunctionExpression;
}

/** A method call on the session, and the constants of the same function that it is given: `client.connect(transport)`. */
interface Giving {
  readonly call: ts.CallExpression;
  readonly method: string;
  readonly given: readonly ts.VariableDeclaration[];
}

/**
 * The calls in handlers of a session's close that open it again with what it was opened with: a transport that can be
 * started once. The handler runs when a connection has ended, so that the call behind it came first.
 */
export function reusedIn(
  file: ts.SourceFile,
  program: ts.Program,
  protocols: readonly Protocol[],
  semantics: SessionSemantics,
): readonly Misuse[] {
  return closeHandlersIn(file).flatMap(({ session, fn }) => {
    const calls = givingsIn(syntax.containerOf(session), session);
    const [again, before] = [
      calls.filter(({ call }) => isInside(call, fn)),
      calls.filter(({ call }) => !isInside(call, fn)),
    ];
    return again.flatMap((giving) =>
      giving.given.flatMap((given) => {
        const others = before.filter(({ method }) => method === giving.method);
        const [first] = others;
        // Opened with something else, it may be this one's turn.
        if (!first || !others.every((other) => other.given.includes(given))) return [];
        const made = given.initializer && syntax.withoutAssertions(given.initializer);
        const protocol = made && onlyProtocolOf(semantics.creationAt(made), protocols);
        return (protocol && misuseOf(giving.call, first.call, given, protocol, program)) ?? [];
      }),
    );
  });
}

/** The functions that a file assigns to what a session calls when it is closed. */
function closeHandlersIn(file: ts.SourceFile): readonly CloseHandler[] {
  if (![...closeHandlers].some((name) => file.text.includes(name))) return [];
  return assignedIn(file).flatMap((target) => {
    const assignment = syntax.parentOf(target);
    if (!syntax.isPropertyAccessExpression(target) || !closeHandlers.has(target.name.text)) return [];
    const fn = syntax.isPlainAssignment(assignment) ? syntax.withoutAssertions(assignment.right) : undefined;
    const session = constantOf(target.expression);
    return fn && session && syntax.isFunctionValue(fn) ? [{ session, fn }] : [];
  });
}

/** The calls of methods of a session, in a function and the functions inside it. */
function givingsIn(root: ts.Node, session: ts.VariableDeclaration): readonly Giving[] {
  return nodesIn(root, syntax.isCallExpression, anywhere).flatMap((call) => {
    const callee = syntax.withoutAssertions(call.expression);
    if (!syntax.isPropertyAccessExpression(callee) || constantOf(callee.expression) !== session) return [];
    const given = call.arguments.flatMap((argument) => constantOf(argument) ?? []);
    const own = given.filter((each) => syntax.containerOf(each) === syntax.containerOf(session));
    return [{ call, method: callee.name.text, given: own }];
  });
}

function constantOf(expression: ts.Expression): ts.VariableDeclaration | undefined {
  const name = syntax.withoutAssertions(expression);
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  return binding && syntax.isVariableDeclaration(binding) && isConstant(binding) ? binding : undefined;
}

function misuseOf(
  again: ts.CallExpression,
  first: ts.CallExpression,
  given: ts.VariableDeclaration,
  protocol: Protocol,
  program: ts.Program,
): Misuse | undefined {
  const op = ruleFor(first, protocol, program)?.op;
  const operation = op === undefined ? undefined : protocol.ops[op];
  const state = operation?.moves?.[protocol.construct ?? ''];
  if (op === undefined || !operation || state === undefined || !isForOnce(protocol, op)) return undefined;
  if (ruleFor(again, protocol, program)?.op !== op) return undefined;
  return {
    protocol,
    certainty: 'definite',
    node: again,
    op,
    called: calledAt(again, op),
    subject: given.name.getText(),
    cause: { role: operation.role, phase: protocol.states[state]?.phase ?? 'open' },
    states: [state],
    witnesses: [{ state, node: first }],
    outcome: operation.misuse?.[state],
    ...plain,
  };
}

function ruleFor(call: ts.CallExpression, { calls }: Protocol, program: ts.Program): CallRule | undefined {
  const origin = calleeOriginOf(call, program);
  return origin && calls?.find(({ takes, callee }) => takes === 'subject' && isCallOf(origin, callee));
}

/** Whether an operation is refused in each state but the one that a session begins with. */
function isForOnce({ states, construct, ops }: Protocol, op: string): boolean {
  return Object.keys(states).every((state) => state === construct || ops[op]?.misuse?.[state] !== undefined);
}
