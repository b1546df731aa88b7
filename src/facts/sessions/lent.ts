import { statesIn } from '../../analysis/typestate/automaton.ts';
import type { Outcome } from '../../analysis/typestate/semantics.ts';
import type { Summaries } from '../../analysis/typestate/summaries.ts';
import { memo } from '../../memo.ts';
import type { Protocol, State } from '../../models/sessions/protocol.ts';
import { flowGraphOf } from '../../program/flow/lower.ts';
import { namedDeclarationOf } from '../../program/values/functions.ts';
import { nodesIn, returnedBy } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledAt,
  callsIn,
  compilerOf,
  constantValueOf,
  isSameReference,
  subjectAt,
  syntax,
  usesInFile,
} from '../../type-utils/index.ts';
import { automatonOf } from './automata.ts';
import { mayHoldSessions } from './gates.ts';
import { type Closing, closingsIn, protocolOf, unreadOf } from './interrupted.ts';
import type { SessionSemantics } from './semantics.ts';
import { isMisusedBy, type Misuse, plain } from './session-facts.ts';

interface Analysis {
  readonly semantics: SessionSemantics;
  readonly summaries: Summaries;
}

/** A function that opens a session, lends it or what it gives to a callback, and closes it when that is done. */
interface Lender {
  readonly fn: syntax.FunctionLike;
  readonly protocol: Protocol;
  readonly closing: Closing;
  /** Which parameter the callback is, and which argument of that is lent. */
  readonly callback: number;
  readonly argument: number;
  /** The call of the session's method that gives what is lent. Undefined: the session itself is. */
  readonly givenBy: string | undefined;
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
      .flatMap((lender) => misusesIn(call.arguments?.[lender.callback], lender, program, analysis));
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
      const given = call.arguments.map((each) => givenBy(each, closing.session));
      const argument = given.findIndex((each) => each !== undefined);
      if (callback < 0 || argument < 0 || !isWaitedFor(call, program)) return [];
      return [{ callback, argument, givenBy: given[argument]?.op }];
    }),
  );
  const protocol = lent.length > 0 ? protocolOf(closing, protocols, program) : undefined;
  return protocol ? lent.map((each) => ({ fn, protocol, closing, ...each })) : [];
}

/** Whether an argument is a session, or by which of its methods it is given: `tools` of `const tools = await client.tools()`. */
function givenBy(argument: ts.Expression, session: ts.Expression): { readonly op: string | undefined } | undefined {
  if (isSameReference(argument, session)) return { op: undefined };
  const made = syntax.withoutAwait(constantValueOf(argument));
  const isOfSession = syntax.isMethodCall(made) && isSameReference(made.expression.expression, session);
  return isOfSession ? { op: made.expression.name.text } : undefined;
}

/**
 * Whether a session is closed behind what a callback does, and nothing else is done with what that gives: `return await
 * use(client)`. What is kept may be read before.
 */
function isWaitedFor(call: ts.CallExpression, program: ts.Program): boolean {
  const waited = syntax.parentOf(call);
  if (!syntax.isAwaitExpression(waited)) return false;
  const parent = syntax.parentOf(waited);
  if (syntax.isReturnStatement(parent) || syntax.isExpressionStatement(parent)) return true;
  const uses = syntax.isVariableDeclaration(parent) ? usesInFile(parent, program) : [];
  return uses.length > 0 && uses.every((use) => syntax.isReturnStatement(syntax.parentOf(use)));
}

function misusesIn(
  given: ts.Expression | undefined,
  lender: Lender,
  program: ts.Program,
  analysis: Analysis,
): readonly Misuse[] {
  const fn = given && syntax.withoutAssertions(given);
  if (!fn || !syntax.isFunctionLike(fn)) return [];
  // A promise that it returns is waited for as well.
  const isPromised = !syntax.isAsync(fn) && returnedBy(fn).some((each) => compilerOf(program).isPending(each));
  const misuse = isPromised ? undefined : misuseIn(fn, lender, analysis);
  return misuse ? [misuse] : unreadIn(fn, lender, program);
}

/** What a callback returns without having read it: `withClient((client) => pagesOf(client))`. */
function unreadIn(
  fn: syntax.FunctionLike,
  { argument, givenBy: giver, closing, protocol }: Lender,
  program: ts.Program,
): readonly Misuse[] {
  const name = fn.parameters[argument]?.name;
  if (giver !== undefined || !name || !syntax.isIdentifier(name)) return [];
  return returnedBy(fn)
    .map((each) => syntax.withoutAssertions(each))
    .filter(syntax.isCallExpression)
    .flatMap((call) => unreadOf(call, name, closing, protocol, program) ?? []);
}

/** What goes on when a callback comes back, and needs what it was lent. */
function misuseIn(fn: syntax.FunctionLike, lender: Lender, { semantics, summaries }: Analysis): Misuse | undefined {
  const { protocol, closing, givenBy: giver } = lender;
  const graph = flowGraphOf(fn);
  const slot = graph.parameters[lender.argument];
  const linkedAs = giver === undefined ? undefined : protocol.ops[giver]?.gives;
  const automaton = automatonOf(protocol);
  const states = Object.keys(protocol.states);
  const open = states.find((state) => protocol.states[state]?.phase === 'open');
  if (!slot || open === undefined || (giver !== undefined && linkedAs === undefined)) return undefined;
  const entry = { slots: [slot], automaton, state: states.indexOf(open), effects: 0, linkedAs };
  const needed = neededIn(summaries.outcomeOf(graph, entry), lender, states);
  if (needed === undefined || !fn.body) return undefined;
  const made = nodesIn(fn.body, syntax.isCallExpression).filter(isRun(semantics)).at(-1);
  if (!made) return undefined;
  return {
    protocol,
    certainty: 'definite',
    node: made,
    op: closing.op,
    called: calledAt(made, made.expression.getText()),
    subject: giver === undefined ? slot.name : subjectAt(closing.session, undefined, closing.session.getText()),
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
