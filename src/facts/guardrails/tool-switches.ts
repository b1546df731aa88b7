import { switchWords } from '../../models/agents/purpose.ts';
import { knownParts } from '../../program/control/conditions.ts';
import { anywhere, nodesIn, textOfKey } from '../../program/values/nodes.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import type { HeldTool } from '../agents/definitions.ts';
import { wordsOf } from './purpose.ts';

/**
 * Whether an agent has a tool only where a switch of the tool's own name is on: `...(enableShell && { shell })`,
 * `settings.tools.includes('shell') ? { shell } : {}`. Whoever turned it has decided that the agent may use that tool.
 */
export function isSwitchedOn({ agent, given: { name } }: HeldTool): boolean {
  if (name === undefined) return false;
  const fn = syntax.containerOf(agent.node);
  const entries = nodesIn(fn, (node): node is ts.Node => entryNameOf(node) === name, anywhere);
  return entries.length > 0 && entries.every((entry) => isInSwitch(entry, wordsOf(name)));
}

/** `shell` of `{ shell }`, `{ shell: run }` and `tools.shell = run` */
function entryNameOf(node: ts.Node): string | undefined {
  if (syntax.isPropertyAssignment(node)) return textOfKey(node.name);
  if (syntax.isShorthandPropertyAssignment(node)) return node.name.text;
  return syntax.isPlainAssignment(node) && syntax.isPropertyAccessExpression(node.left)
    ? node.left.name.text
    : undefined;
}

function isInSwitch(entry: ts.Node, words: readonly string[]): boolean {
  for (let at = entry; !syntax.isSourceFile(at) && !syntax.isFunctionLike(at); at = at.parent) {
    const condition = conditionOf(at);
    if (condition && knownParts(condition, true).some(({ part, value }) => value === true && isSwitch(part, words)))
      return true;
  }
  return false;
}

/** What has to hold so that a node counts. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  const { parent } = node;
  if (syntax.isConditionalExpression(parent)) return parent.whenTrue === node ? parent.condition : undefined;
  if (syntax.isIfStatement(parent)) return parent.thenStatement === node ? parent.expression : undefined;
  if (!syntax.isBinaryExpression(parent) || parent.right !== node) return undefined;
  return parent.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken ? parent.left : undefined;
}

/** `enableRunCommand` of `runShellCommand`, `tools.shell` of `shell`, `enabled.includes('shell')`; not `user` of `delete_user`. */
function isSwitch(condition: ts.Expression, words: readonly string[]): boolean {
  const node = syntax.withoutAssertions(condition);
  if (syntax.isBinaryExpression(node))
    return (
      syntax.equalityOf(node) === true &&
      node.right.kind === syntax.SyntaxKind.TrueKeyword &&
      isSwitch(node.left, words)
    );
  if (syntax.isCallExpression(node)) {
    const [given] = node.arguments;
    const isList =
      syntax.isPropertyAccessExpression(node.expression) && /^(?:has|includes)$/.test(node.expression.name.text);
    if (!isList || !given || !syntax.isStringLiteralLike(given)) return false;
    return !takingAway.test(node.expression.getText()) && isNamedFor(given.text, words);
  }
  const name =
    syntax.isIdentifier(node) || syntax.isPropertyAccessExpression(node) ? syntax.lastNameOf(node) : undefined;
  return name !== undefined && !takingAway.test(name.text) && isNamedFor(name.text, words);
}

/** What lists or says that something is off. */
const takingAway = /block|den(?:y|ied)|disable|exclude|forbid|hide|hidden|off|skip|without/i;

/** Whether a name is the tool's, or has a word for switching beside words of the tool's name. */
function isNamedFor(text: string, words: readonly string[]): boolean {
  const all = wordsOf(text);
  const own = all.filter((word) => !switchWords.has(word));
  const isOfTool = own.length > 0 && own.every((word) => words.includes(word));
  return isOfTool && (own.length < all.length || own.length === words.length);
}
