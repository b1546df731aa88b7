import type { Leak, Misuse } from '../../facts/sessions/session-facts.ts';
import { closerOf } from '../../facts/sessions/openers.ts';
import {
  closingAtEnd,
  type Held,
  heldBy,
  isAwaitable,
  isOnlyCalled,
  missingOpening,
  returnedCalls,
} from '../../facts/sessions/remedies.ts';
import type { Protocol } from '../../models/sessions/protocol.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import {
  bindingOf,
  disposalOf,
  fittingArguments,
  hasMember,
  mayBeMissing,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { inserted } from './layout.ts';
import { before, inTry, mentionsAwait, withoutStatement } from './statements.ts';

/** Closes a session in a `finally` block, whatever comes of the statements behind the one that makes it. */
export function closedInFinally(
  { node: made, protocol }: Pick<Leak, 'node' | 'protocol'>,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const held = heldBy(made);
  if (!held || !isInAsyncFunction(held.declaration) || !isOnlyCalled(held, program)) return undefined;
  const close = closingOf(held, protocol, program);
  const [only, ...others] = held.rest;
  if (close === undefined || !only) return undefined;
  const awaited = awaitedReturns(held.rest, held, program);
  if (others.length === 0 && syntax.isTryStatement(only) && !only.finallyBlock)
    return [...awaited, inserted(only.end, ` finally { ${close} }`)];
  return [...awaited, ...inTry(held.rest, close, closingAtEnd(others, held, protocol, program))];
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
  const { list } = held;
  const start = list.getStart();
  // `const` or `let`: the list begins with it.
  const [word = ''] = /^\w+/.exec(list.getText()) ?? [];
  return { keyword, edits: [{ start, end: start + word.length, text: keyword }] };
}

/**
 * Opens a session before a call that needs it open: moves the call that opens it there, or writes one with the only
 * arguments that it can have. Where nothing else closes it, it is closed in a `finally` block.
 */
export function openedBefore(
  misuse: Pick<Misuse, 'node' | 'op' | 'protocol' | 'states' | 'witnesses'>,
  opener: string,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const missing = missingOpening(misuse, opener, program);
  if (!missing) return undefined;
  const { held, rest, later, closing, end } = missing;
  const [first] = rest;
  const opening = later ? movedText(later, first) : openingText(held.name, opener, first, program);
  if (opening === undefined || !mayAwait(first)) return undefined;
  const moved = later ? [later] : [];
  const close = closingOf(held, misuse.protocol, program);
  if (end !== 'closed' && close === undefined) return undefined;
  if (end !== 'left' || close === undefined) return [before(first, [opening]), ...moved.map(withoutStatement)];
  return [...awaitedReturns(rest, held, program), ...inTry(rest, close, [...moved, ...closing], [opening])];
}

/** Awaits the call that opens a session, where nothing else waits for it: in the place of `void`, which says that nothing does. */
export function awaitedOpening(misuse: Misuse): readonly TextEdit[] | undefined {
  const { node, unawaited: call } = misuse;
  if (!call || !isAwaitable(misuse) || call.getSourceFile() !== node.getSourceFile() || !isInAsyncCode(call))
    return undefined;
  const start = syntax.isVoidExpression(call.parent) ? call.parent.getStart() : call.getStart();
  return [{ start, end: call.getStart(), text: 'await ' }];
}

/** Awaits a request before its promise, with what is chained to it, is returned. */
export function awaitedRequest(call: ts.Node): readonly TextEdit[] | undefined {
  let at = call;
  while (!syntax.isReturnStatement(at.parent) && !syntax.isConditionalExpression(at.parent)) at = at.parent;
  return isInAsyncFunction(call) ? [inserted(at.getStart(), 'await ')] : undefined;
}

/** What statements return of a session has to be there before the session is closed. */
function awaitedReturns(statements: readonly ts.Statement[], held: Held, program: ts.Program): readonly TextEdit[] {
  return returnedCalls(statements, held, program).map((call) => inserted(call.getStart(), 'await '));
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

/** The names of constants before a statement in its own sequence. */
function constantsBefore(statement: ts.Statement): readonly ts.Identifier[] {
  if (!syntax.isSequence(statement.parent)) return [];
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
function isInAsyncCode(node: ts.Node): boolean {
  const container = syntax.containerOf(node);
  if (syntax.isFunctionLike(container)) return syntax.isAsync(container);
  return !syntax.isClassInitializer(container);
}

function isInAsyncFunction(node: ts.Node): boolean {
  return syntax.isFunctionLike(syntax.containerOf(node)) && isInAsyncCode(node);
}
