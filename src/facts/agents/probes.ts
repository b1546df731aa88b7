import { anywhere, contains } from '../../program/values/nodes.ts';
import type { BuiltInTools, Place } from '../../models/agents/agent-sdk.ts';
import { bindingOf, compilerOf, isInside, syntax, type ts, usesOf, writtenFor } from '../../type-utils/index.ts';

/** Methods of a queue that put nothing into it. */
const ending: ReadonlySet<string> = new Set(['abort', 'close', 'done', 'end', 'finish', 'return', 'stop']);

/** `AsyncIterable<never>` */
const ofNever = /^Async\w+<\s*never\b/;

/**
 * Whether an agent is started to see what it could do, and is given nothing to do: its prompt gives nothing by its type, or
 * what it has is looked at, and its prompt is a queue of the same function that nothing puts anything into.
 */
export function isProbe(
  call: ts.Node,
  { looks = [], feeds = [], prompt: place }: BuiltInTools,
  program: ts.Program,
): boolean {
  const fn = syntax.containerOf(call);
  const prompt = place && syntax.isCallExpression(call) ? writtenAt(call, place) : undefined;
  const isFed = feeds.some((name) => call.getSourceFile().text.includes(name));
  if (prompt && !isFed && givesNothing(prompt, program)) return true;
  if (!prompt || !syntax.isFunctionLike(fn) || !contains(fn, (node) => isLook(node, looks), anywhere)) return false;
  const queue = queueIn(prompt);
  const made = queue && bindingOf(queue);
  if (!made || !syntax.isVariableDeclaration(made) || !isInside(made, fn)) return false;
  const maker = made.initializer && syntax.withoutAssertions(made.initializer);
  if (!maker || !syntax.isNewExpression(maker) || (maker.arguments?.length ?? 0) > 0) return false;
  return usesOf(made, program).every((use) => {
    const access = syntax.parentOf(use);
    const isMember = syntax.isPropertyAccessExpression(access) && access.expression === use;
    return isInside(use, prompt) || (isMember && ending.has(access.name.text));
  });
}

/** `createIdleInput() as AsyncIterable<never>`, or a call of a generator that yields nothing. */
function givesNothing(prompt: ts.Expression, program: ts.Program): boolean {
  const fn = syntax.isCallExpression(prompt) ? compilerOf(program).functionCalledBy(prompt)?.fn : undefined;
  const type = syntax.isAsExpression(prompt) ? prompt.type : fn?.type;
  if (type && ofNever.test(type.getText())) return true;
  return fn?.body !== undefined && syntax.isGenerator(fn) && !contains(fn.body, isYield);
}

function isYield({ kind }: ts.Node): boolean {
  return kind === syntax.SyntaxKind.YieldExpression;
}

/** `await query.supportedCommands()` */
function isLook(node: ts.Node, looks: readonly string[]): boolean {
  return (
    syntax.isCallExpression(node) &&
    syntax.isPropertyAccessExpression(node.expression) &&
    looks.includes(node.expression.name.text)
  );
}

/** What the call itself has at a place: `query({ prompt: queue, options })`. */
function writtenAt({ arguments: given }: ts.CallExpression, { argument, path = [] }: Place): ts.Expression | undefined {
  let written = argument === 'receiver' ? undefined : given[argument];
  for (const key of path) written = written && writtenFor(written, key);
  return written;
}

/** `queue` and `messagesOf(queue)` */
function queueIn(prompt: ts.Expression): ts.Identifier | undefined {
  const node = syntax.withoutAssertions(prompt);
  if (syntax.isIdentifier(node)) return node;
  const [only, ...others] = syntax.isCallExpression(node) ? node.arguments : [];
  return only && others.length === 0 && syntax.isIdentifier(only) ? only : undefined;
}
