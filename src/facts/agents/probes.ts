import { anywhere, contains } from '../../program/values/nodes.ts';
import { bindingOf, isInside, syntax, type ts, usesOf } from '../../type-utils/index.ts';

/** Methods of what `query` gives that only look at what there is. */
const looking = /^(?:supported[A-Z]\w*|accountInfo|mcpServerStatus|initializationResult)$/;

/** Methods of a queue that put nothing into it. */
const ending: ReadonlySet<string> = new Set(['abort', 'close', 'done', 'end', 'finish', 'return', 'stop']);

/**
 * Whether an agent is started to see what it could do, and is given nothing to do: what it has is looked at, and its prompt is
 * a queue of the same function that nothing puts anything into.
 */
export function isProbe(call: ts.Node, program: ts.Program): boolean {
  const fn = syntax.containerOf(call);
  const prompt = syntax.isCallExpression(call) ? promptOf(call) : undefined;
  if (!prompt || !syntax.isFunctionLike(fn) || !contains(fn, isLook, anywhere)) return false;
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

/** `await query.supportedCommands()` */
function isLook(node: ts.Node): boolean {
  return (
    syntax.isCallExpression(node) &&
    syntax.isPropertyAccessExpression(node.expression) &&
    looking.test(node.expression.name.text)
  );
}

/** `query({ prompt, options })` */
function promptOf({ arguments: [given] }: ts.CallExpression): ts.Expression | undefined {
  if (!given || !syntax.isObjectLiteralExpression(given)) return undefined;
  const property = given.properties.find(({ name }) => name?.getText() === 'prompt');
  return property && syntax.isPropertyAssignment(property) ? property.initializer : undefined;
}

/** `queue` and `messagesOf(queue)` */
function queueIn(prompt: ts.Expression): ts.Identifier | undefined {
  const node = syntax.withoutAssertions(prompt);
  if (syntax.isIdentifier(node)) return node;
  const [only, ...others] = syntax.isCallExpression(node) ? node.arguments : [];
  return only && others.length === 0 && syntax.isIdentifier(only) ? only : undefined;
}
