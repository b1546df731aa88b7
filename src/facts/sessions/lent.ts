import { statesIn } from '../../analysis/typestate/automaton.ts';
import type { Outcome } from '../../analysis/typestate/semantics.ts';
import type { Summaries } from '../../analysis/typestate/summaries.ts';
import { memo } from '../../memo.ts';
import type { Protocol, State } from '../../models/sessions/protocol.ts';
import { flowGraphOf } from '../../program/flow/lower.ts';
import { namedDeclarationOf } from '../../program/values/functions.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledAt, callsIn, compilerOf, syntax } from '../../type-utils/index.ts';
import { automatonOf } from './automata.ts';
import { mayHoldSessions } from './gates.ts';
import { type Closing, closingsIn, isSame, protocolOf } from './interrupted.ts';
import type { SessionSemantics } from './semantics.ts';
import { isMisusedBy, type Misuse, plain } from './session-facts.ts';

interface Analysis {
  readonly semantics: SessionSemantics;
  readonly summaries: Summaries;
}

/** A function that opens a session, lends it to a callback, and closes it when that is done. */
interface Lender {
  readonly fn: syntax.FunctionLike;
  readonly protocol: Protocol;
  readonly closing: Closing;
  /** Which parameter the callback is, and which argument of that the session. */
  readonly callback: number;
  readonly session: number;
}

/**
 * What callbacks in a file leave behind, or return, that needs a session which they were lent:
 * `withClient(async (client) => streamText({ model, prompt, tools: await client.tools() }))`.
 */
export function lentIn(
  file: ts.SourceFile,
  program: ts.Program,
  protocols: readonly Protocol[],
  analysis: Analysis,
): readonly Misuse[] {
  const lenders = lendersIn(program, protocols);
  if (lenders.length === 0) return [];
  const names = new Set(lenders.flatMap(({ fn }) => nameOf(fn) ?? []));
  return callsIn(file, (name) => names.has(name)).flatMap((call) => {
    const called = syntax.isCallExpression(call) ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
    return lenders
      .filter(({ fn }) => fn === called)
      .flatMap((lender) => misuseIn(call.arguments?.[lender.callback], lender, analysis) ?? []);
  });
}

const lendersIn = memo((program: ts.Program, protocols: readonly Protocol[]): readonly Lender[] =>
  program
    .getSourceFiles()
    .filter((file) => mayHoldSessions(file, program, protocols))
    .flatMap(closingsIn)
    .flatMap((closing) => lendersBy(closing, program, protocols)),
);

function lendersBy(closing: Closing, program: ts.Program, protocols: readonly Protocol[]): readonly Lender[] {
  const fn = syntax.containerOf(closing.node);
  if (!syntax.isFunctionLike(fn) || nameOf(fn) === undefined) return [];
  const lent = closing.blocks.flatMap((block) =>
    nodesIn(block, syntax.isCallExpression).flatMap((call) => {
      const callee = syntax.withoutAssertions(call.expression);
      const parameter = syntax.isIdentifier(callee) ? bindingOf(callee) : undefined;
      const callback = fn.parameters.findIndex((each) => each === parameter);
      const session = call.arguments.findIndex((argument) => isSame(argument, closing.session));
      return callback < 0 || session < 0 || !isWaitedFor(call) ? [] : [{ callback, session }];
    }),
  );
  const protocol = lent.length > 0 ? protocolOf(closing, protocols, program) : undefined;
  return protocol ? lent.map((each) => ({ fn, protocol, closing, ...each })) : [];
}

/** Whether the session is closed behind what a callback does: `await use(client)`. */
function isWaitedFor(call: ts.CallExpression): boolean {
  return syntax.isAwaitExpression(syntax.parentOf(call));
}

function misuseIn(
  given: ts.Expression | undefined,
  lender: Lender,
  { semantics, summaries }: Analysis,
): Misuse | undefined {
  const fn = given && syntax.withoutAssertions(given);
  if (!fn || !syntax.isFunctionLike(fn)) return undefined;
  const { protocol, closing } = lender;
  const graph = flowGraphOf(fn);
  const slot = graph.parameters[lender.session];
  const automaton = automatonOf(protocol);
  const states = Object.keys(protocol.states);
  const open = states.find((state) => protocol.states[state]?.phase === 'open');
  if (!slot || open === undefined) return undefined;
  const entry = { slots: [slot], automaton, state: states.indexOf(open), effects: 0 };
  const needed = neededIn(summaries.outcomeOf(graph, entry), lender, states);
  const made =
    needed === undefined ? undefined : nodesIn(fn.body, syntax.isCallExpression).filter(isRun(semantics)).at(-1);
  if (needed === undefined || !made) return undefined;
  return {
    protocol,
    certainty: 'definite',
    node: made,
    op: closing.op,
    called: calledAt(made, made.expression.getText()),
    subject: slot.name,
    cause: { role: 'close', phase: 'open' },
    states: [needed],
    witnesses: [{ state: needed, node: closing.node }],
    outcome: protocol.ops[closing.op]?.misuse?.[needed],
    ...plain,
    returned: 'result',
  };
}

/** Whether a call does something with what lives on a session. */
function isRun(semantics: SessionSemantics): (call: ts.CallExpression) => boolean {
  return (call) => semantics.callEffectsAt(call).some(({ operation }) => operation !== undefined);
}

/** The state in which a callback leaves the session for certain, where something that goes on needs it. */
function neededIn(
  { exit, escapes }: Outcome,
  { protocol, closing }: Lender,
  states: readonly string[],
): State | undefined {
  if (exit === 0 || escapes) return undefined;
  const left = statesIn(exit).flatMap((state) => states[state] ?? []);
  const closers = new Set([closing.op]);
  return left.every((state) => isMisusedBy(protocol, closers, state)) ? left[0] : undefined;
}

/** The name that a function is called by. */
function nameOf(fn: syntax.FunctionLike): string | undefined {
  return namedDeclarationOf(fn)?.name?.getText();
}
