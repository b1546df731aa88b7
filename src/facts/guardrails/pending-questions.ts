import { memo } from '../../memo.ts';
import type { Runnable } from '../../program/effects/effects.ts';
import { namedDeclarationOf } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { bindingOf, isGlobalName, moduleOfImport, syntax, type ts } from '../../type-utils/index.ts';

/** Words of what a person decides, in what a function says or is called. Not `reject`, which promises have too. */
const deciding = /approv|confirm|consent|permission|\bden(?:y|ied)\b|declin/i;

/** Methods that keep what they are given. */
const keeping: ReadonlySet<string> = new Set(['add', 'enqueue', 'push', 'set', 'unshift']);

/** Methods that keep it until an event comes. */
const listening: ReadonlySet<string> = new Set(['addListener', 'on', 'once', 'prependListener']);

/** Whether an event is of one question, or named for an answer: not `close`, which comes by itself. */
function isOfAnswer(event: ts.Expression | undefined): boolean {
  return event !== undefined && (!syntax.isStringLiteralLike(event) || deciding.test(event.text));
}

/**
 * Whether a function waits for an answer from elsewhere, which it says is an approval: it makes a promise, and keeps what settles
 * that where another function finds it, such as the one for the buttons of a message. Words count in its name and in what it
 * sends, not in errors.
 */
export const isPendingQuestion = memo((fn: Runnable): boolean => {
  if (!contains(fn, (node) => keepsItsSettler(node) || awaitsEvent(node), anywhere)) return false;
  const name = (syntax.isFunctionLike(fn) ? namedDeclarationOf(fn) : fn)?.name?.getText() ?? '';
  return deciding.test(name) || contains(fn, (node) => isText(node) && deciding.test(node.getText()), anywhere);
});

/** A text that is sent or shown: of no error, type or property's name. */
function isText(node: ts.Node): boolean {
  if (!syntax.isStringLiteralLike(node) && !syntax.isTemplateExpression(node)) return false;
  for (let at = syntax.parentOf(node); !syntax.isFunctionLike(at) && !syntax.isSourceFile(at); at = at.parent) {
    if (syntax.isTypeNode(at) || syntax.isThrowStatement(at)) return false;
    if (syntax.isNewExpression(at) && at.expression.getText().endsWith('Error')) return false;
  }
  return true;
}

/** `new Promise((resolve) => { waiting.set(id, { resolve, timer }); })`, `new Promise((resolve) => { this.answer = resolve; })` */
function keepsItsSettler(node: ts.Node): boolean {
  if (!syntax.isNewExpression(node) || !syntax.isIdentifier(node.expression)) return false;
  if (node.expression.text !== 'Promise' || !isGlobalName(node.expression)) return false;
  const executor = node.arguments?.[0];
  const settler = executor && syntax.isFunctionValue(executor) ? executor.parameters[0] : undefined;
  return (
    executor !== undefined &&
    settler !== undefined &&
    nodesIn(executor, syntax.isIdentifier, anywhere).some((name) => bindingOf(name) === settler && isKept(name))
  );
}

/** `await once(this, `answer:${id}`)` */
function awaitsEvent(node: ts.Node): boolean {
  const call = syntax.isAwaitExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  if (!call || !syntax.isCallExpression(call) || !syntax.isIdentifier(call.expression)) return false;
  const binding = bindingOf(call.expression);
  if (!binding || !syntax.isImportSpecifier(binding) || moduleOfImport(binding) !== 'events') return false;
  return (binding.propertyName ?? binding.name).text === 'once' && isOfAnswer(call.arguments[1]);
}

function isKept(name: ts.Identifier): boolean {
  let at: ts.Node = name;
  // `{ resolve }`, `{ settle: resolve }`, `(answer) => resolve(answer)`
  for (let parent = syntax.parentOf(at); isPartOf(parent, at); parent = syntax.parentOf(at)) at = parent;
  const parent = syntax.parentOf(at);
  if (syntax.isPlainAssignment(parent)) return parent.right === at && syntax.isAccess(parent.left);
  if (!syntax.isCallExpression(parent) || parent.expression === at) return false;
  const method = syntax.lastNameOf(parent.expression)?.text ?? '';
  return keeping.has(method) || (listening.has(method) && isOfAnswer(parent.arguments[0]));
}

function isPartOf(parent: ts.Node, node: ts.Node): boolean {
  if (syntax.isCallExpression(parent)) return parent.expression === node;
  return (
    syntax.isObjectLiteralExpression(parent) ||
    syntax.isPropertyAssignment(parent) ||
    syntax.isShorthandPropertyAssignment(parent) ||
    syntax.isFunctionValue(parent) ||
    syntax.isBlock(parent) ||
    syntax.isExpressionStatement(parent) ||
    syntax.isReturnStatement(parent)
  );
}
