import type { Protocol } from '../../models/sessions/protocol.ts';
import {
  bindingOf,
  calledAt,
  isConstant,
  isInside,
  promisesOf,
  syntax,
  type ts,
  usesInFile,
} from '../../type-utils/index.ts';
import { closerOf, isEnough } from './openers.ts';
import type { Leak, Misuse } from './session-facts.ts';

/** A session, or an agent that has one, that a constant of its own holds, and the statements behind it. */
export interface Held {
  readonly name: ts.Identifier;
  readonly declaration: ts.VariableDeclaration;
  readonly list: ts.VariableDeclarationList;
  readonly rest: readonly ts.Statement[];
}

/** Where a session has to be opened, and what becomes of it then. */
export interface MissingOpening {
  readonly held: Held;
  /** What is not done before the session is open, and the statements behind it. */
  readonly rest: readonly [ts.Statement, ...ts.Statement[]];
  /** The statement among them that opens it, too late. */
  readonly later: ts.Statement | undefined;
  /** Those that close it after all that is done with it. */
  readonly closing: readonly ts.Statement[];
  /** `closed`: by something else, or it needs no close. `kept`: by something that outlives the block. `left`: by nothing. */
  readonly end: 'closed' | 'kept' | 'left';
}

/** The constant that is made of an expression: `const client = new Client(…)`, `const client = await create()`. */
export function heldBy(made: ts.Node): Held | undefined {
  let holder = syntax.parentOf(made);
  if (syntax.isAwaitExpression(holder)) holder = syntax.parentOf(holder);
  return syntax.isVariableDeclaration(holder) ? heldAt(holder) : undefined;
}

function heldAt(declaration: ts.VariableDeclaration): Held | undefined {
  const { name } = declaration;
  const list = declaration.parent;
  const statement = list.parent;
  if (!syntax.isIdentifier(name) || !isConstant(declaration) || !syntax.isVariableDeclarationList(list))
    return undefined;
  if (!syntax.isVariableStatement(statement) || list.declarations.length > 1 || !syntax.isSequence(statement.parent))
    return undefined;
  const { statements } = statement.parent;
  return { name, declaration, list, rest: statements.slice(statements.indexOf(statement) + 1) };
}

/** Where a session has to be opened by a method for an operation; undefined where that alone makes nothing right. */
export function missingOpening(
  { node: use, op, states, protocol, witnesses }: Pick<Misuse, 'node' | 'op' | 'protocol' | 'states' | 'witnesses'>,
  opener: string,
  program: ts.Program,
): MissingOpening | undefined {
  const isMethod = op in protocol.ops && calledAt(use, '') === op;
  const [made, other] = witnesses;
  const held = isMethod ? heldReceiver(use) : made && !other ? heldBy(made.node) : undefined;
  if (!held || !states.every((state) => isEnough(protocol, state, opener, op))) return undefined;
  const at = held.rest.findIndex((statement) => isInside(use, statement));
  const [first, ...behind] = held.rest.slice(Math.max(at, 0));
  if (at < 0 || !first || !isOwnOf(use, first)) return undefined;
  const uses = usesInFile(held.declaration, program);
  const later = behind.find((statement) => isCallOf(statement, held, opener));
  if (uses.filter((each) => isCalled(each, opener)).length !== (later ? 1 : 0)) return undefined;
  const closing = closingAtEnd(behind, held, protocol, program);
  const isClosed = uses.some(
    (each) => isCalled(each, closerOf(protocol)) && !closing.some((end) => isInside(each, end)),
  );
  const isLeft = protocol.mustClose !== undefined && !isClosed && !syntax.isSourceFile(first.parent);
  const isKept = isLeft && !uses.every((each) => isCalledInBlock(each, held) || isGivenInBlock(each, held, program));
  // What an agent has that outlives the block is not closed there, and stays open where the block throws.
  if (isKept && uses.some(madeWith)) return undefined;
  return { held, rest: [first, ...behind], later, closing, end: isKept ? 'kept' : isLeft ? 'left' : 'closed' };
}

/** Whether to await what opens a session, as a misuse found it, makes it right and lets nothing else change. */
export function isAwaitable({ cause, unawaited }: Misuse): boolean {
  // To await the first of two openings leaves the second; and what handles a failure itself goes on after one.
  return unawaited !== undefined && cause.role !== 'open' && !isPromiseGiven(unawaited) && !isInCallback(unawaited);
}

/** Whether something else waits for the promise of a call: `connect().then(…)`, `Promise.race([connect(), late])`. */
function isPromiseGiven(call: ts.Node): boolean {
  const { parent } = call;
  if (syntax.isPropertyAccessExpression(parent) || syntax.isCallExpression(parent)) return true;
  // The elements of `Promise.all([await connect(), list()])` come one after the other.
  const isGathered = syntax.isCallExpression(parent.parent) && promisesOf(parent.parent) === parent;
  return syntax.isArrayLiteralExpression(parent) && !isGathered;
}

/** Whether code stands in a function that is given to a call: to wait there keeps nothing else waiting. */
function isInCallback(node: ts.Node): boolean {
  const fn = syntax.containerOf(node);
  return syntax.isFunctionValue(fn) && syntax.isCallExpression(syntax.parentOf(fn));
}

/** Whether a session that leaks is closed too early as well, as it would be at the end of the block. */
export function isClosedInUse({ node, subject, protocol }: Leak, misuses: readonly Misuse[]): boolean {
  const [fn, closer] = [syntax.containerOf(node), closerOf(protocol)];
  return misuses.some((misuse) => misuse.op === closer && misuse.subject === subject && isInside(misuse.node, fn));
}

/** Whether all that is done with a session is to call its methods, so that it does not outlive its block. */
export function isOnlyCalled(held: Held, program: ts.Program): boolean {
  return usesInFile(held.declaration, program).every((use) => isCalledInBlock(use, held));
}

/** The statements that close a session after all that is done with it, which a `finally` block makes needless. */
export function closingAtEnd(
  statements: readonly ts.Statement[],
  held: Held,
  protocol: Protocol,
  program: ts.Program,
): readonly ts.Statement[] {
  const uses = usesInFile(held.declaration, program);
  return statements.filter(
    (statement) =>
      isCallOf(statement, held, closerOf(protocol)) &&
      uses.every((use) => use.pos < statement.end || isInside(use, statement)),
  );
}

/** The calls with a session, or with an agent that has it, whose promises statements return while it is still needed. */
export function returnedCalls(
  statements: readonly ts.Statement[],
  held: Held,
  program: ts.Program,
): readonly ts.CallExpression[] {
  const own = usesInFile(held.declaration, program);
  const ofAgents = own.flatMap((use) => {
    const agent = agentWith(use);
    return agent ? usesInFile(agent.declaration, program) : [];
  });
  const returned = [...own, ...ofAgents].flatMap((use) => {
    const statement = statements.find((each) => isInside(use, each));
    if (!statement) return [];
    let at: ts.Node = use;
    while (at !== statement && !syntax.isReturnStatement(at) && !syntax.isFunctionLike(at)) at = at.parent;
    return syntax.isReturnStatement(at) && at.expression && syntax.isCallExpression(at.expression)
      ? [at.expression]
      : [];
  });
  return [...new Set(returned)];
}

function heldReceiver(call: ts.Node): Held | undefined {
  const receiver = receiverOf(call);
  const binding = receiver && bindingOf(receiver);
  return binding && syntax.isVariableDeclaration(binding) ? heldAt(binding) : undefined;
}

function receiverOf(call: ts.Node): ts.Identifier | undefined {
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return undefined;
  const receiver = syntax.withoutAssertions(call.expression.expression);
  return syntax.isIdentifier(receiver) ? receiver : undefined;
}

/** `await client.close();` */
function isCallOf(statement: ts.Statement, { name }: Held, method: string | undefined): boolean {
  if (!syntax.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  const receiver = receiverOf(syntax.isAwaitExpression(expression) ? expression.expression : expression);
  return receiver?.text === name.text && isCalled(receiver, method);
}

/** Whether a name stands before a call of one of its methods. */
function isCalled(name: ts.Node, method: string | undefined): boolean {
  const access = syntax.parentOf(name);
  return syntax.isPropertyAccessExpression(access) && access.expression === name && access.name.text === method;
}

function isCalledInBlock(use: ts.Node, held: Held): boolean {
  const access = syntax.parentOf(use);
  return syntax.isPropertyAccessExpression(access) && access.expression === use && isInBlockOf(use, held);
}

/** Whether a session is in an agent that calls in the same block are given, and nothing else has. */
function isGivenInBlock(use: ts.Node, held: Held, program: ts.Program): boolean {
  const isGiven = (agent: ts.Node): boolean =>
    isInBlockOf(agent, held) && syntax.isCallExpression(agent.parent) && agent.parent.expression !== agent;
  const made = madeWith(use);
  const agent = agentWith(use);
  if (!made || !isInBlockOf(use, held)) return false;
  return agent ? usesInFile(agent.declaration, program).every(isGiven) : isGiven(made);
}

function agentWith(use: ts.Node): Held | undefined {
  const made = madeWith(use);
  return made && heldBy(made);
}

/** What is made with a session: `new Agent({ mcpServers: [server] })`. */
function madeWith(use: ts.Node): ts.NewExpression | undefined {
  let at = syntax.parentOf(use);
  while (
    syntax.isArrayLiteralExpression(at) ||
    syntax.isPropertyAssignment(at) ||
    syntax.isShorthandPropertyAssignment(at) ||
    syntax.isObjectLiteralExpression(at)
  )
    at = syntax.parentOf(at);
  return syntax.isNewExpression(at) ? at : undefined;
}

function isInBlockOf(use: ts.Node, { declaration }: Held): boolean {
  return isOwnOf(use, declaration.parent.parent.parent);
}

/** Whether no function is between a node and a statement around it. */
function isOwnOf(node: ts.Node, around: ts.Node): boolean {
  if (syntax.isFunctionLike(around)) return false;
  for (let at = node; at !== around; at = at.parent)
    if (syntax.isFunctionLike(at) || syntax.isSourceFile(at)) return false;
  return true;
}
