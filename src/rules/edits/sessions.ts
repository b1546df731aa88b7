import type { Misuse } from '../../facts/sessions/session-facts.ts';
import { closerOf, isEnough } from '../../facts/sessions/openers.ts';
import type { Protocol } from '../../models/sessions/protocol.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import {
  bindingOf,
  calledAt,
  disposalOf,
  fittingArguments,
  hasMember,
  isConstant,
  isInside,
  mayBeMissing,
  syntax,
  type ts,
  usesInFile,
} from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { inserted, replaced } from './layout.ts';
import { before, inTry, isSequence, mentionsAwait, withoutStatement } from './statements.ts';

/** A session that a constant of its own holds, and the statements behind it. */
interface Held {
  readonly name: ts.Identifier;
  readonly declaration: ts.VariableDeclaration;
  readonly list: ts.VariableDeclarationList;
  readonly rest: readonly ts.Statement[];
}

/** The constant that is made of an expression: `const client = new Client(…)`, `const client = await create()`. */
function heldBy(made: ts.Node): Held | undefined {
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
  if (!syntax.isVariableStatement(statement) || list.declarations.length > 1 || !isSequence(statement.parent))
    return undefined;
  const { statements } = statement.parent;
  return { name, declaration, list, rest: statements.slice(statements.indexOf(statement) + 1) };
}

/** Closes a session in a `finally` block, whatever comes of the statements behind the one that makes it. */
export function closedInFinally(
  made: ts.Node,
  protocol: Protocol,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const held = heldBy(made);
  if (!held || !isInAsyncFunction(held.declaration)) return undefined;
  const { rest } = held;
  const close = closingOf(held, protocol, program);
  const [only] = rest;
  if (close === undefined || !only) return undefined;
  if (!areMethodCalls(held, program)) return undefined;
  const closing = closingAtEnd(rest, held, protocol, program);
  const awaited = rest.flatMap((statement) => awaitedReturns(statement, held, program));
  if (rest.length === 1 && syntax.isTryStatement(only) && !only.finallyBlock)
    return [...awaited, inserted(only.end, ` finally { ${close} }`)];
  return [...awaited, ...inTry(rest, close, closing)];
}

/** The statements that close a session after all that is done with it, which a `finally` block makes needless. */
function closingAtEnd(
  [, ...rest]: readonly ts.Statement[],
  held: Held,
  protocol: Protocol,
  program: ts.Program,
): readonly ts.Statement[] {
  const uses = usesInFile(held.declaration, program);
  return rest.filter(
    (statement) =>
      isCallOf(statement, held, closerOf(protocol)) &&
      uses.every((use) => use.pos < statement.end || isInside(use, statement)),
  );
}

/** Has the language close a session at the end of its block, where its class can. */
export function disposed(
  made: ts.Node,
  program: ts.Program,
): { readonly keyword: string; readonly edits: readonly TextEdit[] } | undefined {
  const held = heldBy(made);
  const keyword = held && disposalOf(held.name, program);
  if (!held || !keyword || syntax.isSourceFile(syntax.containerOf(held.declaration))) return undefined;
  if (keyword === 'await using' && !isInAsyncFunction(held.declaration)) return undefined;
  const [word] = held.list.getChildren();
  return word && { keyword, edits: [replaced(word, keyword)] };
}

/**
 * Opens a session before a call that needs it open: moves the call that opens it there, or writes one with the only
 * arguments that it can have. Where nothing else closes it, it is closed in a `finally` block.
 */
export function openedBefore(
  { node: use, op, states, protocol, witnesses }: Pick<Misuse, 'node' | 'op' | 'protocol' | 'states' | 'witnesses'>,
  opener: string,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const isMethod = op in protocol.ops && calledAt(use, '') === op;
  const [made, other] = witnesses;
  const held = isMethod ? heldReceiver(use) : made && !other ? heldBy(made.node) : undefined;
  if (!held || !states.every((state) => isEnough(protocol, state, opener, op))) return undefined;
  const first = held.rest.find((statement) => isInside(use, statement));
  if (!first || !isOwnOf(use, first) || !mayAwait(first)) return undefined;
  const uses = usesInFile(held.declaration, program);
  const openings = uses.filter((each) => isCalled(each, opener));
  const later = held.rest.find((statement) => statement.pos > first.pos && isCallOf(statement, held, opener));
  const opening = later ? movedText(later, first) : openingText(held.name, opener, first, program);
  if (opening === undefined || openings.length !== (later ? 1 : 0)) return undefined;
  const close = closingOf(held, protocol, program);
  const rest = held.rest.slice(held.rest.indexOf(first));
  const closing = closingAtEnd(rest, held, protocol, program);
  const isClosed = uses.some((each) => isCalled(each, closerOf(protocol)) && !closing.some((at) => isInside(each, at)));
  const isLeft = protocol.mustClose !== undefined && !isClosed && !syntax.isSourceFile(first.parent);
  const moved = later ? [later] : [];
  const isKept = !staysInBlock(held, program);
  // What an agent has that outlives the block is not closed there, and stays open where the block throws.
  if (isLeft && (close === undefined || (isKept && uses.some(agentWith)))) return undefined;
  if (!isLeft || close === undefined || isKept) return [before(first, [opening]), ...moved.map(withoutStatement)];
  const awaited = rest.flatMap((statement) => awaitedReturns(statement, held, program));
  return [...awaited, ...inTry(rest, close, [...moved, ...closing], [opening])];
}

function heldReceiver(call: ts.Node): Held | undefined {
  const receiver = receiverOf(call);
  const binding = receiver && bindingOf(receiver);
  return binding && syntax.isVariableDeclaration(binding) ? heldAt(binding) : undefined;
}

/** The text of a statement that opens a session, where all that it names is there before another statement. */
function movedText(opening: ts.Statement, first: ts.Statement): string | undefined {
  if (nodesIn(opening, syntax.isIdentifier, anywhere).some((name) => isDeclaredBetween(name, first, opening)))
    return undefined;
  const text = opening.getText();
  return text.startsWith('await ') ? text : `await ${text}`;
}

function openingText(
  receiver: ts.Identifier,
  opener: string,
  first: ts.Statement,
  program: ts.Program,
): string | undefined {
  const given = fittingArguments(receiver, opener, constantsBefore(first), program);
  return given && `await ${receiver.text}.${opener}(${given.join(', ')});`;
}

/** Whether a statement that awaits may be put in at a place: at the top of a module only where another one awaits. */
function mayAwait(statement: ts.Statement): boolean {
  const { parent } = statement;
  return isInAsyncCode(statement) && (!syntax.isSourceFile(parent) || parent.statements.some(mentionsAwait));
}

function closingOf({ name }: Held, protocol: Protocol, program: ts.Program): string | undefined {
  const closer = closerOf(protocol);
  if (closer === undefined || !hasMember(name, closer, program)) return undefined;
  const access = mayBeMissing(name, program) ? '?.' : '.';
  return `${protocol.ops[closer]?.settles ? 'await ' : ''}${name.text}${access}${closer}();`;
}

function receiverOf(call: ts.Node): ts.Identifier | undefined {
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return undefined;
  const receiver = syntax.withoutAssertions(call.expression.expression);
  return syntax.isIdentifier(receiver) ? receiver : undefined;
}

/** Whether a name stands before a call of one of its methods. */
function isCalled(name: ts.Node, method: string | undefined): boolean {
  const access = syntax.parentOf(name);
  return syntax.isPropertyAccessExpression(access) && access.expression === name && access.name.text === method;
}

/** Whether all that is done with a session is to call its methods, so that it does not outlive its block. */
function areMethodCalls(held: Held, program: ts.Program): boolean {
  return usesInFile(held.declaration, program).every((use) => isReceiver(use) && isInBlockOf(use, held));
}

/** Whether a session does not outlive its block: its methods are called, and an agent that has it is given to calls there. */
function staysInBlock(held: Held, program: ts.Program): boolean {
  const isGiven = (agent: ts.Node): boolean =>
    isInBlockOf(agent, held) && syntax.isCallExpression(agent.parent) && agent.parent.expression !== agent;
  return usesInFile(held.declaration, program).every((use) => {
    if (!isInBlockOf(use, held)) return false;
    if (isReceiver(use)) return true;
    const made = agentWith(use);
    const agent = made && heldBy(made)?.declaration;
    return made !== undefined && (agent ? usesInFile(agent, program).every(isGiven) : isGiven(made));
  });
}

/** What is made with a session: `new Agent({ mcpServers: [server] })`. */
function agentWith(use: ts.Node): ts.NewExpression | undefined {
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

function isReceiver(use: ts.Node): boolean {
  const access = syntax.parentOf(use);
  return syntax.isPropertyAccessExpression(access) && access.expression === use;
}

function isInBlockOf(use: ts.Node, { declaration }: Held): boolean {
  return isOwnOf(use, declaration.parent.parent.parent);
}

/** `await client.close();` */
function isCallOf(statement: ts.Statement, { name }: Held, method: string | undefined): boolean {
  if (!syntax.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  const call = syntax.isAwaitExpression(expression) ? expression.expression : expression;
  return (
    receiverOf(call)?.text === name.text &&
    syntax.isCallExpression(call) &&
    isCalled(syntax.withoutAssertions((call.expression as ts.PropertyAccessExpression).expression), method)
  );
}

/** What a statement returns of a session has to be there before the session is closed. */
function awaitedReturns(statement: ts.Node, held: Held, program: ts.Program): readonly TextEdit[] {
  const own = usesInFile(held.declaration, program);
  const ofAgents = own.flatMap((use) => {
    const made = agentWith(use);
    const agent = made && heldBy(made);
    return agent ? usesInFile(agent.declaration, program) : [];
  });
  const uses = [...own, ...ofAgents].filter((use) => isInside(use, statement));
  const returned = uses.flatMap((use) => {
    let at: ts.Node = use;
    while (at !== statement && !syntax.isReturnStatement(at) && !syntax.isFunctionLike(at)) at = at.parent;
    return syntax.isReturnStatement(at) && at.expression && syntax.isCallExpression(at.expression)
      ? [at.expression]
      : [];
  });
  return [...new Set(returned)].map((expression) => inserted(expression.getStart(), 'await '));
}

/** Whether no function is between a node and a statement around it. */
function isOwnOf(node: ts.Node, around: ts.Node): boolean {
  if (syntax.isFunctionLike(around)) return false;
  for (let at = node; at !== around; at = at.parent)
    if (syntax.isFunctionLike(at) || syntax.isSourceFile(at)) return false;
  return true;
}

/** The names of constants before a statement in its own sequence. */
function constantsBefore(statement: ts.Statement): readonly ts.Identifier[] {
  if (!isSequence(statement.parent)) return [];
  const earlier = statement.parent.statements.filter((each) => each.pos < statement.pos);
  return earlier.flatMap((each) =>
    syntax.isVariableStatement(each)
      ? each.declarationList.declarations.flatMap(({ name }) => (syntax.isIdentifier(name) ? [name] : []))
      : [],
  );
}

function isDeclaredBetween(name: ts.Identifier, from: ts.Node, to: ts.Node): boolean {
  const binding = bindingOf(name);
  if (binding?.getSourceFile() !== from.getSourceFile()) return false;
  return binding.pos >= from.pos && binding.pos < to.pos;
}

/** Whether `await` may stand at a place: in an async function, or at the top of a module. */
export function isInAsyncCode(node: ts.Node): boolean {
  const container = syntax.containerOf(node);
  if (syntax.isFunctionLike(container)) return syntax.hasModifier(container, syntax.SyntaxKind.AsyncKeyword);
  return !syntax.isClassInitializer(container);
}

function isInAsyncFunction(node: ts.Node): boolean {
  return syntax.isFunctionLike(syntax.containerOf(node)) && isInAsyncCode(node);
}
