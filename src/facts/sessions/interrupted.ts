import { isChained } from '../../analysis/typestate/values.ts';
import { memo } from '../../memo.ts';
import type { Outcome, Protocol } from '../../models/sessions/protocol.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import { isGlobal } from '../../program/values/runs.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledAt,
  compilerOf,
  constantInitializerOf,
  isInside,
  isSameReference,
  subjectAt,
  syntax,
  triesIn,
} from '../../type-utils/index.ts';
import { isSubject } from './semantics.ts';
import { type Misuse, plain } from './session-facts.ts';

/** What closes a session in a `finally` block. */
export interface Closing {
  readonly node: ts.CallExpression;
  /** The operation of that name. */
  readonly op: string;
  readonly session: ts.Expression;
  /** The blocks that it comes behind. */
  readonly blocks: readonly ts.Block[];
}

/** A request whose promise is returned. */
interface Request {
  /** The call of the session's method, or of a function that is given the session. */
  readonly call: ts.CallExpression;
  readonly op: string;
  /** What a message calls it, where the call itself only waits for it. */
  readonly called?: string;
}

/**
 * The requests in a file that are returned without `await` from where their session is closed on the way out, so that it is
 * closed before they are answered: `try { return client.callTool(call); } finally { await client.close(); }`; those of which
 * the answer needs it open: `return await client.tools();`; and those of a generator that nobody has read yet.
 */
export function interruptedIn(
  file: ts.SourceFile,
  program: ts.Program,
  protocols: readonly Protocol[],
): readonly Misuse[] {
  const isGiving = protocols.some(({ ops }) => Object.values(ops).some(({ gives }) => gives !== undefined));
  return closingsIn(file).flatMap((closing) => {
    const returned = closing.blocks.flatMap(returnedCallsIn);
    const awaited = isGiving ? closing.blocks.flatMap((block) => awaitedCallsIn(block, closing)) : [];
    const protocol = returned.length + awaited.length > 0 ? protocolOf(closing, protocols, program) : undefined;
    if (!protocol) return [];
    return [
      ...returned
        .flatMap((call) => requestOf(call, closing, protocol, program) ?? [])
        .flatMap((request) => misuseOf(request, closing, protocol) ?? []),
      ...returned.flatMap((call) => unreadOf(call, closing.session, closing, protocol, program) ?? []),
      ...awaited.flatMap((call) => lateUseOf(call, closing, protocol) ?? []),
    ];
  });
}

// ── what closes a session ────────────────────────────────────────────────────────────────────────────────────────

export const closingsIn = memo((file: ts.SourceFile): readonly Closing[] =>
  triesIn(file)
    .flatMap(closingsOf)
    .filter(({ node }) => !isInGenerator(node)),
);

function closingsOf({ tryBlock, catchClause, finallyBlock }: ts.TryStatement): readonly Closing[] {
  const blocks = [tryBlock, ...(catchClause ? [catchClause.block] : [])];
  return (finallyBlock?.statements ?? []).flatMap((statement) => {
    const call = closingCallOf(statement);
    const callee = call && syntax.withoutAssertions(call.expression);
    return call && callee && syntax.isPropertyAccessExpression(callee)
      ? [{ node: call, op: callee.name.text, session: callee.expression, blocks }]
      : [];
  });
}

/** `await client.close();`, `await client?.close().catch(log);`, `if (client) await client.close();` */
function closingCallOf(statement: ts.Statement): ts.CallExpression | undefined {
  if (syntax.isIfStatement(statement)) {
    const { expression, thenStatement } = statement;
    const inside: readonly ts.Statement[] = syntax.isBlock(thenStatement) ? thenStatement.statements : [thenStatement];
    const [only, other] = inside;
    const call = only && !other ? closingCallOf(only) : undefined;
    const callee = call && syntax.withoutAssertions(call.expression);
    // Closed where it is there at all.
    const isThere =
      callee && syntax.isPropertyAccessExpression(callee) && isSameReference(callee.expression, expression);
    return isThere ? call : undefined;
  }
  if (!syntax.isExpressionStatement(statement)) return undefined;
  let at = syntax.withoutAssertions(statement.expression);
  if (syntax.isAwaitExpression(at) || syntax.isVoidExpression(at)) at = syntax.withoutAssertions(at.expression);
  return syntax.isCallExpression(at) ? withoutChain(at) : undefined;
}

/** The protocol of what is closed, if that is a session. */
export function protocolOf(
  { session, op }: Closing,
  protocols: readonly Protocol[],
  program: ts.Program,
): Protocol | undefined {
  const closable = protocols.filter(({ ops }) => ops[op]?.role === 'close');
  if (closable.length === 0) return undefined;
  const origins = compilerOf(program).originsOf(session);
  return closable.find((protocol) => isSubject(protocol, origins));
}

/** What an async generator returns is awaited. */
function isInGenerator(node: ts.Node): boolean {
  const fn = syntax.containerOf(node);
  return !syntax.isFunctionLike(fn) || syntax.isGenerator(fn);
}

// ── what is returned ─────────────────────────────────────────────────────────────────────────────────────────────

/** The calls whose promises, or what is chained to them, a block returns. */
function returnedCallsIn(block: ts.Block): readonly ts.CallExpression[] {
  // Most blocks that return a call await it.
  if (!/\breturn\b(?!\s+await\b|\s*;)/.test(block.getText())) return [];
  return nodesIn(block, syntax.isReturnStatement).flatMap(({ expression }) =>
    expression ? callsAmong(expression) : [],
  );
}

/** The calls of a session's methods of which a block returns what they give. */
function awaitedCallsIn(block: ts.Block, { session }: Closing): readonly syntax.MethodCall[] {
  return nodesIn(block, syntax.isReturnStatement).flatMap(({ expression }) => {
    const returned = expression && syntax.withoutAwait(expression);
    const held = returned && syntax.isIdentifier(returned) ? constantInitializerOf(returned) : expression;
    const value = held && syntax.withoutAssertions(held);
    const call = value && syntax.isAwaitExpression(value) ? syntax.withoutAssertions(value.expression) : undefined;
    return call && syntax.isMethodCall(call) && isSameReference(call.expression.expression, session) ? [call] : [];
  });
}

function callsAmong(expression: ts.Expression): readonly ts.CallExpression[] {
  const value = syntax.withoutAssertions(expression);
  if (syntax.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].flatMap(callsAmong);
  return syntax.isCallExpression(value) ? [withoutChain(value)] : [];
}

/** `client.listTools()` of `client.listTools().then(read)` */
function withoutChain(call: ts.CallExpression): ts.CallExpression {
  const callee = syntax.withoutAssertions(call.expression);
  const inner = syntax.isPropertyAccessExpression(callee) && isChained(callee.name.text) ? callee.expression : call;
  const made = syntax.withoutAssertions(inner);
  return made !== call && syntax.isCallExpression(made) ? withoutChain(made) : call;
}

function requestOf(
  call: ts.CallExpression,
  { session }: Closing,
  protocol: Protocol,
  program: ts.Program,
): Request | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isPropertyAccessExpression(callee) && isSameReference(callee.expression, session))
    return isRequest(callee.name.text, protocol) ? { call, op: callee.name.text } : undefined;
  if (isGathering(callee)) {
    const op = call.arguments.flatMap((gathered) => requestGathered(gathered, session, protocol, program) ?? []).at(0);
    return op === undefined ? undefined : { call, op, called: op };
  }
  const used = requestBy(call, session, protocol, program);
  return used === undefined ? undefined : { call, op: used };
}

/** The request that a function which is given the session sends. */
function requestBy(
  call: ts.CallExpression,
  session: ts.Expression,
  protocol: Protocol,
  program: ts.Program,
): string | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  const index = call.arguments.findIndex((argument) => isSameReference(argument, session));
  if (index < 0 || call.arguments.slice(0, index).some(syntax.isSpreadElement)) return undefined;
  const op = syntax.isIdentifier(callee) && isGivenFunction(callee) ? anyRequest(protocol) : undefined;
  const fn = compilerOf(program).functionCalledBy(call)?.fn;
  return op ?? (fn && !syntax.isGenerator(fn) ? requestWithin(fn, index, protocol) : undefined);
}

/** `Promise.all`, and what else waits for several promises. */
function isGathering(callee: ts.Expression): boolean {
  return syntax.isPropertyAccessExpression(callee) && isGlobal(callee.expression, 'Promise');
}

/**
 * The request that is sent for each of several: `uris.map(async (uri) => page(await client.readResource({ uri })))`, also by a
 * function that is given the session.
 */
function requestGathered(
  gathered: ts.Expression,
  session: ts.Expression,
  protocol: Protocol,
  program: ts.Program,
): string | undefined {
  const isList = syntax.isArrayLiteralExpression(gathered);
  const sent = isList ? gathered.elements : [mappingOf(gathered)];
  // `[await client.listTools()]` is answered before the list is there.
  const parts = sent.flatMap((each) => each ?? []);
  const isOpen = (request: ts.Node): boolean => !isList || !parts.some((part) => isAwaitedIn(request, part));
  const own = parts.flatMap((each) => requestsIn(each, session, protocol)).find(isOpen);
  if (own) return own.expression.name.text;
  const given = parts.flatMap((each) => nodesIn(each, syntax.isCallExpression)).filter(isOpen);
  return given.flatMap((each) => requestBy(each, session, protocol, program) ?? []).at(0);
}

/** Whether something waits for a call, or for what comes of it, in an expression: `(await toolsOf(client).catch(none)).length`. */
function isAwaitedIn(request: ts.Node, part: ts.Node): boolean {
  if (!isInside(request, part)) return false;
  for (let at = request; ; at = at.parent) {
    if (syntax.isAwaitExpression(at)) return true;
    if (at === part) return false;
  }
}

/** The requests that code sends with a session. */
function requestsIn(code: ts.Node, session: ts.Expression, protocol: Protocol): readonly syntax.MethodCall[] {
  return nodesIn(code, syntax.isMethodCall).filter(
    ({ expression }) => isSameReference(expression.expression, session) && isRequest(expression.name.text, protocol),
  );
}

/** What is called for each element. */
function mappingOf(mapped: ts.Expression): ts.Node | undefined {
  if (!syntax.isMethodCall(mapped) || mapped.expression.name.text !== 'map') return undefined;
  const [mapping] = mapped.arguments;
  return mapping && syntax.isFunctionLike(mapping) ? mapping.body : undefined;
}

function isRequest(op: string, { ops }: Protocol): boolean {
  return Object.hasOwn(ops, op) && ops[op]?.interrupted !== undefined;
}

/** A parameter with a function that returns a promise: what it is given the session for is to send requests. */
function isGivenFunction(callee: ts.Identifier): boolean {
  const binding = bindingOf(callee);
  const type = binding && syntax.isParameter(binding) ? binding.type : undefined;
  if (!type || !syntax.isFunctionTypeNode(type)) return false;
  return syntax.isTypeReferenceNode(type.type) && /^Promise(?:Like)?$/.test(type.type.typeName.getText());
}

function anyRequest(protocol: Protocol): string | undefined {
  return Object.keys(protocol.ops).find((op) => isRequest(op, protocol));
}

/** The request that a function of the program sends with the session that is its parameter. */
function requestWithin(fn: syntax.FunctionLike, index: number, protocol: Protocol): string | undefined {
  const name = fn.parameters[index]?.name;
  if (!fn.body || !name || !syntax.isIdentifier(name)) return undefined;
  return requestsIn(fn.body, name, protocol).at(0)?.expression.name.text;
}

function misuseOf({ call, op, called }: Request, { node, session }: Closing, protocol: Protocol): Misuse | undefined {
  const operation = protocol.ops[op];
  const state = operation?.from.find((each) => protocol.states[each]?.phase === 'open');
  if (!operation || state === undefined) return undefined;
  const callee = syntax.withoutAssertions(call.expression);
  return {
    protocol,
    certainty: 'definite',
    node: call,
    op,
    called: called ?? calledAt(call, callee.getText()),
    subject: subjectAt(session, undefined, session.getText()),
    cause: { role: operation.role, phase: 'open' },
    states: [state],
    witnesses: [{ state, node }],
    outcome: operation.interrupted,
    ...plain,
    returned: 'promise',
  };
}

/** What is wrong with the answer to a call, where what it is for needs the session open. Others may only read what is in it. */
function lateUseOf(call: syntax.MethodCall, closing: Closing, protocol: Protocol): Misuse | undefined {
  const op = call.expression.name.text;
  const gives = Object.hasOwn(protocol.ops, op) ? protocol.ops[op]?.gives : undefined;
  const uses = (protocol.calls ?? []).flatMap((rule) => (rule.takes === gives ? (rule.op ?? []) : []));
  const outcome = uses.map((use) => outcomeWhenClosed(protocol, use)).find((each) => each !== undefined);
  const misuse = gives !== undefined && outcome ? misuseOf({ call, op }, closing, protocol) : undefined;
  return misuse && { ...misuse, certainty: 'possible', outcome, returned: 'result' };
}

/** `return pagesOf(client);`: a generator sends its requests when it is read, and the session is closed by then. */
export function unreadOf(
  call: ts.CallExpression,
  session: ts.Expression,
  closing: Closing,
  protocol: Protocol,
  program: ts.Program,
): Misuse | undefined {
  const index = call.arguments.findIndex((argument) => isSameReference(argument, session));
  if (index < 0 || call.arguments.slice(0, index).some(syntax.isSpreadElement)) return undefined;
  const fn = compilerOf(program).functionCalledBy(call)?.fn;
  const op = fn && syntax.isGenerator(fn) ? requestWithin(fn, index, protocol) : undefined;
  const misuse = op === undefined ? undefined : misuseOf({ call, op }, closing, protocol);
  return op === undefined || !misuse
    ? undefined
    : { ...misuse, outcome: outcomeWhenClosed(protocol, op), returned: 'result' };
}

function outcomeWhenClosed({ states, ops }: Protocol, op: string): Outcome | undefined {
  const closed = Object.entries(ops[op]?.misuse ?? {}).find(([state]) => states[state]?.phase === 'closed');
  return closed?.[1];
}
